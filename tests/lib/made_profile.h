/* made_profile.h - small profiles for tests, listed by hand or random. */

#ifndef TESTS_MADE_PROFILE_H
#define TESTS_MADE_PROFILE_H

#include "profile/profile.h"

/* A sample. Members that are left out are those of an ordinary sample. */
struct made_sample {
	const char *stack;   /* frames from the root, joined by ';': "main;work"; a frame
			      may be "name@module"; "" has no frames; [kernel], [idle],
			      [inlined] and [no name] are modules that tell the kind,
			      "[no name] user" and "[no name] kernel" where it ran */
	const char *comm;    /* NULL: "app" */
	const char *process; /* name of the leader; NULL: not known */
	const char *event;   /* NULL: "cpu-clock" */
	uint64_t time;	     /* ns */
	uint64_t weight;     /* 0: 1, or for a span its duration */
	uint64_t duration;   /* ns, for a span */
	int pid, tid;	     /* 0: 100; -1: not known; MADE_ZERO: 0 */
	int cpu;	     /* -1: not known */
	bool untimed;
	bool span; /* its event is "spans" unless one is named */
};

#define MADE_ZERO (-2)

/* Never returns NULL: a failure ends the test. Release with profile_free(). */
struct profile *made_profile(const struct made_sample *samples, size_t count);

/* The same with notes, in this order; or with one note. */
struct made_note {
	const char *key, *value;
};
struct profile *made_with_notes(const struct made_sample *samples, size_t count,
				const struct made_note *notes, size_t note_count);
struct profile *made_with_note(const struct made_sample *samples, size_t count,
			       const char *key, const char *value);

/* A random number generator; the sequence depends only on the seed. */
struct dice {
	uint64_t state;
};
uint32_t dice_below(struct dice *d, uint32_t limit); /* 0 ... limit - 1 */

/*
 * Up to `samples` samples in some seconds, with recursive stacks, swapper, weights, and several
 * events, threads and CPUs. Depends only on the seed.
 */
struct profile *random_profile(uint64_t seed, uint32_t samples);

/*
 * The same with spans: some are empty, some as long as all others together; weights are the
 * durations, or other numbers.
 */
struct profile *random_spans(uint64_t seed, uint32_t samples);

#endif
