/* unwind_file.h - the unwind rules of a mapped file (.eh_frame, .debug_frame). */

#ifndef SYMBOLS_UNWIND_FILE_H
#define SYMBOLS_UNWIND_FILE_H

#include <stddef.h>
#include <stdint.h>

#include "base/error.h"
#include "symbols/module.h"

/* Registers of x86-64 that are restored for callers, numbered as in DWARF. */
enum { UNWIND_FP = 6, UNWIND_SP = 7, UNWIND_PC = 16, UNWIND_REGISTERS };

struct unwind_row;
struct unwind_formula;

/* A file; several threads may use one at once. */
struct unwind_file;

/*
 * Open the file as module_open_file() would. NULL and an error only when memory runs out: when
 * there is no such file, it is one without rules. Release with unwind_file_close().
 */
struct unwind_file *unwind_file_open(const struct symbol_source *src,
				     const struct module_file *file, struct error *err);
void unwind_file_close(struct unwind_file *f);

/* SYMBOLS_FOUND, or why it has no rules. */
enum symbol_status unwind_file_status(const struct unwind_file *f);

/* The rules for the code at this offset in the file. */
void unwind_file_row(struct unwind_file *f, uint64_t offset, struct unwind_row *row);

/* A formula of one of its rows. Borrowed. */
const struct unwind_formula *unwind_file_formula(const struct unwind_file *f, int32_t i);

/* Eight bytes of the file; false when they are not in it. */
bool unwind_file_word(const struct unwind_file *f, uint64_t offset, uint64_t *word);

#endif
