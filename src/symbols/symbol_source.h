/* symbol_source.h - the places where files with symbols are searched. */

#ifndef SYMBOLS_SYMBOL_SOURCE_H
#define SYMBOLS_SYMBOL_SOURCE_H

#include "base/text.h"
#include "symbols/elf/elf_image.h"

struct file_pool;
struct helper;
struct kallsyms_prefetch;

/* The places set by the user; all zero for the defaults. Everything is borrowed. */
struct symbol_source {
	const char *symfs;	/* --symfs: prefix of recorded paths; or NULL */
	const char *kallsyms;	/* --kallsyms: a file of the recorded kernel; or NULL */
	const char *debug_dir;	/* NULL: /usr/lib/debug */
	const char *build_ids;	/* perf's cache; NULL: ~/.debug */
	const char *proc;	/* NULL: /proc; set by tests */
	const char *notes;	/* NULL: /sys/kernel/notes; set by tests */
	bool lines;		/* source lines are requested */
	struct helper *helper;	/* opens files of running processes; or NULL */
	struct file_pool *pool; /* caches opened files; or NULL */
	/* borrowed: the symbols of the running kernel, used once; or NULL */
	struct kallsyms_prefetch *running;
};

/* Longer paths are skipped. */
#define SYMBOL_PATH_MAX 4096

/* Each function writes a path of up to SYMBOL_PATH_MAX bytes; false when there is none. */

/* The recorded path, in --symfs, without " (deleted)". */
bool symbol_source_mapped(const struct symbol_source *src, struct text name, char *path);

/* The same path as the recorded process sees it; false when the process has ended. */
bool symbol_source_in_process(const struct symbol_source *src, uint32_t pid,
			      struct text name, char *path);

/*
 * The directory of a process in /proc, whose owner is that of the process; false when it has
 * ended.
 */
bool symbol_source_process(const struct symbol_source *src, uint32_t pid, char *path);

/*
 * In perf's cache, ~/.debug/.build-id/xx/yyyy/elf: `kind` is "elf", "debug", "vdso" or
 * "kallsyms".
 */
bool symbol_source_cached(const struct symbol_source *src, const struct build_id *id,
			  const char *kind, char *path);

/*
 * Candidates for a file with debug symbols, one for each `i` from 0, the most certain first: by
 * build id in /usr/lib/debug and in perf's cache, by .gnu_debuglink (`link`, may be empty) beside
 * `mapped`, the path of the file itself, and at the places of distributions. If `*by_link`, the
 * checksum of the link must match as well.
 */
#define SYMBOL_SOURCE_DEBUG_COUNT 9
bool symbol_source_debug(const struct symbol_source *src, int i,
			 const struct build_id *id, const char *mapped, struct text link,
			 char *path, bool *by_link);

/*
 * Candidates for the vmlinux of a kernel by its build id or release (may be empty): in
 * /usr/lib/debug and in perf's cache by build id, then at the places of distributions and of
 * `make`.
 */
#define SYMBOL_SOURCE_KERNEL_COUNT 8
bool symbol_source_kernel(const struct symbol_source *src, int i,
			  const struct build_id *id, struct text release, char *path);

/* /tmp/perf-PID.map: in symfs, here, and as seen by process `pid`, for `i` from 0 to 2. */
#define SYMBOL_SOURCE_MAP_COUNT 3
bool symbol_source_map(const struct symbol_source *src, int i, uint32_t pid,
		       uint32_t inner_pid, char *path);

#endif
