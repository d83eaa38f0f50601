/* inlined.h - functions that the compiler inlined, according to DWARF. */

#ifndef SYMBOLS_INLINED_H
#define SYMBOLS_INLINED_H

#include <stddef.h>
#include <stdint.h>

#include "base/text.h"
#include "symbols/elf/elf_image.h"

struct inlined;

/*
 * Read what is needed of the image of the file at `path`, which is borrowed and must stay open.
 * NULL when it has no DWARF, or memory has run out. Release with inlined_free(). One thread at a
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

#endif
