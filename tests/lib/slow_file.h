/* slow_file.h - a profile that arrives piece by piece, as a test wishes. */

#ifndef TESTS_SLOW_FILE_H
#define TESTS_SLOW_FILE_H

#include <stdbool.h>
#include <stdio.h>

/* A pipe with a name, and a file of what has been written into it so far. */
struct slow_file {
	char pipe[64], copy[64];
	char dir[40];
	FILE *to_pipe,
	    *to_copy; /* owned; NULL before the first word, and after the end */
	bool ended;
	long samples; /* written so far */
};

#define SLOW_FILE_RATE 1000 /* samples a second */

/* Failures are the test's. Release with slow_file_remove(). */
void slow_file_make(struct slow_file *f);
void slow_file_remove(struct slow_file *f);

/*
 * Write the next second of samples, about 100 kB: thread 100/101 of "app", cpu-clock, in
 * turn work and rest below main. The first is 7.0 s after the clock's zero. Blocks while the
 * reader has not taken what was written before.
 */
void slow_file_feed(struct slow_file *f);

/* Write anything. */
void slow_file_say(struct slow_file *f, const char *text);

/* That was all of it. */
void slow_file_end(struct slow_file *f);

#endif
