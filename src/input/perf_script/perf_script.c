#include "input/formats.h"

#include <stdatomic.h>

#include "base/append.h"
#include "base/idmap.h"
#include "base/intern.h"
#include "base/mem.h"
#include "base/number.h"
#include "input/perf_script/event_text.h"
#include "input/perf_script/line_cache.h"
#include "input/perf_script/perf_line.h"
#include "input/perf_script/perf_fields.h"
#include "input/scan.h"
#include "input/sched_events.h"
#include "input/parallel_parse.h"
#include "profile/frame_mode.h"

/*
 * ---- the header of perf script --header ----
 *
 * Useful lines become notes with perf's own key: "hostname", "cmdline", ...; there is one "event"
 * for each event, and "frequency" or "period" of the sampling. Others (build ids, topology) are
 * ignored.
 */

static const char *const header_keys[] = {
    "captured on",
    "hostname",
    "os release",
    "perf version",
    "arch",
    "nrcpus online",
    "nrcpus avail",
    "cpudesc",
    "cpuid",
    "total memory",
    "cmdline",
    "time of first sample",
    "clockid",
    "reference time",
    "time of last sample",
    "clockid frequency",
    "sample duration",
};

/* The value after "key = " in the description of an event, up to the comma. */
static struct text header_value(struct text t, struct text key)
{
	const char *at = memmem(t.at, t.len, key.at, key.len);
	size_t end = 0;

	if (!at)
		return text_upto(t, 0);
	t = scan_skip_blanks(text_from(t, (size_t)(at - t.at) + key.len));
	while (end < t.len && t.at[end] != ',' && !scan_is_blank(t.at[end]))
		end++;
	return text_upto(t, end);
}

/*
 * Parse the description of perf 6.1: "name = cpu-clock, , id = { 488, 489 }, type = 1, size = 128,
 * { sample_period, sample_freq } = 997, sample_type = ..., freq = 1, ..."; or of perf 3.13: "name =
 * cycles, type = 0, config = 0x0, config1 = 0x0, ...".
 */
static void note_event(struct builder *b, struct text value)
{
	struct text rate = header_value(value, TEXT("sample_freq } = "));
	bool frequency = text_equal(header_value(value, TEXT(" freq = ")), TEXT("1"));
	const char *end;

	if (!text_starts(value, TEXT("name = ")))
		return;
	value = text_from(value, 7);
	end = memmem(value.at, value.len, ", ", 2);
	builder_note(b, TEXT("event"),
		     end ? text_upto(value, (size_t)(end - value.at)) : value);
	if (scan_all_digits(rate))
		builder_note(b, frequency ? TEXT("frequency") : TEXT("period"), rate);
}

/*
 * Get the frequency from "perf record -F 99 -a", "-F99" or "--freq=99": old headers have no other
 * record of it.
 */
static void note_frequency(struct builder *b, struct text command)
{
	static const char *const options[] = {" -F ", " -F", " --freq=", " --freq "};
	const char *workload = memmem(command.at, command.len, " -- ", 4);

	if (workload) /* the command has its own options */
		command = text_upto(command, (size_t)(workload - command.at));
	for (size_t i = 0; i < sizeof options / sizeof *options; i++) {
		struct text rate = header_value(command, text_of(options[i]));

		if (scan_all_digits(rate)) {
			builder_note(b, TEXT("frequency"), rate);
			return;
		}
	}
}

static bool is_header_rule(struct text line)
{
	return text_starts(line, TEXT("# ===="));
}

static void take_header_line(struct builder *b, struct text line)
{
	struct text t = scan_skip_blanks(text_from(line, 1)), key, value;

	key = scan_until(t, ':');
	if (key.len == t.len)
		return;
	value = text_trim(text_from(t, key.len + 1));
	key = text_trim(key);
	if (text_equal(key, TEXT("event"))) {
		note_event(b, value);
		return;
	}
	for (size_t i = 0; i < sizeof header_keys / sizeof *header_keys; i++)
		if (text_equal(key, text_of(header_keys[i])))
			builder_note(b, key, value);
	if (text_equal(key, TEXT("cmdline")))
		note_frequency(b, value);
}

/* ---- recognizing the format ---- */

#define FRAME_WIDTH 16 /* width of blanks and an address */
#define OTHERS_MOST 50 /* other lines after which the search stops */

/* The number of lines of each kind. */
struct line_counts {
	unsigned timed, untimed, frames, headers, others;
};

static void count_line(struct line_counts *c, struct text line)
{
	struct perf_event_line event;
	struct perf_frame_line frame;
	struct perf_source_line source;
	bool tab = line.at[0] == '\t',
	     is_event = !tab && perf_event_line_parse(line, &event);

	if (line.at[0] == '#')
		c->headers += is_header_rule(line);
	else if (is_event && event.timed)
		c->timed++;
	else if (c->frames && perf_source_line_cut(line, &source) && source.is_certain)
		return;
	/*
	 * without events, frames need a tab or a width: "7f12 5a0 name" is a line of a perf-PID.map
	 */
	else if (perf_frame_line_cut(line, &frame) && frame.rest.len &&
		 (c->untimed || tab ||
		  (scan_is_blank(line.at[0]) &&
		   scan_blanks(line) + frame.ip.len >= FRAME_WIDTH)))
		c->frames++;
	else if (is_event)
		c->untimed++;
	else
		c->others++;
}

/* Stops at a timed event, which is enough evidence. */
static struct line_counts count_lines(struct text head)
{
	struct line_counts c = {0};
	bool ended;

	head = scan_skip_mark(head);
	while (c.timed == 0 && c.others < OTHERS_MOST && head.len) {
		struct text line = scan_line(&head, &ended);

		if (scan_blanks(line) < line.len)
			count_line(&c, line);
	}
	return c;
}

/*
 * JSON and HTML may contain lines that look like ours. But names of commands may begin similarly,
 * "[ET_NET 0]", and so may messages of perf in the same file, "[ perf record: Woken up ...": in
 * these cases the first other line is an event line.
 */
static bool is_markup(struct text head)
{
	struct perf_event_line event;
	struct text line;
	bool ended;

	if (!memchr("{[<", head.at[0], 3))
		return false;
	do {
		if (!head.len)
			return true;
		line = scan_line(&head, &ended);
	} while (scan_blanks(line) == line.len || line.at[0] == '#' ||
		 perf_line_is_message(line));
	return !perf_event_line_parse(line, &event) && !perf_fields_find(head).is_known;
}

static unsigned probe_script(struct text head)
{
	struct line_counts c;

	if (head.len == 0 || is_markup(head) ||
	    memchr(head.at, '\0', head.len < 16 ? head.len : 16))
		return 0;
	c = count_lines(head);
	if (c.timed)
		return 90;
	if (c.untimed && c.frames)
		return 70;
	if (c.headers)
		return 60;
	if (perf_fields_find(head).is_known)
		return 70;
	return c.frames >= 2 && c.frames > c.others ? 40 : 0;
}

/* ---- frames ---- */

#define REMEMBERED_MOST (12u << 20) /* bytes, of each reading thread */
/* bytes of an entry in all tables, not counting its key */
#define ENTRY_COST 36

/* The frames of a line are run[first] ... run[first + count - 1], callers first. */
struct line_frames {
	uint32_t first, count;
	uint32_t alone; /* the stack of these frames only; 0: not known yet */
	bool is_user;	/* in user space, like all its callers */
	/* a string, if only the address gives the mode; otherwise 0 */
	uint32_t name;
	uint32_t called_from; /* the frame as a caller in user space; 0: not known yet */
};

/*
 * Nearly all frame lines repeat the text after their address: it is looked up, and parsed only when
 * it is new. A line may stand for several frames: a chain of inlined calls. The id of its text is
 * its entry, which is valid until begin_tables() is called.
 */
struct perf_frames {
	struct builder *builder;	/* borrowed */
	struct intern *keys;		/* owned: texts of lines */
	struct line_frames *entries;	/* owned */
	uint32_t *run;			/* owned: frames */
	char *key;			/* owned: room for one text */
	struct frame_line_cache *lines; /* owned */
	struct stack_cache *stacks;	/* owned */
	size_t entries_room, run_room, key_room, run_count;
	uint32_t known; /* entries that are filled in */
	uint64_t bytes; /* of `keys` */
	bool addresses; /* name unknown functions by their address too */
};

static bool begin_tables(struct perf_frames *f, struct error *err)
{
	intern_free(f->keys);
	f->keys = intern_new(err);
	f->run_count = 0;
	f->bytes = 0;
	f->known = 1; /* the empty text: no frame */
	frame_line_cache_forget(f->lines);
	return f->keys && mem_reserve(&f->entries, &f->entries_room, 1,
				      sizeof *f->entries, "frame lines", err);
}

static bool perf_frames_begin(struct perf_frames *f, struct builder *builder,
			      bool addresses, struct error *err)
{
	f->builder = builder;
	f->addresses = addresses;
	f->lines = frame_line_cache_new(addresses, err);
	f->stacks = f->lines ? stack_cache_new(err) : NULL;
	if (!f->stacks || !begin_tables(f, err))
		return false;
	f->entries[0] = (struct line_frames){0};
	return true;
}

static void perf_frames_release(struct perf_frames *f)
{
	intern_free(f->keys);
	mem_free(f->entries);
	mem_free(f->run);
	mem_free(f->key);
	frame_line_cache_free(f->lines);
	stack_cache_free(f->stacks);
}

/* Join texts in the key buffer; none of them may be in it already. */
static bool join_texts(struct perf_frames *f, const struct text *parts, size_t n,
		       struct text *joined, struct error *err)
{
	size_t len = 0;

	for (size_t i = 0; i < n; i++)
		len += parts[i].len;
	if (!mem_reserve(&f->key, &f->key_room, len + 1, 1, "a name", err))
		return false;
	len = 0;
	for (size_t i = 0; i < n; i++) {
		if (parts[i].len)
			memcpy(f->key + len, parts[i].at, parts[i].len);
		len += parts[i].len;
	}
	*joined = (struct text){f->key, len};
	return true;
}

/* The module and mode of the frames of a line. */
struct line_traits {
	uint32_t module; /* string */
	enum frame_kind kind;
	enum frame_mode mode; /* of a frame without a name */
};

static bool add_frame(struct perf_frames *f, struct text name,
		      const struct line_traits *t, struct error *err)
{
	const struct frame like = {.kind = (uint16_t)t->kind,
				   .mode =
				       t->kind == FRAME_NAMELESS ? (uint16_t)t->mode : 0};
	uint32_t frame = builder_frame_like(f->builder, builder_string(f->builder, name),
					    t->module, &like);

	return APPEND(f->run, f->run_count, f->run_room, "frames", err, frame);
}

/*
 * Name the frame "[libc.so.6]", "[libc.so.6 <7f12>]" (with addresses), "[kernel.kallsyms]" or
 * "0x7f12".
 */
static bool add_nameless(struct perf_frames *f, struct perf_frame_line line,
			 const struct perf_symbol *s, const struct line_traits *t,
			 struct text *name, struct error *err)
{
	struct text base = text_basename(s->module);
	bool bare = (base.len == 0 || s->kind == FRAME_INLINED) &&
		    !text_starts(line.rest, TEXT("[unknown]"));
	bool ok;

	if (base.len > 1 && base.at[0] == '[' && base.at[base.len - 1] == ']')
		base = text_upto(text_from(base, 1), base.len - 2);
	if (base.len == 0)
		base = TEXT("unknown");
	if (bare)
		ok = join_texts(f, (struct text[]){TEXT("0x"), line.ip}, 2, name, err);
	else if (f->addresses)
		ok = join_texts(
		    f, (struct text[]){TEXT("["), base, TEXT(" <"), line.ip, TEXT(">]")},
		    5, name, err);
	else
		ok = join_texts(f, (struct text[]){TEXT("["), base, TEXT("]")}, 3, name,
				err);
	return ok && add_frame(f, *name, t, err);
}

/* If a line shows no module, its address determines whether it belongs to the kernel. */
static bool shows_module(struct text rest)
{
	return rest.len && rest.at[rest.len - 1] == ')' &&
	       !text_ends(rest, TEXT("([unknown])"));
}

/*
 * Does the module determine the mode? "ftrace_trampoline" may belong to the kernel or a program:
 * then the address decides.
 */
static bool tells_mode(struct text module)
{
	return frame_mode_of_module(module) != FRAME_MODE_UNKNOWN;
}

static struct line_traits traits_of(struct perf_frames *f, struct perf_frame_line line,
				    const struct perf_symbol *s)
{
	struct line_traits t = {.kind = s->kind};
	uint64_t address;

	if (s->module.len)
		t.module = builder_string(f->builder, s->module);
	if (!shows_module(line.rest) && number_hex(line.ip, &address))
		t.mode = frame_mode_of_address(address);
	else if (perf_module_kind(s->module, true) == FRAME_KERNEL ||
		 (!tells_mode(s->module) && number_hex(line.ip, &address) &&
		  frame_mode_of_address(address) == FRAME_MODE_KERNEL))
		t.mode = FRAME_MODE_KERNEL;
	else
		t.mode = FRAME_MODE_USER;
	if (t.kind == FRAME_USER && t.mode == FRAME_MODE_KERNEL)
		t.kind = FRAME_KERNEL;
	return t;
}

/* Parse a line with a new key. */
static bool parse_frames(struct perf_frames *f, struct perf_frame_line line,
			 struct line_frames *e, struct error *err)
{
	struct perf_symbol s = perf_symbol_parse(line.rest);
	struct line_traits t = traits_of(f, line, &s);
	struct text name, nameless = TEXT("");

	*e = (struct line_frames){.first = (uint32_t)f->run_count};
	if (f->run_count > UINT32_MAX / 2)
		return error_set(err, ERROR_LIMIT, "too many different frame lines");
	if (s.names.len == 0 && !add_nameless(f, line, &s, &t, &nameless, err))
		return false;
	for (; perf_symbol_next(&s.names, &name); t.kind = FRAME_INLINED)
		if (!add_frame(f, name, &t, err))
			return false;
	e->count = (uint32_t)f->run_count - e->first;
	e->is_user = t.mode == FRAME_MODE_USER && s.kind != FRAME_INLINED;
	if (s.names.len == 0 && !shows_module(line.rest))
		e->name = builder_string(f->builder, nameless);
	return true;
}

static enum line_address address_tells(const struct perf_frames *f, struct text rest)
{
	if (rest.len == 0 || text_equal(rest, TEXT("([unknown])")) ||
	    text_equal(rest, TEXT("(inlined)")))
		return LINE_ADDRESS_NAME;
	/* the module's name follows its last "/" */
	if (rest.at[0] == '(' && (text_ends(rest, TEXT("/)")) || rest.len == 2))
		return LINE_ADDRESS_NAME;
	if (f->addresses && (rest.at[0] == '(' || text_starts(rest, TEXT("[unknown]"))))
		return LINE_ADDRESS_NAME;
	return shows_module(rest) && tells_mode(perf_symbol_parse(rest).module)
		   ? LINE_ADDRESS_NOTHING
		   : LINE_ADDRESS_MODE;
}

/*
 * Split a plain "foo+0x1f (/lib/a.so)" into `name` without the offset, and `module` with the
 * parentheses. Joined by a blank, they mean the same as the whole.
 */
static bool has_offset(struct text rest, struct text *name, struct text *module)
{
	const char *open = rest.len ? memrchr(rest.at, '(', rest.len) : NULL;
	size_t at = open ? (size_t)(open - rest.at) : 0;

	if (at < 2 || rest.at[at - 1] != ' ' ||
	    memchr(open, ')', rest.len - at) != rest.at + rest.len - 1)
		return false;
	*module = text_from(rest, at);
	*name = perf_symbol_without_offset(text_upto(rest, at - 1));
	return name->len < at - 1 && name->len &&
	       !scan_is_blank(name->at[name->len - 1]) &&
	       perf_symbol_without_offset(*name).len == name->len;
}

/*
 * The key that identifies the frames of a line. A line contains no line end, so "\n" can separate
 * parts.
 */
static bool make_key(struct perf_frames *f, struct perf_frame_line line, struct text *key,
		     struct error *err)
{
	/* one address stands for all of the same mode */
	static const struct text like[FRAME_MODES] = {
	    [FRAME_MODE_UNKNOWN] = {"0", 1},
	    [FRAME_MODE_USER] = {"1", 1},
	    [FRAME_MODE_KERNEL] = {"ffffffffffffffff", 16}};
	enum line_address tells = address_tells(f, line.rest);
	struct text name, module;
	uint64_t address = 0;

	*key = line.rest;
	if (tells != LINE_ADDRESS_NOTHING) {
		struct text parts[] = {line.ip, TEXT("\n"), line.rest};

		number_hex(line.ip, &address);
		if (tells == LINE_ADDRESS_MODE)
			parts[0] = like[frame_mode_of_address(address)];
		return join_texts(f, parts, 3, key, err);
	}
	if (has_offset(line.rest, &name, &module)) {
		struct text parts[] = {name, TEXT(" "), module};

		return join_texts(f, parts, 3, key, err);
	}
	return true;
}

/* The entry of a line. */
static bool perf_frames_find(struct perf_frames *f, struct perf_frame_line line,
			     uint32_t *entry, struct error *err)
{
	struct text key;

	if (!make_key(f, line, &key, err) || !intern_put(f->keys, key, entry, err))
		return false;
	if (*entry < f->known)
		return true;
	f->bytes += key.len + ENTRY_COST;
	if (!mem_reserve(&f->entries, &f->entries_room, (size_t)*entry + 1,
			 sizeof *f->entries, "frame lines", err) ||
	    !parse_frames(f, line, &f->entries[*entry], err))
		return false;
	f->known = *entry + 1;
	return true;
}

/*
 * Write inlined functions as perf prints them without source lines, and functions with source lines
 * as perf report prints them: "work::Engine::operator() (inlined)", "work a.c:12 (/usr/bin/a)".
 */
static struct perf_frame_line make_told_line(const struct perf_symbol *s, struct text ip,
					     struct text source, bool inlined, char *to)
{
	struct text module = inlined ? TEXT("inlined") : s->module;
	const struct text parts[] = {ip,
				     s->names,
				     source.len ? TEXT(" ") : TEXT(""),
				     source,
				     module.len ? TEXT(" (") : TEXT(""),
				     module,
				     module.len ? TEXT(")") : TEXT("")};
	size_t len = 0;

	for (size_t i = 0; i < sizeof parts / sizeof *parts; i++) {
		if (parts[i].len)
			memcpy(to + len, parts[i].at, parts[i].len);
		len += parts[i].len;
	}
	return (struct perf_frame_line){
	    {to, ip.len}, text_trim((struct text){to + ip.len, len - ip.len})};
}

/*
 * The entry of the same frame when a later line shows that it is inlined, or gives its source line,
 * such as "a.c:12", which is added to its name. `source` is empty if unknown, and must not be the
 * entry's own text.
 */
static bool perf_frames_find_told(struct perf_frames *f, uint32_t entry,
				  struct text source, bool inlined, uint32_t *told,
				  struct error *err)
{
	struct text key = intern_get(f->keys, entry), ip = scan_until(key, '\n');
	struct perf_frame_line line = {{key.at, 0}, key};
	struct perf_symbol s;
	char *copy; /* the entry's text may move, and the key buffer is in use */
	bool ok;

	if (ip.len < key.len) {
		line.ip = ip;
		line.rest = text_from(key, ip.len + 1);
	}
	s = perf_symbol_parse(line.rest);
	*told = entry;
	if (s.names.len == 0) /* no function to distinguish by source line */
		source.len = 0;
	inlined = inlined && s.kind != FRAME_INLINED;
	if (!inlined && !source.len)
		return true;
	if (s.names.len == 0 && text_starts(line.rest, TEXT("[unknown]")))
		s.names = TEXT("[unknown]");
	copy = mem_array(line.ip.len + line.rest.len + source.len + 16, 1, "a name", err);
	if (!copy)
		return false;
	line = make_told_line(&s, line.ip, source, inlined, copy);
	ok = perf_frames_find(f, line, told, err);
	mem_free(copy);
	return ok;
}

/*
 * Frame `i` of an entry. The caller of a function in user space is in user space too, even if
 * its address is not: without frame pointers, chains contain arbitrary numbers instead of callers.
 */
static uint32_t frame_at(struct perf_frames *f, uint32_t entry, uint32_t i,
			 bool is_caller)
{
	struct line_frames *e = &f->entries[entry];

	if (!is_caller || !e->name || e->is_user)
		return f->run[e->first + i];
	if (!e->called_from)
		e->called_from =
		    builder_nameless(f->builder, e->name, 0, FRAME_MODE_USER);
	return e->called_from;
}

static uint32_t push_frames(struct perf_frames *f, uint32_t entry, bool is_caller,
			    uint32_t stack)
{
	for (uint32_t i = 0; i < f->entries[entry].count; i++)
		stack =
		    builder_stack(f->builder, stack, frame_at(f, entry, i, is_caller));
	return stack;
}

/* Write the frames of all entries, callers first; 0: there are too many, or none. */
static uint32_t write_path(struct perf_frames *f, const uint32_t *entries, size_t n,
			   size_t caller, uint32_t *path)
{
	uint32_t count = 0;

	while (n--)
		for (uint32_t i = 0; i < f->entries[entries[n]].count; i++)
			if (!APPEND_WITHIN(path, count, STACK_CACHE_LONGEST,
					   frame_at(f, entries[n], i, n >= caller)))
				return 0;
	return count;
}

/*
 * The stack of a sample's `n` entries, leaf first, in the builder. Most stacks have occurred
 * before, and cost one look-up instead of one for each frame.
 */
static uint32_t perf_frames_stack(struct perf_frames *f, const uint32_t *entries,
				  size_t n)
{
	uint32_t count, stack = 0;
	size_t caller =
	    0; /* the first entry with a callee in user space, as have all after it */

	if (n == 1) { /* frequent in programs without frame pointers */
		struct line_frames *e = &f->entries[entries[0]];

		if (!e->alone)
			e->alone = push_frames(f, entries[0], false, 0);
		return e->alone;
	}
	while (caller < n && !f->entries[entries[caller]].is_user)
		caller++;
	caller++;
	count = write_path(f, entries, n, caller, stack_cache_path(f->stacks));
	if (count && stack_cache_find(f->stacks, count, &stack))
		return stack;
	while (n--)
		stack = push_frames(f, entries[n], n >= caller, stack);
	if (count)
		stack_cache_put(f->stacks, count, stack);
	return stack;
}

/* ---- the parser ---- */

/*
 * Facts from the beginning of the file. Lines that a parser has read itself must not be used: they
 * depend on the blocks that it was given.
 */
struct script_traits {
	bool no_events;	  /* -F ip,sym: frames without event lines */
	bool has_modules; /* frame lines end in a module: "(...)" */
	bool has_chains;  /* frames are on the lines below the event line */
	struct perf_fields fields;
	atomic_uint_fast64_t *lines; /* borrowed: number of frames with a source line */
};

/* The parser of one thread: its current block and sample, and the frames of all its blocks. */
struct perf_script {
	const struct reading *reading;	    /* borrowed */
	const struct script_traits *traits; /* borrowed */
	struct lines *lines;		    /* borrowed */
	struct perf_frames frames;
	struct event_line_cache *known; /* owned */
	uint32_t *entries; /* owned: entries of the sample's frame lines, leaf first */
	size_t entries_room, depth;
	size_t frames_deep; /* number of frames: a line may stand for several */
	struct sample sample;
	bool open;	/* `sample` has begun */
	bool in_header; /* between the rules of a "# ====" block */
	bool in_record; /* the last line was a PERF_RECORD, which may continue */
	bool on_line;	/* the sample's only frame was on its event line */
	/* the last sample was counted as a loss, together with its frames */
	bool dropped;
	bool left_out;	  /* the last frame was too deep */
	bool has_line;	  /* the source line of the last frame has been read */
	bool has_tail;	  /* registers, branches or instructions have ended the chain */
	bool chains_only; /* no event line so far */
	bool has_field;	  /* some sample had the requested field */
	struct idmap others; /* tids that have been given a CPU or woken */
};

static void count_script_loss(struct perf_script *s, enum loss_reason why)
{
	losses_count(s->reading->losses, why, s->lines->number);
}

/* ---- samples ---- */

static void end_sample(struct perf_script *s)
{
	if (!s->open)
		return;
	s->sample.stack = perf_frames_stack(&s->frames, s->entries, s->depth);
	builder_add_sample(s->reading->builder, &s->sample);
	s->open = false;
}

/* Add the frames of a line. */
static bool add_entry(struct perf_script *s, uint32_t entry, struct error *err)
{
	uint32_t more = s->frames.entries[entry].count;

	if (s->on_line) { /* the text on the event line was not a frame */
		s->on_line = false;
		s->depth = s->frames_deep = 0;
	}
	s->has_line = false;
	s->left_out = more > STACK_DEEPEST - s->frames_deep;
	if (s->left_out) {
		losses_add(s->reading->losses, LOSS_DEEP, more, s->lines->number);
		return true;
	}
	s->frames_deep += more;
	return APPEND(s->entries, s->depth, s->entries_room, "frames of a stack", err,
		      entry);
}

static bool open_sample(struct perf_script *s, const struct sample *sample,
			struct error *err)
{
	if (s->frames.bytes >= REMEMBERED_MOST && !begin_tables(&s->frames, err))
		return false;
	s->sample = *sample;
	s->open = true;
	s->on_line = s->has_tail = false;
	s->depth = s->frames_deep = 0;
	return true;
}

/* ---- the scheduler ---- */

static bool take_sched(struct perf_script *s, const struct perf_event_line *e,
		       struct sample *sample, struct error *err)
{
	static const struct sched seen = {.kind = SCHED_SEEN};
	struct builder *b = s->reading->builder;
	enum sched_kind kind = sched_event_kind(e->event);
	struct sched request;
	struct sched_text t;
	uint32_t at;

	if (kind == SCHED_NONE) {
		if (!request_text_parse(e->event, e->rest, &request)) {
			count_script_loss(s, LOSS_REQUEST);
			request = seen;
		}
		if (request.kind == SCHED_NONE)
			return true;
		request.sampled = e->period != 1;
		sample->sched = sched_pack(&request);
		return true;
	}
	if (!sched_text_parse(kind, e->rest, &t)) {
		count_script_loss(s, LOSS_SWITCH);
		sample->sched = sched_pack(&seen);
		return true;
	}
	if (t.sched.kind ==
	    SCHED_NONE) /* a wake-up without effect is not a sample of a clock either */
		t.sched = seen;
	if (kind == SCHED_SWITCH && e->tid == PROFILE_NO_ID)
		sample->thread = builder_thread(b, e->comm, e->pid, t.leaves);
	else
		t.sched.foreign = kind == SCHED_SWITCH && e->tid != t.leaves;
	t.sched.sampled = e->period != 1;
	sample->sched = sched_pack(&t.sched);
	/* the name of the thread that gets a CPU or is woken */
	if (t.sched.other == 0 || idmap_get(&s->others, (uint32_t)t.sched.other, &at))
		return true;
	if (!idmap_put(&s->others, (uint32_t)t.sched.other, 0, &at, err))
		return false;
	sched_event_know(b, sample,
			 builder_thread(b, t.comm, PROFILE_NO_ID, t.sched.other));
	return true;
}

/*
 * perf record --off-cpu: a wait becomes a span that begins when the thread stopped; without a
 * period its length is unknown. A sum has no time, and is used only when waits are requested.
 * False: the sample is left out.
 */
static bool take_off_cpu(struct perf_script *s, const struct perf_event_line *e,
			 struct sample *sample)
{
	struct sched sched = {.kind = SCHED_WAITED};
	bool wanted = s->reading->options->switches;

	sample->event = builder_span_event(s->reading->builder, e->event);
	if (e->timed && e->time < SCHED_NO_TIME) {
		if (e->period > e->time || e->period <= 1)
			return true;
		sample->time -= e->period;
		sample->duration = e->period;
	} else {
		if (!wanted)
			count_script_loss(s, ASIDE_OFF_CPU);
		sched.kind = SCHED_SUM;
		sample->time = 0;
		sample->timed = false;
	}
	sample->sched = wanted ? sched_pack(&sched) : 0;
	return wanted || sample->timed;
}

/* Use the requested field as the weight. */
static void set_weight(struct perf_script *s, const struct perf_event_line *e,
		       struct sample *sample)
{
	struct field_names *fields = s->reading->fields;
	bool negative;

	if (!field_text_value(e->event, e->rest, fields->wanted, &sample->weight,
			      &negative)) {
		count_script_loss(s, ASIDE_FIELD);
		field_text_names(e->event, e->rest, fields);
		return;
	}
	if (negative)
		count_script_loss(s, LOSS_NEGATIVE);
	if (!s->has_field)
		field_names_found(fields);
	s->has_field = true;
}

static bool begin_sample(struct perf_script *s, struct text line,
			 const struct perf_event_line *e, struct error *err)
{
	struct builder *b = s->reading->builder;
	struct text event = e->event.len ? e->event : TEXT("samples"), unit = TEXT("");
	struct perf_frame_line frame;
	uint32_t entry;
	struct sample sample;

	s->dropped = e->too_large;
	if (s->dropped) {
		count_script_loss(s, LOSS_NUMBER);
		return true;
	}
	sample = (struct sample){.time = e->time,
				 .weight = e->period,
				 .thread = builder_thread(b, e->comm, e->pid, e->tid),
				 .cpu = e->cpu,
				 .timed = e->timed};
	if (sched_event_is_off_cpu(e->event)) {
		s->dropped = !take_off_cpu(s, e, &sample);
		if (s->dropped)
			return true;
	} else {
		/* "cpu-clock:u" counts nanoseconds, like "task-clock" */
		if (s->reading->fields)
			unit = s->reading->fields->wanted;
		else if (text_starts(event, TEXT("cpu-clock")) ||
			 text_starts(event, TEXT("task-clock")))
			unit = TEXT("ns");
		sample.event = builder_event(b, event, unit);
		if (s->reading->fields)
			set_weight(s, e, &sample);
		if (s->reading->options->switches && !take_sched(s, e, &sample, err))
			return false;
		/* scheduler events and fields are parsed each time */
		if (!s->traits->fields.is_known && !s->reading->fields && !sample.sched)
			event_line_cache_put(s->known, line, e, &sample);
	}
	if (!open_sample(s, &sample, err))
		return false;
	if (e->rest.len == 0 ||
	    !perf_event_line_frame(line, e->rest, s->traits->has_chains, &frame))
		return true;
	if (!perf_frames_find(&s->frames, frame, &entry, err) ||
	    !add_entry(s, entry, err))
		return false;
	s->on_line = true;
	return true;
}

/* ---- lines that belong to no sample ---- */

/* Take records such as "PERF_RECORD_LOST lost 12" or "PERF_RECORD_LOST_SAMPLES lost 3". */
static void take_record(struct perf_script *s, struct text record)
{
	uint64_t n;

	s->in_record = true;
	if (text_starts(record, TEXT("PERF_RECORD_LOST"))) {
		struct text rest = record, word = scan_last_word(&rest);

		if (number_u64(word, &n))
			losses_add(s->reading->losses, LOSS_EVENTS_LOST, n,
				   s->lines->number);
	}
	count_script_loss(s, text_starts(record, TEXT("PERF_RECORD_SWITCH"))
				 ? ASIDE_SWITCH
				 : ASIDE_RECORD);
}

/*
 * Only the first source line below a frame counts; without --lines it only shows whether the frame
 * is inlined.
 */
static bool take_source_line(struct perf_script *s, const struct perf_source_line *source,
			     struct error *err)
{
	bool beside = s->dropped || s->left_out || s->has_line;
	bool wanted = s->reading->options->lines && !beside;
	struct text place = wanted ? source->place : TEXT("");
	uint32_t *last;

	if (place.len)
		atomic_fetch_add_explicit(s->traits->lines, 1, memory_order_relaxed);
	else
		count_script_loss(s, ASIDE_SOURCE_LINE);
	if (beside)
		return true;
	s->has_line = true;
	last = &s->entries[s->depth - 1];
	return perf_frames_find_told(&s->frames, *last, place, source->inlined, last,
				     err);
}

static void take_other(struct perf_script *s, struct text line)
{
	struct text t = text_trim(line);

	if (text_starts(t, TEXT("PERF_RECORD_")))
		take_record(s, t);
	else if (text_starts(t, TEXT("instruction trace error")))
		count_script_loss(s, LOSS_TRACE_ERROR);
	else if (perf_line_is_message(t))
		count_script_loss(s, ASIDE_MESSAGE);
	else if (perf_line_is_source_code(line))
		count_script_loss(s, ASIDE_SOURCE_LINE);
	else if (s->open && perf_line_is_registers(t)) {
		s->has_tail |= s->depth && perf_line_without_tail(t).len < t.len;
		count_script_loss(s, ASIDE_REGISTERS);
	} else
		count_script_loss(s, s->lines->complete ? LOSS_LINE : LOSS_SAMPLE_CUT);
}

/* ---- one line ---- */

static bool take_frame(struct perf_script *s, struct text line,
		       struct perf_frame_line frame, struct error *err)
{
	static const struct perf_event_line nameless = {.comm = {"", 0},
							.pid = PROFILE_NO_ID,
							.tid = PROFILE_NO_ID,
							.cpu = PROFILE_NO_CPU,
							.period = 1};
	uint32_t entry;
	bool whole = s->lines->complete || !s->traits->has_modules ||
		     (frame.rest.len && frame.rest.at[frame.rest.len - 1] == ')');

	if (s->dropped)
		return true;
	if (!whole) { /* a truncated name would be another function */
		count_script_loss(s, LOSS_SAMPLE_CUT);
		return true;
	}
	/* -F ip,sym: each chain is a sample without further data */
	if (!s->open && s->chains_only && !begin_sample(s, TEXT(""), &nameless, err))
		return false;
	if (!s->open) {
		count_script_loss(s, LOSS_FRAME_OUTSIDE);
		return true;
	}
	if (!perf_frames_find(&s->frames, frame, &entry, err) ||
	    !add_entry(s, entry, err))
		return false;
	frame_line_cache_put(s->frames.lines, line, address_tells(&s->frames, frame.rest),
			     entry);
	return true;
}

static bool take_event(struct perf_script *s, struct text line,
		       const struct perf_event_line *event, struct error *err)
{
	struct builder *b = s->reading->builder;
	const struct sample like = {
	    .time = event->time, .cpu = event->cpu, .timed = event->timed};
	struct sched sched;

	/* -F +metric: "sh 12 1.5: \tmetric:    0.13  insn per cycle" */
	if (!event->has_period && text_equal(event->event, TEXT("metric"))) {
		count_script_loss(s, ASIDE_REGISTERS);
		return true;
	}
	end_sample(s);
	s->in_record = s->chains_only = s->dropped = false;
	if (event->record.len) {
		if (s->reading->options->switches && !event->too_large &&
		    sched_text_record(event->record, &sched))
			sched_event_add(
			    b, &like,
			    builder_thread(b, event->comm, event->pid, event->tid),
			    &sched);
		take_record(s, event->record);
		return true;
	}
	/* truncated, unless it is the whole file */
	if (!s->lines->complete && event->event.len == 0 &&
	    (s->lines->number > 1 || s->lines->block > 0)) {
		count_script_loss(s, LOSS_SAMPLE_CUT);
		return true;
	}
	return begin_sample(s, line, event, err);
}

/*
 * In a file with other fields, a line between two chains is the event line of the next chain. An
 * empty line ends a chain, or lines such as registers.
 */
static bool has_these_fields(const struct perf_script *s, struct text line,
			     struct perf_event_line *event)
{
	const struct perf_fields *l = &s->traits->fields;

	return l->is_known && line.at[0] != '\t' &&
	       (l->stack != PERF_STACK_CHAINS || !s->open || s->depth == 0 ||
		s->has_tail) &&
	       perf_fields_parse(l, line, event);
}

static bool take_text(struct perf_script *s, struct text line, struct error *err)
{
	struct perf_event_line event;
	struct perf_source_line source;
	struct perf_line l;

	if (has_these_fields(s, line, &event))
		return take_event(s, line, &event, err);
	l = perf_line_look(line);
	if (l.tab && s->in_record) {
		count_script_loss(s, ASIDE_RECORD);
		return true;
	}
	if (l.is_frame && perf_line_is_instruction(line, l.frame)) {
		count_script_loss(s, s->open || s->dropped ? ASIDE_REGISTERS : LOSS_LINE);
		return true;
	}
	if (l.tab && l.is_frame)
		return take_frame(s, line, l.frame, err);
	s->in_record = false;
	if (l.is_event)
		return take_event(s, line, &l.event, err);
	/* what looks like a frame, " a b.c:13", is one unless it ends with a line number */
	if (((s->open && s->depth) || s->dropped) &&
	    perf_source_line_cut(line, &source) && (!l.is_frame || source.is_certain))
		return take_source_line(s, &source, err);
	if (l.is_frame)
		return take_frame(s, line, l.frame, err);
	take_other(s, line);
	return true;
}

static bool take_comment(struct perf_script *s, struct text line, struct error *err)
{
	struct perf_event_line event;

	if (is_header_rule(line)) {
		s->in_header = !s->in_header;
		return true;
	}
	/* a command may be called "#x" */
	if (!s->in_header && perf_event_line_parse(line, &event) && event.timed)
		return take_text(s, line, err);
	take_header_line(s->reading->builder, line);
	return true;
}

/* Some tools print an empty line between an event line and its frames. */
static void take_empty(struct perf_script *s)
{
	if (s->depth || s->dropped)
		end_sample(s);
	s->in_record = false;
}

static bool take_line(struct perf_script *s, struct text line, struct error *err)
{
	struct perf_event_line event;

	if (s->lines->cut)
		count_script_loss(s, LOSS_LONG_LINE);
	if (line.len == 0) {
		take_empty(s);
		return true;
	}
	if (line.at[0] == '#')
		return take_comment(s, line, err);
	s->in_header = false;
	/* empty, or the event line of a command without a name and without further fields */
	if (scan_blanks(line) == line.len &&
	    ((s->open && !s->has_tail) || !has_these_fields(s, line, &event)))
		return true;
	return take_text(s, line, err);
}

/* Take a frame line that is in the cache, or the empty line at the end of a sample. */
static bool take_known_frame(struct perf_script *s, bool *taken, struct error *err)
{
	struct text ahead = lines_ahead(s->lines);
	uint32_t entry;
	size_t len;

	*taken = ahead.len && ahead.at[0] == '\n';
	if (*taken) {
		lines_pass(s->lines, 0);
		take_empty(s);
		return true;
	}
	entry = frame_line_cache_find(s->frames.lines, ahead, &len);
	*taken = entry != 0;
	if (!entry)
		return true;
	lines_pass(s->lines, len);
	s->in_header = false;
	return add_entry(s, entry, err);
}

/* The fast path: nearly all lines are in a cache. */
static bool take_known(struct perf_script *s, struct error *err)
{
	struct sample sample;
	bool taken;
	size_t len;

	for (;;) {
		for (taken = true; taken && s->open && !s->in_record;)
			if (!take_known_frame(s, &taken, err))
				return false;
		if (!event_line_cache_find(s->known, lines_ahead(s->lines), &len,
					   &sample))
			return true;
		lines_pass(s->lines, len);
		s->in_header = false;
		end_sample(s);
		s->in_record = s->chains_only = s->dropped = false;
		if (!open_sample(s, &sample, err))
			return false;
	}
}

static bool parse_block(void *state, struct lines *block, struct error *err)
{
	struct perf_script *s = state;
	struct text line;

	s->lines = block;
	s->open = s->dropped = s->in_header = s->in_record = false;
	s->chains_only = block->block == 0 && s->traits->no_events;
	while (lines_next(block, &line, err))
		if (!take_line(s, line, err) || !take_known(s, err))
			return false;
	end_sample(s);
	return err->kind == ERROR_NONE;
}

static void script_close(void *state)
{
	struct perf_script *s = state;

	event_line_cache_free(s->known);
	perf_frames_release(&s->frames);
	mem_free(s->entries);
	idmap_release(&s->others);
	mem_free(s);
}

static void *script_open(const struct reading *part, const void *traits,
			 struct error *err)
{
	struct perf_script *s = mem_array(1, sizeof *s, "a parser", err);

	if (!s)
		return NULL;
	s->reading = part;
	s->traits = traits;
	s->known = event_line_cache_new(err);
	if (s->known &&
	    perf_frames_begin(&s->frames, part->builder, part->options->addresses, err))
		return s;
	script_close(s);
	return NULL;
}

/*
 * For known fields. No line alone shows whether it begins a sample, so one thread reads the file.
 */
static bool begins_nowhere(struct text line)
{
	(void)line;
	return false;
}

static bool read_profile(struct reading *r, struct error *err)
{
	atomic_uint_fast64_t lines = 0;
	struct script_traits traits = {.lines = &lines};
	struct parser parser = {perf_line_begins, script_open, parse_block, script_close,
				&traits};
	uint64_t samples;
	struct text head;

	if (!source_head(r->source, &head, err))
		return false;
	traits.fields = perf_fields_find(head);
	traits.has_chains = text_has(head, TEXT("\n\t "));
	if (traits.fields.is_known) {
		parser.begins = begins_nowhere;
	} else { /* if no line is an event line, there are only chains: -F ip,sym */
		struct line_counts c = count_lines(head);

		traits.no_events = !c.timed && !c.untimed;
	}
	traits.has_modules = text_has(head, TEXT(")\n")) || text_has(head, TEXT(")\r\n"));
	if (!parallel_parse(r, &parser, err))
		return false;
	if (r->options->lines)
		reading_tell_found(r, READING_LINES, lines, "frames",
				   "none: perf script -F +srcline prints them for "
				   "programs built with -g");
	samples = builder_sample_count(r->builder);
	if (samples > 10 && builder_backwards(r->builder) * 3 > samples)
		builder_note(
		    r->builder, TEXT("warning"),
		    TEXT("many times run backwards: was this printed with --deltatime? "
			 "Then times are differences, and the heat map is meaningless"));
	return true;
}

const struct format perf_script_format = {
    .name = "perf-script",
    .help = "text output of perf script: perf record -F 99 -a -g; perf "
	    "script --header > FILE",
    .probe = probe_script,
    .read = read_profile,
    .advice = "try: perf script --header -i perf.data > FILE",
};
