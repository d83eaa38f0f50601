#include "recorder/running.h"

#include <dirent.h>
#include <inttypes.h>
#include <limits.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/utsname.h>

#include "base/clock.h"
#include "base/mem.h"
#include "base/number.h"
#include "recorder/record_builder.h"
#include "recorder/small_file.h"

#define NAME_MOST 15 /* the longest name of a thread in the kernel */
#define STAT_MOST 1024

#define MODULES_DEP (UINT64_C(16) << 20) /* bytes read of modules.dep */

/* The largest MMAP2 record: each newline in its path may be escaped by four characters. */
#define MAP_MOST (sizeof(struct record_head) + 80 + 3 * PATH_MAX / 2)

/*
 * A process may have millions of maps. The limit in ns for reading the maps of one process, as in
 * perf.
 */
#define MAPS_LONGEST (NS_PER_SECOND / 2)

/* ---- threads: FORK and COMM ---- */

struct running_thread {
	int32_t pid, tid, parent;
	struct text name; /* borrowed */
};

static bool tell_fork(struct running *r, const struct running_thread *t,
		      struct error *err)
{
	bool leads = t->tid == t->pid;
	int32_t parent = leads ? t->parent : t->pid;
	char room[128];
	struct record_builder m;

	record_builder_begin(&m, room, sizeof room, RECORD_FORK, RECORD_MISC_FORK_EXEC);
	record_builder_u32(&m, (uint32_t)t->pid);
	record_builder_u32(&m, (uint32_t)parent);
	record_builder_u32(&m, (uint32_t)t->tid);
	record_builder_u32(&m, (uint32_t)parent);
	record_builder_u64(&m, 0);
	record_builder_zeros(&m, r->trailer);
	return r->put(r->arg, record_builder_end(&m), err);
}

static bool tell_name(struct running *r, const struct running_thread *t,
		      struct error *err)
{
	char room[128];
	struct record_builder m;

	record_builder_begin(&m, room, sizeof room, RECORD_COMM, 0);
	record_builder_u32(&m, (uint32_t)t->pid);
	record_builder_u32(&m, (uint32_t)t->tid);
	record_builder_name(&m, t->name);
	record_builder_zeros(&m, r->trailer);
	return r->put(r->arg, record_builder_end(&m), err);
}

/*
 * Parse "17 (a name) with (more)) S 1 ...": the name may contain anything, and ends at the last
 * parenthesis.
 */
static bool parse_stat(struct text stat, struct running_thread *t)
{
	const char *open = stat.len ? memchr(stat.at, '(', stat.len) : NULL;
	const char *close = stat.len ? memrchr(stat.at, ')', stat.len) : NULL;
	struct text rest;
	const char *end;

	if (!open || !close || close < open)
		return false;
	t->name = (struct text){open + 1, (size_t)(close - open - 1)};
	t->name = text_upto(t->name, NAME_MOST);
	rest = text_from(stat, (size_t)(close - stat.at) + 1);
	if (rest.len < 4) /* " S ", the state */
		return false;
	rest = text_from(rest, 3);
	end = memchr(rest.at, ' ', rest.len);
	return end && number_i32(text_upto(rest, (size_t)(end - rest.at)), &t->parent);
}

/* `*there` is false when the thread has ended. */
static bool tell_thread(struct running *r, int32_t pid, int32_t tid, bool *there,
			struct error *err)
{
	char path[PATH_MAX], room[STAT_MOST];
	struct running_thread t = {.pid = pid, .tid = tid};
	struct text stat;

	snprintf(path, sizeof path, "%s/proc/%" PRId32 "/task/%" PRId32 "/stat", r->root,
		 pid, tid);
	*there = small_file_read(path, room, sizeof room, &stat) && parse_stat(stat, &t);
	if (!*there)
		return true;
	r->threads++;
	return tell_fork(r, &t, err) && tell_name(r, &t, err);
}

/* ---- maps: MMAP2 ---- */

struct map {
	uint64_t start, end, offset, inode;
	uint64_t major, minor;
	uint32_t prot, flags;
	struct text path; /* borrowed */
};

/* The text up to a separator, which is skipped. */
static struct text next_part(struct text *rest, char separator)
{
	const char *end = rest->len ? memchr(rest->at, separator, rest->len) : NULL;
	struct text part = end ? text_upto(*rest, (size_t)(end - rest->at)) : *rest;

	*rest = text_from(*rest, part.len + 1);
	return part;
}

/*
 * Parse a line of Linux 6.1: "7f2ad2a00000-7f2ad2a26000 r-xp 00001000 fe:01 131124  /lib/libm.so
 * (deleted)".
 */
static bool parse_map(struct text line, struct map *m)
{
	struct text start = next_part(&line, '-'), end = next_part(&line, ' ');
	struct text may = next_part(&line, ' '), offset = next_part(&line, ' ');
	struct text major = next_part(&line, ':'), minor = next_part(&line, ' ');
	struct text inode = next_part(&line, ' ');

	*m = (struct map){0};
	if (may.len < 4 || !number_hex(start, &m->start) || !number_hex(end, &m->end) ||
	    m->end <= m->start || !number_hex(offset, &m->offset) ||
	    !number_hex(major, &m->major) || !number_hex(minor, &m->minor) ||
	    !number_u64(inode, &m->inode))
		return false;
	m->prot = (may.at[0] == 'r' ? PROT_READ : 0) |
		  (may.at[1] == 'w' ? PROT_WRITE : 0) |
		  (may.at[2] == 'x' ? PROT_EXEC : 0);
	m->flags = may.at[3] == 's' ? MAP_SHARED : MAP_PRIVATE;
	while (line.len && line.at[0] == ' ')
		line = text_from(line, 1);
	m->path = line.len ? line : TEXT("//anon");
	return true;
}

static bool tell_map(struct running *r, int32_t pid, const struct map *map,
		     bool timed_out, struct error *err)
{
	char room[MAP_MOST];
	struct record_builder m;
	struct text record;

	record_builder_begin(&m, room, sizeof room, RECORD_MMAP2,
			     RECORD_MISC_USER |
				 (timed_out ? RECORD_MISC_MAPS_TIMEOUT : 0));
	record_builder_u32(&m, (uint32_t)pid);
	record_builder_u32(&m, (uint32_t)pid);
	record_builder_u64(&m, map->start);
	record_builder_u64(&m, map->end - map->start);
	record_builder_u64(&m, map->offset);
	record_builder_u32(&m, (uint32_t)map->major);
	record_builder_u32(&m, (uint32_t)map->minor);
	record_builder_u64(&m, map->inode);
	record_builder_u64(&m, 0); /* the inode's generation: not in /proc */
	record_builder_u32(&m, map->prot);
	record_builder_u32(&m, map->flags);
	record_builder_name(&m, map->path);
	record_builder_zeros(&m, r->trailer);
	record = record_builder_end(&m);
	if (!record.len) /* a path too long for any system call */
		return true;
	r->maps++;
	return r->put(r->arg, record, err);
}

static bool tell_maps(struct running *r, int32_t pid, struct error *err)
{
	uint64_t until = clock_now() + MAPS_LONGEST;
	char path[PATH_MAX];
	bool timed_out = false, ok = true;
	struct line_file f;
	struct text line;
	struct map map;

	snprintf(path, sizeof path, "%s/proc/%" PRId32 "/maps", r->root, pid);
	if (!line_file_open(&f, path))
		return true;
	while (ok && !timed_out && line_file_next(&f, &line)) {
		timed_out = clock_now() > until;
		if (!parse_map(line, &map) || (!(map.prot & PROT_EXEC) && !timed_out))
			continue;
		ok = tell_map(r, pid, &map, timed_out, err);
	}
	r->slow += timed_out;
	line_file_close(&f);
	return ok;
}

/* ---- processes ---- */

/* The next entry of a directory that is a number; 0 at the end. */
static int32_t next_number(DIR *dir)
{
	struct dirent *d;
	int32_t number;

	while ((d = readdir(dir)))
		if (number_i32(text_of(d->d_name), &number) && number > 0)
			return number;
	return 0;
}

static bool tell_other_threads(struct running *r, int32_t pid, struct error *err)
{
	char path[PATH_MAX];
	bool ok = true, there;
	int32_t tid;
	DIR *dir;

	snprintf(path, sizeof path, "%s/proc/%" PRId32 "/task", r->root, pid);
	dir = opendir(path);
	if (!dir)
		return true;
	while (ok && (tid = next_number(dir)))
		if (tid != pid)
			ok = tell_thread(r, pid, tid, &there, err);
	closedir(dir);
	return ok;
}

bool running_write(struct running *r, int32_t pid, struct error *err)
{
	bool there;

	if (!tell_thread(r, pid, pid, &there, err))
		return false;
	if (!there)
		return true;
	r->processes++;
	return tell_maps(r, pid, err) && tell_other_threads(r, pid, err) &&
	       (!r->between || r->between(r->arg, err));
}

bool running_write_all(struct running *r, struct error *err)
{
	char path[PATH_MAX];
	bool ok = true;
	int32_t pid;
	DIR *dir;

	snprintf(path, sizeof path, "%s/proc", r->root);
	dir = opendir(path);
	if (!dir)
		return error_sys(err, "cannot list processes in %.120s", path);
	while (ok && (pid = next_number(dir)))
		ok = running_write(r, pid, err);
	closedir(dir);
	return ok;
}

/* ---- the kernel: MMAP ---- */

/* The next word, also after several blanks. */
static struct text next_word(struct text *rest)
{
	*rest = text_trim(*rest);
	return next_part(rest, ' ');
}

static bool tell_kernel_map(struct running *r, uint64_t start, uint64_t len,
			    uint64_t offset, struct text name, struct error *err)
{
	char room[sizeof(struct record_head) + 64 + PATH_MAX + 128];
	struct record_builder m;
	struct text record;

	record_builder_begin(&m, room, sizeof room, RECORD_MMAP, RECORD_MISC_KERNEL);
	record_builder_u32(&m, UINT32_MAX); /* all processes */
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
	return tell_kernel_map(r, start, len, 0, text_of(path), err);
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
	return tell_kernel_map(r, start, len, start, TEXT("[kernel.kallsyms]_text"),
			       err) &&
	       tell_modules(r, err);
}
