/* mem.h - memory by count and size, with the multiplication checked. */

#ifndef BASE_MEM_H
#define BASE_MEM_H

#include <stddef.h>

#include "base/error.h"

/*
 * Zeroed memory for `n` things of `size` bytes; never NULL for n = 0. NULL and an error
 * when it cannot be had. Release with free(). `what` names the things in the message.
 */
void *mem_array(size_t n, size_t size, const char *what, struct error *err);

/*
 * Make room for at least `wanted` things of `size` bytes in the growing array `*array`
 * (NULL at first), doubling `*capacity`. `array` is the address of a pointer to any type.
 * On failure the array is as it was. Release with free().
 */
bool mem_reserve(void *array, size_t *capacity, size_t wanted, size_t size,
		 const char *what, struct error *err);

/*
 * Give back the room beyond `count` things of `size` bytes of the array at `*array`.
 * Cannot fail: at worst the room stays. With a count of 0 everything stays.
 */
void mem_trim(void *array, size_t count, size_t size);

/* A copy of `len` bytes and a final NUL. Release with free(). */
char *mem_text(const char *at, size_t len, struct error *err);

#endif
