/* value_columns.h - the columns of a table by cost that are values and their shares. */

#ifndef EXPORT_VALUE_COLUMNS_H
#define EXPORT_VALUE_COLUMNS_H

#include <stdio.h>

#include "analysis/compare/comparison.h"
#include "analysis/figures.h"
#include "analysis/waiting/wait_lengths.h"
#include "export/emit.h"

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

/* Those of one table, be it functions or threads. A value: owns nothing. */
struct value_columns {
	const struct top_choice *choice; /* borrowed */
	uint64_t all;			 /* the value of the range */
	uint64_t base;			 /* what shares are of */
	uint32_t count, rows;		 /* of the table, and as many as are written */
	struct text unit;		 /* as headings have it */
	int width;			 /* of a value, as text */
};

struct value_columns value_columns_of(const struct top_choice *choice, uint64_t all,
				      uint32_t count);

/* In per cent. */
double value_columns_share(uint64_t part, uint64_t whole);

/* Is a table with so many bytes of names in its rows of a length that anybody expects? Else ERROR_LIMIT. */
bool value_columns_is_expected(uint64_t bytes, const struct profile *p,
			       struct error *err);

/* A value and its share by the name of its column, "self" or "total". */
void value_columns_heading(const struct value_columns *c, const char *name, FILE *out);
void value_columns_text(const struct value_columns *c, const char *name, uint64_t value,
			FILE *out);
void value_columns_csv(const struct value_columns *c, uint64_t value, FILE *out);
void value_columns_json(const struct value_columns *c, const char *name, uint64_t value,
			struct emit *e);

/* Lines below the text: how many rows the limit has left out, `more` as in number_things(); and
 * what shares are of, if not of the range. */
void value_columns_more(const struct value_columns *c, const char *more, FILE *out);
void value_columns_base(const struct value_columns *c, FILE *out);

/* In JSON before the rows: what is counted, and what shares are of. */
void value_columns_head(const struct value_columns *c, struct emit *e);

#endif
