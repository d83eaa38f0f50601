#include "export/outfile.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/mem.h"
#include "base/text.h"

struct outfile {
	FILE *stream;	 /* owned */
	char *path;	 /* owned */
	char *temporary; /* owned; NULL: written directly */
	bool overwrite;
};

static void release(struct outfile *o)
{
	if (o->stream)
		fclose(o->stream);
	mem_free(o->path);
	mem_free(o->temporary);
	mem_free(o);
}

/* "dir/.name.PID.part": hidden, and told apart from those of other processes. */
static char *temporary_name(const char *path, struct error *err)
{
	struct text base = text_basename(text_of(path));
	size_t room = strlen(path) + 32;
	char *name = mem_array(room, 1, "file name", err);

	if (name)
		snprintf(name, room, "%.*s.%.*s.%ld.part", (int)(base.at - path), path,
			 (int)base.len, base.at, (long)getpid());
	return name;
}

static bool exists(const char *path, struct error *err)
{
	return error_set(err, ERROR_SYSTEM,
			 "%s exists already and is left as it is; give another name, or "
			 "--force to replace it",
			 path);
}

static bool open_stream(struct outfile *o, struct error *err)
{
	struct stat st;
	int flags = O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC;
	int fd;

	if (stat(o->path, &st) == 0) {
		if (S_ISDIR(st.st_mode))
			return error_set(err, ERROR_SYSTEM,
					 "%s is a directory; name a file in it", o->path);
		if (S_ISREG(st.st_mode) && !o->overwrite)
			return exists(o->path, err);
		if (!S_ISREG(st.st_mode))
			flags = O_WRONLY | O_CLOEXEC;
	}
	if (flags & O_CREAT) {
		o->temporary = temporary_name(o->path, err);
		if (!o->temporary)
			return false;
		unlink(o->temporary); /* left by a killed process that had our number */
	}
	fd = open(o->temporary ? o->temporary : o->path, flags, 0666);
	if (fd < 0)
		return error_sys(err, "cannot write %s", o->path);
	o->stream = fdopen(fd, "w");
	if (!o->stream) {
		close(fd);
		return error_sys(err, "cannot write %s", o->path);
	}
	return true;
}

struct outfile *outfile_open(const char *path, bool overwrite, struct error *err)
{
	struct outfile *o = mem_array(1, sizeof *o, "output file", err);

	if (!o)
		return NULL;
	o->overwrite = overwrite;
	o->path = mem_text(path, strlen(path), err);
	if (!o->path || !open_stream(o, err)) {
		release(o);
		return NULL;
	}
	return o;
}

FILE *outfile_stream(struct outfile *o)
{
	return o->stream;
}

/* link() fails where a file is, so nothing that appeared meanwhile is lost. */
static bool take_name(const struct outfile *o, struct error *err)
{
	if (o->overwrite)
		return rename(o->temporary, o->path) == 0 ||
		       error_sys(err, "cannot write %s", o->path);
	if (link(o->temporary, o->path) == 0) {
		unlink(o->temporary);
		return true;
	}
	if (errno == EEXIST)
		return exists(o->path, err);
	/* A file system without hard links: look, then rename. */
	if (access(o->path, F_OK) == 0)
		return exists(o->path, err);
	return rename(o->temporary, o->path) == 0 ||
	       error_sys(err, "cannot write %s", o->path);
}

/* So that the name is not lost with the power. It is there: no failure is told. */
static void sync_directory(const char *path)
{
	struct error ignored = ERROR_INIT;
	size_t len = (size_t)(text_basename(text_of(path)).at - path);
	char *dir = mem_text(len ? path : ".", len ? len : 1, &ignored);
	int fd = dir ? open(dir, O_RDONLY | O_DIRECTORY | O_CLOEXEC) : -1;

	if (fd >= 0) {
		(void)fsync(fd);
		close(fd);
	}
	mem_free(dir);
}

static bool finish(struct outfile *o, struct error *err)
{
	FILE *stream = o->stream;
	bool bad = fflush(stream) != 0 || ferror(stream);

	if (!bad && o->temporary && fsync(fileno(stream)) != 0 && errno != EINVAL)
		bad = true;
	o->stream = NULL;
	if (bad) {
		error_sys(err, "cannot write %s", o->path);
		fclose(stream);
		return false;
	}
	if (fclose(stream) != 0)
		return error_sys(err, "cannot write %s", o->path);
	if (!o->temporary)
		return true;
	if (!take_name(o, err))
		return false;
	sync_directory(o->path);
	return true;
}

bool outfile_commit(struct outfile *o, struct error *err)
{
	bool ok = finish(o, err);

	if (!ok && o->temporary)
		unlink(o->temporary);
	release(o);
	return ok;
}

void outfile_abandon(struct outfile *o)
{
	if (!o)
		return;
	if (o->temporary)
		unlink(o->temporary);
	release(o);
}
