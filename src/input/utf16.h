/* utf16.h - convert UTF-16 to UTF-8, piece by piece. */

#ifndef INPUT_UTF16_H
#define INPUT_UTF16_H

#include "base/error.h"
#include "base/text.h"

#define UTF16_MARK                                                                       \
	2 /* bytes of the byte order mark, which gives the byte order and marks UTF-16 */

/* Does the text begin with a byte order mark of UTF-16? */
bool utf16_begins(struct text t);

/*
 * A converter to UTF-8 without a mark. iconv() would do, but without its tables, which are not
 * always installed, it does not know UTF-16. Invalid units become U+FFFD.
 */
struct utf16;

/* `mark`: the mark of the text. NULL and an error when memory runs out. */
struct utf16 *utf16_new(struct text mark, struct error *err);
void utf16_free(struct utf16 *u);

/*
 * utf16_room() returns where to put the next bytes of the text (without its mark), and the room
 * there in `*max`: more than 0 if utf16_take() has taken everything. utf16_put() converts `n` bytes
 * that were put there; `last`: there are no more.
 */
char *utf16_room(struct utf16 *u, size_t *max);
void utf16_put(struct utf16 *u, size_t n, bool last);

/* The number of bytes of UTF-8 that are ready, and take up to `max` of them. */
size_t utf16_left(const struct utf16 *u);
size_t utf16_take(struct utf16 *u, char *to, size_t max);

#endif
