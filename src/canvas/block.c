#include "canvas/block.h"

#include <string.h>

#include "base/append.h"

#define LINES_FIRST  0x2500
#define BLOCKS_FIRST 0x2580
#define BLOCKS_LAST  0x259f

#define QUADRANTS_FIRST 0x2596

/* The unit of a cell through which a single line runs. */
#define CENTRE_X 4
#define CENTRE_Y 8

/*
 * The arms of each line, two bits each for left, right, up and down: 1 is single, 2 is heavy. 0: a
 * dashed line, or not supported.
 */
static const uint8_t arms[BLOCKS_FIRST - LINES_FIRST] = {
    0x05, 0x0a, 0x50, 0xa0, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00,	     0x44,
    0x48, 0x84, 0x88, 0x41, 0x42, 0x81, 0x82, 0x14, 0x18, 0x24, 0x28, 0x11,	     0x12,
    0x21, 0x22, 0x54, 0x58, 0x64, 0x94, 0xa4, 0x68, 0x98, 0xa8, 0x51, 0x52,	     0x61,
    0x91, 0xa1, 0x62, 0x92, 0xa2, 0x45, 0x46, 0x49, 0x4a, 0x85, 0x86, 0x89,	     0x8a,
    0x15, 0x16, 0x19, 0x1a, 0x25, 0x26, 0x29, 0x2a, 0x55, 0x56, 0x59, 0x5a,	     0x65,
    0x95, 0xa5, 0x66, 0x69, 0x96, 0x99, 0x6a, 0x9a, 0xa6, 0xa9, 0xaa, [0x74] = 0x01, 0x10,
    0x04, 0x40, 0x02, 0x20, 0x08, 0x80, 0x09, 0x90, 0x06, 0x60,
};

/* A bit each for upper left, upper right, lower left and lower right. */
static const uint8_t quadrants[BLOCKS_LAST - QUADRANTS_FIRST + 1] = {4, 8,  1, 13, 9,
								     7, 11, 2, 6,  14};

static void add_rect(struct block *b, int x, int y, int w, int h)
{
	(void)APPEND_FIXED(b->parts, b->count, (struct rect){x, y, w, h});
}

/* The units that a line of this weight covers on either side of its middle. */
static int reach(unsigned weight)
{
	return weight == 2;
}

static void add_arms(struct block *b, unsigned set)
{
	unsigned left = set & 3, right = set >> 2 & 3, up = set >> 4 & 3, down = set >> 6;
	/* an arm reaches the far edge of the crossing arms, so that corners are closed */
	int across = reach(up > down ? up : down);
	int along = reach(left > right ? left : right);
	int begin = CENTRE_X - across, end = CENTRE_X + across + 1;
	int top = CENTRE_Y - along, bottom = CENTRE_Y + along + 1;

	if (left && left == right)
		add_rect(b, 0, CENTRE_Y - reach(left), BLOCK_WIDTH, 1 + 2 * reach(left));
	else if (left)
		add_rect(b, 0, CENTRE_Y - reach(left), end, 1 + 2 * reach(left));
	if (right && left != right)
		add_rect(b, begin, CENTRE_Y - reach(right), BLOCK_WIDTH - begin,
			 1 + 2 * reach(right));
	if (up && up == down)
		add_rect(b, CENTRE_X - reach(up), 0, 1 + 2 * reach(up), BLOCK_HEIGHT);
	else if (up)
		add_rect(b, CENTRE_X - reach(up), 0, 1 + 2 * reach(up), bottom);
	if (down && up != down)
		add_rect(b, CENTRE_X - reach(down), top, 1 + 2 * reach(down),
			 BLOCK_HEIGHT - top);
}

/* Add dashes, each followed by an empty unit. */
static void add_dashes(struct block *b, int dashes, bool upright, unsigned weight)
{
	int length = upright ? BLOCK_HEIGHT : BLOCK_WIDTH, wide = 1 + 2 * reach(weight);

	for (int i = 0; i < dashes; i++) {
		int from = (2 * i * length + dashes) / (2 * dashes);
		int to = (2 * (i + 1) * length + dashes) / (2 * dashes) - 1;

		if (upright)
			add_rect(b, CENTRE_X - reach(weight), from, wide, to - from);
		else
			add_rect(b, from, CENTRE_Y - reach(weight), to - from, wide);
	}
}

static bool line_of(unsigned at, struct block *b)
{
	/* U+2504 to U+250B: three and four dashes; U+254C to U+254F: two */
	if (at >= 0x04 && at <= 0x0b)
		add_dashes(b, at < 0x08 ? 3 : 4, at & 2, 1 + (at & 1));
	else if (at >= 0x4c && at <= 0x4f)
		add_dashes(b, 2, at & 2, 1 + (at & 1));
	else
		add_arms(b, arms[at]);
	return b->count > 0;
}

static void add_quadrants(struct block *b, unsigned set)
{
	const int w = BLOCK_WIDTH / 2, h = BLOCK_HEIGHT / 2;

	for (int i = 0; i < 4; i++)
		if (set >> i & 1)
			add_rect(b, i % 2 * w, i / 2 * h, w, h);
}

bool block_of(char32_t rune, struct block *b)
{
	const int w = BLOCK_WIDTH, h = BLOCK_HEIGHT;

	*b = (struct block){.percent = 100};
	if (rune < LINES_FIRST || rune > BLOCKS_LAST)
		return false;
	if (rune < BLOCKS_FIRST)
		return line_of(rune - LINES_FIRST, b);
	if (rune == 0x2580) /* upper half */
		add_rect(b, 0, 0, w, h / 2);
	else if (rune <= 0x2588) /* eighths from below, up to the full block */
		add_rect(b, 0, h - h / 8 * (int)(rune - 0x2580), w,
			 h / 8 * (int)(rune - 0x2580));
	else if (rune <= 0x258f) /* seven eighths from the left, down to one */
		add_rect(b, 0, 0, w / 8 * (int)(0x2590 - rune), h);
	else if (rune == 0x2590)
		add_rect(b, w / 2, 0, w / 2, h);
	else if (rune == 0x2594)
		add_rect(b, 0, 0, w, h / 8);
	else if (rune == 0x2595)
		add_rect(b, w - w / 8, 0, w / 8, h);
	else if (rune >= QUADRANTS_FIRST)
		add_quadrants(b, quadrants[rune - QUADRANTS_FIRST]);
	else /* shades: a quarter, half, three quarters */
		add_rect(b, 0, 0, w, h), b->percent = 25 * (unsigned)(rune - 0x2590);
	return true;
}

/* ---- a line of bars ---- */

/* The height of a bar in eighths, rounded up, so that only 0 has none. */
static unsigned eighths_of(uint64_t value, uint64_t peak)
{
	while (peak > UINT64_MAX / 8) {
		peak /= 2;
		value = value / 2 + value % 2;
	}
	return peak ? (unsigned)((value * 8 + peak - 1) / peak) : 0;
}

const char *block_line(const uint64_t *values, uint32_t count, bool ascii, char *buf,
		       size_t room)
{
	static const char block[] = "\xe2\x96\x80"; /* U+2580; U+2581 is 1/8 high */
	static const char letters[] = " .:-=+*#@";
	uint64_t peak = 0;
	size_t used = 0;

	for (uint32_t i = 0; i < count; i++)
		peak = values[i] > peak ? values[i] : peak;
	for (uint32_t i = 0; i < count && used + BLOCK_BYTES < room; i++) {
		unsigned step = eighths_of(values[i], peak);

		if (ascii || !step) {
			buf[used++] = letters[step]; /* room: BLOCK_BYTES */
			continue;
		}
		memcpy(buf + used, block, BLOCK_BYTES);
		buf[used + 2] = (char)(block[2] + (int)step);
		used += BLOCK_BYTES;
	}
	buf[used] = '\0';
	return buf;
}
