/* slow_file.h - a profile that is written piece by piece, into a pipe. */

#ifndef TESTS_SLOW_FILE_H
#define TESTS_SLOW_FILE_H

#include <stdbool.h>
#include <stdio.h>

/* A named pipe, and a file with a copy of what was written. */
struct slow_file {
	char pipe[64], copy[64];
	char dir[40];
	/* owned; NULL before the first write and after slow_file_end() */
	FILE *to_pipe, *to_copy;
	bool ended;
	long samples; /* written so far */
};

#define SLOW_FILE_RATE 1000 /* samples per second */

/* A failure ends the test. Release with slow_file_remove(). */
void slow_file_make(struct slow_file *f);
void slow_file_remove(struct slow_file *f);

/*
 * Write the next second of samples, about 100 kB: thread 100/101 of "app", cpu-clock, alternately
 * work and rest below main. The first one is at 7.0 s. Blocks until the reader has read earlier
 * data.
 */
void slow_file_feed(struct slow_file *f);

/* Write any text. */
void slow_file_say(struct slow_file *f, const char *text);

/* Close the pipe. */
void slow_file_end(struct slow_file *f);

#endif
