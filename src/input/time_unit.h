/* time_unit.h - times that scripts print as bare numbers: what their unit is. */

#ifndef INPUT_TIME_UNIT_H
#define INPUT_TIME_UNIT_H

#include "input/reading.h"

/* Of one unit; `unit` is not TIME_UNIT_AUTO. */
uint64_t time_unit_ns(enum time_unit unit);

/* The times of samples, or of the first ones. */
struct time_spread {
	uint64_t first, last; /* the smallest and the largest */
	uint64_t samples;
	bool complete;	      /* these are all samples there are */
	enum time_unit usual; /* of what printed them; AUTO: it has none */
	bool spans;	      /* how many there are a second tells nothing */
};

/*
 * The unit with which the samples make the likeliest recording: some ten to some thousand
 * samples a second, some seconds to an hour long, of a machine that runs for some time.
 * The four units are so far apart that this is seldom wrong.
 */
enum time_unit time_unit_guess(const struct time_spread *spread);

/* The fact of a profile that tells the unit; `guessed`: and how to set it. */
void time_unit_note(struct builder *b, enum time_unit unit, bool guessed);

/* Zero it, set `reading` and perhaps `usual`, and release it. */
struct held_samples {
	struct reading *reading; /* borrowed */
	enum time_unit usual;	 /* the clock's, if scripts seldom print another */
	struct held_sample {
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
bool held_samples_add(struct held_samples *t, const struct sample *s, uint64_t line,
		      struct error *err);

/* No more come: decide, hand them over and note the unit, or that weights are counts. */
void held_samples_end(struct held_samples *t);
void held_samples_release(struct held_samples *t);

#endif
