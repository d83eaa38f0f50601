/* difference_table.h - the differences between two sides, as text, CSV or JSON. */

#ifndef EXPORT_DIFFERENCE_TABLE_H
#define EXPORT_DIFFERENCE_TABLE_H

#include <stdio.h>

#include "analysis/compare/difference_rows.h"
#include "export/table/table.h"

/* The rows to write, and how. */
struct difference_choice {
	bool limited;	  /* false: write all rows */
	uint64_t limit;	  /* maximum number of rows */
	bool several;	  /* the rows are of several kinds: text has a column for them */
	struct text unit; /* of the values: see flame_unit(); empty: plain numbers */
	struct text subject, baseline; /* the names of two files; empty for one file */
};

/*
 * Write the rows in the order of `d`. Shares are relative to their own side. A change per second is
 * in the unit of the values; it is unknown without times, or if the sides are compared by share.
 * Text describes both sides and the comparison above the rows. JSON is {"subject": {"recordings",
 * "samples", "seconds"}, "baseline": {...}, the members of difference_summary_json(), "rows":
 * [objects of difference_row_json() ...]}; a side of several ranges also has "ranges". Returns
 * false and sets an error if writing fails.
 */
bool difference_table_write(const struct difference_rows *d, const struct comparison *c,
			    const struct difference_choice *choice,
			    enum table_format format, FILE *out, struct error *err);

/*
 * Write "normalised": "time", "share" or "none"; "steady": "shares" or "rates", which verdicts
 * assume to be unchanged, or null; "common_factor": see row_statistics_common(); "left_out": the
 * ignored part of the baseline, 0 ... 1; "certain", "likely": numbers of rows.
 */
void difference_summary_json(struct json_writer *e, const struct difference_rows *d,
			     const struct comparison *c);

/*
 * Write {"name", "by", "share", "baseline_share" (0 ... 1), "points", "points_low", "points_high"
 * (percentage points and their 95 % interval), "change_per_s", "change_per_s_low",
 * "change_per_s_high" (null without times or if compared by share), "verdict": "certain", "likely"
 * or "may be chance", "q"}. Intervals, "verdict" and "q" are null unless `d->is_judged`.
 */
void difference_row_json(struct json_writer *e, const struct difference_rows *d,
			 const struct comparison *c, const struct difference_row *r);

#endif
