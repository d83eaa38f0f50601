/* perf_copies.h - the copies of user stacks that samples of --call-graph dwarf bring along. */

#ifndef INPUT_PERF_COPIES_H
#define INPUT_PERF_COPIES_H

#include "input/losses.h"
#include "input/perf_data/perf_sample.h"
#include "input/perf_data/perf_stream.h"
#include "input/stack_shelf.h"
#include "symbols/unwind/unwind.h"

/* A sample with a copy. */
struct perf_copy {
	uint64_t at;   /* where it is */
	uint64_t mask; /* sample_regs_user: which registers it has */
	uint32_t sample;
	uint16_t size; /* of the copied stack */
	uint8_t where; /* enum perf_copy_where */
};

/*
 * In a file that is not packed they stay where they are; others are put on the shelf. Zero it
 * to begin, and set what the shelf wants; set `unwanted` if they are only to be counted.
 */
struct perf_copies {
	int recording; /* borrowed, + 1: what to find them in again; 0: that cannot be */
	bool unwanted;
	uint64_t left_out;	/* so many were unwanted */
	struct perf_copy *rows; /* owned: by rising number of the sample */
	size_t count, room;
	struct stack_shelf shelf;
};

void perf_copies_release(struct perf_copies *c);

/*
 * Keep what sample number `sample` has of its user's side, if it has a copy of its stack and
 * its chain knows nothing of that side. What cannot be unwound is counted.
 */
bool perf_copies_take(struct perf_copies *c, const struct perf_record *record,
		      const struct perf_sample *s, const struct perf_attr *a,
		      uint32_t sample, struct losses *losses, struct error *err);

/*
 * The copy, in `buf` or where it lies: good until either changes. False when it cannot be
 * read. May be called on several threads.
 */
#define PERF_COPY_MOST STACK_SHELF_MOST /* of a record with all that is in it */
bool perf_copies_get(const struct perf_copies *c, const struct perf_copy *row,
		     char buf[PERF_COPY_MOST], struct unwind_thread *thread);

#endif
