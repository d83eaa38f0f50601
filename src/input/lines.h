/* lines.h - a source, or a block of one, cut into lines, whatever their ends look like. */

#ifndef INPUT_LINES_H
#define INPUT_LINES_H

#include "input/source.h"

/* No sane line is longer; the rest of a longer one is passed over and `cut` is set. */
#ifndef LINES_LONGEST
#define LINES_LONGEST (1u << 20)
#endif

/* How much is read at once. Tests make it tiny. */
#ifndef LINES_BLOCK
#define LINES_BLOCK (1u << 18)
#endif

struct blocks;

struct lines {
	struct source *source; /* borrowed; NULL: the blocks are read */
	struct blocks *blocks; /* borrowed; NULL: the source is read */

	/* A line that begins something, whatever was before it: blocks are cut there. */
	bool (*begins)(struct text line);

	uint64_t block;	       /* the number of this block, from 0 */
	char *bytes;	       /* owned */
	size_t room, from, to; /* of bytes: the size, and the part not yet handed out */
	size_t longest;	       /* bytes of a line: LINES_LONGEST, but in tests */
	uint64_t number; /* of the line handed out last; the first of the block is 1 */
	bool cut;	 /* that line was longer than LINES_LONGEST */
	bool complete;	 /* that line had its line end (the last one may not) */
	bool ended;	 /* the source, or the block, has no more bytes */
	bool reading;	 /* we have the right to read the blocks */
};

bool lines_open(struct lines *l, struct source *source, struct error *err);

/* Lines of blocks: each begins with a line for which `begins` is true, but the first. */
bool lines_open_blocks(struct lines *l, struct blocks *blocks,
		       bool (*begins)(struct text line), struct error *err);

/*
 * Go on with this block, whose turn the caller has from blocks_begin(); the one before must
 * have been read to its end. False on a read error.
 */
bool lines_take_block(struct lines *l, uint64_t number, struct error *err);
void lines_close(struct lines *l);

/*
 * The next line without its "\n" or "\r\n", and without the byte order mark if it is the
 * first. Borrowed until the next call. False at the end, and on a read error (then `err` is
 * set).
 */
bool lines_next(struct lines *l, struct text *line, struct error *err);

/*
 * What is there of the bytes that follow, at most a line of the longest kind and its line
 * end. Pass over a line of `len` bytes and a "\n" at its beginning: it counts as handed out.
 * Neither moves the line borrowed from lines_next().
 */
static inline struct text lines_ahead(const struct lines *l)
{
	size_t there = l->cut ? 0 : l->to - l->from;

	return (struct text){l->bytes + l->from,
			     there <= l->longest ? there : l->longest + 1};
}

static inline void lines_pass(struct lines *l, size_t len)
{
	l->from += len + 1;
	l->number++;
	l->complete = true;
}

#endif
