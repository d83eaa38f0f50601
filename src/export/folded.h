/* folded.h - one line a stack, "comm;main;work 42": what flame graph tools read. */

#ifndef EXPORT_FOLDED_H
#define EXPORT_FOLDED_H

#include <stdio.h>

#include "analysis/flame.h"
#include "export/tidy.h"

/* How names and values are written; zeroed: as they are. */
struct folded_style {
	bool tidy;
	enum annotate annotate;
	uint64_t unit; /* values are counted in so many, rounded to the nearest; 0: 1 */
};

/*
 * Every stack with samples of its own, root first, with its self value; equal texts are
 * added up, and the lines are sorted bytewise by stack. In names only ';' (as ':'), line
 * ends, control characters and bytes that are not UTF-8 (as U+FFFD) are replaced; with
 * `tidy` they are what stackcollapse-perf.pl makes of them. With `annotate` frames of the
 * chosen kinds end in "_[k]" or "_[j]", and inlined ones in "_[i]". A sample without any
 * frame is its group alone, or "[no stack]" when there are no groups.
 */
bool folded_write(const struct flame *f, const struct folded_style *style, FILE *out,
		  struct error *err);

#endif
