#include "symbols/symbol_source.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static bool write_path(char *path, const char *fmt, ...)
    __attribute__((format(printf, 2, 3)));

static bool write_path(char *path, const char *fmt, ...)
{
	va_list args;
	int n;

	va_start(args, fmt);
	n = vsnprintf(path, SYMBOL_PATH_MAX, fmt, args);
	va_end(args);
	return n > 0 && n < SYMBOL_PATH_MAX;
}

static const char *symfs(const struct symbol_source *src)
{
	return src->symfs ? src->symfs : "";
}

static const char *debug_dir(const struct symbol_source *src)
{
	return src->debug_dir ? src->debug_dir : "/usr/lib/debug";
}

static const char *proc(const struct symbol_source *src)
{
	return src->proc ? src->proc : "/proc";
}

/* Accept only absolute paths: "[heap]" and "//anon" are not files. */
static bool is_path(struct text *name)
{
	if (text_ends(*name, TEXT(" (deleted)")))
		name->len -= sizeof(" (deleted)") - 1;
	return name->len > 1 && name->len < SYMBOL_PATH_MAX && name->at[0] == '/' &&
	       name->at[1] != '/' && !memchr(name->at, '\0', name->len);
}

bool symbol_source_mapped(const struct symbol_source *src, struct text name, char *path)
{
	return is_path(&name) &&
	       write_path(path, "%s%.*s", symfs(src), (int)name.len, name.at);
}

bool symbol_source_in_process(const struct symbol_source *src, uint32_t pid,
			      struct text name, char *path)
{
	return is_path(&name) && pid > 0 &&
	       write_path(path, "%s/%" PRIu32 "/root%.*s", proc(src), pid, (int)name.len,
			  name.at);
}

bool symbol_source_process(const struct symbol_source *src, uint32_t pid, char *path)
{
	return write_path(path, "%s/%" PRIu32, proc(src), pid);
}

/* The digits of a build id, for paths such as "xx/yyyy...". */
static bool hex(const struct build_id *id, char digits[2 * BUILD_ID_MAX + 1])
{
	for (uint32_t i = 0; i < id->len; i++)
		snprintf(digits + 2 * (size_t)i, 3, "%02x", id->bytes[i]);
	return id->len > 1;
}

bool symbol_source_cached(const struct symbol_source *src, const struct build_id *id,
			  const char *kind, char *path)
{
	const char *home = getenv("HOME");
	char digits[2 * BUILD_ID_MAX + 1];

	if (!hex(id, digits) || (!src->build_ids && (!home || !*home)))
		return false;
	if (src->build_ids)
		return write_path(path, "%s/.build-id/%.2s/%s/%s", src->build_ids, digits,
				  digits + 2, kind);
	return write_path(path, "%s/.debug/.build-id/%.2s/%s/%s", home, digits,
			  digits + 2, kind);
}

/* /usr/lib/debug/.build-id/xx/yyyy.debug, as in elfutils, gdb and perf. */
static bool by_build_id(const char *root, const struct symbol_source *src,
			const struct build_id *id, char *path)
{
	char digits[2 * BUILD_ID_MAX + 1];

	return hex(id, digits) && write_path(path, "%s%s/.build-id/%.2s/%s.debug", root,
					     debug_dir(src), digits, digits + 2);
}

/* The debug link: beside the file, in .debug/ beside it, and in the directory of debug symbols. */
static bool linked(const struct symbol_source *src, int way, const char *mapped,
		   struct text link, char *path)
{
	const char *root = symfs(src), *inside = mapped;
	struct text whole = text_of(mapped);
	int dir = (int)(whole.len - text_basename(whole).len);

	if (link.len == 0 || !*mapped)
		return false;
	if (way < 2)
		return write_path(path, "%.*s%s%.*s", dir, mapped, way ? ".debug/" : "",
				  (int)link.len, link.at);
	if (text_starts(whole, text_of(root)) && (size_t)dir > strlen(root)) {
		inside += strlen(root);
		dir -= (int)strlen(root);
	}
	return write_path(path, "%s%s%.*s%.*s", root, debug_dir(src), dir, inside,
			  (int)link.len, link.at);
}

/* /usr/lib/debug/usr/bin/x.debug (Fedora), /usr/lib/debug/usr/bin/x (Ubuntu). */
static bool by_name(const struct symbol_source *src, const char *mapped,
		    const char *suffix, char *path)
{
	const char *root = symfs(src), *inside = mapped;

	if (!*mapped)
		return false;
	if (text_starts(text_of(mapped), text_of(root)))
		inside += strlen(root);
	return write_path(path, "%s%s%s%s%s", root, debug_dir(src),
			  *inside == '/' ? "" : "/", inside, suffix);
}

bool symbol_source_debug(const struct symbol_source *src, int i,
			 const struct build_id *id, const char *mapped, struct text link,
			 char *path, bool *by_link)
{
	*by_link = i >= 4 && i <= 6;
	switch (i) {
	case 0:
		return by_build_id(symfs(src), src, id, path);
	case 1:
		return src->symfs && by_build_id("", src, id, path);
	case 2:
		return symbol_source_cached(src, id, "debug", path);
	case 3:
		return symbol_source_cached(src, id, "elf", path);
	case 4:
	case 5:
	case 6:
		return linked(src, i - 4, mapped, link, path);
	case 7:
		return by_name(src, mapped, ".debug", path);
	case 8:
		return by_name(src, mapped, "", path);
	}
	return false;
}

bool symbol_source_kernel(const struct symbol_source *src, int i,
			  const struct build_id *id, struct text release, char *path)
{
	const char *root = symfs(src), *debug = debug_dir(src);
	int len = (int)release.len;

	if (i == 0)
		return by_build_id(root, src, id, path);
	if (i == 1)
		return symbol_source_cached(src, id, "vmlinux", path);
	if (i == 2)
		return symbol_source_cached(src, id, "elf", path);
	if (i == 3)
		return write_path(path, "%s/boot/vmlinux", root);
	if (!len || len > 255 || memchr(release.at, '/', release.len) ||
	    memchr(release.at, '\0', release.len))
		return false;
	switch (i) {
	case 4:
		return write_path(path, "%s%s/lib/modules/%.*s/vmlinux", root, debug, len,
				  release.at);
	case 5:
		return write_path(path, "%s%s/boot/vmlinux-%.*s", root, debug, len,
				  release.at);
	case 6:
		return write_path(path, "%s/boot/vmlinux-%.*s", root, len, release.at);
	case 7:
		return write_path(path, "%s/lib/modules/%.*s/build/vmlinux", root, len,
				  release.at);
	}
	return false;
}

bool symbol_source_map(const struct symbol_source *src, int i, uint32_t pid,
		       uint32_t inner_pid, char *path)
{
	switch (i) {
	case 0:
		return src->symfs &&
		       write_path(path, "%s/tmp/perf-%" PRIu32 ".map", src->symfs, pid);
	case 1:
		return write_path(path, "/tmp/perf-%" PRIu32 ".map", pid);
	case 2:
		return write_path(path, "%s/%" PRIu32 "/root/tmp/perf-%" PRIu32 ".map",
				  proc(src), pid, inner_pid ? inner_pid : pid);
	}
	return false;
}
