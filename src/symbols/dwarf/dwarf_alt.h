/* dwarf_alt.h - the file that dwz puts into what debug symbols of several files share. */

#ifndef SYMBOLS_DWARF_ALT_H
#define SYMBOLS_DWARF_ALT_H

#include <elfutils/libdw.h>

#include "symbols/dwarf/dwarf_tables.h"

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
