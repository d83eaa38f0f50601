#include "cli/config/config_file.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/mem.h"
#include "base/regular_file.h"
#include "export/outfile.h"

#define FILE_MAX (64 * 1024) /* bytes */

static const char *environment(const char *name)
{
	const char *value = getenv(name);

	return value ? value : "";
}

/* A relative path is not valid there, says the XDG Base Directory Specification. */
static const char *place(bool *is_home)
{
	const char *config = environment("XDG_CONFIG_HOME"), *home = environment("HOME");

	*is_home = *config != '/';
	return !*is_home ? config : *home == '/' ? home : NULL;
}

void config_file_find(char path[PATH_MAX])
{
	bool is_home;
	const char *within = place(&is_home);
	int n = 0;

	if (within && strcmp(environment("FLARESCOPE_CONFIG"), "no") != 0)
		n = snprintf(path, PATH_MAX, "%s%s/flarescope/config", within,
			     is_home ? "/.config" : "");
	if (n <= 0 || n >= PATH_MAX)
		path[0] = '\0';
}

/* It chooses what this user's commands do: another must not have written it. */
static bool is_own(const struct stat *st, const char *what, struct error *err)
{
	mode_t others = geteuid() == 0 ? S_IWGRP | S_IWOTH : S_IWOTH;

	if (st->st_uid != 0 && st->st_uid != geteuid() && st->st_uid != getuid())
		return error_set(err, ERROR_SYSTEM, "%s is another user's", what);
	return !(st->st_mode & others) ||
	       error_set(err, ERROR_SYSTEM, "others may write to %s", what);
}

/* ---- the directories that lead there ---- */

/* Those that are missing are made by whoever may make them; else one's own they must be. */
static bool look_at_place(const char *directory, const char *what, bool make,
			  struct error *err)
{
	struct stat st;

	if (stat(directory, &st) == 0)
		return is_own(&st, what, err);
	if (!make || errno != ENOENT)
		return error_sys(err, "%s", what);
	return mkdir(directory, 0700) == 0 || error_sys(err, "cannot make %s", what);
}

/*
 * Nor must another have chosen it: under sudo $HOME may be that of whoever called it, where a link
 * may lead to a file of root's, whose lines would be told. So of the directories that lead there
 * from $HOME each must be one's own, as for ~/.ssh. None is made before that is known.
 */
static bool are_places_own(const char *path, bool make, struct error *err)
{
	bool is_home;
	const char *within = place(&is_home);
	const char *below = path + (within ? strlen(within) : 0);
	char directory[PATH_MAX], what[64];

	for (const char *at = below; at; at = strchr(at + 1, '/')) {
		snprintf(directory, sizeof directory, "%.*s", (int)(at - path), path);
		snprintf(what, sizeof what, "%s%.*s",
			 is_home ? "$HOME" : "$XDG_CONFIG_HOME", (int)(at - below),
			 below);
		if (!look_at_place(directory, what, make, err))
			return false;
	}
	return true;
}

/* ---- reading ---- */

static char *read_all(int fd, size_t size, struct error *err)
{
	char *text = mem_array(size + 1, 1, "choices", err);
	size_t used = 0;
	ssize_t n = 1;

	while (text && used < size && n > 0) {
		n = read(fd, text + used, size - used);
		if (n > 0)
			used += (size_t)n;
		else if (n < 0 && errno == EINTR)
			n = 1;
	}
	if (!text)
		return NULL;
	text[used] = '\0';
	if (n >= 0 && strlen(text) == used)
		return text;
	if (n < 0)
		error_sys(err, "it cannot be read");
	else
		error_set(err, ERROR_FORMAT, "it is no text");
	mem_free(text);
	return NULL;
}

char *config_file_read(const char *path, struct error *err)
{
	struct stat st;
	int fd = *path ? regular_file_open(path, &st) : -1;
	char *text = NULL;

	if (fd < 0 && (!*path || errno == ENOENT || errno == ENOTDIR))
		return NULL;
	if (fd < 0 && errno)
		error_sys(err, "it cannot be read");
	else if (fd < 0)
		error_set(err, ERROR_SYSTEM, "it is no file");
	else if (st.st_size > FILE_MAX)
		error_set(err, ERROR_LIMIT, "it is larger than 64 KiB");
	else if (is_own(&st, "it", err) && are_places_own(path, false, err))
		text = read_all(fd, (size_t)st.st_size, err);
	if (fd >= 0)
		close(fd);
	return text;
}

/* ---- writing ---- */

/* As it was, or for nobody else. */
static bool find_mode(const char *path, mode_t *mode, struct error *err)
{
	struct stat st;

	*mode = S_IRUSR | S_IWUSR;
	if (lstat(path, &st) != 0)
		return errno == ENOENT || error_sys(err, "it cannot be written");
	*mode = st.st_mode & (S_IRWXU | S_IRWXG | S_IRWXO);
	if (S_ISLNK(st.st_mode))
		return error_set(err, ERROR_SYSTEM,
				 "it is a link, which is left as it is");
	return S_ISREG(st.st_mode) || error_set(err, ERROR_SYSTEM, "it is no file");
}

bool config_file_replace(const char *path, const char *text, size_t len,
			 struct error *err)
{
	struct outfile *out;
	mode_t mode;

	if (len > FILE_MAX)
		return error_set(err, ERROR_LIMIT, "it would be larger than 64 KiB");
	if (!are_places_own(path, true, err) || !find_mode(path, &mode, err))
		return false;
	out = outfile_open(path, true, err);
	if (!out)
		return false;
	if (fchmod(fileno(outfile_stream(out)), mode) == 0) {
		fwrite(text, 1, len, outfile_stream(out));
		return outfile_commit(out, err);
	}
	error_sys(err, "it cannot be written");
	outfile_abandon(out);
	return false;
}
