#include "input/trusted_path.h"

#include <errno.h>
#include <grp.h>
#include <limits.h>
#include <pwd.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/mem.h"

#define LINKS_MOST 40 /* as Linux follows */

/* A way to a file: what is behind us has no links in it, and is trusted. */
struct way {
	char done[PATH_MAX]; /* "" is the root */
	char left[PATH_MAX];
	char target[PATH_MAX]; /* of a link */
	char name[NAME_MAX + 1];
	int links;
};

/* Has somebody else this group, or is that not known? `name` is the user's. */
static bool has_others(const struct group *g, const char *name)
{
	for (char **member = g->gr_mem; *member; member++)
		if (strcmp(*member, name) != 0)
			return true;
	return false;
}

/* The name of the only user whose first group it is, if that is `uid`. */
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

/* Many systems give each user a group of their own, and let it write. */
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
		others = others || has_others(g, name);
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

/* A file or directory: who may change it? */
static bool trusted(const char *path, const struct stat *st, struct error *err)
{
	bool sticky = S_ISDIR(st->st_mode) && (st->st_mode & S_ISVTX);

	if (!is_ours(st))
		return distrust(err, "another user owns", path);
	if (sticky)
		return true;
	if (st->st_mode & S_IWOTH)
		return distrust(err, "everybody may write to", path);
	if ((st->st_mode & S_IWGRP) && !is_private(st->st_uid, st->st_gid))
		return distrust(err, "a group may write to", path);
	return true;
}

/* Put where the link at the end of `done` leads in front of what is left. */
static bool follow(struct way *w, struct error *err)
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

/* Go one name further. */
static bool step(struct way *w, struct error *err)
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
	return is_ours(&st) ? follow(w, err)
			    : distrust(err, "another user owns", w->done);
}

/* Take the first name off what is left; "" when there is none. */
static bool next_name(struct way *w, struct error *err)
{
	size_t skip = strspn(w->left, "/"), len = strcspn(w->left + skip, "/");

	if (len >= sizeof w->name)
		return distrust(err, "too long a path follows from", w->done);
	memcpy(w->name, w->left + skip, len);
	w->name[len] = '\0';
	memmove(w->left, w->left + skip + len, strlen(w->left + skip + len) + 1);
	return true;
}

static bool walk(struct way *w, struct error *err)
{
	struct stat st;

	if (stat("/", &st) != 0)
		return error_set(err, ERROR_USAGE, "/: %s", strerror(errno));
	if (!trusted("/", &st, err))
		return false;
	while (next_name(w, err) && *w->name) {
		if (strcmp(w->name, "..") == 0)
			*(*w->done ? strrchr(w->done, '/') : w->done) = '\0';
		else if (strcmp(w->name, ".") != 0 && !step(w, err))
			return false;
	}
	return err->kind == ERROR_NONE;
}

bool trusted_path(const char *path, struct error *err)
{
	struct way *w;
	bool ok;

	if (*path != '/' || strlen(path) >= sizeof w->left)
		return distrust(err, "not an absolute path:", path);
	w = mem_array(1, sizeof *w, "a path", err);
	if (!w)
		return false;
	memcpy(w->left, path, strlen(path) + 1);
	ok = walk(w, err);
	mem_free(w);
	return ok;
}
