/* chart_json.h - the chart of one or more threads as JSON, for scripts. */

#ifndef EXPORT_CHART_JSON_H
#define EXPORT_CHART_JSON_H

#include <stdio.h>

#include "analysis/chart/chart.h"

/* All borrowed. */
struct charted {
	const struct thread_samples *samples;
	const struct chart *chart;
};

/* Like heatmap_json_size_is_allowed(); chart --large skips this check. */
bool chart_json_size_is_allowed(const struct charted *threads, uint32_t count,
				struct error *err);

/*
 * An object for one thread, an array of such objects for several: {"thread", "pid", "tid",
 * "samples", "covered_s", "usual_s", "boxes"}. "boxes" lists {"name", "depth", "from_s", "to_s",
 * "samples"} in order of their start, callers first. Seconds count as in --range. "pid" and
 * "tid" are null when unknown. A chart of spans has no "usual_s", and has "cut_spans" when spans
 * were cut. Returns false and sets an error when writing fails.
 */
bool chart_json_write(const struct charted *threads, uint32_t count, FILE *out,
		      struct error *err);

#endif
