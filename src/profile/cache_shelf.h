/* cache_shelf.h - the cache's directory and the files in it: for the cache's own use. */

#ifndef PROFILE_CACHE_SHELF_H
#define PROFILE_CACHE_SHELF_H

#include <sys/stat.h>

#include "profile/cache.h"

/*
 * Open the directory; close() it. -1 and an error when it is not there (and is not to be
 * made), or when somebody else could put files there.
 */
int cache_shelf_open(const struct cache *c, bool make, struct error *err);

/* Room for every name there. */
#define CACHE_SHELF_NAME 48

/*
 * What a file is called while this process writes it; another `try` where that is taken. It
 * tells whose it is, so that what killed processes leave can be removed.
 */
void cache_shelf_name_temporary(char *name, const char *file, int try);

/* A file of the cache, or one that is being written or was left half written. */
struct cache_file {
	char name[CACHE_SHELF_NAME];
	bool temporary;
	uint64_t size;
	struct timespec used;
};

/* All of them, the one used last first. NULL and an error; release with mem_free(). */
struct cache_file *cache_shelf_files(int dir, size_t *count, struct error *err);

/* Remove those used longest ago until no more than `max` bytes are left, and what killed
 * processes have left half written. */
void cache_shelf_trim(int dir, uint64_t max);

#endif
