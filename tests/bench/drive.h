/* drive.h - flarescope in a terminal, typed at and timed: what each part of drive can use. */

#ifndef TESTS_DRIVE_H
#define TESTS_DRIVE_H

#include <stdbool.h>
#include <stdint.h>

#include "e2e/terminal.h"
#include "figures.h"

#define DRIVE_MS    1000000ull /* nanoseconds */
#define DRIVE_RANGE 80	       /* room for a range in words */

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

/* The same, loaded and quiet. NULL after what was seen instead of a map has been printed. */
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

/* Keys that are typed so that something can be measured then; until they are answered. */
void drive_type(const struct drive *d, struct terminal *t, const char *keys);

/* Listen as drive_answer(), and add the time, and how many bytes came; each may be NULL. */
void drive_measure(const struct drive *d, struct terminal *t, uint64_t start, bool sure,
		   struct series *times, struct series *bytes);

/* Type a range, or several, and time what Enter does. */
void drive_type_range(const struct drive *d, struct terminal *t, const char *range,
		      struct series *times);

/* A share `i` of `steps` of the profile: narrow and wide ones, in all parts of it. */
const char *drive_some_range(const struct drive *d, int i, char *text, size_t size);

/*
 * Drag to and fro over `cells` cells of the map, one at each step, so that the range grows and
 * shrinks. Where a second is several cells wide, most steps change nothing and are not counted.
 */
void drive_drag(const struct drive *d, struct terminal *t, int cells, bool down,
		struct series *times, struct series *bytes);

/* One kind of measurement each; they print figures. */
bool drive_load(const struct drive *d);	  /* start, first picture, updates */
bool drive_keys(const struct drive *d);	  /* answers while loading */
bool drive_cancel(const struct drive *d); /* a key in the middle of loading, to the end */
bool drive_steps(const struct drive *d);  /* ranges and drags, when loaded */
bool drive_shapes(
    const struct drive *d); /* ranges leaf first, of one function, of a thread */
bool drive_code(const struct drive *d);	   /* the instructions of a function */
bool drive_inlined(const struct drive *d); /* inlined functions come and go */
bool drive_ranges(const struct drive *d);  /* sixty at once, and a drag beside them */
bool drive_search(const struct drive *d);  /* a pattern, key by key */
bool drive_two(const struct drive *d);	   /* drags, and a search, in two files */
bool drive_bytes(const struct drive *d);   /* what is sent: hovering, dragging, idle */

#endif
