/* replay_workers.h - replays a recording in order of time on several threads. */

#ifndef INPUT_REPLAY_WORKERS_H
#define INPUT_REPLAY_WORKERS_H

#include "input/perf_data/perf_replay.h"

/*
 * The records of a file come in batches, each later than the previous one. A batch is sorted and
 * divided into slices. Each slice is replayed by a worker (struct player), which has its own maps,
 * names and builder. Every worker applies all changes to maps and names in order of time, but takes
 * only the samples of its own slices. The reading's builder gets the results in the order of the
 * slices, so the profile does not depend on the number of workers or on the scheduling of threads
 * (see the parts in profile/builder.h).
 */
struct replay_workers;

/*
 * cut() divides the file into batches in order of time, and calls replay_workers_pass() for each.
 * False without an error: replay_workers_pass() has returned false. False and an error: another
 * failure.
 */
struct batch_source {
	bool (*cut)(void *arg, struct replay_workers *players, struct error *err);
	void *arg; /* borrowed */
};

/*
 * Replay all batches of `cutter`, and count frames without a name, using at most `threads` threads.
 * The cutter runs on the caller's thread, which also replays while it waits; the batches are all
 * that it may share with other threads. `alone`: a single worker adds samples to the reading's
 * builder directly, as `of->code` and scheduler events require. False and an error when memory runs
 * out, the reading was cancelled or the cutter failed.
 */
bool replay_workers_run(const struct perf_replayed *of, const struct batch_source *cutter,
			unsigned threads, bool alone, struct error *err);

/*
 * Hand over a batch, which becomes empty but may get the memory of a replayed batch. Waits while
 * too many batches are unfinished. False after a failure, whose error replay_workers_run() returns;
 * the caller then keeps the batch.
 */
bool replay_workers_pass(struct replay_workers *players, struct perf_batch *batch);

#endif
