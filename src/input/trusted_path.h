/* trusted_path.h - can nobody but us and root change what stands at a path? */

#ifndef INPUT_TRUSTED_PATH_H
#define INPUT_TRUSTED_PATH_H

#include <stdbool.h>

#include "base/error.h"

/*
 * True when the file at this absolute path, every directory above it, and every symbolic link
 * on the way there with what it leads through, belong to root or to us, and nobody else may
 * write there: not everybody, and no group, unless the owner is alone in it by /etc/passwd and
 * /etc/group. In directories like /tmp, where only the owner of a file may replace it
 * (sticky), others may write.
 *
 * False and an error, ERROR_USAGE or no memory, that says who may change what, in words that follow
 * "... is not run: ".
 */
bool trusted_path(const char *path, struct error *err);

#endif
