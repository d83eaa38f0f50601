/* csv_rows.h - reads rows of comma-separated values with libcsv. */

#ifndef INPUT_CSV_ROWS_H
#define INPUT_CSV_ROWS_H

#include "input/reading.h"

#define CSV_FIELDS_MOST 64 /* in a row; further fields are ignored */

/* Bytes of the longest field and the longest row. Tests make it tiny. */
#ifndef CSV_LONGEST
#define CSV_LONGEST (1u << 20)
#endif

/* Bytes per read. */
#ifndef CSV_BLOCK
#define CSV_BLOCK (1u << 16)
#endif

/* Borrowed during the call of `take`. Fields do not include their quotes. */
struct csv_row {
	const struct text *fields;
	size_t count;  /* at least 1 */
	uint64_t line; /* the first line of the row, counted from 1 */
	bool last;     /* no line end follows the row */
};

/*
 * Pass the rows of the reading's source to `take` until it fails. Rows and fields longer than
 * CSV_LONGEST are counted as losses; after such a field, reading continues at the next line. A byte
 * order mark is skipped. False and an error when `take` fails, the source cannot be read, memory
 * runs out, the reading was cancelled, or this build has no libcsv.
 */
bool csv_rows_read(struct reading *r, char delimiter,
		   bool (*take)(void *arg, const struct csv_row *row, struct error *err),
		   void *arg, struct error *err);

#endif
