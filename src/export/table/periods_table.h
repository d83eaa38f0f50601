/* periods_table.h - what comes again and again, as text or JSON. */

#ifndef EXPORT_PERIODS_TABLE_H
#define EXPORT_PERIODS_TABLE_H

#include <stdio.h>

#include "analysis/find/periods.h"
#include "export/emit.h"

/*
 * {"periods": [{"s", "plus_minus_s", "strength", "cycles", "busy_s", "first_s", "work_s", "work_samples", "of",
 * "function", "thread", "process", "pid", "tid"} ...]},
 * the strongest first: work_s is null where no clock of known rate was sampled, and work_samples is
 * of samples alone. Text has a line each, and says so where there are none. Both return false and an error when something could not be
 * written.
 */
bool periods_table_text(const struct periods *f, const struct profile *p, FILE *out,
			struct error *err);
bool periods_table_json(const struct periods *f, const struct profile *p, FILE *out,
			struct error *err);

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
