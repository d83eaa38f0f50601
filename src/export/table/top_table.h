/* top_table.h - functions by cost, as text, CSV or JSON. */

#ifndef EXPORT_TOP_TABLE_H
#define EXPORT_TOP_TABLE_H

#include "analysis/top.h"
#include "export/table/value_columns.h"

/* Is it of a length that anybody expects? False and an error: many rows share a very long name. */
bool top_table_is_expected(const struct top *t, const struct profile *p,
			   const struct top_choice *choice, struct error *err);

/*
 * Columns: self, its share, total, its share, function, module. Shares are per cent of
 * the range, or else of `percent_of`, as JSON and a line of the text say then. Compared, the share of the
 * baseline's total and the change in points (of percent of the
 * larger side, see change_hue.h) stand before the function; CSV and JSON have all of the baseline's
 * values, and the delta of the totals.
 * Text is aligned, has the unit in its heading, and ends with lines that count the
 * rows left out by the limit and say what was found. All return false and an error when something could not be written.
 */
bool top_table_text(const struct top *t, const struct profile *p,
		    const struct top_choice *choice, FILE *out, struct error *err);
bool top_table_csv(const struct top *t, const struct profile *p,
		   const struct top_choice *choice, FILE *out, struct error *err);
bool top_table_json(const struct top *t, const struct profile *p,
		    const struct top_choice *choice, FILE *out, struct error *err);

#endif
