/* chart_json.h - the chart of one or more threads as JSON, for scripts. */

#ifndef EXPORT_CHART_JSON_H
#define EXPORT_CHART_JSON_H

#include <stdio.h>

#include "analysis/chart/chart.h"

/* A thread to write; the pointers are borrowed. */
struct charted {
	const struct thread_samples *samples;
	const struct chart *chart;
};

/* Like export_size_is_allowed(); chart --large skips this check. */
bool chart_json_size_is_allowed(const struct charted *threads, uint32_t count,
				struct error *err);

/*
 * Write an object for one thread, or an array of objects for several: {"thread", "pid", "tid",
 * "samples", "covered_s", "usual_s", "boxes"}, and "host" if there are several hosts. "boxes" lists
 * {"name", "depth", "from_s", "to_s", "samples"} in order of their start, callers first; boxes of
 * thread states also have "state". Times are in seconds, as in --range. An unknown "pid" or "tid"
 * is null. A chart of spans has no "usual_s", but "cut_spans" if spans were cut. Returns false and
 * sets an error if writing fails.
 */
bool chart_json_write(const struct charted *threads, uint32_t count, FILE *out,
		      struct error *err);

#endif
