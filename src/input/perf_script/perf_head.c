#include "input/perf_script/perf_head.h"

#include "input/perf_script/perf_fields.h"
#include "input/perf_script/perf_line.h"
#include "input/scan.h"

/* ---- the lines of perf script --header ---- */

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
	const char *workload = memmem(command.at, command.len, " -- ", 4);

	if (workload) /* its options are its own */
		command = text_upto(command, (size_t)(workload - command.at));
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

/* ---- is it perf script? ---- */

#define FRAME_WIDTH 16 /* of blanks and an address */
#define OTHERS_MOST 50 /* lines that say nothing to us, before we stop looking */

/* Lines of each kind. */
struct line_counts {
	unsigned timed, untimed, frames, headers, others;
};

/* The next line of the head, the last one may be cut; false at its end. */
static bool head_line(struct text *head, struct text *line)
{
	const char *end = head->len ? memchr(head->at, '\n', head->len) : NULL;

	if (head->len == 0)
		return false;
	*line = end ? text_upto(*head, (size_t)(end - head->at)) : *head;
	*head = text_from(*head, line->len + (end != NULL));
	if (line->len && line->at[line->len - 1] == '\r')
		line->len--;
	return true;
}

static void count_line(struct line_counts *c, struct text line)
{
	struct perf_event_line event;
	struct perf_frame_line frame;
	struct perf_source_line source;
	bool tab = line.at[0] == '\t',
	     is_event = !tab && perf_event_line_parse(line, &event);

	if (line.at[0] == '#')
		c->headers += perf_header_is_rule(line);
	else if (is_event && event.timed)
		c->timed++;
	else if (c->frames && perf_source_line_cut(line, &source) && source.is_certain)
		return;
	/* alone they have a tab or a width: "7f12 5a0 name" is of a /tmp/perf-PID.map */
	else if (perf_frame_line_cut(line, &frame) && frame.rest.len &&
		 (c->untimed || tab ||
		  (scan_is_blank(line.at[0]) &&
		   scan_blanks(line) + frame.ip.len >= FRAME_WIDTH)))
		c->frames++;
	else if (is_event)
		c->untimed++;
	else
		c->others++;
}

/* A timed event says enough to stop. */
static struct line_counts count_lines(struct text head)
{
	struct line_counts c = {0};
	struct text line;

	head = scan_skip_mark(head);
	while (c.timed == 0 && c.others < OTHERS_MOST && head_line(&head, &line))
		if (scan_blanks(line) < line.len)
			count_line(&c, line);
	return c;
}

/*
 * JSON and HTML may hold text like ours somewhere. Names of commands may begin like them, "[ET_NET 0]",
 * and so does what perf says on the terminal, "[ perf record: Woken up ...", which somebody has
 * written to the same file; then the first line that is something else begins a sample.
 */
static bool is_markup(struct text head)
{
	struct text line;
	struct perf_event_line event;

	if (!memchr("{[<", head.at[0], 3))
		return false;
	do {
		if (!head_line(&head, &line))
			return true;
	} while (scan_blanks(line) == line.len || line.at[0] == '#' ||
		 perf_line_is_message(line));
	return !perf_event_line_parse(line, &event) && !perf_fields_find(head).is_known;
}

unsigned perf_script_probe(struct text head)
{
	struct line_counts c;

	if (head.len == 0 || is_markup(head) ||
	    memchr(head.at, '\0', head.len < 16 ? head.len : 16))
		return 0;
	c = count_lines(head);
	if (c.timed)
		return 90;
	if (c.untimed && c.frames)
		return 70;
	if (c.headers)
		return 60;
	if (perf_fields_find(head).is_known)
		return 70;
	return c.frames >= 2 && c.frames > c.others ? 40 : 0;
}

bool perf_script_probe_events(struct text head)
{
	struct line_counts c = count_lines(head);

	return c.timed || c.untimed;
}
