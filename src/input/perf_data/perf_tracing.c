#include "input/perf_data/perf_tracing.h"

#include <stdio.h>

#include "base/number.h"

#define MAGIC TEXT("\x17\x08\x44tracing")

/* Up to and without the next NUL. */
static struct text take_name(struct bytes *b)
{
	struct text name = bytes_name((struct text){b->at, bytes_left(b)});

	bytes_skip(b, (uint64_t)name.len + 1);
	return name;
}

/* u64 size, so many bytes */
static struct text take_part(struct bytes *b)
{
	return bytes_take(b, bytes_u64(b));
}

/* "name: sched_switch\nID: 312\nformat:\n...": the rest of the line that begins so */
static struct text line_of(struct text format, struct text begin)
{
	while (format.len) {
		const char *end = memchr(format.at, '\n', format.len);
		struct text line =
		    end ? text_upto(format, (size_t)(end - format.at)) : format;

		if (text_starts(line, begin))
			return text_trim(text_from(line, begin.len));
		format = text_from(format, line.len + 1);
	}
	return format;
}

static bool take_format(struct text system, struct text format,
			struct perf_events *events, struct error *err)
{
	struct text name = line_of(format, TEXT("name:"));
	char full[256];
	uint64_t id;

	if (name.len == 0 || !number_u64(line_of(format, TEXT("ID:")), &id))
		return true;
	snprintf(full, sizeof full, "%.*s:%.*s", (int)text_upto(system, 120).len,
		 system.at, (int)text_upto(name, 120).len, name.at);
	return perf_events_name_tracepoint(events, id, text_of(full), err);
}

/* u32 how many; of each system: its name, u32 how many formats, they */
static bool take_systems(struct bytes *b, struct perf_events *events, struct error *err)
{
	uint32_t systems = bytes_u32(b);

	for (uint32_t i = 0; i < systems && !b->short_read; i++) {
		struct text system = take_name(b);
		uint32_t n = bytes_u32(b);

		for (uint32_t j = 0; j < n && !b->short_read; j++)
			if (!take_format(system, take_part(b), events, err))
				return false;
	}
	return true;
}

/*
 * perf 4.9: magic, "0.5", u8 big-endian, u8 size of a long, u32 size of a page; "header_page"
 * and "header_event" with a part each; u32 formats of ftrace's own; those of the systems.
 */
bool perf_tracing_names(struct text data, struct perf_events *events, bool *whole,
			struct error *err)
{
	struct bytes b = bytes_of(text_from(data, MAGIC.len));
	bool ok = true;
	uint32_t n;

	*whole = false;
	if (!text_starts(data, MAGIC))
		return true;
	take_name(&b);
	bytes_skip(&b, 6);
	for (int i = 0; i < 2; i++) {
		take_name(&b);
		take_part(&b);
	}
	n = bytes_u32(&b);
	for (uint32_t i = 0; i < n && !b.short_read; i++)
		take_part(&b);
	if (!b.short_read)
		ok = take_systems(&b, events, err);
	*whole = !b.short_read;
	return ok;
}
