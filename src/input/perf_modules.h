/* perf_modules.h - what holds code in a recording: programs, libraries, the kernel. */

#ifndef INPUT_PERF_MODULES_H
#define INPUT_PERF_MODULES_H

#include <stdint.h>

#include "base/error.h"
#include "base/text.h"

enum perf_module_kind {
	PERF_MODULE_FILE,   /* a program, a library, the vdso */
	PERF_MODULE_MADE,   /* memory without a file: code made at run time */
	PERF_MODULE_KERNEL, /* the kernel itself */
	PERF_MODULE_DRIVER, /* a module of the kernel */
	PERF_MODULE_SYMBOL, /* one function, named by the kernel: a BPF program */
};

/* What holds code. Row 0 is that of which nothing is known. */
struct perf_module {
	char *path; /* owned: as the recording has it */
	char *name; /* owned: as perf prints it: "/bin/sh", "[ext4]" */
	uint8_t build_id[20];
	uint8_t build_id_size; /* 0: not known */
	uint8_t kind;	       /* enum perf_module_kind */
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

/*
 * The module of a map with this path and build id (may be empty). `kernel`: a map of the
 * kernel. `pid`: of code made at run time, whose names would be in /tmp/perf-PID.map.
 */
bool perf_modules_put(struct perf_modules *m, struct text path, struct text build_id,
		      bool kernel, int32_t pid, uint32_t *id, struct error *err);

/* One function that the kernel has named. */
bool perf_modules_put_symbol(struct perf_modules *m, struct text name, uint32_t *id,
			     struct error *err);

#endif
