/* symbol_source.h - where files with symbols are looked for. */

#ifndef SYMBOLS_SYMBOL_SOURCE_H
#define SYMBOLS_SYMBOL_SOURCE_H

#include "base/text.h"
#include "symbols/elf/elf_image.h"

struct file_pool;
struct helper;
struct kallsyms_prefetch;

/* What the user asked for; zero for the defaults. All of it borrowed. */
struct symbol_source {
	const char *symfs; /* NULL, or the directory in which recorded paths are */
	const char
	    *kallsyms; /* NULL, or a file that is taken to be of the recorded kernel */
	const char *debug_dir;	/* NULL: /usr/lib/debug */
	const char *build_ids;	/* perf's cache; NULL: ~/.debug */
	const char *proc;	/* NULL: /proc; for tests */
	const char *notes;	/* NULL: /sys/kernel/notes; the same */
	bool lines;		/* of what is opened, lines of source code are wanted */
	struct helper *helper;	/* opens files of running processes; NULL: we do */
	struct file_pool *pool; /* knows what was opened; NULL: nobody does */
	struct kallsyms_prefetch
	    *running; /* the running kernel's symbols, asked for once; or NULL */
};

/* Longer paths are not looked at. */
#define SYMBOL_PATH_MAX 4096

/* Each writes a path to `path`, SYMBOL_PATH_MAX bytes; false when there is none. */

/* The recorded path, in --symfs; what was "(deleted)" is looked for by its name. */
bool symbol_source_mapped(const struct symbol_source *src, struct text name, char *path);

/* The same, as the recorded process sees it, if it is still running. */
bool symbol_source_in_process(const struct symbol_source *src, uint32_t pid,
			      struct text name, char *path);

/* The directory in /proc whose owner is that of the process, if it is still running. */
bool symbol_source_process(const struct symbol_source *src, uint32_t pid, char *path);

/*
 * In perf's cache, ~/.debug/.build-id/xx/yyyy/elf: `kind` is "elf", "debug", "vdso" or
 * "kallsyms".
 */
bool symbol_source_cached(const struct symbol_source *src, const struct build_id *id,
			  const char *kind, char *path);

/*
 * Files with debug symbols, one for each `i` from 0, the most certain first: by build id in
 * /usr/lib/debug, in perf's cache, by .gnu_debuglink (`link`, may be empty) beside
 * `mapped`, the path where the file itself was found, and as distributions name them.
 * `*by_link`: the checksum of the link must be right as well.
 */
#define SYMBOL_SOURCE_DEBUG_COUNT 9
bool symbol_source_debug(const struct symbol_source *src, int i,
			 const struct build_id *id, const char *mapped, struct text link,
			 char *path, bool *by_link);

/*
 * Where a kernel of this build id, or this release (may be empty), has its vmlinux: by build id in
 * /usr/lib/debug and in perf's cache, then as distributions and `make` name it.
 */
#define SYMBOL_SOURCE_KERNEL_COUNT 8
bool symbol_source_kernel(const struct symbol_source *src, int i,
			  const struct build_id *id, struct text release, char *path);

/* /tmp/perf-PID.map: in symfs, here, as process `pid` sees it; `i` from 0 to 2. */
#define SYMBOL_SOURCE_MAP_COUNT 3
bool symbol_source_map(const struct symbol_source *src, int i, uint32_t pid,
		       uint32_t inner_pid, char *path);

#endif
