/* difference_table.h - what differs between two sides, as text, CSV or JSON. */

#ifndef EXPORT_DIFFERENCE_TABLE_H
#define EXPORT_DIFFERENCE_TABLE_H

#include <stdio.h>

#include "analysis/compare/difference_rows.h"

/* What is written of it. */
struct difference_choice {
	bool limited;	  /* else all rows are written */
	uint64_t limit;	  /* rows at most */
	bool several;	  /* rows are of several kinds of names: text says of which */
	struct text unit; /* of the values: see flame_unit(); empty: numbers */
	struct text subject,
	    baseline; /* of two files: what they are called; else empty */
};

/*
 * In order of score. Shares are of their own side; a change a second is in what the values count,
 * and not told by share. Text has both sides and a verdict above the rows. All return false and an
 * error when something could not be written.
 */
bool difference_table_text(const struct difference_rows *d, const struct comparison *c,
			   const struct difference_choice *choice, FILE *out,
			   struct error *err);
bool difference_table_csv(const struct difference_rows *d, const struct comparison *c,
			  const struct difference_choice *choice, FILE *out,
			  struct error *err);

/*
 * {"subject": {"samples", "seconds"}, "baseline": {...}, "normalised": "time", "share" or "none",
 * "left_out" (0 ... 1), "stands_out", "rows": [{"name", "by", "share", "baseline_share" (0 ... 1), "change_per_s", null
 * by share, "score", "q"} ...]}
 */
bool difference_table_json(const struct difference_rows *d, const struct comparison *c,
			   const struct difference_choice *choice, FILE *out,
			   struct error *err);

#endif
