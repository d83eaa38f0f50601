/* lines.h - splits a source into lines, on one thread or in blocks on several. */

#ifndef INPUT_LINES_H
#define INPUT_LINES_H

#include "input/source.h"

/* The maximum length of a line in bytes. The rest of a longer line is skipped, and `cut` is set. */
#ifndef LINES_LONGEST
#define LINES_LONGEST (1u << 20)
#endif

/* Bytes per read. Tests make it tiny. */
#ifndef LINES_BLOCK
#define LINES_BLOCK (1u << 18)
#endif

/*
 * A source divided into blocks for several threads. One thread at a time has the right to read. It
 * reads until it finds a line where the next block can begin, passes that line and all bytes after
 * it to the next thread, and gives up the right. Blocks begin only where a record begins, so a
 * sample is never split between blocks.
 */
struct blocks;

/*
 * `source` is borrowed. Returns NULL and an error when memory runs out. Release with blocks_free(),
 * when no other thread uses the blocks.
 */
struct blocks *blocks_new(struct source *source, struct error *err);
void blocks_free(struct blocks *b);

/*
 * Take the right to read. If another thread has it, wait at most `ms` milliseconds. BLOCKS_YOURS:
 * the thread must call lines_take_block() with `*number`, the number of the block, counted from 0.
 * BLOCKS_BUSY: another thread still has the right. BLOCKS_NOTHING_LEFT: the source has ended,
 * reading has failed, or blocks_stop() was called. Any thread may call this.
 */
enum blocks_turn { BLOCKS_YOURS, BLOCKS_BUSY, BLOCKS_NOTHING_LEFT };
enum blocks_turn blocks_begin(struct blocks *b, unsigned ms, uint64_t *number);

/* From now on, give no thread the right to read. */
void blocks_stop(struct blocks *b);

struct lines {
	struct source *source; /* borrowed; NULL: `blocks` is read */
	struct blocks *blocks; /* borrowed; NULL: `source` is read */

	/* Does a record begin at this line? Every block but the first begins at such a line. */
	bool (*begins)(struct text line);

	uint64_t block;	       /* the number of this block, counted from 0 */
	char *bytes;	       /* owned */
	size_t room, from, to; /* the size of `bytes`; the unread part is [from, to) */
	size_t longest;	       /* for lines_ahead(): LINES_LONGEST, except in tests */
	/* number of the last returned line; each block begins with line 1 */
	uint64_t number;
	bool cut;      /* this line was longer than LINES_LONGEST */
	bool complete; /* this line had a line end or was cut */
	bool ended;    /* the source or the block has no more bytes */
	bool reading;  /* this thread has the right to read the blocks */
};

bool lines_open(struct lines *l, struct source *source, struct error *err);

/* Open the lines of blocks. `begins` must depend only on its argument. */
bool lines_open_blocks(struct lines *l, struct blocks *blocks,
		       bool (*begins)(struct text line), struct error *err);

/*
 * Continue with this block, after blocks_begin() has returned its number. The caller must have read
 * its previous block to the end. False and an error when reading fails or memory runs out.
 */
bool lines_take_block(struct lines *l, uint64_t number, struct error *err);
void lines_close(struct lines *l);

/*
 * Get the next line, without "\n" or "\r\n"; the first line also loses a byte order mark. Borrowed
 * until the next call. False at the end; false and an error when reading fails or memory runs out.
 */
bool lines_next(struct lines *l, struct text *line, struct error *err);

/*
 * lines_ahead() returns the bytes in memory after the last line, at most a line of `longest` bytes
 * and its "\n". lines_pass() skips the first line in them, `len` bytes and its "\n", as if
 * lines_next() had returned it. The result of the last lines_next() stays valid.
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
