#include "base/area.h"

#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>

#include "base/mem.h"

#define STEP ((size_t)256 << 10) /* what is made usable at once, at least */

bool area_reserve(struct area *a, size_t bytes)
{
	struct rlimit limit;

	*a = (struct area){0};
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

void area_release(struct area *a)
{
	if (a->at)
		munmap(a->at, a->reserved);
	mem_give(a->usable);
	*a = (struct area){0};
}

/* Half as much again, so that the calls stay few and the unused part small. */
static size_t enough(const struct area *a, size_t bytes)
{
	size_t room = a->usable + a->usable / 2;

	if (room < bytes)
		room = bytes;
	room = (room + STEP - 1) / STEP * STEP;
	return room < a->reserved ? room : a->reserved;
}

static bool make_usable(struct area *a, size_t room, const char *what, struct error *err)
{
	size_t more = room - a->usable;

	if (!mem_take(more, what, err))
		return false;
	if (mprotect((char *)a->at + a->usable, more, PROT_READ | PROT_WRITE) != 0) {
		mem_give(more);
		return error_set(err, ERROR_MEMORY, "out of memory for %zu bytes of %s",
				 more, what);
	}
	a->usable = room;
	return true;
}

bool area_grow(struct area *a, void *array, size_t *capacity, size_t wanted, size_t size,
	       const char *what, struct error *err)
{
	size_t room;

	if (wanted <= *capacity)
		return true;
	if (wanted > a->reserved / size)
		return error_set(err, ERROR_LIMIT, "more than %zu %s", a->reserved / size,
				 what);
	room = a->usable >= wanted * size ? a->usable : enough(a, wanted * size);
	if (room > a->usable && !make_usable(a, room, what, err))
		return false;
	if (*capacity == 0) /* others read it from then on */
		memcpy(array, &a->at, sizeof a->at);
	*capacity = room / size;
	return true;
}
