/* value_columns.h - the columns for values and shares in tables ordered by cost. */

#ifndef EXPORT_VALUE_COLUMNS_H
#define EXPORT_VALUE_COLUMNS_H

#include <stdio.h>

#include "analysis/compare/comparison.h"
#include "analysis/range_totals.h"
#include "analysis/waiting/wait_lengths.h"
#include "export/table/table.h"

/* The settings of a table ordered by cost. */
struct top_choice {
	const struct document *document; /* borrowed: for JSON */
	uint64_t limit;			 /* maximum number of rows */
	struct text measure;		 /* the measured quantity: see flame_measure() */
	struct text unit; /* of the values: see flame_unit(); empty: plain numbers */
	/* borrowed: rows show its two sides; NULL: no comparison */
	const struct comparison *comparison;
	uint64_t percent_of;	   /* the value that is 100 %, except for PERCENT_RANGE */
	enum percent_base percent; /* the choice of that value */
	const struct wait_lengths *lengths; /* borrowed: of waits; NULL: none */
	bool ascii;			    /* draw bars with digits */
	bool searched;			    /* the table has only matches of a search */
	uint64_t found; /* with `searched`: the value of matches and their callees */
};

/* The value columns of one table. Owns nothing. */
struct value_columns {
	const struct top_choice *choice; /* borrowed */
	uint64_t all;			 /* the value of the range */
	uint64_t base;			 /* the value that is 100 % */
	uint32_t count, rows;		 /* number of all rows, and of rows to write */
	char self[32], total[32];	 /* headings with the unit: "self ns" */
	int width;			 /* of a value, as text */
};

struct value_columns value_columns_of(const struct top_choice *choice, uint64_t all,
				      uint32_t count);

/*
 * The columns for a value and its share, and their cells. value_columns_set() sets the headings and
 * the width of such columns.
 */
#define VALUE_COLUMNS_SELF                                                               \
	{"self", COLUMN_GROUPED, IN_ALL, .heading = "self",                              \
	 .about = "the value of samples in which it ran itself"},                        \
	{                                                                                \
		"self_share", COLUMN_SHARE, IN_ALL,                                      \
		    .heading = "self %", .width = 6,                                     \
		    .about = "its part of the whole, from 0 to 1"                        \
	}
#define VALUE_COLUMNS_TOTAL                                                              \
	{"total", COLUMN_GROUPED, IN_ALL, .heading = "total",                            \
	 .about = "the value including callees"},                                        \
	{                                                                                \
		"total_share", COLUMN_SHARE, IN_ALL,                                     \
		    .heading = "total %", .width = 7,                                    \
		    .about = "its part of the whole, from 0 to 1"                        \
	}
void value_columns_set(const struct value_columns *c, struct table_column *columns,
		       size_t count);
#define VALUE_CELLS(values, value)                                                       \
	cell_number(value), cell_decimal(value_columns_share(value, (values)->base))

/*
 * The columns of a comparison in text, and their cells: the baseline's share, and the change in
 * points (see change_points()).
 */
#define CHANGE_COLUMNS                                                                   \
	{.heading = "baseline %", .kind = COLUMN_SHARE, .in = IN_TEXT, .width = 10},     \
	{                                                                                \
		.heading = "change %", .kind = COLUMN_SHARE, .in = IN_TEXT, .width = 8,  \
		.sign = true                                                             \
	}
#define CHANGE_CELLS(comparison, change)                                                 \
	cell_decimal((change).baseline_share),                                           \
	    cell_decimal((comparison) ? change_points(comparison, change) / 100 : 0)

/* The share, from 0 to 1; 0 if `whole` is 0. */
double value_columns_share(uint64_t part, uint64_t whole);

/* False and ERROR_LIMIT if `bytes`, the size of all names, is too large for the profile. */
bool value_columns_size_is_allowed(uint64_t bytes, const struct profile *p,
				   struct error *err);

/*
 * Write a line below a text table. value_columns_more() writes the number of rows left out by the
 * limit, if any; `more` is the plural for number_things(). value_columns_base() writes the value
 * that is 100 %, except for PERCENT_RANGE.
 */
void value_columns_more(const struct value_columns *c, const char *more, FILE *out);
void value_columns_base(const struct value_columns *c, FILE *out);

/* Write "baseline" and "normalised", about the other side of a comparison. */
void value_baseline_json(struct json_writer *e, const struct comparison *c);
#define VALUE_BASELINE 2
extern const struct table_column value_baseline_members[VALUE_BASELINE];

/* Write the JSON members before the rows: the whole of the shares. */
void value_columns_head(const struct value_columns *c, struct json_writer *e);
#define VALUE_HEAD                                                                       \
	{"share_of", COLUMN_TEXT, .in = IN_JSON,                                         \
	 .about = "what has the share 1: range, kept or everything, as --percent says"}, \
	{                                                                                \
		"share_of_value", COLUMN_NUMBER, .in = IN_JSON, .about = "its value"     \
	}

#endif
