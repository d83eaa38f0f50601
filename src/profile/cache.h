/* cache.h - parsed profiles kept for next time, in a directory of the user's. */

#ifndef PROFILE_CACHE_H
#define PROFILE_CACHE_H

#include <time.h>

#include "base/error.h"
#include "profile/profile.h"

/*
 * One .flare file a profile, named by a hash of its key, a text that says what the
 * profile was made from and how; the key itself is kept inside and compared. Files are
 * replaced by renaming, so a process that ends at any moment leaves a whole file or none,
 * and any number of processes can use the directory at once. What is in it can always be
 * made again: nothing waits for the disk, and a file damaged by a loss of power is
 * recognised by its checksums and dropped.
 */
struct cache {
	char dir[1024]; /* absolute; it and its parents are made when they are needed */
	uint64_t max;	/* bytes that all files together may take */
};

#define CACHE_SIZE_MAX (UINT64_C(2) << 30) /* what `max` usually is */

/*
 * The profile kept under `key`, as store_open() opens it, and marked as used; NULL when
 * there is none, whatever the reason. store_check() has passed, or store_check_facts() if
 * no more is needed. Release with profile_free().
 */
struct profile *cache_get(const struct cache *c, const char *key, bool facts_only);

/*
 * Keep `p` under `key`; `name` is what cache_list() calls it. The files that were not used
 * for the longest time make room. False and the reason when it was not kept.
 */
bool cache_put(const struct cache *c, const char *key, const char *name,
	       const struct profile *p, struct error *err);

#define CACHE_FILE_NAME 64 /* room for every name in the directory */

struct cache_entry {
	char file[CACHE_FILE_NAME];
	char *name; /* owned: "" when the file cannot be opened */
	uint64_t size;
	time_t used; /* when last */
};

/*
 * What is kept, last used first; release with cache_entries_free(). No directory is no
 * error: nothing is kept yet. False and an error when the directory cannot be used.
 */
bool cache_list(const struct cache *c, struct cache_entry **entries, size_t *count,
		struct error *err);
void cache_entries_free(struct cache_entry *entries, size_t count);

/* Remove all files, and say how many and how large they were. */
bool cache_clear(const struct cache *c, uint64_t *files, uint64_t *bytes,
		 struct error *err);

/*
 * A descriptor of the directory, made if it is not there, for close(): where all of the
 * above write. -1 when it cannot be used.
 */
int cache_place_open(const struct cache *c);

#endif
