#include "input/utf16.h"

#include "base/mem.h"
#include "base/utf8.h"

#define AT_ONCE (32 * 1024) /* bytes of UTF-16 per step */

struct utf16 {
	bool big_endian;
	/* bytes of `in`: an incomplete character at the end of the last piece */
	size_t kept;
	size_t from, to;
	char in[AT_ONCE];
	char out[AT_ONCE / 2 * 3 + UTF8_MAX]; /* two bytes become at most three */
};

bool utf16_begins(struct text t)
{
	return text_starts(t, TEXT("\xff\xfe")) || text_starts(t, TEXT("\xfe\xff"));
}

struct utf16 *utf16_new(struct text mark, struct error *err)
{
	struct utf16 *u = mem_array(1, sizeof *u, "bytes of UTF-16", err);

	if (u)
		u->big_endian = text_starts(mark, TEXT("\xfe\xff"));
	return u;
}

void utf16_free(struct utf16 *u)
{
	mem_free(u);
}

char *utf16_room(struct utf16 *u, size_t *max)
{
	*max = sizeof u->in - u->kept;
	return u->in + u->kept;
}

static char32_t unit_at(const struct utf16 *u, size_t at)
{
	unsigned char a = (unsigned char)u->in[at], b = (unsigned char)u->in[at + 1];

	return u->big_endian ? (char32_t)(a << 8 | b) : (char32_t)(b << 8 | a);
}

static bool is_first_half(char32_t unit)
{
	return unit >= 0xd800 && unit < 0xdc00;
}

static bool is_second_half(char32_t unit)
{
	return unit >= 0xdc00 && unit < 0xe000;
}

/* The character at `*at`; `there` bytes are valid. */
static char32_t take_rune(const struct utf16 *u, size_t *at, size_t there)
{
	char32_t first = unit_at(u, *at), second;

	*at += 2;
	if (is_second_half(first))
		return UTF8_BAD;
	if (!is_first_half(first))
		return first;
	second = there - *at >= 2 ? unit_at(u, *at) : 0;
	if (!is_second_half(second))
		return UTF8_BAD;
	*at += 2;
	return 0x10000 + ((first - 0xd800) << 10) + (second - 0xdc00);
}

void utf16_put(struct utf16 *u, size_t n, bool last)
{
	size_t there = u->kept + n, at = 0;

	u->from = u->to = 0;
	while (there - at >= 2) {
		if (!last && there - at < 4 && is_first_half(unit_at(u, at)))
			break;
		u->to += utf8_encode(take_rune(u, &at, there), u->out + u->to);
	}
	u->kept = there - at;
	if (last && u->kept) {
		u->to += utf8_encode(UTF8_BAD, u->out + u->to);
		u->kept = 0;
	}
	memmove(u->in, u->in + at, u->kept);
}

size_t utf16_left(const struct utf16 *u)
{
	return u->to - u->from;
}

size_t utf16_take(struct utf16 *u, char *to, size_t max)
{
	size_t n = utf16_left(u) < max ? utf16_left(u) : max;

	memcpy(to, u->out + u->from, n);
	u->from += n;
	return n;
}
