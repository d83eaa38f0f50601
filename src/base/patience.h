/* patience.h - how long an answer may take, and whether somebody still waits for it. */

#ifndef BASE_PATIENCE_H
#define BASE_PATIENCE_H

#include <stdint.h>

#include "base/error.h"

#define PATIENCE_USUAL_MS 5000 /* of CPU time */

enum patience_end { PATIENCE_GOES_ON, PATIENCE_OVER, PATIENCE_STOPPED };

/* For all parts of one answer together, which one thread makes. Zero it to begin. */
struct patience {
	uint64_t most_ms;	   /* of CPU time; 0: PATIENCE_USUAL_MS */
	bool (*wanted)(void *arg); /* asked every few ms; NULL: until the time is over */
	void *arg;		   /* borrowed: for it */
	enum patience_end end;

	/* its own: */
	bool begun;
	uint64_t since;	 /* ns, by clock_spent() */
	uint64_t asked;	 /* when `wanted` was asked last, by clock_now() ... */
	uint64_t seen;	 /* ... and clock_spent() */
	uint64_t unseen; /* steps since clock_now() was looked at */
};

/* Some steps of about 10 ns have been taken, or will be. False from the end on. */
bool patience_spend(struct patience *p, uint64_t steps);

#endif
