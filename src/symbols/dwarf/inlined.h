/* inlined.h - functions that the compiler put into others, as DWARF tells them. */

#ifndef SYMBOLS_INLINED_H
#define SYMBOLS_INLINED_H

#include <stddef.h>
#include <stdint.h>

#include "base/text.h"
#include "symbols/elf/elf_image.h"

struct inlined;

/*
 * Prepare to be asked about the image, which is borrowed and stays open meanwhile, and is
 * that of the file at `path`. NULL when it has no DWARF, or memory has run out. Release with inlined_free(). One thread at a
 * time; both calls may take long.
 */
struct inlined *inlined_new(struct elf_image *im, const char *path);
void inlined_free(struct inlined *in);

/*
 * The names of the functions inlined at an address of the image, innermost first and at most
 * `max`; that of the function they are all in is not among them. How many there are.
 * Borrowed until inlined_free().
 */
size_t inlined_find(struct inlined *in, uint64_t address, struct text *names, size_t max);

#endif
