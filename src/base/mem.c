#include "base/mem.h"

#include <assert.h>
#include <limits.h>
#include <malloc.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>

#include "base/number.h"

#define CAPACITY_FIRST 16
#define HUGE_PAGE      ((size_t)2 << 20)
#define AREA_STEP      ((size_t)256 << 10) /* the least that is made usable at a time */
#define NO_LIMIT       (UINT64_C(1) << 60) /* for version 1, which has no "max" */
#define LINE_MAX_READ  4352		   /* a path and the fields before it */

/* Global, since memory is shared by the whole process (tools/check-globals lists it). */
static struct {
	atomic_size_t used, budget, limit; /* bytes; a budget or limit of 0: unlimited */
	/* allowed beyond the limit, but within the budget */
	atomic_size_t beyond;
} counted;

static size_t budget_now(void)
{
	return atomic_load_explicit(&counted.budget, memory_order_relaxed);
}

void mem_set_budget(size_t bytes)
{
	atomic_store_explicit(&counted.budget, bytes, memory_order_relaxed);
	atomic_store_explicit(&counted.limit, bytes, memory_order_relaxed);
}

void mem_narrow(size_t bytes)
{
	size_t budget = budget_now();

	if (budget)
		atomic_store_explicit(&counted.limit, bytes < budget ? bytes : budget,
				      memory_order_relaxed);
}

static size_t limit_now(void)
{
	size_t limit = atomic_load_explicit(&counted.limit, memory_order_relaxed);
	size_t beyond = atomic_load_explicit(&counted.beyond, memory_order_relaxed);
	size_t budget = budget_now();

	if (!limit)
		return 0;
	return budget > limit && beyond >= budget - limit ? budget : limit + beyond;
}

void mem_widen(size_t bytes)
{
	atomic_fetch_add_explicit(&counted.beyond, bytes, memory_order_relaxed);
}

void mem_widen_no_more(size_t bytes)
{
	atomic_fetch_sub_explicit(&counted.beyond, bytes, memory_order_relaxed);
}

size_t mem_used(void)
{
	return atomic_load_explicit(&counted.used, memory_order_relaxed);
}

size_t mem_left(void)
{
	size_t limit = limit_now(), used = mem_used();

	if (!limit)
		return SIZE_MAX;
	return used < limit ? limit - used : 0;
}

void mem_give(size_t bytes)
{
	size_t had =
	    atomic_fetch_sub_explicit(&counted.used, bytes, memory_order_relaxed);

	assert(had >= bytes); /* otherwise mem_free() got memory from elsewhere */
}

static bool take_from_budget(size_t bytes)
{
	size_t limit = limit_now();
	size_t used =
	    atomic_fetch_add_explicit(&counted.used, bytes, memory_order_relaxed);

	if (!limit || (bytes <= limit && used <= limit - bytes))
		return true;
	mem_give(bytes);
	return false;
}

/* Count the size that the allocator reports instead of the requested one. */
static void settle_size(size_t taken, void *p)
{
	size_t bytes = malloc_usable_size(p);

	atomic_fetch_add_explicit(&counted.used, bytes - taken, memory_order_relaxed);
}

/*
 * Set an error that explains why `more` bytes for `n` things are refused: the budget, or the system
 * has no more memory.
 */
static bool refuse_memory(size_t more, size_t n, const char *what, struct error *err)
{
	size_t used = mem_used(), limit = limit_now();
	char wanted[NUMBER_BYTES_MAX], now[NUMBER_BYTES_MAX], most[NUMBER_BYTES_MAX];

	if (!limit || (more <= limit && used <= limit - more))
		return error_set(err, ERROR_MEMORY, "out of memory for %zu %s", n, what);
	return error_set(
	    err, ERROR_MEMORY, "%s for %s do not fit: %s of %s are in use (--memory)%s",
	    number_bytes(more, wanted), what, number_bytes(used, now),
	    number_bytes(limit, most),
	    limit < budget_now() ? ", the maximum for a file this small" : "");
}

bool mem_take(size_t bytes, const char *what, struct error *err)
{
	return take_from_budget(bytes) || refuse_memory(bytes, bytes, what, err);
}

void *mem_array(size_t n, size_t size, const char *what, struct error *err)
{
	size_t bytes = n ? n : 1;
	bool large;
	void *p = NULL;

	bytes = bytes > SIZE_MAX / size ? SIZE_MAX : bytes * size;
	large = bytes >= 2 * HUGE_PAGE;
	if (take_from_budget(bytes)) {
		p = large ? calloc(1, bytes) : malloc(bytes);
		/*
		 * Small blocks are written: a page that is read before it is written is
		 * faulted in twice, and the second fault interrupts all threads.
		 */
		if (p && !large)
			memset(p, 0, bytes);
		settle_size(bytes, p);
	}
	if (!p)
		refuse_memory(bytes, n, what, err);
	if (p && large) {
		/* mostly tables with random access: fewer pages mean fewer TLB misses */
		uintptr_t from = ((uintptr_t)p + HUGE_PAGE - 1) / HUGE_PAGE * HUGE_PAGE;
		uintptr_t to = ((uintptr_t)p + bytes) / HUGE_PAGE * HUGE_PAGE;

		if (from < to) /* only a hint */
			(void)madvise((void *)from, to - from, MADV_HUGEPAGE);
	}
	return p;
}

/* realloc(), counted. NULL if there is no memory, or the budget is used up. */
static void *resized(void *old, size_t bytes)
{
	size_t had = malloc_usable_size(old), more = bytes > had ? bytes - had : 0;
	void *p;

	if (!take_from_budget(more))
		return NULL;
	p = realloc(old, bytes);
	if (p)
		settle_size(had + more, p);
	else
		mem_give(more);
	return p;
}

bool mem_grow(void *array, size_t *capacity, size_t wanted, size_t size, const char *what,
	      struct error *err)
{
	size_t room = *capacity ? *capacity : CAPACITY_FIRST;
	void *old, *p;

	while (room < wanted && room <= SIZE_MAX / 2)
		room *= 2;
	memcpy(&old, array, sizeof old);
	if (room < wanted || room > SIZE_MAX / size)
		return error_set(err, ERROR_MEMORY, "out of memory for %zu %s", wanted,
				 what);
	p = resized(old, room * size);
	if (!p && limit_now() && room - wanted > wanted / 8) {
		/* makes the last bytes before the limit last longer */
		room = wanted + wanted / 8;
		p = resized(old, room * size);
	}
	if (!p)
		return refuse_memory(room * size - malloc_usable_size(old), wanted, what,
				     err);
	memcpy(array, &p, sizeof p);
	*capacity = room;
	return true;
}

void mem_trim(void *array, size_t count, size_t size)
{
	void *old, *p;

	memcpy(&old, array, sizeof old);
	p = count && count <= SIZE_MAX / size ? resized(old, count * size) : NULL;
	if (p)
		memcpy(array, &p, sizeof p);
}

char *mem_text(const char *at, size_t len, struct error *err)
{
	char *copy = len < SIZE_MAX ? resized(NULL, len + 1) : NULL;

	if (!copy) {
		refuse_memory(len, len, "bytes of text", err);
		return NULL;
	}
	if (len)
		memcpy(copy, at, len);
	copy[len] = '\0';
	return copy;
}

char *mem_format_list(struct error *err, const char *fmt, va_list ap)
{
	char *text = NULL;
	va_list again;
	int len;

	va_copy(again, ap);
	len = vsnprintf(NULL, 0, fmt, again);
	va_end(again);
	if (len >= 0)
		text = mem_array((size_t)len + 1, 1, "bytes of text", err);
	else
		error_set(err, ERROR_LIMIT, "a text is too long");
	if (text)
		vsnprintf(text, (size_t)len + 1, fmt, ap);
	return text;
}

char *mem_format(struct error *err, const char *fmt, ...)
{
	char *text;
	va_list ap;

	va_start(ap, fmt);
	text = mem_format_list(err, fmt, ap);
	va_end(ap);
	return text;
}

#define LARGE_BLOCK  (128 * 1024)	/* bytes: glibc's own first values */
#define LARGEST_KEPT (32 * 1024 * 1024) /* glibc never keeps larger blocks */
#define MOST_KEPT    (256 * 1024 * 1024)

void mem_keep_freed(bool keep)
{
#ifdef __GLIBC__
	mallopt(M_MMAP_THRESHOLD, keep ? LARGEST_KEPT : LARGE_BLOCK);
	mallopt(M_TRIM_THRESHOLD, keep ? MOST_KEPT : LARGE_BLOCK);
#else
	(void)keep;
#endif
}

void mem_free(void *p)
{
	mem_give(malloc_usable_size(p));
	free(p);
}

bool mem_area_reserve(struct mem_area *a, size_t bytes)
{
	struct rlimit limit;

	*a = (struct mem_area){0};
	if (getrlimit(RLIMIT_AS, &limit) == 0 && limit.rlim_cur != RLIM_INFINITY)
		return false;
	a->at = mmap(NULL, bytes, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE,
		     -1, 0);
	if (a->at == MAP_FAILED) {
		a->at = NULL;
		return false;
	}
	a->reserved = bytes;
	return true;
}

void mem_area_release(struct mem_area *a)
{
	if (a->at)
		munmap(a->at, a->reserved);
	mem_give(a->usable - a->given_back);
	mem_free(a->gone);
	*a = (struct mem_area){0};
}

void mem_area_give_back(struct mem_area *a, size_t from, size_t to)
{
	size_t first = (from + AREA_STEP - 1) / AREA_STEP, end = to / AREA_STEP;
	struct error ignored = ERROR_INIT;

	if (!a->at || first >= end || to > a->usable)
		return;
	if (!a->gone)
		a->gone = mem_array(a->reserved / AREA_STEP + 1, 1, "pieces", &ignored);
	for (size_t i = first; a->gone && i < end; i++) {
		char *piece = (char *)a->at + i * AREA_STEP;

		if (a->gone[i] || madvise(piece, AREA_STEP, MADV_DONTNEED) != 0)
			continue;
		a->gone[i] = 1;
		a->given_back += AREA_STEP;
		mem_give(AREA_STEP);
	}
}

bool mem_area_grow(struct mem_area *a, void *array, size_t *capacity, size_t wanted,
		   size_t size, const char *what, struct error *err)
{
	size_t bytes, room, more;

	if (wanted <= *capacity)
		return true;
	if (wanted > a->reserved / size)
		return error_set(err, ERROR_LIMIT, "more than %zu %s", a->reserved / size,
				 what);
	bytes = wanted * size;
	if (a->usable < bytes) {
		/* by half, so that calls are few and the unused part is small */
		room = a->usable + (a->usable - a->given_back) / 2;
		if (room < bytes)
			room = bytes;
		room = (room + AREA_STEP - 1) / AREA_STEP * AREA_STEP;
		if (room > a->reserved)
			room = a->reserved;
		more = room - a->usable;
		if (!mem_take(more, what, err))
			return false;
		if (mprotect((char *)a->at + a->usable, more, PROT_READ | PROT_WRITE)) {
			mem_give(more);
			return error_set(err, ERROR_MEMORY,
					 "out of memory for %zu bytes of %s", more, what);
		}
		a->usable = room;
	}
	if (*capacity == 0) /* others read it from then on */
		memcpy(array, &a->at, sizeof a->at);
	*capacity = a->usable / size;
	return true;
}

/* ---- memory of the system ---- */

static FILE *open_below(const char *root, const char *dir, const char *name)
{
	char path[PATH_MAX];
	int len = snprintf(path, sizeof path, "%s%s/%s", root, dir, name);

	return len > 0 && (size_t)len < sizeof path ? fopen(path, "re") : NULL;
}

/* Find the line "KEY NUMBER" of a file, like "MemAvailable:  1024 kB". Closes the file. */
static bool find_pair(FILE *in, struct text key, uint64_t *value)
{
	char line[256];
	bool found = false;

	while (in && !found && fgets(line, sizeof line, in)) {
		struct text rest = text_of(line);

		if (!text_starts(rest, key))
			continue;
		rest = text_trim(text_from(rest, key.len));
		rest = text_upto(rest, strspn(rest.at, "0123456789"));
		found = number_u64(rest, value);
	}
	if (in)
		fclose(in);
	return found;
}

/* Read a file that contains one number; "max" counts as unlimited. */
static bool read_one(FILE *in, uint64_t *value)
{
	char line[64] = "";

	if (!in)
		return false;
	(void)!fgets(line, sizeof line, in);
	fclose(in);
	line[strcspn(line, "\n")] = '\0';
	return number_u64(text_of(line), value);
}

/* The file names of a control group. */
struct version {
	const char *dir, *limit, *used, *idle;
};

static const struct version first = {"/sys/fs/cgroup/memory", "memory.limit_in_bytes",
				     "memory.usage_in_bytes", "total_inactive_file "};
static const struct version second = {"/sys/fs/cgroup", "memory.max", "memory.current",
				      "inactive_file "};

static uint64_t left_in(const char *root, const struct version *v, const char *dir)
{
	uint64_t limit, used, idle = 0;

	if (!read_one(open_below(root, dir, v->limit), &limit) || limit >= NO_LIMIT ||
	    !read_one(open_below(root, dir, v->used), &used))
		return UINT64_MAX;
	find_pair(open_below(root, dir, "memory.stat"), text_of(v->idle), &idle);
	used = used > idle ? used - idle : 0;
	return limit > used ? limit - used : 0;
}

/* In a container only the last part of the path may exist, as the root. */
static uint64_t left_above(const char *root, const struct version *v, const char *path)
{
	char dir[PATH_MAX];
	uint64_t least = UINT64_MAX;
	int len = snprintf(dir, sizeof dir, "%s%s", v->dir, path);

	if (len < 0 || (size_t)len >= sizeof dir)
		return UINT64_MAX;
	while (strlen(dir) >= strlen(v->dir)) {
		uint64_t left = left_in(root, v, dir);

		least = left < least ? left : least;
		*strrchr(dir, '/') = '\0';
	}
	return least;
}

/* "0::/user.slice" is a line of version 2, "7:memory:/docker/1" of version 1. */
static uint64_t left_in_groups(const char *root)
{
	FILE *in = open_below(root, "/proc/self", "cgroup");
	char line[LINE_MAX_READ];
	uint64_t least = UINT64_MAX;

	while (in && fgets(line, sizeof line, in)) {
		char *names = strchr(line, ':');
		char *path = names ? strchr(names + 1, ':') : NULL;
		const struct version *v;
		uint64_t left;

		if (!path)
			continue;
		*path++ = '\0';
		path[strcspn(path, "\n")] = '\0';
		if (strcmp(names + 1, "memory") != 0 && names[1])
			continue;
		v = names[1] ? &first : &second;
		left = left_above(root, v, strcmp(path, "/") == 0 ? "" : path);
		least = left < least ? left : least;
	}
	if (in)
		fclose(in);
	return least;
}

uint64_t mem_available(const char *root)
{
	uint64_t kibibytes, groups = left_in_groups(root);

	if (!find_pair(open_below(root, "/proc", "meminfo"), TEXT("MemAvailable:"),
		       &kibibytes))
		return groups;
	return kibibytes < groups / 1024 ? kibibytes * 1024 : groups;
}
