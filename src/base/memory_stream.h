/* memory_stream.h - a stream whose text is kept in memory, and returned at the end. */

#ifndef BASE_MEMORY_STREAM_H
#define BASE_MEMORY_STREAM_H

#include <stdio.h>

#include "base/error.h"

struct memory_stream {
	FILE *out;  /* owned: write to it */
	char *text; /* owned: allocated by the C library */
	size_t len;
};

/* False and an error when there is no memory. End it with memory_stream_take(). */
bool memory_stream_open(struct memory_stream *m, struct error *err);

/*
 * The written text, with a final NUL; `*len` is its length, `len` may be NULL. Release it with
 * mem_free(). NULL if a write failed, or an error was already set. The stream is closed in any
 * case.
 */
char *memory_stream_take(struct memory_stream *m, size_t *len, struct error *err);

#endif
