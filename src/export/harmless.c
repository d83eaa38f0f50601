#include "export/harmless.h"

void harmless_write(struct text t, FILE *out)
{
	char bytes[UTF8_MAX];

	while (t.len > 0) {
		size_t n = utf8_encode(harmless_take(&t), bytes);

		fwrite(bytes, 1, n, out);
	}
}

bool harmless_already(struct text t)
{
	while (t.len > 0) {
		size_t before = t.len;
		char32_t rune = harmless_take(&t);

		/* A genuine U+FFFD takes three bytes, an invalid byte becoming one fewer.
		 */
		if (rune == UTF8_BAD && before - t.len != 3)
			return false;
		if (rune == UTF8_BAD && memcmp(t.at - 3, "\xef\xbf\xbd", 3) != 0)
			return false;
	}
	return true;
}
