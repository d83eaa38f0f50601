/* config_file.h - the file of kept choices: where it is, and that nobody else has written it. */

#ifndef CLI_CONFIG_FILE_H
#define CLI_CONFIG_FILE_H

#include <limits.h>
#include <stddef.h>

#include "base/error.h"

/* Its path by the environment; "" where there is no place for it, or it is turned off. */
void config_file_find(char path[PATH_MAX]);

/*
 * What is in it, with a final NUL; release it with mem_free(). NULL where there is no file, and
 * with an error where it is not to be read: somebody else could have written it, or it is no text.
 */
char *config_file_read(const char *path, struct error *err);

/*
 * Put this text in its place, all of it or nothing; directories are made where they are missing, and
 * nobody else may read what was not there before. A link is not followed, nor replaced.
 */
bool config_file_replace(const char *path, const char *text, size_t len,
			 struct error *err);

#endif
