#include "input/perf_script/perf_header.h"

#include "input/scan.h"

static const char *const keys[] = {
    "captured on",
    "hostname",
    "os release",
    "perf version",
    "arch",
    "nrcpus online",
    "nrcpus avail",
    "cpudesc",
    "cpuid",
    "total memory",
    "cmdline",
    "time of first sample",
    "clockid",
    "reference time",
    "time of last sample",
    "clockid frequency",
    "sample duration",
};

/* The value behind "key = " in the description of an event, up to the comma. */
static struct text value_of(struct text t, struct text key)
{
	const char *at = memmem(t.at, t.len, key.at, key.len);
	size_t end = 0;

	if (!at)
		return text_upto(t, 0);
	t = scan_skip_blanks(text_from(t, (size_t)(at - t.at) + key.len));
	while (end < t.len && t.at[end] != ',' && !scan_is_blank(t.at[end]))
		end++;
	return text_upto(t, end);
}

/*
 * perf 6.1:  "name = cpu-clock, , id = { 488, 489 }, type = 1, size = 128, { sample_period,
 * sample_freq } = 997, sample_type = ..., freq = 1, ..."
 * perf 3.13: "name = cycles, type = 0, config = 0x0, config1 = 0x0, ..."
 */
static void take_event(struct builder *b, struct text value)
{
	struct text rate = value_of(value, TEXT("sample_freq } = "));
	bool frequency = text_equal(value_of(value, TEXT(" freq = ")), TEXT("1"));
	const char *end;

	if (!text_starts(value, TEXT("name = ")))
		return;
	value = text_from(value, 7);
	end = memmem(value.at, value.len, ", ", 2);
	builder_note(b, TEXT("event"),
		     end ? text_upto(value, (size_t)(end - value.at)) : value);
	if (scan_all_digits(rate))
		builder_note(b, frequency ? TEXT("frequency") : TEXT("period"), rate);
}

/* "perf record -F 99 -a", "-F99", "--freq=99": old headers tell it nowhere else. */
static void take_frequency(struct builder *b, struct text command)
{
	static const char *const options[] = {" -F ", " -F", " --freq=", " --freq "};

	for (size_t i = 0; i < sizeof options / sizeof *options; i++) {
		struct text rate = value_of(command, text_of(options[i]));

		if (scan_all_digits(rate)) {
			builder_note(b, TEXT("frequency"), rate);
			return;
		}
	}
}

bool perf_header_is_rule(struct text line)
{
	return text_starts(line, TEXT("# ===="));
}

void perf_header_line(struct builder *b, struct text line)
{
	struct text t = scan_skip_blanks(text_from(line, 1)), key, value;
	const char *colon = t.len ? memchr(t.at, ':', t.len) : NULL;

	if (!colon)
		return;
	key = text_trim(text_upto(t, (size_t)(colon - t.at)));
	value = text_trim(text_from(t, (size_t)(colon - t.at) + 1));
	if (text_equal(key, TEXT("event"))) {
		take_event(b, value);
		return;
	}
	for (size_t i = 0; i < sizeof keys / sizeof *keys; i++)
		if (text_equal(key, text_of(keys[i])))
			builder_note(b, key, value);
	if (text_equal(key, TEXT("cmdline")))
		take_frequency(b, value);
}
