#include "export/svg_text.h"

#include "base/legible.h"

static void put_rune(char32_t rune, FILE *out)
{
	char bytes[UTF8_MAX];

	switch (rune) {
	case '&':
		fputs("&amp;", out);
		break;
	case '<':
		fputs("&lt;", out);
		break;
	case '>':
		fputs("&gt;", out);
		break;
	case '"':
		fputs("&quot;", out);
		break;
	case '\'':
		fputs("&#39;", out);
		break;
	default:
		fwrite(bytes, 1, utf8_encode(rune, bytes), out);
		break;
	}
}

void svg_text(struct text t, size_t most, FILE *out)
{
	struct legible l = legible_of(t);

	for (size_t n = 0; l.rest.len; n++) {
		if (n == most) {
			fputs("\xe2\x80\xa6", out);
			return;
		}
		put_rune(legible_take(&l), out);
	}
}

/* How many characters of it fit, with a column left for the mark where that is not all. */
static size_t fitting(struct text t, int columns)
{
	struct legible l = legible_of(t);
	size_t n = 0, marked = 0;
	int used = 0;

	while (l.rest.len) {
		used += utf8_width(legible_take(&l));
		if (used > columns)
			return marked;
		n++;
		if (used < columns)
			marked = n;
	}
	return n;
}

void svg_text_columns(struct text t, int columns, FILE *out)
{
	size_t most = (size_t)columns * (1 + LEGIBLE_MARKS);
	size_t n = fitting(t, columns);

	svg_text(t, n < most ? n : most, out);
}
