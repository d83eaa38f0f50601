/* mem.h - memory by count and size, with the multiplication checked, within a budget. */

#ifndef BASE_MEM_H
#define BASE_MEM_H

#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include "base/error.h"

/*
 * All memory that flarescope allocates is counted, in bytes as the allocator rounds them, and the
 * sum never exceeds the budget: a larger request fails with ERROR_MEMORY, and the message names
 * its purpose and size. Allocations of libraries are not counted. All functions are safe in any
 * thread.
 */

/* Set the budget to `bytes`; 0, the default, is no limit. Existing allocations stay. */
void mem_set_budget(size_t bytes);

/*
 * Narrow the limit to `bytes`, within the budget, until the next call of either: a file of a few
 * kilobytes should not take gigabytes, even if they are free. SIZE_MAX: the budget itself.
 */
void mem_narrow(size_t bytes);

/*
 * Widen the narrowed limit by `bytes`, within the budget, while reading data that is known to be
 * that large, such as the debug symbols of a browser for a small profile. mem_widen_no_more() with
 * the same number ends it.
 */
void mem_widen(size_t bytes);
void mem_widen_no_more(size_t bytes);

/* The number of bytes counted now, and how many more are allowed; SIZE_MAX without a limit. */
size_t mem_used(void);
size_t mem_left(void);

/*
 * Count `bytes` from another source (a mapping) before they are used: false and an error beyond
 * the budget. mem_give() stops counting them. `what` names their use in the message.
 */
bool mem_take(size_t bytes, const char *what, struct error *err);
void mem_give(size_t bytes);

/*
 * Zeroed memory for `n` elements of `size` bytes; not NULL for n = 0. NULL and an error when
 * memory runs out. Release with mem_free(). `what` names the elements in the message.
 */
void *mem_array(size_t n, size_t size, const char *what, struct error *err);

/* Called by mem_reserve() for an array that has to grow. */
bool mem_grow(void *array, size_t *capacity, size_t wanted, size_t size, const char *what,
	      struct error *err);

/*
 * Make room for at least `wanted` elements of `size` bytes in the growing array `*array`
 * (NULL at first), doubling `*capacity`. `array` is the address of a pointer to any type.
 * On failure the array is as it was. Release with mem_free().
 */
static inline bool mem_reserve(void *array, size_t *capacity, size_t wanted, size_t size,
			       const char *what, struct error *err)
{
	return wanted <= *capacity || mem_grow(array, capacity, wanted, size, what, err);
}

/*
 * Shrink the array at `*array` to `count` elements of `size` bytes. Cannot fail: at worst it
 * keeps its size, as it does with a count of 0.
 */
void mem_trim(void *array, size_t count, size_t size);

/* A copy of `len` bytes and a final NUL. Release with mem_free(). */
char *mem_text(const char *at, size_t len, struct error *err);

/*
 * Text formatted as by printf() and vprintf(). NULL and an error when memory runs out. Release
 * with mem_free().
 */
char *mem_format(struct error *err, const char *fmt, ...)
    __attribute__((format(printf, 2, 3)));
char *mem_format_list(struct error *err, const char *fmt, va_list ap)
    __attribute__((format(printf, 2, 0)));

/* Release memory from the functions above, and nothing else. Accepts NULL. */
void mem_free(void *p);

/*
 * Choose whether freed blocks of 128 KiB and more are kept for later allocations, which saves the
 * kernel clearing and mapping them again, or are returned to the system immediately. If they are
 * kept, the old blocks of growing tables stay: a third of the memory of a recording with symbols.
 */
void mem_keep_freed(bool keep);

/*
 * An array that grows without moving, so that others may read its elements in the meantime: it
 * reserves address space for the largest size, and only the used part of it is memory and counted.
 * Zero it first.
 */
struct mem_area {
	void *at;		 /* owned; NULL: nothing is reserved */
	size_t reserved, usable; /* bytes */
	size_t given_back;	 /* of the usable bytes; not counted */
	uint8_t *gone;		 /* owned: marks the pieces given back; NULL: none */
};

/*
 * Reserve addresses for `bytes`. False when the system refuses. When addresses are limited (ulimit
 * -v), nothing is reserved, because they are needed for other purposes.
 */
bool mem_area_reserve(struct mem_area *a, size_t bytes);
void mem_area_release(struct mem_area *a);

/* Like mem_reserve(), for the array in this area: once set, `*array` never changes. */
bool mem_area_grow(struct mem_area *a, void *array, size_t *capacity, size_t wanted,
		   size_t size, const char *what, struct error *err);

/*
 * Declare that the bytes from `from` up to `to` will never be read again: whole pieces of 256 KiB
 * in them are returned to the system. Pieces may be given back twice. Does nothing when memory for
 * the marks runs out.
 */
void mem_area_give_back(struct mem_area *a, size_t from, size_t to);

/*
 * How many bytes this system and our container can still use before memory is swapped out or a
 * process is killed: MemAvailable of /proc/meminfo, or less when a control group or one of its
 * parents allows less: its limit minus its usage, not counting inactive cached files. Versions 1
 * and 2 of control groups. `root` is "" except in tests: the directory that contains /proc and
 * /sys. UINT64_MAX if it is unknown.
 */
uint64_t mem_available(const char *root);

#endif
