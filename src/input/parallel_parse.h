/* parallel_parse.h - parses one text on several threads, with the same result as on one. */

#ifndef INPUT_PARALLEL_PARSE_H
#define INPUT_PARALLEL_PARSE_H

#include "input/lines.h"
#include "input/reading.h"

/*
 * Threads take turns at reading (lines.h). Each reads a block that ends just before a sample
 * begins, lets the next thread read, and parses the block into its own builder. profile/merge.c
 * joins the blocks in the order of the file, so the profile does not depend on the number of
 * threads. Formats whose files are small are read on one thread, directly with lines.h.
 */

/*
 * How a format is parsed in blocks. open() creates a separate state for each thread; when the
 * tables of a thread become too large, its state is closed and created again. The result of a block
 * must depend only on its lines, its number and the options.
 */
struct parser {
	/*
	 * Does a record begin at this line? It must be clear from this line alone. Blocks begin at
	 * such lines.
	 */
	bool (*begins)(struct text line);

	/*
	 * `part` is borrowed; it has the thread's builder and losses. Returns NULL and an error on
	 * failure.
	 */
	void *(*open)(const struct reading *part, const void *about, struct error *err);
	bool (*parse)(void *state, struct lines *block, struct error *err);
	void (*close)(void *state);
	const void *about; /* borrowed: facts about the whole file, for open() */
};

/* Parse r->source into r->builder and r->losses. */
bool parallel_parse(struct reading *r, const struct parser *parser, struct error *err);

#endif
