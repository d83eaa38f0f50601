/* perf_modules.h - what holds code in a recording: programs, libraries, the kernel. */

#ifndef INPUT_PERF_MODULES_H
#define INPUT_PERF_MODULES_H

#include <stdint.h>

#include "base/bits.h"
#include "base/error.h"
#include "base/text.h"

enum perf_module_kind {
	PERF_MODULE_FILE,   /* a program, a library, the vdso */
	PERF_MODULE_MADE,   /* memory without a file: code made at run time */
	PERF_MODULE_DATA,   /* the same, but nothing in it can be run: heap, stacks */
	PERF_MODULE_KERNEL, /* the kernel itself */
	PERF_MODULE_DRIVER, /* a module of the kernel */
	PERF_MODULE_GUEST,  /* the kernel of a guest, or a module of that */
	PERF_MODULE_SYMBOL, /* one function, named by the kernel: a BPF program */
};

/* What holds code. Row 0 is that of which nothing is known. */
struct perf_module {
	char *path; /* owned: as the recording has it */
	char *name; /* owned: as perf prints it: "/bin/sh", "[ext4]" */
	uint8_t build_id[20];
	uint8_t build_id_size; /* 0: not known */
	uint8_t kind;	       /* enum perf_module_kind */
	bool unused;	       /* in no map, when perf_modules_forget() was last told */
	uint64_t inode;	       /* 0: not known, or the build id is */
	uint64_t offset;       /* of its first map; of the kernel: where its symbol was */
};

/* A map, as a record tells it. Borrowed. */
struct perf_module_map {
	struct text path, build_id; /* the latter may be empty */
	uint64_t inode;		    /* 0: not told */
	uint64_t offset;
	int32_t pid; /* whose code made at run time has names in /tmp/perf-PID.map */
	bool kernel, guest;
	bool data; /* nothing in it can be run */
};

/* Row 0 is that of which nothing is known: empty texts. */
struct perf_modules;

/* NULL and an error when memory runs out. Release with perf_modules_free(). */
struct perf_modules *perf_modules_new(struct error *err);
void perf_modules_free(struct perf_modules *m);

/* Borrowed until the next perf_modules_put(); its texts live as long as `m`. */
const struct perf_module *perf_modules_get(const struct perf_modules *m, uint32_t id);

/*
 * The build id of a file, for records that do not tell it (BUILD_ID): before modules are put.
 */
bool perf_modules_build_id(struct perf_modules *m, struct text path, struct text id,
			   struct error *err);

/* What that was for a file; false: nothing. Borrowed. */
bool perf_modules_told_id(const struct perf_modules *m, struct text path,
			  struct text *id);

/* All that `from` was told of build ids. */
bool perf_modules_same_ids(struct perf_modules *m, const struct perf_modules *from,
			   struct error *err);

/* How many there are, with those whose numbers are free. */
size_t perf_modules_count(const struct perf_modules *m);

/* The same where the recording tells none. */
bool perf_modules_guess_build_id(struct perf_modules *m, struct text path, struct text id,
				 struct error *err);

/* The module that this is a map of: told apart by path and build id, else by inode. */
bool perf_modules_put(struct perf_modules *m, const struct perf_module_map *map,
		      uint32_t *id, struct error *err);

/*
 * Have many been put since the last call of perf_modules_forget()? That is told which are used. Those
 * that were not this time nor the last time are no more: they are in `gone`, which is all zero
 * before and to be released, and others may get their numbers. False and an error: as before.
 */
bool perf_modules_are_many(const struct perf_modules *m);
bool perf_modules_forget(struct perf_modules *m, const struct bits *used,
			 struct bits *gone, struct error *err);

/* The kernel itself, if one was put. Borrowed like those of perf_modules_get(). */
const struct perf_module *perf_modules_kernel(const struct perf_modules *m);

/* One function that the kernel has named. */
bool perf_modules_put_symbol(struct perf_modules *m, struct text name, uint32_t *id,
			     struct error *err);

#endif
