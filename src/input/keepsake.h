/* keepsake.h - the parsed profile of a file, found in the cache or worth keeping there. */

#ifndef INPUT_KEEPSAKE_H
#define INPUT_KEEPSAKE_H

#include "input/reading.h"
#include "profile/cache.h"

/*
 * Which file, at which moment of its life, and how it is read. A reading fills it in; who
 * has been shown the profile then writes it, so that nobody waits for that.
 */
struct keepsake {
	char key[512];	/* as cache.h has it; "": nothing is to be kept */
	char name[256]; /* the end of the file's real path */
};

/*
 * Begin: what `r` would be kept as, read as this format. Nothing when the file is none that
 * can be known again (a pipe, standard input), so small that parsing it is as fast, or
 * perhaps still being written.
 */
void keepsake_begin(struct keepsake *k, const struct reading *r, const char *name,
		    const char *format);

/*
 * Before anything is known of the file at `path` but its size (NULL, "-": standard input):
 * could a profile of it, or of what is in the directory, be kept?
 */
bool keepsake_is_likely(const char *path);

/* The profile that an earlier reading has left; NULL: there is none, it has to be read. */
struct profile *keepsake_find(const struct keepsake *k, const struct reading *r);

/* The end of the reading: nothing is kept of a file that has changed, or was damaged. */
void keepsake_end(struct keepsake *k, const struct reading *r, const char *format);

/* Keep it. What prevents that costs nothing but the cache. `cache` NULL: does nothing. */
void keepsake_write(const struct keepsake *k, const struct cache *cache,
		    const struct profile *p);

#endif
