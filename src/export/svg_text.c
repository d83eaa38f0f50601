#include "export/svg_text.h"

#include "base/utf8.h"

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
	struct printable p = printable_of(t);

	for (size_t n = 0; p.rest.len; n++) {
		if (n == most) {
			fputs("\xe2\x80\xa6", out);
			return;
		}
		put_rune(printable_next(&p), out);
	}
}

/* How many characters of it fit, with a column left for the mark where that is not all. */
static size_t fitting(struct text t, int columns)
{
	struct printable p = printable_of(t);
	size_t n = 0, marked = 0;
	int used = 0;

	while (p.rest.len) {
		used += utf8_width(printable_next(&p));
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
	size_t most = (size_t)columns * (1 + UTF8_MARKS_MAX);
	size_t n = fitting(t, columns);

	svg_text(t, n < most ? n : most, out);
}
