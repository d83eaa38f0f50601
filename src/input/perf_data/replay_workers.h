/* replay_workers.h - replays a recording in order of time, with several threads. */

#ifndef INPUT_REPLAY_WORKERS_H
#define INPUT_REPLAY_WORKERS_H

#include "input/perf_data/perf_replay.h"

/*
 * The records of the file come in batches, each later than the one before. A batch is sorted and
 * divided into slices, and each slice is replayed by a worker (struct player), which has its own
 * maps, threads, names and builder. Every worker applies all changes of maps and names, in order of
 * time, but takes only the samples of its own slices. The results are joined into the reading's
 * builder in the order of the slices. So the profile does not depend on the number of workers, nor
 * on which of them replayed a slice (see the parts in profile/builder.h).
 */
struct replay_workers;

/*
 * Divides the file into batches in order of time, and passes them on. False with an error, or
 * without one if replay_workers_pass() returned false.
 */
struct batch_source {
	bool (*cut)(void *arg, struct replay_workers *players, struct error *err);
	void *arg; /* borrowed */
};

/*
 * Replay all batches of `cutter`, and count frames without a name. The cutter runs on the caller's
 * thread, which also replays when it must wait; it may share nothing with the other threads but the
 * batches. `threads` is the maximum. `alone`: a single worker adds to the reading's builder
 * directly, on one thread at a time, because `of->code` and live reading need the whole. False and
 * an error when memory runs out, reading was cancelled or the cutter failed.
 */
bool replay_workers_run(const struct perf_replayed *of, const struct batch_source *cutter,
			unsigned threads, bool alone, struct error *err);

/*
 * Pass on a batch. It becomes empty, but may get the memory of a replayed one. Waits while too many
 * batches are in progress. False when something has failed, which replay_workers_run() reports:
 * then the batch still belongs to the caller.
 */
bool replay_workers_pass(struct replay_workers *players, struct perf_batch *batch);

#endif
