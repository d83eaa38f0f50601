#include "input/stacks/printed_stacks.h"

#include "base/number.h"
#include "input/scan.h"

#define CENSUS_LINES 400 /* of the head that are looked at */
#define KEY_INDENT   10	 /* frames are indented further than names above them */

/* ---- the line of who and when ---- */

/* "iojs 86454 181012024: profile-1ms:", borrowed from the line. */
struct stack_header {
	struct text comm;
	int32_t pid, tid; /* PROFILE_NO_ID: not printed */
	uint16_t cpu;	  /* PROFILE_NO_CPU: the same */
	uint64_t time;	  /* in a unit that nobody tells */
};

/* "86454" or "86454/86460"; false when it is something else. */
static bool read_ids(struct text word, struct stack_header *h)
{
	const char *slash = word.len ? memchr(word.at, '/', word.len) : NULL;
	struct text pid = slash ? text_upto(word, (size_t)(slash - word.at)) : word;
	int32_t number, tid = PROFILE_NO_ID;

	if (!scan_all_digits(pid) || !number_i32(pid, &number))
		return false;
	if (slash && !number_i32(text_from(word, pid.len + 1), &tid))
		return false;
	h->pid = number;
	h->tid = tid;
	return true;
}

static bool read_cpu(struct text word, struct stack_header *h)
{
	uint64_t cpu;

	if (word.len < 3 || word.at[0] != '[' || word.at[word.len - 1] != ']' ||
	    !number_u64(text_upto(text_from(word, 1), word.len - 2), &cpu) ||
	    cpu >= PROFILE_NO_CPU)
		return false;
	h->cpu = (uint16_t)cpu;
	return true;
}

/* What stands before the time. "%-16s %u:" pads names, and no id follows them. */
static void read_who(struct text who, struct stack_header *h)
{
	bool padded = who.len >= 17 && scan_is_blank(who.at[who.len - 1]) &&
		      scan_is_blank(who.at[who.len - 2]);
	struct text left = text_trim(who), word;

	h->pid = h->tid = PROFILE_NO_ID;
	h->cpu = PROFILE_NO_CPU;
	h->comm = left;
	word = scan_last_word(&left);
	if (left.len && read_cpu(word, h)) {
		h->comm = left;
		word = scan_last_word(&left);
	}
	if (left.len && !(padded && who.len == 17) && read_ids(word, h))
		h->comm = left;
}

/* Is it such a line? It ends in a colon, with a whole number and a colon before. */
static bool stack_header_parse(struct text line, struct stack_header *h)
{
	struct text t = line, word;

	while (t.len && scan_is_blank(t.at[t.len - 1]))
		t.len--;
	if (t.len < 4 || t.at[t.len - 1] != ':')
		return false;
	for (unsigned words = 0; words < 3; words++) { /* the probe has few */
		word = scan_last_word(&t);
		if (t.len == 0)
			return false;
		if (word.at[word.len - 1] != ':' ||
		    !number_u64(text_upto(word, word.len - 1), &h->time))
			continue;
		read_who((struct text){line.at, (size_t)(word.at - line.at)}, h);
		return h->comm.len > 0;
	}
	return false;
}

/* Take what dtrace puts before the text of a probe (" 0  64091  :tick-60s ") off a line. */
static bool stack_firing_take(struct text *line, uint16_t *cpu)
{
	struct text t = scan_skip_blanks(*line);
	size_t cpus = scan_digits(t), ids, probe;
	uint64_t number;

	if (cpus == 0 || !number_u64(text_upto(t, cpus), &number))
		return false;
	t = text_from(t, cpus);
	if (scan_blanks(t) == 0)
		return false;
	t = scan_skip_blanks(t);
	ids = scan_digits(t);
	t = text_from(t, ids);
	if (ids == 0 || scan_blanks(t) == 0)
		return false;
	t = scan_skip_blanks(t);
	probe = scan_word(t);
	if (probe < 2 || !memchr(t.at, ':', probe) || t.at[probe - 1] == ':')
		return false;
	*cpu = number < PROFILE_NO_CPU ? (uint16_t)number : PROFILE_NO_CPU;
	*line = scan_skip_blanks(text_from(t, probe));
	return true;
}

/* ---- one file ---- */

static void count(struct printed_stacks *p, enum loss_reason why)
{
	losses_count(p->reading->losses, why, p->lines.number);
}

bool printed_stacks_open(struct printed_stacks *p, struct reading *r, struct error *err)
{
	*p = (struct printed_stacks){.reading = r, .stamped = {.reading = r}};
	p->stack.to = &p->stamped;
	if (!lines_open(&p->lines, r->source, err))
		return false;
	p->event = builder_event(r->builder, TEXT("samples"), TEXT(""));
	p->nobody = builder_thread(r->builder, TEXT(""), PROFILE_NO_ID, PROFILE_NO_ID);
	return true;
}

void printed_stacks_close(struct printed_stacks *p)
{
	stack_text_release(&p->stack);
	stamped_release(&p->stamped);
	lines_close(&p->lines);
}

/* A name above the frames that turned out to be none, or a stack of one frame. */
static bool settle_key(struct printed_stacks *p, struct error *err)
{
	if (p->key_indent == 0)
		return true;
	p->key_indent = 0;
	return stack_text_frame(&p->stack, text_of(p->key), p->lines.number, err);
}

static bool end_sample(struct printed_stacks *p, uint64_t weight, bool last_gap,
		       struct error *err)
{
	p->counted |= last_gap && p->header;
	if (!settle_key(p, err))
		return false;
	p->header = false;
	return stack_text_end(&p->stack, weight, last_gap, p->lines.number, err);
}

/* Something else begins. A stack without a time needs its count. */
static bool end_uncounted(struct printed_stacks *p, struct error *err)
{
	if (!p->stack.open || p->header)
		return end_sample(p, 1, false, err);
	losses_add(p->reading->losses, LOSS_FRAME_OUTSIDE,
		   p->stack.count + (p->key_indent > 0), p->lines.number);
	p->stack.open = false;
	p->key_indent = 0;
	return true;
}

static bool begin_timed(struct printed_stacks *p, const struct stack_header *h,
			uint16_t cpu, struct error *err)
{
	struct sample s = {.time = h->time,
			   .timed = true,
			   .cpu = h->cpu != PROFILE_NO_CPU ? h->cpu : cpu,
			   .event = p->event};

	if (!end_uncounted(p, err))
		return false;
	s.thread = builder_thread(p->reading->builder, h->comm, h->pid, h->tid);
	stack_text_begin(&p->stack, &s);
	p->header = true;
	return true;
}

static void begin_untimed(struct printed_stacks *p)
{
	struct sample s = {.thread = p->nobody, .cpu = PROFILE_NO_CPU, .event = p->event};

	stack_text_begin(&p->stack, &s);
	p->header = false;
	p->key_indent = 0;
}

/* A number of its own. Without frames above it is how often there was no stack. */
static bool take_count(struct printed_stacks *p, struct text digits, struct error *err)
{
	uint64_t weight;

	if (!number_u64(digits, &weight)) {
		count(p, LOSS_NUMBER);
		p->stack.open = p->header = false;
		p->key_indent = 0;
		return true;
	}
	if (!p->stack.open)
		begin_untimed(p);
	return end_sample(p, weight, true, err);
}

static bool looks_like_frame(struct text t)
{
	const char *tick = t.len ? memchr(t.at, '`', t.len) : NULL;

	return (tick && tick > t.at && !scan_is_blank(tick[-1])) ||
	       text_starts(t, TEXT("0x"));
}

/* "  iojs            86454" above frames of an @[execname, pid, ustack()]. */
static void name_sample(struct printed_stacks *p)
{
	struct stack_header who = {0};

	read_who(text_of(p->key), &who);
	p->stack.sample.thread =
	    builder_thread(p->reading->builder, who.comm, who.pid, who.tid);
	p->key_indent = 0;
}

static bool take_frame(struct printed_stacks *p, struct text line, struct error *err)
{
	size_t indent = scan_blanks(line);
	struct text t = text_trim(line);
	bool is_first = !p->stack.open;

	if (is_first)
		begin_untimed(p);
	if (is_first && indent < KEY_INDENT && !looks_like_frame(t) &&
	    t.len < sizeof p->key) {
		memcpy(p->key, t.at, t.len);
		p->key[t.len] = '\0';
		p->key_indent = indent + 1;
		return true;
	}
	if (p->key_indent && indent > p->key_indent)
		name_sample(p);
	return settle_key(p, err) &&
	       stack_text_frame(&p->stack, line, p->lines.number, err);
}

bool printed_stacks_line(struct printed_stacks *p, struct text line, struct error *err)
{
	struct stack_header header;
	uint16_t cpu = PROFILE_NO_CPU;
	struct text t = text_trim(line);

	if (p->lines.cut)
		count(p, LOSS_LONG_LINE);
	if (t.len == 0) {
		if (!p->key_indent)
			stack_text_gap(&p->stack);
		return true;
	}
	if (scan_all_digits(t))
		return take_count(p, t, err);
	if (stack_firing_take(&line, &cpu) && text_trim(line).len == 0) {
		count(p, ASIDE_MESSAGE);
		return end_uncounted(p, err);
	}
	if (!looks_like_frame(t) && stack_header_parse(line, &header))
		return begin_timed(p, &header, cpu, err);
	if (scan_blanks(line) || looks_like_frame(t))
		return take_frame(p, line, err);
	count(p, ASIDE_MESSAGE);
	return end_uncounted(p, err);
}

/* Where the others have a count the last one must; a half number may be any. */
bool printed_stacks_end(struct printed_stacks *p, struct error *err)
{
	bool cut = p->stack.open && (!p->header || p->counted);

	if (cut)
		count(p, LOSS_TRUNCATED);
	else if (!end_sample(p, 1, false, err))
		return false;
	stamped_end(&p->stamped);
	return true;
}

/* ---- recognising ---- */

/* A name with an offset behind it. */
static bool has_offset(struct text t)
{
	struct frame_text f = frame_text_cut(t);

	return f.name.len && f.name.len < t.len && !text_has(f.name, TEXT(" ")) &&
	       !memchr(t.at, '`', t.len);
}

/* A module, one back-tick and a name: not the quotes of shells and of Markdown. */
static bool has_module(struct text line)
{
	struct text t = text_trim(line), module, name;
	const char *tick = memchr(t.at, '`', t.len);

	if (!tick || scan_blanks(line) == 0)
		return false;
	module = text_upto(t, (size_t)(tick - t.at));
	name = text_from(t, module.len + 1);
	for (size_t i = 0; i < module.len; i++)
		if (memchr("=(\"'", module.at[i], 4))
			return false;
	return module.len && name.len && !scan_is_blank(tick[-1]) &&
	       !scan_is_blank(name.at[0]) && !memchr(name.at, '`', name.len);
}

static void count_line(struct stack_census *c, struct text line)
{
	struct stack_header header;
	struct text t = text_trim(line), rest = line;
	uint16_t cpu;

	if (t.len == 0 || scan_all_digits(t))
		return;
	if (stack_firing_take(&rest, &cpu)) {
		c->firings++;
		return;
	}
	if (has_module(line))
		c->ticked++;
	else if (scan_blanks(line) && (looks_like_frame(t) || has_offset(t)))
		c->plain++;
	else if (stack_header_parse(line, &header))
		c->headers++;
	else
		c->others++;
}

struct stack_census stack_census_take(struct text head)
{
	struct stack_census c = {0};

	if (head.len && memchr(head.at, '\0', head.len))
		return c;
	for (unsigned n = 0; head.len && n < CENSUS_LINES; n++) {
		const char *end = memchr(head.at, '\n', head.len);
		struct text line = end ? text_upto(head, (size_t)(end - head.at)) : head;

		head = text_from(head, line.len + 1);
		if (line.len && line.at[line.len - 1] == '\r')
			line.len--;
		count_line(&c, line);
	}
	return c;
}
