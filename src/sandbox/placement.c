#include "sandbox/placement.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "base/number.h"
#include "base/text.h"

#define NAME_KEPT 200 /* bytes of the name that the temporary file has, too */

/* ---- where ---- */

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

/* A directory that can be searched, but not listed, is enough. */
static int open_directory(struct text path)
{
	char dir[PATH_MAX] = ".";
	int fd;

	if (path.len >= sizeof dir) {
		errno = ENAMETOOLONG;
		return -1;
	}
	if (path.len) {
		memcpy(dir, path.at, path.len);
		dir[path.len] = '\0';
	}
	fd = open(dir, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	if (fd < 0 && errno == EACCES)
		fd = open(dir, O_PATH | O_DIRECTORY | O_CLOEXEC);
	return fd;
}

/* The directory and the name in it; "a/" is "." in a. */
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
	p->directory = open_directory(dir);
	return p->directory >= 0 || error_sys(err, "cannot write %s", path);
}

static void leave(struct placement *p)
{
	if (p->directory >= 0)
		close(p->directory);
	p->directory = -1;
	p->temporary[0] = '\0';
}

/* ---- a new file ---- */

/* ".name.PID.part": hidden, and told apart from those of other processes. */
static int make(struct placement *p)
{
	snprintf(p->temporary, sizeof p->temporary, ".%.*s.%ld.part", NAME_KEPT, p->name,
		 (long)getpid());
	unlinkat(p->directory, p->temporary,
		 0); /* left by a killed process with our PID */
	return openat(p->directory, p->temporary,
		      O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0666);
}

static int begin_file(struct placement *p, const char *path, struct error *err)
{
	int fd = make(p);

	if (fd >= 0)
		return fd;
	p->temporary[0] = '\0';
	return cannot_write(path, err);
}

/* ---- what is there already ---- */

/* A FIFO or a character device: not a disk. */
static int begin_stream(struct placement *p, const char *path, const struct stat *was,
			struct error *err)
{
	int fd =
	    openat(p->directory, p->name, O_WRONLY | O_NOFOLLOW | O_NOCTTY | O_CLOEXEC);
	struct stat now;

	if (fd < 0)
		return cannot_write(path, err);
	leave(p);
	if (fstat(fd, &now) == 0 && now.st_dev == was->st_dev &&
	    now.st_ino == was->st_ino && now.st_mode == was->st_mode)
		return fd;
	close(fd);
	error_set(err, ERROR_SYSTEM, "%s was replaced by another file in the meantime",
		  path);
	return -1;
}

static int begin_link(struct placement *p, const char *path, struct error *err)
{
	struct stat at;

	if (fstatat(p->directory, p->name, &at, 0) == 0 && S_ISDIR(at.st_mode))
		return is_directory(path, err);
	if (!p->overwrite)
		return exists(path, " (as a link)", err);
	return begin_file(p, path, err);
}

static int begin(struct placement *p, const char *path, bool guarded, struct error *err)
{
	struct stat st;

	if (fstatat(p->directory, p->name, &st, AT_SYMLINK_NOFOLLOW) != 0)
		return errno == ENOENT ? begin_file(p, path, err)
				       : cannot_write(path, err);
	if (S_ISDIR(st.st_mode))
		return is_directory(path, err);
	if (S_ISREG(st.st_mode))
		return p->overwrite ? begin_file(p, path, err) : exists(path, "", err);
	if (S_ISLNK(st.st_mode) && !guarded)
		return begin_link(p, path, err);
	if ((S_ISFIFO(st.st_mode) || S_ISCHR(st.st_mode)) && !guarded)
		return begin_stream(p, path, &st, err);
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

int placement_begin(struct placement *p, const char *path, bool overwrite,
		    struct error *err)
{
	int fd = -1;

	*p = (struct placement){.directory = -1, .overwrite = overwrite};
	if (names_descriptor(path, &fd)) {
		fd = fcntl(fd, F_DUPFD_CLOEXEC, STDERR_FILENO + 1);
		return fd < 0 ? cannot_write(path, err) : fd;
	}
	if (find_place(p, path, err))
		fd = begin(p, path, false, err);
	if (fd < 0)
		leave(p);
	return fd;
}

/* ---- names that are not trusted ---- */

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

/* The path of the opened directory, not the one that was given. */
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
			 "%s is where programs look for their settings; it cannot be "
			 "saved from the screen, only with export -o",
			 p->name[0] == '.' ? p->name : dir);
}

int placement_begin_guarded(struct placement *p, const char *path, bool overwrite,
			    struct error *err)
{
	int fd = -1;

	*p = (struct placement){.directory = -1, .overwrite = overwrite};
	if (find_place(p, path, err) && place_is_free(p, path, err))
		fd = begin(p, path, true, err);
	if (fd < 0)
		leave(p);
	return fd;
}

/* ---- the end ---- */

static bool rename_anew(const struct placement *p)
{
#ifdef SYS_renameat2
	const unsigned noreplace = 1; /* RENAME_NOREPLACE */

	return syscall(SYS_renameat2, p->directory, p->temporary, p->directory, p->name,
		       noreplace) == 0;
#else
	(void)p;
	errno = ENOSYS;
	return false;
#endif
}

static bool rename_over(const struct placement *p)
{
	return renameat(p->directory, p->temporary, p->directory, p->name) == 0;
}

/* link() fails where a file is, so nothing that appeared meanwhile is lost. */
static bool take_name(struct placement *p)
{
	struct stat st;

	if (p->overwrite)
		return rename_over(p);
	if (linkat(p->directory, p->temporary, p->directory, p->name, 0) == 0) {
		unlinkat(p->directory, p->temporary, 0);
		return true;
	}
	if (errno == EEXIST)
		return false;
	if (rename_anew(p))
		return true;
	if (errno != EINVAL && errno != ENOSYS)
		return false;
	/* A file system with neither: check, then rename. */
	if (fstatat(p->directory, p->name, &st, AT_SYMLINK_NOFOLLOW) == 0) {
		errno = EEXIST;
		return false;
	}
	return rename_over(p);
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
	/* So that the name survives a power failure. It is there, so errors are ignored. */
	(void)fsync(p->directory);
	leave(p);
	return true;
}

void placement_abandon(struct placement *p)
{
	if (p->directory >= 0 && p->temporary[0])
		unlinkat(p->directory, p->temporary, 0);
	leave(p);
}
