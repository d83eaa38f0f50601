/* perf_copies.h - the copies of user stacks that samples of --call-graph dwarf bring along. */

#ifndef INPUT_PERF_COPIES_H
#define INPUT_PERF_COPIES_H

#include "input/losses.h"
#include "input/perf_sample.h"
#include "symbols/unwind.h"

/* A sample with a copy. */
struct perf_copy {
	uint64_t at; /* where it is kept */
	uint32_t sample, size;
};

/*
 * They are kept in memory as long as they are few, and else in a temporary file without a
 * name. Zero it to begin; set `unwanted` if they are only to be counted.
 */
struct perf_copies {
	struct perf_copy *rows; /* owned: by rising number of the sample */
	size_t count, room;
	char *bytes; /* owned: those that are in memory, all behind those in the file */
	size_t used, bytes_room;
	uint64_t filed; /* bytes in the file */
	int fd;		/* + 1; owned; 0: there is no file */
	bool unwanted;
	uint64_t left_out; /* so many were unwanted */
};

void perf_copies_release(struct perf_copies *c);

/*
 * Keep what sample number `sample` has of its user's side, if it has a copy of its stack and
 * its chain knows nothing of that side. What cannot be unwound is counted.
 */
bool perf_copies_take(struct perf_copies *c, const struct perf_sample *s,
		      const struct perf_attr *a, uint32_t sample, struct losses *losses,
		      struct error *err);

/*
 * The copy, in `buf` or where it lies: good until either changes. False when it cannot be
 * read. May be called on several threads.
 */
#define PERF_COPY_MOST ((size_t)128 * 1024) /* a record has 64 KiB */
bool perf_copies_get(const struct perf_copies *c, const struct perf_copy *row,
		     char buf[PERF_COPY_MOST], struct unwind_thread *thread);

#endif
