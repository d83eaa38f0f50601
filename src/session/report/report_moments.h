/* report_moments.h - the odd moments of a report: those that are alike are told once. */

#ifndef SESSION_REPORT_REPORT_MOMENTS_H
#define SESSION_REPORT_REPORT_MOMENTS_H

#include "analysis/find/when.h"

#define REPORT_GROUPS 5 /* at most */

/* Moments of one kind that the same function or thread explains, or bursts that come regularly. */
struct report_group {
	uint32_t shown; /* of all: one that stands for them */
	uint32_t count;
};

struct report_moments {
	struct odd_moments all; /* owned */
	struct report_group
	    groups[REPORT_GROUPS]; /* the oddest first; there may be more */
	uint32_t count;
	uint32_t bursts, stalls, each_second, threads, mixes;

	/* how far apart bursts begin, in ns, if they come regularly; else 0: see below */
	uint64_t every;
};

/* Of spans and without times there are none. Release with report_moments_release(), also when it has failed. */
bool report_moments_find(struct report_moments *m, const struct when *w,
			 struct error *err);

/*
 * What there is to tell of what was found. Bursts come regularly if there are four or more, and
 * two of three gaps between their beginnings are within a tenth of the median gap, which is
 * `every`; so do those then that have such a gap on a side.
 */
void report_moments_tell(struct report_moments *m, const struct profile *p);
void report_moments_release(struct report_moments *m);

/* What a reader calls it: "burst", "stall", "each second", "one thread alone", "another mix". */
const char *report_moments_word(enum odd_kind kind);

#endif
