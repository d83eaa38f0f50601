/* bisect.h - binary search: how many of things in order are before a place. */

#ifndef BASE_BISECT_H
#define BASE_BISECT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

/*
 * How many of `count` things is_before() is true of: those are the first ones. It gets `arg`
 * and the number of one. Inline, so that it is as quick as a loop of one's own.
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

/* Rows of `size` bytes, each of which begins with a uint64_t. */
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

/* How many of them, by that number, have at most `most` there. */
static inline size_t bisect_upto(const void *rows, size_t size, size_t count,
				 uint64_t most)
{
	const struct bisect_rows r = {rows, size, most};

	return bisect_first(count, bisect_is_upto, &r);
}

#endif
