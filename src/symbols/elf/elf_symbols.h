/* elf_symbols.h - the symbols of an ELF image into a table, at their places in the file. */

#ifndef SYMBOLS_ELF_SYMBOLS_H
#define SYMBOLS_ELF_SYMBOLS_H

#include "symbols/elf/elf_image.h"
#include "symbols/symbol_table.h"

/*
 * Put the symbols of `from`'s .symtab and .dynsym into `t`, each settled: functions,
 * objects, and labels in code. Symbols are found by the place of their bytes in `file`,
 * the file that was mapped, which is `from` or the one whose symbols `from` has. False and
 * an error only when memory runs out; what is damaged is skipped.
 */
bool elf_symbols_read(struct elf_image *from, const struct elf_image *file,
		      struct symbol_table *t, struct error *err);

/* The value of the first symbol of this name in .symtab; false: there is none. */
bool elf_symbols_value(struct elf_image *im, const char *name, uint64_t *value);

/* The entries of `file`'s procedure linkage tables, each by the function that it calls. */
bool elf_symbols_plt(struct elf_image *file, struct symbol_table *t, struct error *err);

#endif
