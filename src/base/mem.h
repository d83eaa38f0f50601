/* mem.h - allocation by count and size, with a checked multiplication, within a budget. */

#ifndef BASE_MEM_H
#define BASE_MEM_H

#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include "base/error.h"

/*
 * All memory that flarescope allocates is counted, in bytes as rounded by the allocator. A request
 * that exceeds the budget fails with ERROR_MEMORY, and the message names its purpose and size.
 * Allocations by libraries are not counted. Threads may allocate at the same time.
 */

/* Set the budget to `bytes`; 0, the default, means no limit. Existing allocations stay. */
void mem_set_budget(size_t bytes);

/*
 * Lower the limit from the budget to `bytes` until the next mem_narrow() or mem_set_budget(): a
 * file of a few kilobytes should not take gigabytes, even if they are free. SIZE_MAX restores the
 * budget. Does nothing without a budget.
 */
void mem_narrow(size_t bytes);

/*
 * Raise a lowered limit by `bytes`, at most to the budget, while reading data that is known to be
 * that large, such as the debug symbols of a browser for a small profile. mem_widen_no_more() with
 * the same number undoes this.
 */
void mem_widen(size_t bytes);
void mem_widen_no_more(size_t bytes);

/* The bytes counted now, and the bytes that are still allowed (SIZE_MAX without a limit). */
size_t mem_used(void);
size_t mem_left(void);

/*
 * Count `bytes` from another source (a mapping) before they are used; false and an error if they
 * exceed the limit. mem_give() stops counting them. `what` is the noun for them in the message.
 */
bool mem_take(size_t bytes, const char *what, struct error *err);
void mem_give(size_t bytes);

/*
 * Zeroed memory for `n` elements of `size` bytes; not NULL for n = 0. NULL and an error when memory
 * runs out. Release with mem_free(). `what` names the elements in the message.
 */
void *mem_array(size_t n, size_t size, const char *what, struct error *err);

/* Called by mem_reserve() for an array that has to grow. */
bool mem_grow(void *array, size_t *capacity, size_t wanted, size_t size, const char *what,
	      struct error *err);

/*
 * Make room for at least `wanted` elements of `size` bytes in the growing array `*array` (NULL at
 * first), usually doubling `*capacity`. `array` is the address of a pointer to any type. On
 * failure, the array is unchanged. Release with mem_free().
 */
static inline bool mem_reserve(void *array, size_t *capacity, size_t wanted, size_t size,
			       const char *what, struct error *err)
{
	return wanted <= *capacity || mem_grow(array, capacity, wanted, size, what, err);
}

/*
 * Shrink the array at `*array` to `count` elements of `size` bytes. Cannot fail: at worst the array
 * keeps its size, as it does if `count` is 0.
 */
void mem_trim(void *array, size_t count, size_t size);

/* A copy of `len` bytes and a final NUL. Release with mem_free(). */
char *mem_text(const char *at, size_t len, struct error *err);

/*
 * Text formatted as by printf() and vprintf(). NULL and an error on failure. Release with
 * mem_free().
 */
char *mem_format(struct error *err, const char *fmt, ...)
    __attribute__((format(printf, 2, 3)));
char *mem_format_list(struct error *err, const char *fmt, va_list ap)
    __attribute__((format(printf, 2, 0)));

/* Release memory from the functions above, and nothing else. Accepts NULL. */
void mem_free(void *p);

/*
 * Choose whether freed blocks of 128 KiB to 32 MiB are kept for later allocations or returned to
 * the system immediately. Keeping them saves the kernel from mapping and clearing them again, but
 * also keeps the old blocks of growing tables, which are a third of the memory used for a recording
 * with symbols. Has an effect only with glibc.
 */
void mem_keep_freed(bool keep);

/*
 * An array that grows without moving, so that other threads can read its elements meanwhile. It
 * reserves address space for the maximum size; only the used part takes memory and is counted. Zero
 * it first.
 */
struct mem_area {
	void *at;		 /* owned; NULL: nothing is reserved */
	size_t reserved, usable; /* bytes */
	size_t given_back;	 /* part of `usable`, but not counted */
	uint8_t *gone;		 /* owned: marks the pieces given back; NULL: none */
};

/*
 * Reserve address space for `bytes`. False if the system refuses, or if address space is limited
 * (ulimit -v), because other allocations need it.
 */
bool mem_area_reserve(struct mem_area *a, size_t bytes);
void mem_area_release(struct mem_area *a);

/* Like mem_reserve(), but for the array in this area. Once set, `*array` never changes. */
bool mem_area_grow(struct mem_area *a, void *array, size_t *capacity, size_t wanted,
		   size_t size, const char *what, struct error *err);

/*
 * Declare that the bytes from `from` up to `to` will never be read again: whole pieces of 256 KiB
 * in this range are returned to the system. A piece may be given back more than once. Does nothing
 * if there is no memory for the marks.
 */
void mem_area_give_back(struct mem_area *a, size_t from, size_t to);

/*
 * The number of bytes that we can still use before memory is swapped out or a process is killed:
 * MemAvailable of /proc/meminfo, or the least that our control group (version 1 or 2) and its
 * parents allow if that is smaller: limit minus usage, without inactive cached files. `root` is the
 * directory that contains /proc and /sys, "" except in tests. UINT64_MAX if the number is unknown.
 */
uint64_t mem_available(const char *root);

#endif
