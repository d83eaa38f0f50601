/* query_filter.h - a filter of flarescope's as a condition of SQL. */

#ifndef SESSION_QUERY_FILTER_H
#define SESSION_QUERY_FILTER_H

#include "engine/statement.h"
#include "session/query/query_table.h"

/*
 * Add " AND (...)" for each term; patterns are RE2's there, and names and patterns are values. ERROR_USAGE for a
 * term of what is not there.
 */
bool query_filter_add(struct statement *s, const struct query_table *t,
		      struct text expression, struct error *err);

/* The condition that some frame matches, or `label`, a column; NULL: no other. As a search has it. */
bool query_filter_search(struct statement *s, const struct query_table *t,
			 const char *label, struct text pattern, struct error *err);

#endif
