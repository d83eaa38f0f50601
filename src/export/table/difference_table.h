/* difference_table.h - what differs between two sides, as text, CSV or JSON. */

#ifndef EXPORT_DIFFERENCE_TABLE_H
#define EXPORT_DIFFERENCE_TABLE_H

#include <stdio.h>

#include "analysis/compare/difference_rows.h"
#include "export/table/table.h"

/* Which part of it is written, and how. */
struct difference_choice {
	bool limited;	  /* else all rows are written */
	uint64_t limit;	  /* rows at most */
	bool several;	  /* rows are of several kinds of names: text says of which */
	struct text unit; /* of the values: see flame_unit(); empty: numbers */
	struct text subject,
	    baseline; /* of two files: what they are called; else empty */
};

/*
 * Rows in order of q. Shares are of their own side; a change a second is in the unit of the values,
 * and missing when sides are compared by share. Text has both sides and a verdict above the rows.
 * JSON is {"subject": {"recordings", "samples", "seconds"}, "baseline": {...}, the members of
 * difference_summary_json(), "rows": [those of difference_row_json() ...]}. False and an error when
 * not all could be written.
 */
bool difference_table_write(const struct difference_rows *d, const struct comparison *c,
			    const struct difference_choice *choice,
			    enum table_format format, FILE *out, struct error *err);

/*
 * "normalised": "time", "share" or "none"; "steady": "shares" or "rates", what verdicts take to have stayed the same;
 * "left_out" (0 ... 1); "certain", "likely": how many rows are.
 */
void difference_summary_json(struct emit *e, const struct difference_rows *d,
			     const struct comparison *c);

/*
 * {"name", "by", "share", "baseline_share" (0 ... 1), "points", "points_low", "points_high" (percentage points, and their 95 %
 * interval), "change_per_s", "change_per_s_low", "change_per_s_high" (null by share), "verdict":
 * "certain", "likely" or "may be chance", "q"}; without times what rests on blocks of time is null.
 */
void difference_row_json(struct emit *e, const struct difference_rows *d,
			 const struct comparison *c, const struct difference_row *r);

#endif
