#include "input/stacks/folded_line.h"

#include "base/number.h"
#include "input/scan.h"

/* Read "42", "14.23" or "6.", rounded half up. */
static enum folded_kind read_value(struct text t, struct folded_line *l)
{
	struct text whole = scan_until(t, '.');
	struct text part = text_from(t, whole.len + 1);

	if (!scan_all_digits(whole) || (part.len && !scan_all_digits(part)))
		return FOLDED_OTHER;
	if (!number_u64(whole, &l->value))
		return FOLDED_LARGE;
	for (size_t i = 0; i < part.len; i++)
		l->fraction |= part.at[i] != '0';
	if (part.len && part.at[0] >= '5' && ++l->value == 0)
		return FOLDED_LARGE;
	return FOLDED_STACK;
}

enum folded_kind folded_line_cut(struct text line, struct folded_line *l)
{
	struct text t = line, word = scan_last_word(&t);

	*l = (struct folded_line){0};
	if (word.len == 0)
		return FOLDED_NOTHING;
	/* one blank, as in flamegraph.pl */
	if (word.at > line.at)
		l->stack = (struct text){line.at, (size_t)(word.at - line.at) - 1};
	if (t.len == 0)
		l->stack.len = 0;
	return read_value(word, l);
}

bool folded_line_next(struct text *stack, struct text *name)
{
	if (!stack->at)
		return false;
	*name = scan_until(*stack, ';');
	*stack =
	    name->len < stack->len ? text_from(*stack, name->len + 1) : (struct text){0};
	return true;
}

/* The first COMMON_MARKS are used by other tools too. */
static const struct {
	struct text mark;
	enum frame_kind kind;
	enum frame_mode mode; /* of frames without a name */
} marks[] = {
    {{"_[k]", FOLDED_MARK}, FRAME_KERNEL, FRAME_MODE_UNKNOWN},
    {{"_[j]", FOLDED_MARK}, FRAME_JIT, FRAME_MODE_UNKNOWN},
    {{"_[i]", FOLDED_MARK}, FRAME_INLINED, FRAME_MODE_UNKNOWN},
    {{"_[?]", FOLDED_MARK}, FRAME_NAMELESS, FRAME_MODE_UNKNOWN},
    {{"_[U]", FOLDED_MARK}, FRAME_NAMELESS, FRAME_MODE_USER},
    {{"_[K]", FOLDED_MARK}, FRAME_NAMELESS, FRAME_MODE_KERNEL},
    {{"_[r]", FOLDED_MARK}, FRAME_RUNTIME, FRAME_MODE_UNKNOWN},
    {{"_[-]", FOLDED_MARK}, FRAME_IDLE, FRAME_MODE_UNKNOWN},
};

enum { MARKS = sizeof marks / sizeof *marks, COMMON_MARKS = 3 };

static bool take_mark(struct text *name, int count, enum frame_kind *kind,
		      enum frame_mode *mode)
{
	for (int i = 0; i < count; i++) {
		if (!text_ends(*name, marks[i].mark))
			continue;
		name->len -= FOLDED_MARK;
		*kind = marks[i].kind;
		*mode = marks[i].mode;
		return true;
	}
	return false;
}

bool folded_line_mark(struct text *name, enum frame_kind *kind)
{
	enum frame_mode none;

	return take_mark(name, COMMON_MARKS, kind, &none);
}

bool folded_line_any_mark(struct text *name, enum frame_kind *kind, enum frame_mode *mode)
{
	return take_mark(name, MARKS, kind, mode);
}

bool folded_line_unknown(struct text name, struct text *module)
{
	const char *address;

	if (name.len <= 2 || name.at[0] != '[' || name.at[name.len - 1] != ']')
		return false;
	*module = (struct text){name.at + 1, name.len - 2};
	address = memmem(module->at, module->len, " <", 2);
	if (text_equal(*module, TEXT("unknown")))
		*module = TEXT("");
	else if (address)
		*module = text_upto(*module, (size_t)(address - module->at));
	return true;
}
