/* summary.h - an overview of a profile: its samples, events, threads, CPUs and time. */

#ifndef ANALYSIS_SUMMARY_H
#define ANALYSIS_SUMMARY_H

#include "analysis/included.h"
#include "analysis/range.h"

struct event_summary {
	uint64_t samples, weight, idle;
	uint64_t duration; /* ns, of all spans together */
};

struct summary {
	uint64_t samples, idle; /* of moments */
	uint64_t stretches;	/* number of spans */
	/*
	 * ns on the recording's clock; 0 without times. `last` is the end of the last span if that
	 * is after the last sample.
	 */
	uint64_t first, last;
	uint32_t processes;   /* distinct pids; 0: pids of threads are not recorded */
	uint32_t threads;     /* threads that have samples */
	uint32_t cpus;	      /* distinct CPUs with samples, 0: not recorded */
	uint32_t cpus_online; /* from the notes ("nrcpus online"), or 0 */
	/* the recording is known to have none: each stack has one frame */
	bool no_call_graphs;
	struct event_summary *events; /* owned: by event */
};

bool summary_build(struct summary *s, const struct profile *p, const struct bits *idle,
		   struct error *err);

/*
 * The same from profile.tallies, which must exist, without a pass over the samples. Only the first
 * and the last time are read, and not checked.
 */
bool summary_from_tallies(struct summary *s, const struct profile *p, struct error *err);
void summary_release(struct summary *s);

/*
 * The average number of busy CPUs during `ns` with these `samples` and this `weight` of an event:
 * weight / ns for a clock with the unit "ns", else samples times the period of a sampled clock /
 * ns. Negative if unknown: for spans, which need not use a CPU; for events other than clocks,
 * whatever the requested rate (perf record -F 99 -e sched:...); for clocks of user code or the
 * kernel alone; and for times shorter than ten periods of the clock (ten times the mean weight if
 * the period is unknown).
 */
double summary_busy_cpus(const struct profile *p, uint32_t event, uint64_t samples,
			 uint64_t weight, uint64_t ns);

/* The numbers of sampled frames with and without names. */
struct summary_unnamed {
	/* all frames of all samples, idle or not: a frame counts once for each sample */
	uint64_t frames;
	uint64_t nameless; /* of kind FRAME_NAMELESS; both saturate at UINT64_MAX */
};

/* Also for a profile whose samples have not been validated: stacks out of bounds have no frames. */
bool summary_unnamed(const struct profile *p, struct summary_unnamed *u,
		     struct error *err);

/* "12.3 % of 10,680": 0 only if there are no nameless frames, 100 only if there are no others. */
#define SUMMARY_UNNAMED_MAX 64
const char *summary_unnamed_text(const struct summary_unnamed *u,
				 char buf[static SUMMARY_UNNAMED_MAX]);

#endif
