/* portions_table.h - who has how much of a range, as text, CSV or JSON. */

#ifndef EXPORT_PORTIONS_TABLE_H
#define EXPORT_PORTIONS_TABLE_H

#include "analysis/portions.h"
#include "export/table/value_columns.h"

/*
 * As top_table.h, which says what there is to choose, and when a table is longer than anybody
 * expects: columns are total and its share, of modules and kinds self before them; of threads and
 * processes the pid, of threads the tid, then the name, and the process of a thread.
 */
bool portions_table_is_expected(const struct portions *t, const struct profile *p,
				const struct top_choice *choice, struct error *err);
bool portions_table_write(const struct portions *t, const struct top_choice *choice,
			  enum table_format format, FILE *out, struct error *err);

#endif
