/* source_lines.h - the source lines that instructions were compiled from. */

#ifndef SYMBOLS_SOURCE_LINES_H
#define SYMBOLS_SOURCE_LINES_H

#include <stddef.h>
#include <stdint.h>

#include "base/intern.h"
#include "symbols/dwarf/inlined.h"

/* The line of the instructions from `address` up to the next row; line 0: none. */
struct source_row {
	uint64_t address;
	uint32_t file; /* number in `files` */
	uint32_t line;
};

struct source_lines {
	struct source_row *rows; /* owned: by address */
	size_t count, room;
	struct intern *files; /* owned: paths, absolute if known */
	/* owned: maps file numbers of DWARF to numbers in `files`; only for a whole unit */
	uint32_t *numbered;
	size_t numbered_count;
	uint64_t work; /* bytes of the table, names and paths read so far */
};

/*
 * Read the lines of the addresses from `start` up to `end` from the table of the unit that contains
 * `start`. The table may be of DWARF 2 to 5, as written by GNU, LLVM and other compilers. It is not
 * read by libdw, which takes 130 bytes for each byte of the table, builds all paths, and ends the
 * process when a malformed table exhausts memory. Returns false when no line is known. Release with
 * source_lines_release().
 */
bool source_lines_read(struct source_lines *l, struct inlined *in, uint64_t start,
		       uint64_t end);

/*
 * Identify the line table of the unit that contains an address, together with the directory of the
 * unit, on which the paths depend; units may share both. `*id` is set to the number of the table in
 * `tables`. False when the unit has no table or memory runs out.
 */
bool source_lines_table(struct inlined *in, uint64_t address, struct intern *tables,
			uint32_t *id);

/* Like source_lines_read(), for all addresses of the unit that contains `address`. */
bool source_lines_read_unit(struct source_lines *l, struct inlined *in, uint64_t address);
void source_lines_release(struct source_lines *l);

/* The row that covers an address, or NULL. */
const struct source_row *source_lines_find(const struct source_lines *l,
					   uint64_t address);

#endif
