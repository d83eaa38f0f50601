/* periods.h - what comes again and again: the periods of a profile's activity. */

#ifndef ANALYSIS_FIND_PERIODS_H
#define ANALYSIS_FIND_PERIODS_H

#include "analysis/range.h"
#include "base/bits.h"

#define PERIODS_MOST 6

/* Whose samples come so: of everything that is looked at, or of less. */
enum period_scope {
	PERIOD_OF_ALL,
	PERIOD_OF_NAME, /* all processes of this name */
	PERIOD_OF_PROCESS,
	PERIOD_OF_THREAD
};

struct period_who {
	enum period_scope scope;
	uint32_t frame; /* the function, which is in that thread or process; 0: all */
	uint32_t
	    thread;    /* a row of profile.threads of them, unless it is PERIOD_OF_ALL */
	uint32_t name; /* string: what the thread or the process is called; 0: nothing */
};

/* One of them; its harmonics and multiples are none of their own. */
struct period {
	struct period_who who;
	uint64_t length; /* ns of a cycle */
	uint64_t margin; /* ns: its standard error */
	double strength; /* how many times the background its power is */
	uint32_t cycles; /* whole ones that there were */

	/* What a cycle has beyond what always goes on; see cycle_work.h. */
	uint64_t busy;	/* ns: how long that takes: a burst */
	uint64_t first; /* ns after the origin: when a burst of the first cycle begins */
	double samples; /* 0 of spans */
	uint64_t work;	/* ns: samples of a known clock, or the time of spans */
	bool work_is_time; /* `work` is known */
};

struct periods {
	uint32_t count;
	struct period found[PERIODS_MOST]; /* the strongest first */
	struct range span;		   /* what was looked at, of the profile's time */
	/* What could have been found: from `shortest` to `longest`, in ns; 0: nothing. */
	uint64_t shortest, longest;
};

/* What is looked at. */
struct periods_query {
	const struct bits *which; /* borrowed: by sample */
	bool spans;		  /* all of them are stretches of time; else moments */
	uint32_t event;		  /* whose samples they are, or KEPT_ALL_EVENTS */
	struct range range;
};

/*
 * Those that stand out from the background: of profiles without any, one in a hundred has a
 * period at most (doc/analysis.md). ERROR_FORMAT without times. Deterministic.
 */
bool periods_find(struct periods *f, const struct profile *p,
		  const struct periods_query *q, struct error *err);

#define PERIODS_WHO 400

/*
 * "refresh_cache (thread refresher)", "process cron", of all that is looked at "everything": names of more
 * than 160 bytes are cut. Where another one has the name, the tid or the pid follows.
 */
const char *periods_who(const struct period_who *w, const struct profile *p,
			char buf[static PERIODS_WHO]);

/*
 * Add all bursts of a period, as far as they lie in what was looked at; their times are known to a
 * hundredth of their length at best, and are rounded so. ERROR_NOTHING when it has none, ERROR_LIMIT as
 * ranges_add(): some may have been added.
 */
bool periods_bursts(const struct periods *f, uint32_t period, struct ranges *all,
		    struct error *err);

#endif
