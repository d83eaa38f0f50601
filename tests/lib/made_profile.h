/* made_profile.h - small profiles for tests: written by hand or thrown by dice. */

#ifndef TESTS_MADE_PROFILE_H
#define TESTS_MADE_PROFILE_H

#include "profile/profile.h"

/* A sample as a test writes it. Members left out are those of an ordinary sample. */
struct made_sample {
	const char *stack;   /* frames from the root, joined by ';': "main;work"; a frame
			      may be "name@module"; "" has no frames; [kernel], [idle],
			      [inlined] and [no name] are modules that tell the kind,
			      "[no name] user" and "[no name] kernel" where it ran */
	const char *comm;    /* NULL: "app" */
	const char *process; /* what its leader is called; NULL: it is not told */
	const char *event;   /* NULL: "cpu-clock" */
	uint64_t time;	     /* ns */
	uint64_t weight;     /* 0: 1, of a span its duration */
	uint64_t duration;   /* ns, of a span */
	int pid, tid;	     /* 0: 100; -1: not known; MADE_ZERO: 0 */
	int cpu;	     /* -1: not known */
	bool untimed;
	bool span; /* a stretch of time; its event is "spans" if none is named */
};

#define MADE_ZERO (-2)

/* Never NULL: a failure is the test's. Release with profile_free(). */
struct profile *made_profile(const struct made_sample *samples, size_t count);

/* The same with notes, in their order; or with one. */
struct made_note {
	const char *key, *value;
};
struct profile *made_with_notes(const struct made_sample *samples, size_t count,
				const struct made_note *notes, size_t note_count);
struct profile *made_with_note(const struct made_sample *samples, size_t count,
			       const char *key, const char *value);

/* Dice that always fall the same way for the same seed. */
struct dice {
	uint64_t state;
};
uint32_t dice_below(struct dice *d, uint32_t limit); /* 0 ... limit - 1 */

/*
 * Up to `samples` samples over some seconds with recursive stacks, swapper, several
 * events, threads and CPUs, and weights; the same for the same seed.
 */
struct profile *random_profile(uint64_t seed, uint32_t samples);

/*
 * Up to `samples` stretches of time of the same variety: some of no length, some as long as all
 * the others, with the weights of their durations or with others.
 */
struct profile *random_spans(uint64_t seed, uint32_t samples);

#endif
