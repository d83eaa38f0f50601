#include "input/perf_script/perf_rest.h"

#include "input/scan.h"

#define WIDTH 16 /* of addresses, and of the numbers that may stand before them */

/*
 * Without a call chain the frame stands behind the event:
 *   perf 6.1: "gzip 19445  1199.251333:    1003009 cpu-clock:      561a7abbd31b [unknown] (/usr/bin/gzip)"
 * and branches have two, of which the first is where the thread was:
 *   "1/1 426567.068172167: 1 branches:uH:   tr strt   0 [unknown] (foo.so) => 404bf2 runtime.x (foo.so)"
 */
static bool cut_branch(struct text rest, const char *arrow, struct perf_frame_line *f)
{
	rest = text_upto(rest, (size_t)(arrow - rest.at));
	/* -F +flags: one or two words before the address */
	for (int words = 0; words < 3 && !perf_frame_line_cut(rest, f); words++)
		rest = scan_skip_blanks(text_from(rest, scan_word(rest)));
	return perf_frame_line_cut(text_trim(rest), f);
}

/* The number at `at`, if it is printed in its width, with blanks to its left. */
static size_t number_at(struct text line, size_t at)
{
	size_t hex = scan_hex(text_from(line, at)), blanks = 0;

	while (blanks < at && scan_is_blank(line.at[at - 1 - blanks]))
		blanks++;
	if (hex == 0 || hex > WIDTH || blanks == 0 || blanks + hex < WIDTH ||
	    (at + hex < line.len && !scan_is_blank(line.at[at + hex])))
		return 0;
	return hex;
}

/* Behind a module, a physical address or the size of a page is not a function. */
static bool is_named(struct text line, size_t behind)
{
	struct text name = scan_skip_blanks(text_from(line, behind));
	size_t word = scan_word(name);

	return word > 0 && !(word <= 3 && word == name.len) && name.at[word - 1] != '|' &&
	       memchr(name.at, '|', word) == NULL;
}

/*
 * The last address that has a function behind it, or the last of those without any. Before it
 * may stand others: that of the data (with -d), where it points, its weight.
 *   "10650100842 |OP LOAD|LVL L1 hit|SNP None|...|BLK  N/A               7 401136 main (/a)"
 */
static size_t last_address(struct text line, size_t from)
{
	size_t best = line.len, hex;
	bool named = false;

	for (size_t at = from; at < line.len; at += hex ? hex : 1) {
		hex = at && scan_is_blank(line.at[at - 1]) ? number_at(line, at) : 0;
		if (hex == 0)
			continue;
		if (is_named(line, at + hex)) {
			best = at;
			named = true;
		} else if (!named) {
			best = at;
		}
	}
	return best;
}

/* "main (/a)      7f0012 4K": what follows a module is none of it. */
static struct text without_tail(struct text rest)
{
	size_t end = rest.len;

	while (end && rest.at[end - 1] != ')')
		end--;
	for (size_t at = end; at < rest.len; at++)
		if (!scan_is_hex(rest.at[at]) && !scan_is_blank(rest.at[at]) &&
		    !memchr("KMGN/A", rest.at[at], 6))
			return rest;
	return end ? text_upto(rest, end) : rest;
}

bool perf_rest_frame(struct text line, struct text rest, bool has_chains,
		     struct perf_frame_line *frame)
{
	const char *arrow = memmem(rest.at, rest.len, " =>", 3);
	size_t from = (size_t)(rest.at - line.at), at;

	if (arrow)
		return cut_branch(rest, arrow, frame);
	rest = without_tail(text_trim(rest));
	at = last_address((struct text){line.at, from + rest.len}, from);
	if (at < from + rest.len) {
		bool is_whole = rest.at[rest.len - 1] == ')';

		rest = text_from(text_upto(line, from + rest.len), at);
		return perf_frame_line_cut(rest, frame) &&
		       (frame->rest.len ? at == from || is_whole || !has_chains
					: !has_chains);
	}
	/* in no width of its own; a number of few digits may be anything */
	return perf_frame_line_cut(rest, frame) && frame->ip.len >= 4 &&
	       !memchr(rest.at, '|', rest.len) && (frame->rest.len || !has_chains);
}
