#include "base/mem.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#define CAPACITY_FIRST 16

void *mem_array(size_t n, size_t size, const char *what, struct error *err)
{
	void *p = calloc(n ? n : 1, size);

	if (!p)
		error_set(err, ERROR_MEMORY, "out of memory for %zu %s", n, what);
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
