/* perf_players.h - a recording gone through in order of time, by as many threads as there may be. */

#ifndef INPUT_PERF_PLAYERS_H
#define INPUT_PERF_PLAYERS_H

#include "input/perf_data/perf_replay.h"

/*
 * What has been cut from the file comes in batches, each later than the one before. A batch is
 * sorted and divided into slices, and each slice is replayed by a player: it has maps, threads, names and a
 * builder of its own. All players take all changes of maps and names, in order of time; of the samples each
 * takes those of its slices alone. What it has made of a slice goes into the reading's builder when
 * its turn has come, so the profile does not depend on how many there are, nor on who did what
 * (see the parts in profile/builder.h).
 */
struct perf_players;

/*
 * Who cuts the file into batches, in order of time, and passes each on. False and an error, or
 * without one when perf_players_pass() was false.
 */
struct perf_cutter {
	bool (*cut)(void *arg, struct perf_players *players, struct error *err);
	void *arg; /* borrowed */
};

/*
 * Have all that is passed on replayed, and frames without a name counted. Cutting is done on the caller's
 * thread, which replays as well when it has nothing to cut; the others must not use the same things as it does,
 * but for what is passed on. `threads`: at most so many. `alone`: one player that adds to the reading's
 * builder itself, on one thread at a time: what `of->code` finds, and who is told of by switches, is of the
 * whole. False and an error when memory runs out, reading was cancelled or cutting failed.
 */
bool perf_players_run(const struct perf_replayed *of, const struct perf_cutter *cutter,
		      unsigned threads, bool alone, struct error *err);

/*
 * Pass on a batch, which is empty afterwards, and may have the room of one that was played. Waits while too many are on their way. False
 * when something has failed, which perf_players_run() tells: the batch stays the caller's.
 */
bool perf_players_pass(struct perf_players *players, struct perf_batch *batch);

#endif
