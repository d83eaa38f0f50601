#include "symbols/kernel_key.h"

#ifdef HAVE_CONFIG_H
#include <config.h>
#endif
#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "base/mem.h"
#include "base/number.h"
#include "base/regular_file.h"
#include "symbols/symbol_file.h"

#ifndef PACKAGE_VERSION
#define PACKAGE_VERSION ""
#endif

/* Raise it when what is kept, or how, is another than before. */
#define KEPT_FORM "1"

#define PAGE 4096
#define MODULES_MAX                                                                      \
	(4u * 1024 * 1024) /* bytes of /proc/modules: some ten thousand modules */

/* The fields of a line of /proc/modules. */
enum { NAME, SIZE, USES, USERS, STATE, ADDRESS, FIELDS };

static void put(struct kernel_key *k, struct text t)
{
	struct error none = ERROR_INIT;
	uint64_t len = t.len;

	k->failed =
	    k->failed || !mem_reserve(&k->bytes, &k->capacity,
				      k->len + sizeof len + t.len, 1, "bytes", &none);
	if (k->failed)
		return;
	memcpy(k->bytes + k->len, &len, sizeof len);
	k->len += sizeof len;
	if (t.len)
		memcpy(k->bytes + k->len, t.at, t.len);
	k->len += t.len; /* room: asked for above */
}

/* As much of a file as is read at once, at most `room`; false when it cannot be. */
static bool read_some(const char *path, char *to, size_t room, struct text *got)
{
	struct stat st;
	int fd = regular_file_open(path, &st);
	ssize_t n = fd < 0 ? -1 : read(fd, to, room);

	symbol_file_close(fd);
	*got = (struct text){to, n > 0 ? (size_t)n : 0};
	return n >= 0;
}

static bool path_in(const char *dir, const char *name, char *path)
{
	int n = snprintf(path, SYMBOL_PATH_MAX, "%s/%s", dir, name);

	return n > 0 && n < SYMBOL_PATH_MAX;
}

static const char *proc(const struct symbol_source *src)
{
	return src->proc ? src->proc : "/proc";
}

static bool put_file(struct kernel_key *k, const char *path)
{
	char bytes[PAGE];
	struct text got;

	if (!read_some(path, bytes, sizeof bytes, &got) || got.len == 0 ||
	    got.len == sizeof bytes)
		return false;
	put(k, got);
	return true;
}

/* Of lines of kallsyms: is an address shown? The first ones of some machines are 0. */
static bool is_shown(struct text lines)
{
	while (lines.len) {
		const char *end = memchr(lines.at, '\n', lines.len);
		size_t digits = 0;

		while (digits < lines.len && lines.at[digits] == '0')
			digits++;
		if (digits < lines.len && lines.at[digits] != ' ' &&
		    lines.at[digits] != '\n')
			return true;
		lines = end ? text_from(lines, (size_t)(end + 1 - lines.at)) : TEXT("");
	}
	return false;
}

static bool put_first_page(struct kernel_key *k, const struct symbol_source *src)
{
	char path[SYMBOL_PATH_MAX], page[PAGE];
	struct text got;

	if (!path_in(proc(src), "kallsyms", path) ||
	    !read_some(path, page, sizeof page, &got) || !is_shown(got))
		return false;
	put(k, got);
	return true;
}

/* The build id of a module, as it is noted in it; older kernels do not tell it. */
static bool put_note(struct kernel_key *k, const struct symbol_source *src,
		     struct text name)
{
	const char *dir = src->sys_module ? src->sys_module : "/sys/module";
	char path[SYMBOL_PATH_MAX], note[512];
	struct text got;
	int n;

	if (memchr(name.at, '/', name.len))
		return false;
	n = snprintf(path, sizeof path, "%s/%.*s/notes/.note.gnu.build-id", dir,
		     (int)name.len, name.at);
	if (n < 0 || (size_t)n >= sizeof path)
		return false;
	(void)read_some(path, note, sizeof note, &got);
	put(k, got);
	return true;
}

static void add_module(struct kernel_key *k, struct text name)
{
	struct error none = ERROR_INIT;
	size_t len = name.len + 3;

	k->failed =
	    k->failed || !mem_reserve(&k->modules, &k->modules_capacity,
				      k->modules_len + len + 1, 1, "bytes", &none);
	if (k->failed)
		return;
	k->modules_len += (size_t)snprintf(k->modules + k->modules_len, len + 1,
					   "[%.*s]\n", (int)name.len, name.at);
}

/* "ext4 1060864 2 mbcache,jbd2, Live 0xffffffffc0a3e000": how many use it changes all the time. */
static bool put_module(struct kernel_key *k, const struct symbol_source *src,
		       struct text line)
{
	struct text fields[FIELDS] = {{0}};
	uint64_t address;

	for (int i = 0; i < FIELDS; i++) {
		const char *blank = line.len ? memchr(line.at, ' ', line.len) : NULL;

		fields[i] = text_upto(line, blank ? (size_t)(blank - line.at) : line.len);
		line = blank ? text_from(line, fields[i].len + 1) : TEXT("");
	}
	if (!fields[NAME].len || fields[NAME].len > 255 ||
	    !text_equal(fields[STATE], TEXT("Live")) ||
	    !text_starts(fields[ADDRESS], TEXT("0x")) ||
	    !number_hex(text_from(fields[ADDRESS], 2), &address) || !address)
		return false;
	put(k, fields[NAME]);
	put(k, fields[SIZE]);
	put(k, fields[ADDRESS]);
	add_module(k, fields[NAME]);
	return put_note(k, src, fields[NAME]);
}

/* A kernel that can load no modules has no list of them. */
static bool put_modules(struct kernel_key *k, const struct symbol_source *src)
{
	char path[SYMBOL_PATH_MAX];
	enum symbol_status why;
	struct text lines;
	struct stat st;
	size_t len = 0;
	char *text;
	bool ok = true;

	if (!path_in(proc(src), "modules", path))
		return false;
	text = symbol_file_text(path, MODULES_MAX, &len, &why);
	put(k, text ? TEXT("modules") : TEXT("none"));
	if (!text)
		return stat(path, &st) != 0 && errno == ENOENT;
	for (lines = (struct text){text, len}; ok && lines.len;) {
		const char *end = memchr(lines.at, '\n', lines.len);
		size_t n = end ? (size_t)(end - lines.at) : lines.len;

		ok = put_module(k, src, text_upto(lines, n));
		lines = text_from(lines, n + 1);
	}
	mem_free(text);
	return ok;
}

bool kernel_key_make(struct kernel_key *k, const struct symbol_source *src)
{
	char path[SYMBOL_PATH_MAX];

	put(k, TEXT("flarescope " PACKAGE_VERSION " kallsyms " KEPT_FORM));
	return path_in(proc(src), "sys/kernel/random/boot_id", path) &&
	       put_file(k, path) &&
	       put_file(k, src->notes ? src->notes : "/sys/kernel/notes") &&
	       put_first_page(k, src) && put_modules(k, src) && !k->failed;
}

void kernel_key_release(struct kernel_key *k)
{
	mem_free(k->bytes);
	mem_free(k->modules);
	*k = (struct kernel_key){0};
}

bool kernel_key_same(const struct kernel_key *a, struct text bytes)
{
	return text_equal((struct text){a->bytes, a->len}, bytes);
}

bool kernel_key_has(const struct kernel_key *k, struct text owner)
{
	struct text left = {k->modules, k->modules_len};

	while (left.len) {
		const char *end = memchr(left.at, '\n', left.len);
		size_t len = end ? (size_t)(end - left.at) : left.len;

		if (text_equal(text_upto(left, len), owner))
			return true;
		left = text_from(left, len + 1);
	}
	return false;
}
