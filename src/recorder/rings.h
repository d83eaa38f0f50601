/* rings.h - the rings of all CPUs that are recorded. */

#ifndef RECORDER_RINGS_H
#define RECORDER_RINGS_H

#include "recorder/events.h"
#include "recorder/ring.h"

/* One a CPU, into which all events of that CPU write. Zero it first, release it at the end. */
struct rings {
	struct ring *at; /* owned */
	int32_t *cpu;	 /* owned */
	int *fd; /* owned array of borrowed ones: that by which a ring was mapped */
	size_t count;
	size_t bytes; /* of each */
};

/*
 * Map them, large enough for two periods of so many ms between passes with the deepest call chains,
 * or as large as the kernel lets this user have. False and an error.
 */
bool rings_map(struct rings *r, const struct events *e, uint32_t frequency,
	       unsigned tick_ms, struct error *err);
void rings_release(struct rings *r);

/* Is there one that is a quarter full? */
bool rings_are_filling(const struct rings *r);

#endif
