/* elf_symbols.h - reads the symbols of an ELF image into a table. */

#ifndef SYMBOLS_ELF_SYMBOLS_H
#define SYMBOLS_ELF_SYMBOLS_H

#include "symbols/elf/elf_image.h"
#include "symbols/symbol_table.h"

/*
 * Add the symbols of .symtab and .dynsym of `from` to `t`: functions, objects, and labels in .text
 * and .data sections. `t` is settled after each of the two tables. Addresses become offsets in
 * `file`, the mapped file: `from` itself, or the file whose separate symbols `from` contains.
 * Damaged symbols are skipped. Returns false and an error only when memory runs out.
 */
bool elf_symbols_read(struct elf_image *from, const struct elf_image *file,
		      struct symbol_table *t, struct error *err);

/* The value of the first symbol called `name` in .symtab; false when no symbol has this name. */
bool elf_symbols_value(struct elf_image *im, const char *name, uint64_t *value);

/*
 * Add the entries of the procedure linkage tables of `file`, named after the functions that they
 * call. Returns false and an error only when memory runs out.
 */
bool elf_symbols_plt(struct elf_image *file, struct symbol_table *t, struct error *err);

#endif
