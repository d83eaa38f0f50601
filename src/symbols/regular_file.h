/* regular_file.h - files named by a recording, which may name anything. */

#ifndef SYMBOLS_REGULAR_FILE_H
#define SYMBOLS_REGULAR_FILE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "symbols/symbol_status.h"

/*
 * Open what must be a regular file: no device that does something when it is opened, no
 * pipe that waits. Its inode goes to `*inode`. -1 and the reason. Close it with
 * regular_file_close(), which takes -1.
 */
int regular_file_open(const char *path, uint64_t *inode, enum symbol_status *why);
void regular_file_close(int fd);

/*
 * The whole of a text file, unpacked if it is gzipped, with a NUL behind it; `*len` without
 * that. NULL and the reason, also when it is longer than `max`. Release with mem_free().
 */
char *regular_file_text(const char *path, size_t max, size_t *len,
			enum symbol_status *why);

/* The checksum that .gnu_debuglink tells. */
bool regular_file_crc(const char *path, uint32_t *crc);

#endif
