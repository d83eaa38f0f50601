/* symbol_source.h - the places where files with symbols are searched for. */

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
	/* the symbols of the running kernel, used once; or NULL */
	struct kallsyms_prefetch *running;
};

/* Longer paths are skipped. */
#define SYMBOL_PATH_MAX 4096

/*
 * Each function writes a path of up to SYMBOL_PATH_MAX bytes, or returns false when it has no path.
 * The file may be missing.
 */

/* The recorded path, prefixed with --symfs, without " (deleted)". */
bool symbol_source_mapped(const struct symbol_source *src, struct text name, char *path);

/* The recorded path as process `pid` sees it, which exists only while the process runs. */
bool symbol_source_in_process(const struct symbol_source *src, uint32_t pid,
			      struct text name, char *path);

/* /proc/PID, which belongs to the owner of the process and exists only while it runs. */
bool symbol_source_process(const struct symbol_source *src, uint32_t pid, char *path);

/*
 * The path in perf's cache, such as ~/.debug/.build-id/xx/yyyy/elf: `kind` is "elf", "debug",
 * "vdso", "vmlinux" or "kallsyms".
 */
bool symbol_source_cached(const struct symbol_source *src, const struct build_id *id,
			  const char *kind, char *path);

/*
 * Candidates for the file with the debug symbols of the file at `mapped`, one for each `i` from 0.
 * The most certain come first: by build id in /usr/lib/debug and in perf's cache, then by
 * .gnu_debuglink (`link`, may be empty) beside `mapped` and in /usr/lib/debug, then at the paths
 * that distributions use. If `*by_link` is set and the file at `mapped` or the candidate has no
 * build id, the checksum of the link must match instead.
 */
#define SYMBOL_SOURCE_DEBUG_COUNT 9
bool symbol_source_debug(const struct symbol_source *src, int i,
			 const struct build_id *id, const char *mapped, struct text link,
			 char *path, bool *by_link);

/*
 * Candidates for the vmlinux of a kernel, one for each `i` from 0: by build id in /usr/lib/debug
 * and in perf's cache, then at the paths that distributions and `make` use, most of which contain
 * `release` (may be empty).
 */
#define SYMBOL_SOURCE_KERNEL_COUNT 8
bool symbol_source_kernel(const struct symbol_source *src, int i,
			  const struct build_id *id, struct text release, char *path);

/* /tmp/perf-PID.map in --symfs, on this host, and as process `pid` sees it, for `i` from 0 to 2. */
#define SYMBOL_SOURCE_MAP_COUNT 3
bool symbol_source_map(const struct symbol_source *src, int i, uint32_t pid,
		       uint32_t inner_pid, char *path);

#endif
