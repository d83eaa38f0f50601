/* perf_replay.h - a collected recording in order of time: its samples into a profile. */

#ifndef INPUT_PERF_REPLAY_H
#define INPUT_PERF_REPLAY_H

#include "input/perf_maps.h"
#include "input/perf_recording.h"
#include "input/perf_symbols.h"
#include "input/reading.h"

/*
 * Go through all changes and samples by time, those of equal time as they stand in the
 * file, and add each sample to the builder with the thread and functions that it had then.
 * `maps` has the build ids and is changed; `symbols` may be NULL.
 */
bool perf_replay(struct reading *reading, const struct perf_recording *recording,
		 struct perf_maps *maps, const struct perf_symbols *symbols,
		 struct error *err);

#endif
