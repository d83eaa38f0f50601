/* symbol_file.h - opens, reads and identifies files with symbols; reasons for missing symbols. */

#ifndef SYMBOLS_SYMBOL_FILE_H
#define SYMBOLS_SYMBOL_FILE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/stat.h>

enum symbol_status {
	SYMBOLS_FOUND,
	SYMBOLS_NO_FILE,  /* not found anywhere */
	SYMBOLS_BUILD_ID, /* found, but with another build id */
	SYMBOLS_REPLACED, /* no build id recorded, and the file has been replaced since */
	SYMBOLS_NOT_PERMITTED, /* this user may not read the file */
	SYMBOLS_NOT_ELF,       /* not an ELF file, or a damaged one */
	SYMBOLS_UNREASONABLE,  /* claims far more bytes than it has */
	SYMBOLS_TOO_MUCH,      /* the budget of all files is exhausted, see file_pool.h */
	SYMBOLS_STRIPPED,      /* no symbols, and no separate file with symbols */
	SYMBOLS_KERNEL_HIDDEN, /* kptr_restrict: all addresses are zero */
	SYMBOLS_OTHER_KERNEL,  /* the running kernel is not the recorded one */
	SYMBOLS_KERNEL_UNKNOWN,	 /* the recording does not identify its kernel */
	SYMBOLS_KERNEL_UNPLACED, /* its address, random at each boot, was not recorded */
	SYMBOLS_NO_KALLSYMS,	 /* kallsyms is missing or empty */
	SYMBOLS_NO_MAP,		 /* the process left no /tmp/perf-PID.map */
	SYMBOLS_OF_OTHERS,	 /* found, but its owner is not trusted */
	SYMBOLS_NOT_BUILT_IN,	 /* flarescope was built without elfutils */
	SYMBOLS_NO_MEMORY,
	SYMBOLS_STATUS_COUNT
};

/*
 * The reason, and the remedy if there is one, to be shown after a colon, as in "frames without a
 * name: ". A string literal.
 */
const char *symbol_status_text(enum symbol_status status);

/* The longest build id accepted. SHA-1 has 20 bytes, and perf stores at most 20. */
#define BUILD_ID_MAX 64

struct build_id {
	uint32_t len; /* 0: none */
	uint8_t bytes[BUILD_ID_MAX];
};

/* Compare build ids. perf pads short ones with zeros to 20 bytes; the padding is ignored. */
bool build_id_same(const struct build_id *recorded, const struct build_id *file);

/*
 * Open a regular file without blocking, as regular_file_open() does; a recording may name pipes
 * and devices, which are refused. `helper` (may be NULL) opens files as other processes see them.
 * Returns -1 and the reason on failure. Close with symbol_file_close(), which accepts -1.
 */
struct helper;
int symbol_file_open(struct helper *helper, const char *path, struct stat *st,
		     enum symbol_status *why);
void symbol_file_close(int fd);

/*
 * Read a text file of `size` bytes and gunzip it if needed. The result ends with a NUL that is not
 * counted in `*len`. Returns NULL and the reason on failure, or when the text is longer than `max`
 * or unpacks to more than 16 MiB plus 32 times `size`. Closes `fd`. Release with mem_free().
 */
char *symbol_file_read(int fd, uint64_t size, size_t max, size_t *len,
		       enum symbol_status *why);

/* The same, by path. */
char *symbol_file_text(const char *path, size_t max, size_t *len,
		       enum symbol_status *why);

/* Is most of the file a hole? Reading such a file may take almost forever. */
bool symbol_file_is_hollow(const struct stat *st);

/*
 * The checksum of a file as in .gnu_debuglink; false on failure and for a file that is mostly a
 * hole.
 */
bool symbol_file_crc(int fd, uint32_t *crc);

#endif
