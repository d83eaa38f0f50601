/* tracks.h - the chosen samples by who ran: for each thread, one after the other. */

#ifndef EXPORT_TRACKS_H
#define EXPORT_TRACKS_H

#include "analysis/flame.h"

/* Of one event, as lengths of several mean nothing together. Where stretches of a thread
 * overlap, as those of requests do, it has several tracks. */
struct track {
	uint32_t thread, event; /* rows of the profile */
	uint32_t nth;		/* of this thread, 0 is the first */
	uint16_t
	    cpu; /* of the kernel's idle tasks, which run at once; else PROFILE_NO_CPU */
	uint64_t first, last; /* [first, last) of tracks.rows, never empty */
};

struct tracks {
	const struct flame *flame; /* borrowed */
	struct track *list;	   /* owned: in the order of their first samples */
	uint32_t count;
	size_t room;
	uint64_t *rows;	  /* owned: rows of the samples, track by track, by time */
	uint64_t samples; /* all of them */
	uint64_t usual; /* ns from one sample of a track to its next: the median, or 1 */
};

/* Of the samples that `f` counts and of what of stretches lies in its range; the profile has
 * times. ERROR_LIMIT when more than TRACKS_MOST stretches of a thread overlap. Release with
 * tracks_release(). */
#define TRACKS_MOST 1000
bool tracks_build(struct tracks *l, const struct flame *f, struct error *err);
void tracks_release(struct tracks *l);

/*
 * For how many ns what was sampled in tracks.rows[i] is taken to have run: a stretch its
 * duration, a moment what it weighs where that is a time, else the usual while; never beyond
 * the next sample of the track, nor the end of all time.
 */
uint64_t tracks_time(const struct tracks *l, uint64_t i); /* of tracks.rows[i] */
uint64_t tracks_lasted(const struct tracks *l, const struct track *track, uint64_t i);

#endif
