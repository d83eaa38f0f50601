/* perf_unwinding.h - the user stacks of a recording out of the copies that it has of them. */

#ifndef INPUT_PERF_UNWINDING_H
#define INPUT_PERF_UNWINDING_H

#include "input/perf_maps.h"
#include "input/perf_recording.h"
#include "input/reading.h"

/* Before the recording is read: whether it is to keep copies. */
void perf_unwinding_begin(const struct reading *reading,
			  struct perf_recording *recording);

/*
 * Give each sample with a copy of its user stack a chain with the callers that are found in
 * it, by the maps that its process had then, on as many threads as the reading may have.
 * `maps` is only asked for the build ids that the recording tells. What ends early is
 * counted. Nothing happens in recordings without copies. Reads no file when the reading may
 * look for no symbols.
 */
bool perf_unwinding_join(struct reading *reading, struct perf_recording *recording,
			 const struct perf_maps *maps, struct error *err);

#endif
