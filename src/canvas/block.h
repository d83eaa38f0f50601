/* block.h - the shapes of block characters within a cell, and bar charts of one line. */

#ifndef CANVAS_BLOCK_H
#define CANVAS_BLOCK_H

#include "canvas/canvas.h"

/* The size of a cell in units, such that its eighths and the widths of lines are whole numbers. */
#define BLOCK_WIDTH  8
#define BLOCK_HEIGHT 16
#define BLOCK_PARTS  4

struct block {
	struct rect parts[BLOCK_PARTS]; /* in units, relative to the cell */
	int count;
	unsigned percent; /* opacity: 100, or less for a shade */
};

/*
 * The shape of a character in U+2580 to U+259F, or of a box line (U+2500 to U+257F) that is not
 * double, rounded or diagonal. Returns false for all other characters, which need a font.
 */
bool block_of(char32_t rune, struct block *b);

#define BLOCK_BYTES 3 /* the maximum number of bytes per bar */

/*
 * Write one bar per value. The bar of the largest value is as high as the line; only the value 0
 * becomes a blank. Values that do not fit into `room` bytes are left out. Returns `buf`.
 */
const char *block_line(const uint64_t *values, uint32_t count, bool ascii, char *buf,
		       size_t room);

#endif
