#include <string.h>

#include "fuzz/mutate/mutate.h"
#include "profile/store_layout.h"

#define TABLE sizeof(struct store_header)
#define ROWS  (TABLE + sizeof(struct store_section) * STORE_SECTIONS)

static void take_section(const struct buffer *b, size_t i, struct store_section *s)
{
	memcpy(s, b->at + TABLE + i * sizeof *s, sizeof *s);
}

static void put_section(struct buffer *b, size_t i, const struct store_section *s)
{
	memcpy(b->at + TABLE + i * sizeof *s, s, sizeof *s);
}

/* A section that exists, with rows if there is one. */
static size_t any_section(const struct buffer *b, struct dice *d, struct store_section *s)
{
	size_t i = dice_below(d, STORE_SECTIONS);

	for (size_t n = 0; n < STORE_SECTIONS; n++, i = (i + 1) % STORE_SECTIONS) {
		take_section(b, i, s);
		if (s->rows && s->row && s->row <= 64 && s->offset < b->len &&
		    s->rows <= (b->len - s->offset) / s->row)
			return i;
	}
	s->rows = 0;
	return i;
}

/* A number in a row: an id, an end, a count, a time. */
static void change_row(struct buffer *b, struct dice *d)
{
	struct store_section s;
	size_t at, bytes;
	uint64_t v;

	any_section(b, d, &s);
	if (!s.rows)
		return;
	bytes = s.row < 4 ? 1 : s.row == 8 && dice_one_in(d, 2) ? 8 : 4;
	at = (size_t)s.offset + bytes * dice_below(d, (size_t)(s.rows * s.row) / bytes);
	v = dice_one_in(d, 2) ? dice_number(d) : dice_below(d, (size_t)s.rows + 2);
	if (dice_one_in(d, 3))
		v = buffer_number(b, at, bytes) + dice_below(d, 5) - 2;
	buffer_put(b, at, bytes, v);
}

/* Replace a row by another row of its section. */
static void copy_row(struct buffer *b, struct dice *d)
{
	struct store_section s;
	size_t from, to, n;

	any_section(b, d, &s);
	if (!s.rows)
		return;
	from = dice_below(d, (size_t)s.rows);
	to = dice_below(d, (size_t)s.rows);
	n = 1 + dice_below(d, (size_t)s.rows - (from > to ? from : to));
	memmove(b->at + s.offset + to * s.row, b->at + s.offset + from * s.row,
		n * s.row);
}

/* Fewer or more rows than exist; or none, or more than possible. */
static void change_section(struct buffer *b, struct dice *d)
{
	struct store_section s;
	size_t i = dice_below(d, STORE_SECTIONS);

	take_section(b, i, &s);
	switch (dice_below(d, 6)) {
	case 0:
		s.rows += dice_below(d, 5) - 2;
		break;
	case 1:
		s.rows = dice_number(d);
		break;
	case 2:
		s.offset = dice_one_in(d, 2) ? dice_number(d)
					     : s.offset + 64 * (dice_below(d, 5) - 2);
		break;
	case 3:
		s.row = (uint32_t)dice_number(d);
		break;
	case 4:
		s.kind = (uint32_t)dice_below(d, STORE_KINDS + 1);
		break;
	default:
		take_section(b, dice_below(d, STORE_SECTIONS), &s);
	}
	put_section(b, i, &s);
}

/* Room for more rows: a multiple of the alignment of sections, after one of them. */
static void grow_section(struct buffer *b, struct dice *d)
{
	struct store_section s, other;
	size_t i = any_section(b, d, &s), more = STORE_ALIGN * (1 + dice_below(d, 32));
	size_t end = (size_t)(s.offset + s.rows * s.row);
	struct store_header h;

	if (!s.rows || more > end - s.offset || !buffer_copy(b, end, end - more, more, 1))
		return;
	s.rows += more / s.row;
	put_section(b, i, &s);
	for (size_t k = 0; k < STORE_SECTIONS; k++) {
		take_section(b, k, &other);
		if (other.offset >= end && k != i)
			other.offset += more;
		put_section(b, k, &other);
	}
	memcpy(&h, b->at, sizeof h);
	h.size += more;
	memcpy(b->at, &h, sizeof h);
}

static void change_header(struct buffer *b, struct dice *d)
{
	/* version, sections, size, flags, zero, times, end */
	static const uint8_t at[] = {8, 12, 16, 24, 24, 24, 28, 32, 40, 48};
	size_t i = at[dice_below(d, sizeof at)];

	if (i == 24)
		buffer_put(b, i, 4, dice_below(d, STORE_FLAGS + 2));
	else
		buffer_put(b, i, i < 16 || i == 28 ? 4 : 8, dice_number(d));
}

void mutate_flare(struct buffer *b, struct dice *d)
{
	static void (*const changes[])(struct buffer *, struct dice *) = {
	    change_row,	    change_row,	    change_row,	  change_row,	copy_row,
	    change_section, change_section, grow_section, change_header};

	if (b->len >= ROWS)
		changes[dice_below(d, sizeof changes / sizeof *changes)](b, d);
	else
		b->len = LLVMFuzzerMutate(b->at, b->len, b->max);
}
