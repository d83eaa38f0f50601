/* utf8.h - characters in and out of UTF-8, and how wide they are on a screen. */

#ifndef BASE_UTF8_H
#define BASE_UTF8_H

#include <uchar.h>

#include "base/text.h"

#define UTF8_BAD 0xfffd /* U+FFFD, what an invalid byte is read as */
#define UTF8_MAX 4	/* bytes of one character */

/* Read the first character of a non-empty text; returns how many bytes it took (1-4). */
size_t utf8_decode(struct text t, char32_t *rune);

/* Write a character; returns how many bytes (1-4). `out` has room for UTF8_MAX. */
size_t utf8_encode(char32_t rune, char *out);

/*
 * What may be shown of a character that came from a file: itself, or UTF8_BAD for control
 * characters (C0, DEL, C1), for what changes the direction of writing, for what shows nothing
 * and takes no room or is a letter without ink, and for anything that is not a character.
 * Nothing that a terminal could take as an order passes. How many marks may stand on a
 * character, legible.h knows: text of files is walked through with that.
 */
char32_t utf8_harmless(char32_t rune);

/* Does it combine with the character before it, and take no column of its own? */
bool utf8_is_mark(char32_t rune);

/* Columns on a terminal: 0 for combining marks, 1, or 2. */
int utf8_width(char32_t rune);

/* Columns of a whole text as it would be shown. */
int utf8_columns(struct text t);

#endif
