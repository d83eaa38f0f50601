/* stamped.h - samples with times in a unit that only they can tell: held until it is known. */

#ifndef INPUT_STAMPED_H
#define INPUT_STAMPED_H

#include "input/reading.h"

/* Zero it, set `reading` and perhaps `usual`, and release it. */
struct stamped {
	struct reading *reading; /* borrowed */
	enum time_unit usual;	 /* the clock's, if scripts seldom print another */
	struct stamped_sample {
		struct sample s; /* `time` is not in ns yet */
		uint64_t line;
	} * held; /* owned */
	size_t count, capacity;
	uint64_t scale; /* ns in a unit; 0: not known yet */
	uint64_t timed; /* samples with a time so far */
	uint64_t copies;
};

/*
 * Add a sample that was seen `s->weight` times. With a time (`s->time`, in the unit of the
 * file) it becomes so many samples; without, its weight counts them. What does not fit is
 * counted as a loss of `line`. False and an error when memory runs out.
 */
bool stamped_add(struct stamped *t, const struct sample *s, uint64_t line,
		 struct error *err);

/* No more come: decide, hand them over and note the unit, or that weights are counts. */
void stamped_end(struct stamped *t);
void stamped_release(struct stamped *t);

#endif
