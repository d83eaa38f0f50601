/* symbol_names.h - the names of symbols: copied, or left in their file until needed. */

#ifndef SYMBOLS_SYMBOL_NAMES_H
#define SYMBOLS_SYMBOL_NAMES_H

#include <stdint.h>

#include "base/error.h"
#include "base/text.h"

/*
 * A name is identified by a source and an offset in it, and ends at the next NUL. Source 0 holds
 * copied names; the others are sections of files.
 */
struct symbol_names;

/* The maximum number of sources, including 0. */
#define SYMBOL_NAMES_SOURCES 8

/*
 * The maximum number of bytes that are read from one name. Nobody can read a longer name, and
 * reading 4,096 aliases of one address, each of which extends to the end of the file, would take
 * hours.
 */
#define SYMBOL_NAME_MOST ((size_t)16 * 1024)

/* A buffer for names that are read from files. Zero it first; free `at` at the end. */
struct symbol_names_room {
	char *at; /* owned */
	size_t capacity;
};

/* Returns NULL and an error when memory runs out. Release with symbol_names_free(). */
struct symbol_names *symbol_names_new(struct error *err);
void symbol_names_free(struct symbol_names *n);

/*
 * Copy bytes that contain names; the bytes may belong to a name copied earlier. `*at` is set to the
 * offset of the first byte. Offset 0 holds an empty name.
 */
bool symbol_names_copy(struct symbol_names *n, struct text bytes, uint32_t *at,
		       struct error *err);

/*
 * Leave names in a file: `len` bytes from `offset`. Duplicates the descriptor. Returns false when
 * the names must be copied instead.
 */
bool symbol_names_leave(struct symbol_names *n, int fd, uint64_t offset, uint32_t len,
			uint8_t *source);

/*
 * A name, ending with a NUL; a name in a file is truncated to SYMBOL_NAME_MOST. Borrowed until more
 * names are copied or `room` is used again. Empty when the file cannot be read or memory runs out.
 */
const char *symbol_names_get(const struct symbol_names *n, uint8_t source, uint32_t at,
			     struct symbol_names_room *room);

#endif
