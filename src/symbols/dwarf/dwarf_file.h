/* dwarf_file.h - what libdw takes for the DWARF of a file, and the file that it refers to. */

#ifndef SYMBOLS_DWARF_FILE_H
#define SYMBOLS_DWARF_FILE_H

#include <elfutils/libdw.h>

#include "base/idmap.h"
#include "base/text.h"
#include "symbols/elf/elf_part.h"

/*
 * Tables of abbreviations. Units may share one, and libdw makes its own of it for each: a thousand
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

/* The file that dwz puts into what debug symbols of several files share. */
struct dwarf_alt {
	struct elf_image *image;    /* owned; NULL: there is none */
	struct elf_part part;	    /* owned: of `image` */
	Dwarf *dwarf;		    /* owned: over `part` */
	struct dwarf_tables tables; /* owned: of `dwarf` */
};

/*
 * Give `dwarf`, that of the image of the file at `path`, what .gnu_debugaltlink names: by build
 * id in /usr/lib/debug, else at the path there, which a relative one begins beside the file.
 * libdw would open that itself, whatever it is; here it is a regular file of the build id that
 * is asked for, or there is none. Release with dwarf_alt_close() after the end of `dwarf`.
 */
void dwarf_alt_open(struct dwarf_alt *alt, struct elf_image *im, const char *path,
		    Dwarf *dwarf);
void dwarf_alt_close(struct dwarf_alt *alt);

#endif
