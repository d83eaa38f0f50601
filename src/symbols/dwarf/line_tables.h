/* line_tables.h - the source lines of many addresses of a file. */

#ifndef SYMBOLS_LINE_TABLES_H
#define SYMBOLS_LINE_TABLES_H

#include "symbols/dwarf/source_lines.h"

/* A source line. Line 0: unknown. The path is borrowed until line_tables_free(). */
struct source_place {
	struct text path;
	uint32_t line;
};

/*
 * A cache of the line tables of units. A table is read whole at the first lookup in one of its
 * units, and units that share it share the cached one. When all tables together have become too
 * large, lines of further units are unknown.
 */
struct line_tables;

/* The usual limit of rows of all tables: 128 MiB. Hostile files have one long table per unit. */
#define LINE_TABLES_ROWS (8u * 1024 * 1024)

/*
 * The maximum bytes of tables, names and paths to read: some seconds. In hostile files units share
 * one long table, each with another directory, and without any row.
 */
#define LINE_TABLES_WORK (UINT64_C(1) << 30)

/*
 * `in`, from inlined_new_with_lines(), is borrowed. `rows`: the maximum for all tables. Returns
 * NULL when memory runs out. Release with line_tables_free().
 */
struct line_tables *line_tables_new(struct inlined *in, size_t rows);
void line_tables_free(struct line_tables *t);

/* Find the line of an address of the image; false when unknown. */
bool line_tables_find(struct line_tables *t, uint64_t address,
		      struct source_place *place);

/* The number of lookups that failed because the tables are too large. */
uint64_t line_tables_lost(const struct line_tables *t);

/*
 * Find the line of a call, as returned by inlined_find_calls(), in the unit of an address; false
 * when unknown.
 */
bool line_tables_call(struct line_tables *t, uint64_t address, struct inlined_from from,
		      struct source_place *place);

#endif
