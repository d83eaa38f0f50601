/* perf_event_line.h - the line of perf script that begins a sample, cut into its fields. */

#ifndef INPUT_PERF_EVENT_LINE_H
#define INPUT_PERF_EVENT_LINE_H

#include <stdint.h>

#include "base/text.h"

/* All texts are borrowed from the line. */
struct perf_event_line {
	struct text comm;
	struct text event; /* empty: the line names none */
	struct text rest;  /* what follows: trace text, or address, symbol and module */
	struct text
	    record;	  /* "PERF_RECORD_..." and what follows; empty: it is a sample */
	uint64_t time;	  /* ns */
	uint64_t period;  /* 1 without has_period */
	int32_t pid, tid; /* PROFILE_NO_ID: not told */
	uint16_t cpu;	  /* PROFILE_NO_CPU: not told */
	bool timed, has_period;
	bool too_large; /* some number is a number but does not fit */
};

/*
 * False when the line is nothing of the kind. A command's name may hold anything, blanks,
 * numbers and colons too, so the fields are found from the right.
 */
bool perf_event_line_parse(struct text line, struct perf_event_line *e);

/*
 * The next "1273.892514:" at or after `*from`; `*from` is then behind its colon. The time
 * stands alone: a blank or the line's begin before it, a blank or the end behind it.
 */
bool perf_event_line_time(struct text line, size_t *from, struct text *time);

/* Words of it, "27409/28744" or "[002]": false when they are none; numbers that do not fit set
 * `too_large`. */
bool perf_event_line_ids(struct text word, struct perf_event_line *e);
bool perf_event_line_cpu(struct text word, struct perf_event_line *e);

#endif
