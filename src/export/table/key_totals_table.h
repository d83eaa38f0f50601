/* key_totals_table.h - the shares of threads, modules etc. in a range, as text, CSV or JSON. */

#ifndef EXPORT_KEY_TOTALS_TABLE_H
#define EXPORT_KEY_TOTALS_TABLE_H

#include "analysis/key_totals.h"
#include "export/table/value_columns.h"

/*
 * The choices and limits are the same as in top_table.h. All tables have the columns total, its
 * share, and the name. Tables of modules, kinds and modes begin with self and its share. Processes
 * and threads also have a pid; threads have a tid and the name of their process; processes have
 * their number of threads. Profiles of several hosts have the host, too.
 */
bool key_totals_table_size_is_allowed(const struct key_totals *t, const struct profile *p,
				      const struct top_choice *choice, struct error *err);
bool key_totals_table_write(const struct key_totals *t, const struct top_choice *choice,
			    enum table_format format, FILE *out, struct error *err);

#endif
