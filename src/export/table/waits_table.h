/* waits_table.h - a table of the times when threads were off CPU, as text, CSV or JSON. */

#ifndef EXPORT_WAITS_TABLE_H
#define EXPORT_WAITS_TABLE_H

#include "analysis/waiting/waits.h"
#include "export/document.h"
#include "export/table/table.h"

/*
 * Write a row for each absence from a CPU, up to `limit`. Times are after the origin of the profile;
 * CSV and JSON have nine decimals. Rows show whole waits; the last line of the text adds up only the
 * time within the ranges. Returns false and sets an error if writing fails.
 */
bool waits_table_write(const struct waits *w, struct selection ranges,
		       const struct document *d, enum table_format format, uint64_t limit,
		       FILE *out, struct error *err);

extern const struct document_kind waits_document; /* for schemas */

#endif
