/* utf8.h - reads and writes UTF-8, and replaces characters that must not be shown. */

#ifndef BASE_UTF8_H
#define BASE_UTF8_H

#include <stdint.h>
#include <stdio.h>
#include <uchar.h>

#include "base/text.h"

#define UTF8_BAD 0xfffd /* U+FFFD, which replaces an invalid byte */
#define UTF8_MAX 4	/* the maximum number of bytes per character */

/* Read the first character, UTF8_BAD if invalid; returns its length (1-4). `t` is not empty. */
size_t utf8_decode(struct text t, char32_t *rune);

/* Write a character; returns its number of bytes (1-4). `out` has room for UTF8_MAX. */
size_t utf8_encode(char32_t rune, char *out);

/*
 * The character to display for `rune`, which comes from a file. Returns UTF8_BAD for control
 * characters (C0, DEL, C1), characters that change the writing direction, invisible characters, and
 * values that are not characters; otherwise `rune` itself. So no escape sequence reaches the
 * terminal. Use struct printable for texts from files; it also limits the combining marks on a
 * character.
 */
char32_t utf8_harmless(char32_t rune);

/* Is this a combining mark, which takes up no column of its own? */
bool utf8_is_mark(char32_t rune);

/* The number of terminal columns of a character: 0 for combining marks, else 1 or 2. */
int utf8_width(char32_t rune);

/* The longest beginning of a text that has at most `most` bytes and splits no character. */
struct text utf8_upto(struct text t, size_t most);

/* The number of columns that a text takes up when it is displayed. */
int utf8_columns(struct text t);

/*
 * The maximum number of combining marks on a character. Further marks become U+FFFD, because
 * stacked marks overlap the lines above and below. No letter of a living language has more than
 * three.
 */
#define UTF8_MARKS_MAX 4

/*
 * A cursor over a text from a file, which yields displayable characters. A mark at the beginning is
 * replaced, because it would combine with the character before the text.
 */
struct printable {
	struct text rest; /* borrowed: the part that has not been read yet */
	unsigned marks;	  /* how many marks may still follow the last character */
};

static inline struct printable printable_of(struct text t)
{
	return (struct printable){t, 0};
}

/* printable_next() calls this for everything except printable ASCII. */
char32_t printable_next_rune(struct printable *p);

/*
 * Take the next character of a non-empty rest. U+FFFD replaces a character that utf8_harmless()
 * refuses, each byte that is not UTF-8, and an excess mark.
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

/* Like printable_next(); also reports in `*changed` whether the character was replaced. */
char32_t printable_next_checked(struct printable *p, bool *changed);

/* Write a text as printable_next() converts it. Check for errors with ferror(). */
void printable_write(struct text t, FILE *out);

#endif
