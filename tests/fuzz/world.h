/* world.h - a directory of a fuzz target's own, for what has to be a file. */

#ifndef TESTS_FUZZ_WORLD_H
#define TESTS_FUZZ_WORLD_H

#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#define WORLD_PATH_MAX 256

/* The path of a file in it, by its path from there: the directory is made by the first call
 * and removed at the end. Returns `path`. */
const char *world_path(const char *name, char path[WORLD_PATH_MAX]);

/* Make the directories before a file's name. */
void world_make(const char *name);

/* Write a file, instead of what was there. */
void world_write(const char *name, const void *bytes, size_t len);

#endif
