/* table.h - a table that is described once, by its columns, and written as text, CSV or JSON. */

#ifndef EXPORT_TABLE_H
#define EXPORT_TABLE_H

#include <stdio.h>

#include "export/emit.h"

enum table_format { TABLE_TEXT, TABLE_CSV, TABLE_JSON };

/* The kind of value in a column, and how it is written. */
enum column_kind {
	COLUMN_TEXT,
	COLUMN_HOST,	    /* a text; "@name" in text */
	COLUMN_NUMBER,	    /* 1234 */
	COLUMN_GROUPED,	    /* a number; 1,234 in text */
	COLUMN_ID,	    /* a signed number; PROFILE_NO_ID is null in JSON */
	COLUMN_ADDRESS,	    /* a number; "0x1170" in JSON */
	COLUMN_BOOL,	    /* 0 or 1; true or false in JSON */
	COLUMN_PERCENT,	    /* a decimal with two places in text, else with three */
	COLUMN_DECIMAL,	    /* with `places`; in JSON with six */
	COLUMN_SIGNIFICANT, /* a decimal of six significant digits; in JSON with six places */
	COLUMN_TENTHS,	    /* a decimal with one place; without it in JSON if it is 0 */
	COLUMN_SECONDS,	    /* nanoseconds as seconds, with as few places as possible */
	COLUMN_NANOSECONDS, /* nanoseconds as seconds with nine places */
	COLUMN_PAIRS,	    /* "1024:3 2048:10" in CSV, [[1024, 3], [2048, 10]] in JSON */
};

/* Which formats have a column. */
enum {
	IN_TEXT = 1 << TABLE_TEXT,
	IN_CSV = 1 << TABLE_CSV,
	IN_JSON = 1 << TABLE_JSON,
	IN_DATA = IN_CSV | IN_JSON,
	IN_ALL = IN_TEXT | IN_DATA,
};

struct table_column {
	const char *name; /* borrowed: in CSV and JSON, with the unit: "from_s" */
	enum column_kind kind;
	unsigned in;	     /* the formats that have it; 0: none has */
	const char *heading; /* borrowed: in text; NULL: it has none there */
	int width; /* in text; aligned to the right, if negative to the left; 0: as it comes */
	int places; /* of a decimal in text and CSV */
	bool sign;  /* of a decimal in text: a plus is written, too */
	bool
	    zero; /* of a decimal in CSV: "-0.00" is written as "0.00"; text and JSON always do */
	const char
	    *unknown;  /* borrowed: in text, for a cell that is not known; NULL: blanks */
	bool optional; /* a cell that is not known is left out of text and JSON */
};

struct table_pair {
	uint64_t first, second;
};

/* Not known: null in JSON, nothing in CSV. */
struct table_cell {
	bool known;
	union {
		struct text text; /* borrowed */
		uint64_t number;
		int64_t id;
		double decimal;
		struct {
			const struct table_pair *pairs; /* borrowed */
			size_t pair_count;
		};
	};
};

static inline struct table_cell cell_text(struct text t)
{
	return (struct table_cell){.known = true, .text = t};
}

/* A text that is not known if it is empty. */
static inline struct table_cell cell_name(struct text t)
{
	return (struct table_cell){.known = t.len > 0, .text = t};
}

static inline struct table_cell cell_number(uint64_t n)
{
	return (struct table_cell){.known = true, .number = n};
}

static inline struct table_cell cell_id(int64_t id)
{
	return (struct table_cell){.known = true, .id = id};
}

static inline struct table_cell cell_decimal(double d)
{
	return (struct table_cell){.known = true, .decimal = d};
}

static inline struct table_cell cell_if(bool known, struct table_cell c)
{
	c.known = known;
	return c;
}

/*
 * In JSON a table is a member of an object, with members of its own before and behind: after
 * table_open() and table_end_rows() they are written with `json`.
 */
struct table {
	enum table_format format;
	const struct table_column *columns; /* borrowed: `count` of them */
	size_t count;
	FILE *out;	  /* borrowed */
	struct emit json; /* .out is borrowed */
};

#define TABLE_OF(format, columns, out)                                                   \
	table_of(format, columns, sizeof(columns) / sizeof *(columns), out)
struct table table_of(enum table_format format, const struct table_column *columns,
		      size_t count, FILE *out);

void table_open(struct table *t);
void table_begin_rows(struct table *t, const char *key); /* with the headings */
void table_row(struct table *t, const struct table_cell *cells);
void table_end_rows(struct table *t);
bool table_close(struct table *t, struct error *err); /* false: not all was written */

/* The cells of a row alone: of text and CSV without the end of the line, of JSON the members. */
void table_cells(struct table *t, const struct table_cell *cells);
void table_json_members(struct emit *e, const struct table_column *columns, size_t count,
			const struct table_cell *cells);

#endif
