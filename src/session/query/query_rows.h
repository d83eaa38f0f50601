/* query_rows.h - a line of ClickHouse's format TabSeparated: fields, texts, arrays of texts. */

#ifndef SESSION_QUERY_ROWS_H
#define SESSION_QUERY_ROWS_H

#include <stdint.h>

#include "base/text.h"

#define QUERY_FIELDS_MAX 12

struct query_row {
	struct text
	    fields[QUERY_FIELDS_MAX]; /* borrowed from the line, as they stand there */
	uint32_t count;
};

/* False where it has another number of fields than `count`. */
bool query_row_split(struct query_row *r, struct text line, uint32_t count);

/* Always false, with an ERROR_FORMAT that shows the beginning of the line. */
bool query_row_is_odd(struct text line, struct error *err);

/* What a field or an element of an array says. Borrowed from it or from `buf`. */
bool query_text(struct text field, struct text_buffer *buf, struct text *is,
		struct error *err);

/* The next element of "['a','b']", still escaped; `rest` begins as the field. False at the end. */
bool query_array_next(struct text *rest, struct text *element);

#endif
