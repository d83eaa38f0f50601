/* regular_file.h - opens a regular file, and nothing else, without ever blocking. */

#ifndef BASE_REGULAR_FILE_H
#define BASE_REGULAR_FILE_H

#include <sys/stat.h>

/*
 * Open a path from an untrusted file or directory for reading, but never a device, which may react
 * to being opened, or a FIFO or leased file, which may block. `*st` is filled in. -1 and errno on
 * failure; errno is 0 if the path is not a regular file.
 */
int regular_file_open(const char *path, struct stat *st);

/* Like regular_file_open(), for a name in `dir`, which may be AT_FDCWD. `more` adds O_ flags. */
int regular_file_open_in(int dir, const char *name, int more, struct stat *st);

#endif
