/* inlined_unit.h - the compiled unit that an address is in, for who reads more of it. */

#ifndef SYMBOLS_INLINED_UNIT_H
#define SYMBOLS_INLINED_UNIT_H

#include <elfutils/libdw.h>

#include "symbols/dwarf/inlined.h"

/* Borrowed until inlined_free(). */
struct inlined_unit {
	Dwarf_Die die;			   /* its first entry, whose table is counted */
	struct text lines;		   /* .debug_line; empty without INLINED_LINES */
	struct text strings, line_strings; /* .debug_str and .debug_line_str */
};

/* False: no unit tells of this address. */
bool inlined_unit(struct inlined *in, uint64_t address, struct inlined_unit *found);

#endif
