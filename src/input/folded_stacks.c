#include "input/folded_stacks.h"

#include "base/number.h"
#include "input/lines.h"
#include "input/scan.h"

#define DEEPEST	     65000 /* frames of one stack, as many as of other formats */
#define PUBLISH_EACH 4096  /* lines between two looks at the clock and the cancel flag */
#define PROBE_LINES  200   /* so many lines of the head are looked at */

/* One file being read. */
struct folding {
	struct reading *reading; /* borrowed */
	struct lines lines;
	uint16_t event;
	uint64_t samples;     /* lines that were understood */
	uint64_t two_columns; /* of them with another number before the last one */
	bool rounded;	      /* some number was a fraction */
};

static void count(struct folding *f, enum loss_reason why)
{
	losses_count(f->reading->losses, why, f->lines.number);
}

/* ---- one line ---- */

enum line_kind {
	LINE_STACK,
	LINE_COMMENT, /* or an empty line */
	LINE_LARGE,   /* a stack whose number does not fit */
	LINE_OTHER,
};

/* The parts of a line, borrowed from it. */
struct folded_line {
	struct text stack;
	uint64_t value;
	bool fraction; /* the value was rounded */
};

/* "42", "14.23", "6.": how often. Half and more is rounded up. */
static enum line_kind read_value(struct text t, struct folded_line *l)
{
	const char *dot = t.len ? memchr(t.at, '.', t.len) : NULL;
	struct text whole = dot ? text_upto(t, (size_t)(dot - t.at)) : t;
	struct text part = text_from(t, whole.len + 1);

	if (!scan_all_digits(whole) || (part.len && !scan_all_digits(part)))
		return LINE_OTHER;
	if (!number_u64(whole, &l->value))
		return LINE_LARGE;
	for (size_t i = 0; i < part.len; i++)
		l->fraction |= part.at[i] != '0';
	if (part.len && part.at[0] >= '5' && ++l->value == 0)
		return LINE_LARGE;
	return LINE_STACK;
}

/*
 * "# mode: wall" is a comment, "#x;main 3" a process of that name. Only one blank stands
 * before the number, as flamegraph.pl has it: a name may end in others.
 */
static enum line_kind cut_line(struct text line, struct folded_line *l)
{
	struct text t = line, word = scan_last_word(&t);

	*l = (struct folded_line){0};
	if (word.len == 0)
		return LINE_COMMENT;
	if (line.at[0] == '#' &&
	    (line.len == 1 || scan_is_blank(line.at[1]) || !text_has(line, TEXT(";"))))
		return LINE_COMMENT;
	if (t.len == 0)
		return LINE_OTHER;
	l->stack = (struct text){line.at, (size_t)(word.at - line.at) - 1};
	return read_value(word, l);
}

/* ---- frames ---- */

/* The marks of stackcollapse-perf.pl --all and of async-profiler. "_[w]", a waker's frame,
 * is no kind of code and stays. */
static bool take_mark(struct text *name, enum frame_kind *kind)
{
	static const struct {
		struct text mark;
		enum frame_kind kind;
	} marks[] = {
	    {{"_[k]", 4}, FRAME_KERNEL},
	    {{"_[j]", 4}, FRAME_JIT},
	    {{"_[i]", 4}, FRAME_INLINED},
	};

	for (size_t i = 0; i < sizeof marks / sizeof *marks; i++) {
		if (name->len <= marks[i].mark.len || !text_ends(*name, marks[i].mark))
			continue;
		name->len -= marks[i].mark.len;
		*kind = marks[i].kind;
		return true;
	}
	return false;
}

static bool is_bracketed(struct text name)
{
	return name.len > 2 && name.at[0] == '[' && name.at[name.len - 1] == ']';
}

/* "[libc.so.6]" and "[libc.so.6 <7f12>]" are code of libc.so.6; of "[unknown]" we know
 * nothing. */
static struct text module_of(struct text name)
{
	struct text module = {name.at + 1, name.len - 2};
	const char *address = memmem(module.at, module.len, " <", 2);

	if (text_equal(module, TEXT("unknown")))
		return TEXT("");
	return address ? text_upto(module, (size_t)(address - module.at)) : module;
}

static uint32_t frame_of(struct builder *b, struct text name)
{
	enum frame_kind kind = FRAME_USER;
	struct text module = TEXT("");

	if (!take_mark(&name, &kind) && is_bracketed(name)) {
		kind = FRAME_UNKNOWN;
		module = module_of(name);
	}
	return builder_frame(b, builder_string(b, name), builder_string(b, module), kind);
}

/* Take the part before the next ';' off the stack; false when nothing is left. */
static bool next_part(struct text *stack, struct text *part)
{
	const char *end;

	if (!stack->at)
		return false;
	end = stack->len ? memchr(stack->at, ';', stack->len) : NULL;
	*part = end ? text_upto(*stack, (size_t)(end - stack->at)) : *stack;
	*stack = end ? text_from(*stack, part->len + 1) : (struct text){0};
	return true;
}

static void add_stack(struct folding *f, const struct folded_line *l)
{
	struct builder *b = f->reading->builder;
	struct sample s = {.weight = l->value, .cpu = PROFILE_NO_CPU, .event = f->event};
	struct text rest = l->stack, part = TEXT("");
	uint64_t depth = 0;

	next_part(&rest, &part);
	s.thread = builder_thread(b, part, PROFILE_NO_ID, PROFILE_NO_ID);
	while (next_part(&rest, &part)) {
		if (++depth > DEEPEST)
			count(f, LOSS_DEEP);
		else if (!builder_failed(b))
			s.stack = builder_stack(b, s.stack, frame_of(b, part));
	}
	builder_sample(b, &s);
}

/* "main;work 31 56" of difffolded.pl, or a frame whose name ends in a number? */
static bool has_two_columns(struct text stack)
{
	struct folded_line other;

	return cut_line(stack, &other) == LINE_STACK;
}

/* ---- all of it ---- */

static void take_line(struct folding *f, struct text line)
{
	struct folded_line l;

	if (f->lines.cut) { /* and its number with it */
		count(f, LOSS_LONG_LINE);
		return;
	}
	switch (cut_line(line, &l)) {
	case LINE_STACK:
		if (!f->lines.complete && source_damage(f->reading->source)) {
			count(f, LOSS_TRUNCATED); /* the number may lack digits */
			return;
		}
		f->samples++;
		f->rounded |= l.fraction;
		f->two_columns += has_two_columns(l.stack);
		add_stack(f, &l);
		return;
	case LINE_LARGE:
		count(f, LOSS_NUMBER);
		return;
	case LINE_OTHER:
		count(f, LOSS_LINE);
		return;
	case LINE_COMMENT:
		return;
	}
}

static bool take_all(struct folding *f, struct error *err)
{
	struct builder *b = f->reading->builder;
	struct text line;

	builder_weights_are_counts(b);
	f->event = builder_event(b, TEXT("samples"), TEXT(""));
	while (lines_next(&f->lines, &line, err)) {
		take_line(f, line);
		if (f->lines.number % PUBLISH_EACH == 0 &&
		    !reading_goes_on(f->reading, err))
			return false;
	}
	if (err->kind != ERROR_NONE)
		return false;
	if (f->samples && f->two_columns == f->samples)
		return error_set(
		    err, ERROR_FORMAT,
		    "folded stacks with two columns of numbers, as difffolded.pl "
		    "writes them; give one of the two files they were made from");
	if (f->rounded)
		builder_note(
		    b, TEXT("warning"),
		    TEXT(
			"some values are fractions; they were rounded to whole numbers"));
	return true;
}

bool folded_stacks_read(struct reading *r, struct error *err)
{
	struct folding f = {.reading = r};
	bool ok = lines_open(&f.lines, r->source, err) && take_all(&f, err);

	lines_close(&f.lines);
	return ok;
}

/* ---- recognising ---- */

/* Logs end in numbers and programs are full of ';': nearly all lines must have a number at
 * the end, and a good part of them a ';' in the stack. */
unsigned folded_stacks_probe(struct text head)
{
	unsigned stacks = 0, deep = 0, others = 0;
	struct folded_line l;

	if (head.len && memchr(head.at, '\0', head.len))
		return 0;
	if (text_starts(head, TEXT("\xef\xbb\xbf")))
		head = text_from(head, 3);
	while (head.len && stacks + others < PROBE_LINES) {
		const char *end = memchr(head.at, '\n', head.len);
		struct text line = end ? text_upto(head, (size_t)(end - head.at)) : head;
		enum line_kind kind;

		head = text_from(head, line.len + 1);
		if (line.len && line.at[line.len - 1] == '\r')
			line.len--;
		kind = cut_line(line, &l);
		stacks += kind == LINE_STACK || kind == LINE_LARGE;
		deep += kind == LINE_STACK && text_has(l.stack, TEXT(";"));
		others += kind == LINE_OTHER && end; /* the head may end in the middle */
	}
	return deep * 4 > stacks && others * 2 <= stacks ? 80 : 0;
}
