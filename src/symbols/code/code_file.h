/* code_file.h - the code of a function: its bytes in their file, and their source lines. */

#ifndef SYMBOLS_CODE_FILE_H
#define SYMBOLS_CODE_FILE_H

#include "base/text.h"
#include "symbols/code/disassembly.h"
#include "symbols/dwarf/source_lines.h"
#include "symbols/module.h"

/*
 * The file is identified by its build id, as for symbols (module.h). A place is an offset in the
 * mapped file, as in module_find(); an address is one of the file itself, as objdump prints it.
 */
struct code_file;

/*
 * Open the file, with its debug symbols if `debug`, which may take long. Returns NULL and the
 * reason. Release with code_file_close().
 */
struct code_file *code_file_open(const struct symbol_source *src,
				 const struct module_file *file, bool debug,
				 enum symbol_status *why);

/*
 * Open the vmlinux of a kernel. Places are addresses of the recording; addresses are those that
 * it was linked for. Without a vmlinux, if the running kernel has the recorded build id, the
 * memory of the kernel is opened; then addresses are those of the recording.
 */
struct code_file *code_file_open_kernel(const struct symbol_source *src,
					const struct module_kernel *kernel, bool debug,
					enum symbol_status *why);
/*
 * Open the file of a kernel module, which is linked when it is loaded. Places are addresses of
 * the recording; addresses begin with 0 in each section. Call code_file_enter() before reading a
 * function.
 */
struct code_file *code_file_open_object(const struct symbol_source *src,
					const struct module_file *file,
					enum symbol_status *why);

/*
 * Enter the function of this name, recorded at `place`; sets its size. Returns the number of
 * functions with that name.
 */
size_t code_file_enter(struct code_file *f, struct text name, uint64_t place,
		       uint64_t *size);

/*
 * The symbol whose address the kernel fills in within these bytes when it loads the file; empty:
 * none.
 */
struct text code_file_unlinked(const struct code_file *f, uint64_t address, uint64_t len);
void code_file_close(struct code_file *f);

/* Is it the memory of the running kernel instead of a file? */
bool code_file_is_memory(const struct code_file *f);

const struct build_id *code_file_build_id(const struct code_file *f);
enum machine code_file_machine(const struct code_file *f);

/* The address of a place; the place itself when it is in no segment. */
uint64_t code_file_address(const struct code_file *f, uint64_t offset);

/*
 * The source lines of the code from a place on, by address; false without debug symbols. Release
 * with source_lines_release().
 */
bool code_file_lines(struct code_file *f, uint64_t offset, uint64_t len,
		     struct source_lines *lines);

/* The functions inlined at an address: see inlined_find(). */
size_t code_file_inlined(struct code_file *f, uint64_t address, struct text *names,
			 size_t max);

/* Copy up to `len` bytes from a place. Returns their number, or 0 and an error. */
size_t code_file_read(struct code_file *f, uint64_t offset, uint8_t *to, size_t len,
		      struct error *err);

#endif
