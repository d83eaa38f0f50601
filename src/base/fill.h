/* fill.h - a cursor that writes bytes into a buffer of fixed size: the reverse of base/bytes.h. */

#ifndef BASE_FILL_H
#define BASE_FILL_H

#include <endian.h>
#include <stdint.h>

#include "base/text.h"

/*
 * A buffer that is being filled. A value that does not fit is not written, not even in part, and
 * sets `short_room`, which stays set; nothing is written from then on. So write a whole record,
 * then test once. To try a write, use a copy of the struct.
 */
struct fill {
	char *begin, *at, *end; /* borrowed */
	bool short_room;
};

static inline struct fill fill_of(void *room, size_t size)
{
	char *at = room;

	return (struct fill){at, at, size ? at + size : at, false};
}

static inline size_t fill_left(const struct fill *f)
{
	return f->short_room ? 0 : (size_t)(f->end - f->at);
}

/* The address for the next `len` bytes; NULL if they do not fit, or `len` is 0. */
static inline char *fill_take(struct fill *f, size_t len)
{
	char *at = f->at;

	if (len > fill_left(f))
		f->short_room = true;
	if (f->short_room || !len)
		return NULL;
	f->at += len;
	return at;
}

static inline void fill_text(struct fill *f, struct text t)
{
	char *at = fill_take(f, t.len);

	if (at)
		memcpy(at, t.at, t.len);
}

static inline void fill_char(struct fill *f, char c)
{
	char *at = fill_take(f, 1);

	if (at)
		*at = c;
}

/* Write `value` in little-endian order, as in files. */
static inline void fill_u64(struct fill *f, uint64_t value)
{
	char *at = fill_take(f, sizeof value);

	value = htole64(value);
	if (at)
		memcpy(at, &value, sizeof value);
}

/* Write `n` in decimal digits. */
static inline void fill_number(struct fill *f, uint64_t n)
{
	char digits[20]; /* enough for UINT64_MAX */
	size_t first = sizeof digits;

	do {
		digits[--first] = (char)('0' + n % 10); /* room: at most 20 digits */
		n /= 10;
	} while (n);
	fill_text(f, (struct text){digits + first, sizeof digits - first});
}

/* The written part, from the beginning of the buffer to the cursor. */
static inline struct text fill_written(const struct fill *f)
{
	return (struct text){f->begin, (size_t)(f->at - f->begin)};
}

#endif
