/* parallel_parse.h - one text parsed by several threads, with the result of a single thread. */

#ifndef INPUT_PARALLEL_PARSE_H
#define INPUT_PARALLEL_PARSE_H

#include "input/lines.h"
#include "input/reading.h"

/*
 * One thread at a time has the right to read (lines.h): it reads up to where a sample begins, and
 * then parses its block into its own builder. profile/merge.c joins these builders in the order of
 * the file, so the profile does not depend on the number of threads. Small formats use lines.h on
 * one thread instead.
 */

/*
 * How a format is parsed in blocks. Each thread has its own state, which open() makes, and which is
 * made anew when the thread's tables have become too large. The result of a block must depend only
 * on its lines, its number and the options.
 */
struct parser {
	/*
	 * May a block begin here: does a record begin at this line, regardless of the lines before?
	 */
	bool (*begins)(struct text line);

	/* `part` is borrowed; it has the thread's builder and losses. Returns NULL and an error. */
	void *(*open)(const struct reading *part, const void *about, struct error *err);
	bool (*parse)(void *state, struct lines *block, struct error *err);
	void (*close)(void *state);
	const void *about; /* borrowed: facts about the whole file, for open() */
};

/* Parse r->source into r->builder and r->losses. */
bool parallel_parse(struct reading *r, const struct parser *parser, struct error *err);

#endif
