/* bytes.h - a cursor over untrusted bytes: little-endian numbers from files. */

#ifndef BASE_BYTES_H
#define BASE_BYTES_H

#include <endian.h>
#include <stdint.h>

#include "base/text.h"

/*
 * The remaining bytes. Reads past the end return 0 or no text (bytes_leb128(): the bits so far) and
 * set `short_read`, which stays set: read a record, then test once. Copy the struct to peek.
 */
struct bytes {
	const char *at, *end; /* borrowed */
	bool short_read;
};

static inline struct bytes bytes_of(struct text t)
{
	const char *at = t.at ? t.at : ""; /* adding even 0 to NULL is undefined */

	return (struct bytes){at, at + t.len, false};
}

static inline size_t bytes_left(const struct bytes *b)
{
	return (size_t)(b->end - b->at);
}

/* The next `len` bytes; an empty text if fewer are left. */
static inline struct text bytes_take(struct bytes *b, uint64_t len)
{
	struct text t = {b->at, 0};

	if (len > bytes_left(b)) {
		b->at = b->end;
		b->short_read = true;
		return t;
	}
	t.len = (size_t)len;
	b->at += t.len;
	return t;
}

static inline void bytes_skip(struct bytes *b, uint64_t len)
{
	(void)bytes_take(b, len);
}

static inline uint16_t bytes_u16(struct bytes *b)
{
	struct text t = bytes_take(b, sizeof(uint16_t));
	uint16_t v = 0;

	if (t.len)
		memcpy(&v, t.at, sizeof v);
	return le16toh(v);
}

static inline uint32_t bytes_u32(struct bytes *b)
{
	struct text t = bytes_take(b, sizeof(uint32_t));
	uint32_t v = 0;

	if (t.len)
		memcpy(&v, t.at, sizeof v);
	return le32toh(v);
}

static inline uint64_t bytes_u64(struct bytes *b)
{
	struct text t = bytes_take(b, sizeof(uint64_t));
	uint64_t v = 0;

	if (t.len)
		memcpy(&v, t.at, sizeof v);
	return le64toh(v);
}

/* A LEB128 number of any length, as in DWARF; bits above the 64th are dropped. */
static inline uint64_t bytes_leb128(struct bytes *b)
{
	uint64_t v = 0;
	uint8_t next;

	for (unsigned shift = 0; bytes_left(b); shift += 7) {
		next = (uint8_t)*b->at++;
		if (shift < 64)
			v |= (uint64_t)(next & 0x7f) << shift;
		if (!(next & 0x80))
			return v;
	}
	b->short_read = true;
	return v;
}

/* `t` up to its first NUL, or all of it. */
static inline struct text bytes_name(struct text t)
{
	return text_upto(t, t.len ? strnlen(t.at, t.len) : 0);
}

#endif
