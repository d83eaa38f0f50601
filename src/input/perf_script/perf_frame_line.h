/* perf_frame_line.h - a frame line of perf script: address, symbol and module. */

#ifndef INPUT_PERF_FRAME_LINE_H
#define INPUT_PERF_FRAME_LINE_H

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

#endif
