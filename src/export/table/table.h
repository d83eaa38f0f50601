/* table.h - writes a table with given columns as text, CSV or JSON. */

#ifndef EXPORT_TABLE_H
#define EXPORT_TABLE_H

#include <stdio.h>

#include "export/json_writer.h"

struct document;

enum table_format { TABLE_TEXT, TABLE_CSV, TABLE_JSON };

/* The type of a column, and how its values are written. */
enum column_kind {
	COLUMN_TEXT,
	COLUMN_HOST,	/* a text; "@name" in text */
	COLUMN_NUMBER,	/* 1234 */
	COLUMN_GROUPED, /* a number; 1,234 in text */
	COLUMN_ID,	/* a signed number; PROFILE_NO_ID is null in JSON */
	COLUMN_ADDRESS, /* a number: 1170 in text, 0x1170 in CSV, "0x1170" in JSON */
	COLUMN_BOOL,	/* 0 or 1; true or false in JSON */
	COLUMN_SHARE, /* 0.25: a percentage with two decimals in text, else a fraction of 1 */
	COLUMN_DECIMAL,	    /* `places` decimals; six in JSON */
	COLUMN_SIGNIFICANT, /* six significant digits; fifteen in JSON */
	COLUMN_TENTHS,	    /* one decimal; JSON has 2 for 2.0 */
	COLUMN_SECONDS,	    /* nanoseconds as seconds, with as few decimals as possible */
	COLUMN_NANOSECONDS, /* nanoseconds as seconds with nine decimals */
	COLUMN_LENGTHS, /* counts by length in ns: "0.5:3 1:10" in CSV, [[0.5, 3], [1, 10]] in JSON */

	/* only in JSON, and written by the caller; for the description of documents */
	COLUMN_OBJECT, /* with the members `of` */
	COLUMN_ROWS,   /* an array of objects with the members `of` */
	COLUMN_OTHER,  /* any value that fits the JSON Schema `schema` */
};

/* The formats that include a column. */
enum {
	IN_TEXT = 1 << TABLE_TEXT,
	IN_CSV = 1 << TABLE_CSV,
	IN_JSON = 1 << TABLE_JSON,
	IN_DATA = IN_CSV | IN_JSON,
	IN_ALL = IN_TEXT | IN_DATA,
};

struct table_column {
	const char *name; /* borrowed: for CSV and JSON, with the unit: "from_s" */
	enum column_kind kind;
	unsigned in;	     /* the formats that include it; 0: none */
	const char *heading; /* borrowed: for text; NULL: none */
	int width;  /* in text: right-aligned, left-aligned if negative; 0: no padding */
	int places; /* decimals of a number in text and CSV */
	bool sign;  /* in text and CSV: decimals that are not negative have a plus sign */
	/* in CSV: write "-0.00" as "0.00"; text always does */
	bool zero;
	const char *unknown; /* borrowed: in text, for an unknown cell; NULL: blanks */
	bool
	    optional; /* text and JSON leave out an unknown cell, unless it is nullable */
	/* borrowed: a description for JSON Schemas; NULL only for columns without JSON */
	const char *about;
	bool nullable;		       /* in JSON: an unknown cell is null */
	const struct table_column *of; /* borrowed: `of_count` members */
	size_t of_count;
	const char *schema; /* borrowed: `{"type": "array"}` */
};

#define COLUMNS_OF(columns)                                                              \
	.of = (columns), .of_count = sizeof(columns) / sizeof *(columns)

struct table_pair {
	uint64_t first, second;
};

/* An unknown cell is null in JSON, and empty in CSV. */
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

/* An empty text is unknown. */
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
 * In JSON, "rows" is a member of the document. The caller may write other members with `json` after
 * table_open() and after table_end_rows().
 */
struct table {
	enum table_format format;
	const struct table_column *columns; /* borrowed: `count` columns */
	size_t count;
	FILE *out;		 /* borrowed */
	struct json_writer json; /* its `out` is borrowed */
};

#define TABLE_OF(format, columns, out)                                                   \
	table_of(format, columns, sizeof(columns) / sizeof *(columns), out)
struct table table_of(enum table_format format, const struct table_column *columns,
		      size_t count, FILE *out);

/* In JSON, begins the document `d`, which may be NULL for text. */
void table_open(struct table *t, const struct document *d);
void table_begin_rows(struct table *t); /* writes the headings, too */

/* `cells` has a cell for each column, in the same order, even for columns that are left out. */
void table_row(struct table *t, const struct table_cell *cells);

/* In JSON, also writes "rows_total", the number of rows before a limit was applied. */
void table_end_rows(struct table *t, uint64_t all);

/* False and an error if writing failed. */
bool table_close(struct table *t, struct error *err);

/*
 * Write the cells of a row, without the newline or, in JSON, without the braces. For text and CSV,
 * table_cells() writes the headings if `cells` is NULL.
 */
void table_cells(struct table *t, const struct table_cell *cells);
void table_json_members(struct json_writer *e, const struct table_column *columns,
			size_t count, const struct table_cell *cells);

#endif
