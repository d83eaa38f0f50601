/* query_rows.h - parses lines in ClickHouse's format TabSeparated: fields, texts, arrays. */

#ifndef SESSION_QUERY_ROWS_H
#define SESSION_QUERY_ROWS_H

#include <stdint.h>

#include "base/text.h"

#define QUERY_FIELDS_MAX 12

struct query_row {
	struct text fields[QUERY_FIELDS_MAX]; /* borrowed from the line, still escaped */
	uint32_t count;
};

/* False if the number of fields is not `count`. */
bool query_row_split(struct query_row *r, struct text line, uint32_t count);

/* Always false, with an ERROR_FORMAT that quotes the beginning of the line. */
bool query_row_is_odd(struct text line, struct error *err);

/* Unescape a field or an array element. `*is` is borrowed from `field` or from `buf`. */
bool query_text(struct text field, struct text_buffer *buf, struct text *is,
		struct error *err);

/*
 * Take the next element of "['a','b']", still escaped; false at the end. Before the first call,
 * `*rest` is the whole field.
 */
bool query_array_next(struct text *rest, struct text *element);

#endif
