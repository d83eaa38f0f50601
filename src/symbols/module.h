/* module.h - what a recorded address lies in: a mapped file, the kernel, compiled code. */

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
 * module_file finds the right file (symbol_source: where to look; the recorded build id
 * decides), elf/ fills a symbol_table. A file has far more symbols than a recording asks
 * for: so entries are small, ordered by a radix sort, found by slices of addresses
 * (symbol_index), and names of large files stay in them until one is asked for
 * (symbol_names); only then is it demangled, and chosen among aliases as perf does.
 * dwarf/ finds inlined functions: the first address in a unit turns its entries into a
 * sorted table of stretches. doc/formats/symbols.md has the rules. Without elfutils
 * elf_none.c takes the place of all that reads ELF.
 */

/*
 * A module has symbols, or a status that says why not; no address is found in it then. Modules are
 * independent of each other: several threads may open several of them at once. A module may be
 * used by one thread at a time.
 */
struct module;

/* A mapped file as it was recorded. */
struct module_file {
	struct text path;	  /* of the MMAP record; "[vdso]" as well */
	struct build_id build_id; /* len 0: none was recorded */
	uint64_t inode;		  /* 0: none was recorded */
	uint32_t pid;		  /* of a process that mapped it; 0: unknown */
	bool
	    is_object; /* a module of the kernel, which is not linked before it is loaded */
};

/* The kernel as it was recorded. */
struct module_kernel {
	struct build_id build_id; /* len 0: none was recorded */
	struct text release;	  /* as uname -r says; empty: unknown */
	struct text host;	  /* as uname -n says; empty: unknown */
	struct text anchor;	  /* "_text" or "_stext", from "[kernel.kallsyms]_text" */
	uint64_t anchor_address;  /* where that was: the pgoff of the MMAP; 0: unknown */
};

/*
 * Look for the symbols of a mapped file. A file with another build id than the recorded one
 * is never used. Without a recorded one, the file at the path is used if it is the same
 * inode, or the user gave --symfs.
 *
 * The functions that open fail, NULL and an error, only when memory runs out. Release with
 * module_close().
 */
struct module *module_open_file(const struct symbol_source *src,
				const struct module_file *file, struct error *err);

/*
 * Look for the symbols of the kernel and its modules: in --kallsyms, in /proc/kallsyms if the
 * running kernel is the recorded one, in perf's cache. module_find() takes addresses of the
 * recording. Another boot of the same kernel has it elsewhere, which is taken into account for
 * the kernel itself, but not for its modules.
 */
struct module *module_open_kernel(const struct symbol_source *src,
				  const struct module_kernel *kernel, struct error *err);

/* Is the recorded kernel the running one? By build id, else by release and host name. */
bool module_kernel_runs_here(const struct module_kernel *kernel);

/* The build id of the vDSO that the running kernel has; len 0: not known. */
struct build_id module_vdso_build_id(void);

/*
 * Begin to read what module_open_kernel() will need, if that is likely to be of the running
 * kernel: pass the result to it in symbol_source.running. NULL: it is not, or reading failed.
 */
struct kallsyms_prefetch *module_kernel_prefetch(const struct symbol_source *src,
						 const struct module_kernel *kernel);

/*
 * Look for the perf map in which process `pid` described the code that it generated; `inner_pid`
 * is its number in its own namespace, 0 if unknown. Addresses are those of the process.
 */
struct module *module_open_map(const struct symbol_source *src, uint32_t pid,
			       uint32_t inner_pid, struct error *err);
void module_close(struct module *m);

enum symbol_status module_status(const struct module *m);

/*
 * The symbol at a place in the mapped file (address - start of the mapping + its pgoff; for
 * the kernel and compiled code, the address). False when there is none there, or no memory: then
 * `from` and `to` alone are set. Texts are borrowed until module_close().
 */
bool module_find(struct module *m, uint64_t offset, struct symbol *found);

/* Has it DWARF that tells what is inlined? The first call opens it, which may take long. */
bool module_has_dwarf(struct module *m);

/*
 * The functions that were inlined at this place, innermost first, at most `max`; the function
 * that module_find() finds is the one around them. Returns how many there are: none without
 * DWARF, or when it is not a file. The first call may take seconds, others milliseconds.
 */
size_t module_inlined(struct module *m, uint64_t offset, struct text *names, size_t max);

/* The line of source code at this place, of modules opened with symbol_source.lines. */
bool module_line(struct module *m, uint64_t offset, struct source_place *place);

/*
 * Of how many places lines were not told since the tables of lines are too large, and inlined functions
 * since DWARF would take too much: since the last call.
 */
void module_take_lost(struct module *m, uint64_t *lines, uint64_t *inlined);

/* Is it that of several names of one file? Then notes of its symbols are of all these. */
bool module_is_shared(const struct module *m);

/* As module_inlined(), and of each function where it was called; `max` is at most this. */
#define MODULE_INLINED_MOST 128
size_t module_inlined_lines(struct module *m, uint64_t offset, struct text *names,
			    struct source_place *calls, size_t max);

#endif
