#include "base/utf8.h"

#include <stdint.h>
#include <wchar.h>

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

char32_t utf8_harmless(char32_t r)
{
	if (r < 0x20 || (r >= 0x7f && r < 0xa0))
		return UTF8_BAD;
	/* zero width and direction marks, separators, embeddings, isolates, word joiners */
	if (r == 0x61c || r == 0x180e || (r >= 0x200b && r <= 0x200f) ||
	    (r >= 0x2028 && r <= 0x202e) || (r >= 0x2060 && r <= 0x206f) || r == 0xfeff)
		return UTF8_BAD;
	if (r == 0xad || (r >= 0xfff0 && r <= 0xfffb) || (r >= 0xe0000 && r <= 0xe0fff))
		return UTF8_BAD; /* soft hyphen, interlinear marks, tags */
	return r;
}

int utf8_width(char32_t rune)
{
	int width;

	if (rune < 0x300)
		return 1;
	width = wcwidth((wchar_t)rune);
	return width < 0 ? 1 : width > 2 ? 2 : width;
}

int utf8_columns(struct text t)
{
	int columns = 0;

	while (t.len) {
		char32_t rune;

		t = text_from(t, utf8_decode(t, &rune));
		columns += utf8_width(utf8_harmless(rune));
	}
	return columns;
}
