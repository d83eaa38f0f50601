/* append.h - one more thing at the end of an array: the room is looked at where it is written. */

#ifndef BASE_APPEND_H
#define BASE_APPEND_H

#include "base/mem.h"

/*
 * Each puts a value behind the `count` things of an array and adds 1 to `count`, a variable
 * of any unsigned type; or it is false, and nothing was written. The value is looked at after
 * the room, and not at all without any. All other arguments are looked at more than once.
 *
 * Where a file says how much there is, arrays are filled with these and bytes with base/fill.h,
 * so that no write depends on a bound that stands elsewhere. What cannot be written so (a
 * merge, a sort by digits) says "room:" and why in a comment; tools/check-style wants it.
 */

/* An array of mem_reserve(), which grows; `capacity` is its size_t. An error when it cannot. */
#define APPEND(array, count, capacity, what, err, ...)                                   \
	(((size_t)(count) < (capacity) ||                                                \
	  mem_reserve(&(array), &(capacity), (size_t)(count) + 1, sizeof *(array), what, \
		      err)) &&                                                           \
	 ((array)[count] = (__VA_ARGS__), (count)++, true))

/* The same by another function like mem_reserve(), which is asked each time. */
#define APPEND_BY(reserve, array, count, capacity, what, err, ...)                       \
	(reserve(&(array), &(capacity), (size_t)(count) + 1, sizeof *(array), what,      \
		 err) &&                                                                 \
	 ((array)[count] = (__VA_ARGS__), (count)++, true))

/* An array of `room` things. */
#define APPEND_WITHIN(array, count, room, ...)                                           \
	((size_t)(count) < (size_t)(room) &&                                             \
	 ((array)[count] = (__VA_ARGS__), (count)++, true))

/* As many things as an array is declared with. With a pointer it does not compile. */
#define APPEND_FIXED(array, count, ...)                                                  \
	APPEND_WITHIN(array, count, ARRAY_ROOM(array), __VA_ARGS__)

#define ARRAY_ROOM(array)                                                                \
	(sizeof(array) / sizeof *(array) +                                               \
	 0 * sizeof(char[1 - 2 * __builtin_types_compatible_p(                           \
				     __typeof__(array), __typeof__(&(array)[0]))]))

#endif
