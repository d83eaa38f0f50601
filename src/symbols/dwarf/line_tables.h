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
 * The tables of units, each of which is read whole when the first of its addresses is asked for. When
 * they have become too large together, the lines of further units are not known.
 */
struct line_tables;

/* `in`, of inlined_new_with_lines(), is borrowed. NULL when memory runs out. */
struct line_tables *line_tables_new(struct inlined *in);
void line_tables_free(struct line_tables *t);

/* Of an address of the image. False: its line is not known. */
bool line_tables_find(struct line_tables *t, uint64_t address,
		      struct source_place *place);

/* Of a call in the unit of that address. False: it is not known. */
bool line_tables_call(struct line_tables *t, uint64_t address, struct inlined_from from,
		      struct source_place *place);

#endif
