/* chart_json.h - the chart of a thread, or of several, in JSON, for scripts. */

#ifndef EXPORT_CHART_JSON_H
#define EXPORT_CHART_JSON_H

#include <stdio.h>

#include "analysis/chart/chart.h"

/* All borrowed. */
struct charted {
	const struct thread_samples *samples;
	const struct chart *chart;
};

/* As heatmap_json_is_expected(); `--large` of chart is not to ask. */
bool chart_json_is_expected(const struct charted *threads, uint32_t count,
			    struct error *err);

/*
 * {"thread", "pid", "tid", "samples", "covered_s", "usual_s", "boxes"}: boxes has {"name", "depth",
 * "from_s", "to_s", "samples"} each, in the order in which they begin, callers first. Seconds are
 * those of --range; pid and tid are null where they are not known. Of several threads an array of such
 * objects. Of spans without "usual_s"; and with "cut_spans", where there are any.
 */
bool chart_json_write(const struct charted *threads, uint32_t count, FILE *out,
		      struct error *err);

#endif
