#include "session/query/query_rows.h"

#include "base/append.h"

#define ANOMALY_SHOWN 100 /* bytes */

bool query_row_is_odd(struct text line, struct error *err)
{
	char shown[ANOMALY_SHOWN];
	size_t len = line.len < sizeof shown ? line.len : sizeof shown;

	for (size_t i = 0; i < len; i++) /* room: len */
		shown[i] = line.at[i] == '\t' ? ' ' : line.at[i];
	return error_set(err, ERROR_FORMAT, "unexpected answer: %.*s", (int)len, shown);
}

bool query_row_split(struct query_row *r, struct text line, uint32_t count)
{
	struct text rest = line;

	r->count = 0;
	for (;;) {
		const char *tab = rest.len ? memchr(rest.at, '\t', rest.len) : NULL;
		size_t len = tab ? (size_t)(tab - rest.at) : rest.len;

		if (!APPEND_FIXED(r->fields, r->count, text_upto(rest, len)))
			return false;
		if (!tab)
			return r->count == count;
		rest = text_from(rest, len + 1);
	}
}

/* The character for the one after a backslash. */
static char unescape_character(char c)
{
	static const char escapes[] = "b\bf\fn\nr\rt\t0\0";

	for (size_t i = 0; i + 1 < sizeof escapes; i += 2)
		if (c == escapes[i])
			return escapes[i + 1];
	return c; /* \\ and \' */
}

bool query_text(struct text field, struct text_buffer *buf, struct text *is,
		struct error *err)
{
	*is = field;
	if (!field.len || !memchr(field.at, '\\', field.len))
		return true;
	buf->len = 0;
	for (size_t i = 0; i < field.len; i++) {
		bool escaped = field.at[i] == '\\' && i + 1 < field.len;
		char c = escaped ? unescape_character(field.at[++i]) : field.at[i];

		if (!text_buffer_add(buf, (struct text){&c, 1}, err))
			return false;
	}
	*is = text_buffer_text(buf);
	return true;
}

bool query_array_next(struct text *rest, struct text *element)
{
	size_t end = 0;

	if (rest->len < 2 || (rest->at[0] != '[' && rest->at[0] != ',') ||
	    rest->at[1] != '\'')
		return false;
	*rest = text_from(*rest, 2);
	while (end < rest->len && rest->at[end] != '\'')
		end += rest->at[end] == '\\' ? 2 : 1;
	*element = text_upto(*rest, end);
	*rest = text_from(*rest, end + 1);
	return true;
}
