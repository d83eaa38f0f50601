/* top_table.h - functions, threads, modules and so on by cost, as text, CSV or JSON. */

#ifndef EXPORT_TOP_TABLE_H
#define EXPORT_TOP_TABLE_H

#include "analysis/key_totals.h"
#include "analysis/top.h"
#include "export/table/value_columns.h"

/*
 * Returns ERROR_LIMIT if the table would be surprisingly long: many rows can share a very long
 * name.
 */
bool top_table_size_is_allowed(const struct top *t, const struct profile *p,
			       const struct top_choice *choice, struct error *err);

/*
 * Columns: self, its share, total, its share, function, module. Shares are in percent of the range,
 * or of `percent_of`, which JSON and a line of the text then name. In a comparison, text has the
 * share of the baseline and the change in points (percent of the larger side, see change_points())
 * before the function; CSV and JSON have all values of the baseline, and the difference of the
 * totals. For time of threads there are also the number of waits, the longest in ns, and a
 * histogram of their lengths with a bucket for each doubling: bars in text, "1024:3 2048:10" in
 * CSV, [[1024, 3], [2048, 10]] in JSON (the lower bound in ns, and the count). Text ends with the
 * number of rows left out by the limit, and the value that matches a search. Returns false and sets
 * an error when writing fails.
 */
bool top_table_write(const struct top *t, const struct profile *p,
		     const struct top_choice *choice, enum table_format format, FILE *out,
		     struct error *err);

/*
 * The choices and limits are those of top_table_write(). All tables have the columns total, its
 * share, and the name. Tables of modules, kinds and modes begin with self and its share. Processes
 * and threads also have a pid; threads have a tid and the name of their process; processes have
 * their number of threads. Profiles of several hosts have the host, too.
 */
bool key_totals_table_size_is_allowed(const struct key_totals *t, const struct profile *p,
				      const struct top_choice *choice, struct error *err);
bool key_totals_table_write(const struct key_totals *t, const struct top_choice *choice,
			    enum table_format format, FILE *out, struct error *err);

#endif
