/* lines.h - a source split into lines, by one thread or by several in blocks. */

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

/*
 * One thread at a time has the right to read. It reads until it finds where the next block can
 * begin, leaves the bytes beyond that place to the thread that reads the next block, and gives
 * up the right. A thread that finds no such place reads on while the others wait, so a sample is
 * never split.
 */
struct blocks;

/*
 * `source` is borrowed. Returns NULL and an error when memory runs out. Release with
 * blocks_free(), when no other thread uses it.
 */
struct blocks *blocks_new(struct source *source, struct error *err);
void blocks_free(struct blocks *b);

/*
 * Take the right to read. If another thread has it, wait for at most `ms` milliseconds. With
 * BLOCKS_YOURS, `*number` is the number of the block, counted from 0; then, and only then, the
 * thread must call lines_take_block(). BLOCKS_NOTHING_LEFT: the source has ended, or blocks_stop()
 * was called. Any thread may call this.
 */
enum blocks_turn { BLOCKS_YOURS, BLOCKS_BUSY, BLOCKS_NOTHING_LEFT };
enum blocks_turn blocks_begin(struct blocks *b, unsigned ms, uint64_t *number);

/* No thread gets the right from now on. */
void blocks_stop(struct blocks *b);

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
	bool reading;  /* we have the right to read the blocks */
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
