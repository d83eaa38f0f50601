/* tidy.h - names as FlameGraph's stackcollapse-perf.pl prints them. */

#ifndef EXPORT_TIDY_H
#define EXPORT_TIDY_H

#include "base/error.h"
#include "profile/profile.h"

/* Which frames get their kind behind the name: "_[k]", "_[j]". Sets are or-ed. */
enum annotate {
	ANNOTATE_NONE,
	ANNOTATE_KERNEL = 1 << 0,
	ANNOTATE_JIT = 1 << 1,
	ANNOTATE_ALL = ANNOTATE_KERNEL | ANNOTATE_JIT,
};

/* How far along a stack, root to leaf, we are. Zero but for the choices at its start. */
struct tidy {
	enum annotate annotate;
	bool java;     /* the process name begins with "java" */
	bool skipping; /* the frame was left out, and so are the pieces inlined into it */
};

/* The group's frame: blanks become '_'. */
bool tidy_group(struct text_buffer *to, struct text label, struct error *err);

/*
 * Append ";name" for a frame, several for "a->b", nothing for one that the script leaves
 * out. The rules are the script's, peculiarities included: what follows in the pipeline
 * was made for them. So kernel and run-time code are told by the name of the module, and
 * only where there is none by the kind of the frame.
 */
bool tidy_frame(struct tidy *t, struct text_buffer *to, const struct profile *p,
		uint32_t frame, struct error *err);

#endif
