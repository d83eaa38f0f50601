/* inlined.h - functions that the compiler inlined, read from DWARF. */

#ifndef SYMBOLS_INLINED_H
#define SYMBOLS_INLINED_H

#include <stddef.h>
#include <stdint.h>

#include "base/text.h"
#include "symbols/elf/elf_image.h"

struct inlined;

/*
 * Read the DWARF of `im`, the image of the file at `path`; `im` may be closed afterwards. Returns
 * NULL when the file has no DWARF, its DWARF is too large (see elf_image_excess()), or memory runs
 * out. Release with inlined_free(). Only one thread at a time may use the result. This function and
 * inlined_find() can take a long time.
 */
struct inlined *inlined_new(struct elf_image *im, const char *path);

/* The same, with the sections that source_lines.h needs. */
struct inlined *inlined_new_with_lines(struct elf_image *im, const char *path);
void inlined_free(struct inlined *in);

/*
 * The names of the functions inlined at an address of the image, innermost first, at most `max`,
 * without the function that contains them. Returns their number. The names are borrowed until
 * inlined_free().
 */
size_t inlined_find(struct inlined *in, uint64_t address, struct text *names, size_t max);

/* The number of lookups so far whose result may be incomplete, because their unit is too large. */
uint64_t inlined_lost(const struct inlined *in);

/* Where an inlined function was called; line 0: unknown. */
struct inlined_from {
	uint32_t file; /* a number in the line table of the unit */
	uint32_t line;
};

/* Like inlined_find(), with the place of each call. */
size_t inlined_find_calls(struct inlined *in, uint64_t address, struct text *names,
			  struct inlined_from *calls, size_t max);

/* The number of the unit that contains an address; inlined_units() if no unit does. */
uint32_t inlined_unit_number(struct inlined *in, uint64_t address);
uint32_t inlined_units(const struct inlined *in);

#endif
