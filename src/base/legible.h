/* legible.h - the characters of a text from a file, as they may be shown. */

#ifndef BASE_LEGIBLE_H
#define BASE_LEGIBLE_H

#include <stdint.h>

#include "base/text.h"
#include "base/utf8.h"

/*
 * So many combining marks may stand on a character. More become U+FFFD each: piles of marks
 * run over the lines above and below. Of living languages no letter has more than three.
 */
#define LEGIBLE_MARKS 4

/* A way through a text. Zero marks at its begin: one there would join what stands before. */
struct legible {
	struct text rest; /* borrowed: what has not been taken */
	unsigned marks;	  /* that may still follow the character before */
};

static inline struct legible legible_of(struct text t)
{
	return (struct legible){t, 0};
}

/* legible_take() for all but plain ASCII. */
char32_t legible_take_rune(struct legible *l);

/*
 * Take the next character of a rest that is not empty: itself, or U+FFFD for what
 * utf8_harmless() refuses, for bytes that are not UTF-8 (one each), and for a mark too many.
 */
static inline char32_t legible_take(struct legible *l)
{
	uint8_t byte = (uint8_t)*l->rest.at;

	if (byte < 0x20 || byte >= 0x7f)
		return legible_take_rune(l);
	l->rest = (struct text){l->rest.at + 1, l->rest.len - 1};
	l->marks = LEGIBLE_MARKS;
	return byte;
}

/* The same; *changed says whether it is another than stands there. */
char32_t legible_look(struct legible *l, bool *changed);

#endif
