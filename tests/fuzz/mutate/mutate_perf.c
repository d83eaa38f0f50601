#include <string.h>

#include "fuzz/mutate/mutate.h"
#include "fuzz/mutate/perf_shape.h"

static size_t any_record(const struct perf_shape *s, struct dice *d)
{
	return s->records[dice_below(d, s->count)];
}

static void drop_record(struct buffer *b, struct perf_shape *s, struct dice *d)
{
	size_t at = any_record(s, d), size = perf_shape_size(b, at);

	if (buffer_replace(b, at, size, NULL, 0))
		perf_shape_grown(b, s, -(int64_t)size);
}

static void repeat_record(struct buffer *b, struct perf_shape *s, struct dice *d)
{
	size_t at = any_record(s, d), size = perf_shape_size(b, at);
	size_t times = dice_one_in(d, 4) ? 1 + dice_below(d, 300) : 1;

	if (buffer_copy(b, any_record(s, d), at, size, times))
		perf_shape_grown(b, s, (int64_t)(size * times));
}

static void swap_records(struct buffer *b, struct perf_shape *s, struct dice *d)
{
	size_t one = any_record(s, d), two = any_record(s, d);

	if (one < two)
		buffer_swap(b, one, perf_shape_size(b, one), two,
			    perf_shape_size(b, two));
}

static void change_type(struct buffer *b, struct perf_shape *s, struct dice *d)
{
	static const uint8_t types[] = {1,  2,	3,  4,	5,  6,	7,  8,	9,  10, 11,
					12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22,
					64, 65, 66, 67, 68, 69, 70, 71, 72, 73, 74,
					75, 76, 77, 78, 79, 80, 81, 82, 83, 84};

	buffer_put(b, any_record(s, d), 4, types[dice_below(d, sizeof types)]);
}

static void change_misc(struct buffer *b, struct perf_shape *s, struct dice *d)
{
	size_t at = any_record(s, d) + 4;
	uint64_t misc = buffer_number(b, at, 2);

	if (dice_one_in(d, 2))
		misc = (misc & ~UINT64_C(7)) | dice_below(d, 8);
	else
		misc ^= UINT64_C(1) << dice_below(d, 16);
	buffer_put(b, at, 2, misc);
}

/* A wrong size: the next record begins elsewhere. */
static void change_size(struct buffer *b, struct perf_shape *s, struct dice *d)
{
	size_t at = any_record(s, d) + 6;
	uint64_t size = buffer_number(b, at, 2);

	buffer_put(b, at, 2,
		   dice_one_in(d, 2) ? dice_number(d) : size + 8 * dice_below(d, 9) - 32);
}

/* A number of a record, or every second or third of a run of them: entries of a table. */
static void change_numbers(struct buffer *b, struct perf_shape *s, struct dice *d)
{
	size_t record = any_record(s, d), size = perf_shape_size(b, record);
	size_t bytes = dice_one_in(d, 4) ? 4 : 8;
	size_t at = 8 + bytes * dice_below(d, (size - 8) / bytes);
	size_t step = bytes * (1 + dice_below(d, 4));
	size_t times = dice_one_in(d, 3) ? dice_below(d, size) : 1;
	uint64_t v = dice_number(d);

	for (; times > 0 && at + bytes <= size; times--, at += step)
		buffer_put(b, record + at, bytes, v);
}

/* More or fewer numbers in a record, as copies of existing ones. */
static void change_length(struct buffer *b, struct perf_shape *s, struct dice *d)
{
	size_t record = any_record(s, d), words = perf_shape_size(b, record) / 8;
	size_t at, n;
	uint64_t copy[64];

	if (words < 2)
		return;
	at = 1 + dice_below(d, words - 1);
	n = 1 + dice_below(d, words - at < 64 ? words - at : 64);
	memcpy(copy, b->at + record + 8 * at, 8 * n);
	if (dice_one_in(d, 2))
		perf_shape_edit(b, s, record, record + 8 * at, 8 * n, NULL, 0);
	else
		perf_shape_edit(b, s, record, record + 8 * at, 0, copy, 8 * n);
}

/* Bits and numbers of the attribute, without changing the samples. */
static void change_attr(struct buffer *b, struct perf_shape *s, struct dice *d)
{
	/* type, config, period, sample_type, read_format, flags, branches, registers */
	static const uint8_t fields[] = {0, 8, 16, 24, 24, 24, 32, 40, 40, 72, 80};
	size_t at = s->attr + fields[dice_below(d, sizeof fields)];

	if (!s->attr)
		return;
	if (dice_one_in(d, 4))
		buffer_put(b, at, 8, dice_number(d));
	else
		buffer_put(b, at, 8,
			   buffer_number(b, at, 8) ^ UINT64_C(1) << dice_below(d, 24));
}

/* The parts around the records: the header, identifiers, features and their table. */
static void change_around(struct buffer *b, struct perf_shape *s, struct dice *d)
{
	size_t before = s->begin / 8, behind = (b->len - s->end) / 8;
	size_t at = dice_below(d, before + behind);

	at = at < before ? 8 * at : s->end + 8 * (at - before);
	switch (dice_below(d, 3)) {
	case 0:
		buffer_put(b, at, 8, dice_number(d));
		break;
	case 1:
		buffer_put(b, at, 8, buffer_number(b, at, 8) + dice_below(d, 33) - 16);
		break;
	default:
		buffer_put(b, at, 4, dice_number(d));
	}
}

static void change_bytes(struct buffer *b, struct perf_shape *s, struct dice *d)
{
	size_t record = any_record(s, d), size = perf_shape_size(b, record);

	for (size_t n = 1 + dice_below(d, 8); n > 0; n--)
		b->at[record + 8 + dice_below(d, size - 8 ? size - 8 : 1)] =
		    (uint8_t)dice_any(d);
}

void mutate_perf(struct buffer *b, struct dice *d)
{
	static void (*const changes[])(struct buffer *, struct perf_shape *,
				       struct dice *) = {
	    drop_record,    repeat_record, repeat_record, swap_records,
	    change_type,    change_misc,   change_size,	  change_attr,
	    change_around,  change_length, change_bytes,  change_numbers,
	    change_numbers, mutate_sample, mutate_sample, mutate_sample};
	struct perf_shape s;

	if (!perf_shape_of(b, &s))
		return;
	if (s.records[s.count - 1] + 8 < b->len)
		changes[dice_below(d, sizeof changes / sizeof *changes)](b, &s, d);
	perf_shape_release(&s);
}
