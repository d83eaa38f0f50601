#include "recorder/running.h"

#include <limits.h>
#include <stdio.h>
#include <string.h>
#include <sys/utsname.h>

#include "base/mem.h"
#include "base/number.h"
#include "recorder/record_builder.h"
#include "recorder/small_file.h"

#define MAP_MOST    (sizeof(struct record_head) + 64 + PATH_MAX + 128)
#define ALL_PIDS    UINT32_MAX
#define MODULES_DEP (UINT64_C(16) << 20)

/* The text up to the next blank; `rest` begins after it. */
static struct text next_word(struct text *rest)
{
	const char *end;
	struct text word;

	*rest = text_trim(*rest);
	end = rest->len ? memchr(rest->at, ' ', rest->len) : NULL;
	word = end ? text_upto(*rest, (size_t)(end - rest->at)) : *rest;
	*rest = text_from(*rest, word.len + 1);
	return word;
}

static bool tell_map(struct running *r, uint64_t start, uint64_t len, uint64_t offset,
		     struct text name, struct error *err)
{
	char room[MAP_MOST];
	struct record_builder m;
	struct text record;

	record_builder_begin(&m, room, sizeof room, RECORD_MMAP, RECORD_MISC_KERNEL);
	record_builder_u32(&m, ALL_PIDS);
	record_builder_u32(&m, 0);
	record_builder_u64(&m, start);
	record_builder_u64(&m, len);
	record_builder_u64(&m, offset);
	record_builder_name(&m, name);
	record_builder_zeros(&m, r->trailer);
	record = record_builder_end(&m);
	if (!record.len)
		return true;
	r->maps++;
	return r->put(r->arg, record, err);
}

/* The size of the code, from "  01000000-02276f47 : Kernel code"; 0 when it is hidden. */
static uint64_t length_of_code(const char *root)
{
	char path[PATH_MAX];
	uint64_t from, to, len = 0;
	struct line_file f;
	struct text line;

	snprintf(path, sizeof path, "%s/proc/iomem", root);
	if (!line_file_open(&f, path))
		return 0;
	while (!len && line_file_next(&f, &line)) {
		const char *dash;

		line = text_trim(line);
		dash = line.len ? memchr(line.at, '-', line.len) : NULL;
		if (!dash || !text_ends(line, TEXT(" : Kernel code")))
			continue;
		if (!number_hex(text_upto(line, (size_t)(dash - line.at)), &from))
			break;
		line = text_from(line, (size_t)(dash - line.at) + 1);
		if (!number_hex(next_word(&line), &to) || to <= from)
			break;
		len = to - from + 1;
	}
	line_file_close(&f);
	return len;
}

/*
 * Find "ffffffff81000000 T _text", and a hundred thousand lines later _etext, which is needed only
 * when the size is not known otherwise. All addresses are 0 when they are hidden.
 */
static bool find_text(const char *root, uint64_t *start, uint64_t *len)
{
	char path[PATH_MAX];
	struct line_file f;
	struct text line;

	*start = 0;
	*len = length_of_code(root);
	snprintf(path, sizeof path, "%s/proc/kallsyms", root);
	if (!line_file_open(&f, path))
		return false;
	while ((!*start || !*len) && line_file_next(&f, &line)) {
		struct text address = next_word(&line);
		uint64_t at;

		next_word(&line);
		if (text_equal(line, TEXT("_text")) &&
		    (!number_hex(address, start) || !*start))
			break;
		if (*start && text_equal(line, TEXT("_etext")) &&
		    number_hex(address, &at) && at > *start)
			*len = at - *start;
	}
	line_file_close(&f);
	return *start && *len;
}

/*
 * Find module "nf_nat" in `dep`, which has one line per file: kernel/net/netfilter/nf-nat.ko.xz;
 * false when it is missing.
 */
static bool find_file(struct text dep, struct text name, struct text *file)
{
	while (dep.len) {
		const char *end = memchr(dep.at, '\n', dep.len);
		struct text line = end ? text_upto(dep, (size_t)(end - dep.at)) : dep;
		const char *colon = line.len ? memchr(line.at, ':', line.len) : NULL;
		struct text base;

		dep = text_from(dep, line.len + 1);
		*file = text_upto(line, colon ? (size_t)(colon - line.at) : 0);
		base = text_basename(*file);
		if (base.len < name.len + 3 || memcmp(base.at + name.len, ".ko", 3) != 0)
			continue;
		for (size_t i = 0; i <= name.len; i++) {
			if (i == name.len)
				return true;
			if (base.at[i] != name.at[i] &&
			    !(base.at[i] == '-' && name.at[i] == '_'))
				break;
		}
	}
	return false;
}

/* Write the MMAP of a module: "ext4 798720 1 - Live 0xffffffffc0400000". */
static bool tell_module(struct running *r, const char *release, struct text dep,
			struct text line, struct error *err)
{
	struct text name = next_word(&line), size = next_word(&line), file, word;
	uint64_t start = 0, len = 0;
	char path[PATH_MAX];

	for (word = next_word(&line); word.len; word = next_word(&line))
		if (text_starts(word, TEXT("0x")) &&
		    number_hex(text_from(word, 2), &start))
			break;
	if (!number_u64(size, &len) || !len || !start)
		return true;
	if (name.len && find_file(dep, name, &file))
		snprintf(path, sizeof path, "/lib/modules/%s/%.*s", release,
			 (int)text_upto(file, 2048).len, file.at);
	else
		snprintf(path, sizeof path, "[%.*s]", (int)text_upto(name, 64).len,
			 name.at);
	return tell_map(r, start, len, 0, text_of(path), err);
}

/* Read modules.dep, which lists the files of modules; an empty text when it cannot be read. */
static char *read_dep(const char *root, const char *release, struct text *dep,
		      struct error *err)
{
	char path[PATH_MAX];
	size_t room = (size_t)1 << 20;
	char *at = NULL;

	snprintf(path, sizeof path, "%s/lib/modules/%s/modules.dep", root, release);
	for (; room <= MODULES_DEP; room *= 2) {
		mem_free(at);
		at = mem_array(room, 1, "names of modules", err);
		if (!at || !small_file_read(path, at, room, dep) || dep->len < room)
			return at;
	}
	return at;
}

static bool tell_modules(struct running *r, struct error *err)
{
	char path[PATH_MAX];
	struct line_file f;
	struct utsname host;
	struct text line, dep = {"", 0};
	char *files;
	bool ok;

	snprintf(path, sizeof path, "%s/proc/modules", r->root);
	if (!line_file_open(&f, path))
		return true;
	uname(&host);
	files = read_dep(r->root, host.release, &dep, err);
	ok = files != NULL;
	while (ok && line_file_next(&f, &line))
		ok = tell_module(r, host.release, dep, line, err);
	line_file_close(&f);
	mem_free(files);
	return ok;
}

bool running_write_kernel(struct running *r, struct error *err)
{
	uint64_t start, len;

	if (!find_text(r->root, &start, &len))
		return true;
	return tell_map(r, start, len, start, TEXT("[kernel.kallsyms]_text"), err) &&
	       tell_modules(r, err);
}
