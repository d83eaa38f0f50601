/* periods_table.h - periodic activity as text or JSON. */

#ifndef EXPORT_PERIODS_TABLE_H
#define EXPORT_PERIODS_TABLE_H

#include "analysis/find/periods.h"
#include "export/table/table.h"

/*
 * Text has a line for each period, the strongest first, or says that there are none. JSON is
 * {"periods": [{"s", "plus_minus_s", "strength", "cycles", "busy_s", "first_s", "work_s",
 * "work_samples", "of", "function", "thread", "process", "pid", "tid"} ...]}. "work_s" is null
 * unless a clock with a known rate was sampled; "work_samples" exists only for samples. Returns
 * false and sets an error when writing fails.
 */
bool periods_table_write(const struct periods *f, const struct profile *profile,
			 enum table_format format, FILE *out, struct error *err);

/*
 * Write the time of each burst of a period in the form of --range. Returns ERROR_NOTHING if there
 * is no such period, and the errors of periods_bursts().
 */
bool periods_table_bursts(const struct periods *f, uint32_t period, FILE *out,
			  struct error *err);

/*
 * Write the members "of" to "tid": "of" is the description in words; the others exist if it names
 * one.
 */
void periods_table_who_json(struct json_writer *e, const struct period_who *w,
			    const struct profile *p);

/* The length and its error in ns, rounded to the digits that the error allows. */
uint64_t periods_table_length(const struct period *p);
uint64_t periods_table_margin(const struct period *p);

/* The duration of a burst in ns. */
uint64_t periods_table_busy(const struct period *p);

#endif
