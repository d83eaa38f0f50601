/* range_lists.h - how long the lists are that say which stretches of code an entry of DWARF has. */

#ifndef SYMBOLS_RANGE_LISTS_H
#define SYMBOLS_RANGE_LISTS_H

#include <elfutils/libdw.h>

#include "symbols/elf/elf_part.h"

/* Of a file. */
struct range_lists {
	struct text all;	      /* borrowed: the part that libdw reads, */
	struct text ranges, rnglists; /* and of it the sections of DWARF 2 to 4, and 5 */
	bool big;		      /* numbers of the file */
};

void range_lists_open(struct range_lists *l, const struct elf_image *im,
		      const struct elf_part *part);

/*
 * How many items dwarf_ranges() will go through for an entry, as far as `most`: not only those that
 * it returns. All entries may refer to one list, of bases that nothing follows.
 */
uint64_t range_lists_length(const struct range_lists *l, Dwarf_Die *die, uint64_t most);

#endif
