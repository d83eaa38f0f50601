/* periods_table.h - what comes again and again, as text or JSON. */

#ifndef EXPORT_PERIODS_TABLE_H
#define EXPORT_PERIODS_TABLE_H

#include "analysis/find/periods.h"
#include "export/table/table.h"

/*
 * Text has a line for each, the strongest first, or says that there are none. JSON is {"periods":
 * [{"s", "plus_minus_s", "strength", "cycles", "busy_s", "first_s", "work_s", "work_samples", "of",
 * "function", "thread", "process", "pid", "tid"} ...]}: work_s is null if no clock of a known rate was
 * sampled, and work_samples is there for samples alone. False and an error when not all could be
 * written.
 */
bool periods_table_write(const struct periods *f, const struct profile *profile,
			 enum table_format format, FILE *out, struct error *err);

/* When each burst of one was, as --range takes it. ERROR_NOTHING where there is no such period, or
 * as periods_bursts(). */
bool periods_table_bursts(const struct periods *f, uint32_t period, FILE *out,
			  struct error *err);

/* The members of "of" to "tid" alone: "of" is a sentence's words for it, the others are there where it has one. */
void periods_table_who_json(struct emit *e, const struct period_who *w,
			    const struct profile *p);

/* As many digits as its error is known to: the length, and the error, in ns. */
uint64_t periods_table_length(const struct period *p);
uint64_t periods_table_margin(const struct period *p);

/* And how long a burst takes, in ns. */
uint64_t periods_table_busy(const struct period *p);

#endif
