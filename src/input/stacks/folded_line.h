/* folded_line.h - the parts of a line "comm;main;work_[k] 42", as several formats have it. */

#ifndef INPUT_FOLDED_LINE_H
#define INPUT_FOLDED_LINE_H

#include <stdint.h>

#include "base/text.h"
#include "profile/profile.h"

#define FOLDED_MARK 4 /* bytes of "_[k]" */

enum folded_kind {
	FOLDED_STACK,
	FOLDED_NOTHING, /* an empty line, or a comment */
	FOLDED_LARGE,	/* a stack whose number does not fit */
	FOLDED_OTHER,
};

/* The parts of a line, borrowed from it. */
struct folded_line {
	/* All but one blank before the number: a name may end in some. Empty where there are only
	 * blanks: the stack is not known. At NULL: there is nothing. */
	struct text stack;
	uint64_t value;
	bool fraction; /* the value was rounded: half and more up */
};

/* Cut off the number at the end. What a comment is the format knows. */
enum folded_kind folded_line_cut(struct text line, struct folded_line *l);

/* Take the name before the next ';' off the stack; false when nothing is left. */
bool folded_line_next(struct text *stack, struct text *name);

/*
 * Take the mark of stackcollapse-perf.pl --all and of async-profiler off the end of a name,
 * and say what kind of code it stands for. "_[w]", a waker's frame, is none and stays.
 */
bool folded_line_mark(struct text *name, enum frame_kind *kind);

/* The same with those that only timed folded stacks have: "_[?]", "_[r]", "_[-]", and "_[U]", "_[K]" of what
 * has no name and ran there. */
bool folded_line_any_mark(struct text *name, enum frame_kind *kind,
			  enum frame_mode *mode);

/*
 * Is it code without a name, "[libc.so.6]", "[libc.so.6 <7f12>]" or "[unknown]"? Then what
 * holds it is in `*module`, empty for the last.
 */
bool folded_line_unknown(struct text name, struct text *module);

#endif
