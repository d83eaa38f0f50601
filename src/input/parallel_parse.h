/* parallel_parse.h - a text read by several threads at once, as if it had been one. */

#ifndef INPUT_PARALLEL_PARSE_H
#define INPUT_PARALLEL_PARSE_H

#include "input/lines.h"
#include "input/reading.h"

/*
 * One thread at a time has the right to read from the blocks: it reads until a sample
 * begins, leaves the rest to the next, and parses its block into a builder of its own.
 * profile/merge.c puts these parts into the one builder in the order of the file, so the
 * profile does not depend on how many threads there were. Small formats read lines on one
 * thread instead.
 */

/*
 * How a format is parsed a block at a time. Each thread has a state of its own, made by
 * open() and renewed now and then, when it has remembered too much. What a block leaves in
 * the builder must depend on nothing but the block's lines, its number and the options.
 */
struct parser {
	/* Does this line begin something, whatever was before it? Then a block may begin. */
	bool (*begins)(struct text line);

	/* `part` is borrowed: its builder and losses are the thread's. NULL and an error. */
	void *(*open)(const struct reading *part, const void *about, struct error *err);
	bool (*parse)(void *state, struct lines *block, struct error *err);
	void (*close)(void *state);
	const void *about; /* borrowed: what is known of the whole file, for open() */
};

/*
 * Parse r->source into r->builder and r->losses. The result does not depend on the number of
 * threads: blocks are put together in the order of the file.
 */
bool parallel_parse(struct reading *r, const struct parser *parser, struct error *err);

#endif
