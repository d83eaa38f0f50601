#include <stdlib.h>
#include <string.h>

#include "fuzz/mutate/perf_shape.h"

/* Bits of sample_type in the order of their fields. */
enum {
	IP,
	TID,
	TIME,
	ADDR,
	READ,
	CHAIN,
	ID,
	CPU,
	PERIOD,
	STREAM,
	RAW,
	BRANCHES,
	REGISTERS
};
enum { STACK = 13, IDENTIFIER = 16 };

static const uint8_t order[] = {IDENTIFIER, IP,	    TID,      TIME,	 ADDR,
				ID,	    STREAM, CPU,      PERIOD,	 READ,
				CHAIN,	    RAW,    BRANCHES, REGISTERS, STACK};

#define FIELDS	     (sizeof order / sizeof *order)
#define BRANCH_BYTES 24
#define SAMPLE	     9
#define X86_64	     0xff0fff
#define MOST	     300 /* samples that are adapted to a change of the attribute */

/* The contents of the first attribute: its fields at these offsets. */
enum { ATTR_TYPE = 24, ATTR_READ = 32, ATTR_BRANCHES = 72, ATTR_REGISTERS = 80 };

struct form {
	uint64_t type, read, registers;
};

static struct form form_of(const struct buffer *b, const struct perf_shape *s)
{
	return (struct form){buffer_number(b, s->attr + ATTR_TYPE, 8),
			     buffer_number(b, s->attr + ATTR_READ, 8),
			     buffer_number(b, s->attr + ATTR_REGISTERS, 8)};
}

static uint64_t bits(uint64_t v)
{
	return (uint64_t)__builtin_popcountll(v);
}

/* The size of the field that begins at `at`, if it is consistent. */
static uint64_t field_size(const struct buffer *b, const struct form *f, unsigned bit,
			   size_t at)
{
	uint64_t n = buffer_number(b, at, 8);

	switch (bit) {
	case READ:
		return f->read & 8
			   ? 8 + 8 * bits(f->read & 3) + n * (8 + 8 * bits(f->read & 20))
			   : 8 + 8 * bits(f->read & 23);
	case CHAIN:
		return 8 + 8 * n;
	case RAW:
		return 4 + buffer_number(b, at, 4);
	case BRANCHES:
		return 8 + BRANCH_BYTES * n;
	case REGISTERS:
		return n ? 8 + 8 * bits(f->registers) : 8;
	case STACK:
		return n ? 8 + n + 8 : 8;
	default:
		return 8;
	}
}

/* Find where a field is in a sample, or would be; false if earlier fields are inconsistent. */
static bool find(const struct buffer *b, const struct form *f, size_t record,
		 unsigned wanted, size_t *at)
{
	size_t end = record + perf_shape_size(b, record);

	*at = record + 8;
	for (size_t i = 0; i < FIELDS && order[i] != wanted; i++) {
		uint64_t size;

		if (!(f->type >> order[i] & 1))
			continue;
		size = field_size(b, f, order[i], *at);
		if (size > end - *at)
			return false;
		*at += (size_t)size;
	}
	return true;
}

static uint64_t mark(struct dice *d)
{
	static const int marks[] = {-512, -512, -640, -128, -2048, -4095};

	if (dice_one_in(d, 3))
		return dice_number(d);
	return (uint64_t)marks[dice_below(d, sizeof marks / sizeof *marks)];
}

/* Numbers in a pattern of one to three: each an address or a repeated number. */
static void fill(uint64_t *words, size_t n, struct dice *d)
{
	size_t period = 1 + dice_below(d, 3);
	uint64_t same[3];
	bool varies[3];

	for (size_t i = 0; i < period; i++) {
		varies[i] = dice_one_in(d, 2);
		same[i] = mark(d);
	}
	for (size_t i = 0; i < n; i++)
		words[i] = varies[i % period] ? 0x401000 + 16 * i : same[i % period];
}

#define WORDS 4096 /* the most words of a new field */

/* A new field with correct lengths. Returns its size in bytes. */
static size_t make_field(const struct form *f, unsigned bit, uint64_t *words,
			 struct dice *d)
{
	size_t n = 1 + dice_below(d, dice_one_in(d, 3) ? 600 : 8);

	fill(words, WORDS, d);
	switch (bit) {
	case READ:
		words[0] = n;
		return (size_t)field_size(&(struct buffer){(uint8_t *)words, 8, 8}, f,
					  bit, 0);
	case CHAIN:
		words[0] = n;
		return 8 + 8 * n;
	case RAW:
		words[0] = 4;
		return 8;
	case BRANCHES:
		words[0] = n;
		return 8 + BRANCH_BYTES * n;
	case REGISTERS:
		words[0] = 2;
		return 8 + 8 * (size_t)bits(f->registers);
	case STACK:
		words[0] = 8 * n;
		words[n + 1] = 8 * n;
		return 8 + 8 * n + 8;
	default:
		return 8;
	}
}

/* Add a field to all samples or remove it, and adapt the attribute. */
static void flip_field(struct buffer *b, struct perf_shape *s, struct dice *d)
{
	unsigned bit = order[dice_below(d, FIELDS)];
	uint64_t *words = malloc(WORDS * sizeof *words);
	size_t at, size, done = 0;
	struct form f;

	if (!words)
		return;

	if (bit == REGISTERS && !buffer_number(b, s->attr + ATTR_REGISTERS, 8))
		buffer_put(b, s->attr + ATTR_REGISTERS, 8, X86_64);
	if (bit == BRANCHES)
		buffer_put(b, s->attr + ATTR_BRANCHES, 8, 1 << 11);
	f = form_of(b, s);
	for (size_t i = 0; i < s->count && done < MOST; i++) {
		size_t record = s->records[i];

		if (perf_shape_type(b, record) != SAMPLE ||
		    !find(b, &f, record, bit, &at))
			continue;
		done++;
		size = f.type >> bit & 1 ? (size_t)field_size(b, &f, bit, at) : 0;
		if (size > record + perf_shape_size(b, record) - at)
			continue;
		if (size)
			perf_shape_edit(b, s, record, at, size, NULL, 0);
		else
			perf_shape_edit(b, s, record, at, 0, words,
					make_field(&f, bit, words, d));
	}
	buffer_put(b, s->attr + ATTR_TYPE, 8, f.type ^ UINT64_C(1) << bit);
	free(words);
}

/* A random sample, or the first after a random place. */
static size_t any_sample(const struct buffer *b, const struct perf_shape *s,
			 struct dice *d)
{
	size_t from = dice_below(d, s->count);

	for (size_t i = 0; i < s->count; i++) {
		size_t record = s->records[(from + i) % s->count];

		if (perf_shape_type(b, record) == SAMPLE)
			return record;
	}
	return SIZE_MAX;
}

/* A random field that samples have. */
static unsigned any_field(const struct form *f, struct dice *d)
{
	size_t i = dice_below(d, FIELDS);

	for (size_t n = 0; n < FIELDS && !(f->type >> order[i] & 1); n++)
		i = (i + 1) % FIELDS;
	return order[i];
}

/* More entries in a chain, in branches or in a copy of the stack. */
static void grow_field(struct buffer *b, struct perf_shape *s, struct dice *d)
{
	static const uint8_t lists[] = {CHAIN, BRANCHES, STACK, READ};
	unsigned bit = lists[dice_below(d, sizeof lists)];
	size_t step = bit == BRANCHES ? BRANCH_BYTES : 8, unit = bit == STACK ? 8 : 1;
	size_t record = any_sample(b, s, d), n, at;
	struct form f = form_of(b, s);
	uint64_t *more, number;

	if (record == SIZE_MAX || !(f.type >> bit & 1) || !find(b, &f, record, bit, &at))
		return;
	n = 1 + dice_below(d, dice_one_in(d, 3) ? 2000 : 12);
	more = calloc(n, step);
	if (!more)
		return;
	fill(more, n * step / 8, d);
	number = buffer_number(b, at, 8);
	if (perf_shape_edit(b, s, record, at + 8, 0, more, n * step))
		buffer_put(b, at, 8, number + unit * n);
	free(more);
}

/* A number of a list, or all of a kind, such as the sources of all branches. */
static void change_field(struct buffer *b, struct perf_shape *s, struct dice *d)
{
	struct form f = form_of(b, s);
	unsigned bit = any_field(&f, d);
	size_t record = any_sample(b, s, d), at, size, step = bit == BRANCHES ? 24 : 8;
	uint64_t v = mark(d);

	if (record == SIZE_MAX || !(f.type >> bit & 1) || !find(b, &f, record, bit, &at))
		return;
	size = (size_t)field_size(b, &f, bit, at);
	if (size > record + perf_shape_size(b, record) - at)
		return;
	if (dice_one_in(d, 2)) {
		buffer_put(b, at + 8 * dice_below(d, size / 8), 8, v);
		return;
	}
	for (size_t i = 8 + 8 * dice_below(d, 3); i + 8 <= size; i += step)
		buffer_put(b, at + i, 8, v);
}

void mutate_sample(struct buffer *b, struct perf_shape *s, struct dice *d)
{
	static void (*const changes[])(struct buffer *, struct perf_shape *,
				       struct dice *) = {flip_field, grow_field,
							 change_field, change_field};

	if (s->attr && s->attr + ATTR_REGISTERS + 8 <= b->len)
		changes[dice_below(d, 4)](b, s, d);
}
