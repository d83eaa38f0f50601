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

/* False and an error when memory runs out. End the stream with memory_stream_take(). */
bool memory_stream_open(struct memory_stream *m, struct error *err);

/*
 * Close the stream and return the written text, with a final NUL; `*len` is its length, and `len`
 * may be NULL. Release the text with mem_free(). NULL if a write failed, memory ran out, or an
 * error was already set.
 */
char *memory_stream_take(struct memory_stream *m, size_t *len, struct error *err);

#endif
