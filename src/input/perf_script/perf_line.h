/* perf_line.h - parses lines of perf script: their kind, and the fields of events and frames. */

#ifndef INPUT_PERF_LINE_H
#define INPUT_PERF_LINE_H

#include <stdint.h>

#include "base/text.h"
#include "profile/profile.h"

/* Both texts are borrowed from the line. */
struct perf_frame_line {
	struct text ip;	  /* the hexadecimal digits of the address */
	struct text rest; /* the text after them, trimmed */
};

/* Parse blanks, an address, and text after a blank. False: the line has another form. */
bool perf_frame_line_cut(struct text line, struct perf_frame_line *f);

/* The parts of perf_frame_line.rest, borrowed from it. */
struct perf_symbol {
	struct text names;  /* without offset; may be a chain "a->b->c"; empty: unknown */
	struct text module; /* empty: unknown */
	enum frame_kind kind;
};
struct perf_symbol perf_symbol_parse(struct text rest);

/*
 * Remove the offset from a name such as "do_wp_page+0x577". An offset is at the end and begins with
 * "+0x"; names may contain other pluses.
 */
struct text perf_symbol_without_offset(struct text name);

/*
 * Remove the first name from a chain of inlined calls; in "a->b->c", a calls b, and b calls c.
 * False: no name is left. The arrow in C++'s "operator->" is not a separator.
 */
bool perf_symbol_next(struct text *names, struct text *name);

/* The kind of frames in this module; `symbol`: is the function's name known? */
enum frame_kind perf_module_kind(struct text module, bool symbol);

/* All texts are borrowed from the line. */
struct perf_event_line {
	struct text comm;
	struct text event; /* empty: the line has no event */
	/* after the event: the text of a tracepoint, or an address, symbol and module */
	struct text rest;
	struct text record; /* "PERF_RECORD_..." and the text after it; empty: a sample */
	uint64_t time;	    /* ns */
	uint64_t period;    /* 1 unless has_period */
	int32_t pid, tid;   /* PROFILE_NO_ID: unknown */
	uint16_t cpu;	    /* PROFILE_NO_CPU: unknown */
	bool timed, has_period;
	/* set by perf_fields_parse(): the name ends in blanks, or misc is blank */
	bool is_odd;
	bool too_large; /* some number is too large */
};

/*
 * Parse an event line; false: not an event line. The name of a command may contain any text,
 * including blanks, numbers and colons, so fields are parsed from the right.
 */
bool perf_event_line_parse(struct text line, struct perf_event_line *e);

/*
 * Find the next time, such as "1273.892514:", at or after `*from`, and set `*from` to the offset
 * after its colon. The time must be a word of its own.
 */
bool perf_event_line_time(struct text line, size_t *from, struct text *time);

/*
 * Parse the ids "27409/28744" or "28744", or the CPU "[002]"; false: another form. A number that is
 * too large sets `too_large`.
 */
bool perf_event_line_ids(struct text word, struct perf_event_line *e);
bool perf_event_line_cpu(struct text word, struct perf_event_line *e);

/* Is the word a mode of -F +misc, such as "U", "K" or "Sp"? */
bool perf_event_line_is_misc(struct text word);

/*
 * Remove the date of -F +tod, "2023-04-05 06:07:08.123456", from the end of `t`; false: `t` has no
 * date.
 */
bool perf_event_line_drop_date(struct text *t);

/*
 * The line without the registers, branches and instructions at its end (-F +iregs, +brstack, +insn,
 * +insnlen, +ipc), and without the blanks before them.
 */
struct text perf_line_without_tail(struct text line);

/*
 * `t` without the kinds of branches and sizes of pages at its end (-F +flags, +data_page_size), and
 * without the blanks before them.
 */
struct text perf_line_without_flags(struct text t);

/* The kind and the parts of a line that is neither empty nor a comment; borrows from the line. */
struct perf_line {
	bool tab, is_frame, is_event;
	struct perf_frame_line frame; /* if is_frame */
	struct perf_event_line event; /* if is_event */
};
struct perf_line perf_line_look(struct text line);

/* Is this an event line, regardless of the lines before it? */
bool perf_line_begins(struct text line);

/* Is this frame line in fact an instruction of -F +brstackinsn? */
bool perf_line_is_instruction(struct text line, struct perf_frame_line frame);

/*
 * The source line of -F +srcline, printed below a frame: "  a.c:13", "  a.c:13 (inlined)", or with
 * further fields "  a.c:13 insn: 01 ca". `place` is "a.c:13", borrowed from the line; empty if no
 * source line is known: "  libc.so.6[891f5]", "  ??:0".
 */
struct perf_source_line {
	struct text place;
	bool inlined;
	/* the line is exactly in perf's format; false: it may be other text */
	bool is_certain;
};

/* False: not a source line. */
bool perf_source_line_cut(struct text line, struct perf_source_line *s);

/* Is this a line of -F +srccode, such as "|13               sum += x;"? */
bool perf_line_is_source_code(struct text line);

/* Is a trimmed line a message of perf? Is it data such as registers? */
bool perf_line_is_message(struct text t);
bool perf_line_is_registers(struct text t);

/*
 * Find the frame in `rest`, the end of `line` after the event. Borrows from `rest`. False: `rest`
 * is the text of a tracepoint or, with `has_chains` (the file has call chains), data of a sample
 * whose chain is on the lines below.
 */
bool perf_event_line_frame(struct text line, struct text rest, bool has_chains,
			   struct perf_frame_line *frame);

#endif
