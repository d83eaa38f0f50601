/* perf_replay_queue.h - a recording read by one thread and gone through by another behind it. */

#ifndef INPUT_PERF_REPLAY_QUEUE_H
#define INPUT_PERF_REPLAY_QUEUE_H

#include "input/perf_data/perf_replay.h"

struct perf_replay_queue;

/*
 * Who cuts the file into batches, in order of time, and passes each on. False and an error, or
 * without one when perf_replay_queue_pass() was false.
 */
struct perf_cutter {
	bool (*cut)(void *arg, struct perf_replay_queue *queue, struct error *err);
	void *arg; /* borrowed */
};

/*
 * Have all that is passed on replayed. Cutting is done on the caller's thread, replaying on
 * one of its own where that can be had: the two must not use the same things, but for what
 * is passed on. `threads`: at most so many.
 */
bool perf_replay_queue_run(struct perf_replay *replay, const struct perf_cutter *cutter,
			   unsigned threads, struct error *err);

/*
 * Pass on a batch, which is empty afterwards. Waits while too many are on their way. False
 * when the replaying has failed, which perf_replay_queue_run() tells: the batch stays the caller's.
 */
bool perf_replay_queue_pass(struct perf_replay_queue *queue, struct perf_batch *batch);

#endif
