/* portions_table.h - the shares of threads, modules and so on in a range, as text, CSV or JSON. */

#ifndef EXPORT_PORTIONS_TABLE_H
#define EXPORT_PORTIONS_TABLE_H

#include "analysis/portions.h"
#include "export/table/value_columns.h"

/*
 * Choices and limits are those of top_table.h. Columns: total and its share, and before them
 * self for modules and kinds; then the pid of processes and threads, the tid of threads, the
 * name, and the process of a thread.
 */
bool portions_table_is_expected(const struct portions *t, const struct profile *p,
				const struct top_choice *choice, struct error *err);
bool portions_table_write(const struct portions *t, const struct top_choice *choice,
			  enum table_format format, FILE *out, struct error *err);

#endif
