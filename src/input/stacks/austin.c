#include "input/formats.h"

#include "base/idmap.h"
#include "base/mem.h"
#include "base/number.h"
#include "input/lines.h"
#include "input/scan.h"

#define PROBE_LINES 100
#define NOTES_MOST  40

/*
 * Austin samples a process in rounds: a line for each of its threads, all with the same time since
 * the previous round.
 */
struct austin_process {
	uint64_t clock; /* ns: the time of the last round */
	uint64_t delta; /* us since the previous round */
	uint32_t round; /* its number, counted from 1 */
};

/* A file being read. */
struct austin {
	struct reading *reading; /* borrowed */
	struct lines lines;
	uint16_t event;
	bool memory;  /* numbers are bytes */
	bool sampled; /* a sample was taken, so the unit of the numbers is settled */
	bool old;     /* a sample was in the format before version 3 */
	unsigned notes;
	uint64_t latest;		  /* ns: the largest clock */
	struct idmap by_pid;		  /* from pid to an index in `processes` */
	struct austin_process *processes; /* owned */
	size_t process_count, process_room;
	uint32_t *rounds; /* owned: the last round of each thread */
	size_t round_room;
};

/* A sample, "P82848;T82848;main.py:work:38 10058"; borrows from the line. */
struct austin_line {
	struct text pid, tid; /* `pid` may be empty before version 3 */
	struct text frames;   /* may be empty */
	uint64_t value;
	bool idle; /* the thread was waiting; known only with -f */
	bool old;  /* in the format before version 3 */
};

static void count_austin_loss(struct austin *a, enum loss_reason why)
{
	losses_count(a->reading->losses, why, a->lines.number);
}

/* ---- one line ---- */

/*
 * Parse lines of Austin 1 and 2: "Thread 7f5ee1;work (main.py);L38 10058", with -a "work
 * (main.py:38)", with -C preceded by "Process 82848;". With -f there are three numbers, "10058 132
 * -64": the time, memory allocated and memory freed.
 */
static bool cut_old(struct text line, struct austin_line *l)
{
	struct text t = line, numbers[3];
	unsigned n = 0;

	l->idle = false;
	l->old = true;
	l->pid = TEXT("");
	if (text_starts(t, TEXT("Process "))) {
		t = text_from(t, 8);
		l->pid = text_upto(t, scan_digits(t));
		t = text_from(t, l->pid.len);
		if (l->pid.len == 0 || !text_starts(t, TEXT(";")))
			return false;
		t = text_from(t, 1);
	}
	if (!text_starts(t, TEXT("Thread ")))
		return false;
	t = text_from(t, 7);
	l->tid = text_upto(t, scan_hex(t));
	t = text_from(t, l->tid.len);
	if (l->tid.len == 0 || t.len == 0 || (t.at[0] != ';' && t.at[0] != ' '))
		return false;
	while (n < 3) { /* from the last number on */
		struct text left = t, word = scan_last_word(&left);
		bool minus = n == 0 && text_starts(word, TEXT("-"));

		if (!scan_all_digits(text_from(word, minus)))
			break;
		numbers[n++] = word; /* room: n < 3 */
		t = left;
	}
	if ((n != 1 && n != 3) || !number_u64(numbers[n - 1], &l->value))
		return false;
	l->frames = text_from(t, 1);
	return t.len == 0 || text_has(t, TEXT(" (")) || text_equal(t, TEXT(";<idle>")) ||
	       text_equal(t, TEXT(";Bad sample"));
}

static bool cut_line(struct text line, struct austin_line *l)
{
	struct text t = line, word = scan_last_word(&t), time = scan_until(word, ',');

	if (text_starts(line, TEXT("Thread ")) || text_starts(line, TEXT("Process ")))
		return cut_old(line, l);
	l->old = false;
	/* with -f there are three numbers, "10058,0,-4096": time, idle or not, memory */
	l->idle = text_starts(text_from(word, time.len), TEXT(",1,"));
	if (t.len < 4 || t.at[0] != 'P' || !number_u64(time, &l->value))
		return false;
	t = text_from(t, 1);
	l->pid = text_upto(t, scan_digits(t));
	t = text_from(t, l->pid.len);
	if (l->pid.len == 0 || !text_starts(t, TEXT(";T")))
		return false;
	t = text_from(t, 2);
	l->tid = scan_until(t, ';');
	l->frames = text_from(t, l->tid.len + 1);
	return true;
}

/* The thread of "T82858", or of "T0:245906", where the number of the interpreter comes first. */
static uint32_t thread_of(struct austin *a, const struct austin_line *l)
{
	struct builder *b = a->reading->builder;
	size_t colon = scan_until(l->tid, ':').len;
	struct text number = text_from(l->tid, colon < l->tid.len ? colon + 1 : 0);
	int32_t pid = PROFILE_NO_ID, tid = PROFILE_NO_ID;

	number_i32(l->pid, &pid);
	if (!l->old && number_i32(number, &tid))
		return builder_thread(b, TEXT("python"), pid, tid);
	return builder_thread(b, number, pid, tid); /* an address of pthread */
}

/*
 * Parse "/usr/lib/threading.py:run:870": the name is between the last two colons. With -g, ":GC:"
 * follows the frames during garbage collection.
 */
static uint32_t frame_of(struct builder *b, struct text part)
{
	enum frame_kind kind =
	    text_equal(part, TEXT(":GC:")) ? FRAME_RUNTIME : FRAME_USER;
	struct text name = part, file = TEXT("");
	size_t at = part.len;

	while (at && scan_is_digit(part.at[at - 1]))
		at--;
	if (at > 1 && at < part.len && part.at[at - 1] == ':') {
		size_t end = --at;

		while (at && part.at[at - 1] != ':')
			at--;
		if (at > 1 && at < end) {
			file = text_upto(part, at - 1);
			name = text_upto(text_from(part, at), end - at);
		}
	}
	return builder_frame(b, builder_string(b, name), builder_string(b, file), kind);
}

/* "L38" is the line of the preceding function; Austin 2 sometimes has "L-1". */
static bool is_old_line(struct text part)
{
	bool minus = text_starts(part, TEXT("L-"));

	return text_starts(part, TEXT("L")) &&
	       scan_all_digits(text_from(part, 1 + (size_t)minus));
}

/* Parse "work (main.py)", or "work (main.py:38)" if no part with the line follows. */
static uint32_t old_frame_of(struct builder *b, struct text part, struct text rest)
{
	const char *open = part.len ? memmem(part.at, part.len, " (", 2) : NULL;
	struct text name = part, file = TEXT("");

	if (open && text_ends(part, TEXT(")"))) {
		name = text_upto(part, (size_t)(open - part.at));
		file = text_from(part, name.len + 2);
		file.len--;
	}
	if (file.len && !is_old_line(scan_until(rest, ';'))) {
		size_t at = file.len;

		while (at && scan_is_digit(file.at[at - 1]))
			at--;
		if (at > 1 && at < file.len && file.at[at - 1] == ':')
			file.len = at - 1;
	}
	return builder_frame(b, builder_string(b, name), builder_string(b, file),
			     text_equal(part, TEXT("<idle>")) ? FRAME_IDLE : FRAME_USER);
}

/* An idle sample gets a frame "(idle)" on top of its stack. */
static uint32_t stack_of(struct austin *a, const struct austin_line *l)
{
	struct builder *b = a->reading->builder;
	struct text frames = l->frames;
	uint32_t stack = 0, depth = 0;

	while (frames.len && !builder_failed(b)) {
		struct text part = scan_until(frames, ';');

		frames = text_from(frames, part.len + 1);
		if (l->old && depth && is_old_line(part))
			continue;
		if (++depth > STACK_DEEPEST)
			count_austin_loss(a, LOSS_DEEP);
		else
			stack = builder_stack(b, stack,
					      l->old ? old_frame_of(b, part, frames)
						     : frame_of(b, part));
	}
	if (l->idle)
		stack = builder_stack(
		    b, stack,
		    builder_frame(b, builder_string(b, TEXT("(idle)")), 0, FRAME_IDLE));
	return stack;
}

/* ---- time ---- */

/* A round ends when one of its threads occurs again, or when the time differs. */
static bool date(struct austin *a, const struct austin_line *l, struct sample *s,
		 struct error *err)
{
	uint32_t fresh = (uint32_t)a->process_count, which, *round;
	size_t before = a->round_room;
	struct austin_process *p;
	uint64_t pid = 0;

	number_u64(l->pid, &pid);
	if (!mem_reserve(&a->processes, &a->process_room, a->process_count + 1,
			 sizeof *a->processes, "processes", err) ||
	    !idmap_put(&a->by_pid, pid, fresh, &which, err) ||
	    !mem_reserve(&a->rounds, &a->round_room, (size_t)s->thread + 1,
			 sizeof *a->rounds, "threads", err))
		return false;
	if (which == fresh) {
		a->processes[fresh] = (struct austin_process){.clock = a->latest};
		a->process_count++;
	}
	p = &a->processes[which];
	if (a->round_room > before)
		memset(a->rounds + before, 0,
		       (a->round_room - before) * sizeof *a->rounds);
	round = &a->rounds[s->thread];
	if (p->round == 0 || *round == p->round || l->value != p->delta) {
		p->round++;
		p->delta = l->value;
		p->clock += l->value * 1000;
	}
	*round = p->round;
	if (p->clock > a->latest)
		a->latest = p->clock;
	s->time = p->clock;
	s->timed = true;
	s->weight = l->value * 1000;
	return true;
}

/* ---- the whole file ---- */

/* Take a comment such as "# mode: wall". */
static void take_comment(struct austin *a, struct text line)
{
	struct text t = text_trim(text_from(line, 1)), key = scan_until(t, ':');
	struct text value = text_trim(text_from(t, key.len + 1));

	if (key.len == t.len || a->notes == NOTES_MOST)
		return;
	a->notes++;
	if (text_equal(key, TEXT("mode")) && text_equal(value, TEXT("memory"))) {
		/* too late: the unit of the numbers is settled */
		if (a->sampled && !a->memory) {
			count_austin_loss(a, LOSS_LINE);
			return;
		}
		a->memory = true;
	}
	builder_note(a->reading->builder, key, value);
}

static bool take_sample(struct austin *a, const struct austin_line *l, struct error *err)
{
	struct builder *b = a->reading->builder;
	struct sample s = {.weight = l->value, .cpu = PROFILE_NO_CPU};

	if (!a->lines.complete && source_damage(a->reading->source)) {
		count_austin_loss(a, LOSS_SAMPLE_CUT); /* the number may lack digits */
		return true;
	}
	/* a year in microseconds cannot be the time between two samples */
	if (!a->memory && (l->value > UINT64_C(31536000000000) ||
			   a->latest > UINT64_MAX - l->value * 1000)) {
		count_austin_loss(a, LOSS_NUMBER);
		return true;
	}
	a->sampled = true;
	a->old |= l->old;
	s.thread = thread_of(a, l);
	s.event = builder_event(b, a->memory ? TEXT("memory") : TEXT("time"),
				a->memory ? TEXT("bytes") : TEXT("ns"));
	if (!a->memory && !date(a, l, &s, err))
		return false;
	s.stack = stack_of(a, l);
	builder_add_sample(b, &s);
	return true;
}

static bool take_line(struct austin *a, struct text line, struct error *err)
{
	struct austin_line l;

	if (a->lines.cut) { /* its number is lost */
		count_austin_loss(a, LOSS_LONG_LINE);
		return true;
	}
	if (scan_blanks(line) == line.len)
		return true;
	if (line.at[0] == '#') {
		take_comment(a, line);
		return true;
	}
	if (cut_line(line, &l))
		return take_sample(a, &l, err);
	count_austin_loss(a, LOSS_LINE);
	return true;
}

static bool read_profile(struct reading *r, struct error *err)
{
	struct austin a = {.reading = r};
	struct text line;
	bool ok = lines_open(&a.lines, r->source, err);

	while (ok && reading_next_line(r, &a.lines, &line, err))
		ok = take_line(&a, line, err);
	if (a.old)
		builder_note(r->builder, TEXT("warning"),
			     TEXT("Austin before version 3 does not give units: taken as "
				  "microseconds, not as the kilobytes of austin -m"));
	if (a.memory)
		builder_weights_are_counts(r->builder);
	lines_close(&a.lines);
	idmap_release(&a.by_pid);
	mem_free(a.processes);
	mem_free(a.rounds);
	return ok && err->kind == ERROR_NONE;
}

/* ---- recognition ---- */

/* These lines are also valid folded stacks, but folded stacks usually have no P and T. */
static unsigned probe_austin(struct text head)
{
	unsigned samples = 0, others = 0;
	struct austin_line l;
	bool ended;

	if (head.len && memchr(head.at, '\0', head.len))
		return 0;
	while (head.len && samples + others < PROBE_LINES) {
		struct text line = scan_line(&head, &ended);

		if (scan_blanks(line) == line.len || line.at[0] == '#')
			continue;
		if (cut_line(line, &l))
			samples++;
		else
			others += ended; /* the head may end within a line */
	}
	return samples && others * 20 <= samples ? 95 : 0;
}

const struct format austin_format = {
    .name = "austin",
    .help = "samples of Python programs, with times: austin -o FILE python3 PROGRAM",
    .probe = probe_austin,
    .read = read_profile,
};
