/* line_tables.h - the lines of source code of many addresses of a file. */

#ifndef SYMBOLS_LINE_TABLES_H
#define SYMBOLS_LINE_TABLES_H

#include "symbols/dwarf/source_lines.h"

/* Line 0: not known. The path is borrowed until line_tables_free(). */
struct source_place {
	struct text path;
	uint32_t line;
};

/*
 * The tables of units, each of which is read whole when the first of its addresses is asked for, and kept once
 * where several units share it. When they have become too large together, the lines of further units are not
 * known.
 */
struct line_tables;

/* Rows of all tables together: 128 MiB. Units of a file that lies have one long table each. */
#define LINE_TABLES_ROWS (8u * 1024 * 1024)

/*
 * Bytes of tables, names and paths that are gone through: some seconds. Units that lie have a long one in
 * common, each with another directory, and no row in it.
 */
#define LINE_TABLES_WORK (UINT64_C(1) << 30)

/* `in`, of inlined_new_with_lines(), is borrowed. NULL when memory runs out. */
struct line_tables *line_tables_new(struct inlined *in, size_t rows);
void line_tables_free(struct line_tables *t);

/* Of an address of the image. False: its line is not known. */
bool line_tables_find(struct line_tables *t, uint64_t address,
		      struct source_place *place);

/* How often that was since the table is too large. */
uint64_t line_tables_lost(const struct line_tables *t);

/* Of a call in the unit of that address. False: it is not known. */
bool line_tables_call(struct line_tables *t, uint64_t address, struct inlined_from from,
		      struct source_place *place);

#endif
