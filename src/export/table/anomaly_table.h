/* anomaly_table.h - odd moments as text, CSV or JSON. */

#ifndef EXPORT_ANOMALY_TABLE_H
#define EXPORT_ANOMALY_TABLE_H

#include "analysis/find/anomalies.h"
#include "analysis/waiting/joint_wait.h"
#include "export/table/table.h"

/*
 * A row for each moment, the highest score first. Text has the range in seconds, as --range
 * takes it, and a sentence about the moment; below, the number of moments left out or, when
 * there are none, the names searched. JSON is {"found": [{"kind", "from_s", "to_s", "expected",
 * "samples", "of", "process", "pid", "score", "explained_by", "times", "at_start"} ...],
 * "left_out", "looked_at": {"processes", "threads", "functions"}}. "of" is the number of samples
 * of the process, for a thread or a mix. "process" is missing when the moment concerns all
 * processes. "explained_by" is null in JSON and empty in CSV when nothing explains the moment. A
 * moment that recurs each second also has "first_from_s" and "first_to_s", its first time. All
 * writers return false and set an error when writing fails.
 */
bool anomaly_table_write(const struct anomalies *o, const struct profile *p,
			 enum table_format format, FILE *out, struct error *err);

/* Write the members of one moment. */
void anomaly_table_json_moment(struct json_writer *e, const struct anomaly *m,
			       const struct profile *p);

/*
 * The same for waits: the one time in which most threads of a process waited, if there is one.
 * "of" is the number of threads of the process that wait repeatedly.
 */
bool anomaly_table_joint_wait_write(const struct joint_wait *c, const struct profile *p,
				    enum table_format format, FILE *out,
				    struct error *err);

#endif
