/* append.h - append to an array: the bound is checked where the value is written. */

#ifndef BASE_APPEND_H
#define BASE_APPEND_H

#include "base/mem.h"

/*
 * Each appends a value to the `count` elements of an array and adds 1 to `count`, a variable of any
 * unsigned type. The result is false if nothing was written. The value is evaluated after the bound
 * was checked, and only if there is room. Other arguments are evaluated repeatedly.
 *
 * When a file states the number of elements, arrays are filled with these macros and bytes with
 * base/fill.h, so that no write depends on a check made elsewhere. Code that cannot do so (a merge,
 * a radix sort) gives the reason in a comment with "room:"; tools/check-style requires it.
 */

/* A growing array of mem_reserve(); `capacity` is its size_t. An error when it cannot grow. */
#define APPEND(array, count, capacity, what, err, ...)                                   \
	(((size_t)(count) < (capacity) ||                                                \
	  mem_reserve(&(array), &(capacity), (size_t)(count) + 1, sizeof *(array), what, \
		      err)) &&                                                           \
	 ((array)[count] = (__VA_ARGS__), (count)++, true))

/* The same with another function like mem_reserve(), which is called each time. */
#define APPEND_BY(reserve, array, count, capacity, what, err, ...)                       \
	(reserve(&(array), &(capacity), (size_t)(count) + 1, sizeof *(array), what,      \
		 err) &&                                                                 \
	 ((array)[count] = (__VA_ARGS__), (count)++, true))

/* An array with room for `room` elements. */
#define APPEND_WITHIN(array, count, room, ...)                                           \
	((size_t)(count) < (size_t)(room) &&                                             \
	 ((array)[count] = (__VA_ARGS__), (count)++, true))

/* A declared array; passing a pointer does not compile. */
#define APPEND_FIXED(array, count, ...)                                                  \
	APPEND_WITHIN(array, count, ARRAY_ROOM(array), __VA_ARGS__)

#define ARRAY_ROOM(array)                                                                \
	(sizeof(array) / sizeof *(array) +                                               \
	 0 * sizeof(char[1 - 2 * __builtin_types_compatible_p(                           \
				     __typeof__(array), __typeof__(&(array)[0]))]))

#endif
