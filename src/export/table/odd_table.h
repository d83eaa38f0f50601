/* odd_table.h - odd moments as text, CSV or JSON. */

#ifndef EXPORT_ODD_TABLE_H
#define EXPORT_ODD_TABLE_H

#include <stdio.h>

#include "analysis/find/odd_moments.h"
#include "analysis/waiting/crowd.h"

/*
 * A row a moment, the highest score first. Text has the range in seconds, as --range takes it, and what
 * happened; it says what was looked at when there is none, and how many were left out. JSON is {"found":
 * [{"kind", "from_s", "to_s", "expected", "samples", "of", "process", "score", "explained_by", "times",
 * "at_start", "pid"} ...], "left_out", "looked_at": {"processes", "threads", "functions"}};
 * "of" are the samples of the process of a thread or a mix; "process" is there where it was odd in one. What nothing explains is null there and empty
 * in CSV. Of what comes each second there are also "first_from_s" and "first_to_s": one of the times. All
 * return false and an error when something could not be written.
 */
bool odd_table_text(const struct odd_moments *o, const struct profile *p, FILE *out,
		    struct error *err);
bool odd_table_csv(const struct odd_moments *o, const struct profile *p, FILE *out,
		   struct error *err);
struct emit;
void odd_table_json_moment(struct emit *e, const struct odd_moment *m,
			   const struct profile *p); /* the members of one */
bool odd_table_json(const struct odd_moments *o, const struct profile *p, FILE *out,
		    struct error *err);

/*
 * The same of waits: the one time in which most threads of a process waited, if there is one. Text as
 * above, CSV with kind,from_s,to_s,threads,of,process, and JSON {"found": [{"kind": "waiting",
 * "from_s", "to_s", "threads", "of", "process"}], "left_out": 0}; "of" are the threads of the process
 * that wait again and again.
 */
bool odd_table_crowd_text(const struct crowd *c, const struct profile *p, FILE *out,
			  struct error *err);
bool odd_table_crowd_csv(const struct crowd *c, const struct profile *p, FILE *out,
			 struct error *err);
bool odd_table_crowd_json(const struct crowd *c, const struct profile *p, FILE *out,
			  struct error *err);

#endif
