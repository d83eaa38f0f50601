/* periods.h - periodic activity of a profile, of its processes, threads and functions. */

#ifndef ANALYSIS_FIND_PERIODS_H
#define ANALYSIS_FIND_PERIODS_H

#include "analysis/range.h"
#include "base/bits.h"

#define PERIODS_MOST 6

/* The scope of periodic samples. */
enum period_scope {
	PERIOD_OF_ALL,
	PERIOD_OF_NAME, /* all processes with a name */
	PERIOD_OF_PROCESS,
	PERIOD_OF_THREAD
};

struct period_who {
	enum period_scope scope;
	uint32_t frame; /* the function, in that thread or process; 0: all functions */
	/* the index of one of its threads in profile.threads, unless it is PERIOD_OF_ALL */
	uint32_t thread;
	uint32_t name; /* string: the name of the thread or the process; 0: none */
};

/* Harmonics and multiples of a period are not reported. */
struct period {
	struct period_who who;
	uint64_t length; /* ns of a cycle */
	uint64_t margin; /* ns: standard error of the length */
	double strength; /* power divided by the background */
	uint32_t cycles; /* whole cycles in the profile */

	/* The burst of a cycle: its activity above the floor, see cycle_work_of() in cycles.h. */
	uint64_t busy;	   /* ns: length of a burst */
	uint64_t first;	   /* ns after the origin: the start of the first burst */
	double samples;	   /* in a burst; 0 for spans */
	uint64_t work;	   /* ns: samples of a known clock, or the time of spans */
	bool work_is_time; /* `work` is known */
};

struct periods {
	uint32_t count;
	struct period found[PERIODS_MOST]; /* in descending order of strength */
	struct range span;		   /* the searched time */
	/* ns: lengths that can be found; 0: none */
	uint64_t shortest, longest;
};

struct periods_query {
	const struct bits *which; /* borrowed: by sample */
	bool spans;		  /* all samples are spans; else moments */
	uint32_t event;		  /* the event of the samples, or ALL_EVENTS */
	struct range range;
};

/*
 * Find the periods that stand out from the background. Of a hundred profiles without periods, at
 * most one yields a false one (doc/analysis.md). ERROR_FORMAT without times. Deterministic.
 */
bool periods_find(struct periods *f, const struct profile *p,
		  const struct periods_query *q, struct error *err);

#define PERIODS_WHO 400

/*
 * "refresh_cache (thread refresher)", "process cron", "everything" for all samples. Names are
 * truncated to 160 bytes. The tid or pid follows a name that is not unique.
 */
const char *periods_who(const struct period_who *w, const struct profile *p,
			char buf[static PERIODS_WHO]);

/*
 * Add the ranges of all bursts of a period, clipped to the searched time and rounded to a hundredth
 * of their length, the best possible precision. ERROR_NOTHING when it has no bursts, ERROR_LIMIT as
 * in ranges_add(): some may have been added.
 */
bool periods_bursts(const struct periods *f, uint32_t period, struct ranges *all,
		    struct error *err);

#endif
