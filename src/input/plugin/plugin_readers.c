#include "input/plugin/plugin_readers.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <grp.h>
#include <limits.h>
#include <pwd.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/error.h"
#include "base/mem.h"

/* ---- who else can change a program ---- */

#define LINKS_MOST 40 /* the limit of Linux */

/* A path being followed: `done` contains no symbolic links and is trusted. */
struct way {
	char done[PATH_MAX]; /* "" is the root directory */
	char left[PATH_MAX];
	char target[PATH_MAX]; /* of a symbolic link */
	char name[NAME_MAX + 1];
	int links;
};

/* Get the name of the only user whose primary group is `gid`, if that user is `uid`. */
static bool first_group_of(uid_t uid, gid_t gid, char name[LOGIN_NAME_MAX])
{
	FILE *users = fopen("/etc/passwd", "re");
	const struct passwd *p;
	bool ours = false, others = false;

	while (users && (p = fgetpwent(users))) {
		if (p->pw_gid != gid)
			continue;
		others = others || p->pw_uid != uid;
		ours = ours || p->pw_uid == uid;
		snprintf(name, LOGIN_NAME_MAX, "%s", p->pw_name);
	}
	if (users)
		fclose(users);
	return ours && !others;
}

/* Many systems give each user a private group, with write permission. */
static bool is_private(uid_t uid, gid_t gid)
{
	char name[LOGIN_NAME_MAX];
	FILE *groups = first_group_of(uid, gid, name) ? fopen("/etc/group", "re") : NULL;
	const struct group *g;
	bool found = false, others = false;

	while (groups && (g = fgetgrent(groups))) {
		if (g->gr_gid != gid)
			continue;
		found = true;
		for (char **member = g->gr_mem; *member; member++)
			others = others || strcmp(*member, name) != 0;
	}
	if (groups)
		fclose(groups);
	return found && !others;
}

static bool distrust(struct error *err, const char *why, const char *path)
{
	return error_set(err, ERROR_USAGE, "%s %.240s", why, *path ? path : "/");
}

static bool is_ours(const struct stat *st)
{
	return st->st_uid == 0 || st->st_uid == geteuid();
}

/* May only root and we change this file or directory? */
static bool trusted(const char *path, const struct stat *st, struct error *err)
{
	bool sticky = S_ISDIR(st->st_mode) && (st->st_mode & S_ISVTX);

	if (!is_ours(st))
		return distrust(err, "another user owns", path);
	if (sticky)
		return true;
	if (st->st_mode & S_IWOTH)
		return distrust(err, "everybody can write to", path);
	if ((st->st_mode & S_IWGRP) && !is_private(st->st_uid, st->st_gid))
		return distrust(err, "a group can write to", path);
	return true;
}

/* Replace the link at the end of `done` by its target, put before `left`. */
static bool follow_link(struct way *w, struct error *err)
{
	ssize_t n = readlink(w->done, w->target, sizeof w->target - 1);
	size_t left = strlen(w->left) + 1;

	if (n < 0 || ++w->links > LINKS_MOST)
		return distrust(err, "too many links lead to", w->done);
	if ((size_t)n + 1 + left > sizeof w->left)
		return distrust(err, "too long a path follows from", w->done);
	memmove(w->left + n + 1, w->left, left);
	memcpy(w->left, w->target, (size_t)n);
	w->left[n] = '/';
	*strrchr(w->done, '/') = '\0';
	if (w->target[0] == '/')
		w->done[0] = '\0';
	return true;
}

/* Move on by one name. */
static bool step_along_path(struct way *w, struct error *err)
{
	size_t len = strlen(w->done), room = sizeof w->done - len;
	int n = snprintf(w->done + len, room, "/%s", w->name);
	struct stat st;

	if (n < 0 || (size_t)n >= room)
		return distrust(err, "too long a path follows from", w->done);
	if (lstat(w->done, &st) != 0)
		return error_set(err, ERROR_USAGE, "%.240s: %s", w->done,
				 strerror(errno));
	if (!S_ISLNK(st.st_mode))
		return trusted(w->done, &st, err);
	return is_ours(&st) ? follow_link(w, err)
			    : distrust(err, "another user owns", w->done);
}

/*
 * True when the file at this absolute path, every directory above it, and every symbolic link on
 * the way with all it leads through belong to root or to us, and nobody else may write there: not
 * everybody, and no group, unless its owner is its only member according to /etc/passwd and
 * /etc/group. In sticky directories like /tmp, where only the owner of a file may replace it,
 * others may write.
 *
 * False and an error, ERROR_USAGE or out of memory, that says who may change what; it completes the
 * sentence "... is not run: ".
 */
static bool trusted_path(const char *path, struct error *err)
{
	struct way *w;
	struct stat st;
	bool ok;

	if (*path != '/' || strlen(path) >= sizeof w->left)
		return distrust(err, "not an absolute path:", path);
	w = mem_array(1, sizeof *w, "a path", err);
	if (!w)
		return false;
	memcpy(w->left, path, strlen(path) + 1);
	if (stat("/", &st) != 0)
		ok = error_set(err, ERROR_USAGE, "/: %s", strerror(errno));
	else
		ok = trusted("/", &st, err);
	while (ok) {
		/* remove the first name from `left` */
		size_t skip = strspn(w->left, "/"), len = strcspn(w->left + skip, "/");

		if (len == 0)
			break;
		if (len >= sizeof w->name) {
			ok = distrust(err, "too long a path follows from", w->done);
			break;
		}
		memcpy(w->name, w->left + skip, len);
		w->name[len] = '\0';
		memmove(w->left, w->left + skip + len, strlen(w->left + skip + len) + 1);
		if (strcmp(w->name, "..") == 0)
			*(*w->done ? strrchr(w->done, '/') : w->done) = '\0';
		else if (strcmp(w->name, ".") != 0)
			ok = step_along_path(w, err);
	}
	mem_free(w);
	return ok;
}

/* ---- the list ---- */

/* An iterator over the directories; all zero before the first. */
struct places {
	size_t count;	    /* directories returned so far */
	const char *path;   /* borrowed: the rest of PATH */
	char dir[PATH_MAX]; /* the current directory */
};

static bool is_name(struct text t)
{
	for (size_t i = 0; i < t.len; i++) {
		char c = t.at[i];

		if (!(c >= 'a' && c <= 'z') && !(c >= '0' && c <= '9') && c != '-')
			return false;
	}
	return t.len > 0 && t.len <= PLUGIN_NAME_MOST;
}

static bool places_next(struct places *p)
{
	const char *config = getenv("XDG_CONFIG_HOME"), *home = getenv("HOME");
	int n = 0;

	if (!p->path) {
		p->path = getenv("PATH");
		if (!p->path)
			p->path = "";
		/* the XDG Base Directory Specification ignores relative paths */
		if (config && *config == '/')
			n = snprintf(p->dir, sizeof p->dir, "%s/flarescope/readers",
				     config);
		else if (home && *home == '/')
			n = snprintf(p->dir, sizeof p->dir,
				     "%s/.config/flarescope/readers", home);
		if (n > 0 && (size_t)n < sizeof p->dir)
			return true;
	}
	p->count++;
	/* relative ones ("", ".", "bin") are skipped: they depend on the current directory */
	while (*p->path) {
		struct text dir = {p->path, strcspn(p->path, ":")};

		p->path += dir.len + (p->path[dir.len] == ':');
		if (dir.len == 0 || dir.at[0] != '/' || dir.len >= sizeof p->dir)
			continue;
		memcpy(p->dir, dir.at, dir.len);
		p->dir[dir.len] = '\0';
		return true;
	}
	return false;
}

/* NULL if there is none, or with an error when memory runs out. */
static char *program_in(const char *dir, struct text name, struct error *err)
{
	struct stat st;
	char path[PATH_MAX];
	int n = snprintf(path, sizeof path, "%s/" PLUGIN_PREFIX "%.*s", dir,
			 (int)name.len, name.at);

	if (n < 0 || (size_t)n >= sizeof path || stat(path, &st) != 0 ||
	    !S_ISREG(st.st_mode) || faccessat(AT_FDCWD, path, X_OK, AT_EACCESS) != 0)
		return NULL;
	return mem_text(path, (size_t)n, err);
}

bool plugin_readers_find(const char *name, struct plugin_reader *found, struct error *err)
{
	struct text wanted = text_of(name);
	struct places p = {0};
	struct error why = ERROR_INIT; /* why the first match is not run */

	*found = (struct plugin_reader){0};
	while (is_name(wanted) && err->kind == ERROR_NONE && places_next(&p)) {
		struct error now = ERROR_INIT;

		found->path = program_in(p.dir, wanted, err);
		found->place = p.count;
		if (!found->path)
			continue;
		if (trusted_path(found->path, &now))
			return true;
		plugin_reader_release(found);
		if (now.kind != ERROR_USAGE)
			*err = now;
		else if (!why.kind)
			why = now;
	}
	if (err->kind)
		return false;
	if (why.kind)
		return error_set(err, ERROR_USAGE, PLUGIN_PREFIX "%s is not run: %s",
				 name, why.message);
	return error_set(err, ERROR_USAGE,
			 "unknown format '%.60s'; see flarescope formats", name);
}

void plugin_reader_release(struct plugin_reader *r)
{
	mem_free(r->path);
	mem_free(r->distrust);
	*r = (struct plugin_reader){0};
}

static bool add_reader(struct plugin_readers *list, const struct places *p,
		       const char *file, struct error *err)
{
	struct text prefix = TEXT(PLUGIN_PREFIX), name = text_of(file);
	struct error why = ERROR_INIT;
	struct plugin_reader *r;

	if (!text_starts(name, prefix) || !is_name(text_from(name, prefix.len)))
		return true;
	if (!mem_reserve(&list->rows, &list->room, list->count + 1, sizeof *r, "readers",
			 err))
		return false;
	r = &list->rows[list->count];
	r->path = program_in(p->dir, text_from(name, prefix.len), err);
	r->place = p->count;
	r->distrust = NULL;
	if (!r->path)
		return err->kind == ERROR_NONE;
	list->count++;
	if (trusted_path(r->path, &why))
		return true;
	if (why.kind != ERROR_USAGE)
		*err = why;
	else
		r->distrust = mem_text(why.message, strlen(why.message), err);
	return err->kind == ERROR_NONE;
}

static int by_name(const void *a, const void *b)
{
	const struct plugin_reader *x = a, *y = b;
	int names = strcmp(plugin_reader_name(x), plugin_reader_name(y));

	if (names)
		return names;
	if (!x->distrust != !y->distrust)
		return x->distrust ? 1 : -1;
	return (x->place > y->place) - (x->place < y->place);
}

/* Remove all but the first program of each name: the others can never be run. */
static void drop_hidden(struct plugin_readers *list)
{
	size_t kept = 0;

	for (size_t i = 0; i < list->count; i++) {
		if (kept && strcmp(plugin_reader_name(&list->rows[kept - 1]),
				   plugin_reader_name(&list->rows[i])) == 0)
			plugin_reader_release(&list->rows[i]);
		else
			list->rows[kept++] = list->rows[i]; /* room: kept <= i */
	}
	list->count = kept;
}

bool plugin_readers_list(struct plugin_readers *list, struct error *err)
{
	struct places p = {0};
	bool ok = true;

	*list = (struct plugin_readers){0};
	while (ok && places_next(&p)) {
		DIR *dir = opendir(p.dir);
		struct dirent *entry;

		while (ok && dir && (entry = readdir(dir)))
			ok = add_reader(list, &p, entry->d_name, err);
		if (dir)
			closedir(dir);
	}
	if (!ok) {
		plugin_readers_release(list);
		return false;
	}
	if (list->count)
		qsort(list->rows, list->count, sizeof *list->rows, by_name);
	drop_hidden(list);
	return true;
}

void plugin_readers_release(struct plugin_readers *list)
{
	for (size_t i = 0; i < list->count; i++)
		plugin_reader_release(&list->rows[i]);
	mem_free(list->rows);
	*list = (struct plugin_readers){0};
}

void plugin_readers_keep_trusted(struct plugin_readers *list)
{
	size_t kept = 0;

	for (size_t i = 0; i < list->count; i++) {
		if (list->rows[i].distrust)
			plugin_reader_release(&list->rows[i]);
		else
			/* room: kept <= i */
			list->rows[kept++] = list->rows[i];
	}
	list->count = kept;
}
