/* time_unit.h - guesses the unit of times that scripts print without a unit. */

#ifndef INPUT_TIME_UNIT_H
#define INPUT_TIME_UNIT_H

#include "input/reading.h"

/* The nanoseconds in a unit, which must not be TIME_UNIT_AUTO. */
uint64_t time_unit_ns(enum time_unit unit);

/* The times of all samples, or of the first samples of a file. */
struct time_spread {
	uint64_t first, last; /* the smallest and the largest time */
	uint64_t samples;
	bool complete;	      /* these are all samples of the file */
	enum time_unit usual; /* the usual unit of the tool; AUTO: unknown */
	bool spans;	      /* these are spans, which can have any rate */
};

/*
 * Guess the unit that gives the most plausible recording: tens to thousands of samples per second,
 * seconds to an hour long, on a host that has been up for some time.
 */
enum time_unit time_unit_guess(const struct time_spread *spread);

/* Add the note on the unit; `guessed`: also name the option that sets it. */
void time_unit_note(struct builder *b, enum time_unit unit, bool guessed);

/*
 * Holds samples until the unit of their times is known. Zero it, set `reading` and perhaps `usual`;
 * release with held_samples_release().
 */
struct held_samples {
	struct reading *reading; /* borrowed */
	enum time_unit usual;	 /* the usual unit of the tool; AUTO: unknown */
	struct held_sample {
		struct sample s; /* `time` is not in ns yet */
		uint64_t line;
	} * held; /* owned */
	size_t count, capacity;
	uint64_t scale; /* ns in a unit; 0: not decided yet */
	uint64_t timed; /* samples with a time so far */
	uint64_t copies;
};

/*
 * Add a sample with the count `s->weight`. If it has a time (`s->time`, in the unit of the file),
 * it becomes that many samples of weight 1; otherwise it keeps its weight. Values out of range are
 * counted as a loss at `line`. False and an error when memory runs out.
 */
bool held_samples_add(struct held_samples *t, const struct sample *s, uint64_t line,
		      struct error *err);

/*
 * After the last sample: decide on the unit, note it, and pass the held samples to the builder. If
 * no sample had a time, mark the weights as counts.
 */
void held_samples_end(struct held_samples *t);
void held_samples_release(struct held_samples *t);

#endif
