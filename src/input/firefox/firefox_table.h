/* firefox_table.h - a table of a Firefox profile, whose rows or whose columns are lists. */

#ifndef INPUT_FIREFOX_TABLE_H
#define INPUT_FIREFOX_TABLE_H

#include "input/json/json_stream.h"

#define FIREFOX_COLUMNS_MAX 4
#define FIREFOX_NONE	    INT64_MIN /* null, or no number */

/* A column to look for. */
struct firefox_column {
	struct text name;
	int32_t shift; /* its numbers are stored times 10^shift; true is 1, false 0 */
};

/* Those that are not in the file have a count of 0; otherwise they may differ in length. */
struct firefox_table {
	struct {
		int64_t *at; /* owned */
		size_t count, room;
	} column[FIREFOX_COLUMNS_MAX];
	uint64_t lost; /* rows of which no schema told the columns */
};

/*
 * Read a table after its JSON_OBJECT: {"prefix":[null,0],"frame":[0,1]}, or
 * {"schema":{"prefix":0,"frame":1},"data":[[null,0],[0,1]]}, in any
 * order. `t` is empty; release it always.
 */
bool firefox_table_take(struct firefox_table *t, const struct firefox_column *columns,
			size_t count, struct json_stream *s, struct error *err);
void firefox_table_release(struct firefox_table *t);

/* FIREFOX_NONE where there is none. */
static inline int64_t firefox_table_get(const struct firefox_table *t, size_t column,
					uint64_t row)
{
	return row < t->column[column].count ? t->column[column].at[row] : FIREFOX_NONE;
}

#endif
