#include "fuzz/mutate/perf_shape.h"

#include <stdlib.h>
#include <string.h>

/* In the header: u64 magic, size, size of an attribute; offset and size of attributes, records. */
enum { HEAD_SIZE = 8, HEAD_ATTRS = 24, HEAD_DATA = 40, HEAD_DATA_SIZE = 48 };
enum { HEAD_FEATURES = 72, HEAD_END = 104, PIPED_END = 16 };

#define MOST	    50000 /* records that are examined */
#define HEADER_ATTR 64

static bool has_magic(const struct buffer *b)
{
	return b->len >= PIPED_END &&
	       (memcmp(b->at, "PERF", 4) == 0 || memcmp(b->at, "2ELI", 4) == 0);
}

static void take_head(const struct buffer *b, struct perf_shape *s)
{
	uint64_t begin, size;

	s->end = b->len;
	if (!has_magic(b))
		return;
	s->begin = PIPED_END;
	if (buffer_number(b, HEAD_SIZE, 8) == PIPED_END || b->len < HEAD_END)
		return;
	s->headed = true;
	begin = buffer_number(b, HEAD_DATA, 8);
	size = buffer_number(b, HEAD_DATA_SIZE, 8);
	s->begin = begin < b->len ? (size_t)begin : HEAD_END;
	if (size && size < b->len - s->begin)
		s->end = s->begin + (size_t)size;
	s->attr = (size_t)buffer_number(b, HEAD_ATTRS, 8);
	if (s->attr > b->len - HEAD_END)
		s->attr = 0;
}

size_t perf_shape_size(const struct buffer *b, size_t record)
{
	return (size_t)buffer_number(b, record + 6, 2);
}

unsigned perf_shape_type(const struct buffer *b, size_t record)
{
	return (unsigned)buffer_number(b, record, 4);
}

bool perf_shape_of(const struct buffer *b, struct perf_shape *s)
{
	*s = (struct perf_shape){0};
	take_head(b, s);
	s->records = malloc(MOST * sizeof *s->records);
	if (!s->records)
		return false;
	for (size_t at = s->begin; at + 8 <= s->end && s->count < MOST;) {
		size_t size = perf_shape_size(b, at);

		if (size < 8 || size > s->end - at)
			break;
		if (!s->attr && perf_shape_type(b, at) == HEADER_ATTR)
			s->attr = at + 8;
		s->records[s->count++] = at;
		at += size;
	}
	if (s->count == 0)
		perf_shape_release(s);
	return s->count > 0;
}

void perf_shape_release(struct perf_shape *s)
{
	free(s->records);
	s->records = NULL;
}

void perf_shape_grown(struct buffer *b, struct perf_shape *s, int64_t more)
{
	uint64_t size = buffer_number(b, HEAD_DATA_SIZE, 8);
	size_t features = 0;

	s->end = (size_t)((int64_t)s->end + more);
	if (!s->headed)
		return;
	if (size)
		buffer_put(b, HEAD_DATA_SIZE, 8, size + (uint64_t)more);
	for (size_t at = HEAD_FEATURES; at < HEAD_END; at += 8)
		features += (size_t)__builtin_popcountll(buffer_number(b, at, 8));
	for (size_t at = s->end; features-- > 0; at += 16)
		buffer_put(b, at, 8, buffer_number(b, at, 8) + (uint64_t)more);
}

bool perf_shape_edit(struct buffer *b, struct perf_shape *s, size_t record, size_t at,
		     size_t old, const void *with, size_t len)
{
	size_t size = perf_shape_size(b, record);

	if (old > size || size - old + len > 0xfff8 ||
	    !buffer_replace(b, at, old, with, len))
		return false;
	buffer_put(b, record + 6, 2, size - old + len);
	perf_shape_grown(b, s, (int64_t)len - (int64_t)old);
	for (size_t i = 0; i < s->count; i++)
		if (s->records[i] > record)
			s->records[i] = s->records[i] - old + len;
	return true;
}
