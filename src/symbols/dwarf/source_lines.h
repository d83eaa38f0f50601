/* source_lines.h - which lines of which files the instructions of a function were compiled from. */

#ifndef SYMBOLS_SOURCE_LINES_H
#define SYMBOLS_SOURCE_LINES_H

#include <stddef.h>
#include <stdint.h>

#include "base/intern.h"
#include "symbols/dwarf/inlined.h"

/* From `address` on, up to the next row, instructions are of this line; line 0: of none. */
struct source_row {
	uint64_t address;
	uint32_t file; /* a text of `files` */
	uint32_t line;
};

struct source_lines {
	struct source_row *rows; /* owned: by address */
	size_t count, room;
	struct intern *files; /* owned: paths, from the root where that is known */
	uint32_t *numbered; /* owned: of a whole unit, by number of a file, in `files` */
	size_t numbered_count;
	uint64_t
	    work; /* bytes that were gone through: of the table, of names and paths */
};

/*
 * Of the addresses from `start` up to `end`, by the table of the unit that has `start`: DWARF 2 to
 * 5, as GNU, LLVM and others write them. We read it ourselves: libdw takes 130 bytes for a byte of
 * the table, puts each path together, and ends the process where memory does not suffice for a table
 * that lies. False: nothing is known. Release with source_lines_release().
 */
bool source_lines_read(struct source_lines *l, struct inlined *in, uint64_t start,
		       uint64_t end);

/*
 * What tells the table of the unit that has this address from others: units may share one. A text, put into
 * `tables`, of which the number is `*id`. False: it has none, or memory has run out.
 */
bool source_lines_table(struct inlined *in, uint64_t address, struct intern *tables,
			uint32_t *id);

/* The same of all addresses of the unit that has this one. */
bool source_lines_read_unit(struct source_lines *l, struct inlined *in, uint64_t address);
void source_lines_release(struct source_lines *l);

/* The row for an address; NULL: none has it. */
const struct source_row *source_lines_find(const struct source_lines *l,
					   uint64_t address);

#endif
