/* perf_change.h - what a record that was kept for later changes in the maps. */

#ifndef INPUT_PERF_CHANGE_H
#define INPUT_PERF_CHANGE_H

#include "base/bytes.h"
#include "input/perf_data/perf_batch.h"
#include "input/perf_data/perf_maps.h"

/* The ids in a FORK. */
struct perf_fork {
	int32_t pid, ppid, tid, ptid;
};

/* False when it is shorter than it should be. */
bool perf_change_fork(struct bytes body, struct perf_fork *fork);

/*
 * Take a change of maps: MMAP, MMAP2, FORK, KSYMBOL; others change none. `*whole` becomes
 * false when the record is too short for what it says, and then nothing is changed.
 */
bool perf_change_maps(const struct perf_change *c, struct bytes body,
		      struct perf_maps *maps, bool *whole, struct error *err);

#endif
