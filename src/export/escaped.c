#include "export/escaped.h"

#include <stdio.h>
#include <string.h>

#include "base/utf8.h"

bool escaped_bytes(struct text_buffer *to, struct text bytes, struct error *err)
{
	char escape[5];

	for (size_t i = 0; i < bytes.len; i++) {
		snprintf(escape, sizeof escape, "\\x%02x", (unsigned char)bytes.at[i]);
		if (!text_buffer_add(to, (struct text){escape, 4}, err))
			return false;
	}
	return true;
}

static bool is_hex(char c)
{
	return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'f') || (c >= 'A' && c <= 'F');
}

/* Is it a literal "\xHH"? Then its "\" has to be escaped. */
static bool is_escape(struct text t)
{
	return t.len >= 4 && t.at[0] == '\\' && t.at[1] == 'x' && is_hex(t.at[2]) &&
	       is_hex(t.at[3]);
}

bool escaped_name(struct text_buffer *to, struct text t, const char *special,
		  struct error *err)
{
	struct printable p = printable_of(t);

	while (p.rest.len) {
		struct text at = p.rest, bytes;
		bool harmful;

		printable_next_checked(&p, &harmful);
		bytes = text_upto(at, at.len - p.rest.len);
		if (harmful || is_escape(at) ||
		    ((uint8_t)*at.at < 0x80 && strchr(special, *at.at))) {
			if (!escaped_bytes(to, bytes, err))
				return false;
		} else if (!text_buffer_add(to, bytes, err)) {
			return false;
		}
	}
	return true;
}
