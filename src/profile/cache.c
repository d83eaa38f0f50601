#include "profile/cache.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <unistd.h>
#include <xxhash.h>

#include "base/append.h"
#include "base/mem.h"
#include "base/placement.h"
#include "base/text.h"
#include "profile/store.h"

#define STALE_SECONDS 3600 /* no writer pauses for this long */

/* ---- the directory ---- */

/* A file of the cache, or a temporary or unfinished one. */
struct cache_file {
	char name[CACHE_FILE_NAME];
	bool temporary;
	uint64_t size;
	struct timespec used;
};

/*
 * Open the directory; the caller closes it. -1 and an error if it is missing (and `make` is false),
 * or if another user could put files there.
 */
static int open_dir(const struct cache *c, bool make, struct error *err)
{
	int dir = -1;
	struct stat st;

	errno = ENOENT;
	if (c->dir[0])
		dir = placement_own_directory(c->dir, make);
	if (dir < 0) {
		error_sys(err, "%.100s", c->dir);
		return -1;
	}
	if (fstat(dir, &st) == 0 && st.st_uid == geteuid() &&
	    !(st.st_mode & (S_IWGRP | S_IWOTH)))
		return dir;
	close(dir);
	error_set(err, ERROR_SYSTEM,
		  "%.100s belongs to another user, or others can write to it", c->dir);
	return -1;
}

static int by_use(const void *a, const void *b)
{
	const struct timespec *x = &((const struct cache_file *)a)->used;
	const struct timespec *y = &((const struct cache_file *)b)->used;

	if (x->tv_sec != y->tv_sec)
		return x->tv_sec < y->tv_sec ? 1 : -1;
	return (x->tv_nsec < y->tv_nsec) - (x->tv_nsec > y->tv_nsec);
}

/* False if it is not a file of the cache: the directory may contain others. */
static bool examine_cache_file(int dir, const char *name, struct cache_file *f)
{
	struct text t = text_of(name);
	/* "0123456789abcdef0123456789abcdef.flare" */
	size_t hex = strspn(name, "0123456789abcdef");
	bool entry = hex == 32 && text_equal(text_from(t, hex), TEXT(".flare"));
	struct stat st;

	*f = (struct cache_file){.temporary = text_starts(t, TEXT(".")) &&
					      text_ends(t, TEXT(".part"))};
	if (t.len >= sizeof f->name || !(f->temporary || entry) ||
	    fstatat(dir, name, &st, AT_SYMLINK_NOFOLLOW) < 0 || !S_ISREG(st.st_mode))
		return false;
	memcpy(f->name, name, t.len + 1);
	f->size = (uint64_t)st.st_size;
	f->used = st.st_mtim;
	return true;
}

/* All files, the most recently used first. NULL and an error; release with mem_free(). */
static struct cache_file *list_files(int dir, size_t *count, struct error *err)
{
	int copy = openat(dir, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	DIR *d = copy < 0 ? NULL : fdopendir(copy);
	struct cache_file *files = NULL, f;
	const struct dirent *e;
	size_t room = 0;
	bool ok = d || error_sys(err, "the cache cannot be listed");

	*count = 0;
	ok = ok && mem_reserve(&files, &room, 1, sizeof *files, "cached files", err);
	while (ok && (e = readdir(d))) {
		if (!examine_cache_file(dir, e->d_name, &f))
			continue;
		ok = APPEND(files, *count, room, "cached files", err, f);
	}
	if (d)
		closedir(d);
	else if (copy >= 0)
		close(copy);
	if (!ok) {
		mem_free(files);
		*count = 0;
		return NULL;
	}
	qsort(files, *count, sizeof *files, by_use);
	return files;
}

/*
 * Remove the least recently used files until at most `max` bytes are left, and unfinished files
 * of killed processes.
 */
static void trim_dir(int dir, uint64_t max)
{
	struct error ignored = ERROR_INIT;
	uint64_t total = 0;
	size_t count;
	struct cache_file *files = list_files(dir, &count, &ignored);

	for (size_t i = 0; files && i < count; i++) {
		const struct cache_file *f = &files[i];
		int32_t pid = f->temporary ? placement_writer(f->name) : 0;
		/*
		 * left by a process that has ended, or long ago by one on another machine; after a
		 * wrong guess that process loses its file, nothing else
		 */
		bool stale = time(NULL) - f->used.tv_sec > STALE_SECONDS ||
			     (pid > 0 && kill(pid, 0) < 0 && errno == ESRCH);
		bool fits = f->size <= max && total <= max - f->size;

		if (f->temporary ? stale : !fits)
			unlinkat(dir, f->name, 0);
		else
			total += f->size;
	}
	mem_free(files);
}

/* ---- cached profiles ---- */

/* Derive the file name from a key: 128 bits do not collide by chance. */
static void name_file(const char *key, char *name, size_t room)
{
	XXH128_hash_t h = XXH3_128bits(key, strlen(key));

	snprintf(name, room, "%016" PRIx64 "%016" PRIx64 ".flare", (uint64_t)h.high64,
		 (uint64_t)h.low64);
}

struct profile *cache_get(const struct cache *c, const char *key, bool facts_only)
{
	struct error err = ERROR_INIT;
	int dir = open_dir(c, false, &err);
	struct text origin, wanted = text_of(key);
	char name[CACHE_FILE_NAME];
	struct profile *p;
	int fd;

	if (dir < 0)
		return NULL;
	name_file(key, name, sizeof name);
	fd = openat(dir, name, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK);
	p = fd < 0 ? NULL : store_open(fd, &err);
	if (p)
		(void)futimens(fd, NULL); /* marks the last use */
	if (fd >= 0)
		close(fd);
	/* the origin of a cached profile is its key, a NUL, and its name */
	origin = p ? store_origin(p) : TEXT("");
	if (p && !(origin.len > wanted.len && text_starts(origin, wanted) &&
		   origin.at[wanted.len] == '\0' &&
		   (facts_only ? store_check_facts(p, &err) : store_check(p, &err)))) {
		profile_free(p);
		p = NULL;
	}
	if (!p && err.kind == ERROR_FORMAT)
		unlinkat(dir, name, 0);
	close(dir);
	return p;
}

/* Use at most half of the free space of the disk. */
static bool make_room(int dir, uint64_t max, uint64_t size, struct error *err)
{
	struct statvfs fs;

	if (size > max)
		return error_set(err, ERROR_LIMIT, "too large for the cache");
	if (fstatvfs(dir, &fs) == 0 && fs.f_frsize &&
	    size / fs.f_frsize > fs.f_bavail / 2)
		return error_set(err, ERROR_LIMIT, "the disk is too full for it");
	trim_dir(dir, max - size);
	return true;
}

static bool write_file(int dir, const char *name, struct text origin,
		       const struct profile *profile, struct error *err)
{
	struct placement p;
	int fd = placement_begin_in(&p, dir, name, PLACEMENT_REPLACE, err);
	FILE *out = fd >= 0 ? fdopen(fd, "w") : NULL;
	bool ok;

	if (!out) {
		if (fd >= 0) {
			error_sys(err, "cannot be written");
			close(fd);
			placement_abandon(&p);
		}
		return false;
	}
	ok = store_write(profile, origin, out, err);
	if (fclose(out) != 0 && ok)
		ok = error_sys(err, "cannot be written");
	if (ok)
		return placement_commit(&p, name, err);
	placement_abandon(&p);
	return false;
}

bool cache_put(const struct cache *c, const char *key, const char *name,
	       const struct profile *p, struct error *err)
{
	size_t room = strlen(key) + 1 + strlen(name) + 1;
	char *text = mem_array(room, 1, "name of a cached file", err);
	int dir = text ? open_dir(c, true, err) : -1;
	char file[CACHE_FILE_NAME];
	struct stat st;
	bool ok = false;

	name_file(key, file, sizeof file);
	if (dir >= 0) {
		snprintf(text, room, "%s%c%s", key, '\0', name);
		ok = make_room(dir, c->max, store_size(p), err) &&
		     write_file(dir, file, (struct text){text, room - 1}, p, err);
		if (ok) {
			/* store_size() is approximate: the file may be too large */
			if (fstatat(dir, file, &st, AT_SYMLINK_NOFOLLOW) == 0 &&
			    (uint64_t)st.st_size > c->max)
				ok = error_set(err, ERROR_LIMIT,
					       "too large for the cache");
			trim_dir(dir, c->max); /* other processes write, too */
		}
		close(dir);
	}
	mem_free(text);
	return ok;
}

/* The name given to cache_put(); the file may have any content. */
static char *read_name(int dir, const char *file, struct error *err)
{
	struct error ignored = ERROR_INIT;
	int fd = openat(dir, file, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK);
	struct profile *p = fd < 0 ? NULL : store_open(fd, &ignored);
	struct text origin = p ? store_origin(p) : TEXT("");
	const char *end = origin.len ? memchr(origin.at, '\0', origin.len) : NULL;
	struct text name =
	    end ? text_from(origin, (size_t)(end + 1 - origin.at)) : TEXT("");
	char *copy = mem_text(name.at, name.len, err);

	profile_free(p);
	if (fd >= 0)
		close(fd);
	return copy;
}

bool cache_list(const struct cache *c, struct cache_entry **entries, size_t *count,
		struct error *err)
{
	int dir = open_dir(c, true, err);
	struct cache_file *files = NULL;
	size_t all = 0;
	bool ok;

	*entries = NULL;
	*count = 0;
	if (dir < 0)
		return false;
	files = list_files(dir, &all, err);
	if (files)
		*entries = mem_array(all, sizeof **entries, "cached files", err);
	ok = *entries != NULL;
	for (size_t i = 0; ok && i < all; i++) {
		struct cache_entry *e = &(*entries)[*count];

		if (files[i].temporary)
			continue;
		*e = (struct cache_entry){.size = files[i].size,
					  .used = files[i].used.tv_sec};
		memcpy(e->file, files[i].name, sizeof e->file);
		e->name = read_name(dir, files[i].name, err);
		ok = e->name != NULL;
		*count += ok;
	}
	mem_free(files);
	close(dir);
	if (!ok)
		cache_entries_free(*entries, *count);
	return ok;
}

void cache_entries_free(struct cache_entry *entries, size_t count)
{
	for (size_t i = 0; i < count; i++)
		mem_free(entries[i].name);
	mem_free(entries);
}

bool cache_clear(const struct cache *c, uint64_t *files, uint64_t *bytes,
		 struct error *err)
{
	int dir = open_dir(c, true, err);
	struct cache_file *all;
	size_t count = 0;

	*files = *bytes = 0;
	if (dir < 0)
		return false;
	all = list_files(dir, &count, err);
	for (size_t i = 0; i < count; i++) {
		if (unlinkat(dir, all[i].name, 0) < 0)
			continue;
		*files += 1;
		*bytes += all[i].size;
	}
	mem_free(all);
	close(dir);
	return err->kind == ERROR_NONE;
}

int cache_place_open(const struct cache *c)
{
	struct error ignored = ERROR_INIT;

	return open_dir(c, true, &ignored);
}
