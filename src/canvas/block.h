/* block.h - which part of its cell a block or a box line fills, where no font is to be asked. */

#ifndef CANVAS_BLOCK_H
#define CANVAS_BLOCK_H

#include "canvas/canvas.h"

/* A cell in units that all eighths, and lines of one unit, are whole numbers of. */
#define BLOCK_WIDTH  8
#define BLOCK_HEIGHT 16
#define BLOCK_PARTS  4

struct block {
	struct rect parts[BLOCK_PARTS]; /* within the cell */
	int count;
	unsigned percent; /* how much of it they hide: 100, less where it is a shade */
};

/*
 * U+2580 to U+259F, and of the lines from U+2500 on the straight ones, single or heavy, whole or
 * dashed. False: the character is a font's.
 */
bool block_of(char32_t rune, struct block *b);

#endif
