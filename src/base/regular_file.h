/* regular_file.h - open what must be a regular file, without ever waiting for it. */

#ifndef BASE_REGULAR_FILE_H
#define BASE_REGULAR_FILE_H

#include <sys/stat.h>

/*
 * Open for reading what a file or a directory of somebody else's names: no pipe that waits
 * for a writer, no device that does something when it is opened, no lease that another
 * process holds. What it is goes to `*st`. -1 and errno; errno is 0 where something is
 * there that is no regular file.
 */
int regular_file_open(const char *path, struct stat *st);

/* The same of a name in the directory `dir`, or AT_FDCWD. `more` are further O_ flags. */
int regular_file_open_in(int dir, const char *name, int more, struct stat *st);

#endif
