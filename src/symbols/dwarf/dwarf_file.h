/* dwarf_file.h - limits the memory that libdw uses, and opens the shared file that dwz wrote. */

#ifndef SYMBOLS_DWARF_FILE_H
#define SYMBOLS_DWARF_FILE_H

#include <elfutils/libdw.h>

#include "base/idmap.h"
#include "base/text.h"
#include "symbols/elf/elf_part.h"

/*
 * Abbreviation tables. Units may share a table, but libdw makes a larger copy for each unit: a
 * thousand units of 24 bytes with a table of a megabyte would take 8 GB. So the memory that libdw
 * needs is first taken from the budget, and a unit is not read when too little is left.
 */
struct dwarf_tables {
	struct text units, tables; /* borrowed: .debug_info, .debug_abbrev */
	/* units whose tables were counted, and whether they may be read */
	struct idmap seen;
	size_t taken; /* bytes */
	/* the maximum number of attributes of an entry that occupy no bytes */
	uint32_t bare;
};

/*
 * Take from the budget the memory that libdw needs for all units, which may have only 12 bytes
 * each, and for their first entries. Call this before libdw reads a unit. `part` was made from
 * `im`. False when memory runs out or the file exceeds its budget.
 */
bool dwarf_tables_open(struct dwarf_tables *t, struct elf_image *im,
		       const struct elf_part *part, Dwarf *dwarf);

/*
 * Take the memory for the whole abbreviation table of the unit of `die`, once per unit. False when
 * memory runs out, or when the table gives an entry too many attributes: an entry of one byte may
 * have a million, and all of them are read for each such entry.
 */
bool dwarf_tables_take(struct dwarf_tables *t, Dwarf_Die *die);

/* Give the memory back to the budget; call this after dwarf_end(). */
void dwarf_tables_close(struct dwarf_tables *t);

/* The file in which dwz stores the debug symbols that several files share. */
struct dwarf_alt {
	struct elf_image *image;    /* owned; NULL: none */
	struct elf_part part;	    /* owned: of `image` */
	Dwarf *dwarf;		    /* owned: reads `part` */
	struct dwarf_tables tables; /* owned: of `dwarf` */
};

/*
 * Open the file that .gnu_debugaltlink of `im` names, and attach it to `dwarf`, which was read from
 * `im`. `path` is the path of the file of `im`. The file is searched for by build id in
 * /usr/lib/debug, then at the path in the link, which may be relative to the directory of the file
 * of `im`; symbolic links in `path` are resolved first. libdw would open any file at that path;
 * here, it must be a regular file with the right build id. Release with dwarf_alt_close() after
 * dwarf_end().
 */
void dwarf_alt_open(struct dwarf_alt *alt, struct elf_image *im, const char *path,
		    Dwarf *dwarf);
void dwarf_alt_close(struct dwarf_alt *alt);

#endif
