/* cache_key.h - the key by which the parsed profile of a file is cached. */

#ifndef INPUT_CACHE_KEY_H
#define INPUT_CACHE_KEY_H

#include "input/reading.h"
#include "profile/cache.h"

/*
 * Identifies a file, its version, and the options with which it is read. It is filled in during
 * reading. The caller writes the cache after showing the profile, so that the user does not wait.
 */
struct cache_key {
	char key[512];	/* see cache.h; "": do not cache */
	char name[256]; /* the real path of the file; if too long: "..." and its end */
};

/*
 * Make the key for reading `r` as `format`. The key stays empty without a cache, and for input that
 * is not a regular file, is too small to gain from a cache, or was written in the last two seconds
 * and may still grow.
 */
void cache_key_begin(struct cache_key *k, const struct reading *r, const char *name,
		     const char *format);

/*
 * Is the file at `path` large enough for the cache? True for a directory; false for standard input
 * (NULL or "-"). Does not open the file.
 */
bool cache_key_is_likely(const char *path);

/* The profile from the cache; NULL: the file must be parsed. */
struct profile *cache_key_find(const struct cache_key *k, const struct reading *r);

/* After reading: clear the key if the file has changed or its compressed data is damaged. */
void cache_key_end(struct cache_key *k, const struct reading *r, const char *format);

/* Write the profile to the cache, ignoring failures. `cache` may be NULL. */
void cache_key_write(const struct cache_key *k, const struct cache *cache,
		     const struct profile *p);

#endif
