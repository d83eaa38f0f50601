/* symbol_file.h - files with symbols: which one was meant, opening it, and why there are none. */

#ifndef SYMBOLS_SYMBOL_FILE_H
#define SYMBOLS_SYMBOL_FILE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/stat.h>

enum symbol_status {
	SYMBOLS_FOUND,
	SYMBOLS_NO_FILE,       /* nowhere where it was looked for */
	SYMBOLS_BUILD_ID,      /* there is one of that name, with another build id */
	SYMBOLS_REPLACED,      /* no build id recorded, and the file is another by now */
	SYMBOLS_NOT_PERMITTED, /* it is there, but we may not read it */
	SYMBOLS_NOT_ELF,       /* it is no ELF file, or a damaged one */
	SYMBOLS_UNREASONABLE,  /* it claims far more than is in it */
	SYMBOLS_STRIPPED,      /* it has no symbols, and no file with symbols was found */
	SYMBOLS_KERNEL_HIDDEN, /* kptr_restrict: all addresses are zero */
	SYMBOLS_OTHER_KERNEL,  /* the kernel that runs is not the recorded one */
	SYMBOLS_KERNEL_UNTOLD, /* the recording does not tell which kernel it is of */
	SYMBOLS_KERNEL_UNPLACED, /* not recorded where it was; each boot has it elsewhere */
	SYMBOLS_NO_KALLSYMS,	 /* there is none, or nothing in it */
	SYMBOLS_NO_MAP,		 /* the process left no /tmp/perf-PID.map */
	SYMBOLS_OF_OTHERS,	 /* there is one, of somebody whose word does not count */
	SYMBOLS_NOT_BUILT_IN,	 /* flarescope was built without elfutils */
	SYMBOLS_NO_MEMORY,
	SYMBOLS_STATUS_COUNT
};

/*
 * The reason in words that continue "no symbols: " and say, where there is one, the remedy.
 * A literal.
 */
const char *symbol_status_text(enum symbol_status status);

/* As many bytes of a build id as anybody writes: SHA-1 has 20, perf keeps 20. */
#define BUILD_ID_MAX 64

struct build_id {
	uint32_t len; /* 0: none */
	uint8_t bytes[BUILD_ID_MAX];
};

/*
 * Is what was recorded the build id of the file? perf pads short ones with zeros to 20
 * bytes, which are not compared.
 */
bool build_id_same(const struct build_id *recorded, const struct build_id *file);

/*
 * Open what must be a regular file, for a recording may name anything, as regular_file_open()
 * does: it never waits; with a `helper` (NULL: without) also of what other processes see. -1 and
 * the reason. Close it with symbol_file_close(), which takes -1.
 */
struct helper;
int symbol_file_open(struct helper *helper, const char *path, struct stat *st,
		     enum symbol_status *why);
void symbol_file_close(int fd);

/*
 * The whole of a text file of `size` bytes, unpacked if it is gzipped, with a NUL behind it;
 * `*len` without that. NULL and the reason, also when it is longer than `max`, or packed and
 * both longer than 16 MiB and 32 times what it is in the file. Closes `fd`. Release with
 * mem_free().
 */
char *symbol_file_read(int fd, uint64_t size, size_t max, size_t *len,
		       enum symbol_status *why);

/* The same by name. */
char *symbol_file_text(const char *path, size_t max, size_t *len,
		       enum symbol_status *why);

/* The checksum that .gnu_debuglink tells; false also for a file that is a hole for the most. */
bool symbol_file_crc(const char *path, uint32_t *crc);

#endif
