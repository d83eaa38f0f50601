/* time_kinds.h - the kinds of time that a profile can show, and what to record to see more. */

#ifndef ANALYSIS_TIME_KINDS_H
#define ANALYSIS_TIME_KINDS_H

#include "analysis/summary.h"

/* Sources of times, in the order in which reports list them. */
enum time_source {
	TIME_OF_CLOCK,	  /* samples of a clock: running threads */
	TIME_OF_SWITCHES, /* all switches of the scheduler: threads that do not run */
	TIME_OF_RECORDS,  /* the same from --switch-events: without stacks and states */
	TIME_OF_WAITS,	  /* waits of perf record --off-cpu */
	TIME_OF_SUMS,	  /* their sums, without times */
	TIME_OF_DISKS,	  /* begins and ends of disk requests */
	TIME_OF_CALLS,	  /* begins and ends of system calls */
	TIME_OF_SPANS,
	TIME_SOURCES
};

/* Missing data that another command would record or print. */
enum time_lack {
	LACK_SWITCHES, /* no data about waiting */
	LACK_PRINTED,  /* it was recorded, but is missing in the text of perf script */
	LACK_COMPLETE, /* only some of the switches were recorded */
	LACK_STACKS,   /* only switch records or --off-cpu: no exact places, no wakers */
	LACK_WAKERS,
	LACK_CLOCK,
	LACK_CPUS, /* activity on CPUs that were not recorded */
	TIME_LACKS
};

struct time_kinds {
	bool has[TIME_SOURCES], lacks[TIME_LACKS];
	uint32_t clock;	 /* with TIME_OF_CLOCK: the first clock event */
	unsigned states; /* the set of states (thread_state.h) that --state can show */
};

/*
 * Judged by the names and sums of events and by notes, not by samples, so the profile need not have
 * been read with `switches`. The result may be too optimistic: most of the switches may be missing.
 * Missing data is reported for recordings of perf.
 */
struct time_kinds time_kinds_of(const struct profile *p, const struct summary *s);

/*
 * Does it rely on switches, requests or calls, which time_kinds_verify() must check? Only perf has
 * them.
 */
bool time_kinds_are_claimed(const struct time_kinds *k);

/* Withdraw these kinds, and the sums of --off-cpu: the profile is a copy without their events. */
void time_kinds_forget(struct time_kinds *k);

/*
 * Check them against the same file read with `switches`: events that were sampled, not understood,
 * or are mostly missing show nothing. False and an error when memory runs out.
 */
bool time_kinds_verify(struct time_kinds *k, const struct profile *switches,
		       struct error *err);

/* The word for scripts: "samples", "switches". */
const char *time_source_word(enum time_source source);

struct time_lack_words {
	const char *what;    /* "who woke threads" */
	const char *how;     /* "record": the verb for the command */
	const char *command; /* "flarescope record --waiting" */
};
extern const struct time_lack_words time_lack_words[TIME_LACKS];

#endif
