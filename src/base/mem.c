#include "base/mem.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

#define CAPACITY_FIRST 16
#define HUGE_PAGE      ((size_t)2 << 20)

/*
 * Large arrays are mostly tables that are looked at all over: fewer pages are found faster,
 * and a page that is read before it is written costs twice. A hint, and no more.
 */
static void prefer_huge_pages(void *p, size_t bytes)
{
	uintptr_t from = ((uintptr_t)p + HUGE_PAGE - 1) / HUGE_PAGE * HUGE_PAGE;
	uintptr_t to = ((uintptr_t)p + bytes) / HUGE_PAGE * HUGE_PAGE;

	if (from < to)
		(void)madvise((void *)from, to - from, MADV_HUGEPAGE);
}

void *mem_array(size_t n, size_t size, const char *what, struct error *err)
{
	void *p = calloc(n ? n : 1, size);

	if (!p)
		error_set(err, ERROR_MEMORY, "out of memory for %zu %s", n, what);
	else if (n * size >= 2 * HUGE_PAGE)
		prefer_huge_pages(p, n * size);
	return p;
}

bool mem_reserve(void *array, size_t *capacity, size_t wanted, size_t size,
		 const char *what, struct error *err)
{
	size_t room = *capacity ? *capacity : CAPACITY_FIRST;
	void *old, *p;

	if (wanted <= *capacity)
		return true;
	while (room < wanted && room <= SIZE_MAX / 2)
		room *= 2;
	memcpy(&old, array, sizeof old);
	p = room < wanted || room > SIZE_MAX / size ? NULL : realloc(old, room * size);
	if (!p)
		return error_set(err, ERROR_MEMORY, "out of memory for %zu %s", wanted,
				 what);
	memcpy(array, &p, sizeof p);
	*capacity = room;
	return true;
}

void mem_trim(void *array, size_t count, size_t size)
{
	void *old, *p;

	memcpy(&old, array, sizeof old);
	p = count && count <= SIZE_MAX / size ? realloc(old, count * size) : NULL;
	if (p)
		memcpy(array, &p, sizeof p);
}

char *mem_text(const char *at, size_t len, struct error *err)
{
	char *copy = len < SIZE_MAX ? malloc(len + 1) : NULL;

	if (!copy) {
		error_set(err, ERROR_MEMORY, "out of memory for a text of %zu bytes",
			  len);
		return NULL;
	}
	if (len)
		memcpy(copy, at, len);
	copy[len] = '\0';
	return copy;
}
