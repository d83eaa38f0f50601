/* summary.h - an overview of a profile: its samples, events, threads, CPUs and time. */

#ifndef ANALYSIS_SUMMARY_H
#define ANALYSIS_SUMMARY_H

#include "analysis/included.h"
#include "analysis/range.h"

struct event_summary {
	uint64_t samples, weight, idle;
	uint64_t duration; /* ns: the sum over all spans */
};

struct summary {
	uint64_t samples, idle; /* samples that are not spans, and how many are idle */
	uint64_t stretches;	/* number of spans */
	/*
	 * ns on the recording's clock; 0 without times. `last` is the latest end of a span if that
	 * is after the last sample.
	 */
	uint64_t first, last;
	uint32_t processes;   /* processes with samples; 0: unknown */
	uint32_t threads;     /* threads with samples; 0: not counted (profile.server) */
	uint32_t cpus;	      /* CPUs with samples; 0: not recorded */
	uint32_t cpus_online; /* from the notes ("nrcpus online"); 0: unknown */
	/* recorded without call graphs: each stack has one frame */
	bool no_call_graphs;
	struct event_summary *events; /* owned: by event */
};

bool summary_build(struct summary *s, const struct profile *p, const struct bits *idle,
		   struct error *err);

/*
 * Like summary_build(), but from profile.tallies, which must exist. Of the samples, only the times
 * of the first and the last are read, and these are not validated.
 */
bool summary_from_tallies(struct summary *s, const struct profile *p, struct error *err);
void summary_release(struct summary *s);

/*
 * The average number of busy CPUs during `ns`, from the number of an event's samples in that time
 * and their weight. It is weight / ns if the unit of the event is "ns", and samples * period / ns
 * for other clocks. Negative if unknown: for spans and all other events, for clocks that tick only
 * in user code or only in the kernel, and if `ns` is less than 1 ms or ten periods (or ten times
 * the mean weight if the period is unknown).
 */
double summary_busy_cpus(const struct profile *p, uint32_t event, uint64_t samples,
			 uint64_t weight, uint64_t ns);

/* The numbers of frames in the stacks of all samples, idle or not. They saturate at UINT64_MAX. */
struct summary_unnamed {
	uint64_t frames;
	uint64_t nameless; /* frames of kind FRAME_NAMELESS */
};

/* Count the frames. The samples need not be valid: those with an unknown stack are ignored. */
bool summary_unnamed(const struct profile *p, struct summary_unnamed *u,
		     struct error *err);

/* Format the nameless share: "12.3 % of 10,680", "less than 0.1 % of 10,680". Returns `buf`. */
#define SUMMARY_UNNAMED_MAX 64
const char *summary_unnamed_text(const struct summary_unnamed *u,
				 char buf[static SUMMARY_UNNAMED_MAX]);

#endif
