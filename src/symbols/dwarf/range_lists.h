/* range_lists.h - the lengths of the lists of address ranges in DWARF. */

#ifndef SYMBOLS_RANGE_LISTS_H
#define SYMBOLS_RANGE_LISTS_H

#include <elfutils/libdw.h>

#include "symbols/elf/elf_part.h"

/* The lists of a file. */
struct range_lists {
	struct text all;	      /* borrowed: the part that libdw reads */
	struct text ranges, rnglists; /* its sections of DWARF 2 to 4, and of 5 */
	bool big;		      /* big-endian */
};

void range_lists_open(struct range_lists *l, const struct elf_image *im,
		      const struct elf_part *part);

/*
 * The number of items that dwarf_ranges() reads for an entry, at most `most`. This includes items
 * that it does not return: all entries may refer to one long list of base addresses.
 */
uint64_t range_lists_length(const struct range_lists *l, Dwarf_Die *die, uint64_t most);

#endif
