/* time_unit.h - the unit of times that scripts print as bare numbers. */

#ifndef INPUT_TIME_UNIT_H
#define INPUT_TIME_UNIT_H

#include "input/reading.h"

/* Nanoseconds in a unit; `unit` is not TIME_UNIT_AUTO. */
uint64_t time_unit_ns(enum time_unit unit);

/* The times of all samples, or of the first ones. */
struct time_spread {
	uint64_t first, last; /* the smallest and the largest */
	uint64_t samples;
	bool complete;	      /* these are all samples of the file */
	enum time_unit usual; /* the usual unit of the tool; AUTO: unknown */
	bool spans;	      /* spans: their rate says nothing about the unit */
};

/*
 * Guess the unit that makes the most plausible recording: some ten to some thousand samples a
 * second, some seconds to an hour long, on a host that has been up for some time. The four units
 * are so far apart that the guess is seldom wrong.
 */
enum time_unit time_unit_guess(const struct time_spread *spread);

/* Add the note on the unit; `guessed`: with the option that sets it. */
void time_unit_note(struct builder *b, enum time_unit unit, bool guessed);

/*
 * Samples that wait until the unit is known. Zero it, set `reading` and perhaps `usual`; release
 * with held_samples_release().
 */
struct held_samples {
	struct reading *reading; /* borrowed */
	enum time_unit usual;	 /* the unit that scripts usually print; AUTO: none */
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
 * Add a sample that was counted `s->weight` times. With a time (`s->time`, in the unit of the file)
 * it becomes that many samples; without one, the weight stays. Values out of range are counted as a
 * loss at `line`. False and an error when memory runs out.
 */
bool held_samples_add(struct held_samples *t, const struct sample *s, uint64_t line,
		      struct error *err);

/*
 * After the last sample: decide on the unit, pass the held samples to the builder, and note the
 * unit, or that weights are counts.
 */
void held_samples_end(struct held_samples *t);
void held_samples_release(struct held_samples *t);

#endif
