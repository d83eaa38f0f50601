/* periods_table.h - periodic activity as text or JSON. */

#ifndef EXPORT_PERIODS_TABLE_H
#define EXPORT_PERIODS_TABLE_H

#include "analysis/find/periods.h"
#include "export/table/table.h"

/*
 * Text has a line for each period, the strongest first, or one line if none was found. JSON is
 * {"periods": [{"s", "plus_minus_s", "strength", "cycles", "busy_s", "first_s", "work_s",
 * "work_samples", "of", "function", "thread", "process", "pid", "tid"} ...]}. "work_s" is null for
 * samples, unless they are of a clock with a known rate; spans have no "work_samples". Returns
 * false and sets an error if writing fails.
 */
bool periods_table_write(const struct periods *f, const struct profile *profile,
			 enum table_format format, FILE *out, struct error *err);

/*
 * Write the bursts of a period as ranges for --range. `period` is an index into `f`; fails with
 * ERROR_NOTHING if it is too large. Also fails if periods_bursts() or writing fails.
 */
bool periods_table_bursts(const struct periods *f, uint32_t period, FILE *out,
			  struct error *err);

/*
 * Write "of", a description, and those of "function", "thread", "process", "pid" and "tid" that
 * apply.
 */
void periods_table_who_json(struct json_writer *e, const struct period_who *w,
			    const struct profile *p);

/* The length and its error in ns, rounded so that the error has two digits. */
uint64_t periods_table_length(const struct period *p);
uint64_t periods_table_margin(const struct period *p);

/* The duration of a burst in ns, rounded to three digits. */
uint64_t periods_table_busy(const struct period *p);

#endif
