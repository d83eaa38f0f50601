/* unwind_file.h - what a mapped file tells of the callers of its code. */

#ifndef SYMBOLS_UNWIND_FILE_H
#define SYMBOLS_UNWIND_FILE_H

#include <stddef.h>
#include <stdint.h>

#include "base/error.h"
#include "symbols/module.h"

/* Registers of an x86-64 that callers want back, numbered as DWARF does. */
enum { UNWIND_FP = 6, UNWIND_SP = 7, UNWIND_PC = 16, UNWIND_REGISTERS };

struct unwind_row;
struct unwind_formula;

/* A file; several threads may ask one at once. */
struct unwind_file;

/*
 * Open the file as module_open_file() would. NULL and an error for want of memory only:
 * when there is no such file it is one that knows nothing. Release with unwind_file_close().
 */
struct unwind_file *unwind_file_open(const struct symbol_source *src,
				     const struct module_file *file, struct error *err);
void unwind_file_close(struct unwind_file *f);

/* SYMBOLS_FOUND, or why it knows nothing. */
enum symbol_status unwind_file_status(const struct unwind_file *f);

/* What is known of the code at this offset in the file. */
void unwind_file_row(struct unwind_file *f, uint64_t offset, struct unwind_row *row);

/* A formula of one of its rows. Borrowed. */
const struct unwind_formula *unwind_file_formula(const struct unwind_file *f, int32_t i);

/* Eight bytes of the file; false when they are not in it. */
bool unwind_file_word(const struct unwind_file *f, uint64_t offset, uint64_t *word);

#endif
