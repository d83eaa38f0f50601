/* drive.h - flarescope in a terminal, driven by keys and timed: the interface for all parts of drive. */

#ifndef TESTS_DRIVE_H
#define TESTS_DRIVE_H

#include <stdbool.h>
#include <stdint.h>

#include "e2e/terminal.h"
#include "figures.h"

#define DRIVE_MS    1000000ull /* nanoseconds */
#define DRIVE_RANGE 80	       /* room for a range as text */

/* The program to run and how long to wait. Nothing is owned. */
struct drive {
	const char *const *argv; /* that of flarescope, NULL at the end */
	const char *const *env;
	const char *keys; /* for "cancel" */
	const char
	    *count; /* for "load": of all samples, as shown: "1,124,629"; NULL: unknown */
	double seconds;	  /* the length of the profile */
	int quiet_ms;	  /* after this time without output, the response is complete */
	int steps;	  /* repetitions of each measurement */
	uint64_t load_ns; /* duration of loading, from the start */
};

/* Start the program on a screen of the usual size for measurements, and store the time. */
struct terminal *drive_start(const struct drive *d, uint64_t *start);

/* The same, loaded and quiet. If no map appears, prints the screen and returns NULL. */
struct terminal *drive_open(const struct drive *d);

/* Is the map on the screen, with at least one sample in it? */
bool drive_shows_map(struct terminal *t);

/*
 * Listen until nothing has arrived for the quiet time, or the program has ended, and let the screen
 * catch up. Returns the time from `start` to the last byte, 0 if there was none. A `sure` response
 * may take longer than the quiet time to begin.
 */
uint64_t drive_answer(const struct drive *d, struct terminal *t, uint64_t start,
		      bool sure);

/* Type keys that prepare a measurement, and wait for the response. */
void drive_type(const struct drive *d, struct terminal *t, const char *keys);

/* Listen like drive_answer(), and add the time and the number of bytes; each may be NULL. */
void drive_measure(const struct drive *d, struct terminal *t, uint64_t start, bool sure,
		   struct series *times, struct series *bytes);

/* Type a range, or several, and time the effect of Enter. */
void drive_type_range(const struct drive *d, struct terminal *t, const char *range,
		      struct series *times);

/* Range `i` of `steps` in the profile: narrow and wide ones, in all parts of it. */
const char *drive_some_range(const struct drive *d, int i, char *text, size_t size);

/*
 * Drag back and forth over `cells` cells of the map, one per step, so that the range grows and
 * shrinks. If a second is several cells wide, most steps change nothing and are not counted.
 */
void drive_drag(const struct drive *d, struct terminal *t, int cells, bool down,
		struct series *times, struct series *bytes);

/* One kind of measurement each; they print figures. */
bool drive_load(const struct drive *d); /* start, first picture, updates */
bool drive_keys(const struct drive *d); /* answers while loading */
/* a key in the middle of loading, until the program ends */
bool drive_cancel(const struct drive *d);
bool drive_steps(const struct drive *d); /* ranges and drags, after loading */
bool drive_shapes(
    const struct drive *d); /* ranges leaf first, of one function, of a thread */
bool drive_code(const struct drive *d);	   /* the instructions of a function */
bool drive_inlined(const struct drive *d); /* inlined functions are shown and hidden */
/* sixty ranges together, and a drag while they are selected */
bool drive_ranges(const struct drive *d);
bool drive_search(const struct drive *d); /* a pattern, key by key */
bool drive_two(const struct drive *d);	  /* drags, and a search, in two files */
bool drive_bytes(const struct drive *d);  /* bytes sent: hovering, dragging, idle */

#endif
