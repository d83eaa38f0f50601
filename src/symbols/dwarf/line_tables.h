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
 * A cache of the line tables of units. The first lookup in a unit reads its whole table; units that
 * share a table and a directory share the cached one. When all tables together are too large, the
 * lines of further units are unknown.
 */
struct line_tables;

/*
 * The usual limit on the rows of all tables, which take 128 MiB. A hostile file may have a long
 * table for each unit.
 */
#define LINE_TABLES_ROWS (8u * 1024 * 1024)

/*
 * The maximum number of bytes of tables, names and paths to read, which takes some seconds. In a
 * hostile file, many units with different directories may share a long table without rows.
 */
#define LINE_TABLES_WORK (UINT64_C(1) << 30)

/*
 * `in`, from inlined_new_with_lines(), is borrowed. `rows` is the maximum number of rows of all
 * tables. Returns NULL when memory runs out. Release with line_tables_free().
 */
struct line_tables *line_tables_new(struct inlined *in, size_t rows);
void line_tables_free(struct line_tables *t);

/* Find the line of an address of the image; false when unknown. */
bool line_tables_find(struct line_tables *t, uint64_t address,
		      struct source_place *place);

/* The number of calls to line_tables_find() that failed because the tables are too large. */
uint64_t line_tables_lost(const struct line_tables *t);

/*
 * Find the line of a call, as returned by inlined_find_calls(), in the unit of an address; false
 * when unknown.
 */
bool line_tables_call(struct line_tables *t, uint64_t address, struct inlined_from from,
		      struct source_place *place);

#endif
