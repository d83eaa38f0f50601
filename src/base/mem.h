/* mem.h - memory by count and size, with the multiplication checked, within a budget. */

#ifndef BASE_MEM_H
#define BASE_MEM_H

#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include "base/error.h"

/*
 * All memory that flarescope allocates is counted, in bytes as the allocator rounds them, and
 * the sum never exceeds the budget: what would is an error (ERROR_MEMORY) that says what wanted
 * how much. What libraries allocate is not counted. Any thread may call all of this.
 */

/* From now on at most `bytes`; 0, as at first: no limit. What is allocated already stays. */
void mem_set_budget(size_t bytes);

/*
 * Within the budget, at most `bytes` until the next call of either: a file of some kilobytes
 * has no business with gigabytes, though there are some. SIZE_MAX: the budget itself.
 */
void mem_narrow(size_t bytes);

/*
 * Allow so many more nevertheless, within the budget, while something is read that really is that
 * large: the debug symbols of the browser that a small profile is of. mem_widen_no_more() with
 * the same number ends it.
 */
void mem_widen(size_t bytes);
void mem_widen_no_more(size_t bytes);

/* Bytes counted at this moment, and how many more may be; SIZE_MAX where there is no limit. */
size_t mem_used(void);
size_t mem_left(void);

/*
 * Count `bytes` that come from elsewhere (a mapping) before they are used: false and an error
 * beyond the budget. mem_give() stops counting them. `what` names their use in the message.
 */
bool mem_take(size_t bytes, const char *what, struct error *err);
void mem_give(size_t bytes);

/*
 * Zeroed memory for `n` elements of `size` bytes; not NULL for n = 0. NULL and an error when
 * there is none. Release with mem_free(). `what` names the elements in the message.
 */
void *mem_array(size_t n, size_t size, const char *what, struct error *err);

/* As mem_reserve(), where there is not room enough. */
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

/* What printf() would print, vprintf(). NULL and an error. Release with mem_free(). */
char *mem_format(struct error *err, const char *fmt, ...)
    __attribute__((format(printf, 2, 3)));
char *mem_format_list(struct error *err, const char *fmt, va_list ap)
    __attribute__((format(printf, 2, 0)));

/* Release what the functions above returned, and nothing else. Takes NULL. */
void mem_free(void *p);

/*
 * Of large blocks that are freed, 128 KiB and more: whether they are kept for what is taken next,
 * which spares the kernel clearing and mapping them anew, or given back at once. Kept, what large
 * tables leave behind as they grow stays: a third of the memory of a recording with symbols.
 */
void mem_keep_freed(bool keep);

/*
 * An array that grows without ever moving, so that others may read what is there: address space
 * for the largest that there may be, of which only the part in use is memory and counted. Zero
 * it first.
 */
struct mem_area {
	void *at;		 /* owned; NULL: nothing is reserved */
	size_t reserved, usable; /* bytes */
	size_t given_back;	 /* of the usable ones: these are not counted */
	uint8_t *gone;		 /* owned: which pieces they are; NULL: none */
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
 * The bytes from one place up to another will never be read again: whole pieces of 256 KiB of them go back to the
 * system. What has gone already may be told again. Without memory to note that nothing goes.
 */
void mem_area_give_back(struct mem_area *a, size_t from, size_t to);

/*
 * How many bytes this system, and the container we are in, can still use before anything is
 * swapped out or killed: MemAvailable of /proc/meminfo, or less where a control group, or one
 * that it is in, allows less: its limit minus its usage, not counting inactive cached files.
 * Versions 1 and 2 of control groups. `root` is "" except in tests: the directory that has /proc
 * and /sys. UINT64_MAX when it is not known.
 */
uint64_t mem_available(const char *root);

#endif
