/* world.h - a directory for a fuzz target, for data that has to be a file. */

#ifndef TESTS_FUZZ_WORLD_H
#define TESTS_FUZZ_WORLD_H

#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#define WORLD_PATH_MAX 256

/*
 * The path of a file in the directory, which is created by the first call and removed at the end.
 * Returns `path`.
 */
const char *world_path(const char *name, char path[WORLD_PATH_MAX]);

/* Make the directories for a file's name. */
void world_make(const char *name);

/* Write a file, replacing an existing one. */
void world_write(const char *name, const void *bytes, size_t len);

#endif
