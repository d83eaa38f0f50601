#include "base/placement.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "base/number.h"
#include "base/regular_file.h"
#include "base/text.h"

#define NAME_KEPT 200 /* bytes of the name that are part of the temporary name */
/*
 * Exceeds the number of our threads that write one file at the same time, plus killed processes
 * that had our PID.
 */
#define TRIES 10

/* ---- directories of paths ---- */

static int cannot_write(const char *path, struct error *err)
{
	error_sys(err, "cannot write %s", path);
	return -1;
}

static int exists(const char *path, const char *as, struct error *err)
{
	error_set(err, ERROR_SYSTEM,
		  "%s already exists%s; give another name, or --force to replace it",
		  path, as);
	return -1;
}

static int is_directory(const char *path, struct error *err)
{
	error_set(err, ERROR_SYSTEM, "%s is a directory; name a file in it", path);
	return -1;
}

static bool is_open_to_all(const struct stat *directory)
{
	return directory->st_mode & S_IWOTH;
}

static bool is_of_others(const struct stat *st)
{
	return st->st_uid != geteuid() && st->st_uid != 0;
}

/* Did another user put it into a directory that does not belong to them? */
static bool is_planted(const struct stat *directory, const struct stat *st)
{
	return is_open_to_all(directory) && is_of_others(st) &&
	       st->st_uid != directory->st_uid;
}

/*
 * Open the next directory of a path, to be searched. Planted links are refused, and with `own` all
 * links of other users.
 */
static int open_next_directory(int dir, const char *name, bool own)
{
	int fd = openat(dir, name, O_PATH | O_NOFOLLOW | O_CLOEXEC);
	struct stat at, st;
	bool link = fd >= 0 && fstat(fd, &st) == 0 && S_ISLNK(st.st_mode);

	if (!link)
		return fd;
	close(fd);
	if (dir == AT_FDCWD ? stat(".", &at) : fstat(dir, &at))
		return -1;
	if (is_planted(&at, &st) || (own && is_of_others(&st))) {
		errno = EACCES;
		return -1;
	}
	return openat(dir, name, O_PATH | O_DIRECTORY | O_CLOEXEC);
}

/*
 * The same for a missing directory, which is created where no other user can put another in its
 * place.
 */
static int enter_new(int dir, const char *name)
{
	struct stat at;

	if (fstat(dir, &at) != 0)
		return -1;
	if (is_of_others(&at) || (is_open_to_all(&at) && !(at.st_mode & S_ISVTX))) {
		errno = EPERM;
		return -1;
	}
	if (mkdirat(dir, name, 0700) != 0 && errno != EEXIST)
		return -1;
	return open_next_directory(dir, name, true);
}

/* A directory that can be searched, but not listed, is sufficient. */
static int open_directory(struct text path, bool own, bool make)
{
	int dir = path.len && path.at[0] == '/' ? open("/", O_PATH | O_CLOEXEC)
						: open_next_directory(AT_FDCWD, ".", own);
	char name[NAME_MAX + 1];

	while (dir >= 0 && path.len) {
		const char *slash = memchr(path.at, '/', path.len);
		size_t len = slash ? (size_t)(slash - path.at) : path.len;
		int next = -1;

		if (len >= sizeof name) {
			errno = ENAMETOOLONG;
		} else if (len) {
			memcpy(name, path.at, len);
			name[len] = '\0';
			next = open_next_directory(dir, name, own);
			if (next < 0 && make && errno == ENOENT)
				next = enter_new(dir, name);
		}
		path = text_from(path, len + 1);
		if (len) {
			int failed = errno;

			close(dir);
			errno = failed;
			dir = next;
		}
	}
	return dir;
}

static bool is_safe(int fd, const char *path, struct error *err)
{
	struct stat st;

	if (fstat(fd, &st) != 0)
		return error_sys(err, "cannot write %s", path);
	return !is_open_to_all(&st) || (st.st_mode & S_ISVTX) ||
	       error_set(err, ERROR_SYSTEM,
			 "others can write to the directory of %s, and replace the file; "
			 "name another directory, or make this one sticky (chmod +t)",
			 path);
}

/* Find the directory and the name in it; "a/" is "." in a. */
static bool find_place(struct placement *p, const char *path, struct error *err)
{
	struct text base = text_basename(text_of(path));
	struct text dir = {path, (size_t)(base.at - path)};

	if (!base.len)
		base = TEXT(".");
	if (base.len >= sizeof p->name) {
		errno = ENAMETOOLONG;
		return error_sys(err, "cannot write %s", path);
	}
	memcpy(p->name, base.at, base.len);
	p->name[base.len] = '\0';
	p->directory = open_directory(dir, false, false);
	p->settles = true;
	return p->directory >= 0 || error_sys(err, "cannot write %s", path);
}

/*
 * In a sticky directory only the owner of a file can replace it: report that before anything is
 * written.
 */
static bool may_replace(const struct placement *p, const struct stat *st,
			const char *path, struct error *err)
{
	struct stat at;

	return fstat(p->directory, &at) != 0 || !(at.st_mode & S_ISVTX) ||
	       geteuid() == 0 || st->st_uid == geteuid() || at.st_uid == geteuid() ||
	       error_set(err, ERROR_SYSTEM, "%s belongs to another user", path);
}

static void close_directory(struct placement *p)
{
	if (p->directory >= 0)
		close(p->directory);
	p->directory = -1;
	p->temporary[0] = '\0';
}

/* ---- a new file ---- */

/* ".name.PID.0.part": hidden, and distinct from those of other processes and threads. */
static void name_temporary(struct placement *p, int try)
{
	snprintf(p->temporary, sizeof p->temporary, ".%.*s.%ld.%d.part", NAME_KEPT,
		 p->name, (long)getpid(), try);
}

static size_t before_last_dot(struct text t)
{
	size_t len = t.len;

	while (len && t.at[len - 1] != '.')
		len--;
	return len ? len - 1 : 0;
}

int placement_writer(const char *temporary)
{
	struct text rest = text_of(temporary);
	int32_t pid;

	if (!text_ends(rest, TEXT(".part")))
		return 0;
	rest = text_upto(rest, rest.len - sizeof ".part" + 1);
	rest = text_upto(rest, before_last_dot(rest)); /* the number of the attempt */
	rest = text_from(rest, before_last_dot(rest) + 1);
	return number_i32(rest, &pid) && pid > 0 ? pid : 0;
}

static int make_temporary(struct placement *p, mode_t mode)
{
	int fd = -1;

	for (int i = 0; fd < 0 && i < TRIES; i++) {
		name_temporary(p, i);
		fd = openat(p->directory, p->temporary,
			    O_RDWR | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, mode);
		if (fd < 0 && errno != EEXIST)
			break;
	}
	if (fd < 0)
		p->temporary[0] = '\0';
	return fd;
}

static int begin_file(struct placement *p, const char *path, unsigned how,
		      struct error *err)
{
	int fd;

	if (!is_safe(p->directory, path, err))
		return -1;
	fd = make_temporary(p, how & PLACEMENT_PRIVATE ? 0600 : 0666);
	return fd < 0 ? cannot_write(path, err) : fd;
}

/* ---- an existing file ---- */

/* Open a FIFO or a character device (not a disk) directly. */
static int begin_stream(struct placement *p, const char *path, const struct stat *was,
			struct error *err)
{
	int fd = openat(p->directory, p->name,
			O_WRONLY | O_NOFOLLOW | O_NOCTTY | O_NONBLOCK | O_CLOEXEC);
	struct stat now;

	if (fd < 0 && errno == ENXIO && S_ISFIFO(was->st_mode))
		error_set(err, ERROR_SYSTEM,
			  "%s is a pipe that nothing reads; start the reader first",
			  path);
	else if (fd < 0)
		cannot_write(path, err);
	close_directory(p);
	if (fd < 0)
		return -1;
	if (fstat(fd, &now) == 0 && now.st_dev == was->st_dev &&
	    now.st_ino == was->st_ino && now.st_mode == was->st_mode &&
	    fcntl(fd, F_SETFL, fcntl(fd, F_GETFL) & ~O_NONBLOCK) == 0)
		return fd;
	close(fd);
	error_set(err, ERROR_SYSTEM, "%s was replaced by another file in the meantime",
		  path);
	return -1;
}

static int begin_placement(struct placement *p, const char *path, unsigned how,
			   bool guarded, struct error *err)
{
	struct stat st, at;

	p->overwrite = how & PLACEMENT_REPLACE;
	if (fstatat(p->directory, p->name, &st, AT_SYMLINK_NOFOLLOW) != 0)
		return errno == ENOENT ? begin_file(p, path, how, err)
				       : cannot_write(path, err);
	if (S_ISDIR(st.st_mode))
		return is_directory(path, err);
	if (S_ISREG(st.st_mode) && !p->overwrite)
		return exists(path, "", err);
	if (S_ISREG(st.st_mode))
		return may_replace(p, &st, path, err) ? begin_file(p, path, how, err)
						      : -1;
	if (S_ISLNK(st.st_mode) && !guarded) {
		if (fstatat(p->directory, p->name, &at, 0) == 0 && S_ISDIR(at.st_mode))
			return is_directory(path, err);
		return p->overwrite ? begin_file(p, path, how, err)
				    : exists(path, " (as a link)", err);
	}
	if ((S_ISFIFO(st.st_mode) || S_ISCHR(st.st_mode)) && !guarded) {
		/* not the stream of another user where everybody can create one */
		if (fstat(p->directory, &at) == 0 && !is_planted(&at, &st))
			return begin_stream(p, path, &st, err);
		error_set(err, ERROR_SYSTEM, "%s belongs to another user", path);
		return -1;
	}
	error_set(err, ERROR_SYSTEM, "%s is not a file that can be replaced", path);
	return -1;
}

/* ---- descriptors ---- */

static bool names_descriptor(const char *path, int *fd)
{
	struct text name = text_of(path);
	int32_t n;

	if (strcmp(path, "/dev/stdout") == 0 || strcmp(path, "/dev/stderr") == 0) {
		*fd = path[8] == 'o' ? STDOUT_FILENO : STDERR_FILENO;
		return true;
	}
	if (text_starts(name, TEXT("/dev/fd/")))
		name = text_from(name, sizeof "/dev/fd/" - 1);
	else if (text_starts(name, TEXT("/proc/self/fd/")))
		name = text_from(name, sizeof "/proc/self/fd/" - 1);
	else
		return false;
	if (!number_i32(name, &n) || n < 0)
		return false;
	*fd = n;
	return true;
}

int placement_begin(struct placement *p, const char *path, unsigned how,
		    struct error *err)
{
	int fd = -1;

	*p = (struct placement){.directory = -1};
	if (names_descriptor(path, &fd)) {
		fd = fcntl(fd, F_DUPFD_CLOEXEC, STDERR_FILENO + 1);
		return fd < 0 ? cannot_write(path, err) : fd;
	}
	if (find_place(p, path, err))
		fd = begin_placement(p, path, how, false, err);
	if (fd < 0)
		close_directory(p);
	return fd;
}

int placement_begin_in(struct placement *p, int directory, const char *name, unsigned how,
		       struct error *err)
{
	int fd = -1;

	*p = (struct placement){.directory = fcntl(directory, F_DUPFD_CLOEXEC, 3),
				.overwrite = how & PLACEMENT_REPLACE};
	if (strlen(name) >= sizeof p->name)
		errno = ENAMETOOLONG;
	else if (p->directory >= 0) {
		memcpy(p->name, name, strlen(name) + 1);
		fd = make_temporary(p, 0600);
	}
	if (fd >= 0)
		return fd;
	cannot_write(name, err);
	close_directory(p);
	return -1;
}

/* ---- untrusted names ---- */

static bool is_below(const char *path, const char *dir)
{
	size_t len = strlen(dir);

	return strncmp(path, dir, len) == 0 && (path[len] == '/' || path[len] == '\0');
}

static bool is_for_settings(const char *dir, const char *home)
{
	static const char *const places[] = {"/etc",   "/usr",	 "/bin",     "/sbin",
					     "/lib",   "/boot",	 "/dev",     "/proc",
					     "/sys",   "/run",	 "/var/lib", "/var/spool",
					     "/lib32", "/lib64", "/libx32"};

	for (size_t i = 0; i < sizeof places / sizeof *places; i++)
		if (is_below(dir, places[i]))
			return true;
	if (is_below(dir, home)) /* the user works there */
		dir += strlen(home);
	return strstr(dir, "/.") != NULL;
}

/* Check the path of the opened directory, not the given path. */
static bool place_is_free(const struct placement *p, const char *path, struct error *err)
{
	char here[PATH_MAX], dir[PATH_MAX];
	int back = open(".", O_PATH | O_DIRECTORY | O_CLOEXEC);
	bool known = back >= 0 && getcwd(here, sizeof here) &&
		     fchdir(p->directory) == 0 && getcwd(dir, sizeof dir);

	if (back >= 0) {
		known = fchdir(back) == 0 && known;
		close(back);
	}
	if (!known)
		return error_sys(err, "cannot write %s", path);
	return (p->name[0] != '.' &&
		!is_for_settings(dir, strcmp(here, "/") == 0 ? "" : here)) ||
	       error_set(err, ERROR_SYSTEM,
			 "%s is a place where programs look for their settings; it can "
			 "only be written with export -o, not from the screen",
			 p->name[0] == '.' ? p->name : dir);
}

/* An existing regular file is replaced only if it begins like one of our exports. */
static bool begins_as_ours(const struct placement *p, const char *path,
			   bool (*is_ours)(const char *path, struct text head),
			   struct error *err)
{
	char head[PLACEMENT_HEAD];
	struct stat st;
	ssize_t n = -1;
	int fd;

	if (fstatat(p->directory, p->name, &st, AT_SYMLINK_NOFOLLOW) != 0 ||
	    !S_ISREG(st.st_mode))
		return true; /* begin_placement() checks files of other kinds */
	fd = regular_file_open_in(p->directory, p->name, O_NOFOLLOW, &st);
	if (fd >= 0) {
		n = pread(fd, head, sizeof head, 0);
		close(fd);
	}
	return (n >= 0 && is_ours(path, (struct text){head, (size_t)n})) ||
	       error_set(err, ERROR_SYSTEM,
			 "%s is not a profile, and is not replaced from the screen; "
			 "export -o --force replaces it",
			 path);
}

int placement_begin_guarded(struct placement *p, const char *path, unsigned how,
			    bool (*is_ours)(const char *path, struct text head),
			    struct error *err)
{
	int fd = -1;

	*p = (struct placement){.directory = -1};
	if (find_place(p, path, err) && place_is_free(p, path, err) &&
	    (!(how & PLACEMENT_REPLACE) || begins_as_ours(p, path, is_ours, err)))
		fd = begin_placement(p, path, how, true, err);
	if (fd < 0)
		close_directory(p);
	return fd;
}

/* ---- commit ---- */

/* Rename a file without replacing an existing one. */
static bool move_anew(int from, const char *name, int to, const char *as)
{
	struct stat st;
#ifdef SYS_renameat2
	const unsigned noreplace = 1; /* RENAME_NOREPLACE */

	if (syscall(SYS_renameat2, from, name, to, as, noreplace) == 0)
		return true;
#else
	errno = ENOSYS;
#endif
	if (errno != EINVAL && errno != ENOSYS)
		return false;
	/* The file system has no such call: check, then rename. */
	if (fstatat(to, as, &st, AT_SYMLINK_NOFOLLOW) == 0) {
		errno = EEXIST;
		return false;
	}
	return renameat(from, name, to, as) == 0;
}

/* link() fails if the file exists, so a file that appeared in the meantime is not lost. */
static bool take_name(struct placement *p)
{
	if (p->overwrite)
		return renameat(p->directory, p->temporary, p->directory, p->name) == 0;
	if (linkat(p->directory, p->temporary, p->directory, p->name, 0) == 0) {
		unlinkat(p->directory, p->temporary, 0);
		return true;
	}
	if (errno == EEXIST)
		return false;
	return move_anew(p->directory, p->temporary, p->directory, p->name);
}

/* Make the name survive a power failure. The file already exists, so errors are ignored. */
static void sync_directory(int directory)
{
	int fd = openat(directory, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC);

	if (fd < 0)
		return;
	(void)fsync(fd);
	close(fd);
}

bool placement_commit(struct placement *p, const char *path, struct error *err)
{
	bool ok;

	if (p->directory < 0)
		return true;
	ok = take_name(p);
	if (!ok && errno == EEXIST)
		exists(path, "", err);
	else if (!ok)
		cannot_write(path, err);
	if (!ok) {
		placement_abandon(p);
		return false;
	}
	if (p->settles)
		sync_directory(p->directory);
	close_directory(p);
	return true;
}

bool placement_commit_as(struct placement *p, const char *name, struct error *err)
{
	snprintf(p->name, sizeof p->name, "%s",
		 name); /* shortened, or there is no such file */
	return placement_commit(p, name, err);
}

void placement_abandon(struct placement *p)
{
	if (p->directory >= 0 && p->temporary[0])
		unlinkat(p->directory, p->temporary, 0);
	close_directory(p);
}

/* ---- directories ---- */

/*
 * Is it our directory? File systems like vfat give all files the same owner, so a new file must
 * have the same owner as the directory.
 */
static bool belongs_to_us(int directory, const struct stat *st)
{
	struct error ignored = ERROR_INIT;
	struct placement p;
	struct stat made;
	bool is;
	int fd;

	if (st->st_uid == geteuid())
		return true;
	fd = placement_begin_in(&p, directory, "owner", PLACEMENT_NEW, &ignored);
	is = fd >= 0 && fstat(fd, &made) == 0 && made.st_uid == st->st_uid;
	if (fd >= 0)
		close(fd);
	placement_abandon(&p);
	return is;
}

int placement_directory(const char *path, struct error *err)
{
	struct placement p = {.directory = -1};
	int fd = -1;
	struct stat st;

	if (!find_place(&p, path, err) || !is_safe(p.directory, path, err)) {
		close_directory(&p);
		return -1;
	}
	if (mkdirat(p.directory, p.name, 0755) == 0 || errno == EEXIST)
		fd = openat(p.directory, p.name,
			    O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
	if (fd < 0 || fstat(fd, &st) != 0)
		cannot_write(path, err);
	else if (!belongs_to_us(fd, &st))
		error_set(err, ERROR_SYSTEM,
			  "%s belongs to another user; -o names another directory", path);
	else if (is_open_to_all(&st))
		error_set(err, ERROR_SYSTEM,
			  "others can write to %s; -o names another directory", path);
	close_directory(&p);
	if (!err->kind)
		return fd;
	if (fd >= 0)
		close(fd);
	return -1;
}

static bool is_dots(const char *name)
{
	return strcmp(name, ".") == 0 || strcmp(name, "..") == 0;
}

/* Reopen a directory so that it can be listed. Takes over `dir`, which may be -1 with errno. */
static int list_directory(int dir)
{
	int fd = dir < 0 ? -1 : openat(dir, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	int failed = errno;

	if (dir >= 0)
		close(dir);
	errno = failed;
	return fd;
}

int placement_own_directory(const char *path, bool make)
{
	return list_directory(open_directory(text_of(path), true, make));
}

int placement_open_directory(const char *path, struct error *err)
{
	int fd = list_directory(open_directory(text_of(path), false, false));

	if (fd < 0)
		error_sys(err, "%.200s", path);
	else if (is_safe(fd, path, err))
		return fd;
	else
		close(fd);
	return -1;
}

#define DEEPEST 3 /* perf.data/kcore_dir/kcore, in a room */

/* Remove the content of our directory, down to `depth`; recordings have nothing deeper. */
static void clear_directory(int directory, int depth)
{
	int again = openat(directory, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC), fd;
	DIR *d = again >= 0 ? fdopendir(again) : NULL;
	struct dirent *e;

	if (!d && again >= 0)
		close(again);
	while (d && (e = readdir(d)) != NULL) {
		if (is_dots(e->d_name) || unlinkat(directory, e->d_name, 0) == 0 ||
		    !depth)
			continue;
		fd = openat(directory, e->d_name,
			    O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
		if (fd < 0)
			continue;
		clear_directory(fd, depth - 1);
		close(fd);
		unlinkat(directory, e->d_name, AT_REMOVEDIR);
	}
	if (d)
		closedir(d);
}

/* Is it part of a recording that is a directory: "data", "data.0", "header", "kcore_dir"? */
static bool is_of_recording(const char *name)
{
	struct text t = text_of(name);

	return text_equal(t, TEXT("data")) || text_starts(t, TEXT("data.")) ||
	       text_equal(t, TEXT("header")) || text_starts(t, TEXT("kcore_dir"));
}

/*
 * Does `may` accept every name in the directory? Without `may`: is it empty? False if it cannot be
 * listed.
 */
static bool has_only(int directory, bool (*may)(const char *name))
{
	int again = openat(directory, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	DIR *d = again >= 0 ? fdopendir(again) : NULL;
	struct dirent *e;
	bool only = d != NULL;

	if (!d && again >= 0)
		close(again);
	while (only && (e = readdir(d)) != NULL)
		only = is_dots(e->d_name) || (may && may(e->d_name));
	if (d)
		closedir(d);
	return only;
}

static void leave_room(struct placement_room *r)
{
	if (r->inside >= 0)
		close(r->inside);
	r->inside = -1;
	close_directory(&r->at);
}

static bool has_data(int directory, const char *name)
{
	int fd = openat(directory, name, O_PATH | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
	struct stat st;
	bool has = fd >= 0 && fstatat(fd, "data", &st, AT_SYMLINK_NOFOLLOW) == 0;

	if (fd >= 0)
		close(fd);
	return has;
}

/*
 * Is there nothing, or something that can be kept under another name: a file, or a recording that
 * is a directory?
 */
static bool can_be_kept(const struct placement *p, const char *path, struct error *err)
{
	struct stat st;

	if (fstatat(p->directory, p->name, &st, AT_SYMLINK_NOFOLLOW) != 0)
		return errno == ENOENT || cannot_write(path, err) >= 0;
	if (S_ISDIR(st.st_mode) && !has_data(p->directory, p->name))
		return is_directory(path, err) >= 0;
	if (S_ISLNK(st.st_mode))
		return error_set(err, ERROR_SYSTEM,
				 "%s is a symbolic link, which is not followed; remove "
				 "it, or name another file (-o)",
				 path);
	if (!S_ISREG(st.st_mode) && !S_ISDIR(st.st_mode))
		return error_set(err, ERROR_SYSTEM, "%s is not a regular file", path);
	return may_replace(p, &st, path, err);
}

bool placement_room_begin(struct placement_room *r, const char *path, struct error *err)
{
	struct placement *p = &r->at;
	struct stat st;
	bool made = false;

	*r = (struct placement_room){.at = {.directory = -1}, .inside = -1};
	if (!find_place(p, path, err) || !is_safe(p->directory, path, err) ||
	    !can_be_kept(p, path, err)) {
		close_directory(p);
		return false;
	}
	for (int i = 0; !made && i < TRIES; i++) {
		name_temporary(p, i);
		made = mkdirat(p->directory, p->temporary, 0700) == 0;
		if (!made && errno != EEXIST)
			break;
	}
	if (made)
		r->inside = openat(p->directory, p->temporary,
				   O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
	if (r->inside < 0)
		cannot_write(path, err);
	else if (fstat(r->inside, &st) != 0 || !belongs_to_us(r->inside, &st) ||
		 st.st_mode & (S_IWGRP | S_IWOTH) || !has_only(r->inside, NULL))
		error_set(err, ERROR_SYSTEM,
			  "somebody else is changing the directory of %s", path);
	if (err->kind)
		leave_room(r);
	return !err->kind;
}

int placement_room_file(const struct placement_room *r)
{
	return openat(r->inside, r->at.name,
		      O_RDWR | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0600);
}

/* Append ".old" to its name, like perf; an existing file of that name is replaced. */
static bool keep_old(const struct placement *p)
{
	char old[NAME_MAX + 8];
	struct stat st;
	int fd;

	if (fstatat(p->directory, p->name, &st, AT_SYMLINK_NOFOLLOW) != 0)
		return errno == ENOENT;
	if (S_ISREG(st.st_mode) && st.st_size == 0)
		return unlinkat(p->directory, p->name, 0) == 0;
	snprintf(old, sizeof old, "%s.old", p->name);
	if (renameat(p->directory, p->name, p->directory, old) == 0)
		return true;
	if (errno == ENOTDIR) {
		unlinkat(p->directory, old, 0);
	} else {
		fd = openat(p->directory, old,
			    O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
		if (fd >= 0 && has_only(fd, is_of_recording))
			clear_directory(fd, DEEPEST - 1);
		if (fd >= 0)
			close(fd);
		unlinkat(p->directory, old, AT_REMOVEDIR);
	}
	return renameat(p->directory, p->name, p->directory, old) == 0;
}

/*
 * Move the file, and beside it other files that perf has written, as with --switch-output; of
 * these, existing files are not replaced.
 */
static bool move_all(const struct placement_room *r)
{
	const struct placement *p = &r->at;
	struct dirent *e;
	struct stat st;
	bool ok;
	int again;
	DIR *d;

	if (fstatat(r->inside, p->name, &st, AT_SYMLINK_NOFOLLOW) == 0 &&
	    (!keep_old(p) || renameat(r->inside, p->name, p->directory, p->name) != 0))
		return false;
	again = openat(r->inside, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	d = again >= 0 ? fdopendir(again) : NULL;
	if (!d && again >= 0)
		close(again);
	ok = d != NULL;
	while (ok && (e = readdir(d)) != NULL)
		ok = is_dots(e->d_name) ||
		     move_anew(r->inside, e->d_name, p->directory, e->d_name);
	if (d)
		closedir(d);
	return ok && unlinkat(p->directory, p->temporary, AT_REMOVEDIR) == 0;
}

bool placement_room_commit(struct placement_room *r, const char *path, struct error *err)
{
	bool ok = move_all(r);

	if (ok)
		sync_directory(r->at.directory);
	else
		error_sys(err, "cannot write %s; the recording is beside it, in %s", path,
			  r->at.temporary);
	leave_room(r);
	return ok;
}

void placement_room_abandon(struct placement_room *r)
{
	if (r->inside >= 0) {
		clear_directory(r->inside, DEEPEST);
		unlinkat(r->at.directory, r->at.temporary, AT_REMOVEDIR);
	}
	leave_room(r);
}
