/* folded.h - one line a stack, "comm;main;work 42": what flame graph tools read. */

#ifndef EXPORT_FOLDED_H
#define EXPORT_FOLDED_H

#include <stdio.h>

#include "analysis/flame.h"
#include "export/tidy.h"

/*
 * Every stack with samples of its own, root first, with its self value; equal texts are
 * added up, and the lines are sorted bytewise by stack. In names only ';' (as ':'), line
 * ends, control characters and bytes that are not UTF-8 (as U+FFFD) are replaced; with
 * `tidy` they are what stackcollapse-perf.pl makes of them. With `annotate` frames of the
 * chosen kinds end in "_[k]" or "_[j]", and inlined ones in "_[i]". A sample without any frame is
 * its group alone, or "[no stack]" when there are no groups.
 */
bool folded_write(const struct flame *f, bool tidy, enum annotate annotate, FILE *out,
		  struct error *err);

#endif
