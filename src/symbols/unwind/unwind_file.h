/* unwind_file.h - reads the unwind rules of a mapped file (.eh_frame, .debug_frame). */

#ifndef SYMBOLS_UNWIND_FILE_H
#define SYMBOLS_UNWIND_FILE_H

#include <stddef.h>
#include <stdint.h>

#include "base/error.h"
#include "symbols/module.h"

/* DWARF numbers of registers of x86-64; unwinding restores all below UNWIND_REGISTERS. */
enum { UNWIND_FP = 6, UNWIND_SP = 7, UNWIND_PC = 16, UNWIND_REGISTERS };

struct unwind_row;
struct unwind_formula;

/*
 * The rules of a file. Threads may share them, but only one thread at a time may open or close
 * files with the same file_pool.
 */
struct unwind_file;

/*
 * Open the file that module_open_file() would use. If the file is missing, the result has no rules.
 * Returns NULL and an error only when memory runs out. Release with unwind_file_close().
 */
struct unwind_file *unwind_file_open(const struct symbol_source *src,
				     const struct module_file *file, struct error *err);
void unwind_file_close(struct unwind_file *f);

/* SYMBOLS_FOUND, even for a file without rules, or why the rules could not be read. */
enum symbol_status unwind_file_status(const struct unwind_file *f);

/* Get the rules for the code at an offset in the file. */
void unwind_file_row(struct unwind_file *f, uint64_t offset, struct unwind_row *row);

/* The formula with number `i`, to which a row refers. Borrowed. */
const struct unwind_formula *unwind_file_formula(const struct unwind_file *f, int32_t i);

/* Read the eight bytes at an offset. Returns false if the file does not contain them. */
bool unwind_file_word(const struct unwind_file *f, uint64_t offset, uint64_t *word);

#endif
