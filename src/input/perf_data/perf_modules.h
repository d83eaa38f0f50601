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
	PERF_MODULE_GUEST,  /* the kernel of a guest, or a module of it */
	/* one function that the kernel has registered: a BPF program */
	PERF_MODULE_SYMBOL,
};

/* Row 0 stands for unknown code. */
struct perf_module {
	char *path; /* owned: as recorded */
	char *name; /* owned: as perf prints it: "/bin/sh", "[ext4]" */
	uint8_t build_id[20];
	uint8_t build_id_size; /* 0: unknown */
	uint8_t kind;	       /* enum perf_module_kind */
	bool unused;	       /* in no map at the last perf_modules_forget() */
	uint64_t inode;	       /* 0: unknown, or the build id is known */
	uint64_t offset; /* of its first map; for the kernel: the address of its symbol */
};

/* A map as recorded. Borrowed. */
struct perf_module_map {
	struct text path, build_id; /* the build id may be empty */
	uint64_t inode;		    /* 0: unknown */
	uint64_t offset;
	int32_t pid; /* generated code has its names in /tmp/perf-PID.map */
	bool kernel, guest;
	bool data; /* not executable */
};

/* All modules. Row 0 is unknown code, with empty texts. */
struct perf_modules;

/* NULL and an error when memory runs out. Release with perf_modules_free(). */
struct perf_modules *perf_modules_new(struct error *err);
void perf_modules_free(struct perf_modules *m);

/* Borrowed until the next perf_modules_put(); its texts live as long as `m`. */
const struct perf_module *perf_modules_get(const struct perf_modules *m, uint32_t id);

/* The build id of a file (BUILD_ID), for maps without one. Call it before modules are put. */
bool perf_modules_build_id(struct perf_modules *m, struct text path, struct text id,
			   struct error *err);

/* The build id that was given for a file; false: none. Borrowed. */
bool perf_modules_told_id(const struct perf_modules *m, struct text path,
			  struct text *id);

/* Copy all build ids that `from` was given. */
bool perf_modules_same_ids(struct perf_modules *m, const struct perf_modules *from,
			   struct error *err);

/* The number of rows, including free ones. */
size_t perf_modules_count(const struct perf_modules *m);

/* Set a build id for a file that has none. */
bool perf_modules_guess_build_id(struct perf_modules *m, struct text path, struct text id,
				 struct error *err);

/* The module of a map: modules differ by path and build id, or by inode if there is no build id. */
bool perf_modules_put(struct perf_modules *m, const struct perf_module_map *map,
		      uint32_t *id, struct error *err);

/*
 * Have many modules been put since the last perf_modules_forget()? That function takes the modules
 * in use, and removes those that were not in use this time and the last time. They are returned in
 * `gone`, which must be zeroed before and released, and their numbers may be reused. False and an
 * error: nothing changed.
 */
bool perf_modules_are_many(const struct perf_modules *m);
bool perf_modules_forget(struct perf_modules *m, const struct bits *used,
			 struct bits *gone, struct error *err);

/* The kernel itself, if one was put. Borrowed like those of perf_modules_get(). */
const struct perf_module *perf_modules_kernel(const struct perf_modules *m);

/* A function that the kernel has registered. */
bool perf_modules_put_symbol(struct perf_modules *m, struct text name, uint32_t *id,
			     struct error *err);

#endif
