/* length_columns.h - the columns of a table of functions that say how long waits were. */

#ifndef EXPORT_LENGTH_COLUMNS_H
#define EXPORT_LENGTH_COLUMNS_H

#include <stdio.h>

#include "analysis/waiting/wait_lengths.h"
#include "export/emit.h"

/*
 * How many waits, the longest in ns, and how many were how long: in text a bar for each doubling of
 * the length, or in ASCII digits; in CSV "1024:3 2048:10", in JSON [[1024, 3], [2048, 10]], which are
 * the ns that each begins with, and how many. Nothing is written of a profile without waits.
 */
void length_columns_heading(const struct wait_lengths *l, FILE *out);
void length_columns_text(const struct wait_lengths *l, uint32_t frame, bool ascii,
			 FILE *out);
void length_columns_csv_heading(const struct wait_lengths *l, FILE *out);
void length_columns_csv(const struct wait_lengths *l, uint32_t frame, FILE *out);
void length_columns_json(const struct wait_lengths *l, uint32_t frame, struct emit *e);

#endif
