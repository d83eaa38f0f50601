/* perf_fields.h - which fields the event lines of a perf script text have, where that is unusual. */

#ifndef INPUT_PERF_FIELDS_H
#define INPUT_PERF_FIELDS_H

#include "input/perf_script/perf_line.h"

/* Where the frames of a sample are. */
enum perf_stack { PERF_STACK_CHAINS, PERF_STACK_ON_LINE, PERF_STACK_NONE };

/*
 * perf script -F leaves fields out, and then a line alone does not tell what its words are:
 * "worker 42" is a name, or a name and a thread. All lines of a file have the same fields, each
 * in its own width (builtin-script.c of Linux 6.1):
 *
 *   comm "%s ", without call chains "%16s "; pid/tid "%5d/%-5d ", one of them "%5d " (6.7: "%7d ");
 *   cpu "[%03d] "; misc "%-6s"; tod "2023-04-05 06:07:08.123456 "; time "%5lu.%06lu: " or
 *   "%5lu.%09lu: "; period "%10lu "; event "%*s: "; flags "  %-21s "; text of a trace point; what
 *   memory events say of their data; without call chains an address " %16lx", symbol and module;
 *   registers, branches, instructions
 *
 * so the fields of a file are those that fit its head, as many as do.
 */
struct perf_fields {
	bool is_known; /* otherwise lines are understood one by one, as those with thread
			* and time are */
	bool has_comm, has_cpu, has_misc, has_date, has_time, has_period, has_event;
	bool has_text; /* of trace points, and no event before it */
	unsigned ids;  /* how many numbers: 0, 1, or 2 with a slash */
	enum perf_stack stack;
};

/* By the lines of a head, of which the last may be cut. */
struct perf_fields perf_fields_find(struct text head);

/* As perf_event_line_parse(), of a line that has these fields; false where it has not. */
bool perf_fields_parse(const struct perf_fields *l, struct text line,
		       struct perf_event_line *e);

/*
 * As perf_line_begins(), of a file with fields that are known: no line alone tells, as behind
 * frames it is none of these, so one thread reads the file.
 */
bool perf_fields_begins(struct text line);

#endif
