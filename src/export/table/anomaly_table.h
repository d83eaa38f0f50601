/* anomaly_table.h - anomalies as text, CSV or JSON. */

#ifndef EXPORT_ANOMALY_TABLE_H
#define EXPORT_ANOMALY_TABLE_H

#include "analysis/find/anomalies.h"
#include "analysis/waiting/joint_wait.h"
#include "export/document.h"
#include "export/table/table.h"

/*
 * Write a row for each anomaly, in descending order of score, up to `limit`. In text, a row is a
 * range, as for --range, and a sentence; a last line has the number of anomalies left out, if any.
 * Returns false and sets an error if writing fails.
 */
bool anomaly_table_write(const struct anomalies *o, const struct profile *p,
			 const struct document *d, enum table_format format,
			 uint64_t limit, FILE *out, struct error *err);

/* Write the JSON members of one anomaly; `alike` is the number of anomalies like it, or 0. */
#define ANOMALY_COLUMNS 18
extern const struct table_column anomaly_columns[ANOMALY_COLUMNS];
void anomaly_table_json_moment(struct json_writer *e, const struct anomaly *m,
			       const struct profile *p, uint32_t alike);

/* Write "searched": the numbers of processes, threads and functions that were searched. */
#define ANOMALY_SEARCHED 3
extern const struct table_column anomaly_searched[ANOMALY_SEARCHED];
void anomaly_table_json_searched(struct json_writer *e, const struct anomalies *o);

/* Write at most one row: the range in which most threads of a process waited. */
bool anomaly_table_joint_wait_write(const struct joint_wait *c, const struct profile *p,
				    const struct document *d, enum table_format format,
				    uint64_t limit, FILE *out, struct error *err);

extern const struct document_kind find_document; /* for schemas */

#endif
