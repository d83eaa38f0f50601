/* top_table.h - functions by cost, as text, CSV or JSON. */

#ifndef EXPORT_TOP_TABLE_H
#define EXPORT_TOP_TABLE_H

#include "analysis/top.h"
#include "export/table/value_columns.h"

/* Is it of a length that anybody expects? False and an error: many rows share a very long name. */
bool top_table_is_expected(const struct top *t, const struct profile *p,
			   const struct top_choice *choice, struct error *err);

/*
 * Columns: self, its share, total, its share, function, module. Shares are per cent of the range,
 * or else of `percent_of`, which JSON and a line of the text then name. Of two sides, text has the
 * share of the baseline's total and the change in points (of percent of the larger side, see
 * change_hue.h) before the function; CSV and JSON have all of the baseline's values, and the delta
 * of the totals. Of threads' time there are also the number of waits, the longest in ns, and how
 * many were how long: in text a bar for each doubling of the length, in CSV "1024:3 2048:10",
 * in JSON [[1024, 3], [2048, 10]]: the ns that each begins with, and how many. Text ends with lines
 * that count the rows left out by the limit and the value that a search found. False and an error
 * when not all could be written.
 */
bool top_table_write(const struct top *t, const struct profile *p,
		     const struct top_choice *choice, enum table_format format, FILE *out,
		     struct error *err);

#endif
