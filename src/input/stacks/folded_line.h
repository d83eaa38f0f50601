/* folded_line.h - the parts of a line "comm;main;work_[k] 42", for several formats. */

#ifndef INPUT_FOLDED_LINE_H
#define INPUT_FOLDED_LINE_H

#include <stdint.h>

#include "base/text.h"
#include "profile/profile.h"

#define FOLDED_MARK 4 /* bytes of "_[k]" */

enum folded_kind {
	FOLDED_STACK,
	FOLDED_NOTHING, /* an empty line, or a comment */
	FOLDED_LARGE,	/* a stack with a number that does not fit */
	FOLDED_OTHER,
};

/* The parts of a line, borrowed from it. */
struct folded_line {
	/*
	 * The text before the number and one blank, as names may end in blanks. Empty: the stack is
	 * unknown. `at` is NULL: the line has only a number.
	 */
	struct text stack;
	uint64_t value;
	bool fraction; /* the value was rounded, half up */
};

/* Split the number off the end. Comments are handled by the caller. */
enum folded_kind folded_line_cut(struct text line, struct folded_line *l);

/* Take the name before the next ';' from the stack; false when nothing is left. */
bool folded_line_next(struct text *stack, struct text *name);

/*
 * Remove a mark of stackcollapse-perf.pl --all or async-profiler from the end of a name, and set
 * its kind of code. "_[w]", a waker's frame, is not such a mark and stays.
 */
bool folded_line_mark(struct text *name, enum frame_kind *kind);

/*
 * The same with the marks that only timed folded stacks have: "_[?]", "_[r]", "_[-]", and "_[U]",
 * "_[K]" for code without a name in user space and in the kernel.
 */
bool folded_line_any_mark(struct text *name, enum frame_kind *kind,
			  enum frame_mode *mode);

/*
 * Is it code without a name: "[libc.so.6]", "[libc.so.6 <7f12>]" or "[unknown]"? If so, `*module`
 * is its module, empty for "[unknown]".
 */
bool folded_line_unknown(struct text name, struct text *module);

#endif
