/* process_anomalies.h - stalls, bursts, dominant threads and changed shares in processes. */

#ifndef ANALYSIS_FIND_PROCESS_ANOMALIES_H
#define ANALYSIS_FIND_PROCESS_ANOMALIES_H

#include "analysis/find/anomalies.h"

/*
 * All samples together are searched for quiet stretches. Up to 32 processes, each with at least 2 %
 * of the samples, are searched for quiet and busy stretches, except one with nearly all samples.
 * Processes with at least 10 % are also searched for a thread that, for a second or longer, took
 * 90 % of the samples of its process, and for functions whose share changed for as long. Processes
 * are distinguished by pid, or by name if they have no pid. If there are ANOMALY_INSIDE_SAMPLES
 * samples or more, or their stacks have many millions of frames, only every 2nd, 3rd, ... sample is
 * searched; the reported counts are of all samples.
 *
 * The more processes and functions are searched, the higher the score that each of them needs.
 */
#define ANOMALY_INSIDE_SAMPLES UINT64_C(131072)

/*
 * Append the anomalies of the kinds in q->kinds to `out`, and set the numbers of processes, threads
 * and functions that were searched.
 */
bool process_anomalies_find(struct anomalies *out, const struct profile *p,
			    const struct anomaly_query *q, struct error *err);

#endif
