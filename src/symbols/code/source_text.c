#include "symbols/code/source_text.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "base/append.h"
#include "base/mem.h"
#include "base/regular_file.h"

/* Neither people nor generators write larger files; a function needs few files. */
#define FILE_MOST  (16u << 20)
#define ALL_MOST   (64u << 20)
#define FILES_MOST 256

struct source_file {
	char *path;  /* owned: as requested */
	char *bytes; /* owned; NULL: not readable */
	size_t len;
	uint64_t *ends; /* owned: offsets of the ends of lines */
	size_t count, room;
};

struct source_text {
	const char *directory; /* borrowed */
	int root;	       /* owned: descriptor of that directory, or -1 */
	char real[PATH_MAX];   /* its real path */
	struct source_file files[FILES_MOST];
	size_t count, taken;
};

/* The path of an open file or directory; false when unknown. */
static bool place_of(int fd, char to[PATH_MAX])
{
	char own[32];
	ssize_t n;

	snprintf(own, sizeof own, "/proc/self/fd/%d", fd);
	n = readlink(own, to, PATH_MAX - 1);
	if (n <= 0 || n >= PATH_MAX - 1)
		return false;
	to[n] = '\0';
	return true;
}

struct source_text *source_text_new(const char *directory)
{
	struct error none = ERROR_INIT;
	struct source_text *s = mem_array(1, sizeof *s, "source code", &none);

	if (!s)
		return NULL;
	s->directory = directory;
	s->root = directory ? open(directory, O_PATH | O_DIRECTORY | O_CLOEXEC) : -1;
	if (s->root >= 0 && !place_of(s->root, s->real)) {
		close(s->root);
		s->root = -1;
	}
	return s;
}

void source_text_free(struct source_text *s)
{
	if (!s)
		return;
	for (size_t i = 0; i < s->count; i++) {
		mem_free(s->files[i].path);
		mem_free(s->files[i].bytes);
		mem_free(s->files[i].ends);
	}
	if (s->root >= 0)
		close(s->root);
	mem_free(s);
}

/* ---- choosing the file ---- */

/* By ending: "a.c", "b.rs"; or C++ headers without one: "/usr/include/c++/12/vector". */
static bool looks_like_source(struct text path)
{
	static const char *const endings[] = {
	    "c",  "h",	 "cc",	"hh",	 "cpp", "hpp", "cxx", "hxx", "C",
	    "H",  "tcc", "ipp", "inl",	 "inc", "m",   "mm",  "rs",  "go",
	    "s",  "S",	 "asm", "y",	 "l",	"d",   "f",   "f90", "F",
	    "ml", "zig", "nim", "swift", "def", "cu",  "adb", "pas"};
	struct text name = text_basename(path), ending = name;

	while (ending.len && ending.at[0] != '.')
		ending = text_from(ending, 1);
	if (!ending.len)
		return text_has(path, TEXT("/include/"));
	while (text_has(text_from(ending, 1), TEXT(".")))
		ending = text_from(ending, 1);
	ending = text_from(ending, 1);
	for (size_t i = 0; i < sizeof endings / sizeof *endings; i++)
		if (text_equal(ending, text_of(endings[i])))
			return true;
	return false;
}

/* Resolve "." and ".." without following links; false if ".." leads out of the path. */
static bool tidy(struct text path, char to[PATH_MAX])
{
	size_t len = 0;

	*to = '\0';
	while (path.len) {
		struct text name = path;
		const char *slash = memchr(path.at, '/', path.len);

		if (slash)
			name.len = (size_t)(slash - path.at);
		path = text_from(path, name.len + 1);
		if (!name.len || text_equal(name, TEXT(".")))
			continue;
		if (text_equal(name, TEXT(".."))) {
			if (!len)
				return false;
			while (len && to[--len] != '/')
				;
			to[len] = '\0';
			continue;
		}
		if (memchr(name.at, '\0', name.len) || len + name.len + 2 > PATH_MAX)
			return false;
		len += (size_t)snprintf(to + len, PATH_MAX - len, "%s%.*s",
					len ? "/" : "", (int)name.len, name.at);
	}
	return len > 0;
}

/*
 * May the open file be read? Links may have led elsewhere: the real path must be that of a source
 * file, and in the directory, or, without a directory, equal to the name.
 */
static bool may_read(const struct source_text *s, int fd, const char *whole)
{
	char place[PATH_MAX];
	size_t len = strlen(s->real);

	if (!place_of(fd, place) || !looks_like_source(text_of(place)))
		return false;
	if (!s->directory)
		return strcmp(place, whole) == 0;
	return strncmp(place, s->real, len) == 0 &&
	       (place[len] == '/' || (len && s->real[len - 1] == '/'));
}

/* Open the file, or the one below the directory with the longest part of its path. */
static int open_source(const struct source_text *s, struct text path, struct stat *st)
{
	char tidied[PATH_MAX], whole[PATH_MAX + 1];
	const char *at = whole;

	if (!tidy(path, tidied))
		return -1;
	snprintf(whole, sizeof whole, "/%s", tidied);
	if (!looks_like_source(text_of(whole)) ||
	    (s->directory ? s->root < 0 : path.at[0] != '/'))
		return -1;
	for (; at; at = s->directory ? strchr(at, '/') : NULL) {
		int fd;

		at += s->directory && *at == '/';
		fd = s->directory ? regular_file_open_in(s->root, at, 0, st)
				  : regular_file_open(whole, st);
		if (fd >= 0 && may_read(s, fd, whole))
			return fd;
		if (fd >= 0)
			close(fd);
	}
	return -1;
}

/* ---- lines ---- */

static bool read_all(int fd, char *to, size_t len)
{
	while (len) {
		ssize_t got = read(fd, to, len);

		if (got < 0 && errno == EINTR)
			continue;
		if (got <= 0)
			return false;
		to += got;
		len -= (size_t)got;
	}
	return true;
}

static void read_file(struct source_text *s, struct source_file *f, struct text path)
{
	struct error none = ERROR_INIT;
	struct stat st;
	int fd = open_source(s, path, &st);
	size_t len;

	if (fd < 0)
		return;
	len = (size_t)st.st_size;
	if (st.st_size > 0 && st.st_size <= FILE_MOST && s->taken + len <= ALL_MOST)
		f->bytes = mem_array(len, 1, "source code", &none);
	f->len = f->bytes ? len : 0;
	s->taken += f->len;
	if (f->bytes && read_all(fd, f->bytes, len)) {
		for (size_t at = 0; at < len; at++) {
			const char *next = memchr(f->bytes + at, '\n', len - at);

			at = next ? (size_t)(next - f->bytes) : len;
			if (!APPEND(f->ends, f->count, f->room, "lines", &none, at)) {
				f->count = 0;
				break;
			}
		}
	}
	close(fd);
}

static struct source_file *file_of(struct source_text *s, struct text path)
{
	struct error none = ERROR_INIT;
	struct source_file *f;

	for (size_t i = 0; i < s->count; i++)
		if (text_equal(text_of(s->files[i].path), path))
			return &s->files[i];
	if (path.len >= PATH_MAX || memchr(path.at, '\0', path.len) ||
	    s->count == FILES_MOST)
		return NULL;
	f = &s->files[s->count];
	f->path = mem_text(path.at, path.len, &none);
	if (!f->path)
		return NULL;
	s->count++;
	read_file(s, f, path);
	return f;
}

struct text source_text_line(struct source_text *s, struct text path, uint32_t number)
{
	struct source_file *f = path.len ? file_of(s, path) : NULL;
	struct text line;
	uint64_t from;

	if (!f || number == 0 || number > f->count)
		return TEXT("");
	from = number > 1 ? f->ends[number - 2] + 1 : 0;
	line = (struct text){f->bytes + from, (size_t)(f->ends[number - 1] - from)};
	if (line.len && line.at[line.len - 1] == '\r')
		line.len--;
	return line;
}
