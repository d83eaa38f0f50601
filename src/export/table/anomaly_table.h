/* anomaly_table.h - anomalies as text, CSV or JSON. */

#ifndef EXPORT_ANOMALY_TABLE_H
#define EXPORT_ANOMALY_TABLE_H

#include "analysis/find/anomalies.h"
#include "analysis/waiting/joint_wait.h"
#include "export/table/table.h"

/*
 * A row for each anomaly, in descending order of scores. Text has the range in seconds, in the form
 * that --range accepts, and a sentence about the anomaly; below, the number of anomalies left out
 * or, if there are none, the number of names searched. JSON is {"found": [{"kind", "from_s",
 * "to_s", "expected", "samples", "of", "process", "pid", "score", "explained_by", "times",
 * "at_start"} ...], "left_out", "looked_at": {"processes", "threads", "functions"}}. "of" is the
 * number of samples of the process, for a thread or a mix. "process" is missing if the anomaly
 * concerns all processes. "explained_by" is null in JSON and empty in CSV if nothing explains the
 * anomaly. An anomaly that recurs every second also has "first_from_s" and "first_to_s", its first
 * time. All writers return false and set an error when writing fails.
 */
bool anomaly_table_write(const struct anomalies *o, const struct profile *p,
			 enum table_format format, FILE *out, struct error *err);

/* Write the members of one anomaly. */
void anomaly_table_json_moment(struct json_writer *e, const struct anomaly *m,
			       const struct profile *p);

/*
 * The same for waits: the one time in which most threads of a process waited, if there is one. "of"
 * is the number of threads of the process that wait repeatedly.
 */
bool anomaly_table_joint_wait_write(const struct joint_wait *c, const struct profile *p,
				    enum table_format format, FILE *out,
				    struct error *err);

#endif
