/* odd_inside.h - what was odd within: a process that stalled, a thread that took over, another mix of functions. */

#ifndef ANALYSIS_FIND_ODD_INSIDE_H
#define ANALYSIS_FIND_ODD_INSIDE_H

#include "analysis/find/odd_moments.h"

/*
 * Of everything: quiet stretches. Of each process with a fiftieth of all samples: quiet stretches and
 * busy ones, a thread that had nine tenths of it for a second, and functions that had another share
 * of it for as long. A process is what has one pid, or where the input knows none, one name. Of more than
 * ODD_INSIDE_SAMPLES, or of stacks so deep that these have millions of frames, every second, third ... decides;
 * numbers are those of all.
 *
 * How many processes, threads and functions are looked at is paid for in what each needs to be odd.
 */
#define ODD_INSIDE_SAMPLES UINT64_C(131072)

/* Append what there is of the kinds that are wanted; `room` is that of `out->moment`. */
bool odd_inside_find(struct odd_moments *out, size_t *room, const struct profile *p,
		     const struct odd_query *q, struct error *err);

#endif
