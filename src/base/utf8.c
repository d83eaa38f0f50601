#include "base/utf8.h"

static bool is_tail(struct text t, size_t i)
{
	return i < t.len && ((uint8_t)t.at[i] & 0xc0) == 0x80;
}

size_t utf8_decode(struct text t, char32_t *rune)
{
	static const char32_t least[] = {0, 0, 0x80, 0x800, 0x10000};
	uint8_t lead = (uint8_t)t.at[0];
	size_t len = lead < 0x80 ? 1 : lead >= 0xf0 ? 4 : lead >= 0xe0 ? 3 : 2;
	char32_t r = len == 1 ? lead : lead & (0xffu >> (len + 1));

	*rune = UTF8_BAD;
	if ((lead >= 0x80 && lead < 0xc2) || lead > 0xf4)
		return 1;
	for (size_t i = 1; i < len; i++) {
		if (!is_tail(t, i))
			return 1;
		r = r << 6 | ((uint8_t)t.at[i] & 0x3f);
	}
	if (r < least[len] || r > 0x10ffff || (r >= 0xd800 && r < 0xe000))
		return 1;
	*rune = r;
	return len;
}

struct text utf8_upto(struct text t, size_t most)
{
	size_t end = most;

	if (t.len <= most)
		return t;
	for (int i = 1; i < UTF8_MAX && end && is_tail(t, end); i++)
		end--;
	return text_upto(t, is_tail(t, end) ? most : end);
}

size_t utf8_encode(char32_t rune, char *out)
{
	if (rune < 0x80) {
		out[0] = (char)rune;
		return 1;
	}
	if (rune < 0x800) {
		out[0] = (char)(0xc0 | rune >> 6);
		out[1] = (char)(0x80 | (rune & 0x3f));
		return 2;
	}
	if (rune < 0x10000) {
		out[0] = (char)(0xe0 | rune >> 12);
		out[1] = (char)(0x80 | (rune >> 6 & 0x3f));
		out[2] = (char)(0x80 | (rune & 0x3f));
		return 3;
	}
	out[0] = (char)(0xf0 | rune >> 18);
	out[1] = (char)(0x80 | (rune >> 12 & 0x3f));
	out[2] = (char)(0x80 | (rune >> 6 & 0x3f));
	out[3] = (char)(0x80 | (rune & 0x3f));
	return 4;
}

/* A range of characters, inclusive. Tables are sorted. */
struct rune_range {
	char32_t first, last;
};

/* Blanks are not refused, because their effect is visible. */
static const struct rune_range refused[] = {
#define REFUSED(first, last) {first, last},
#define MARK(first, last)
#define WIDE(first, last)
#include "base/characters.def"
#undef REFUSED
};

static const struct rune_range marks[] = {
#define REFUSED(first, last)
#undef MARK
#define MARK(first, last) {first, last},
#include "base/characters.def"
#undef MARK
};

static const struct rune_range wide[] = {
#define MARK(first, last)
#undef WIDE
#define WIDE(first, last) {first, last},
#include "base/characters.def"
};

static bool is_in(const struct rune_range *table, size_t count, char32_t rune)
{
	size_t low = 0, high = count;

	while (low < high) {
		size_t middle = low + (high - low) / 2;

		if (table[middle].last < rune)
			low = middle + 1;
		else
			high = middle;
	}
	return low < count && table[low].first <= rune;
}

char32_t utf8_harmless(char32_t r)
{
	if (r >= 0x20 && r < 0x7f)
		return r;
	if (r > 0x10ffff || is_in(refused, sizeof refused / sizeof *refused, r))
		return UTF8_BAD;
	return r;
}

bool utf8_is_mark(char32_t rune)
{
	return rune >= 0x300 && is_in(marks, sizeof marks / sizeof *marks, rune);
}

int utf8_width(char32_t rune)
{
	if (rune < 0x300)
		return 1;
	if (utf8_is_mark(rune))
		return 0;
	return is_in(wide, sizeof wide / sizeof *wide, rune) ? 2 : 1;
}

int utf8_columns(struct text t)
{
	struct printable p = printable_of(t);
	int columns = 0;

	while (p.rest.len)
		columns += utf8_width(printable_next(&p));
	return columns;
}

char32_t printable_next_rune(struct printable *p)
{
	char32_t rune;

	p->rest = text_from(p->rest, utf8_decode(p->rest, &rune));
	rune = utf8_harmless(rune);
	if (rune == UTF8_BAD || (utf8_is_mark(rune) && p->marks == 0)) {
		p->marks = 0;
		return UTF8_BAD;
	}
	p->marks = utf8_is_mark(rune) ? p->marks - 1 : UTF8_MARKS_MAX;
	return rune;
}

char32_t printable_next_checked(struct printable *p, bool *changed)
{
	struct text before = p->rest;
	char32_t rune = printable_next(p);

	*changed = rune == UTF8_BAD && !text_starts(before, TEXT("\xef\xbf\xbd"));
	return rune;
}

void printable_write(struct text t, FILE *out)
{
	struct printable p = printable_of(t);
	char bytes[UTF8_MAX];

	while (p.rest.len) {
		size_t n = 0;

		/* a run of ASCII in one piece, as printable_next() would return it */
		while (n < p.rest.len && (uint8_t)p.rest.at[n] >= 0x20 &&
		       (uint8_t)p.rest.at[n] < 0x7f)
			n++;
		if (n) {
			fwrite(p.rest.at, 1, n, out);
			p = (struct printable){{p.rest.at + n, p.rest.len - n},
					       UTF8_MARKS_MAX};
			continue;
		}
		n = utf8_encode(printable_next(&p), bytes);
		fwrite(bytes, 1, n, out);
	}
}
