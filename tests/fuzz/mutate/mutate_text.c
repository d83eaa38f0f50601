#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "fuzz/mutate/mutate.h"

/* [at, end) */
struct piece {
	size_t at, end;
};

/* The line around a random place, with its end. */
static struct piece any_line(const struct buffer *b, struct dice *d)
{
	struct piece p;

	p.at = p.end = dice_below(d, b->len);
	while (p.at > 0 && b->at[p.at - 1] != '\n')
		p.at--;
	while (p.end < b->len && b->at[p.end] != '\n')
		p.end++;
	if (p.end < b->len)
		p.end++;
	return p;
}

static bool splits(uint8_t c)
{
	return c && strchr(" \t\n\r;,:+()[]/=\"'", c);
}

/* Text between blanks, brackets and the like. */
static struct piece any_field(const struct buffer *b, struct dice *d)
{
	struct piece p;

	p.at = p.end = dice_below(d, b->len);
	while (p.at > 0 && !splits(b->at[p.at - 1]))
		p.at--;
	while (p.end < b->len && !splits(b->at[p.end]))
		p.end++;
	return p;
}

static void drop_line(struct buffer *b, struct dice *d)
{
	struct piece p = any_line(b, d);

	buffer_replace(b, p.at, p.end - p.at, NULL, 0);
}

static void repeat_line(struct buffer *b, struct dice *d)
{
	struct piece p = any_line(b, d), to = any_line(b, d);
	size_t times = dice_one_in(d, 4) ? 1 + dice_below(d, 400) : 1;

	buffer_copy(b, to.at, p.at, p.end - p.at, times);
}

static void swap_lines(struct buffer *b, struct dice *d)
{
	struct piece p = any_line(b, d), q = any_line(b, d);

	if (p.end <= q.at)
		buffer_swap(b, p.at, p.end - p.at, q.at, q.end - q.at);
}

/* Put the end of one line after the beginning of another. */
static void splice_lines(struct buffer *b, struct dice *d)
{
	struct piece p = any_line(b, d), q = any_line(b, d);
	size_t at = p.at + dice_below(d, p.end - p.at + 1);
	size_t from = q.at + dice_below(d, q.end - q.at + 1);

	buffer_copy(b, at, from, q.end - from, 1);
}

static void join_lines(struct buffer *b, struct dice *d)
{
	struct piece p = any_line(b, d);

	if (p.end > p.at && b->at[p.end - 1] == '\n')
		buffer_replace(b, p.end - 1, 1, NULL, 0);
}

static void copy_field(struct buffer *b, struct dice *d)
{
	struct piece p = any_field(b, d), q = any_field(b, d);
	size_t times = dice_one_in(d, 8) ? 1 + dice_below(d, 2000) : 1;

	buffer_copy(b, q.at, p.at, (p.end < b->len ? p.end + 1 : p.end) - p.at, times);
}

static void drop_field(struct buffer *b, struct dice *d)
{
	struct piece p = any_field(b, d);

	buffer_replace(b, p.at, p.end - p.at + (dice_one_in(d, 2) && p.end < b->len),
		       NULL, 0);
}

static void swap_fields(struct buffer *b, struct dice *d)
{
	struct piece p = any_field(b, d), q = any_field(b, d);

	if (p.end <= q.at)
		buffer_swap(b, p.at, p.end - p.at, q.at, q.end - q.at);
}

static void change_number(struct buffer *b, struct dice *d)
{
	char made[96];
	uint64_t v = dice_number(d);
	struct piece p = any_field(b, d);

	for (int tries = 0; tries < 20; tries++) {
		if (p.at < b->len && strchr("0123456789", b->at[p.at]) && b->at[p.at])
			break;
		p = any_field(b, d);
	}
	switch (dice_below(d, 6)) {
	case 0:
		snprintf(made, sizeof made, "%" PRIx64, v);
		break;
	case 1:
		snprintf(made, sizeof made, "%" PRId64, (int64_t)v);
		break;
	case 2:
		snprintf(made, sizeof made, "%" PRIu64 ".%06" PRIu64, v >> 20,
			 v & 0xfffff);
		break;
	case 3:
		snprintf(made, sizeof made, "%g", (double)v);
		break;
	case 4:
		snprintf(made, sizeof made, "%" PRIu64 "%" PRIu64, v, v);
		break;
	default:
		snprintf(made, sizeof made, "%" PRIu64, v);
	}
	buffer_replace(b, p.at, p.end - p.at, made, strlen(made));
}

/* Characters that texts do not expect, or that look like an escape. */
static void put_odd(struct buffer *b, struct dice *d)
{
	static const char *const odd[] = {"\r\n",
					  "\r",
					  "\n\n",
					  "\t",
					  "\\x41",
					  "\\\\",
					  "\\x0",
					  "\\n",
					  "\\x1b",
					  "\x1b[31m",
					  "\xff",
					  "\xc3\x28",
					  "\xed\xa0\x80",
					  "\xf4\x90\x80\x80",
					  "\xe2\x80\xae",
					  "\xef\xbb\xbf",
					  ";;",
					  ";",
					  " ",
					  "\"",
					  "\"\"",
					  "\"\n\"",
					  "'",
					  "([",
					  "])",
					  "(/a)",
					  "+0x0",
					  "->",
					  "_[k]",
					  "_[j]",
					  "[unknown]",
					  "0x",
					  "pid=1",
					  "tid=1",
					  "cpu=1",
					  "dur=1",
					  "event=a",
					  "# ",
					  "#",
					  "@[",
					  "]: 1"};
	const char *with = odd[dice_below(d, sizeof odd / sizeof *odd)];
	size_t at = dice_below(d, b->len + 1);

	if (!buffer_replace(b, at, 0, with, strlen(with)))
		return;
	if (dice_one_in(d, 6))
		buffer_copy(b, at, at, strlen(with), dice_below(d, 2000));
}

static void put_zero(struct buffer *b, struct dice *d)
{
	b->at[dice_below(d, b->len)] = dice_one_in(d, 2) ? 0 : (uint8_t)dice_any(d);
}

void mutate_text(struct buffer *b, struct dice *d)
{
	static void (*const changes[])(struct buffer *, struct dice *) = {
	    drop_line,	  repeat_line,	repeat_line, swap_lines,
	    splice_lines, splice_lines, join_lines,  copy_field,
	    copy_field,	  drop_field,	swap_fields, change_number,
	    put_odd,	  put_odd,	put_zero,    change_number};

	if (b->len)
		changes[dice_below(d, sizeof changes / sizeof *changes)](b, d);
}
