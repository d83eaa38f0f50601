/* odd_table.h - odd moments as text, CSV or JSON. */

#ifndef EXPORT_ODD_TABLE_H
#define EXPORT_ODD_TABLE_H

#include <stdio.h>

#include "analysis/find/odd_moments.h"

/*
 * A row a moment, the highest score first. Text has the range in seconds, as --range takes it, and what
 * happened; it says what was looked at when there is none, and how many were left out. JSON is {"found":
 * [{"kind", "from_s", "to_s", "expected", "samples", "of", "process", "score", "explained_by", "times"} ...],
 * "left_out", "looked_at": {"processes", "threads", "functions"}}; "of" are the samples of the process of a
 * thread or a mix; "process" is there where it was odd in one. What nothing explains is null there and empty
 * in CSV. Of what comes each second there are also "first_from_s" and "first_to_s": one of the times. All
 * return false and an error when something could not be written.
 */
bool odd_table_text(const struct odd_moments *o, const struct profile *p, FILE *out,
		    struct error *err);
bool odd_table_csv(const struct odd_moments *o, const struct profile *p, FILE *out,
		   struct error *err);
bool odd_table_json(const struct odd_moments *o, const struct profile *p, FILE *out,
		    struct error *err);

#endif
