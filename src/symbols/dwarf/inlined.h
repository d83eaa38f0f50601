/* inlined.h - functions that the compiler inlined, according to DWARF. */

#ifndef SYMBOLS_INLINED_H
#define SYMBOLS_INLINED_H

#include <stddef.h>
#include <stdint.h>

#include "base/text.h"
#include "symbols/elf/elf_image.h"

struct inlined;

/*
 * Read what is needed of the image of the file at `path`, which is not needed any more then.
 * NULL when it has no DWARF, or would take too much: see elf_image_excess(). Release with inlined_free(). One thread at a
 * time; this and inlined_find() may take long.
 */
struct inlined *inlined_new(struct elf_image *im, const char *path);

/* The same, with what source_lines.h reads. */
struct inlined *inlined_new_with_lines(struct elf_image *im, const char *path);
void inlined_free(struct inlined *in);

/*
 * The names of the functions inlined at an address of the image, innermost first and at most
 * `max`, without that of the function that contains them. Returns how many there are. Borrowed
 * until inlined_free().
 */
size_t inlined_find(struct inlined *in, uint64_t address, struct text *names, size_t max);

/* At how many addresses, of those that were asked for, more may be inlined than is told: their unit takes too much. */
uint64_t inlined_lost(const struct inlined *in);

/* Where a function was called that is inlined now; line 0: it is not told. */
struct inlined_from {
	uint32_t file; /* by the numbers of the unit's table of lines */
	uint32_t line;
};

/* The same, and of each where it was called: `max` of them, too. */
size_t inlined_find_calls(struct inlined *in, uint64_t address, struct text *names,
			  struct inlined_from *calls, size_t max);

/* The unit that an address is in, by a number below inlined_units(); that where none is. */
uint32_t inlined_unit_number(struct inlined *in, uint64_t address);
uint32_t inlined_units(const struct inlined *in);

#endif
