/* append.h - appending to an array, with the bound checked where the value is written. */

#ifndef BASE_APPEND_H
#define BASE_APPEND_H

#include "base/mem.h"

/*
 * Each macro appends a value to an array of `count` elements and adds 1 to `count`, a variable of
 * any unsigned type. The result is false if nothing was written. The value is evaluated after the
 * bound has been checked, and only if there is room. Other arguments may be evaluated repeatedly.
 *
 * Where an input file determines the number of elements, fill arrays with these macros and byte
 * buffers with base/fill.h, so that no write depends on a check made elsewhere. Code that cannot
 * use them (a merge, a radix sort) gives the reason in a comment with "room:"; tools/check-style
 * requires it.
 */

/* An array that mem_reserve() grows; `capacity` is a size_t. Sets an error if it cannot grow. */
#define APPEND(array, count, capacity, what, err, ...)                                   \
	(((size_t)(count) < (capacity) ||                                                \
	  mem_reserve(&(array), &(capacity), (size_t)(count) + 1, sizeof *(array), what, \
		      err)) &&                                                           \
	 ((array)[count] = (__VA_ARGS__), (count)++, true))

/* Like APPEND(), but `reserve`, a function like mem_reserve(), is called for every value. */
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
