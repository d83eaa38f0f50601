/* difference_table.h - the differences between two sides, as text, CSV or JSON. */

#ifndef EXPORT_DIFFERENCE_TABLE_H
#define EXPORT_DIFFERENCE_TABLE_H

#include <stdio.h>

#include "analysis/compare/difference_rows.h"
#include "export/document.h"
#include "export/table/table.h"

/* The outcome of --fail-above. */
struct difference_gate {
	double points; /* the limit, in percentage points */
	bool by_size;  /* --fail-on size */
	bool failed;
	const struct difference_row
	    *row; /* that failed, or else grew most; NULL: none grew */
};

/* The rows to write, and how. */
struct difference_choice {
	const struct document *document;    /* borrowed: for JSON */
	uint64_t limit;			    /* maximum number of rows */
	const struct difference_gate *gate; /* borrowed; NULL: none */
	bool several;	  /* the rows are of several kinds: text has a column for them */
	struct text unit; /* of the values: see flame_unit(); empty: plain numbers */
	struct text subject, baseline; /* the names of two files; empty for one file */
};

/*
 * Write the rows in the order of `d`. Shares are relative to their own side. A change per second is
 * in the unit of the values; it is unknown without times, or if the sides are compared by share.
 * Text describes both sides and the comparison above the rows; JSON does so before them. Returns
 * false and sets an error if writing fails.
 */
bool difference_table_write(const struct difference_rows *d, const struct comparison *c,
			    const struct difference_choice *choice,
			    enum table_format format, FILE *out, struct error *err);

extern const struct document_kind diff_document; /* for schemas */

/* Write the members that summarise the rows, and one row as an object. */
void difference_summary_json(struct json_writer *e, const struct difference_rows *d,
			     const struct comparison *c);
void difference_row_json(struct json_writer *e, const struct difference_rows *d,
			 const struct comparison *c, const struct difference_row *r);

/* Their descriptions. Intervals, "verdict" and "q" are null unless difference_rows.is_judged. */
#define DIFFERENCE_COLUMNS 17
extern const struct table_column difference_columns[DIFFERENCE_COLUMNS];
#define DIFFERENCE_SUMMARY 6
#define DIFFERENCE_SUMMARY_MEMBERS                                                       \
	{"normalised", COLUMN_TEXT, .in = IN_JSON,                                       \
	 .about = "how both sides are compared: time, share or none"},                   \
	    {"steady", COLUMN_TEXT, .in = IN_JSON, .nullable = true,                     \
	     .about =                                                                    \
		 "what most functions kept, and verdicts are about: shares or rates"},   \
	    {"common_factor", COLUMN_DECIMAL, .in = IN_JSON,                             \
	     .about = "by which the shares of most functions have changed; 1: they "     \
		      "have not"},                                                       \
	    {"left_out_share", COLUMN_SHARE, .in = IN_JSON,                              \
	     .about = "the part of the baseline that intervals and verdicts ignore, as " \
		      "it is as odd"},                                                   \
	    {"certain_count", COLUMN_NUMBER, .in = IN_JSON,                              \
	     .about = "the number of rows that are certain"},                            \
	{                                                                                \
		"likely_count", COLUMN_NUMBER,                                           \
		    .in = IN_JSON, .about = "the number of rows that are likely"         \
	}
extern const struct table_column difference_summary[DIFFERENCE_SUMMARY];

#endif
