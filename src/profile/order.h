/* order.h - finds the order of samples by time, and puts columns into it. */

#ifndef PROFILE_ORDER_H
#define PROFILE_ORDER_H

#include <stddef.h>
#include <stdint.h>

#include "base/error.h"

/*
 * The rows 0 ... count - 1 by ascending time; rows with equal times keep their order. Recordings
 * are nearly sorted, so this merges existing runs: the cost is count * log(runs), or count if most
 * rows are only a few places away from their final position. NULL and an error when memory runs
 * out. Release with mem_free().
 */
uint32_t *order_by_time(const uint64_t *time, uint32_t count, struct error *err);

/* Like order_by_time(), but merges many rows on two threads if `threads` is at least 2. */
uint32_t *order_on_threads(const uint64_t *time, uint32_t count, unsigned threads,
			   struct error *err);

/*
 * A copy of the `count` values in `column`, of `size` bytes each, arranged in `order`. NULL and an
 * error when memory runs out. Release with mem_free().
 */
void *order_apply(const uint32_t *order, uint32_t count, const void *column, size_t size,
		  struct error *err);

/*
 * Arrange a column in place; its values have at most 8 bytes. Needs one bit per value instead of a
 * copy. Does nothing if `column` is NULL. False and an error when memory runs out; the column is
 * then unchanged.
 */
bool order_column(const uint32_t *order, uint32_t count, void *column, size_t size,
		  struct error *err);

#endif
