/* timed_line.h - the parts of a line "12.5 pid=7 nginx;main;work 1" of timed folded stacks. */

#ifndef INPUT_TIMED_LINE_H
#define INPUT_TIMED_LINE_H

#include "base/fill.h"
#include "input/stacks/folded_line.h"

/* What the first line may be: this and the number of the version. */
#define TIMED_MAGIC   TEXT("# flarescope timed-folded ")
#define TIMED_VERSION TEXT("1")

/* The parts, borrowed from the line and with its escapes. */
struct timed_line {
	uint64_t time; /* ns */
	int32_t pid, tid;
	uint16_t cpu;
	struct text comm; /* at NULL: the stack begins with it */
	struct text event, unit;
	bool span;	   /* a stretch of time; else a moment */
	uint64_t duration; /* ns, of a span */
	bool weighed;	   /* a weight is told; else it is 1, or the duration */
	uint64_t weight;   /* of each sample */
	struct text stack; /* at NULL: no frames, and no process name either */
	uint64_t count;	   /* samples */
	bool fraction;	   /* the count was rounded */
};

/* FOLDED_LARGE: the time, the count or a field does not fit. */
enum folded_kind timed_line_cut(struct text line, struct timed_line *l);

/*
 * A name of a stack without its escapes: itself, or behind what is in `room`, for which
 * `t.len` bytes are enough; with less, itself. "\xHH" is the byte HH; every other "\" is one.
 */
struct text timed_line_plain(struct text t, struct fill *room);

/* "module`function_[k]": its parts, still escaped. */
struct timed_frame {
	struct text module, name;
	enum frame_kind kind;
};
struct timed_frame timed_line_frame(struct text name);

#endif
