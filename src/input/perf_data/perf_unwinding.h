/* perf_unwinding.h - user stacks, out of the copies of them that a recording has. */

#ifndef INPUT_PERF_UNWINDING_H
#define INPUT_PERF_UNWINDING_H

#include "input/losses.h"
#include "input/perf_data/perf_maps.h"
#include "input/perf_data/perf_sample.h"
#include "input/perf_data/perf_stream.h"
#include "input/reading.h"
#include "input/stack_shelf.h"
struct perf_batch;
struct perf_recording;
struct perf_replay_queue;

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

/* Before the recording is read: whether it is to keep copies, and where they are. */
void perf_unwinding_begin(const struct reading *reading,
			  struct perf_recording *recording);

/* When its events are known: will stacks be unwound? Then all samples are needed at once. */
bool perf_unwinding_is_due(const struct perf_recording *recording);

/*
 * Gives each sample with a copy of its user stack a chain with the callers that are found in
 * it, by the maps that its process had then, on as many threads as the reading may have. All
 * are borrowed; `maps` is only asked now, for the build ids that the recording tells. NULL and
 * an error when memory runs out. Release with perf_unwinding_free().
 */
struct perf_unwinding;
struct perf_unwinding *perf_unwinding_new(const struct reading *reading,
					  struct perf_recording *recording,
					  const struct perf_maps *maps,
					  struct error *err);
void perf_unwinding_free(struct perf_unwinding *u);

/*
 * Pass all that was recorded on to be replayed, in order of time, each piece as soon as its
 * stacks are there. Once only. False: the queue has failed, or an error.
 */
bool perf_unwinding_pass(struct perf_unwinding *u, const struct perf_batch *all,
			 struct perf_replay_queue *queue, struct error *err);

/* Count the stacks that ended early. */
void perf_unwinding_count(const struct perf_unwinding *u, struct losses *losses);

/* At the end: count what was not to be unwound. */
void perf_unwinding_tell(const struct perf_recording *recording, struct losses *losses);

#endif
