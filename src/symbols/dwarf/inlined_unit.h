/* inlined_unit.h - the compilation unit of an address, for other readers of DWARF. */

#ifndef SYMBOLS_INLINED_UNIT_H
#define SYMBOLS_INLINED_UNIT_H

#include <elfutils/libdw.h>

#include "symbols/dwarf/inlined.h"

/* Borrowed until inlined_free(). */
struct inlined_unit {
	/* the first entry of the unit, whose abbreviation table dwarf_tables_take() has counted */
	Dwarf_Die die;
	struct text lines;		   /* .debug_line; empty after inlined_new() */
	struct text strings, line_strings; /* .debug_str and .debug_line_str */
};

/* False when no unit contains the address, or its abbreviation table is too large. */
bool inlined_unit(struct inlined *in, uint64_t address, struct inlined_unit *found);

#endif
