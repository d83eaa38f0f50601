/* top_table.h - tables of functions, threads or modules by cost, as text, CSV or JSON. */

#ifndef EXPORT_TOP_TABLE_H
#define EXPORT_TOP_TABLE_H

#include "analysis/key_totals.h"
#include "analysis/top.h"
#include "export/document.h"
#include "export/table/value_columns.h"

/* False and ERROR_LIMIT if the table would be too long: many rows may share a very long name. */
bool top_table_size_is_allowed(const struct top *t, const struct profile *p,
			       const struct top_choice *choice, struct error *err);

/*
 * `choice->document` begins the JSON. In a comparison, text has the baseline's share and the change
 * in points (see change_points()); CSV and JSON have the values of the baseline and the difference.
 * With `lengths`, there is a histogram of the lengths of waits with a bucket per power of two of
 * nanoseconds. Text ends with the number of rows left out by the limit, and the value that matches
 * a search. Returns false and sets an error if writing fails.
 */
bool top_table_write(const struct top *t, const struct profile *p,
		     const struct top_choice *choice, enum table_format format, FILE *out,
		     struct error *err);

extern const struct document_kind top_document; /* for schemas */

/*
 * Tables of threads, modules and other keys. All have columns for the total, its share, and the
 * name. Tables of modules, kinds and modes begin with self and its share. Processes and threads
 * also have a pid; threads have a tid and the name of the process; processes have the number of
 * threads. With several hosts, processes and threads also have a host.
 */
bool key_totals_table_size_is_allowed(const struct key_totals *t, const struct profile *p,
				      const struct top_choice *choice, struct error *err);
bool key_totals_table_write(const struct key_totals *t, const struct top_choice *choice,
			    enum table_format format, FILE *out, struct error *err);

#endif
