/* perf_fields.h - detects and parses the fields of event lines of perf script -F. */

#ifndef INPUT_PERF_FIELDS_H
#define INPUT_PERF_FIELDS_H

#include "input/perf_script/perf_line.h"

/* Where the frames of a sample are. */
enum perf_stack { PERF_STACK_CHAINS, PERF_STACK_ON_LINE, PERF_STACK_NONE };

/*
 * perf script -F can omit fields, which makes a single line ambiguous: "worker 42" may be a name,
 * or a name and a thread. But all lines of a file have the same fields, each with its own width
 * (builtin-script.c of Linux 6.1):
 *
 *  comm "%s ", without call chains "%16s "; pid/tid "%5d/%-5d ", one of them "%5d " (6.7: "%7d ");
 *  cpu "[%03d] "; misc "%-6s"; tod "2023-04-05 06:07:08.123456 "; time "%5lu.%06lu: " or
 *  "%5lu.%09lu: "; period "%10lu "; event "%*s: "; flags " %-21s "; text of a trace point; data
 *  of memory events; without call chains an address " %16lx", symbol and module; registers,
 *  branches, instructions
 *
 * The fields of a file are the largest set that fits its first lines.
 */
struct perf_fields {
	bool is_known; /* false: lines can be parsed singly, or no fields fit */
	bool has_comm, has_cpu, has_misc, has_date, has_time, has_period, has_event;
	bool has_text; /* text of trace points, without the name of the event */
	unsigned ids;  /* how many of pid and tid: 0, 1, or 2 with a slash */
	enum perf_stack stack;
};

/* Find the fields of a file from its first bytes; the last line may be truncated. */
struct perf_fields perf_fields_find(struct text head);

/* Like perf_event_line_parse(), for a line with these fields; false: it does not fit. */
bool perf_fields_parse(const struct perf_fields *l, struct text line,
		       struct perf_event_line *e);

#endif
