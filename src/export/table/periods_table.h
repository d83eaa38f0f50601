/* periods_table.h - periodic activity as text or JSON. */

#ifndef EXPORT_PERIODS_TABLE_H
#define EXPORT_PERIODS_TABLE_H

#include "analysis/find/periods.h"
#include "export/document.h"
#include "export/table/table.h"

/*
 * Write a row for each period up to `limit`, roughly the strongest first. Text has one line if no
 * period was found. Returns false and sets an error if writing fails.
 */
bool periods_table_write(const struct periods *f, const struct profile *profile,
			 const struct document *d, enum table_format format,
			 uint64_t limit, FILE *out, struct error *err);

/* Write the JSON members of one period. */
#define PERIOD_COLUMNS 15
extern const struct table_column period_columns[PERIOD_COLUMNS];
void periods_table_json_period(struct json_writer *e, const struct period *x,
			       const struct profile *p);

extern const struct document_kind periods_document; /* for schemas */

/*
 * Write the bursts of a period as ranges for --range. `period` is an index into `f`; fails with
 * ERROR_NOTHING if it is too large. Also fails if periods_bursts() or writing fails.
 */
bool periods_table_bursts(const struct periods *f, uint32_t period, FILE *out,
			  struct error *err);

/* The length and its error in ns, rounded so that the error has two digits. */
uint64_t periods_table_length(const struct period *p);
uint64_t periods_table_margin(const struct period *p);

/* The duration of a burst in ns, rounded to three digits. */
uint64_t periods_table_busy(const struct period *p);

#endif
