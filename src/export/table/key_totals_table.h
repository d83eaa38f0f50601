/* key_totals_table.h - the shares of threads, modules and so on in a range, as text, CSV or JSON. */

#ifndef EXPORT_KEY_TOTALS_TABLE_H
#define EXPORT_KEY_TOTALS_TABLE_H

#include "analysis/key_totals.h"
#include "export/table/value_columns.h"

/*
 * Choices and limits are those of top_table.h. Columns: total and its share, and before them
 * self for modules and kinds; then the pid of processes and threads, the tid of threads, the
 * name, and the process of a thread.
 */
bool key_totals_table_size_is_allowed(const struct key_totals *t, const struct profile *p,
				      const struct top_choice *choice, struct error *err);
bool key_totals_table_write(const struct key_totals *t, const struct top_choice *choice,
			    enum table_format format, FILE *out, struct error *err);

#endif
