/* symbol_order.h - symbols as a table has them, and bringing many of them into order. */

#ifndef SYMBOLS_SYMBOL_ORDER_H
#define SYMBOLS_SYMBOL_ORDER_H

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

#endif
