/* dwarf_file.h - how much memory libdw takes for DWARF, and the file of dwz that it refers to. */

#ifndef SYMBOLS_DWARF_FILE_H
#define SYMBOLS_DWARF_FILE_H

#include <elfutils/libdw.h>

#include "base/idmap.h"
#include "base/text.h"
#include "symbols/elf/elf_part.h"

/*
 * Tables of abbreviations. Units may share one, but libdw makes a copy for each: a thousand units
 * of 24 bytes with a table of a megabyte would take 8 GB. So what libdw will take is counted in
 * our budget first, and not read where that does not allow it.
 */
struct dwarf_tables {
	struct text units, tables; /* borrowed: .debug_info, .debug_abbrev */
	struct idmap seen;	   /* units that have been counted: are they fit? */
	size_t taken;		   /* bytes */
	uint32_t bare; /* attributes without a byte that an entry has in them, at most */
};

/*
 * Count what libdw takes for all units, which may have 12 bytes each, and to find their first entries: before
 * it is asked for any. `part` is of the image. False: out of memory, or more than is right for the file.
 */
bool dwarf_tables_open(struct dwarf_tables *t, struct elf_image *im,
		       const struct elf_part *part, Dwarf *dwarf);

/*
 * Count the whole table of the unit that `die` is in, once. False: out of memory, or no compiler has
 * written it: entries of one byte may have a million attributes, which are gone through for each.
 */
bool dwarf_tables_take(struct dwarf_tables *t, Dwarf_Die *die);

/* Stop counting: after dwarf_end(). */
void dwarf_tables_close(struct dwarf_tables *t);

/* The file into which dwz puts what the debug symbols of several files have in common. */
struct dwarf_alt {
	struct elf_image *image;    /* owned; NULL: there is none */
	struct elf_part part;	    /* owned: of `image` */
	Dwarf *dwarf;		    /* owned: over `part` */
	struct dwarf_tables tables; /* owned: of `dwarf` */
};

/*
 * Give `dwarf`, which is of image `im` of the file at `path`, the file that .gnu_debugaltlink names:
 * by build id in /usr/lib/debug, else at the path there, relative to the file. libdw would open
 * that itself, whatever it is; here it must be a regular file with the right build id. Release
 * with dwarf_alt_close() after dwarf_end().
 */
void dwarf_alt_open(struct dwarf_alt *alt, struct elf_image *im, const char *path,
		    Dwarf *dwarf);
void dwarf_alt_close(struct dwarf_alt *alt);

#endif
