/* print.h - a canvas as text: plain, or with SGR colours. */

#ifndef CANVAS_PRINT_H
#define CANVAS_PRINT_H

#include <stdio.h>

#include "canvas/palette.h"

/* Write only the characters, in UTF-8, without trailing blanks. */
void print_plain(const struct canvas *c, FILE *out);

/* Write SGR sequences too, for attributes (bold, reverse and others) and `depth` colours. */
void print_ansi(const struct canvas *c, enum palette_depth depth, FILE *out);

/*
 * The ASCII replacement for a character: '|', '-' or '+' for box lines, '#' for most blocks, a
 * similar character for some signs, otherwise '?'.
 */
char print_ascii(char32_t rune);

/* The two above for a terminal without UTF-8: each character passes through print_ascii(). */
void print_plain_ascii(const struct canvas *c, FILE *out);
void print_ansi_ascii(const struct canvas *c, enum palette_depth depth, FILE *out);

#endif
