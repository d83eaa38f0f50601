/* statement.h - what an engine is asked: SQL whose values stand beside it, never in it. */

#ifndef ENGINE_STATEMENT_H
#define ENGINE_STATEMENT_H

#include <stdint.h>
#include <stdio.h>

#include "base/text.h"

/* Zero to begin; release with statement_release(). */
struct statement {
	struct text_buffer sql;	   /* owned, with {v1:String} where a value stands */
	struct text_buffer values; /* owned: each with a NUL behind it */
	uint32_t count;
};

void statement_release(struct statement *s);
void statement_clear(struct statement *s);

/* Words of ours. */
bool statement_add(struct statement *s, const char *sql, struct error *err);

/* A number. */
bool statement_number(struct statement *s, int64_t n, struct error *err);

/* A value of anybody's; `type` is ClickHouse's, "String". One with a NUL in it is an error. */
bool statement_value(struct statement *s, const char *type, struct text value,
		     struct error *err);

/* Value `i` of them. Borrowed. */
struct text statement_value_at(const struct statement *s, uint32_t i);

/* The same SQL and the same values? */
bool statement_equal(const struct statement *a, const struct statement *b);

/* For people: a command of clickhouse-client that asks the same. What a terminal would obey is escaped. */
void statement_write(const struct statement *s, FILE *out);

#endif
