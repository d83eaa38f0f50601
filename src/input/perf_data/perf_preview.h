/* perf_preview.h - the first picture of a recording: all samples at their times, no stacks. */

#ifndef INPUT_PERF_PREVIEW_H
#define INPUT_PERF_PREVIEW_H

#include "input/perf_data/perf_scan.h"
#include "input/reading.h"

#define PERF_PREVIEW_PARTS 4

/*
 * Show the reading's audience, which must be there, what the parts of a recording have, which
 * follow each other. The idle tasks' samples are taken for idle, which nearly all are: only
 * their stacks tell. Recordings that are read at once are not shown, and none is when there
 * is no memory.
 */
void perf_preview_show(const struct reading *reading, const struct perf_scan *parts,
		       unsigned count, const struct perf_events *events);

#endif
