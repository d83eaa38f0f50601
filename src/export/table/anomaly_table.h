/* anomaly_table.h - anomalies as text, CSV or JSON. */

#ifndef EXPORT_ANOMALY_TABLE_H
#define EXPORT_ANOMALY_TABLE_H

#include "analysis/find/anomalies.h"
#include "analysis/waiting/joint_wait.h"
#include "export/table/table.h"

/*
 * Write a row for each anomaly, in descending order of score. In text, a row is a range, as for
 * --range, and a sentence; a last line has the number of anomalies left out, if any. JSON is
 * {"found": [{"kind", "from_s", "to_s", "expected", "samples", "of", "process", "pid", "score",
 * "explained_by", "times", "at_start"} ...], "left_out", "looked_at": {"processes", "threads",
 * "functions"}}. "of", the number of samples of the process, exists only for ANOMALY_THREAD and
 * ANOMALY_MIX. "process" and "pid" are missing if the anomaly concerns all processes.
 * "explained_by" is null if the anomaly has no explanation. ANOMALY_RECURRING also has
 * "first_from_s" and "first_to_s", the range of one occurrence (anomaly.one). In CSV, missing and
 * null values are empty. Returns false and sets an error if writing fails.
 */
bool anomaly_table_write(const struct anomalies *o, const struct profile *p,
			 enum table_format format, FILE *out, struct error *err);

/* Write the JSON members of one anomaly. */
void anomaly_table_json_moment(struct json_writer *e, const struct anomaly *m,
			       const struct profile *p);

/*
 * Write at most one row: the range in which most threads of a process waited. "threads" is their
 * number; "of" is the number of threads of the process that are not on standby.
 */
bool anomaly_table_joint_wait_write(const struct joint_wait *c, const struct profile *p,
				    enum table_format format, FILE *out,
				    struct error *err);

#endif
