/* odd_single.h - threads that may have had all the work of their process for a while. */

#ifndef ANALYSIS_FIND_ODD_SINGLE_H
#define ANALYSIS_FIND_ODD_SINGLE_H

#include "analysis/find/odd_moments.h"
#include "analysis/find/timeline.h"

/*
 * A process is what has one pid, or where the input knows none, one name. Its thread is a tid,
 * whatever names it had. Time is cut into cells of ODD_SINGLE_CELL; a thread is alone in one
 * whose samples of the process are all its own.
 */
#define ODD_SINGLE_CELL UINT64_C(100000000) /* ns */

/* So many threads at most are looked at: those with the most samples alone. */
#define ODD_SINGLES_MAX TIMELINES_MOST

struct odd_single {
	uint32_t thread;  /* row of profile.threads */
	uint64_t samples; /* of the thread, */
	uint64_t of_all;  /* and of its process */
	double alone;	  /* samples of others that one expects where it is alone */
};

struct odd_singles {
	struct odd_single single[ODD_SINGLES_MAX];
	uint32_t count;

	/* owned: by context, in the timeline of each: who else is in its process counts; it only passes */
	uint8_t *roles;
};

/* Release with odd_singles_release(). */
bool odd_singles_build(struct odd_singles *s, const struct profile *p,
		       const struct odd_query *q, struct error *err);
void odd_singles_release(struct odd_singles *s);

#endif
