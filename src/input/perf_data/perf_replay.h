/* perf_replay.h - a recording in order of time: its samples into a profile. */

#ifndef INPUT_PERF_REPLAY_H
#define INPUT_PERF_REPLAY_H

#include "input/perf_data/perf_batch.h"
#include "input/perf_data/perf_code.h"
#include "input/perf_data/perf_events.h"
#include "input/perf_data/perf_maps.h"
#include "input/perf_data/perf_names.h"
#include "input/reading.h"

/* What has become of the recording so far. */
struct perf_replay;

/* All are borrowed: */
struct perf_replayed {
	struct reading *reading;
	const struct perf_events *events; /* stored */
	const struct intern *chains;	  /* of the batches; may grow, but not move */
	struct perf_maps *maps;		  /* has the build ids, and is changed */
	const struct perf_namer *symbols; /* NULL: no names */
	struct perf_code *code;		  /* NULL: nobody asks for instructions */
	bool only_code;			  /* and for nothing else: stacks are empty */
};

/* NULL and an error when memory runs out. Release with perf_replay_free(). */
struct perf_replay *perf_replay_new(const struct perf_replayed *of, struct error *err);
void perf_replay_free(struct perf_replay *p);

/*
 * Go through the changes and samples of a batch by time, those of equal time as they stand in
 * the file, and add each sample to the builder with the thread and functions that it had
 * then. Nothing of a later batch may be earlier. False and an error when memory runs out or
 * reading was cancelled.
 */
bool perf_replay_batch(struct perf_replay *p, const struct perf_batch *batch,
		       struct error *err);

/* From now on batches have these chains: what was known of others is forgotten. */
void perf_replay_chains(struct perf_replay *p, const struct intern *chains);

/*
 * Of a recording that goes on for ever: forget what only samples needed that the builder has let
 * go, processes that ended before this time, and files that are mapped no more. Whenever much of it has come together.
 */
bool perf_replay_forget(struct perf_replay *p, uint64_t before, struct error *err);

/* After the last one: count the frames that have no name. */
bool perf_replay_end(const struct perf_replay *p, struct error *err);

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
