/* perf_players.h - replays a recording in order of time, with several threads. */

#ifndef INPUT_PERF_PLAYERS_H
#define INPUT_PERF_PLAYERS_H

#include "input/perf_data/perf_replay.h"

/*
 * The records of the file come in batches, each later than the one before. A batch is sorted and
 * divided into slices, and each slice is replayed by a player, which has its own maps, threads,
 * names and builder. Every player applies all changes of maps and names, in order of time, but
 * takes only the samples of its own slices. The results of the slices go into the reading's
 * builder in the order of the slices. So the profile does not depend on the number of players,
 * nor on which of them replayed a slice (see the parts in profile/builder.h).
 */
struct perf_players;

/*
 * Cuts the file into batches, in order of time, and passes each on. False with an error, or without
 * one when perf_players_pass() was false.
 */
struct perf_cutter {
	bool (*cut)(void *arg, struct perf_players *players, struct error *err);
	void *arg; /* borrowed */
};

/*
 * Replay everything that the cutter passes on, and count frames without a name. The cutter runs
 * on the caller's thread, which also replays when it must wait; what it passes on is all that it
 * may share with the other threads. `threads` is the maximum. `alone`: a single player adds to
 * the reading's builder directly, on one thread at a time, because `of->code` and waiting for
 * threads need the whole. False and an error when memory runs out, reading was cancelled or the
 * cutter failed.
 */
bool perf_players_run(const struct perf_replayed *of, const struct perf_cutter *cutter,
		      unsigned threads, bool alone, struct error *err);

/*
 * Pass on a batch; it is empty afterwards, but may have the room of a replayed one. Waits while too
 * many are under way. False when something has failed, which perf_players_run() reports: then the
 * batch still belongs to the caller.
 */
bool perf_players_pass(struct perf_players *players, struct perf_batch *batch);

#endif
