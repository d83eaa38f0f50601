/* bisect.h - binary search in a sorted array. */

#ifndef BASE_BISECT_H
#define BASE_BISECT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

/*
 * Return the number of elements for which is_before() is true. These must be the first of the
 * `count` elements. is_before() is called with `arg` and the index of an element. This function is
 * inline, so that it is as fast as a handwritten loop.
 */
static inline size_t
bisect_first(size_t count, bool (*is_before)(const void *arg, size_t i), const void *arg)
{
	size_t low = 0, high = count;

	while (low < high) {
		size_t middle = low + (high - low) / 2;

		if (is_before(arg, middle))
			low = middle + 1;
		else
			high = middle;
	}
	return low;
}

/* Rows of `size` bytes, each of which begins with its key, a uint64_t. */
struct bisect_rows {
	const char *rows; /* borrowed */
	size_t size;
	uint64_t most;
};

static inline bool bisect_is_upto(const void *arg, size_t i)
{
	const struct bisect_rows *r = arg;
	uint64_t key;

	memcpy(&key, r->rows + i * r->size, sizeof key);
	return key <= r->most;
}

/* The number of rows whose key is at most `most`; the rows must be sorted by key. */
static inline size_t bisect_upto(const void *rows, size_t size, size_t count,
				 uint64_t most)
{
	const struct bisect_rows r = {rows, size, most};

	return bisect_first(count, bisect_is_upto, &r);
}

#endif
