/* perf_line.h - a line of perf script: what it is, and the fields of events and frames. */

#ifndef INPUT_PERF_LINE_H
#define INPUT_PERF_LINE_H

#include <stdint.h>

#include "base/text.h"
#include "profile/profile.h"

/* Both texts are borrowed from the line. */
struct perf_frame_line {
	struct text ip;	  /* its hexadecimal digits */
	struct text rest; /* the text after it, without blanks at both ends */
};

/* False when the line, after blanks, does not begin with an address followed by a blank. */
bool perf_frame_line_cut(struct text line, struct perf_frame_line *f);

/* The parts of `rest`; borrows from it. */
struct perf_symbol {
	struct text names;  /* without offset; may be a chain "a->b->c"; empty: none */
	struct text module; /* empty: not stated */
	enum frame_kind kind;
};
struct perf_symbol perf_symbol_parse(struct text rest);

/*
 * Removes the offset, as of "do_wp_page+0x577". Only the last plus begins an offset: names may
 * contain one.
 */
struct text perf_symbol_without_offset(struct text name);

/*
 * Remove the first name from a chain of inlined calls; in "a->b->c", a calls b, and b calls c.
 * False when no name is left. The arrow of C++'s "operator->" does not separate.
 */
bool perf_symbol_next(struct text *names, struct text *name);

/* Where the code of a module runs; `symbol`: is the function's name known? */
enum frame_kind perf_module_kind(struct text module, bool symbol);

/* All texts are borrowed from the line. */
struct perf_event_line {
	struct text comm;
	struct text event; /* empty: the line has no event */
	/* the text after it: of a trace point, or address, symbol and module */
	struct text rest;
	struct text record; /* "PERF_RECORD_..." and the text after it; empty: a sample */
	uint64_t time;	    /* ns */
	uint64_t period;    /* 1 without has_period */
	int32_t pid, tid;   /* PROFILE_NO_ID: not stated */
	uint16_t cpu;	    /* PROFILE_NO_CPU: not stated */
	bool timed, has_period;
	/* the name ends in blanks, or misc is blank: perf_fields_parse() */
	bool is_odd;
	bool too_large; /* some number is too large */
};

/*
 * False when it is not an event line. A command's name may contain anything, including blanks,
 * numbers and colons, so the fields are found from the right.
 */
bool perf_event_line_parse(struct text line, struct perf_event_line *e);

/*
 * Find the next time, such as "1273.892514:", at or after `*from`, and set `*from` to the offset
 * after its colon. The time must be a word of its own.
 */
bool perf_event_line_time(struct text line, size_t *from, struct text *time);

/*
 * Parse a word such as "27409/28744" or "[002]"; false when it has another form. Numbers that are
 * too large set `too_large`.
 */
bool perf_event_line_ids(struct text word, struct perf_event_line *e);
bool perf_event_line_cpu(struct text word, struct perf_event_line *e);

/* Is it a mode of -F +misc: "U", "K", "Sp"? */
bool perf_event_line_is_misc(struct text word);

/*
 * Remove the date of -F +tod, "2023-04-05 06:07:08.123456", from the end of `t`; false: there is
 * none.
 */
bool perf_event_line_drop_date(struct text *t);

/*
 * The line without registers, branches and instructions at its end or below a chain (-F +iregs,
 * +brstack, +insn, +insnlen, +ipc), and without the blanks before them.
 */
struct text perf_line_without_tail(struct text line);

/*
 * `t` without the kind of a branch or the size of a page at its end (-F +flags, +data_page_size),
 * and without the blanks before it.
 */
struct text perf_line_without_flags(struct text t);

/* The parts of a line that is neither empty nor a comment; borrows from it. */
struct perf_line {
	bool tab, is_frame, is_event;
	struct perf_frame_line frame; /* if is_frame */
	struct perf_event_line event; /* if is_event */
};
struct perf_line perf_line_look(struct text line);

/* Is it an event line, regardless of the lines before? */
bool perf_line_begins(struct text line);

/* Is the line of a frame an instruction of a branch? */
bool perf_line_is_instruction(struct text line, struct perf_frame_line frame);

/*
 * -F +srcline, on the line below a frame: "  a.c:13", "  a.c:13 (inlined)", and with an event's
 * other fields "  a.c:13 insn: 01 ca". `place` is "a.c:13", borrowed from the line; empty where no
 * line is known: "  libc.so.6[891f5]", "  ??:0".
 */
struct perf_source_line {
	struct text place;
	bool inlined;
	/* in the form that perf prints; other lines of words may be source lines too */
	bool is_certain;
};

/* False if it is no source line. */
bool perf_source_line_cut(struct text line, struct perf_source_line *s);

/* A line of -F +srccode: "|13               sum += x;" */
bool perf_line_is_source_code(struct text line);

/* For other lines, without blanks at both ends. */
bool perf_line_is_message(struct text t);
bool perf_line_is_registers(struct text t);

/*
 * Without a call chain the frame follows the event's name: find the one in `rest`, the end of
 * `line`, from which it borrows. False when there is none: it is trace text, or data that belongs
 * to a call chain on the lines below (`has_chains`: the file has call chains).
 */
bool perf_event_line_frame(struct text line, struct text rest, bool has_chains,
			   struct perf_frame_line *frame);

#endif
