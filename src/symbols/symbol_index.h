/* symbol_index.h - symbols in order, and where among them an address is: few reads of memory each. */

#ifndef SYMBOLS_SYMBOL_INDEX_H
#define SYMBOLS_SYMBOL_INDEX_H

#include <stddef.h>
#include <stdint.h>

#include "base/error.h"

/* Owners that a table can tell apart: 21 bits. */
#define SYMBOL_OWNERS_MAX (1u << 21)

/* Programs have hundreds of thousands, of which few are ever asked for: it is kept small. */
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
 * Order `count` entries by start. The first `settled` of them are in order already; those
 * with the same start stay as they follow each other. False and an error for want of memory.
 */
bool symbol_order(struct symbol_entry *entries, size_t settled, size_t count,
		  struct error *err);

/*
 * Addresses cut into slices of one size, some symbols each, and one for all before and behind.
 * Zero it to begin, then release it.
 */
struct symbol_index {
	uint32_t *firsts; /* owned: of each slice the first entry, and the count */
	uint64_t base;	  /* where slice 1 begins */
	uint32_t shift;	  /* a slice has 2^shift addresses */
	uint32_t last;	  /* slice */
};

/* Index `count` entries in order of their start. False and an error for want of memory. */
bool symbol_index_make(struct symbol_index *x, const struct symbol_entry *entries,
		       size_t count, struct error *err);
void symbol_index_release(struct symbol_index *x);

/* How many of these entries, which are those indexed, start at `address` or before it. */
uint32_t symbol_index_upto(const struct symbol_index *x,
			   const struct symbol_entry *entries, uint64_t address);

/* How many start before `address`. */
uint32_t symbol_index_before(const struct symbol_index *x,
			     const struct symbol_entry *entries, uint64_t address);

#endif
