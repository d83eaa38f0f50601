/* folded_line.h - splits lines such as "comm;main;work_[k] 42", for several formats. */

#ifndef INPUT_FOLDED_LINE_H
#define INPUT_FOLDED_LINE_H

#include <stdint.h>

#include "base/text.h"
#include "profile/profile.h"

#define FOLDED_MARK 4 /* bytes of "_[k]" */

enum folded_kind {
	FOLDED_STACK,
	FOLDED_NOTHING, /* an empty line, or a comment */
	FOLDED_LARGE,	/* a stack with a number that exceeds 64 bits */
	FOLDED_OTHER,
};

/* The parts of a line, borrowed from it. */
struct folded_line {
	/*
	 * The text before the number. Only one blank before the number is removed, as names may end
	 * in blanks. Empty: the stack is unknown; `at` is NULL if the line begins with the number.
	 */
	struct text stack;
	uint64_t value;
	bool fraction; /* the number was a fraction, and was rounded half up */
};

/* Split the number off the end. Comments are handled by the caller. */
enum folded_kind folded_line_cut(struct text line, struct folded_line *l);

/* Take the name before the next ';' from the stack; false when nothing is left. */
bool folded_line_next(struct text *stack, struct text *name);

/*
 * Remove a mark of stackcollapse-perf.pl --all or async-profiler from the end of a name, and set
 * `*kind` to the kind of code that it stands for; false if the name has no mark. "_[w]", the mark
 * of a waker's frame, is not removed.
 */
bool folded_line_mark(struct text *name, enum frame_kind *kind);

/*
 * Like folded_line_mark(), but also removes the marks that only timed folded stacks have: "_[r]",
 * "_[-]", and for code without a name "_[U]" (user space), "_[K]" (kernel) and "_[?]" (unknown).
 */
bool folded_line_any_mark(struct text *name, enum frame_kind *kind,
			  enum frame_mode *mode);

/*
 * Is the name a placeholder for unnamed code, such as "[libc.so.6]", "[libc.so.6 <7f12>]" or
 * "[unknown]"? If so, set `*module` to the module of the code, empty for "[unknown]".
 */
bool folded_line_unknown(struct text name, struct text *module);

#endif
