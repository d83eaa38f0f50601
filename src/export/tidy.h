/* tidy.h - names as printed by FlameGraph's stackcollapse-perf.pl. */

#ifndef EXPORT_TIDY_H
#define EXPORT_TIDY_H

#include "base/error.h"
#include "profile/profile.h"

/* Frames that get a suffix for their kind, "_[k]" or "_[j]"; combined with |. */
enum annotate {
	ANNOTATE_NONE,
	ANNOTATE_KERNEL = 1 << 0,
	ANNOTATE_JIT = 1 << 1,
	ANNOTATE_ALL = ANNOTATE_KERNEL | ANNOTATE_JIT,
};

/* State while a stack is written, root first. Initially zero except `annotate` and `java`. */
struct tidy {
	enum annotate annotate;
	bool java; /* the process name begins with "java" */
	/* the last frame was left out, and so are the frames inlined into it */
	bool skipping;
};

/* Append the label of a root frame, with '_' in place of blanks. */
bool tidy_group(struct text_buffer *to, struct text label, struct error *err);

/*
 * Append ";name" for a frame, ";a;b" for "a->b", and nothing for a frame that the script leaves
 * out. All peculiarities of the script are reproduced, because later tools in the pipeline rely on
 * them. So the module's name determines whether code is kernel code or JIT-compiled; the kind of
 * the frame is used only without a module.
 */
bool tidy_frame(struct tidy *t, struct text_buffer *to, const struct profile *p,
		uint32_t frame, struct error *err);

#endif
