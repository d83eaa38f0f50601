/* difference_table.h - the differences between two sides, as text, CSV or JSON. */

#ifndef EXPORT_DIFFERENCE_TABLE_H
#define EXPORT_DIFFERENCE_TABLE_H

#include <stdio.h>

#include "analysis/compare/difference_rows.h"
#include "export/table/table.h"

/* The rows to write, and how. */
struct difference_choice {
	bool limited;	  /* false: write all rows */
	uint64_t limit;	  /* maximal number of rows */
	bool several;	  /* rows have names of several kinds: text names the kind */
	struct text unit; /* of the values: see flame_unit(); empty: plain numbers */
	struct text subject, baseline; /* for two files: their names; else empty */
};

/*
 * Rows are in order of q. A share refers to its own side. A change per second has the unit of the
 * values, and is missing if sides are compared by share. Text has both sides and a verdict above
 * the rows. JSON is {"subject": {"recordings", "samples", "seconds"}, "baseline": {...}, the
 * members of difference_summary_json(), "rows": [those of difference_row_json() ...]}. Returns
 * false and sets an error when writing fails.
 */
bool difference_table_write(const struct difference_rows *d, const struct comparison *c,
			    const struct difference_choice *choice,
			    enum table_format format, FILE *out, struct error *err);

/*
 * "normalised": "time", "share" or "none"; "steady": "shares" or "rates", the quantity that
 * verdicts assume to be unchanged; "common_factor": see row_statistics_common(); "left_out" (0 ...
 * 1); "certain", "likely": numbers of rows.
 */
void difference_summary_json(struct json_writer *e, const struct difference_rows *d,
			     const struct comparison *c);

/*
 * {"name", "by", "share", "baseline_share" (0 ... 1), "points", "points_low", "points_high"
 * (percentage points and their 95 % interval), "change_per_s", "change_per_s_low",
 * "change_per_s_high" (null by share), "verdict": "certain", "likely" or "may be chance", "q"}.
 * Without times, values that need blocks of time are null.
 */
void difference_row_json(struct json_writer *e, const struct difference_rows *d,
			 const struct comparison *c, const struct difference_row *r);

#endif
