/* summary.h - what can be said of a profile before looking into it. */

#ifndef ANALYSIS_SUMMARY_H
#define ANALYSIS_SUMMARY_H

#include "analysis/kept.h"
#include "analysis/range.h"

struct event_summary {
	uint64_t samples, weight, idle;
	uint64_t duration; /* ns, of spans */
};

struct summary {
	uint64_t samples, idle; /* moments */
	uint64_t stretches;	/* of spans */
	/*
	 * ns on the recording's clock; 0 without times. `last` is when spans end, if that
	 * is after the last sample.
	 */
	uint64_t first, last;
	uint32_t processes;   /* distinct pids; 0: those of threads are not recorded */
	uint32_t threads;     /* rows of profile.threads that have samples */
	uint32_t cpus;	      /* distinct CPUs that have samples, 0: not recorded */
	uint32_t cpus_online; /* from the notes ("nrcpus online"), or 0 */
	bool no_call_graphs;  /* the recording says so: a stack is one frame */
	struct event_summary *events; /* owned: by event */
};

bool summary_build(struct summary *s, const struct profile *p, const struct bits *idle,
		   struct error *err);

/*
 * The same without reading each sample: from profile.tallies, which must be there. Only
 * the first and the last time are looked at, and believed.
 */
bool summary_from_tallies(struct summary *s, const struct profile *p, struct error *err);
void summary_release(struct summary *s);

/*
 * How many CPUs were busy on average in `ns` that hold `samples` samples of `weight`
 * of an event: weight over time where that is of a clock (unit "ns"), else samples times
 * the period of a sampled clock over time. Negative when it cannot be known: for spans,
 * which need not use a CPU, for what is no clock, whatever rate was asked for (perf
 * record -F 99 -e sched:...), for a clock of user code or the kernel alone, and for less
 * time than ten periods of the clock (ten times the mean weight where its period is not
 * known).
 */
double summary_busy_cpus(const struct profile *p, uint32_t event, uint64_t samples,
			 uint64_t weight, uint64_t ns);

/* How many of the frames that were seen have no name. */
struct summary_unnamed {
	uint64_t frames; /* of all samples, idle ones too: a frame counts once a sample */
	uint64_t nameless; /* of the kind FRAME_NAMELESS; both at most UINT64_MAX */
};

/*
 * Also for a profile whose samples have not been checked: stacks that are not there have
 * no frames.
 */
bool summary_unnamed(const struct profile *p, struct summary_unnamed *u,
		     struct error *err);

/*
 * "12.3 % of 10,680": a share of 0 only when there is none, of 100 only when there are no
 * others.
 */
#define SUMMARY_UNNAMED_MAX 64
const char *summary_unnamed_text(const struct summary_unnamed *u,
				 char buf[static SUMMARY_UNNAMED_MAX]);

#endif
