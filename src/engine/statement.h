/* statement.h - SQL whose values are passed separately. */

#ifndef ENGINE_STATEMENT_H
#define ENGINE_STATEMENT_H

#include <stdint.h>
#include <stdio.h>

#include "base/text.h"

/* Zero it first; release with statement_release(). */
struct statement {
	struct text_buffer sql; /* owned: with {v1:String} in place of the first value */
	struct text_buffer values; /* owned: each is followed by a NUL */
	uint32_t count;
};

void statement_release(struct statement *s);
void statement_clear(struct statement *s);

/*
 * Append trusted SQL, a number, or a value from any source. `type` is a ClickHouse type, such as
 * "String". A value with a NUL is an error.
 */
bool statement_add(struct statement *s, const char *sql, struct error *err);
bool statement_number(struct statement *s, int64_t n, struct error *err);
bool statement_value(struct statement *s, const char *type, struct text value,
		     struct error *err);

/* Append `value` as a field of tab-separated text, which is the form of query parameters. */
bool statement_escape(struct text value, struct text_buffer *escaped, struct error *err);

/* Value `i`, from 0; borrowed. */
struct text statement_value_at(const struct statement *s, uint32_t i);

bool statement_equal(const struct statement *a, const struct statement *b);

/*
 * Write a clickhouse-client command that runs the statement; U+FFFD replaces each control
 * character.
 */
void statement_write(const struct statement *s, FILE *out);

#endif
