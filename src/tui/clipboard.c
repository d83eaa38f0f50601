#include "tui/clipboard.h"

#include <stdint.h>
#include <string.h>

static const char digits[] =
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

/* Three bytes, or the one or two that are left, as four characters of base64. */
static void put_group(const char *text, size_t len, char out[4])
{
	uint32_t bits = 0;

	for (size_t i = 0; i < 3; i++)
		bits = bits << 8 | (i < len ? (uint8_t)text[i] : 0);
	for (size_t i = 0; i < 4; i++)
		out[i] = i <= len ? digits[bits >> (18 - 6 * i) & 63] : '=';
}

bool clipboard_sequence(const char *text, char out[CLIPBOARD_SEQUENCE])
{
	static const char begin[] = "\033]52;c;", end[] = "\a";
	size_t len = strlen(text), at = sizeof begin - 1;

	if (len > CLIPBOARD_MAX)
		return false;
	memcpy(out, begin, at);
	for (size_t i = 0; i < len; i += 3, at += 4)
		put_group(text + i, len - i < 3 ? len - i : 3, out + at);
	memcpy(out + at, end, sizeof end);
	return true;
}
