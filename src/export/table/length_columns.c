#include "export/table/length_columns.h"

#include <inttypes.h>
#include <string.h>

#include "base/number.h"

static const struct wait_length none;

static const struct wait_length *length_of(const struct wait_lengths *l, uint32_t frame)
{
	const struct wait_length *length = wait_lengths_of(l, frame);

	return length ? length : &none;
}

#define LENGTH_MAX 24

/* "1.02 us" */
static const char *rough(int bucket, char buf[static LENGTH_MAX])
{
	static const char *const units[] = {"ns", "us", "ms", "s"};
	double value = (double)(UINT64_C(1) << bucket);
	int unit = 0;

	for (; value >= 1000 && unit < 3; unit++)
		value /= 1000;
	snprintf(buf, LENGTH_MAX, "%.3g %s", value, units[unit]);
	return buf;
}

/* "lengths from 1.02 us to 8.59 s" */
static int heading(const struct wait_lengths *l, char *buf, size_t size)
{
	char from[LENGTH_MAX], to[LENGTH_MAX];

	return snprintf(
	    buf, size, "lengths from %s to %s", rough(l->shortest, from),
	    rough(l->longest < WAIT_BUCKETS - 1 ? l->longest + 1 : l->longest, to));
}

static bool has_waits(const struct wait_lengths *l)
{
	return l && l->by_frame && l->count > 0;
}

#define HEADING_MAX 80

void length_columns_heading(const struct wait_lengths *l, FILE *out)
{
	char lengths[HEADING_MAX];

	if (!has_waits(l))
		return;
	heading(l, lengths, sizeof lengths);
	fprintf(out, "%12s  %18s  %-*s  ", "waits", "longest ns",
		l->longest - l->shortest + 1, lengths);
}

/* The most that a bucket has is a whole bar; what is not empty is seen. */
static void put_bar(uint64_t n, uint64_t most, bool ascii, FILE *out)
{
	static const char *const bars[] = {" ", "▁", "▂", "▃", "▄", "▅", "▆", "▇", "█"};
	int size = n ? 1 + (int)(7 * ((double)n / (double)most)) : 0;

	if (ascii)
		putc(size ? '0' + size : '.', out);
	else
		fputs(bars[size], out);
}

void length_columns_text(const struct wait_lengths *l, uint32_t frame, bool ascii,
			 FILE *out)
{
	const struct wait_length *length;
	char count[NUMBER_GROUPED_MAX], longest[NUMBER_GROUPED_MAX], lengths[HEADING_MAX];
	uint64_t most = 1;
	int width;

	if (!has_waits(l))
		return;
	length = length_of(l, frame);
	for (int k = 0; k < WAIT_BUCKETS; k++)
		most = length->buckets[k] > most ? length->buckets[k] : most;
	fprintf(out, "%12s  %18s  ", number_grouped(length->count, count),
		number_grouped(length->longest, longest));
	for (int k = l->shortest; k <= l->longest; k++)
		put_bar(length->buckets[k], most, ascii, out);
	width = heading(l, lengths, sizeof lengths) - (l->longest - l->shortest + 1);
	fprintf(out, "%*s  ", width > 0 ? width : 0, "");
}

void length_columns_csv_heading(const struct wait_lengths *l, FILE *out)
{
	if (has_waits(l))
		fputs(",waits,longest,lengths", out);
}

void length_columns_csv(const struct wait_lengths *l, uint32_t frame, FILE *out)
{
	const struct wait_length *length;
	const char *between = "";

	if (!has_waits(l))
		return;
	length = length_of(l, frame);
	fprintf(out, ",%" PRIu64 ",%" PRIu64 ",", length->count, length->longest);
	for (int k = 0; k < WAIT_BUCKETS; k++) {
		if (!length->buckets[k])
			continue;
		fprintf(out, "%s%" PRIu64 ":%" PRIu64, between, UINT64_C(1) << k,
			length->buckets[k]);
		between = " ";
	}
}

void length_columns_json(const struct wait_lengths *l, uint32_t frame, struct emit *e)
{
	const struct wait_length *length;

	if (!has_waits(l))
		return;
	length = length_of(l, frame);
	emit_key(e, "waits");
	emit_number(e, length->count);
	emit_key(e, "longest");
	emit_number(e, length->longest);
	emit_key(e, "lengths");
	emit_open(e, '[');
	for (int k = 0; k < WAIT_BUCKETS; k++) {
		if (!length->buckets[k])
			continue;
		emit_open(e, '[');
		emit_number(e, UINT64_C(1) << k);
		emit_number(e, length->buckets[k]);
		emit_close(e, ']');
	}
	emit_close(e, ']');
}
