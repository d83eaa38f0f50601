/* perf_unwinding.h - the user stacks of a recording out of the copies that it has of them. */

#ifndef INPUT_PERF_UNWINDING_H
#define INPUT_PERF_UNWINDING_H

#include "input/perf_data/perf_maps.h"
#include "input/perf_data/perf_recording.h"
#include "input/perf_data/perf_relay.h"
#include "input/reading.h"

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
 * stacks are there. Once only. False: the relay has failed, or an error.
 */
bool perf_unwinding_pass(struct perf_unwinding *u, const struct perf_batch *all,
			 struct perf_relay *relay, struct error *err);

/* Count the stacks that ended early. */
void perf_unwinding_count(const struct perf_unwinding *u, struct losses *losses);

/* At the end: count what was not to be unwound. */
void perf_unwinding_tell(const struct perf_recording *recording, struct losses *losses);

#endif
