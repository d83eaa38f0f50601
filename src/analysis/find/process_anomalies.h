/* process_anomalies.h - finds stalls, bursts, dominant threads and changed shares in processes. */

#ifndef ANALYSIS_FIND_PROCESS_ANOMALIES_H
#define ANALYSIS_FIND_PROCESS_ANOMALIES_H

#include "analysis/find/anomalies.h"

/*
 * The whole profile is searched for quiet stretches. Processes with 2 % to 95 % of the samples are
 * searched for quiet and busy stretches. Processes with at least 10 % are also searched for a
 * thread that took 90 % of the samples of its process for a second, and for functions whose share
 * changed for a second or longer. Processes are distinguished by pid, or by name if the input has
 * no pids. If there are more than ANOMALY_INSIDE_SAMPLES samples, or millions of frames in deep
 * stacks, only every 2nd, 3rd, ... sample is searched; the reported counts are of all samples.
 *
 * The more processes, threads and functions are searched, the higher the score that each of them
 * needs.
 */
#define ANOMALY_INSIDE_SAMPLES UINT64_C(131072)

/* Append the anomalies of the kinds q->kinds to `out`. */
bool process_anomalies_find(struct anomalies *out, const struct profile *p,
			    const struct anomaly_query *q, struct error *err);

#endif
