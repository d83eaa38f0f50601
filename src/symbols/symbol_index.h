/* symbol_index.h - where among ordered symbols an address is: few reads of memory each. */

#ifndef SYMBOLS_SYMBOL_INDEX_H
#define SYMBOLS_SYMBOL_INDEX_H

#include "symbols/symbol_order.h"

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
