/* csv_rows.h - the rows of comma separated values, whatever is between quotes, by libcsv. */

#ifndef INPUT_CSV_ROWS_H
#define INPUT_CSV_ROWS_H

#include "input/reading.h"

#define CSV_FIELDS_MOST 64 /* of a row; further ones are passed over */

/* No sane field, or row, is longer. Tests make it tiny. */
#ifndef CSV_LONGEST
#define CSV_LONGEST (1u << 20)
#endif

/* How much is read at once. */
#ifndef CSV_BLOCK
#define CSV_BLOCK (1u << 16)
#endif

/* Borrowed for the call that gets it; without the quotes. */
struct csv_row {
	const struct text *fields;
	size_t count;  /* at least 1 */
	uint64_t line; /* where it begins, from 1 */
	bool last;     /* no line end is behind it */
};

/*
 * Hand the rows of the reading's source to `take` until it fails. What is longer than
 * CSV_LONGEST is counted as a loss; behind a field that is, rows go on with the next line.
 * A byte order mark is left out. False and an error when `take` failed, the source cannot be
 * read, memory runs out or the reading was cancelled; or without libcsv.
 */
bool csv_rows_read(struct reading *r, char delimiter,
		   bool (*take)(void *arg, const struct csv_row *row, struct error *err),
		   void *arg, struct error *err);

#endif
