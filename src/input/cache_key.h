/* cache_key.h - the parsed profile of a file, found in the cache or worth keeping there. */

#ifndef INPUT_CACHE_KEY_H
#define INPUT_CACHE_KEY_H

#include "input/reading.h"
#include "profile/cache.h"

/*
 * Which file, at which moment of its life, and how it is read. A reading fills it in; who
 * has been shown the profile then writes it, so that nobody waits for that.
 */
struct cache_key {
	char key[512];	/* as cache.h has it; "": nothing is to be kept */
	char name[256]; /* the end of the file's real path */
};

/*
 * Begin: what `r` would be kept as, read as this format. Nothing when the file is none that
 * can be known again (a pipe, standard input), so small that parsing it is as fast, or
 * perhaps still being written.
 */
void cache_key_begin(struct cache_key *k, const struct reading *r, const char *name,
		     const char *format);

/*
 * Before anything is known of the file at `path` but its size (NULL, "-": standard input):
 * could a profile of it, or of what is in the directory, be kept?
 */
bool cache_key_is_likely(const char *path);

/* The profile that an earlier reading has left; NULL: there is none, it has to be read. */
struct profile *cache_key_find(const struct cache_key *k, const struct reading *r);

/* The end of the reading: nothing is kept of a file that has changed, or was damaged. */
void cache_key_end(struct cache_key *k, const struct reading *r, const char *format);

/* Keep it. What prevents that costs nothing but the cache. `cache` NULL: does nothing. */
void cache_key_write(const struct cache_key *k, const struct cache *cache,
		     const struct profile *p);

#endif
