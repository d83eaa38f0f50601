/* module_state.h - the members of a module, for the files that open modules. */

#ifndef SYMBOLS_MODULE_STATE_H
#define SYMBOLS_MODULE_STATE_H

#include "symbols/dwarf/line_tables.h"
#include "symbols/file_pool.h"
#include "symbols/module.h"
#include "symbols/jit_map.h"

struct module {
	enum symbol_status status;
	unsigned users;		/* how many names of one file share it */
	struct file_pool *pool; /* borrowed, or NULL; knows the file as `number` */
	uint32_t number;
	bool partial; /* has only exported symbols, like a stripped library; for tests */
	char *origin; /* owned: the file with the symbols; NULL: none */
	struct helper *helper; /* borrowed: opens files; NULL: they are opened directly */
	struct symbol_table *table; /* owned; NULL: a map, or no symbols */
	struct jit_map *map;	    /* owned */
	/* add this to a recorded kernel address to get the one in `table` */
	uint64_t shift;
	bool shifted; /* another boot: addresses of kernel modules are wrong */

	/* For inlined functions: the loaded segments of the mapped file. */
	struct elf_load loads[ELF_LOADS_MAX];
	uint32_t load_count;
	bool dwarf_there; /* the file at `origin` may have DWARF */
	struct build_id dwarf_id;
	bool dwarf_asked;
	bool dwarf_refused;		   /* its DWARF is too large to read */
	uint64_t inlined_lost;		   /* lookups that failed for that reason */
	uint64_t told_lines, told_inlined; /* already returned by module_count_lost() */
	struct inlined *inlined;	   /* owned; NULL: not read yet, or no DWARF */
	bool with_lines;
	/* owned; NULL: not requested, not read yet, or no DWARF */
	struct line_tables *lines;
};

/* Create an empty module. Returns NULL and an error when memory runs out. */
struct module *module_state_new(struct error *err);

/* Set `origin` to a copy of `path`, or to NULL when memory runs out. */
void module_state_from(struct module *m, const char *path);

/* An open image of a file or of the vDSO. */
struct module_image {
	struct elf_image *elf; /* owned; NULL: not found */
	void *bytes;	       /* owned: the bytes of `elf`; NULL: it is a file */
	char *path;	       /* owned: path of the file; NULL: unknown */
	uint32_t number;       /* file_pool_number(); 0: unknown */
};

/*
 * Open the file that module_open_file() would use, or with `debug` the separate file with its
 * symbols. Returns SYMBOLS_FOUND or the reason. Release with module_image_close().
 */
enum symbol_status module_file_image(const struct symbol_source *src,
				     const struct module_file *file, bool debug,
				     struct module_image *found);

/*
 * The same without `debug`. If the file already has an object for this use (file_pool_used()),
 * `*used` is set to it, and nothing is opened.
 */
enum symbol_status module_file_image_once(const struct symbol_source *src,
					  const struct module_file *file,
					  enum file_use use, void **used,
					  struct module_image *found);

/*
 * Find the vmlinux with the build id of the recorded kernel, and open it. `*moved` is set to the
 * difference between recorded and linked addresses, which is not 0 when the kernel was loaded at a
 * random address. Returns the same as module_file_image().
 */
enum symbol_status module_kernel_image(const struct symbol_source *src,
				       const struct module_kernel *kernel,
				       struct module_image *found, uint64_t *moved);
void module_image_close(struct module_image *image);

/* Does the running kernel have the recorded build id? */
bool module_kernel_is_same(const struct symbol_source *src,
			   const struct module_kernel *kernel);

#endif
