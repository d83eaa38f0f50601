/* cache_key.h - the key by which the parsed profile of a file is cached. */

#ifndef INPUT_CACHE_KEY_H
#define INPUT_CACHE_KEY_H

#include "input/reading.h"
#include "profile/cache.h"

/*
 * Identifies a file, its version and the options with which it is read. The reading fills it in;
 * the caller writes the cache after showing the profile, so that the user need not wait for it.
 */
struct cache_key {
	char key[512];	/* see cache.h; "": do not cache */
	char name[256]; /* the real path of the file; the end of it if it is long */
};

/*
 * Make the key for reading `r` as `format`. The key stays empty when there is no cache, when the
 * input is not a regular file (a pipe, standard input), when it is so small that parsing is as
 * fast, and when it may still be growing.
 */
void cache_key_begin(struct cache_key *k, const struct reading *r, const char *name,
		     const char *format);

/*
 * Guess from the size whether a profile of the file at `path`, or of a file in that directory, may
 * be cached; does not open the file. NULL and "-" are standard input.
 */
bool cache_key_is_likely(const char *path);

/* The profile from the cache; NULL when the file has to be parsed. */
struct profile *cache_key_find(const struct cache_key *k, const struct reading *r);

/* After reading: empty the key if the file has changed meanwhile, or is damaged. */
void cache_key_end(struct cache_key *k, const struct reading *r, const char *format);

/* Write the profile to the cache. Failures are ignored. `cache` may be NULL: does nothing. */
void cache_key_write(const struct cache_key *k, const struct cache *cache,
		     const struct profile *p);

#endif
