#include <stdlib.h>
#include <string.h>

#include "fuzz/mutate/mutate.h"

enum { WIRE_VARINT, WIRE_FIXED64, WIRE_BYTES, WIRE_FIXED32 = 5 };

#define VARINT_MAX 10
#define DEEP	   12
#define MOST	   20000

/* A field: its tag at `at`, its content at [value, end). For bytes the length is in between. */
struct field {
	size_t at, value, end, parent; /* SIZE_MAX: the message itself is not a field */
	uint64_t tag;
};

struct fields {
	struct field *list; /* owned */
	size_t count;
};

static bool take_varint(const struct buffer *b, size_t *at, size_t end, uint64_t *v)
{
	*v = 0;
	for (unsigned shift = 0; *at < end && shift < 64; shift += 7) {
		uint8_t byte = b->at[(*at)++];

		*v |= (uint64_t)(byte & 127) << shift;
		if (byte < 128)
			return true;
	}
	return false;
}

static size_t put_varint(uint8_t *to, uint64_t v)
{
	size_t n = 0;

	for (; v > 127; v >>= 7)
		to[n++] = (uint8_t)(v | 128);
	to[n++] = (uint8_t)v;
	return n;
}

static bool take_field(const struct buffer *b, size_t at, size_t end, struct field *f)
{
	uint64_t v;

	f->at = at;
	if (!take_varint(b, &at, end, &f->tag) || f->tag >> 3 == 0 || f->tag >> 3 > 4000)
		return false;
	f->value = at;
	switch (f->tag & 7) {
	case WIRE_VARINT:
		if (!take_varint(b, &at, end, &v))
			return false;
		f->end = at;
		return true;
	case WIRE_FIXED64:
	case WIRE_FIXED32:
		f->end = at + ((f->tag & 7) == WIRE_FIXED64 ? 8 : 4);
		return f->end <= end;
	case WIRE_BYTES:
		if (!take_varint(b, &at, end, &v) || v > end - at)
			return false;
		f->value = at;
		f->end = at + (size_t)v;
		return true;
	default:
		return false;
	}
}

/* All fields of [at, end), or none if that is not a message. */
static bool take_message(const struct buffer *b, size_t at, size_t end, size_t parent,
			 struct fields *all, unsigned depth)
{
	size_t before = all->count;

	while (at < end && all->count < MOST) {
		struct field *f = &all->list[all->count];
		size_t self = all->count;

		if (!take_field(b, at, end, f)) {
			all->count = before;
			return parent == SIZE_MAX; /* the fields found so far are used */
		}
		f->parent = parent;
		at = f->end;
		all->count++;
		if ((f->tag & 7) == WIRE_BYTES && f->end > f->value && depth < DEEP)
			take_message(b, f->value, f->end, self, all, depth + 1);
	}
	return true;
}

/* Bytes change within a field's parent; the lengths of all enclosing fields are adjusted. */
static bool edit(struct buffer *b, const struct fields *all, size_t parent, size_t at,
		 size_t old, const void *with, size_t len)
{
	uint8_t head[VARINT_MAX];
	size_t grown = len - old; /* modulo 2^64 */

	if (!buffer_replace(b, at, old, with, len))
		return false;
	for (; parent != SIZE_MAX; parent = all->list[parent].parent) {
		const struct field *f = &all->list[parent];
		uint8_t tag[VARINT_MAX];
		size_t length = f->at + put_varint(tag, f->tag), was = f->value - length;
		size_t n = put_varint(head, f->end - f->value + grown);

		if (!buffer_replace(b, length, was, head, n))
			return false;
		grown += n - was;
	}
	return true;
}

static void change_value(struct buffer *b, const struct fields *all, struct dice *d)
{
	const struct field *f = &all->list[dice_below(d, all->count)];
	uint8_t v[VARINT_MAX];
	size_t len = f->end - f->value;

	switch (f->tag & 7) {
	case WIRE_VARINT:
		edit(b, all, f->parent, f->value, len, v, put_varint(v, dice_number(d)));
		break;
	case WIRE_BYTES: /* packed numbers, or a text */
		if (len && dice_one_in(d, 2))
			b->at[f->value + dice_below(d, len)] = (uint8_t)dice_any(d);
		else
			edit(b, all, (size_t)(f - all->list),
			     f->value + dice_below(d, len + 1), 0, v,
			     put_varint(v, dice_number(d)));
		break;
	default:
		buffer_put(b, f->value, len, dice_number(d));
	}
}

static void drop_field(struct buffer *b, const struct fields *all, struct dice *d)
{
	const struct field *f = &all->list[dice_below(d, all->count)];

	edit(b, all, f->parent, f->at, f->end - f->at, NULL, 0);
}

/* One or many copies of a field after another one, perhaps in another message. */
static void copy_field(struct buffer *b, const struct fields *all, struct dice *d)
{
	const struct field *f = &all->list[dice_below(d, all->count)];
	const struct field *to =
	    dice_one_in(d, 2) ? f : &all->list[dice_below(d, all->count)];
	size_t times = dice_one_in(d, 4) ? 1 + dice_below(d, 200) : 1;
	size_t len = f->end - f->at;
	uint8_t *copy;

	if (len > b->max / times)
		return;
	copy = malloc(len * times);
	if (!copy)
		return;
	for (size_t i = 0; i < times; i++)
		memcpy(copy + i * len, b->at + f->at, len);
	edit(b, all, to->parent, to->end, 0, copy, len * times);
	free(copy);
}

/* Another number or wire type. */
static void change_tag(struct buffer *b, const struct fields *all, struct dice *d)
{
	static const uint8_t types[] = {0, 1, 2, 3, 4, 5};
	const struct field *f = &all->list[dice_below(d, all->count)];
	uint64_t tag = f->tag;
	uint8_t v[VARINT_MAX], old[VARINT_MAX];

	if (dice_one_in(d, 3))
		tag = (tag & ~UINT64_C(7)) | types[dice_below(d, sizeof types)];
	else
		tag = (1 + dice_below(d, 15)) << 3 | (tag & 7);
	edit(b, all, f->parent, f->at, put_varint(old, f->tag), v, put_varint(v, tag));
}

static void swap_fields(struct buffer *b, const struct fields *all, struct dice *d)
{
	const struct field *f = &all->list[dice_below(d, all->count)];
	const struct field *next = f + 1;

	for (; next < all->list + all->count; next++)
		if (next->parent == f->parent && dice_one_in(d, 3)) {
			buffer_swap(b, f->at, f->end - f->at, next->at,
				    next->end - next->at);
			return;
		}
}

/* A wrong length. */
static void change_length(struct buffer *b, const struct fields *all, struct dice *d)
{
	const struct field *f = &all->list[dice_below(d, all->count)];
	uint8_t v[VARINT_MAX], tag[VARINT_MAX];
	size_t at = f->at + put_varint(tag, f->tag);

	if ((f->tag & 7) == WIRE_BYTES && at < f->value)
		buffer_replace(b, at, f->value - at, v, put_varint(v, dice_number(d)));
}

void mutate_proto(struct buffer *b, struct dice *d)
{
	static void (*const changes[])(struct buffer *, const struct fields *,
				       struct dice *) = {
	    change_value, change_value, change_value, drop_field,    copy_field,
	    copy_field,	  swap_fields,	change_tag,   change_length,
	};
	struct fields all = {malloc(MOST * sizeof *all.list), 0};

	if (!all.list)
		return;
	take_message(b, 0, b->len, SIZE_MAX, &all, 0);
	if (all.count)
		changes[dice_below(d, sizeof changes / sizeof *changes)](b, &all, d);
	else
		b->len = LLVMFuzzerMutate(b->at, b->len, b->max);
	free(all.list);
}
