#include "base/utf8.h"

#include <stdint.h>
#include <wchar.h>

#include "base/legible.h"

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

int utf8_width(char32_t rune)
{
	int width;

	if (rune < 0x300)
		return 1;
	if (utf8_is_mark(rune)) /* whatever the locale */
		return 0;
	width = wcwidth((wchar_t)rune);
	return width < 0 ? 1 : width > 2 ? 2 : width;
}

int utf8_columns(struct text t)
{
	struct legible l = legible_of(t);
	int columns = 0;

	while (l.rest.len)
		columns += utf8_width(legible_take(&l));
	return columns;
}
