#include "profile/cache_shelf.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/append.h"
#include "base/mem.h"
#include "base/number.h"
#include "base/text.h"

#define STALE_SECONDS 3600 /* nobody writes for so long without writing anything */
#define HASH_LEN      16   /* in a temporary name */

/* "0123456789abcdef0123456789abcdef.flare" */
static bool is_entry(struct text name)
{
	size_t hex = strspn(name.at, "0123456789abcdef");

	return hex == 32 && text_equal(text_from(name, hex), TEXT(".flare"));
}

static bool is_temporary(struct text name)
{
	return text_starts(name, TEXT(".")) && text_ends(name, TEXT(".part"));
}

/* Under sudo, HOME may be another user's: what root made there, that user could not use. */
static bool make_below(const struct stat *parent, const char *path)
{
	if (parent->st_uid != geteuid() && parent->st_uid != 0) {
		errno = EPERM;
		return false;
	}
	return mkdir(path, 0700) == 0 || errno == EEXIST;
}

/* Make a directory and its parents. */
static bool make_path(const char *dir)
{
	char path[sizeof((struct cache *)NULL)->dir];
	struct stat parent = {0};
	size_t len = strlen(dir);

	memcpy(path, dir, len + 1);
	for (size_t i = 1; i <= len; i++) {
		if (path[i] != '/' && path[i] != '\0')
			continue;
		path[i] = '\0';
		if (stat(path, &parent) < 0 &&
		    (!make_below(&parent, path) || stat(path, &parent) < 0))
			return false;
		path[i] = dir[i];
	}
	return true;
}

int cache_shelf_open(const struct cache *c, bool make, struct error *err)
{
	int dir = open(c->dir, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	struct stat st;

	if (dir < 0 && errno == ENOENT && make && c->dir[0] && make_path(c->dir))
		dir = open(c->dir, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
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

/* False when it is none of ours; people put all kinds of things anywhere. */
static bool examine(int dir, const char *name, struct cache_file *f)
{
	struct text t = text_of(name);
	struct stat st;

	*f = (struct cache_file){.temporary = is_temporary(t)};
	if (t.len >= sizeof f->name || !(f->temporary || is_entry(t)) ||
	    fstatat(dir, name, &st, AT_SYMLINK_NOFOLLOW) < 0 || !S_ISREG(st.st_mode))
		return false;
	memcpy(f->name, name, t.len + 1);
	f->size = (uint64_t)st.st_size;
	f->used = st.st_mtim;
	return true;
}

struct cache_file *cache_shelf_files(int dir, size_t *count, struct error *err)
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
		if (!examine(dir, e->d_name, &f))
			continue;
		ok = APPEND(files, *count, room, "cached files", err, f);
	}
	if (d)
		closedir(d);
	else if (copy >= 0)
		close(copy);
	if (!ok) {
		mem_free(files);
		return NULL;
	}
	qsort(files, *count, sizeof *files, by_use);
	return files;
}

void cache_shelf_name_temporary(char *name, const char *file, int try)
{
	snprintf(name, CACHE_SHELF_NAME, ".%.*s.%ld.%d.part", HASH_LEN, file,
		 (long)getpid(), try);
}

/*
 * Left by a process that is no more, or by one of another machine long ago. Being wrong costs
 * the other one its file, and nothing else.
 */
static bool is_stale(const struct cache_file *f)
{
	struct text pid = text_from(text_of(f->name), HASH_LEN + 2);
	const char *end = pid.len ? memchr(pid.at, '.', pid.len) : NULL;
	int32_t n;

	if (time(NULL) - f->used.tv_sec > STALE_SECONDS)
		return true;
	return end && number_i32(text_upto(pid, (size_t)(end - pid.at)), &n) && n > 0 &&
	       kill(n, 0) < 0 && errno == ESRCH;
}

void cache_shelf_trim(int dir, uint64_t max)
{
	struct error ignored = ERROR_INIT;
	uint64_t total = 0;
	size_t count;
	struct cache_file *files = cache_shelf_files(dir, &count, &ignored);

	for (size_t i = 0; files && i < count; i++) {
		const struct cache_file *f = &files[i];
		bool fits = f->size <= max && total <= max - f->size;

		if (f->temporary ? is_stale(f) : !fits)
			unlinkat(dir, f->name, 0);
		else
			total += f->size;
	}
	mem_free(files);
}
