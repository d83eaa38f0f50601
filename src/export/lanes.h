/* lanes.h - the chosen samples by who ran: for each thread, one after the other. */

#ifndef EXPORT_LANES_H
#define EXPORT_LANES_H

#include "analysis/flame.h"

/* Of one event, as lengths of several mean nothing together. Where stretches of a thread
 * overlap, as those of requests do, it has several lanes. */
struct lane {
	uint32_t thread, event; /* rows of the profile */
	uint32_t nth;		/* of this thread, 0 is the first */
	uint16_t
	    cpu; /* of the kernel's idle tasks, which run at once; else PROFILE_NO_CPU */
	uint64_t first, last; /* [first, last) of lanes.rows, never empty */
};

struct lanes {
	const struct flame *flame; /* borrowed */
	struct lane *list;	   /* owned: in the order of their first samples */
	uint32_t count;
	size_t room;
	uint64_t *rows;	  /* owned: rows of the samples, lane by lane, by time */
	uint64_t samples; /* all of them */
	uint64_t usual;	  /* ns from one sample of a lane to its next: the median, or 1 */
};

/* Of the samples that `f` counts and of what of stretches lies in its range; the profile has
 * times. ERROR_LIMIT when more than LANES_MOST stretches of a thread overlap. Release with
 * lanes_release(). */
#define LANES_MOST 1000
bool lanes_build(struct lanes *l, const struct flame *f, struct error *err);
void lanes_release(struct lanes *l);

/*
 * For how many ns what was sampled in lanes.rows[i] is taken to have run: a stretch its
 * duration, a moment what it weighs where that is a time, else the usual while; never beyond
 * the next sample of the lane, nor the end of all time.
 */
uint64_t lanes_time(const struct lanes *l, uint64_t i); /* of lanes.rows[i] */
uint64_t lanes_lasted(const struct lanes *l, const struct lane *lane, uint64_t i);

#endif
