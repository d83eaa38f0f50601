/* blocks.h - a source shared by several threads: each takes the next piece of it. */

#ifndef INPUT_BLOCKS_H
#define INPUT_BLOCKS_H

#include "input/source.h"

/*
 * One thread at a time has the right to read. It reads until it has found where the next
 * block can begin, hands what it has read too much to whoever comes next, and gives up the
 * right. A thread that does not find such a place just goes on reading: then the others
 * wait, and nothing is torn apart.
 */
struct blocks;

/*
 * `source` is borrowed. NULL and an error when memory runs out. Release with blocks_free(),
 * when no other thread uses it any more.
 */
struct blocks *blocks_new(struct source *source, struct error *err);
void blocks_free(struct blocks *b);

/*
 * Take the right to read, or wait for it up to `ms` if somebody has it. With BLOCKS_YOURS
 * `*number` is the block's, counted from 0; only whoever has the right may call blocks_read()
 * and blocks_end(). Nothing is left after the end, and after blocks_stop(). Any thread.
 */
enum blocks_turn { BLOCKS_YOURS, BLOCKS_BUSY, BLOCKS_NOTHING_LEFT };
enum blocks_turn blocks_begin(struct blocks *b, unsigned ms, uint64_t *number);

/* Read up to `max` bytes; `*got` is 0 at the end and only then. Needs the right. */
bool blocks_read(struct blocks *b, char *to, size_t max, size_t *got, struct error *err);

/* The next block begins with `ahead` (copied); gives up the right, also when it fails. */
bool blocks_end(struct blocks *b, struct text ahead, struct error *err);

/* Nobody gets the right any more. Gives it up if the caller has it. */
void blocks_stop(struct blocks *b, bool has_right);

#endif
