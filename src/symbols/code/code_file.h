/* code_file.h - the file that a function was in: its bytes, and the lines they were made from. */

#ifndef SYMBOLS_CODE_FILE_H
#define SYMBOLS_CODE_FILE_H

#include "base/text.h"
#include "symbols/code/disassembly.h"
#include "symbols/dwarf/source_lines.h"
#include "symbols/module.h"

/*
 * The build id decides which file that is, as for its symbols (module.h). Places are offsets in
 * the mapped file, as module_find() has them; addresses those that the file gives itself, as
 * objdump prints them.
 */
struct code_file;

/*
 * With its debug symbols, if these are asked for, which may take long. NULL and why. Release with code_file_close().
 */
struct code_file *code_file_open(const struct symbol_source *src,
				 const struct module_file *file, bool debug,
				 enum symbol_status *why);

/*
 * The vmlinux of a kernel: places are addresses of the recording here, and those of the file are
 * where it would run had it not put itself elsewhere. Where there is none, and the kernel that runs is the
 * recorded one by its build id, its memory: addresses are those of the recording then.
 */
struct code_file *code_file_open_kernel(const struct symbol_source *src,
					const struct module_kernel *kernel, bool debug,
					enum symbol_status *why);
/*
 * The file of a module of the kernel, which is linked when it is loaded: places are addresses of the recording,
 * and addresses begin with 0 in each section. One function of it at a time is read: code_file_enter() first.
 */
struct code_file *code_file_open_object(const struct symbol_source *src,
					const struct module_file *file,
					enum symbol_status *why);

/* The function of this name, which was at `place`, with its size: how many have that name. */
size_t code_file_enter(struct code_file *f, struct text name, uint64_t place,
		       uint64_t *size);

/* What the kernel fills in here when it loads the file; empty: nothing. */
struct text code_file_unlinked(const struct code_file *f, uint64_t address, uint64_t len);
void code_file_close(struct code_file *f);

/* Is it no file, but the memory of the kernel that runs? */
bool code_file_is_memory(const struct code_file *f);

const struct build_id *code_file_build_id(const struct code_file *f);
enum machine code_file_machine(const struct code_file *f);

/* The address of a place; the place itself when it is in no segment. */
uint64_t code_file_address(const struct code_file *f, uint64_t offset);

/*
 * The lines that the code from a place on was compiled from, by address; false: it has no debug
 * symbols. Release with source_lines_release().
 */
bool code_file_lines(struct code_file *f, uint64_t offset, uint64_t len,
		     struct source_lines *lines);

/* The functions that were inlined at an address: see inlined_find(). */
size_t code_file_inlined(struct code_file *f, uint64_t address, struct text *names,
			 size_t max);

/* Copy what there is of `len` bytes from a place: how many; 0: none, and an error why. */
size_t code_file_read(struct code_file *f, uint64_t offset, uint8_t *to, size_t len,
		      struct error *err);

#endif
