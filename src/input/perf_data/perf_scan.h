/* perf_scan.h - a first pass over a recording, by several threads, that reads times, not stacks. */

#ifndef INPUT_PERF_SCAN_H
#define INPUT_PERF_SCAN_H

#include "input/perf_data/perf_events.h"
#include "input/perf_data/perf_features.h"
#include "input/perf_data/perf_stream.h"
#include "input/reading.h"

#define PERF_SCAN_STEP 16384 /* records from one mark to the next */

/*
 * Does this record change events or modules, belong to earlier samples, or precede other data? A
 * recording with such records cannot be read in steps.
 */
bool perf_scan_is_unfit(const struct perf_record *r);

/*
 * Reading stacks takes ten times as long as reading times. With the times, a preview of the whole
 * heat map can be shown early, and the second pass need not hold all samples in memory: it knows
 * the earliest time that can still follow. Zero the struct to begin.
 */
struct perf_scan {
	struct perf_mark *marks; /* owned: offsets and times both rise */
	size_t count, room;
	bool kernel; /* some sample was taken in the kernel */
};

void perf_scan_release(struct perf_scan *s);

/*
 * Read the records of the file without moving the position of the reading's source. `*steps`
 * becomes false if the recording cannot be read in steps: it cannot be read twice, is compressed,
 * or has untimed or unfit records. Otherwise sets `used` in events with samples, and shows the
 * audience a preview. False and an error if memory runs out, the file cannot be read or reading was
 * cancelled.
 */
bool perf_scan_run(struct perf_scan *s, const struct reading *reading,
		   const struct perf_file *file, struct perf_events *events, bool *steps,
		   struct error *err);

/* A lower limit for the times of all records from this file offset on. */
uint64_t perf_scan_floor(const struct perf_scan *s, uint64_t offset);

#endif
