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
	SYMBOLS_REPLACED,      /* no build id recorded, and the file was replaced since */
	SYMBOLS_NOT_PERMITTED, /* it is there, but we may not read it */
	SYMBOLS_NOT_ELF,       /* it is not an ELF file, or a damaged one */
	SYMBOLS_UNREASONABLE,  /* it claims far more than is in it */
	SYMBOLS_TOO_MUCH,      /* the budget of all files is used up, see file_pool.h */
	SYMBOLS_STRIPPED,      /* it has no symbols, and no file with symbols was found */
	SYMBOLS_KERNEL_HIDDEN, /* kptr_restrict: all addresses are zero */
	SYMBOLS_OTHER_KERNEL,  /* the kernel that runs is not the recorded one */
	SYMBOLS_KERNEL_UNTOLD, /* the recording does not tell which kernel it is of */
	SYMBOLS_KERNEL_UNPLACED, /* not recorded where it was; each boot has it elsewhere */
	SYMBOLS_NO_KALLSYMS,	 /* there is none, or nothing in it */
	SYMBOLS_NO_MAP,		 /* the process left no /tmp/perf-PID.map */
	SYMBOLS_OF_OTHERS,	 /* there is one, of a user that is not trusted */
	SYMBOLS_NOT_BUILT_IN,	 /* flarescope was built without elfutils */
	SYMBOLS_NO_MEMORY,
	SYMBOLS_STATUS_COUNT
};

/*
 * The reason in words that continue "no symbols: " and say, where there is one, the remedy.
 * A literal.
 */
const char *symbol_status_text(enum symbol_status status);

/* No build id has more bytes: SHA-1 has 20, perf keeps 20. */
#define BUILD_ID_MAX 64

struct build_id {
	uint32_t len; /* 0: none */
	uint8_t bytes[BUILD_ID_MAX];
};

/*
 * Is the recorded build id that of the file? perf pads short ones with zeros to 20 bytes, which
 * are not compared.
 */
bool build_id_same(const struct build_id *recorded, const struct build_id *file);

/*
 * Open a regular file, and nothing else that a recording may name, as regular_file_open() does:
 * it never blocks. With a `helper` (may be NULL) also files as other processes see them. -1 and
 * the reason. Close it with symbol_file_close(), which takes -1.
 */
struct helper;
int symbol_file_open(struct helper *helper, const char *path, struct stat *st,
		     enum symbol_status *why);
void symbol_file_close(int fd);

/*
 * The content of a text file of `size` bytes, unpacked if it is gzipped, and a final NUL, which
 * `*len` does not count. NULL and the reason, also when it is longer than `max`, or unpacks to
 * both more than 16 MiB and more than 32 times its size. Closes `fd`. Release with mem_free().
 */
char *symbol_file_read(int fd, uint64_t size, size_t max, size_t *len,
		       enum symbol_status *why);

/* The same by name. */
char *symbol_file_text(const char *path, size_t max, size_t *len,
		       enum symbol_status *why);

/* Is most of it a hole, of which reading would not end? */
bool symbol_file_is_hollow(const struct stat *st);

/* The checksum that .gnu_debuglink has; false also for a file that is mostly a hole. */
bool symbol_file_crc(int fd, uint32_t *crc);

#endif
