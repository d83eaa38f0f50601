/* perf_slices.h - a recording that was collected at once, taken apart in order of time. */

#ifndef INPUT_PERF_SLICES_H
#define INPUT_PERF_SLICES_H

#include "input/perf_data/perf_batch.h"

/* What has not been taken yet. */
struct perf_slices {
	const struct perf_batch *all; /* borrowed */
	uint32_t *samples, *changes;  /* owned: numbers in `all`, by time */
	size_t sample, change;	      /* the next ones */
};

/* Zero it first. False and an error when memory runs out; release it then, too. */
bool perf_slices_begin(struct perf_slices *s, const struct perf_batch *all,
		       struct error *err);
void perf_slices_release(struct perf_slices *s);

/* Is there anything left? */
bool perf_slices_left(const struct perf_slices *s);

/*
 * Copy about the next `wanted` samples to `slice`, which is empty, with all changes that are
 * before later ones: nothing of a later slice is as early. What is in the slice is by time,
 * and where times are equal as it stands in the file; `*numbers` are its samples' numbers in
 * `all`, borrowed.
 */
bool perf_slices_next(struct perf_slices *s, size_t wanted, struct perf_batch *slice,
		      const uint32_t **numbers, struct error *err);

#endif
