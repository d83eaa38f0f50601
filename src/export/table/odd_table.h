/* odd_table.h - odd moments as text, CSV or JSON. */

#ifndef EXPORT_ODD_TABLE_H
#define EXPORT_ODD_TABLE_H

#include "analysis/find/odd_moments.h"
#include "analysis/waiting/crowd.h"
#include "export/table/table.h"

/*
 * A row for each moment, the highest score first. Text has the range in seconds, as --range takes it,
 * and says in words what happened there; below, how many moments were left out, or, if there are none,
 * where they were looked for. JSON is {"found": [{"kind", "from_s", "to_s", "expected", "samples",
 * "of", "process", "pid", "score", "explained_by", "times", "at_start"} ...], "left_out",
 * "looked_at": {"processes", "threads", "functions"}}: "of" are the samples of the process of a thread
 * or a mix; "process" is missing where the moment is of all processes. A moment that nothing explains
 * has null there, and nothing in CSV. One that comes each second has also "first_from_s" and
 * "first_to_s": one of the times. Both return false and an error when not all could be written.
 */
bool odd_table_write(const struct odd_moments *o, const struct profile *p,
		     enum table_format format, FILE *out, struct error *err);

/* The members of one moment. */
void odd_table_json_moment(struct emit *e, const struct odd_moment *m,
			   const struct profile *p);

/*
 * The same of waits: the one time in which most threads of a process waited, if there is one. "of"
 * are the threads of the process that wait again and again.
 */
bool odd_table_crowd_write(const struct crowd *c, const struct profile *p,
			   enum table_format format, FILE *out, struct error *err);

#endif
