#include "input/tracepoint/trace_field.h"

#include <string.h>

#include "base/bytes.h"
#include "base/number.h"
#include "input/scan.h"

bool trace_find(struct text t, struct text part, size_t *at)
{
	const char *found =
	    t.len >= part.len ? memmem(t.at, t.len, part.at, part.len) : NULL;

	if (found)
		*at = (size_t)(found - t.at);
	return found != NULL;
}

bool trace_attribute(struct text line, struct text key, uint64_t *n)
{
	size_t at;
	struct text rest;

	if (!trace_find(line, key, &at))
		return false;
	rest = text_from(line, at + key.len);
	return number_u64(text_upto(rest, scan_digits(rest)), n);
}

/* "\tfield:pid_t prev_pid;\toffset:24;\tsize:4;\tsigned:1;": the name ends at the first ';' */
struct trace_field trace_field_of(struct text format, struct text name)
{
	struct trace_field none = {0, 0};

	while (format.len) {
		const char *end = memchr(format.at, '\n', format.len), *semicolon;
		struct text line =
		    end ? text_upto(format, (size_t)(end - format.at)) : format;
		struct text declared;
		uint64_t offset, size;

		format = text_from(format, line.len + 1);
		semicolon = memchr(line.at, ';', line.len);
		if (!semicolon)
			continue;
		declared = text_upto(line, (size_t)(semicolon - line.at));
		if (!text_ends(declared, name) || declared.len == name.len ||
		    declared.at[declared.len - name.len - 1] != ' ' ||
		    !trace_attribute(line, TEXT("offset:"), &offset) ||
		    !trace_attribute(line, TEXT("size:"), &size))
			continue;
		if (offset > UINT16_MAX || size > TRACE_COMM)
			return none;
		return (struct trace_field){(uint16_t)offset, (uint16_t)size};
	}
	return none;
}

bool trace_field_value(struct text raw, struct trace_field f, uint64_t *value)
{
	struct bytes b;

	*value = 0;
	if (f.size == 0)
		return true;
	if (f.size > 8 || (size_t)f.offset + f.size > raw.len)
		return false;
	b = bytes_of(text_upto(text_from(raw, f.offset), f.size));
	for (unsigned i = 0; i < f.size; i++)
		*value |= (uint64_t)(unsigned char)b.at[i] << 8 * i;
	return true;
}
