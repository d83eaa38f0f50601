/* odd_inside.h - anomalies of processes: stalls, bursts, one dominant thread, a changed mix. */

#ifndef ANALYSIS_FIND_ODD_INSIDE_H
#define ANALYSIS_FIND_ODD_INSIDE_H

#include "analysis/find/odd_moments.h"

/*
 * The whole profile is searched for quiet stretches. Each process with at least 2 % of the
 * samples is searched for quiet and busy stretches, for a thread that had 90 % of its samples for
 * a second, and for functions whose share changed for a second or longer. A process is identified
 * by its pid, or by its name where the input has no pids. With more than ODD_INSIDE_SAMPLES
 * samples, or millions of frames in deep stacks, only every 2nd, 3rd, ... sample is searched;
 * reported counts are of all samples.
 *
 * The more processes, threads and functions are searched, the higher the score that each one
 * needs.
 */
#define ODD_INSIDE_SAMPLES UINT64_C(131072)

/* Append the moments of the kinds in q->kinds to `out`; `room` is the capacity of out->moment. */
bool odd_inside_find(struct odd_moments *out, size_t *room, const struct profile *p,
		     const struct odd_query *q, struct error *err);

#endif
