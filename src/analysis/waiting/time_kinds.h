/* time_kinds.h - the kinds of time that a profile can show, and how to record the others. */

#ifndef ANALYSIS_TIME_KINDS_H
#define ANALYSIS_TIME_KINDS_H

#include "analysis/summary.h"

/* Sources of time data, in the order of reports. */
enum time_source {
	TIME_OF_CLOCK,	  /* samples of a clock or of cycles: running threads */
	TIME_OF_SWITCHES, /* sched_switch events: threads that do not run */
	TIME_OF_RECORDS,  /* records of --switch-events, without stacks or states */
	TIME_OF_WAITS,	  /* waits of perf record --off-cpu */
	TIME_OF_SUMS,	  /* total waiting times of --off-cpu */
	TIME_OF_DISKS,	  /* starts and ends of disk requests */
	TIME_OF_CALLS,	  /* starts and ends of system calls */
	TIME_OF_SPANS,	  /* other spans */
	TIME_SOURCES
};

/* Missing data that another command can record or print. */
enum time_lack {
	LACK_SWITCHES, /* no data about waiting */
	LACK_PRINTED,  /* switches were recorded, but not printed by perf script */
	LACK_COMPLETE, /* only some of the switches were recorded */
	LACK_STACKS,   /* only --switch-events or --off-cpu: no exact places, no wakers */
	LACK_WAKERS,
	LACK_CLOCK,
	LACK_CPUS, /* activity on CPUs that were not recorded */
	TIME_LACKS
};

struct time_kinds {
	bool has[TIME_SOURCES], lacks[TIME_LACKS];
	uint32_t clock;	 /* the first clock or cycles event, if has[TIME_OF_CLOCK] */
	unsigned states; /* the set of states (thread_state.h) that switches show */
};

/*
 * The result is derived from event names, sums and notes, not from samples, so the profile can be
 * read without reading_options.switches. It may be too optimistic, because most switches may be
 * missing. `lacks` is meaningful only for recordings of perf.
 */
struct time_kinds time_kinds_of(const struct profile *p, const struct summary *s);

/*
 * Does `k` include switches, requests or system calls? If so, time_kinds_verify() must check them.
 * Only recordings of perf have them.
 */
bool time_kinds_are_claimed(const struct time_kinds *k);

/* Remove switches, requests, calls and sums of --off-cpu, for a format without such events. */
void time_kinds_forget(struct time_kinds *k);

/*
 * Correct `k` with the samples of the same file, read with reading_options.switches. Events that
 * were sampled or not understood, or are mostly missing, do not count. False and an error when
 * memory runs out.
 */
bool time_kinds_verify(struct time_kinds *k, const struct profile *switches,
		       struct error *err);

/* The name of a source in the output of info: "samples", "switches". */
const char *time_source_word(enum time_source source);

struct time_lack_words {
	const char *what;    /* what is missing: "who woke threads" */
	const char *how;     /* the verb for the command: "record" */
	const char *command; /* "flarescope record --waiting" */
};
extern const struct time_lack_words time_lack_words[TIME_LACKS];

#endif
