/* module_state.h - what a module is made of; for the files that open modules. */

#ifndef SYMBOLS_MODULE_STATE_H
#define SYMBOLS_MODULE_STATE_H

#include "symbols/dwarf/line_tables.h"
#include "symbols/file_pool.h"
#include "symbols/module.h"
#include "symbols/perf_map.h"

struct module {
	enum symbol_status status;
	unsigned users;		/* it is that of several names of one file */
	struct file_pool *pool; /* borrowed: where it is known, by number; or NULL */
	uint32_t number;
	bool
	    partial; /* only exported symbols, as in a stripped library; tests look at it */
	char *origin;	       /* owned: the file that the symbols are of; NULL: none */
	struct helper *helper; /* borrowed: who opens it; NULL: we do */
	struct symbol_table *table; /* owned; NULL: a map, or nothing */
	struct perf_map *map;	    /* owned */
	uint64_t shift; /* from a recorded kernel address to that of `table` */
	bool shifted;	/* another boot: its addresses of kernel modules are wrong */

	/* For what is inlined; the loads of the file that was mapped. */
	struct elf_load loads[ELF_LOADS_MAX];
	uint32_t load_count;
	bool dwarf_there; /* in the file at `origin` */
	struct build_id dwarf_id;
	bool dwarf_asked;
	bool dwarf_refused;    /* there is some, and it would cost too much */
	uint64_t inlined_lost; /* addresses that were asked for nevertheless */
	uint64_t told_lines, told_inlined; /* of what was lost, by module_take_lost() */
	struct inlined *inlined;	   /* owned; NULL: not asked yet, or no DWARF */
	bool with_lines;
	struct line_tables *lines; /* owned: with them, where `inlined` is; or NULL */
};

/* A module without anything; NULL and an error. */
struct module *module_state_new(struct error *err);

/* Remember the file that the symbols are of; nothing if memory has run out. */
void module_state_from(struct module *m, const char *path);

/* An open file. */
struct module_image {
	struct elf_image *elf; /* owned; NULL: there is none */
	void *bytes;	       /* owned: what `elf` is over; NULL: a file */
	char *path;	 /* owned: of that file, for what it names beside it; or NULL */
	uint32_t number; /* by file_pool_number(); 0: not known */
};

/*
 * Only open the file that module_open_file() would take, or with `debug` the separate one
 * with its symbols. SYMBOLS_FOUND or the reason. Release with module_image_close().
 */
enum symbol_status module_file_image(const struct symbol_source *src,
				     const struct module_file *file, bool debug,
				     struct module_image *found);

/* The same but for the separate one; of a file of which something is in use already `*used` is that, and nothing is opened. */
enum symbol_status module_file_image_once(const struct symbol_source *src,
					  const struct module_file *file,
					  enum file_use use, void **used,
					  struct module_image *found);

/*
 * The vmlinux of the recorded kernel, by its build id; what is to be taken off an address of the
 * recording, where the kernel had put itself elsewhere, is in `*moved`. As module_file_image().
 */
enum symbol_status module_kernel_image(const struct symbol_source *src,
				       const struct module_kernel *kernel,
				       struct module_image *found, uint64_t *moved);
void module_image_close(struct module_image *image);

/* Is the kernel that runs of the recorded build id? */
bool module_kernel_is_same(const struct symbol_source *src,
			   const struct module_kernel *kernel);

#endif
