/* mem.h - memory by count and size, with the multiplication checked, within a budget. */

#ifndef BASE_MEM_H
#define BASE_MEM_H

#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include "base/error.h"

/*
 * All memory of ours is counted, in bytes as the allocator rounds them, and together it is
 * never more than the budget: what would be is an error (ERROR_MEMORY) that says what wanted
 * how much. What libraries allocate by themselves is not in it. Any thread may call all of this.
 */

/* From now on at most `bytes`, 0: as much as the system has, as at first. What is there stays. */
void mem_set_budget(size_t bytes);

/*
 * Within the budget, at most `bytes` until the next call of either: a file of some kilobytes
 * has no business with gigabytes, though there are some. SIZE_MAX: the budget itself.
 */
void mem_narrow(size_t bytes);

/*
 * Nevertheless so many more, within the budget, while something is read that really has as many:
 * the debug symbols of the browser that a small file is of. Until mem_widen_no_more() of as many.
 */
void mem_widen(size_t bytes);
void mem_widen_no_more(size_t bytes);

/* Bytes counted at this moment. */
size_t mem_used(void);

/*
 * Count `bytes` that come from elsewhere (a mapping) before they are used, false and an error
 * beyond the budget; and count them no more. `what` names what they are for in the message.
 */
bool mem_take(size_t bytes, const char *what, struct error *err);
void mem_give(size_t bytes);

/*
 * Zeroed memory for `n` things of `size` bytes; never NULL for n = 0. NULL and an error
 * when it cannot be had. Release with mem_free(). `what` names the things in the message.
 */
void *mem_array(size_t n, size_t size, const char *what, struct error *err);

/*
 * Make room for at least `wanted` things of `size` bytes in the growing array `*array`
 * (NULL at first), doubling `*capacity`. `array` is the address of a pointer to any type.
 * On failure the array is as it was. Release with mem_free().
 */
bool mem_reserve(void *array, size_t *capacity, size_t wanted, size_t size,
		 const char *what, struct error *err);

/*
 * Give back the room beyond `count` things of `size` bytes of the array at `*array`.
 * Cannot fail: at worst the room stays. With a count of 0 everything stays.
 */
void mem_trim(void *array, size_t count, size_t size);

/* A copy of `len` bytes and a final NUL. Release with mem_free(). */
char *mem_text(const char *at, size_t len, struct error *err);

/* What printf() would print, vprintf(). NULL and an error. Release with mem_free(). */
char *mem_format(struct error *err, const char *fmt, ...)
    __attribute__((format(printf, 2, 3)));
char *mem_format_list(struct error *err, const char *fmt, va_list ap)
    __attribute__((format(printf, 2, 0)));

/* Release what the functions above gave, and nothing else. Takes NULL. */
void mem_free(void *p);

/*
 * An array that grows without ever moving, so that others may read what is there: address space
 * for the largest that there may be, of which only the part in use is memory and counted. Zero
 * it first.
 */
struct mem_area {
	void *at;		 /* owned; NULL: nothing is reserved */
	size_t reserved, usable; /* bytes */
};

/*
 * Reserve addresses for `bytes`. False when the system refuses: where addresses
 * are limited (ulimit -v), nothing is reserved, since others need them more.
 */
bool mem_area_reserve(struct mem_area *a, size_t bytes);
void mem_area_release(struct mem_area *a);

/*
 * As mem_reserve(), for the array that lies in this area: `*array` never changes again once
 * it is set.
 */
bool mem_area_grow(struct mem_area *a, void *array, size_t *capacity, size_t wanted,
		   size_t size, const char *what, struct error *err);

/*
 * How much memory this system, and the container we are in, still has: bytes that may be used before anything has to be swapped out or killed: MemAvailable of
 * /proc/meminfo, or less where a control group, or one that it is in, allows less: its limit
 * without what it uses, of which cached files that nobody has used lately do not count.
 * Versions 1 and 2 of control groups. `root` is "", but for tests: the directory in which
 * /proc and /sys are. UINT64_MAX when nothing tells.
 */
uint64_t mem_available(const char *root);

#endif
