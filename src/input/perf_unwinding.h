/* perf_unwinding.h - the user stacks of a recording out of the copies that it has of them. */

#ifndef INPUT_PERF_UNWINDING_H
#define INPUT_PERF_UNWINDING_H

#include "input/perf_maps.h"
#include "input/perf_recording.h"
#include "input/reading.h"

/* Before the recording is read: whether it is to keep copies, and where they are. */
void perf_unwinding_begin(const struct reading *reading,
			  struct perf_recording *recording);

/* When its events are known: will stacks be unwound? Then all samples are needed at once. */
bool perf_unwinding_is_due(const struct perf_recording *recording);

/*
 * Give each sample with a copy of its user stack a chain with the callers that are found in
 * it, by the maps that its process had then, on as many threads as the reading may have.
 * `all` is all that was recorded; `maps` is only asked for the build ids that the recording
 * tells. What ends early is counted. Nothing happens in recordings without copies.
 */
bool perf_unwinding_join(struct reading *reading, struct perf_recording *recording,
			 struct perf_batch *all, const struct perf_maps *maps,
			 struct error *err);

/* At the end: count what was not to be unwound. */
void perf_unwinding_tell(const struct perf_recording *recording, struct losses *losses);

#endif
