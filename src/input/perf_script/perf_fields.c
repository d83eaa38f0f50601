#include "input/perf_script/perf_fields.h"

#include "base/number.h"
#include "input/perf_script/perf_line.h"
#include "input/scan.h"
#include "profile/profile.h"

#define COMM_LONGEST 15
#define COMM_WIDTH   16
#define IP_WIDTH     16
#define LINES_MOST   500 /* that are looked at */
#define WORDS_MOST   12	 /* of fields; a command's name has eight at most */
#define FIT_OF_TEN   9	 /* lines that fit; others may be messages */

/* The widths that fields are padded to, on their left. */
enum { WIDTH_ID = 5, WIDTH_ID_NEW = 7, WIDTH_MISC = 6, WIDTH_PERIOD = 10 };

/* ---- one line ---- */

/*
 * A field at the end of `*t`, and the blanks in front of it, are taken off. How many blanks
 * there were goes to `*blanks`, but one that only separates.
 */
static struct text take_field(struct text *t, size_t *blanks)
{
	size_t end = t->len, from, before;

	while (end && scan_is_blank(t->at[end - 1]))
		end--;
	for (from = end; from && !scan_is_blank(t->at[from - 1]);)
		from--;
	for (before = from; before && scan_is_blank(t->at[before - 1]);)
		before--;
	*blanks = from - before;
	if (before > 0 && *blanks > 0)
		--*blanks;
	t->len = before;
	return (struct text){t->at + from, end - from};
}

/* Is it as far from what stands before it as its width says? What is before may be padded too,
 * on its right, up to `loose` blanks. */
static bool is_padded(struct text field, size_t blanks, size_t width, size_t loose)
{
	size_t padding = field.len < width ? width - field.len : 0;

	return blanks >= padding && blanks <= padding + loose;
}

static bool take_period(struct text *t, size_t loose, struct perf_event_line *e)
{
	size_t blanks;
	struct text word = take_field(t, &blanks);

	if (!scan_all_digits(word) || !is_padded(word, blanks, WIDTH_PERIOD, loose))
		return false;
	e->has_period = true;
	if (!number_u64(word, &e->period))
		e->too_large = true;
	return true;
}

static bool take_time(struct text *t, struct perf_event_line *e)
{
	size_t blanks, from = 0;
	struct text word = take_field(t, &blanks), time;

	if (!perf_event_line_time(word, &from, &time) || from != word.len)
		return false;
	e->timed = true;
	if (!number_seconds(time, &e->time))
		e->too_large = true;
	return true;
}

static bool take_cpu(struct text *t, size_t loose, struct perf_event_line *e)
{
	size_t blanks;
	struct text word = take_field(t, &blanks);

	return word.len >= 5 && blanks <= loose && perf_event_line_cpu(word, e);
}

static bool take_ids(struct text *t, unsigned ids, struct perf_event_line *e)
{
	size_t blanks;
	struct text word = take_field(t, &blanks), first = word;
	const char *slash = word.len ? memchr(word.at, '/', word.len) : NULL;

	if ((ids == 2) != (slash != NULL) || !perf_event_line_ids(word, e))
		return false;
	if (slash)
		first = text_upto(word, (size_t)(slash - word.at));
	return is_padded(first, blanks, WIDTH_ID, 0) ||
	       is_padded(first, blanks, WIDTH_ID_NEW, 0);
}

/* It is six wide and may be blank, of a mode that is not known. */
static void take_misc(struct text *t, struct perf_event_line *e)
{
	struct text before = *t;

	e->has_misc = perf_event_line_is_misc(scan_last_word(&before));
	if (e->has_misc)
		*t = before;
}

/*
 * `t` is what a line begins with, and `indent` are the blanks there, which are counted once for the line:
 * that may have very many, and ten thousand places to try.
 */
static bool parse_named(const struct perf_fields *l, struct text t, size_t indent,
			struct perf_event_line *e)
{
	size_t beside_ids = l->ids == 2 ? WIDTH_ID_NEW - 1 : 0;
	size_t loose = l->has_time || l->has_date ? 0
		       : l->has_misc		  ? WIDTH_MISC
		       : l->has_cpu		  ? 0
						  : beside_ids;
	size_t width;

	*e = (struct perf_event_line){.period = 1,
				      .pid = PROFILE_NO_ID,
				      .tid = PROFILE_NO_ID,
				      .cpu = PROFILE_NO_CPU};
	e->comm = e->event = e->record = e->rest = text_upto(t, 0);
	if ((l->has_period && !take_period(&t, loose, e)) ||
	    (l->has_time && !take_time(&t, e)) ||
	    (l->has_date && !perf_event_line_drop_date(&t)))
		return false;
	if (l->has_misc)
		take_misc(&t, e);
	if ((l->has_cpu && !take_cpu(&t, beside_ids, e)) ||
	    (l->ids && !take_ids(&t, l->ids, e)))
		return false;
	if (!l->has_comm)
		return t.len <= indent;
	width = t.len;
	e->comm = text_from(t, indent < t.len ? indent : t.len);
	/* what ends in blanks is no name: some field is longer than these fields say */
	return e->comm.len > 0 && e->comm.len <= COMM_LONGEST &&
	       !scan_is_blank(t.at[t.len - 1]) &&
	       (l->stack == PERF_STACK_CHAINS || l->ids || width == COMM_WIDTH);
}

/* All fields up to the period, from the right. A command without a name leaves its blanks. */
static bool parse_fields(const struct perf_fields *l, struct text t, size_t indent,
			 struct perf_event_line *e)
{
	size_t blanks = l->stack == PERF_STACK_CHAINS ? 1 : COMM_WIDTH + 1;
	struct perf_fields nameless = *l;

	nameless.has_comm = false;
	if (l->has_comm && indent >= blanks && t.len >= blanks &&
	    parse_named(&nameless, text_from(t, blanks), indent - blanks, e))
		return true;
	return (!l->has_comm || !l->has_text || indent < blanks) &&
	       parse_named(l, t, indent, e);
}

/*
 * Is there an address at `at`, which is printed " %16lx", with a blank or nothing behind? The one of data
 * that begins a line has no blank more.
 */
static bool is_address(struct text line, size_t at)
{
	size_t hex = scan_hex(text_from(line, at)), blanks = 0;

	while (blanks < at && scan_is_blank(line.at[at - 1 - blanks]))
		blanks++;
	return hex > 0 && hex <= IP_WIDTH && blanks >= IP_WIDTH - hex + (blanks < at) &&
	       (at + hex == line.len || scan_is_blank(line.at[at + hex]));
}

/* Is there an address in `rest`, the end of the line? */
static bool has_address(struct text line, struct text rest)
{
	for (size_t at = (size_t)(rest.at - line.at); at && at < line.len; at++)
		if (scan_is_hex(line.at[at]) && scan_is_blank(line.at[at - 1]) &&
		    is_address(line, at))
			return true;
	return false;
}

/* The first address that has the fields in front of it. A command may be called "cafe". */
static bool parse_address(const struct perf_fields *l, struct text line,
			  struct perf_event_line *e)
{
	size_t indent = scan_blanks(line);

	for (size_t at = IP_WIDTH + 1 <= line.len ? 1 : line.len; at < line.len; at++) {
		size_t from = at;

		if (!scan_is_hex(line.at[at]) || !scan_is_blank(line.at[at - 1]) ||
		    !is_address(line, at))
			continue;
		while (from && scan_is_blank(line.at[from - 1]))
			from--;
		if (!parse_fields(l, text_upto(line, from), indent, e) &&
		    !parse_fields(l, perf_line_without_flags(text_upto(line, from)),
				  indent, e))
			continue;
		e->rest = text_from(line, at);
		return true;
	}
	return false;
}

/*
 * The event that has the fields in front of it: what ends the line, or else the first one that is
 * a trace point's, "sched:sched_switch:". A command may be called "a: b".
 */
static bool parse_event(const struct perf_fields *l, struct text line,
			struct perf_event_line *e)
{
	size_t indent = scan_blanks(line);
	unsigned best = 0;

	for (size_t at = indent, word; at < line.len; at += word) {
		struct perf_event_line found;
		struct text event, before = text_upto(line, at), rest;
		unsigned good;

		word = scan_word(text_from(line, at));
		event = text_upto(text_from(line, at), word);
		rest = scan_skip_blanks(text_from(line, at + word));
		word = line.len - rest.len - at;
		if (event.len < 2 || event.at[--event.len] != ':' ||
		    scan_is_digit(*event.at))
			continue;
		good = rest.len == 0 ? 3 : memchr(event.at, ':', event.len) ? 2 : 1;
		while (before.len && scan_is_blank(before.at[before.len - 1]))
			before.len--;
		if (good <= best || !parse_fields(l, before, indent, &found))
			continue;
		best = good;
		*e = found;
		e->event = event;
		e->rest = rest;
	}
	return best > 0;
}

/* The first words that are the fields, before the text of a trace point whose name is not there. */
static bool parse_before_text(const struct perf_fields *l, struct text line,
			      struct perf_event_line *e)
{
	size_t indent = scan_blanks(line), at = indent;

	for (unsigned words = 0; words < WORDS_MOST && at < line.len; words++) {
		at += scan_word(text_from(line, at));
		if (parse_fields(l, text_upto(line, at), indent, e)) {
			e->rest = scan_skip_blanks(text_from(line, at));
			return true;
		}
		at += scan_blanks(text_from(line, at));
	}
	return false;
}

bool perf_fields_parse(const struct perf_fields *l, struct text line,
		       struct perf_event_line *e)
{
	line = perf_line_without_tail(line);
	if (l->has_event)
		return parse_event(l, line, e) &&
		       (l->stack != PERF_STACK_ON_LINE || has_address(line, e->rest));
	if (l->has_text)
		return parse_before_text(l, line, e) &&
		       (l->stack != PERF_STACK_ON_LINE || has_address(line, e->rest));
	if (l->stack == PERF_STACK_ON_LINE)
		return parse_address(l, line, e);
	return parse_fields(l, line, scan_blanks(line), e) ||
	       parse_fields(l, perf_line_without_flags(line), scan_blanks(line), e);
}

bool perf_fields_begins(struct text line)
{
	(void)line;
	return false;
}

/* ---- a head ---- */

/* The lines of a head that begin samples. */
struct lines_of_events {
	struct text at[LINES_MOST];
	size_t count;
	bool has_chains; /* the latter: between others */
};

static bool next_line(struct text *head, struct text *line)
{
	const char *end = head->len ? memchr(head->at, '\n', head->len) : NULL;

	if (!end)
		return false;
	*line = text_upto(*head, (size_t)(end - head->at));
	*head = text_from(*head, line->len + 1);
	if (line->len && line->at[line->len - 1] == '\r')
		line->len--;
	return true;
}

static bool is_chain_line(struct text line)
{
	struct perf_frame_line frame;

	return line.len && line.at[0] == '\t' && perf_frame_line_cut(line, &frame);
}

/* It has no fields: it goes on with the line before. */
static bool is_source_line(struct text line)
{
	struct perf_source_line source;

	return perf_source_line_cut(line, &source) && source.is_certain;
}

/* With call chains, what stands between an empty line and a frame; otherwise every line. */
static void collect(struct lines_of_events *of, struct text head)
{
	struct text line, before = TEXT("");
	bool begins = true, was_empty = true;

	while (of->count < LINES_MOST && next_line(&head, &line)) {
		bool is_chain = is_chain_line(line);
		bool is_empty = scan_blanks(line) == line.len || line.at[0] == '#';

		if (is_source_line(line) || perf_line_is_message(line))
			continue;
		if (is_chain && !of->has_chains)
			of->count = 0;
		of->has_chains |= is_chain;
		if (is_chain && begins && before.len)
			of->at[of->count++] = before; /* room: one a turn */
		if (!of->has_chains && !is_empty)
			of->at[of->count++] = line; /* room: one a turn */
		begins = was_empty && !is_chain;
		was_empty = is_empty || perf_line_without_tail(line).len < line.len;
		before = is_empty ? TEXT("") : line;
	}
}

/* How much they tell; a name may be anything, so what is something else is no name. */
static unsigned telling(const struct perf_fields *l)
{
	return (unsigned)l->has_comm + (l->stack == PERF_STACK_ON_LINE) +
	       2 * ((unsigned)l->has_cpu + l->has_time + l->has_period + l->has_event +
		    l->has_misc + l->has_date + l->ids);
}

/* "sched:sched_switch" */
static bool is_trace_point(struct text event)
{
	const char *colon = memchr(event.at, ':', event.len);
	struct text name;

	if (!colon || colon == event.at)
		return false;
	name = text_from(event, (size_t)(colon - event.at) + 1);
	return name.len && !scan_is_digit(*name.at) && !memchr(name.at, ':', name.len);
}

/*
 * "2021-05-27 17:00:00.123456 ERROR: no such file", "1622134000 kernel: ready": without a CPU, a process
 * and its thread, a time or a stack, words behind an event that is no trace point's are a message. Addresses
 * (-F +addr) are none.
 */
static bool is_of_log(const struct perf_fields *l, const struct perf_event_line *e)
{
	struct text rest = e->rest;
	size_t word = scan_word(rest);

	if (l->stack != PERF_STACK_NONE || !l->has_event || l->has_time || l->has_cpu ||
	    l->ids == 2)
		return false;
	return word && scan_hex(rest) != word && !is_trace_point(e->event) &&
	       perf_line_without_flags(rest).len;
}

static bool fits(const struct lines_of_events *of, const struct perf_fields *l)
{
	bool is_address_alone = l->stack == PERF_STACK_ON_LINE && telling(l) == 1;
	size_t misfits = 0, blank = 0, most = of->count / 10;
	struct perf_event_line e;

	for (size_t i = 0; i < of->count && misfits <= most; i++) {
		bool fits_line = perf_fields_parse(l, of->at[i], &e) && !e.too_large &&
				 !is_of_log(l, &e);

		/* then the addresses are those of its call chain */
		if (is_address_alone && !fits_line &&
		    perf_event_line_parse(of->at[i], &e))
			return false;
		misfits += !fits_line;
		blank += fits_line && !e.has_misc;
	}
	return misfits <= most && (!l->has_misc || blank < of->count / 2);
}

/* Do names end in numbers or times, nearly all? Then somebody else has written this, without
 * widths, and they are threads'. */
static bool has_numbers(const struct lines_of_events *of, const struct perf_fields *l)
{
	size_t n = 0;

	for (size_t i = 0; l->has_comm && !l->ids && i < of->count; i++) {
		struct perf_event_line e, number;
		struct text rest, word, time;
		size_t from = 0;

		if (!perf_fields_parse(l, of->at[i], &e))
			continue;
		rest = e.comm;
		word = scan_last_word(&rest);
		n += rest.len && (perf_event_line_ids(word, &number) ||
				  perf_event_line_time(word, &from, &time));
	}
	return of->count && n * 10 >= of->count * FIT_OF_TEN;
}

/* Every choice of fields, of the stack that `of` may have. */
static struct perf_fields nth(unsigned n, bool has_chains)
{
	return (struct perf_fields){.is_known = true,
				    .has_comm = n & 1,
				    .has_cpu = n & 2,
				    .has_time = n & 4,
				    .has_period = n & 8,
				    .has_event = n & 16,
				    .has_misc = n & 32,
				    .has_date = n & 64,
				    .has_text = n & 128,
				    .stack = has_chains ? PERF_STACK_CHAINS
					     : n & 256	? PERF_STACK_ON_LINE
							: PERF_STACK_NONE,
				    .ids = n / 512};
}

/* A table of words and numbers may look like it, or a log that has times. */
static bool is_plausible(const struct perf_fields *l)
{
	unsigned known = telling(l) - l->has_comm;

	if (l->has_text)
		return !l->has_event && ((l->stack == PERF_STACK_CHAINS && known >= 2) ||
					 (l->stack == PERF_STACK_ON_LINE && known >= 4));
	if (l->stack == PERF_STACK_NONE)
		return l->has_time || known >= 4;
	return telling(l) > 0;
}

struct perf_fields perf_fields_find(struct text head)
{
	struct lines_of_events of = {.count = 0};
	struct perf_fields best = {.is_known = false};

	collect(&of, scan_skip_mark(head));
	for (unsigned n = 0; of.count && n < 3 * 512; n++) {
		struct perf_fields l = nth(n, of.has_chains);

		if (telling(&l) <= telling(&best) || !is_plausible(&l) || !fits(&of, &l))
			continue;
		best = l;
	}
	/* these are understood one by one, whatever else they have */
	if ((best.ids && best.has_time && (best.has_event || !best.has_period)) ||
	    has_numbers(&of, &best))
		best.is_known = false;
	return best;
}
