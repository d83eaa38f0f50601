/* print.h - a canvas as text: plain, or with SGR colours. */

#ifndef CANVAS_PRINT_H
#define CANVAS_PRINT_H

#include <stdio.h>

#include "canvas/palette.h"

/* Characters only, always UTF-8, trailing blanks left out. */
void print_plain(const struct canvas *c, FILE *out);

/* With SGR sequences for `depth` colours; PALETTE_NONE keeps bold, reverse and the like.
 */
void print_ansi(const struct canvas *c, enum palette_depth depth, FILE *out);

/*
 * The replacement of a character where only ASCII can be shown: '|' for box lines, '-',
 * '+', '#' for blocks, '?' for letters.
 */
char print_ascii(char32_t rune);

/* The same two for a terminal that is not UTF-8: every character through print_ascii().
 */
void print_plain_ascii(const struct canvas *c, FILE *out);
void print_ansi_ascii(const struct canvas *c, enum palette_depth depth, FILE *out);

#endif
