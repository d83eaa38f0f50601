/* perf_modules.h - the modules of a recording: programs, libraries, the kernel. */

#ifndef INPUT_PERF_MODULES_H
#define INPUT_PERF_MODULES_H

#include <stdint.h>

#include "base/bits.h"
#include "base/error.h"
#include "base/text.h"

enum perf_module_kind {
	PERF_MODULE_FILE,   /* a program, a library, the vdso */
	PERF_MODULE_JIT,    /* memory without a file: code made at run time */
	PERF_MODULE_DATA,   /* memory that is not executable: heap, stacks */
	PERF_MODULE_KERNEL, /* the kernel itself */
	PERF_MODULE_DRIVER, /* a module of the kernel */
	PERF_MODULE_GUEST,  /* the kernel of a virtual machine, or a module of it */
	/* a function that the kernel has registered, such as a BPF program */
	PERF_MODULE_SYMBOL,
};

struct perf_module {
	char *path; /* owned: as recorded; /tmp/perf-PID.map for generated code */
	char *name; /* owned: as perf prints it: "/bin/sh", "[ext4]" */
	uint8_t build_id[20];
	uint8_t build_id_size; /* 0: unknown */
	uint8_t kind;	       /* enum perf_module_kind */
	bool unused;	       /* in no map at the last perf_modules_forget() */
	uint64_t inode;	       /* 0: unknown, or not needed because of the build id */
	uint64_t offset; /* of the first map; kernel: address of the symbol in `path` */
};

/* A map as recorded. The texts are borrowed. */
struct perf_module_map {
	struct text path, build_id; /* the build id may be empty */
	uint64_t inode;		    /* 0: unknown */
	uint64_t offset;
	int32_t pid; /* generated code has its names in /tmp/perf-PID.map */
	bool kernel, guest;
	bool data; /* not executable */
};

/* All modules. Row 0 is unknown code, and its texts are empty. */
struct perf_modules;

/* NULL and an error when memory runs out. Release with perf_modules_free(). */
struct perf_modules *perf_modules_new(struct error *err);
void perf_modules_free(struct perf_modules *m);

/* Borrowed until the next perf_modules_put(); its texts until the module is forgotten. */
const struct perf_module *perf_modules_get(const struct perf_modules *m, uint32_t id);

/* Set the build id of a file, for maps that have none. Call this before modules are put. */
bool perf_modules_build_id(struct perf_modules *m, struct text path, struct text id,
			   struct error *err);

/* Get the build id that was set for a file; false: none. Borrowed. */
bool perf_modules_told_id(const struct perf_modules *m, struct text path,
			  struct text *id);

/* Copy all build ids that were set in `from`. */
bool perf_modules_same_ids(struct perf_modules *m, const struct perf_modules *from,
			   struct error *err);

/* The number of rows, including free rows. */
size_t perf_modules_count(const struct perf_modules *m);

/* Set the build id of a file unless one was set before. */
bool perf_modules_guess_build_id(struct perf_modules *m, struct text path, struct text id,
				 struct error *err);

/*
 * Find or add the module of a map, which is identified by its path, its kind, and its build id or,
 * if it has none, its inode.
 */
bool perf_modules_put(struct perf_modules *m, const struct perf_module_map *map,
		      uint32_t *id, struct error *err);

/*
 * Have many modules been added since the last perf_modules_forget()? That function removes modules
 * that are missing from `used` in two calls in a row and were not put in between; the kernel itself
 * is never removed. `gone`, zeroed by the caller, receives their numbers, which may be reused;
 * release it afterwards. False and an error: nothing has changed.
 */
bool perf_modules_are_many(const struct perf_modules *m);
bool perf_modules_forget(struct perf_modules *m, const struct bits *used,
			 struct bits *gone, struct error *err);

/* The kernel itself; NULL: not put yet. Borrowed as from perf_modules_get(). */
const struct perf_module *perf_modules_kernel(const struct perf_modules *m);

/* Find or add a function that the kernel has registered. */
bool perf_modules_put_symbol(struct perf_modules *m, struct text name, uint32_t *id,
			     struct error *err);

#endif
