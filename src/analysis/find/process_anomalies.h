/* process_anomalies.h - stalls, bursts, dominant threads and changed mixes within processes. */

#ifndef ANALYSIS_FIND_PROCESS_ANOMALIES_H
#define ANALYSIS_FIND_PROCESS_ANOMALIES_H

#include "analysis/find/anomalies.h"

/*
 * The whole profile is searched for quiet stretches. Each process with at least 2 % of the
 * samples is searched for quiet and busy stretches, for a thread that had 90 % of its samples for
 * a second, and for functions whose share changed for a second or longer. A process is identified
 * by its pid, or by its name where the input has no pids. With more than ANOMALY_INSIDE_SAMPLES
 * samples, or millions of frames in deep stacks, only every 2nd, 3rd, ... sample is searched;
 * reported counts are of all samples.
 *
 * The more processes, threads and functions are searched, the higher the score that each one
 * needs.
 */
#define ANOMALY_INSIDE_SAMPLES UINT64_C(131072)

/* Append the moments of the kinds in q->kinds to `out`; `room` is the capacity of out->moment. */
bool process_anomalies_find(struct anomalies *out, size_t *room, const struct profile *p,
			    const struct anomaly_query *q, struct error *err);

#endif
