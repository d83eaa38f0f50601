#include "input/formats.h"

#include "input/stacks/folded_line.h"
#include "input/lines.h"
#include "input/scan.h"

#define PROBE_LINES 200 /* lines of the head that a probe reads */

/* A file being read. */
struct folding {
	struct reading *reading; /* borrowed */
	struct lines lines;
	uint16_t event;
	bool two_columns; /* each line has another number before the last one */
	bool rounded;	  /* some number was a fraction */
};

static void count_folded_loss(struct folding *f, enum loss_reason why)
{
	losses_count(f->reading->losses, why, f->lines.number);
}

/* ---- one line ---- */

static enum folded_kind cut_line(struct text line, struct folded_line *l)
{
	/* "# mode: wall" is a comment, but "#x;main 3" is a stack of the process "#x" */
	if (line.len && line.at[0] == '#' &&
	    (line.len == 1 || scan_is_blank(line.at[1]) || !text_has(line, TEXT(";"))))
		return FOLDED_NOTHING;
	return folded_line_cut(line, l);
}

/* Parse "main;work 31 56" of difffolded.pl: the second number is used, as in flamegraph.pl. */
static enum folded_kind cut_columns(struct text line, struct folded_line *l)
{
	struct folded_line first;
	enum folded_kind kind = cut_line(line, l);

	if (kind != FOLDED_STACK)
		return kind;
	if (!l->stack.at)
		return FOLDED_OTHER;
	kind = folded_line_cut(l->stack, &first);
	l->stack = first.stack;
	return kind == FOLDED_NOTHING ? FOLDED_OTHER : kind;
}

static uint32_t frame_of(struct builder *b, struct text name)
{
	enum frame_kind kind = FRAME_USER;
	struct text module = TEXT("");

	if ((name.len <= FOLDED_MARK || !folded_line_mark(&name, &kind)) &&
	    folded_line_unknown(name, &module))
		kind = FRAME_NAMELESS;
	return builder_frame(b, builder_string(b, name), builder_string(b, module), kind);
}

static void add_stack(struct folding *f, const struct folded_line *l)
{
	struct builder *b = f->reading->builder;
	struct sample s = {.weight = l->value, .cpu = PROFILE_NO_CPU, .event = f->event};
	struct text rest = l->stack, part = TEXT("");
	uint64_t depth = 0;

	f->rounded |= l->fraction;
	folded_line_next(&rest, &part);
	s.thread = builder_thread(b, part, PROFILE_NO_ID, PROFILE_NO_ID);
	while (folded_line_next(&rest, &part)) {
		if (++depth > STACK_DEEPEST)
			count_folded_loss(f, LOSS_DEEP);
		else if (!builder_failed(b))
			s.stack = builder_stack(b, s.stack, frame_of(b, part));
	}
	builder_add_sample(b, &s);
}

/* ---- the head ---- */

/* Do all stacks have two numbers? If only some do, the first number is part of the name. */
static bool has_two_columns(struct text head)
{
	bool all = head.len < SOURCE_HEAD, ended;
	unsigned two = 0, stacks = 0;
	struct folded_line l;

	while (head.len && stacks < PROBE_LINES) {
		struct text line = scan_line(&head, &ended);

		if ((!ended && !all) || cut_line(line, &l) != FOLDED_STACK)
			continue;
		stacks++;
		two += l.stack.at && folded_line_cut(l.stack, &l) == FOLDED_STACK &&
		       l.stack.at;
	}
	return stacks && two == stacks;
}

/* ---- the whole file ---- */

static void take_line(struct folding *f, struct text line)
{
	struct folded_line l;

	if (f->lines.cut) { /* its number is lost */
		count_folded_loss(f, LOSS_LONG_LINE);
		return;
	}
	switch (f->two_columns ? cut_columns(line, &l) : cut_line(line, &l)) {
	case FOLDED_STACK:
		if (f->lines.complete || !source_damage(f->reading->source))
			add_stack(f, &l);
		else /* the number may lack digits */
			count_folded_loss(f, LOSS_SAMPLE_CUT);
		return;
	case FOLDED_LARGE:
		count_folded_loss(f, LOSS_NUMBER);
		return;
	case FOLDED_OTHER:
		count_folded_loss(f, LOSS_LINE);
		return;
	case FOLDED_NOTHING:
		return;
	}
}

static bool read_profile(struct reading *r, struct error *err)
{
	struct folding f = {.reading = r};
	struct builder *b = r->builder;
	struct text head, line;

	if (!source_head(r->source, &head, err))
		return false;
	f.two_columns = has_two_columns(head);
	if (!lines_open(&f.lines, r->source, err))
		return false;
	builder_weights_are_counts(b);
	f.event = builder_event(b, TEXT("samples"), TEXT(""));
	while (reading_next_line(r, &f.lines, &line, err))
		take_line(&f, line);
	lines_close(&f.lines);
	if (err->kind != ERROR_NONE)
		return false;
	if (f.two_columns)
		builder_note(
		    b, TEXT("warning"),
		    TEXT("two columns of numbers, before and after; this is the second"));
	if (f.rounded)
		builder_note(b, TEXT("warning"),
			     TEXT("some values are fractions, rounded to whole numbers"));
	return true;
}

/* ---- recognition ---- */

/*
 * A stack of one frame, accepted if all lines are alike: a name without blanks and a whole number.
 */
static bool is_plain(struct text line, const struct folded_line *l)
{
	return !l->fraction && l->stack.len && scan_word(l->stack) == l->stack.len &&
	       line.at[0] != '#' && l->stack.at[l->stack.len - 1] != ':' &&
	       l->stack.at[l->stack.len - 1] != '=';
}

/*
 * Lines of logs end in numbers, and programs contain many ';'. So nearly all lines must have a
 * number at the end, and a good part of them a ';' in the stack. Without any ';', all lines must be
 * plain.
 */
static unsigned probe_folded_stacks(struct text head)
{
	unsigned stacks = 0, deep = 0, others = 0, plain = 0;
	struct folded_line l;
	bool ended;

	if (head.len && memchr(head.at, '\0', head.len))
		return 0;
	head = scan_skip_mark(head);
	while (head.len && stacks + others < PROBE_LINES) {
		struct text line = scan_line(&head, &ended);
		enum folded_kind kind = cut_line(line, &l);

		if (kind == FOLDED_STACK && !l.stack.len) {
			/* text such as "  84" may occur anywhere */
			others += !l.stack.at && ended;
			continue;
		}
		stacks += kind == FOLDED_STACK || kind == FOLDED_LARGE;
		deep += kind == FOLDED_STACK && text_has(l.stack, TEXT(";"));
		plain += kind == FOLDED_STACK && is_plain(line, &l);
		others +=
		    kind == FOLDED_OTHER && ended; /* the head may end within a line */
	}
	if (deep * 4 > stacks && others * 2 <= stacks)
		return 80;
	return stacks && plain == stacks && others == 0 ? 20 : 0;
}

const struct format folded_format = {
    .name = "folded",
    .help =
	"folded stacks, one per line, without times: stackcollapse-perf.pl, flarescope "
	"export",
    .probe = probe_folded_stacks,
    .read = read_profile,
};
