/* perf_line.h - a line of perf script: what it is, and the fields of events and frames. */

#ifndef INPUT_PERF_LINE_H
#define INPUT_PERF_LINE_H

#include <stdint.h>

#include "base/text.h"
#include "profile/profile.h"

/* Both borrowed from the line. */
struct perf_frame_line {
	struct text ip;	  /* its hexadecimal digits */
	struct text rest; /* all that follows, without the blanks at both ends */
};

/* False when the line does not begin (after blanks) with an address alone. */
bool perf_frame_line_cut(struct text line, struct perf_frame_line *f);

/* What the rest says. Borrowed from it. */
struct perf_symbol {
	struct text names;  /* without offset; may be a chain "a->b->c"; empty: none */
	struct text module; /* empty: not told */
	enum frame_kind kind;
};
struct perf_symbol perf_symbol_parse(struct text rest);

/* "do_wp_page+0x577"; only the last one is an offset, names may hold a plus themselves. */
struct text perf_symbol_without_offset(struct text name);

/*
 * Take the first name off a chain of inlined calls, "a->b->c": a calls b calls c. False when
 * there is none left. The arrow of C++'s "operator->" does not separate.
 */
bool perf_symbol_next(struct text *names, struct text *name);

/* Where the code of a module runs; `symbol` tells whether the function's name is known. */
enum frame_kind perf_module_kind(struct text module, bool symbol);

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
	bool is_odd;	/* name ends in blanks, or misc is blank: perf_fields_parse() */
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

/* -F +misc: "U", "K", "Sp" */
bool perf_event_line_is_misc(struct text word);

/* -F +tod: "2023-04-05 06:07:08.123456" at the end of `t` is taken off; false: it is not there. */
bool perf_event_line_drop_date(struct text *t);

/*
 * Without what stands at the end of a line, or below a chain: registers, branches, instructions
 * (-F +iregs, +brstack, +insn, +insnlen, +ipc), and the blanks before them.
 */
struct text perf_line_without_tail(struct text line);

/*
 * Without the kind of a branch or the size of a page at the end of `t` (-F +flags,
 * +data_page_size), and the blanks before it.
 */
struct text perf_line_without_flags(struct text t);

/* Of a line that is not empty and no comment; all texts are borrowed from it. */
struct perf_line {
	bool tab, is_frame, is_event;
	struct perf_frame_line frame; /* if is_frame */
	struct perf_event_line event; /* if is_event */
};
struct perf_line perf_line_look(struct text line);

/* Is it the line of an event whatever stood before it? */
bool perf_line_begins(struct text line);

/* Of a frame's line: is it an instruction of a branch? */
bool perf_line_is_instruction(struct text line, struct perf_frame_line frame);

/*
 * -F +srcline, on the line below a frame: "  a.c:13", "  a.c:13 (inlined)", and with an event's
 * other fields "  a.c:13 insn: 01 ca". `place` is "a.c:13", borrowed from the line; empty where no
 * line is known: "  libc.so.6[891f5]", "  ??:0".
 */
struct perf_source_line {
	struct text place;
	bool inlined;
	bool is_certain; /* in the form that perf prints; "  any words" may be one, too */
};

/* False: it is none. */
bool perf_source_line_cut(struct text line, struct perf_source_line *s);

/* -F +srccode: "|13       sum += x;" */
bool perf_line_is_source_code(struct text line);

/* Of other lines, without blanks at both ends. */
bool perf_line_is_message(struct text t);
bool perf_line_is_registers(struct text t);

/*
 * Without a call chain the frame stands behind the event's name: the one in `rest`, the end of
 * `line`, borrowed from it. False when there is none: it is trace text, or data that belongs to
 * a call chain on the lines below (`has_chains`: the file has such).
 */
bool perf_event_line_frame(struct text line, struct text rest, bool has_chains,
			   struct perf_frame_line *frame);

#endif
