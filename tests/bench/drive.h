/* drive.h - flarescope in a terminal, typed at and timed: what each part of drive can use. */

#ifndef TESTS_DRIVE_H
#define TESTS_DRIVE_H

#include <stdbool.h>
#include <stdint.h>

#include "e2e/terminal.h"

#define DRIVE_MS 1000000ull /* nanoseconds */

/* What to run and how long to wait. Nothing is owned. */
struct drive {
	const char *const *argv; /* of flarescope, NULL at the end */
	const char *const *env;
	const char *keys; /* for "cancel" */
	const char
	    *count; /* for "load": of all samples, as shown: "1,124,629"; NULL: unknown */
	double seconds;	  /* the profile's length */
	int quiet_ms;	  /* who sends nothing for so long has answered */
	int steps;	  /* how many of a kind */
	uint64_t load_ns; /* how long loading takes, from the start */
};

/* A program on a screen of the usual size for measuring, and when it was started. */
struct terminal *drive_start(const struct drive *d, uint64_t *start);

/* The same, loaded and quiet. */
struct terminal *drive_open(const struct drive *d);

/* Is the map on the screen, with at least one sample in it? */
bool drive_shows_map(struct terminal *t);

/*
 * Listen until nothing has come for the quiet time, or the program has ended, and let the
 * screen catch up. Returns the time from `start` to the last byte, 0 when none came. A
 * `sure` answer may take longer than the quiet time to begin.
 */
uint64_t drive_answer(const struct drive *d, struct terminal *t, uint64_t start,
		      bool sure);

/* One kind of measurement each; they print figures. */
bool drive_load(const struct drive *d);	  /* start, first picture, updates */
bool drive_keys(const struct drive *d);	  /* answers while loading */
bool drive_cancel(const struct drive *d); /* a key in the middle of loading, to the end */
bool drive_steps(const struct drive *d);  /* ranges and drags, when loaded */
bool drive_search(const struct drive *d); /* a pattern, key by key */
bool drive_two(const struct drive *d);	  /* drags, and a search, in two files */
bool drive_bytes(const struct drive *d);  /* what is sent: hovering, dragging, idle */

#endif
