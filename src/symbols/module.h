/* module.h - the symbols of a mapped file, of the kernel, or of code generated at run time. */

#ifndef SYMBOLS_MODULE_H
#define SYMBOLS_MODULE_H

#include <stdint.h>

#include "base/error.h"
#include "base/text.h"
#include "symbols/dwarf/line_tables.h"
#include "symbols/symbol_source.h"
#include "symbols/symbol_file.h"
#include "symbols/symbol_table.h"

/*
 * Overview. module_file finds the right file: symbol_source lists the candidates, and the recorded
 * build id decides between them. elf/ reads its symbols into a symbol_table. A file has far more
 * symbols than a recording needs. So the entries of the table are small, sorted by a radix sort and
 * found through an index of address ranges, and the names of large files stay in the file
 * (symbol_names). A name is read and demangled when it is first needed; aliases are chosen as in
 * perf. dwarf/ finds inlined functions: the first lookup in a unit turns its entries into a sorted
 * table of ranges. doc/formats/symbols.md describes the rules. Without elfutils, elf_none.c
 * replaces all code that reads ELF files.
 */

/*
 * A module has symbols, or its status is the reason why it has none and module_find() fails.
 * Several threads may use different modules at once, but only one thread at a time may use a
 * module, or open or close modules with the same file_pool.
 */
struct module;

/* A mapped file, as recorded. */
struct module_file {
	struct text path;	  /* of the MMAP record; or "[vdso]" */
	struct build_id build_id; /* len 0: not recorded */
	uint64_t inode;		  /* 0: not recorded */
	uint32_t pid;		  /* a process that mapped it; 0: unknown */
	bool is_object; /* a kernel module: a file that is linked when it is loaded */
};

/* The kernel, as recorded. */
struct module_kernel {
	struct build_id build_id; /* len 0: not recorded */
	struct text release;	  /* uname -r; empty: unknown */
	struct text host;	  /* uname -n; empty: unknown */
	struct text anchor;	  /* "_text" or "_stext", from "[kernel.kallsyms]_text" */
	uint64_t anchor_address;  /* its address: the pgoff of the MMAP; 0: unknown */
};

/*
 * Find the symbols of a mapped file. A file whose build id differs from the recorded one is never
 * used. Without a recorded build id, the file at the path is used unless its inode differs from the
 * recorded one; with --symfs, the inode does not matter.
 *
 * The functions that open a module return NULL and an error only when memory runs out. Release with
 * module_close().
 */
struct module *module_open_file(const struct symbol_source *src,
				const struct module_file *file, struct error *err);

/*
 * Find the symbols of the kernel and its modules: in the file given with --kallsyms, in
 * /proc/kallsyms if the running kernel is the recorded one, or in perf's cache. module_find() takes
 * recorded addresses. If the symbols are from another boot of the same kernel, addresses of the
 * kernel itself are shifted, and those of its modules are not found.
 */
struct module *module_open_kernel(const struct symbol_source *src,
				  const struct module_kernel *kernel, struct error *err);

/*
 * Is the recorded kernel running here? Compares build ids, or release and host name if no build id
 * was recorded.
 */
bool module_kernel_runs_here(const struct module_kernel *kernel);

/* The build id of the vDSO of the running kernel; len 0: unknown. */
struct build_id module_vdso_build_id(void);

/*
 * Start to read /proc/kallsyms for module_open_kernel(), if the recorded kernel is running here.
 * Pass the result in symbol_source.running. Returns NULL with --kallsyms, when another kernel is
 * running, or when no thread can be started.
 */
struct kallsyms_prefetch *module_kernel_prefetch(const struct symbol_source *src,
						 const struct module_kernel *kernel);

/*
 * Find the perf map of process `pid`, in which the process lists the code that it generated.
 * `inner_pid` is the process ID in its own namespace, or 0 if unknown. module_find() takes
 * addresses of the process.
 */
struct module *module_open_map(const struct symbol_source *src, uint32_t pid,
			       uint32_t inner_pid, struct error *err);
void module_close(struct module *m);

enum symbol_status module_status(const struct module *m);

/*
 * The symbol at an offset in the mapped file (address - start of the mapping + its pgoff; for the
 * kernel and generated code, the address). When no symbol is found or memory runs out, returns
 * false, and only `from` and `to` are valid. Texts are borrowed until module_close().
 */
bool module_find(struct module *m, uint64_t offset, struct symbol *found);

/* Does the module have DWARF for inlined functions? The first call opens it, which can be slow. */
bool module_has_dwarf(struct module *m);

/*
 * The functions inlined at an offset, innermost first, at most `max`; the function that
 * module_find() returns contains them. Returns their number: 0 without DWARF and for modules that
 * are not files. The first call may take seconds, and so may the first one in a large unit; others
 * take milliseconds at most.
 */
size_t module_inlined(struct module *m, uint64_t offset, struct text *names, size_t max);

/*
 * The source line of an offset; false when unknown. Only for modules opened with
 * symbol_source.lines.
 */
bool module_line(struct module *m, uint64_t offset, struct source_place *place);

/*
 * Get the numbers of lookups since the last call that were affected by a size limit: `*lines`
 * failed because the line tables are too large; `*inlined` failed, or may lack functions, because
 * the DWARF or one of its units is too large.
 */
void module_count_lost(struct module *m, uint64_t *lines, uint64_t *inlined);

/* Do several names of one file share this module? Then they also share symbol.note. */
bool module_is_shared(const struct module *m);

/* Like module_inlined(), with the place of each call. `max` is limited to MODULE_INLINED_MOST. */
#define MODULE_INLINED_MOST 128
size_t module_inlined_lines(struct module *m, uint64_t offset, struct text *names,
			    struct source_place *calls, size_t max);

#endif
