/* document.h - the members with which every JSON document begins: see doc/json.md. */

#ifndef EXPORT_DOCUMENT_H
#define EXPORT_DOCUMENT_H

#include "analysis/range.h"
#include "export/json_writer.h"
#include "export/table/table.h"

#define DOCUMENT_SCHEMA "flarescope/1"

/* The samples that a command used. Texts are borrowed; an empty text is unknown, or none. */
struct document_selection {
	struct range range;	  /* with known ends */
	struct selection several; /* two or more ranges; else empty */
	struct text event, filter, search;
	struct text state, graph, idle, transform; /* the arguments of these options */
	uint64_t longer, shorter;		   /* ns: the limits on waits; 0: none */
	struct text weight, unit; /* of `value`: see flame_measure() and flame_unit() */
	bool counted;		  /* false: `samples` and `value` are unknown */
	uint64_t samples, value;
};

/* All pointers are borrowed. */
struct document {
	const char *command;	  /* "top" */
	const char *file;	  /* as given on the command line; NULL: no profile */
	const char *const *files; /* `file_count` files that are read together */
	uint32_t file_count;
	const char *baseline_file; /* NULL: none */
	bool swapped;		   /* subject and baseline are exchanged: see --swap */
	const struct profile *profile;		    /* the profile of `selection` */
	const struct document_selection *selection; /* NULL: no samples are selected */
};

/*
 * Write the opening bracket of a document, "schema", "command" and, if they apply, "file", "files",
 * "baseline_file", "swapped" and "selection". The caller writes the other members and the closing
 * bracket.
 */
void document_open(struct json_writer *e, const struct document *d);

/*
 * Write a moment, in ns on the clock of the samples, as a date: "2026-11-21T03:07:34.5Z". If its
 * zone is unknown, there is no Z; if the date is unknown, it is null.
 */
void document_date(struct json_writer *e, const struct profile *p, uint64_t ns);

/* Write "from_s" and "to_s", without brackets. */
void document_range(struct json_writer *e, struct range r);

/* Write an array of objects with these members; nothing if the selection is empty. */
void document_ranges(struct json_writer *e, const char *key, struct selection several);

/* ---- for schemas ---- */

#define DOCUMENT_DATE_SCHEMA                                                             \
	"{\"type\": [\"string\", \"null\"], \"pattern\": "                               \
	"\"^\\\\d{4}-\\\\d{2}-\\\\d{2}T\\\\d{2}:\\\\d{2}:\\\\d{2}(\\\\.\\\\d+)?Z?$\"}"

/* "from_s" and "to_s". */
#define DOCUMENT_RANGE 2
extern const struct table_column document_range_members[DOCUMENT_RANGE];

/* The members that document_open() writes; the first DOCUMENT_PLAIN of them without a profile. */
#define DOCUMENT_MEMBERS 7
#define DOCUMENT_PLAIN	 2
extern const struct table_column document_members[DOCUMENT_MEMBERS];

/* An object that contains itself, as "#/$defs/NAME". */
struct document_definition {
	const char *name;
	const struct table_column *members; /* borrowed */
	size_t count;
};

/* The members of a kind of document, after those of document_open(). */
struct document_kind {
	const char *command;
	const char *title; /* "the functions of a range" */
	bool has_file, has_selection;
	const struct table_column *members; /* borrowed */
	size_t count;
	const struct document_definition *definition; /* borrowed; NULL: none */
};

/* Write the JSON Schema (draft 2020-12) of a kind of document. */
bool document_schema_write(const struct document_kind *k, FILE *out, struct error *err);

/* "rows" with these columns, and "rows_total" */
#define DOCUMENT_ROWS(columns)                                                           \
	{"rows", COLUMN_ROWS, .in = IN_JSON, .about = "the rows, in order",              \
	 COLUMNS_OF(columns)},                                                           \
	{                                                                                \
		"rows_total", COLUMN_NUMBER,                                             \
		    .in = IN_JSON,                                                       \
		    .about = "the number of rows before a limit was applied"             \
	}

#endif
