/* area.h - arrays that grow without ever moving, so that others may read what is there. */

#ifndef BASE_AREA_H
#define BASE_AREA_H

#include <stddef.h>

#include "base/error.h"

/*
 * Address space for the largest array that there may be, of which only the part in use is
 * memory, counted as that of base/mem.h. Zero it to begin.
 */
struct area {
	void *at;		 /* owned; NULL: nothing is reserved */
	size_t reserved, usable; /* bytes */
};

/*
 * Reserve addresses for `bytes`. False when the system will not have it: where addresses
 * are limited (ulimit -v), nothing is reserved, since others need them more.
 */
bool area_reserve(struct area *a, size_t bytes);
void area_release(struct area *a);

/*
 * As mem_reserve(), for the array that lies in this area: `*array` never changes again once
 * it is set.
 */
bool area_grow(struct area *a, void *array, size_t *capacity, size_t wanted, size_t size,
	       const char *what, struct error *err);

#endif
