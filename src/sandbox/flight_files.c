#include "sandbox/flight_files.h"

#include <ctype.h>
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* ---- names ---- */

/* The end of a name: "-busy.flare", "-busy-2.flare". */
static bool is_ending(const struct flight_files *m, struct text t)
{
	for (size_t i = 0; m->kinds[i]; i++) {
		struct text kind = text_of(m->kinds[i]), left;

		if (!text_equal(text_upto(t, kind.len), kind))
			continue;
		left = text_from(t, kind.len);
		if (left.len > 1 && left.at[0] == '-' &&
		    isdigit((unsigned char)left.at[1]))
			for (left = text_from(left, 1);
			     left.len && isdigit((unsigned char)left.at[0]);
			     left = text_from(left, 1))
				;
		if (text_equal(left, TEXT(".flare")))
			return true;
	}
	return false;
}

static bool is_name(const struct flight_files *m, const char *name)
{
	if (strlen(name) >= FLIGHT_FILE_NAME)
		return false;
	for (size_t i = 0; i < MOMENT_STAMP; i++)
		if (i == 8 ? name[i] != '-' : !isdigit((unsigned char)name[i]))
			return false;
	return name[MOMENT_STAMP] == '-' &&
	       is_ending(m, text_of(name + MOMENT_STAMP + 1));
}

/* Find the first name, which is the oldest file, and the total bytes of all files. */
static bool find_oldest(const struct flight_files *m, char name[FLIGHT_FILE_NAME],
			uint64_t *bytes)
{
	int again = openat(m->directory, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	DIR *dir = again >= 0 ? fdopendir(again) : NULL;
	struct dirent *e;
	struct stat st;

	*bytes = 0;
	name[0] = '\0';
	while (dir && (e = readdir(dir)) != NULL) {
		if (!is_name(m, e->d_name) ||
		    fstatat(m->directory, e->d_name, &st, AT_SYMLINK_NOFOLLOW) != 0 ||
		    !S_ISREG(st.st_mode) || st.st_uid != m->owner)
			continue;
		*bytes += (uint64_t)st.st_size;
		if (!name[0] || strcmp(e->d_name, name) < 0)
			memcpy(name, e->d_name,
			       strlen(e->d_name) + 1); /* length checked by is_name() */
	}
	if (dir)
		closedir(dir);
	else if (again >= 0)
		close(again);
	return name[0] != '\0';
}

/* ---- files ---- */

bool flight_files_open(struct flight_files *m, const char *directory,
		       const char *const *kinds, uint64_t most, struct error *err)
{
	*m = (struct flight_files){.directory = placement_open_directory(directory, err),
				   .most = most,
				   .kinds = kinds,
				   .owner = geteuid(),
				   .begun = {.directory = -1}};
	return m->directory >= 0;
}

void flight_files_close(struct flight_files *m)
{
	if (m->directory >= 0)
		close(m->directory);
	m->directory = -1;
}

int flight_files_begin(struct flight_files *m, const char *name, struct error *err)
{
	struct stat st;
	int fd = -1;

	placement_abandon(&m->begun);
	/* a temporary name that does not show the final one: others could take that meanwhile */
	if (is_name(m, name))
		fd = placement_begin_in(&m->begun, m->directory, "moment", PLACEMENT_NEW,
					err);
	else {
		errno = EPERM; /* reported to the process */
		error_set(err, ERROR_SYSTEM, "only moments are saved here");
	}
	if (fd >= 0 && fstat(fd, &st) == 0)
		m->owner = st.st_uid;
	if (fd >= 0)
		memcpy(m->name, name, strlen(name) + 1); /* room: see is_name() */
	return fd;
}

bool flight_files_commit(struct flight_files *m, struct error *err)
{
	char old[FLIGHT_FILE_NAME];
	uint64_t bytes;

	if (m->begun.directory < 0)
		return error_set(err, ERROR_SYSTEM, "no file is open for saving");
	if (!placement_commit_as(&m->begun, m->name, err))
		return false;
	while (find_oldest(m, old, &bytes) && bytes > m->most &&
	       strcmp(old, m->name) != 0)
		if (unlinkat(m->directory, old, 0) != 0)
			break;
	return true;
}

void flight_files_abandon(struct flight_files *m)
{
	placement_abandon(&m->begun);
}

bool flight_files_make_room(struct flight_files *m)
{
	char old[FLIGHT_FILE_NAME];
	uint64_t bytes;

	return find_oldest(m, old, &bytes) && unlinkat(m->directory, old, 0) == 0;
}
