/* block.h - block characters: the part of the cell that each fills, and numbers as a line of bars. */

#ifndef CANVAS_BLOCK_H
#define CANVAS_BLOCK_H

#include "canvas/canvas.h"

/* A cell in units: an eighth of it, and the width of a line, are whole numbers of units. */
#define BLOCK_WIDTH  8
#define BLOCK_HEIGHT 16
#define BLOCK_PARTS  4

struct block {
	struct rect parts[BLOCK_PARTS]; /* within the cell */
	int count;
	unsigned percent; /* opacity: 100, or less for a shade */
};

/*
 * The parts of U+2580 to U+259F, and of the straight lines from U+2500 on, single or heavy, whole
 * or dashed. False: another character, which only a font can draw.
 */
bool block_of(char32_t rune, struct block *b);

#define BLOCK_BYTES 3 /* bytes of a bar, at most */

/*
 * A bar for each of `count` values; the largest is as high as the line, and only 0 is a blank.
 * Values that do not fit `room` bytes are left out. Returns `buf`.
 */
const char *block_line(const uint64_t *values, uint32_t count, bool ascii, char *buf,
		       size_t room);

#endif
