/* symbol_index.h - sorts symbols and finds the symbol at an address with few cache misses. */

#ifndef SYMBOLS_SYMBOL_INDEX_H
#define SYMBOLS_SYMBOL_INDEX_H

#include <stddef.h>
#include <stdint.h>

#include "base/error.h"

/* The most owners: 21 bits. */
#define SYMBOL_OWNERS_MAX (1u << 21)

/* A symbol. Programs have hundreds of thousands, of which few are looked up, so it is small. */
struct symbol_entry {
	uint64_t start, end;
	/* place in its source; if `answered`, the number of the answer */
	uint32_t name;
	uint32_t owner : 21;
	uint32_t source : 3;
	uint32_t binding : 2, type : 2;
	uint32_t plt : 1;
	/* it ends at the next symbol */
	uint32_t guessed : 1;
	uint32_t apart : 1; /* no earlier symbol overlaps it */
	uint32_t answered : 1;
};

/*
 * Sort `count` entries by start, stably; the first `settled` of them are sorted already. Returns
 * false and an error when memory runs out.
 */
bool symbol_order(struct symbol_entry *entries, size_t settled, size_t count,
		  struct error *err);

/*
 * Addresses divided into slices of one size with a few symbols each, plus one slice below and one
 * above. Zero it first; release it at the end.
 */
struct symbol_index {
	uint32_t *firsts; /* owned: first entry of each slice, then the count */
	uint64_t base;	  /* the start of slice 1 */
	uint32_t shift;	  /* a slice has 2^shift addresses */
	uint32_t last;	  /* the last slice */
};

/* Index `count` sorted entries. Returns false and an error when memory runs out. */
bool symbol_index_make(struct symbol_index *x, const struct symbol_entry *entries,
		       size_t count, struct error *err);
void symbol_index_release(struct symbol_index *x);

/* The number of entries that start at or before `address`. */
uint32_t symbol_index_upto(const struct symbol_index *x,
			   const struct symbol_entry *entries, uint64_t address);

/* The number of entries that start before `address`. */
uint32_t symbol_index_before(const struct symbol_index *x,
			     const struct symbol_entry *entries, uint64_t address);

#endif
