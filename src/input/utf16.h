/* utf16.h - UTF-16 made UTF-8, a piece at a time. */

#ifndef INPUT_UTF16_H
#define INPUT_UTF16_H

#include "base/error.h"
#include "base/text.h"

#define UTF16_MARK                                                                       \
	2 /* bytes of the byte order mark, which tells the order and that it is UTF-16 */

/* Begins the text with a byte order mark? */
bool utf16_begins(struct text t);

/*
 * What turns such a text into UTF-8 without a mark. iconv() would do, but where its tables
 * are not installed it knows no UTF-16. What is no character becomes U+FFFD.
 */
struct utf16;

/* `mark` is the text's. NULL and an error when memory runs out; release with utf16_free(). */
struct utf16 *utf16_new(struct text mark, struct error *err);
void utf16_free(struct utf16 *u);

/*
 * Where the next bytes of the text (without its mark) are to be put, and how many there is
 * room for, more than 0 when nothing is left to be taken; that `n` are there, and whether
 * they are the last.
 */
char *utf16_room(struct utf16 *u, size_t *max);
void utf16_put(struct utf16 *u, size_t n, bool last);

/* How much UTF-8 is there, and up to `max` bytes of it. */
size_t utf16_left(const struct utf16 *u);
size_t utf16_take(struct utf16 *u, char *to, size_t max);

#endif
