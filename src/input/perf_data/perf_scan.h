/* perf_scan.h - a part of a recording gone through for the times of what is in it. */

#ifndef INPUT_PERF_SCAN_H
#define INPUT_PERF_SCAN_H

#include "input/perf_data/perf_events.h"
#include "input/perf_data/perf_stream.h"
#include "input/reading.h"

#define PERF_SCAN_STEP 16384 /* records from one mark to the next */

/* From this place in the file on nothing that matters is earlier than `floor`. */
struct perf_mark {
	uint64_t offset, floor;
};

/* When samples were and how much they stand for, in the order of the file. */
struct perf_rows {
	uint64_t *time, *weight; /* owned */
	uint32_t
	    *kind; /* owned: twice the number of the event; one more: an idle task's */
	size_t count, room; /* of each */
};

/* What a part knows of an event. */
struct perf_scanned {
	struct perf_layout layout;
	bool fixed; /* its samples have that layout */
	bool used;  /* it has samples */
};

/* Zero it and fill in what is borrowed to begin. */
struct perf_scan {
	const struct perf_events *events; /* borrowed */
	const struct progress *progress;  /* borrowed */
	uint64_t from, until;		  /* of the file: records begin, and end, here */
	bool draw;			  /* rows are wanted; false: no room for them */

	struct perf_rows rows;
	struct perf_mark *marks; /* owned */
	size_t mark_count, mark_room;
	struct perf_scanned *of; /* owned: each event */
	bool unfit;		 /* records are packed, or change what others mean */
	bool landed;		 /* a record ends where the part does */
	struct error err;
};

void perf_scan_release(struct perf_scan *s);

/* Does more depend on this record than a time? Whoever reads in steps must not meet one. */
bool perf_scan_is_unfit(const struct perf_record *r);

/*
 * Go through the part, which `source` (borrowed) begins at `from` and has until its end or
 * that of the file. `s->err` says if it failed: no memory, cannot be read, cancelled.
 */
void perf_scan_run(struct perf_scan *s, struct source *source);

/*
 * More depends on this record than a time: events or modules change, or it belongs to samples
 * before it. None of those is in a recording that is read in steps.
 */
bool perf_scan_is_unfit(const struct perf_record *r);

/*
 * Where a record seems to begin, at or behind `guess`, of which the bytes are in `t`: as far
 * as one can see many follow each other from there. UINT64_MAX: none is seen. Only who comes
 * from before knows for certain: see `landed`.
 */
uint64_t perf_scan_find(struct text t, uint64_t guess);

#endif
