/* dwarf_file.h - limits the memory that libdw takes, and opens the shared file of dwz. */

#ifndef SYMBOLS_DWARF_FILE_H
#define SYMBOLS_DWARF_FILE_H

#include <elfutils/libdw.h>

#include "base/idmap.h"
#include "base/text.h"
#include "symbols/elf/elf_part.h"

/*
 * Tables of abbreviations. Units may share one, but libdw makes a copy for each: a thousand units
 * of 24 bytes with a table of a megabyte would take 8 GB. So the memory of libdw is taken from
 * the budget first, and the unit is not read when too little is left.
 */
struct dwarf_tables {
	struct text units, tables; /* borrowed: .debug_info, .debug_abbrev */
	/* units that were counted, and whether they are valid */
	struct idmap seen;
	size_t taken; /* bytes */
	/* the maximum number of attributes of an entry that occupy no bytes */
	uint32_t bare;
};

/*
 * Take the memory of libdw for all units, which may have only 12 bytes each, and for their first
 * entries. Call it before libdw reads any. `part` is of the image. False when memory runs out or
 * the file exceeds its budget.
 */
bool dwarf_tables_open(struct dwarf_tables *t, struct elf_image *im,
		       const struct elf_part *part, Dwarf *dwarf);

/*
 * Take the memory for the whole table of the unit of `die`, once. False when memory runs out or the
 * table is unreasonable: entries of one byte may have a million attributes, all of which are read
 * for each entry.
 */
bool dwarf_tables_take(struct dwarf_tables *t, Dwarf_Die *die);

/* Return the memory; call this after dwarf_end(). */
void dwarf_tables_close(struct dwarf_tables *t);

/* The file in which dwz stores the debug symbols that several files share. */
struct dwarf_alt {
	struct elf_image *image;    /* owned; NULL: none */
	struct elf_part part;	    /* owned: of `image` */
	Dwarf *dwarf;		    /* owned: over `part` */
	struct dwarf_tables tables; /* owned: of `dwarf` */
};

/*
 * Open the file that .gnu_debugaltlink names, and set it in `dwarf`, which belongs to image `im` of
 * the file at `path`. It is found by build id in /usr/lib/debug, otherwise by the path in the link,
 * relative to the file. libdw would open that path in any case; here it must be a regular file with
 * the right build id. Release with dwarf_alt_close() after dwarf_end().
 */
void dwarf_alt_open(struct dwarf_alt *alt, struct elf_image *im, const char *path,
		    Dwarf *dwarf);
void dwarf_alt_close(struct dwarf_alt *alt);

#endif
