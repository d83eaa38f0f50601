#include "profile/cache.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/statvfs.h>
#include <unistd.h>
#include <xxhash.h>

#include "base/mem.h"
#include "profile/cache_shelf.h"
#include "profile/store.h"

#define TRIES 10 /* threads of this process that write the same file at once, and more */

/* The name of the file for a key: 128 bits do not meet by chance. */
static void name_file(const char *key, char *name, size_t room)
{
	XXH128_hash_t h = XXH3_128bits(key, strlen(key));

	snprintf(name, room, "%016" PRIx64 "%016" PRIx64 ".flare", (uint64_t)h.high64,
		 (uint64_t)h.low64);
}

/* The origin of a kept profile is its key, a NUL, and its name. */
static bool has_key(const struct profile *p, const char *key)
{
	struct text origin = store_origin(p);
	size_t len = strlen(key);

	return origin.len > len && text_starts(origin, (struct text){key, len}) &&
	       origin.at[len] == '\0';
}

static char *origin_of(const char *key, const char *name, struct text *origin,
		       struct error *err)
{
	size_t room = strlen(key) + 1 + strlen(name) + 1;
	char *text = mem_array(room, 1, "name of a cached file", err);

	if (text)
		snprintf(text, room, "%s%c%s", key, '\0', name);
	*origin = (struct text){text, room - 1};
	return text;
}

static struct profile *open_file(int dir, const char *name, struct error *err)
{
	int fd = openat(dir, name, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK);
	struct profile *p;

	if (fd < 0) {
		error_sys(err, "%s", name);
		return NULL;
	}
	p = store_open(fd, err);
	if (p)
		(void)futimens(fd, NULL); /* when it was last used */
	close(fd);
	return p;
}

struct profile *cache_get(const struct cache *c, const char *key, bool facts_only)
{
	struct error err = ERROR_INIT;
	int dir = cache_shelf_open(c, false, &err);
	char name[CACHE_SHELF_NAME];
	struct profile *p;

	if (dir < 0)
		return NULL;
	name_file(key, name, sizeof name);
	p = open_file(dir, name, &err);
	if (p && !(has_key(p, key) &&
		   (facts_only ? store_check_facts(p, &err) : store_check(p, &err)))) {
		profile_free(p);
		p = NULL;
	}
	if (!p && err.kind == ERROR_FORMAT)
		unlinkat(dir, name, 0);
	close(dir);
	return p;
}

/* Try names of this process alone, which nobody takes for a profile, until `make` takes one. */
static bool try_names(int dir, const char *name, char *temporary, int *fd,
		      bool (*make)(int dir, const char *temporary, int *fd))
{
	for (int i = 0; i < TRIES; i++) {
		cache_shelf_name_temporary(temporary, name, i);
		if (make(dir, temporary, fd))
			return true;
		if (errno != EEXIST)
			break;
	}
	temporary[0] = '\0';
	return false;
}

static bool make_named(int dir, const char *temporary, int *fd)
{
	*fd = openat(dir, temporary, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
	return *fd >= 0;
}

static bool link_nameless(int dir, const char *temporary, int *fd)
{
	char path[40];

	snprintf(path, sizeof path, "/proc/self/fd/%d", *fd);
	return linkat(AT_FDCWD, path, dir, temporary, AT_SYMLINK_FOLLOW) == 0;
}

/*
 * A file without a name goes with its process, whatever ends that; not every file system has
 * them. `temporary` is its name, or empty.
 */
static FILE *create(int dir, const char *name, char *temporary, struct error *err)
{
	int fd = openat(dir, ".", O_WRONLY | O_TMPFILE | O_CLOEXEC, 0600);
	FILE *out;

	temporary[0] = '\0';
	if (fd < 0 && !try_names(dir, name, temporary, &fd, make_named)) {
		error_sys(err, "cannot be written");
		return NULL;
	}
	out = fdopen(fd, "w");
	if (out)
		return out;
	error_sys(err, "cannot be written");
	close(fd);
	if (temporary[0])
		unlinkat(dir, temporary, 0);
	return NULL;
}

/* The disk is not ours: half of what is free stays free. */
static bool make_room(int dir, uint64_t max, uint64_t size, struct error *err)
{
	struct statvfs fs;

	if (size > max)
		return error_set(err, ERROR_LIMIT, "too large to be kept");
	if (fstatvfs(dir, &fs) == 0 && fs.f_frsize &&
	    size / fs.f_frsize > fs.f_bavail / 2)
		return error_set(err, ERROR_LIMIT, "the disk is too full to keep it");
	cache_shelf_trim(dir, max - size);
	return true;
}

static bool write_file(int dir, const char *name, struct text origin,
		       const struct profile *p, struct error *err)
{
	char temporary[CACHE_SHELF_NAME];
	FILE *out = create(dir, name, temporary, err);
	bool ok;
	int fd;

	if (!out)
		return false;
	fd = fileno(out);
	ok = store_write(p, origin, out, err) &&
	     (fflush(out) == 0 || error_sys(err, "cannot be written"));
	if (ok && !temporary[0] && !try_names(dir, name, temporary, &fd, link_nameless))
		ok = error_sys(err, "cannot be written");
	if (fclose(out) != 0 && ok)
		ok = error_sys(err, "cannot be written");
	if (ok && renameat(dir, temporary, dir, name) < 0)
		ok = error_sys(err, "cannot be written");
	if (!ok && temporary[0])
		unlinkat(dir, temporary, 0);
	return ok;
}

bool cache_put(const struct cache *c, const char *key, const char *name,
	       const struct profile *p, struct error *err)
{
	struct text origin;
	char *text = origin_of(key, name, &origin, err);
	int dir = text ? cache_shelf_open(c, true, err) : -1;
	char file[CACHE_SHELF_NAME];
	bool ok = false;

	name_file(key, file, sizeof file);
	if (dir >= 0) {
		ok = make_room(dir, c->max, store_size(p), err) &&
		     write_file(dir, file, origin, p, err);
		if (ok)
			cache_shelf_trim(dir, c->max); /* others write as well */
		close(dir);
	}
	mem_free(text);
	return ok;
}

/* What cache_put() was told, of a file that may be anything. */
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

static bool describe(int dir, const struct cache_file *f, struct cache_entry *e,
		     struct error *err)
{
	*e = (struct cache_entry){.size = f->size, .used = f->used.tv_sec};
	memcpy(e->file, f->name, sizeof e->file);
	e->name = read_name(dir, f->name, err);
	return e->name != NULL;
}

bool cache_list(const struct cache *c, struct cache_entry **entries, size_t *count,
		struct error *err)
{
	int dir = cache_shelf_open(c, true, err);
	struct cache_file *files = NULL;
	size_t all = 0;
	bool ok;

	*entries = NULL;
	*count = 0;
	if (dir < 0)
		return false;
	files = cache_shelf_files(dir, &all, err);
	if (files)
		*entries = mem_array(all, sizeof **entries, "cached files", err);
	ok = *entries != NULL;
	for (size_t i = 0; ok && i < all; i++) {
		ok = files[i].temporary ||
		     describe(dir, &files[i], &(*entries)[*count], err);
		*count += ok && !files[i].temporary;
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
	int dir = cache_shelf_open(c, true, err);
	struct cache_file *all;
	size_t count = 0;

	*files = *bytes = 0;
	if (dir < 0)
		return false;
	all = cache_shelf_files(dir, &count, err);
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

	return cache_shelf_open(c, true, &ignored);
}
