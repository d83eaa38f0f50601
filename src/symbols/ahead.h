/* ahead.h - the running kernel's symbols, read while something else is done. */

#ifndef SYMBOLS_AHEAD_H
#define SYMBOLS_AHEAD_H

#include <stddef.h>

#include "symbols/kallsyms.h"

/*
 * Linux writes /proc/kallsyms anew for each reader, which takes it longer than all else that
 * a small recording needs: one thread has it written, another makes symbols of what is there.
 */
struct ahead;

/*
 * Begin to read a file of up to `max` bytes; `path` is copied. NULL where that cannot be
 * done: then whoever needs it reads it. Release with ahead_free(), which does not wait for
 * the rest of the file.
 */
struct ahead *ahead_begin(const char *path, size_t max);
void ahead_free(struct ahead *a);

/*
 * The symbols, once, and what they say of themselves: waits for them. The table is the
 * caller's. NULL and the reason: the file cannot be read, or there is no memory.
 */
struct symbol_table *ahead_take(struct ahead *a, struct kallsyms *said,
				enum symbol_status *why);

#endif
