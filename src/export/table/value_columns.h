/* value_columns.h - the columns of a table by cost that are values and their shares. */

#ifndef EXPORT_VALUE_COLUMNS_H
#define EXPORT_VALUE_COLUMNS_H

#include <stdio.h>

#include "analysis/compare/comparison.h"
#include "analysis/figures.h"
#include "analysis/waiting/wait_lengths.h"
#include "export/table/table.h"

/* What is written of a table. */
struct top_choice {
	bool limited;	     /* else all rows are written */
	uint64_t limit;	     /* rows at most */
	struct text measure; /* what is weighed: see flame_measure() */
	struct text unit;    /* of the values: see flame_unit(); empty: numbers */
	uint64_t samples;    /* in the range */
	const struct comparison
	    *comparison;		    /* the rows are of both sides; NULL: of one */
	uint64_t percent_of;		    /* the value that shares are of, */
	enum percent_base percent;	    /* in a word */
	const struct wait_lengths *lengths; /* of its functions' waits; NULL: none */
	bool ascii;			    /* bars are digits */
	bool searched;	/* the table has only what a search has found, */
	uint64_t found; /* with this value at it or below */
};

/* Those of one table, of functions or of threads. A value: owns nothing. */
struct value_columns {
	const struct top_choice *choice; /* borrowed */
	uint64_t all;			 /* the value of the range */
	uint64_t base;			 /* the value that shares are of */
	uint32_t count, rows;		 /* of the table, and as many as are written */
	char self[32], total[32];	 /* headings with the unit: "self ns" */
	int width;			 /* of a value, as text */
};

struct value_columns value_columns_of(const struct top_choice *choice, uint64_t all,
				      uint32_t count);

/* The columns of a value and its share, by where they are written, and their cells. */
#define VALUE_COLUMNS_SELF(values, where)                                                \
	{"self", COLUMN_GROUPED, where, .heading = (values)->self,                       \
	 .width = (values)->width},                                                      \
	{                                                                                \
		"self_percent", COLUMN_PERCENT, where, .heading = "self %", .width = 6   \
	}
#define VALUE_COLUMNS_TOTAL(values)                                                      \
	{"total", COLUMN_GROUPED, IN_ALL, .heading = (values)->total,                    \
	 .width = (values)->width},                                                      \
	{                                                                                \
		"total_percent", COLUMN_PERCENT, IN_ALL, .heading = "total %",           \
							 .width = 7                      \
	}
#define VALUE_CELLS(values, value)                                                       \
	cell_number(value), cell_decimal(value_columns_share(value, (values)->base))

/*
 * The columns of the change against a baseline in text, in a table that is compared, and their
 * cells: the share of the baseline, and the change in points of the larger side, see change_points().
 */
#define CHANGE_COLUMNS(comparison)                                                       \
	{.heading = "baseline %",                                                        \
	 .kind = COLUMN_PERCENT,                                                         \
	 .in = (comparison) ? IN_TEXT : 0,                                               \
	 .width = 10},                                                                   \
	{                                                                                \
		.heading = "change %", .kind = COLUMN_PERCENT,                           \
		.in = (comparison) ? IN_TEXT : 0, .width = 8, .sign = true               \
	}
#define CHANGE_CELLS(comparison, change)                                                 \
	cell_decimal(100 * (change).baseline_share),                                     \
	    cell_decimal((comparison) ? change_points(comparison, change) : 0)

/* In per cent. */
double value_columns_share(uint64_t part, uint64_t whole);

/* Is a table with so many bytes of names in its rows of a length that anybody expects? Else ERROR_LIMIT. */
bool value_columns_is_expected(uint64_t bytes, const struct profile *p,
			       struct error *err);

/* Lines below the text: how many rows the limit has left out, `more` as in number_things(); and
 * the value that shares are of, if it is not the range's. */
void value_columns_more(const struct value_columns *c, const char *more, FILE *out);
void value_columns_base(const struct value_columns *c, FILE *out);

/* In JSON before the rows: the value that is counted, and the one that shares are of. */
void value_columns_head(const struct value_columns *c, struct emit *e);

#endif
