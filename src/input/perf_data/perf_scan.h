/* perf_scan.h - a first walk through a recording on all CPUs: when things were, no more. */

#ifndef INPUT_PERF_SCAN_H
#define INPUT_PERF_SCAN_H

#include "input/perf_data/perf_events.h"
#include "input/perf_data/perf_file.h"
#include "input/perf_data/perf_stream.h"
#include "input/reading.h"

#define PERF_SCAN_STEP 16384 /* records from one mark to the next */

/* When samples were and how much they stand for, in the order of the file. */
struct perf_points {
	uint64_t *time, *weight; /* owned */
	uint32_t
	    *kind; /* owned: twice the number of the event; one more: an idle task's */
	size_t count, room; /* of each */
};

/* Zero it and fill in what is borrowed to begin. */
struct perf_scan_part {
	const struct perf_events *events; /* borrowed */
	const struct progress *progress;  /* borrowed */
	uint64_t from, until;		  /* of the file: records begin, and end, here */
	bool draw;			  /* rows are wanted; false: no room for them */

	struct perf_points rows;
	struct perf_mark *marks; /* owned */
	size_t mark_count, mark_room;
	struct perf_scanned *of; /* owned: each event */
	bool kernel;		 /* there are samples in it */
	bool unfit;		 /* records are packed, or change what others mean */
	bool landed;		 /* a record ends where the part does */
	struct error err;
};

/*
 * More depends on this record than a time: events or modules change, or it belongs to samples
 * before it. None of those is in a recording that is read in steps.
 */
bool perf_scan_is_unfit(const struct perf_record *r);

/*
 * Reading stacks takes ten times as long as finding out which times there are. Whoever knows
 * the latter can show all of the heat map at once, and knows while reading which samples
 * nothing earlier follows, so that they need not all be kept. Zero it to begin.
 */
struct perf_scan {
	struct perf_mark *marks; /* owned: by rising offset and floor */
	size_t count, room;
	bool kernel; /* some sample was taken in the kernel */
};

void perf_scan_release(struct perf_scan *s);

/*
 * Walk through the records of the file with several threads; the reading's source is left
 * where it is. Events get to know whether they are used, and the audience sees a preview.
 * `*steps` is false when the recording cannot be read in steps: it cannot be read twice,
 * records have no times, are packed, or change what others mean. False and an error when
 * memory runs out, the file cannot be read or reading was cancelled.
 */
bool perf_scan_run(struct perf_scan *s, const struct reading *reading,
		   const struct perf_file *file, struct perf_events *events, bool *steps,
		   struct error *err);

/* Nothing that matters from this place in the file on is earlier. */
uint64_t perf_scan_floor(const struct perf_scan *s, uint64_t offset);

#endif
