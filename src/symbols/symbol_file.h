/* symbol_file.h - files named by a recording, which may name anything. */

#ifndef SYMBOLS_SYMBOL_FILE_H
#define SYMBOLS_SYMBOL_FILE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/stat.h>

#include "symbols/symbol_status.h"

/*
 * Open what must be a regular file, as regular_file_open() does: it never waits; with a
 * `helper` (NULL: without) also of what other processes see. -1 and the reason. Close it with symbol_file_close(), which takes -1.
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
