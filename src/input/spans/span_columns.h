/* span_columns.h - what the columns of a table of spans mean, by their headings. */

#ifndef INPUT_SPAN_COLUMNS_H
#define INPUT_SPAN_COLUMNS_H

#include "input/reading.h"

enum span_column {
	COLUMN_NAME,
	COLUMN_START,
	COLUMN_END,
	COLUMN_DURATION, /* instead of an end */
	COLUMN_TRACK,	 /* what runs beside others: a thread, a service, a worker */
	COLUMN_PARENT,	 /* the name of the span it is a part of */
	COLUMN_ALL
};

#define COLUMN_NONE SIZE_MAX

struct span_columns {
	size_t at[COLUMN_ALL];		 /* from 0, or COLUMN_NONE */
	enum time_unit unit[COLUMN_ALL]; /* of times; AUTO: no heading tells one */
};

/*
 * Find them among these headings, in any order, with letters of either case: "Operator",
 * "start_ms", "end (ms)", "duration [us]". A unit that one heading tells holds for those
 * that tell none. False when a name, a start, or both an end and a duration are missing.
 */
bool span_columns_find(struct span_columns *c, const struct text *headings, size_t count);

/* Of a table without headings: name, start, end, and perhaps track and parent. */
void span_columns_usual(struct span_columns *c, size_t count);

/*
 * What is between the columns of a table that begins so: the one of ',', tab and ';' with
 * which its first line has the headings of spans; '\0' when none is.
 */
char span_columns_delimiter(struct text head);

#endif
