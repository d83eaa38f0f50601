#include "input/tracepoint/trace_number.h"

#include <string.h>

#include "input/scan.h"

/* "\tfield:sector_t sector;\toffset:16;\tsize:8;\tsigned:0;"; no array, and no place of a text */
static bool parse(struct text line, struct text *name, struct trace_number *f)
{
	const char *semicolon = line.len ? memchr(line.at, ';', line.len) : NULL;
	struct text declared, rest;
	uint64_t offset, size, is_signed = 0;

	if (!semicolon)
		return false;
	declared = text_upto(line, (size_t)(semicolon - line.at));
	rest = text_from(line, declared.len);
	declared = text_trim(declared);
	if (!text_starts(declared, TEXT("field:")) ||
	    text_has(declared, TEXT("__data_loc")) ||
	    text_has(declared, TEXT("__rel_loc")) || text_ends(declared, TEXT("]")) ||
	    !trace_attribute(rest, TEXT("offset:"), &offset) ||
	    !trace_attribute(rest, TEXT("size:"), &size) || offset > UINT16_MAX)
		return false;
	if (size != 1 && size != 2 && size != 4 && size != 8)
		return false;
	(void)trace_attribute(rest, TEXT("signed:"), &is_signed);
	*name = scan_last_word(&declared);
	*f = (struct trace_number){{(uint16_t)offset, (uint16_t)size}, is_signed == 1};
	return true;
}

/* The line that `format` begins with, which is cut off; false: there is none. */
static bool next_line(struct text *format, struct text *line)
{
	const char *end = format->len ? memchr(format->at, '\n', format->len) : NULL;

	*line = end ? text_upto(*format, (size_t)(end - format->at)) : *format;
	*format = text_from(*format, line->len + 1);
	return line->len || format->len;
}

struct trace_number trace_number_of(struct text format, struct text name)
{
	struct trace_number f = {{0, 0}, false};
	struct text line, found;

	while (next_line(&format, &line))
		if (parse(line, &found, &f) && text_equal(found, name))
			return f;
	return (struct trace_number){{0, 0}, false};
}

void trace_number_names(struct text format, struct field_names *names)
{
	struct trace_number f;
	struct text line, name;

	while (next_line(&format, &line))
		if (parse(line, &name, &f) && !text_starts(name, TEXT("common_")))
			field_names_add(names, name);
}

bool trace_number_value(const struct trace_number *f, struct text raw, uint64_t *value,
			bool *negative)
{
	*negative = false;
	*value = 0;
	if (f->at.size == 0 || !trace_field_value(raw, f->at, value))
		return false;
	*negative = f->is_signed && *value >> (8 * f->at.size - 1);
	if (*negative)
		*value = 0;
	return true;
}
