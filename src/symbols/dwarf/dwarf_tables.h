/* dwarf_tables.h - tables of abbreviations, which libdw reads anew for each unit. */

#ifndef SYMBOLS_DWARF_TABLES_H
#define SYMBOLS_DWARF_TABLES_H

#include <elfutils/libdw.h>

#include "base/idmap.h"
#include "base/text.h"
#include "symbols/elf/elf_part.h"

/*
 * Units may share a table, and libdw makes its own of it for each: a thousand
 * units of 24 bytes with a table of a megabyte would take 8 GB. So what libdw will
 * take is counted as memory of ours before it reads, and where there is no budget for it, not
 * read.
 */
struct dwarf_tables {
	struct text units, tables; /* borrowed: .debug_info, .debug_abbrev */
	struct idmap seen;	   /* units that have been counted */
	size_t taken;		   /* bytes */
};

/* Count what finding the first entries of all units takes. False: there is no memory for it. */
bool dwarf_tables_open(struct dwarf_tables *t, const struct elf_part *part, Dwarf *dwarf);

/* Count the whole table of the unit that `die` is in, once. False: no memory for it. */
bool dwarf_tables_take(struct dwarf_tables *t, Dwarf_Die *die);

/* Give all of it back: after dwarf_end(). */
void dwarf_tables_close(struct dwarf_tables *t);

#endif
