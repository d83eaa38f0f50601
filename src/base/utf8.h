/* utf8.h - reads and writes UTF-8, and replaces characters that must not be shown. */

#ifndef BASE_UTF8_H
#define BASE_UTF8_H

#include <stdint.h>
#include <stdio.h>
#include <uchar.h>

#include "base/text.h"

#define UTF8_BAD 0xfffd /* U+FFFD, which replaces an invalid byte */
#define UTF8_MAX 4	/* the most bytes of a character */

/* Read the first character of a non-empty text; returns its number of bytes (1-4). */
size_t utf8_decode(struct text t, char32_t *rune);

/* Write a character; returns its number of bytes (1-4). `out` has room for UTF8_MAX. */
size_t utf8_encode(char32_t rune, char *out);

/*
 * The character to show for one from a file: itself, or UTF8_BAD for control characters (C0, DEL,
 * C1), characters that change the direction of writing, invisible ones, and values that are not
 * characters. No escape sequence passes. Use struct printable for texts from files; it also limits
 * the marks on a character.
 */
char32_t utf8_harmless(char32_t rune);

/* Does it combine with the previous character, without taking up a column? */
bool utf8_is_mark(char32_t rune);

/* Columns on a terminal: 0 for combining marks, 1, or 2. */
int utf8_width(char32_t rune);

/* The beginning of a text, of at most `most` bytes, without splitting a character. */
struct text utf8_upto(struct text t, size_t most);

/* The number of columns of a whole text as it is displayed. */
int utf8_columns(struct text t);

/*
 * The most combining marks of a character. Further ones become U+FFFD: stacked marks overlap the
 * lines above and below. In living languages no letter has more than three.
 */
#define UTF8_MARKS_MAX 4

/*
 * A cursor over a text from a file that yields displayable characters. No mark is allowed at the
 * beginning: it would combine with the character before the text.
 */
struct printable {
	struct text rest; /* borrowed: the remaining part */
	unsigned marks;	  /* marks that may still follow the last character */
};

static inline struct printable printable_of(struct text t)
{
	return (struct printable){t, 0};
}

/* printable_next() for anything but plain ASCII. */
char32_t printable_next_rune(struct printable *p);

/*
 * Take the next character of a non-empty rest: itself, or U+FFFD for a character that
 * utf8_harmless() refuses, for each byte that is not UTF-8, and for an excess mark.
 */
static inline char32_t printable_next(struct printable *p)
{
	uint8_t byte = (uint8_t)*p->rest.at;

	if (byte < 0x20 || byte >= 0x7f)
		return printable_next_rune(p);
	p->rest = (struct text){p->rest.at + 1, p->rest.len - 1};
	p->marks = UTF8_MARKS_MAX;
	return byte;
}

/* The same; `*changed` is set to whether it was replaced. */
char32_t printable_next_checked(struct printable *p, bool *changed);

/* Write a text with printable_next(). Errors stay in the stream, for ferror(). */
void printable_write(struct text t, FILE *out);

#endif
