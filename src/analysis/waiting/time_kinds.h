/* time_kinds.h - what kinds of time a profile can show, and what to record to see more. */

#ifndef ANALYSIS_TIME_KINDS_H
#define ANALYSIS_TIME_KINDS_H

#include "analysis/summary.h"

/* From what, in the order in which they are told. */
enum time_source {
	TIME_OF_CLOCK,	  /* samples of a clock: who ran */
	TIME_OF_SWITCHES, /* all switches of the scheduler: what threads did otherwise */
	TIME_OF_RECORDS,  /* the same of --switch-events: without stacks and states */
	TIME_OF_WAITS,	  /* waits of perf record --off-cpu */
	TIME_OF_SUMS,	  /* the same added up, without times */
	TIME_OF_DISKS,	  /* begins and ends of requests to disks */
	TIME_OF_CALLS,	  /* and of system calls */
	TIME_OF_SPANS,
	TIME_SOURCES
};

/* What is not there, and would be with another command. */
enum time_lack {
	LACK_SWITCHES, /* nothing tells of waiting */
	LACK_PRINTED,  /* what tells of it was recorded, and not printed as text */
	LACK_WHOLE,    /* one switch in several was recorded, so nothing does */
	LACK_STACKS,   /* nothing but records tells of it */
	LACK_WAKERS,
	LACK_CLOCK,
	LACK_CPUS, /* what threads did on CPUs that were not recorded */
	TIME_LACKS
};

struct time_kinds {
	bool has[TIME_SOURCES], lacks[TIME_LACKS];
	uint32_t clock;	 /* with TIME_OF_CLOCK: the first event that is one */
	unsigned states; /* a set, see thread_state.h: those that --state can show */
};

/*
 * By names of events, sums and notes alone: it need not have been read with `switches`, and no
 * sample is looked at. What it says can be shown may turn out not to be, as most of the switches
 * may be missing. Lacks are those of recordings of perf.
 */
struct time_kinds time_kinds_of(const struct profile *p, const struct summary *s);

/* Does it say of switches, requests or calls that they tell times? Those of perf alone do. */
bool time_kinds_are_promised(const struct time_kinds *k);

/* Nothing of what they would tell can be shown: of a copy that has not kept it. */
void time_kinds_forget(struct time_kinds *k);

/*
 * The same of what was promised, by the file as it was read with `switches`: what is sampled, not
 * understood, or mostly missing shows nothing. False and an error when memory runs out.
 */
bool time_kinds_prove(struct time_kinds *k, const struct profile *switches,
		      struct error *err);

/* "samples", "switches": for scripts. */
const char *time_source_word(enum time_source source);

struct time_lack_words {
	const char *what;    /* "who woke threads" */
	const char *how;     /* "record": what the command does */
	const char *command; /* "flarescope record --waiting" */
};
extern const struct time_lack_words time_lack_words[TIME_LACKS];

#endif
