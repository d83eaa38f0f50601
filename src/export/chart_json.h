/* chart_json.h - the chart of one or more threads as JSON, for scripts. */

#ifndef EXPORT_CHART_JSON_H
#define EXPORT_CHART_JSON_H

#include <stdio.h>

#include "analysis/chart/chart.h"
#include "export/document.h"

/* A thread to write; the pointers are borrowed. */
struct charted {
	const struct thread_samples *samples;
	const struct chart *chart;
};

/* Like export_size_is_allowed(); chart --large skips this check. */
bool chart_json_size_is_allowed(const struct charted *threads, uint32_t count,
				struct error *err);

/*
 * Write a row for each thread, with its boxes in order of their start, callers first. Returns false
 * and sets an error if writing fails.
 */
bool chart_json_write(const struct charted *threads, uint32_t count,
		      const struct document *d, FILE *out, struct error *err);

extern const struct document_kind chart_document; /* for schemas */

#endif
