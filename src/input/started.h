/* started.h - the start times of recordings that the user states with --started. */

#ifndef INPUT_STARTED_H
#define INPUT_STARTED_H

#include <stddef.h>
#include <stdint.h>

#include "base/error.h"
#include "base/text.h"

struct started_file {
	struct text file; /* borrowed: a path, or its last parts; empty: the only file */
	uint64_t at;	  /* the time of its first sample, ns since 1970 */
};

/* Zero to begin; release with started_release(). */
struct started {
	struct started_file *list; /* owned */
	uint32_t count;
	size_t room;
};

/*
 * Add a start time: "[FILE=]2026-11-30T10:44:23.5+01:00", see timestamp.h. `word` is borrowed.
 */
bool started_add(struct started *s, const char *word, struct error *err);
void started_release(struct started *s);

/* Assign the time without a file to `path`. ERROR_USAGE when there are two of these. */
bool started_settle(struct started *s, const char *path, struct error *err);

/* Does it name this file, by the whole path or its last parts? */
bool started_is_of(const struct started_file *f, const char *path);

/* The start of this file, ns since 1970; 0: not stated. `s` may be NULL. */
uint64_t started_find(const struct started *s, const char *path);

#endif
