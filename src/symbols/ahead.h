/* ahead.h - a file that is read while something else is done. */

#ifndef SYMBOLS_AHEAD_H
#define SYMBOLS_AHEAD_H

#include <stddef.h>

#include "symbols/symbol_status.h"

/*
 * Linux writes /proc/kallsyms anew for each reader, which takes it longer than all else that
 * a small recording needs.
 */
struct ahead;

/*
 * Begin to read a file of up to `max` bytes on a thread of its own; `path` is copied. NULL
 * where that cannot be done: then whoever needs it reads it. Release with ahead_free(), which
 * waits for the thread.
 */
struct ahead *ahead_begin(const char *path, size_t max);
void ahead_free(struct ahead *a);

/* What regular_file_text() gives, once: waits for it. The text is the caller's. */
char *ahead_take(struct ahead *a, size_t *len, enum symbol_status *why);

#endif
