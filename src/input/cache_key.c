#include "input/cache_key.h"

#ifdef HAVE_CONFIG_H
#include <config.h>
#endif
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>

#include "profile/wall_clock.h"

#ifndef PACKAGE_VERSION
#define PACKAGE_VERSION ""
#endif

/* The version of the readers: increase it when one makes a different profile of the same file. */
#define READERS 13

/* bytes of text: caching a smaller file saves hardly 10 ms */
#define SIZE_LEAST   (4 << 20)
#define PACKED_RATIO 16 /* assumed bytes of text per packed byte */
#define QUIET_LEAST  2	/* seconds since the last write */

/* Every change of the file that affects its profile changes this key. */
static void write_key(char *key, size_t room, const struct stat *st,
		      const struct reading *r, const char *format)
{
	int n = snprintf(
	    key, room,
	    "flarescope %s readers %d\nformat %s addresses %d lines %d time unit %d\n"
	    "device %ju inode %ju size %jd\nmodified %jd.%09ld changed %jd.%09ld\n",
	    PACKAGE_VERSION, READERS, format, r->options->addresses, r->options->lines,
	    (int)r->options->time_unit, (uintmax_t)st->st_dev, (uintmax_t)st->st_ino,
	    (intmax_t)st->st_size, (intmax_t)st->st_mtim.tv_sec, st->st_mtim.tv_nsec,
	    (intmax_t)st->st_ctim.tv_sec, st->st_ctim.tv_nsec);

	if (n < 0 || (size_t)n >= room)
		key[0] = '\0';
}

static bool stat_source(const struct reading *r, struct stat *st)
{
	int fd = source_file(r->source);

	return fd >= 0 && fstat(fd, st) == 0;
}

bool cache_key_is_likely(const char *path)
{
	struct stat st;

	if (!path || strcmp(path, "-") == 0 || stat(path, &st) != 0)
		return false;
	return S_ISDIR(st.st_mode) ||
	       (S_ISREG(st.st_mode) && st.st_size >= SIZE_LEAST / PACKED_RATIO);
}

void cache_key_begin(struct cache_key *k, const struct reading *r, const char *name,
		     const char *format)
{
	off_t least = SIZE_LEAST / (source_packing(r->source) ? PACKED_RATIO : 1);
	struct stat st;
	const char *shown;
	char *real;
	size_t len;

	k->key[0] = '\0';
	if (!r->options->cache || !stat_source(r, &st) || st.st_size < least ||
	    time(NULL) - st.st_mtim.tv_sec < QUIET_LEAST)
		return;
	write_key(k->key, sizeof k->key, &st, r, format);
	/* keep the end of a long path: it identifies the file better than the beginning */
	real = realpath(name, NULL);
	shown = real ? real : name;
	len = strlen(shown);
	if (len < sizeof k->name)
		memcpy(k->name, shown, len + 1);
	else
		snprintf(k->name, sizeof k->name, "...%s",
			 shown + len + 4 - sizeof k->name);
	free(real);
}

struct profile *cache_key_find(const struct cache_key *k, const struct reading *r)
{
	if (!k->key[0])
		return NULL;
	return cache_get(r->options->cache, k->key, r->options->facts_only);
}

void cache_key_end(struct cache_key *k, const struct reading *r, const char *format)
{
	char now[sizeof k->key] = "";
	struct stat st;

	if (k->key[0] && stat_source(r, &st))
		write_key(now, sizeof now, &st, r, format);
	if (source_damage(r->source) || strcmp(now, k->key) != 0)
		k->key[0] = '\0';
}

void cache_key_write(const struct cache_key *k, const struct cache *cache,
		     const struct profile *p)
{
	struct profile plain = *p;
	struct error ignored = ERROR_INIT;

	/* the note of --started is the last one, and holds for this run only */
	if (plain.note_count &&
	    text_equal(profile_string(p, p->notes[p->note_count - 1].key),
		       TEXT(WALL_STARTED_NOTE)))
		plain.note_count--;
	if (cache && k->key[0])
		cache_put(cache, k->key, k->name, &plain, &ignored);
}
