/* symbol_index.h - sorted symbols, and which of them is at an address, with few cache misses. */

#ifndef SYMBOLS_SYMBOL_INDEX_H
#define SYMBOLS_SYMBOL_INDEX_H

#include <stddef.h>
#include <stdint.h>

#include "base/error.h"

/* At most so many owners: 21 bits. */
#define SYMBOL_OWNERS_MAX (1u << 21)

/* Programs have hundreds of thousands, few of which are ever looked up: it is kept small. */
struct symbol_entry {
	uint64_t start, end;
	uint32_t name; /* place in its source; of an answered one, number of the answer */
	uint32_t owner : 21;
	uint32_t source : 3;
	uint32_t binding : 2, type : 2;
	uint32_t plt : 1;
	uint32_t guessed : 1; /* its end is where the next symbol begins */
	uint32_t apart : 1;   /* no symbol that starts before reaches to it */
	uint32_t answered : 1;
};

/*
 * Sort `count` entries by start, stably. The first `settled` of them are sorted already. False and
 * an error when memory runs out.
 */
bool symbol_order(struct symbol_entry *entries, size_t settled, size_t count,
		  struct error *err);

/*
 * Addresses divided into slices of one size, some symbols each, and one for all below and above.
 * Zero it first; release it at the end.
 */
struct symbol_index {
	uint32_t *firsts; /* owned: of each slice the first entry, and the count */
	uint64_t base;	  /* where slice 1 begins */
	uint32_t shift;	  /* a slice has 2^shift addresses */
	uint32_t last;	  /* slice */
};

/* Index `count` entries that are sorted. False and an error when memory runs out. */
bool symbol_index_make(struct symbol_index *x, const struct symbol_entry *entries,
		       size_t count, struct error *err);
void symbol_index_release(struct symbol_index *x);

/* How many of the indexed entries start at `address` or before it. */
uint32_t symbol_index_upto(const struct symbol_index *x,
			   const struct symbol_entry *entries, uint64_t address);

/* How many start before `address`. */
uint32_t symbol_index_before(const struct symbol_index *x,
			     const struct symbol_entry *entries, uint64_t address);

#endif
