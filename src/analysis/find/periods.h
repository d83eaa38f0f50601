/* periods.h - the periodic activity of a profile, and of its processes, threads and functions. */

#ifndef ANALYSIS_FIND_PERIODS_H
#define ANALYSIS_FIND_PERIODS_H

#include "analysis/range.h"
#include "base/bits.h"

#define PERIODS_MOST 6

/* The scope of periodic samples. */
enum period_scope {
	PERIOD_OF_ALL,
	PERIOD_OF_NAME, /* all processes with the same name */
	PERIOD_OF_PROCESS,
	PERIOD_OF_THREAD
};

struct period_who {
	enum period_scope scope;
	uint32_t frame; /* the function, within the scope; 0: all functions */
	/* the index in profile.threads of one of the threads; unused with PERIOD_OF_ALL */
	uint32_t thread;
	uint32_t name; /* string: the name of the thread or the process; 0: none */
};

/* Harmonics and multiples of a period are not reported. */
struct period {
	struct period_who who;
	uint64_t length; /* ns: the length of a cycle */
	uint64_t margin; /* ns: the standard error of `length` */
	double strength; /* power divided by the background */
	uint32_t cycles; /* the number of whole cycles in the searched time */

	/* The burst of the average cycle, see cycle_work_of(): */
	uint64_t busy;	   /* ns: its length */
	uint64_t first;	   /* ns after the origin: the start of the first burst */
	double samples;	   /* the number of samples in a burst; 0 for spans */
	uint64_t work;	   /* ns in a burst: samples times their period, or spans */
	bool work_is_time; /* false: the sampling period is unknown, and `work` is 0 */
};

struct periods {
	uint32_t count;
	struct period found[PERIODS_MOST]; /* roughly in descending order of strength */
	struct range span;		   /* the searched time */
	/* ns: the limits of the lengths that can be found; both 0: no period can be found */
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
 * most one yields a false period (doc/analysis.md). Fails with ERROR_FORMAT if the samples have no
 * times. The result is deterministic.
 */
bool periods_find(struct periods *f, const struct profile *p,
		  const struct periods_query *q, struct error *err);

#define PERIODS_WHO 400

/*
 * Describe whose period it is: "refresh_cache (thread refresher)", "process cron", or "everything"
 * for all samples. Names are truncated to 160 bytes. The tid or pid, if known, follows a name that
 * is not unique. Returns `buf`.
 */
const char *periods_who(const struct period_who *w, const struct profile *p,
			char buf[static PERIODS_WHO]);

/*
 * Add the ranges of all bursts of a period (an index into `found`), clipped to the searched time.
 * The ends are not known precisely, so they are rounded to a hundredth of a burst or finer. Fails
 * with ERROR_NOTHING if the period has no bursts, or with ERROR_LIMIT if there are too many ranges,
 * possibly after some were added.
 */
bool periods_bursts(const struct periods *f, uint32_t period, struct ranges *all,
		    struct error *err);

#endif
