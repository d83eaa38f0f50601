#include "input/formats.h"

#include <inttypes.h>
#include <stdatomic.h>

#include "base/mem.h"
#include "input/text_cache.h"
#include "input/scan.h"
#include "input/parallel_parse.h"
#include "input/stacks/timed_line.h"

#define PROBE_LINES 200 /* so many lines of the head are looked at */

/* A larger count is no number of samples but something that was measured. */
#define SAMPLES_OF_LINE 10000

/* A short line can stand for many samples. So many are believed of all lines together. */
#ifndef TIMED_COUNTED
#define TIMED_COUNTED (UINT64_C(1) << 25)
#endif

/* What the threads share. */
struct about {
	atomic_uint_fast64_t *counted; /* samples, but for the first of each line */
};

/* What one thread knows: the line at hand, and names and stacks of all its blocks. */
struct timed {
	const struct reading *reading; /* borrowed */
	const struct about *about;     /* borrowed */
	struct lines *lines;	       /* borrowed */
	struct text_cache *frames;     /* owned */
	struct text_cache *stacks;     /* owned */
	char *plain; /* owned: names of the line without their escapes */
	size_t plain_room;
	struct fill room; /* what of it is left for this line */
	bool in_header;	  /* nothing but comments so far */
};

static void count(struct timed *t, enum loss_reason why)
{
	losses_count(t->reading->losses, why, t->lines->number);
}

/* Borrowed until the next line. */
static struct text plain(struct timed *t, struct text part)
{
	return timed_line_plain(part, &t->room);
}

/*
 * The builder keeps a copy, so the same room serves any number of names. They may overlap: the
 * module of "[libc.so.6]" is in its name.
 */
static uint32_t string(struct timed *t, struct text part)
{
	struct fill room = t->room;

	return builder_string(t->reading->builder, timed_line_plain(part, &room));
}

static bool find_frame(struct timed *t, struct text name, uint32_t *frame,
		       struct error *err)
{
	struct builder *b = t->reading->builder;
	struct timed_frame f;
	uint32_t *known;

	if (!text_cache_find(t->frames, name, &known, err))
		return false;
	if (!*known) {
		f = timed_line_frame(name);
		*known = builder_frame(b, string(t, f.name), string(t, f.module), f.kind);
	}
	*frame = *known;
	return true;
}

static bool add_frames(struct timed *t, struct text rest, uint32_t *stack,
		       struct error *err)
{
	struct builder *b = t->reading->builder;
	struct text name;
	uint32_t frame;
	uint64_t depth = 0;

	*stack = 0;
	while (folded_line_next(&rest, &name)) {
		if (++depth > STACK_DEEPEST) {
			count(t, LOSS_DEEP);
			continue;
		}
		if (!find_frame(t, name, &frame, err))
			return false;
		if (!builder_failed(b))
			*stack = builder_stack(b, *stack, frame);
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
	if (frames.len > STACK_DEEPEST) /* perhaps too deep: then it is to be counted */
		return add_frames(t, frames, stack, err);
	if (!text_cache_find(t->stacks, frames, &known, err))
		return false;
	if (!*known && !add_frames(t, frames, known, err))
		return false;
	*stack = *known;
	return true;
}

/* A count that is no number of samples is a weight. */
static void take_weight(struct timed *t, struct sample *s, uint64_t n)
{
	struct builder *b = t->reading->builder;

	builder_note(b, TEXT("warning"),
		     TEXT("some counts are too large for numbers of samples, and were "
			  "read as weights"));
	if (__builtin_mul_overflow(s->weight, n, &s->weight))
		count(t, LOSS_NUMBER);
	else
		builder_sample(b, s);
}

static bool add_samples(struct timed *t, struct sample *s, uint64_t n, struct error *err)
{
	if (n > SAMPLES_OF_LINE) {
		take_weight(t, s, n);
		return true;
	}
	if (n > 1 && atomic_fetch_add(t->about->counted, n - 1) + n - 1 > TIMED_COUNTED)
		return error_set(
		    err, ERROR_LIMIT,
		    "its counts add up to more than %" PRIu64
		    " samples; put values that are not numbers of samples into weight=",
		    TIMED_COUNTED);
	while (n-- > 0)
		builder_sample(t->reading->builder, s);
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
	s.thread = builder_thread(b, plain(t, comm), l->pid, l->tid);
	s.event = l->span ? builder_span_event(b, plain(t, l->event))
			  : builder_event(b, plain(t, l->event), plain(t, l->unit));
	if (!add_samples(t, &s, l->count, err))
		return false;
	if (l->fraction)
		builder_note(b, TEXT("warning"),
			     TEXT("some counts are fractions, rounded to whole numbers"));
	return true;
}

/* "# hostname: gemini": a fact, as long as no sample has come. */
static void take_comment(struct timed *t, struct text line)
{
	struct builder *b = t->reading->builder;
	struct text key = scan_skip_blanks(text_from(scan_skip_blanks(line), 1)), value;
	const char *colon = key.len ? memmem(key.at, key.len, ": ", 2) : NULL;

	if (!colon || !t->in_header)
		return;
	value = text_trim(text_from(key, (size_t)(colon - key.at) + 2));
	key = text_upto(key, (size_t)(colon - key.at));
	builder_note(b, plain(t, key), plain(t, value));
}

static bool take_line(struct timed *t, struct text line, struct error *err)
{
	struct timed_line l;

	if (t->lines->cut) { /* and its count with it */
		count(t, LOSS_LONG_LINE);
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
		count(t, LOSS_TRUNCATED); /* the count may lack digits */
		return true;
	case FOLDED_LARGE:
		count(t, LOSS_NUMBER);
		return true;
	case FOLDED_OTHER:
		count(t, LOSS_LINE);
		return true;
	case FOLDED_NOTHING:
		if (scan_blanks(line) < line.len)
			take_comment(t, line);
		return true;
	}
	return true;
}

/* ---- a block at a time ---- */

static bool parse(void *state, struct lines *block, struct error *err)
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

	text_cache_free(t->frames);
	text_cache_free(t->stacks);
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
	t->frames = text_cache_new(err);
	t->stacks = t->frames ? text_cache_new(err) : NULL;
	if (t->stacks)
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
	const struct parser parser = {begins_anywhere, timed_open, parse, timed_close,
				      &about};
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

/* ---- recognising ---- */

/* As of folded stacks, nearly all lines must be right, and a good part have a ';'. */
static unsigned probe(struct text head)
{
	unsigned stacks = 0, deep = 0, others = 0;
	struct timed_line l;

	if (head.len && memchr(head.at, '\0', head.len))
		return 0;
	head = scan_skip_mark(head);
	if (text_starts(head, TIMED_MAGIC))
		return 100;
	while (head.len && stacks + others < PROBE_LINES) {
		const char *end = memchr(head.at, '\n', head.len);
		struct text line = end ? text_upto(head, (size_t)(end - head.at)) : head;
		enum folded_kind kind;

		head = text_from(head, line.len + 1);
		if (line.len && line.at[line.len - 1] == '\r')
			line.len--;
		kind = timed_line_cut(line, &l);
		stacks += kind == FOLDED_STACK || kind == FOLDED_LARGE;
		deep +=
		    kind == FOLDED_STACK && l.stack.len && text_has(l.stack, TEXT(";"));
		others +=
		    kind == FOLDED_OTHER && end; /* the head may end in the middle */
	}
	return deep * 4 > stacks && others * 2 <= stacks ? 90 : 0;
}

const struct format timed_folded_format = {
    .name = "timed-folded",
    .help = "folded stacks, each with its time, from any script: flarescope export",
    .probe = probe,
    .read = read_profile,
};
