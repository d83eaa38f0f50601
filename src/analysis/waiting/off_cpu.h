/* off_cpu.h - how long threads were blocked as perf record --off-cpu has measured it. */

#ifndef ANALYSIS_OFF_CPU_H
#define ANALYSIS_OFF_CPU_H

#include "analysis/waiting/sched_replay.h"

/* Samples of a profile that was read with `switches`, by what they tell of waiting. */
struct off_cpu_counts {
	uint64_t switches; /* of the scheduler, trace points or records */
	uint64_t waits;	   /* of --off-cpu: from when to when */
	uint64_t sums;	   /* of --off-cpu: how long in all, without times */
};
struct off_cpu_counts off_cpu_count(const struct profile *p);

/*
 * Each wait, to whom it may concern: a stretch in which the thread was blocked (nothing tells in which
 * state), and an absence that somebody unknown has ended. In the order of the samples. False and an
 * error when the sink has stopped.
 */
bool off_cpu_tell(const struct profile *p, const struct sched_sink *sink,
		  struct error *err);

/* The same of sums, and with `waits` of waits as well: stretches that all begin at 0. */
bool off_cpu_tell_untimed(const struct profile *p, bool waits,
			  const struct sched_sink *sink, struct error *err);

#endif
