/* blocks.h - a source that several threads read block by block. */

#ifndef INPUT_BLOCKS_H
#define INPUT_BLOCKS_H

#include "input/source.h"

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
 * thread may call blocks_read() and blocks_end(). BLOCKS_NOTHING_LEFT: the source has ended, or
 * blocks_stop() was called. Any thread may call this.
 */
enum blocks_turn { BLOCKS_YOURS, BLOCKS_BUSY, BLOCKS_NOTHING_LEFT };
enum blocks_turn blocks_begin(struct blocks *b, unsigned ms, uint64_t *number);

/* Read up to `max` bytes; `*got` is 0 only at the end. Needs the right. */
bool blocks_read(struct blocks *b, char *to, size_t max, size_t *got, struct error *err);

/* The next block begins with `ahead` (copied). Gives up the right, even on failure. */
bool blocks_end(struct blocks *b, struct text ahead, struct error *err);

/* No thread gets the right from now on. `has_right`: the caller has it, and gives it up. */
void blocks_stop(struct blocks *b, bool has_right);

#endif
