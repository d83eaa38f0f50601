/* tidy.h - names as printed by FlameGraph's stackcollapse-perf.pl. */

#ifndef EXPORT_TIDY_H
#define EXPORT_TIDY_H

#include "base/error.h"
#include "profile/profile.h"

/* Frames that get a suffix for their kind: "_[k]", "_[j]". Can be combined with |. */
enum annotate {
	ANNOTATE_NONE,
	ANNOTATE_KERNEL = 1 << 0,
	ANNOTATE_JIT = 1 << 1,
	ANNOTATE_ALL = ANNOTATE_KERNEL | ANNOTATE_JIT,
};

/* State while walking a stack from root to leaf. Zero except `annotate` and `java` at the start. */
struct tidy {
	enum annotate annotate;
	bool java; /* the process name begins with "java" */
	bool
	    skipping; /* the last frame was left out, so frames inlined into it are left out, too */
};

/* Append the frame of the group, with '_' for blanks. */
bool tidy_group(struct text_buffer *to, struct text label, struct error *err);

/*
 * Append ";name" for a frame, several for "a->b", and nothing for a frame that the script leaves
 * out. The rules are those of the script with all its peculiarities, because later tools of the
 * pipeline rely on them. So the module name determines whether code is kernel or run-time code; the
 * kind of the frame counts only if there is no module.
 */
bool tidy_frame(struct tidy *t, struct text_buffer *to, const struct profile *p,
		uint32_t frame, struct error *err);

#endif
