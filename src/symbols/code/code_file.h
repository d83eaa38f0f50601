/* code_file.h - reads the code of a function from its file, and finds its source lines. */

#ifndef SYMBOLS_CODE_FILE_H
#define SYMBOLS_CODE_FILE_H

#include "base/text.h"
#include "symbols/code/disassembly.h"
#include "symbols/dwarf/source_lines.h"
#include "symbols/module.h"

/*
 * The file is identified by its build id, as for symbols (module.h). A place is an offset in the
 * mapped file, as in module_find(). An address is a virtual address of the file, as objdump prints
 * it.
 */
struct code_file;

/*
 * Open the file, and with `debug` also its debug symbols, which can take a long time. Returns NULL
 * and the reason on failure. Release with code_file_close().
 */
struct code_file *code_file_open(const struct symbol_source *src,
				 const struct module_file *file, bool debug,
				 enum symbol_status *why);

/*
 * Open the vmlinux of a kernel. Places are recorded addresses; addresses are those for which the
 * kernel was linked. If there is no vmlinux, but the running kernel has the recorded build id, its
 * memory is read instead, and addresses are recorded addresses, too.
 */
struct code_file *code_file_open_kernel(const struct symbol_source *src,
					const struct module_kernel *kernel, bool debug,
					enum symbol_status *why);
/*
 * Open the file of a kernel module, which is linked when it is loaded. Places are recorded
 * addresses; addresses start at 0 in each section. Call code_file_enter() before reading a
 * function.
 */
struct code_file *code_file_open_object(const struct symbol_source *src,
					const struct module_file *file,
					enum symbol_status *why);

/*
 * Select the function called `name`, which was recorded at `place`. Returns the number of functions
 * with that name; `*size` is set only if there is exactly one.
 */
size_t code_file_enter(struct code_file *f, struct text name, uint64_t place,
		       uint64_t *size);

/*
 * The first symbol whose address the kernel writes into these bytes when it loads the file: its
 * name, or "something" if it has none. Empty if there is no such symbol.
 */
struct text code_file_unlinked(const struct code_file *f, uint64_t address, uint64_t len);
void code_file_close(struct code_file *f);

/* Is the code read from the memory of the running kernel instead of a file? */
bool code_file_is_memory(const struct code_file *f);

const struct build_id *code_file_build_id(const struct code_file *f);
enum machine code_file_machine(const struct code_file *f);

/* The address of a place; the place itself when it is in no segment. */
uint64_t code_file_address(const struct code_file *f, uint64_t offset);

/*
 * Get the source lines of `len` bytes of code from a place on, ordered by address. Returns false
 * when no line is known. Release with source_lines_release().
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
