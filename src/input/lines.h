/* lines.h - a source, or a block of one, split into lines. */

#ifndef INPUT_LINES_H
#define INPUT_LINES_H

#include "input/source.h"

/* The rest of a longer line is skipped, and `cut` is set. */
#ifndef LINES_LONGEST
#define LINES_LONGEST (1u << 20)
#endif

/* Bytes per read. Tests make it tiny. */
#ifndef LINES_BLOCK
#define LINES_BLOCK (1u << 18)
#endif

struct blocks;

struct lines {
	struct source *source; /* borrowed; NULL: `blocks` is read */
	struct blocks *blocks; /* borrowed; NULL: `source` is read */

	/*
	 * Does a record begin at this line, regardless of the lines before? Blocks begin at such
	 * lines.
	 */
	bool (*begins)(struct text line);

	uint64_t block;	       /* the number of this block, counted from 0 */
	char *bytes;	       /* owned */
	size_t room, from, to; /* of `bytes`: its size, and the unread part */
	size_t longest;	       /* bytes of a line: LINES_LONGEST, except in tests */
	/* number of the last line returned; the first of a block is 1 */
	uint64_t number;
	bool cut;      /* that line was longer than LINES_LONGEST */
	bool complete; /* that line had a line end (the last one may have none) */
	bool ended;    /* no more bytes in the source or the block */
	bool reading;  /* we have the right to read, see blocks.h */
};

bool lines_open(struct lines *l, struct source *source, struct error *err);

/* Lines of blocks. Each block but the first begins with a line for which `begins` is true. */
bool lines_open_blocks(struct lines *l, struct blocks *blocks,
		       bool (*begins)(struct text line), struct error *err);

/*
 * Continue with this block; the caller got its number and the right to read from blocks_begin(),
 * and has read the previous block to its end. False on a read error.
 */
bool lines_take_block(struct lines *l, uint64_t number, struct error *err);
void lines_close(struct lines *l);

/*
 * The next line, without "\n" or "\r\n", and without the byte order mark of the first line. It is
 * borrowed until the next call. False at the end, and on a read error, which sets `err`.
 */
bool lines_next(struct lines *l, struct text *line, struct error *err);

/*
 * lines_ahead() returns the bytes after the current line that have been read already, at most
 * the longest line and its end. lines_pass() skips a line of `len` bytes and a "\n" at their
 * beginning, as if lines_next() had returned it. Both leave the line of lines_next() valid.
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
