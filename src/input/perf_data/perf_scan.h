/* perf_scan.h - a first pass over a recording, on all CPUs, that reads only times. */

#ifndef INPUT_PERF_SCAN_H
#define INPUT_PERF_SCAN_H

#include "input/perf_data/perf_events.h"
#include "input/perf_data/perf_features.h"
#include "input/perf_data/perf_stream.h"
#include "input/reading.h"

#define PERF_SCAN_STEP 16384 /* records from one mark to the next */

/*
 * Does this record have other effects than its time: does it change events or modules, or belong to
 * earlier samples? A recording with such records cannot be read in steps.
 */
bool perf_scan_is_unfit(const struct perf_record *r);

/*
 * Reading stacks takes ten times as long as reading times. With the times, the whole heat map can
 * be shown early, and the second pass knows up to which time no earlier sample follows, so that it
 * need not hold all samples. Zero it to begin.
 */
struct perf_scan {
	struct perf_mark *marks; /* owned: by rising offset and time */
	size_t count, room;
	bool kernel; /* some sample was taken in the kernel */
};

void perf_scan_release(struct perf_scan *s);

/*
 * Read the records of the file with several threads, without changing the position of the reading's
 * source. Sets `used` of events, and shows a preview to the audience. `*steps` becomes false when
 * the recording cannot be read in steps: it cannot be read twice, its records have no times or are
 * packed, or perf_scan_is_unfit(). False and an error when memory runs out, the file cannot be read
 * or reading was cancelled.
 */
bool perf_scan_run(struct perf_scan *s, const struct reading *reading,
		   const struct perf_file *file, struct perf_events *events, bool *steps,
		   struct error *err);

/* The earliest time of any record at or after this offset of the file. */
uint64_t perf_scan_floor(const struct perf_scan *s, uint64_t offset);

#endif
