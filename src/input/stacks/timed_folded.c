#include "input/formats.h"

#include <inttypes.h>
#include <stdatomic.h>
#include <stdint.h>

#include "base/append.h"
#include "base/error.h"
#include "base/fill.h"
#include "base/intern.h"
#include "base/mem.h"
#include "base/number.h"
#include "base/text.h"
#include "input/parallel_parse.h"
#include "input/scan.h"
#include "input/stacks/folded_line.h"

/* ---- a cache of texts and their ids in the builder ---- */

#define BYTES_MOST (16u << 20) /* bytes of texts in the cache of a thread */

/* The cache is emptied when it is full, so that its memory is bounded. */
struct text_cache {
	struct intern *texts; /* owned */
	uint32_t *meanings;   /* owned: by text */
	size_t room;
};

/*
 * Find the meaning of a text; borrowed until the next call. For a new text it is 0, and the caller
 * sets it.
 */
static bool text_cache_find(struct text_cache *k, struct text t, uint32_t **meaning,
			    struct error *err)
{
	uint32_t count, id;

	if (intern_used(k->texts) > BYTES_MOST) {
		struct intern *fresh = intern_new(err);

		if (!fresh)
			return false;
		intern_free(k->texts);
		k->texts = fresh;
		if (k->meanings)
			k->meanings[0] = 0; /* the id of the empty text is known */
	}
	count = k->meanings ? intern_count(k->texts) : 0;
	if (!intern_put(k->texts, t, &id, err))
		return false;
	while (count < intern_count(k->texts))
		if (!APPEND(k->meanings, count, k->room, "known texts", err, 0))
			return false;
	*meaning = &k->meanings[id];
	return true;
}

/* ---- the parts of a line ---- */

/* The optional first line of a file is this and the version. */
#define TIMED_MAGIC   TEXT("# flarescope timed-folded ")
#define TIMED_VERSION TEXT("1")

/* The parts of a line; borrows from it, with its escapes. */
struct timed_line {
	uint64_t time; /* ns */
	int32_t pid, tid;
	uint16_t cpu;
	struct text comm; /* `at` is NULL: the stack begins with it */
	struct text event, unit;
	bool span;	   /* a range of time; otherwise a point in time */
	uint64_t duration; /* ns, of a span */
	/* the line has a weight; otherwise it is 1, or the duration */
	bool weighed;
	uint64_t weight;   /* of each sample */
	struct text stack; /* `at` is NULL: neither frames nor a process name */
	uint64_t count;	   /* samples */
	bool fraction;	   /* the count was rounded */
};

/* ---- the time ---- */

/* Nanoseconds of "ms" and other units; 0: not a unit. */
static uint64_t unit_of(struct text suffix)
{
	static const struct {
		struct text suffix;
		uint64_t ns;
	} units[] = {
	    {{"", 0}, NS_PER_SECOND}, {{"s", 1}, NS_PER_SECOND},
	    {{"ms", 2}, 1000000},     {{"us", 2}, 1000},
	    {{"ns", 2}, 1},
	};

	for (size_t i = 0; i < sizeof units / sizeof *units; i++)
		if (text_equal(suffix, units[i].suffix))
			return units[i].ns;
	return 0;
}

/* Read "1700000000.25", "181012024ms" or "3.5us". Fractions of a nanosecond are dropped. */
static enum folded_kind read_time(struct text t, uint64_t *ns)
{
	size_t digits = scan_digits(t);
	struct text rest = text_from(t, digits), part = TEXT("");
	uint64_t unit, whole, below = 0;

	if (rest.len && rest.at[0] == '.') {
		rest = text_from(rest, 1);
		part = text_upto(rest, scan_digits(rest));
		rest = text_from(rest, part.len);
	}
	unit = unit_of(rest);
	if (digits == 0 || unit == 0)
		return FOLDED_OTHER;
	if (!number_u64(text_upto(t, digits), &whole) ||
	    __builtin_mul_overflow(whole, unit, ns))
		return FOLDED_LARGE;
	for (size_t i = 0; i < part.len && (unit /= 10) > 0; i++)
		below += unit * (uint64_t)(part.at[i] - '0');
	return __builtin_add_overflow(*ns, below, ns) ? FOLDED_LARGE : FOLDED_STACK;
}

/* ---- fields ---- */

/* A number with a limit. */
static enum folded_kind read_id(struct text value, uint64_t most, uint64_t *id)
{
	if (!scan_all_digits(value))
		return FOLDED_OTHER;
	return number_u64(value, id) && *id <= most ? FOLDED_STACK : FOLDED_LARGE;
}

/* Accepts -1, which perf prints for unknown ids. */
static enum folded_kind read_thread(struct text value, int32_t *id)
{
	uint64_t n;
	enum folded_kind kind;

	if (value.len && value.at[0] == '-')
		return number_i32(value, id) ? FOLDED_STACK : FOLDED_OTHER;
	kind = read_id(value, INT32_MAX, &n);
	if (kind == FOLDED_STACK)
		*id = (int32_t)n;
	return kind;
}

/* FOLDED_NOTHING: not a field, so the stack begins here. */
static enum folded_kind read_field(struct text word, struct timed_line *l)
{
	struct text key = scan_until(word, '='), value = text_from(word, key.len + 1);
	enum folded_kind kind;
	uint64_t n;

	if (key.len == word.len)
		return FOLDED_NOTHING;
	if (text_equal(key, TEXT("pid")))
		return read_thread(value, &l->pid);
	if (text_equal(key, TEXT("tid")))
		return read_thread(value, &l->tid);
	if (text_equal(key, TEXT("cpu"))) {
		kind = read_id(value, PROFILE_NO_CPU - 1, &n);
		if (kind == FOLDED_STACK)
			l->cpu = (uint16_t)n;
		return kind;
	}
	if (text_equal(key, TEXT("weight"))) { /* "250000" or "4000000ns" */
		size_t digits = scan_digits(value);

		l->unit = text_from(value, digits);
		l->weighed = true;
		return read_id(text_upto(value, digits), UINT64_MAX, &l->weight);
	}
	if (text_equal(key, TEXT("dur"))) {
		l->span = true;
		return read_time(value, &l->duration);
	}
	if (text_equal(key, TEXT("comm")))
		l->comm = value;
	else if (text_equal(key, TEXT("event")))
		l->event = value;
	else
		return FOLDED_NOTHING;
	return FOLDED_STACK;
}

/* Take the fields at the beginning of the stack. */
static enum folded_kind read_fields(struct timed_line *l)
{
	while (l->stack.len) {
		struct text word = text_upto(l->stack, scan_word(l->stack));
		enum folded_kind kind = read_field(word, l);

		if (kind == FOLDED_NOTHING)
			return FOLDED_STACK;
		if (kind != FOLDED_STACK)
			return kind;
		l->stack = scan_skip_blanks(text_from(l->stack, word.len));
	}
	l->stack = (struct text){0};
	return FOLDED_STACK;
}

/* ---- a line ---- */

/* FOLDED_LARGE: the time, the count or a field is too large. */
static enum folded_kind timed_line_cut(struct text line, struct timed_line *l)
{
	struct text rest = scan_skip_blanks(line), time;
	struct folded_line folded;
	enum folded_kind kind;

	*l = (struct timed_line){.pid = PROFILE_NO_ID,
				 .tid = PROFILE_NO_ID,
				 .cpu = PROFILE_NO_CPU,
				 .unit = TEXT(""),
				 .weight = 1};
	if (rest.len == 0 || rest.at[0] == '#')
		return FOLDED_NOTHING;
	time = text_upto(rest, scan_word(rest));
	kind = read_time(time, &l->time);
	if (kind != FOLDED_STACK)
		return kind;
	rest = scan_skip_blanks(text_from(rest, time.len));
	kind = folded_line_cut(rest, &folded);
	if (kind != FOLDED_STACK)
		return kind == FOLDED_LARGE ? FOLDED_LARGE : FOLDED_OTHER;
	l->stack = folded.stack;
	l->count = folded.value;
	l->fraction = folded.fraction;
	kind = read_fields(l);
	if (!l->event.at)
		l->event = l->span ? TEXT("spans") : TEXT("samples");
	if (l->span && !l->weighed)
		l->weight = l->duration;
	return kind;
}

/* ---- names ---- */

static int hex_value(char c)
{
	return c <= '9' ? c - '0' : (c | 0x20) - 'a' + 10;
}

/*
 * Remove the escapes of a name: returns the name itself, or a copy at the end of `room`, for which
 * `t.len` bytes are enough; with less room the name is returned unchanged. "\xHH" is the byte HH;
 * any other "\" stays.
 */
static struct text timed_line_plain(struct text t, struct fill *room)
{
	const char *from = room->at;

	if (t.len == 0 || !memmem(t.at, t.len, "\\x", 2))
		return t;
	for (size_t i = 0; i < t.len; i++) {
		char c = t.at[i];

		if (t.len - i >= 4 && c == '\\' && t.at[i + 1] == 'x' &&
		    scan_is_hex(t.at[i + 2]) && scan_is_hex(t.at[i + 3])) {
			c = (char)(hex_value(t.at[i + 2]) * 16 + hex_value(t.at[i + 3]));
			i += 3;
		}
		fill_char(room, c);
	}
	return room->short_room ? t : (struct text){from, (size_t)(room->at - from)};
}

/* ---- samples ---- */

#define PROBE_LINES 200 /* lines of the head that a probe reads */

/* A larger count is a measured value, not a number of samples. */
#define SAMPLES_OF_LINE 10000

/* Limit for the samples of all counts together, as a short line can stand for many samples. */
#ifndef TIMED_COUNTED
#define TIMED_COUNTED (UINT64_C(1) << 25)
#endif

/* Shared by all threads. */
struct about {
	atomic_uint_fast64_t *counted; /* samples, not counting the first of each line */
};

/* State of one thread: the current line, and the names and stacks of all its blocks. */
struct timed {
	const struct reading *reading; /* borrowed */
	const struct about *about;     /* borrowed */
	struct lines *lines;	       /* borrowed */
	struct text_cache frames, stacks;
	char *plain; /* owned: unescaped names of the line */
	size_t plain_room;
	struct fill room; /* the unused rest of `plain` */
	bool in_header;	  /* only comments so far */
};

static void count_timed_loss(struct timed *t, enum loss_reason why)
{
	losses_count(t->reading->losses, why, t->lines->number);
}

/*
 * A string of the builder. The builder keeps a copy, so all names use the same room. Names may
 * overlap: the module of "[libc.so.6]" is part of its name.
 */
static uint32_t string(struct timed *t, struct text part)
{
	struct fill room = t->room;

	return builder_string(t->reading->builder, timed_line_plain(part, &room));
}

/* Add the frame of "module`function_[k]", still escaped. */
static uint32_t add_frame(struct timed *t, struct text name)
{
	enum frame_kind kind = FRAME_USER;
	enum frame_mode mode = FRAME_MODE_UNKNOWN; /* of frames without a name */
	bool marked = folded_line_any_mark(&name, &kind, &mode);
	struct text module = scan_until(name, '`'), unknown;

	if (module.len && module.len < name.len)
		name = text_from(name, module.len + 1);
	else
		module = TEXT("");
	if (!marked && folded_line_unknown(name, &unknown)) {
		kind = FRAME_NAMELESS;
		if (module.len == 0)
			module = unknown;
	}
	return builder_frame_like(
	    t->reading->builder, string(t, name), string(t, module),
	    &(struct frame){.kind = (uint16_t)kind, .mode = (uint16_t)mode});
}

static bool add_frames(struct timed *t, struct text rest, uint32_t *stack,
		       struct error *err)
{
	struct builder *b = t->reading->builder;
	struct text name;
	uint32_t *frame;
	uint64_t depth = 0;

	*stack = 0;
	while (folded_line_next(&rest, &name)) {
		if (++depth > STACK_DEEPEST) {
			count_timed_loss(t, LOSS_DEEP);
			continue;
		}
		if (!text_cache_find(&t->frames, name, &frame, err))
			return false;
		if (!*frame)
			*frame = add_frame(t, name);
		if (!builder_failed(b))
			*stack = builder_stack(b, *stack, *frame);
	}
	return true;
}

static bool find_stack(struct timed *t, struct text frames, uint32_t *stack,
		       struct error *err)
{
	uint32_t *known;

	*stack = 0;
	if (!frames.at)
		return true;
	/* may be too deep, and must be counted each time */
	if (frames.len > STACK_DEEPEST)
		return add_frames(t, frames, stack, err);
	if (!text_cache_find(&t->stacks, frames, &known, err))
		return false;
	if (!*known && !add_frames(t, frames, known, err))
		return false;
	*stack = *known;
	return true;
}

/* A count that is too large for a number of samples becomes a weight. */
static bool add_samples(struct timed *t, struct sample *s, uint64_t n, struct error *err)
{
	struct builder *b = t->reading->builder;

	if (n > SAMPLES_OF_LINE) {
		builder_note(b, TEXT("warning"),
			     TEXT("some counts are too large for numbers of samples, and "
				  "were read as weights"));
		if (__builtin_mul_overflow(s->weight, n, &s->weight))
			count_timed_loss(t, LOSS_NUMBER);
		else
			builder_add_sample(b, s);
		return true;
	}
	if (n > 1 && atomic_fetch_add(t->about->counted, n - 1) + n - 1 > TIMED_COUNTED)
		return error_set(
		    err, ERROR_LIMIT,
		    "its counts add up to more than %" PRIu64
		    " samples; put values that are not numbers of samples into weight=",
		    TIMED_COUNTED);
	while (n-- > 0)
		builder_add_sample(b, s);
	return true;
}

static bool add_line(struct timed *t, const struct timed_line *l, struct error *err)
{
	struct builder *b = t->reading->builder;
	struct sample s = {.time = l->time,
			   .duration = l->duration,
			   .weight = l->weight,
			   .cpu = l->cpu,
			   .timed = true};
	struct text rest = l->stack, comm = l->comm;

	if (!comm.at && !folded_line_next(&rest, &comm))
		comm = TEXT("");
	if (!find_stack(t, rest, &s.stack, err))
		return false;
	s.thread = builder_thread(b, timed_line_plain(comm, &t->room), l->pid, l->tid);
	s.event = l->span ? builder_span_event(b, timed_line_plain(l->event, &t->room))
			  : builder_event(b, timed_line_plain(l->event, &t->room),
					  timed_line_plain(l->unit, &t->room));
	if (!add_samples(t, &s, l->count, err))
		return false;
	if (l->fraction)
		builder_note(b, TEXT("warning"),
			     TEXT("some counts are fractions, rounded to whole numbers"));
	return true;
}

/* Take a comment such as "# hostname: gemini"; it becomes a note if it precedes all samples. */
static void take_comment(struct timed *t, struct text line)
{
	struct builder *b = t->reading->builder;
	struct text key = scan_skip_blanks(text_from(scan_skip_blanks(line), 1)), value;
	const char *colon = key.len ? memmem(key.at, key.len, ": ", 2) : NULL;

	if (!colon || !t->in_header)
		return;
	value = text_trim(text_from(key, (size_t)(colon - key.at) + 2));
	key = text_upto(key, (size_t)(colon - key.at));
	builder_note(b, timed_line_plain(key, &t->room),
		     timed_line_plain(value, &t->room));
}

static bool take_line(struct timed *t, struct text line, struct error *err)
{
	struct timed_line l;

	if (t->lines->cut) { /* its count is lost */
		count_timed_loss(t, LOSS_LONG_LINE);
		return true;
	}
	if (!mem_reserve(&t->plain, &t->plain_room, line.len + 1, 1, "bytes of names",
			 err))
		return false;
	t->room = fill_of(t->plain, t->plain_room);
	switch (timed_line_cut(line, &l)) {
	case FOLDED_STACK:
		t->in_header = false;
		if (t->lines->complete || !source_damage(t->reading->source))
			return add_line(t, &l, err);
		count_timed_loss(t, LOSS_SAMPLE_CUT); /* the count may lack digits */
		return true;
	case FOLDED_LARGE:
		count_timed_loss(t, LOSS_NUMBER);
		return true;
	case FOLDED_OTHER:
		count_timed_loss(t, LOSS_LINE);
		return true;
	case FOLDED_NOTHING:
		if (scan_blanks(line) < line.len)
			take_comment(t, line);
		return true;
	}
	return true;
}

/* ---- blocks ---- */

static bool parse_timed_block(void *state, struct lines *block, struct error *err)
{
	struct timed *t = state;
	struct text line;

	t->lines = block;
	t->in_header = block->block == 0;
	while (lines_next(block, &line, err))
		if (!take_line(t, line, err))
			return false;
	return err->kind == ERROR_NONE;
}

static void timed_close(void *state)
{
	struct timed *t = state;

	intern_free(t->frames.texts);
	intern_free(t->stacks.texts);
	mem_free(t->frames.meanings);
	mem_free(t->stacks.meanings);
	mem_free(t->plain);
	mem_free(t);
}

static void *timed_open(const struct reading *part, const void *about, struct error *err)
{
	struct timed *t = mem_array(1, sizeof *t, "a parser", err);

	if (!t)
		return NULL;
	t->reading = part;
	t->about = about;
	t->frames.texts = intern_new(err);
	t->stacks.texts = t->frames.texts ? intern_new(err) : NULL;
	if (t->stacks.texts)
		return t;
	timed_close(t);
	return NULL;
}

static bool begins_anywhere(struct text line)
{
	(void)line;
	return true;
}

static bool read_profile(struct reading *r, struct error *err)
{
	atomic_uint_fast64_t counted = 0;
	const struct about about = {&counted};
	const struct parser parser = {begins_anywhere, timed_open, parse_timed_block,
				      timed_close, &about};
	struct text head;

	if (!source_head(r->source, &head, err))
		return false;
	head = scan_skip_mark(head);
	if (text_starts(head, TIMED_MAGIC)) {
		struct text version = text_from(head, TIMED_MAGIC.len);

		version = text_upto(version, scan_digits(version));
		if (!text_equal(version, TIMED_VERSION))
			return error_set(err, ERROR_FORMAT,
					 "timed folded stacks of version %.*s; this "
					 "flarescope reads version 1",
					 version.len < 9 ? (int)version.len : 9,
					 version.at);
	}
	return parallel_parse(r, &parser, err);
}

/* ---- recognition ---- */

/* As for folded stacks: nearly all lines must be valid, and a good part must have a ';'. */
static unsigned probe_timed_folded(struct text head)
{
	unsigned stacks = 0, deep = 0, others = 0;
	struct timed_line l;
	bool ended;

	if (head.len && memchr(head.at, '\0', head.len))
		return 0;
	head = scan_skip_mark(head);
	if (text_starts(head, TIMED_MAGIC))
		return 100;
	while (head.len && stacks + others < PROBE_LINES) {
		enum folded_kind kind = timed_line_cut(scan_line(&head, &ended), &l);

		stacks += kind == FOLDED_STACK || kind == FOLDED_LARGE;
		deep +=
		    kind == FOLDED_STACK && l.stack.len && text_has(l.stack, TEXT(";"));
		others +=
		    kind == FOLDED_OTHER && ended; /* the head may end within a line */
	}
	return deep * 4 > stacks && others * 2 <= stacks ? 90 : 0;
}

const struct format timed_folded_format = {
    .name = "timed-folded",
    .help = "folded stacks, each with its time, from any script: flarescope export",
    .probe = probe_timed_folded,
    .read = read_profile,
};
