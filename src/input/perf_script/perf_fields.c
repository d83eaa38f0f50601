#include "input/perf_script/perf_fields.h"

#include "base/number.h"
#include "input/perf_script/perf_line.h"
#include "input/scan.h"
#include "profile/profile.h"

#define COMM_LONGEST 15
#define COMM_WIDTH   16
#define IP_WIDTH     16
#define LINES_MOST   500 /* lines that are tried */
#define WORDS_MOST   16	 /* words of a name and the fields together */
#define FIT_OF_TEN   9	 /* lines of ten that must fit; the others may be messages */

/* Widths of fields. */
enum {
	WIDTH_ID = 5,
	WIDTH_ID_NEW = 7,
	WIDTH_CPU = 5,
	WIDTH_MISC = 5, /* with a blank */
	WIDTH_PERIOD = 10,
	WIDTH_MICROSECONDS = 13, /* with the colon */
	WIDTH_NANOSECONDS = 16
};

/* ---- one line ---- */

/* The part of a line that is left after its last fields have been removed. */
struct fields_left {
	struct text t;
	bool is_cut; /* without the blanks after its last field */
	/* nothing is left: the last field removed was the first of the line */
	bool is_none;
};

/*
 * Remove the last word, which is `left` wide with the padding before it and `right` wide with the
 * padding after it. One blank before it is removed too; further blanks belong to the field before.
 */
static bool take_word(struct fields_left *f, struct text word, size_t left, size_t right)
{
	size_t from = (size_t)(word.at - f->t.at), width = word.len;

	if (width == 0 ||
	    (!f->is_cut && f->t.len - from != (width > right ? width : right)))
		return false;
	for (; width < left && from && scan_is_blank(f->t.at[from - 1]); width++)
		from--;
	if (width < left || (from && !scan_is_blank(f->t.at[from - 1])))
		return false;
	*f = (struct fields_left){.t = text_upto(f->t, from ? from - 1 : 0),
				  .is_none = from == 0};
	return true;
}

static struct text last_word(const struct fields_left *f)
{
	struct text t = f->t;

	return scan_last_word(&t);
}

static bool take_period(struct fields_left *f, struct perf_event_line *e)
{
	struct text word = last_word(f);

	if (!scan_all_digits(word) || !take_word(f, word, WIDTH_PERIOD, 0))
		return false;
	e->has_period = true;
	if (!number_u64(word, &e->period))
		e->too_large = true;
	return true;
}

static size_t digits_of_time(struct text time)
{
	return time.len - scan_digits(time) - 1;
}

/* A time has six or nine digits after its point, as a thread may be called "x 1.5: y". */
static bool take_time(struct fields_left *f, struct perf_event_line *e)
{
	struct text word = last_word(f), time;
	size_t from = 0, digits;

	if (!perf_event_line_time(word, &from, &time) || from != word.len)
		return false;
	digits = digits_of_time(time);
	if ((digits != 6 && digits != 9) ||
	    !take_word(f, word, digits == 6 ? WIDTH_MICROSECONDS : WIDTH_NANOSECONDS, 0))
		return false;
	e->timed = true;
	if (!number_seconds(time, &e->time))
		e->too_large = true;
	return true;
}

static bool take_date(struct fields_left *f)
{
	if (!perf_event_line_drop_date(&f->t))
		return false;
	f->is_cut = true;
	f->is_none = f->t.len == 0 && !scan_is_blank(*f->t.at);
	return true;
}

/* The field is blank if the mode is unknown. */
static bool take_misc(struct fields_left *f, struct perf_event_line *e)
{
	struct fields_left before = *f;
	struct text word = last_word(f);

	if (perf_event_line_is_misc(word) && take_word(&before, word, 0, WIDTH_MISC)) {
		*f = before;
		return true;
	}
	e->is_odd = true;
	if (f->is_cut)
		return true;
	word =
	    text_from(f->t, f->t.len - (f->t.len < WIDTH_MISC ? f->t.len : WIDTH_MISC));
	return scan_blanks(word) == WIDTH_MISC && take_word(f, word, 0, 0);
}

static bool take_cpu(struct fields_left *f, struct perf_event_line *e)
{
	struct text word = last_word(f);

	return perf_event_line_cpu(word, e) && word.len >= WIDTH_CPU &&
	       take_word(f, word, 0, 0);
}

/* A pair of numbers is padded on both sides. */
static bool take_ids(struct fields_left *f, unsigned ids, size_t width,
		     struct perf_event_line *e)
{
	struct text word = last_word(f);
	size_t first = scan_until(word, '/').len;
	bool is_pair = first < word.len;

	return (ids == 2) == is_pair && perf_event_line_ids(word, e) &&
	       take_word(f, word, width + word.len - first,
			 is_pair ? first + 1 + width : 0);
}

/*
 * With call chains a name is printed as "%s ", otherwise as "%16s ". Blanks at its ends look like
 * padding. After a name without further fields, the padding of the next field remains.
 */
static bool take_comm(const struct perf_fields *l, const struct fields_left *f,
		      struct perf_event_line *e)
{
	bool is_narrow = l->stack == PERF_STACK_CHAINS || l->ids;
	struct text t = f->t;

	while (f->is_cut && t.len > COMM_WIDTH && scan_is_blank(t.at[t.len - 1]))
		t.len--;
	if (f->is_none || t.len > COMM_WIDTH)
		return false;
	e->comm = text_trim(t);
	e->is_odd |= !(f->is_cut && is_narrow) && t.len && scan_is_blank(t.at[t.len - 1]);
	return e->comm.len <= COMM_LONGEST &&
	       (is_narrow || (t.len == COMM_WIDTH && scan_is_blank(*t.at)));
}

/* Parse all fields up to the period: `t`, including the blanks after them. */
static bool parse_fields(const struct perf_fields *l, struct text t, size_t id_width,
			 struct perf_event_line *e)
{
	struct fields_left f = {.t = t, .is_cut = true, .is_none = t.len == 0};

	*e = (struct perf_event_line){.period = 1,
				      .pid = PROFILE_NO_ID,
				      .tid = PROFILE_NO_ID,
				      .cpu = PROFILE_NO_CPU};
	e->comm = e->event = e->record = e->rest = text_upto(t, 0);
	if ((l->has_period && !take_period(&f, e)) ||
	    (l->has_time && !take_time(&f, e)) || (l->has_date && !take_date(&f)) ||
	    (l->has_misc && !take_misc(&f, e)) || (l->has_cpu && !take_cpu(&f, e)) ||
	    (l->ids && !take_ids(&f, l->ids, id_width, e)))
		return false;
	if (l->has_comm)
		return take_comm(l, &f, e);
	return f.is_none || (f.is_cut && scan_blanks(f.t) == f.t.len);
}

/*
 * Is there an address at `at`, printed as " %16lx", before a blank or the end? At the beginning of
 * a line, the address of data has one blank less.
 */
static bool is_address(struct text line, size_t at)
{
	size_t hex = scan_hex(text_from(line, at)), blanks = 0;

	while (blanks < at && scan_is_blank(line.at[at - 1 - blanks]))
		blanks++;
	return hex > 0 && hex <= IP_WIDTH && blanks >= IP_WIDTH - hex + (blanks < at) &&
	       (at + hex == line.len || scan_is_blank(line.at[at + hex]));
}

/* The first address at or after `from`; the length of the line if there is none. */
static size_t next_address(struct text line, size_t from)
{
	for (size_t at = from ? from : 1; at < line.len; at++)
		if (scan_is_hex(line.at[at]) && scan_is_blank(line.at[at - 1]) &&
		    is_address(line, at))
			return at;
	return line.len;
}

/*
 * How certain it is that the fields end at `from`; 0: they do not. They may be followed by nothing,
 * an address, either of these after flags (with two more blanks), or text of trace points.
 */
static unsigned how_sure(const struct perf_fields *l, struct text event, struct text line,
			 size_t from, size_t address)
{
	struct text before = text_from(text_upto(line, address), from), time;
	size_t at = 0;

	if (before.len == 0 || (from >= 2 && scan_is_blank(line.at[from - 2]) &&
				perf_line_without_flags(before).len == 0))
		return from == line.len && event.len ? 3 : 2;
	if (event.len)
		return memchr(event.at, ':', event.len) ? 2 : 1;
	/* a number is another field, or belongs to a table */
	if (!l->has_text || scan_all_digits(text_upto(before, scan_word(before))))
		return 0;
	while (perf_event_line_time(before, &at, &time))
		if (digits_of_time(time) >= 6)
			return 0; /* a time, but not as wide as perf prints it */
	return 1;
}

static bool parse_widths(const struct perf_fields *l, struct text t,
			 struct perf_event_line *e)
{
	return parse_fields(l, t, WIDTH_ID_NEW, e) ||
	       (l->ids && parse_fields(l, t, WIDTH_ID, e));
}

/* A source line has no fields, but belongs to the line before. */
static bool is_source_line(struct text line)
{
	struct perf_source_line source;

	return perf_source_line_cut(line, &source) && source.is_certain;
}

/* How characteristic these fields are; a name, which may be any text, is the least so. */
static unsigned telling(const struct perf_fields *l)
{
	return (unsigned)l->has_comm + (l->stack == PERF_STACK_ON_LINE) +
	       2 * ((unsigned)l->has_cpu + l->has_time + l->has_period + l->has_event +
		    l->has_misc + l->has_date + l->ids);
}

/*
 * Try each of the first words as the last of the fields: a command may be called "a: b" or "cafe".
 * If two choices are equally certain, neither is used.
 */
static bool parse_line(const struct perf_fields *l, struct text line,
		       struct perf_event_line *e)
{
	size_t address = 0, end;
	unsigned best = 0;
	bool is_only = false;

	/* if the line begins with a blank, the first word is empty, as a name may be */
	for (size_t at = 0, words = 0; words < WORDS_MOST && at < line.len;
	     words++, at = end) {
		struct text event = text_upto(text_from(line, at), 0), before;
		struct perf_event_line found;
		size_t word = scan_word(text_from(line, at));
		unsigned sure;

		end = at + word + scan_blanks(text_from(line, at + word));
		before = text_upto(line, end);
		if (l->has_event) {
			if (word < 2 || line.at[at + word - 1] != ':' ||
			    scan_is_digit(line.at[at]))
				continue;
			event.len = word - 1;
			before.len = at;
		}
		if (!parse_widths(l, before, &found))
			continue;
		if (address < end)
			address = next_address(line, end);
		sure = 2 * how_sure(l, event, line, end, address);
		sure -= sure && found.is_odd;
		is_only &= sure < best;
		if (sure <= best)
			continue;
		best = sure;
		is_only = true;
		*e = found;
		e->event = event;
		e->rest = text_from(line, event.len || sure < 3 ? end : address);
	}
	return is_only && (l->stack != PERF_STACK_ON_LINE ||
			   next_address(line, (size_t)(e->rest.at - line.at)) < line.len);
}

bool perf_fields_parse(const struct perf_fields *l, struct text line,
		       struct perf_event_line *e)
{
	bool is_name_alone = l->has_comm && telling(l) == 1;

	if (is_name_alone && is_source_line(line))
		return false;
	if (scan_blanks(line) == line.len) /* a command without a name */
		return is_name_alone && parse_widths(l, line, e);
	return parse_line(l, perf_line_without_tail(line), e);
}

/* ---- finding the fields ---- */

/* Event lines, without their tails. */
struct event_lines {
	struct text at[LINES_MOST];
	size_t count;
	bool has_chains; /* there are call chains between them */
};

/*
 * With call chains, a line between an empty line and a frame is an event line; otherwise every line
 * is one.
 */
static void collect_event_lines(struct event_lines *of, struct text head)
{
	struct text line, before = TEXT("");
	bool begins = true, was_empty = true, ended;

	while (of->count < LINES_MOST && head.len) {
		struct perf_frame_line frame;
		bool is_chain, is_empty;

		line = scan_line(&head, &ended);
		if (!ended)
			break;
		is_chain =
		    line.len && line.at[0] == '\t' && perf_frame_line_cut(line, &frame);
		is_empty = scan_blanks(line) == line.len || line.at[0] == '#';
		if (is_source_line(line) || perf_line_is_message(line))
			continue;
		if (is_chain && !of->has_chains)
			of->count = 0;
		of->has_chains |= is_chain;
		if (is_chain && begins && before.len)
			of->at[of->count++] =
			    /* room: one in each turn */
			    perf_line_without_tail(before);
		if (!of->has_chains && !is_empty)
			of->at[of->count++] =
			    perf_line_without_tail(line); /* room: one in each turn */
		begins = was_empty && !is_chain;
		was_empty = is_empty || perf_line_without_tail(line).len < line.len;
		before = is_empty ? TEXT("") : line;
	}
}

/* Is it a trace point, like "sched:sched_switch"? */
static bool is_trace_point(struct text event)
{
	size_t group = scan_until(event, ':').len;
	struct text name = text_from(event, group + 1);

	return group && name.len && !scan_is_digit(*name.at) &&
	       !memchr(name.at, ':', name.len);
}

/*
 * Recognise lines of logs: "2021-05-27 17:00:00.123456 ERROR: no such file", "1622134000 kernel:
 * ready". If there is no CPU, pair of ids, time or stack, the words after the event are a message,
 * unless it is a trace point or they are an address (-F +addr).
 */
static bool is_log_line(const struct perf_fields *l, const struct perf_event_line *e)
{
	struct text rest = e->rest;
	size_t word = scan_word(rest);

	if (l->stack != PERF_STACK_NONE || !l->has_event || l->has_time || l->has_cpu ||
	    l->ids == 2)
		return false;
	return word && scan_hex(rest) != word && !is_trace_point(e->event) &&
	       perf_line_without_flags(rest).len;
}

static bool fits_lines(const struct event_lines *of, const struct perf_fields *l)
{
	bool is_address_alone = l->stack == PERF_STACK_ON_LINE && telling(l) == 1;
	size_t misfits = 0, odd = 0, most = of->count / 10;
	struct perf_event_line e;

	for (size_t i = 0; i < of->count && misfits <= most; i++) {
		bool fits_line =
		    parse_line(l, of->at[i], &e) && !e.too_large && !is_log_line(l, &e);

		/* if so, the addresses belong to its call chain */
		if (is_address_alone && !fits_line &&
		    perf_event_line_parse(of->at[i], &e))
			return false;
		misfits += !fits_line;
		odd += fits_line && e.is_odd;
	}
	return misfits <= most && 2 * odd < of->count;
}

/*
 * Do nearly all names end in numbers or times? If so, another program has written the lines without
 * fixed widths, and the numbers are threads.
 */
static bool names_have_numbers(const struct event_lines *of, const struct perf_fields *l)
{
	size_t n = 0;

	for (size_t i = 0; l->has_comm && !l->ids && i < of->count; i++) {
		struct perf_event_line e, number;
		struct text rest, word, time;
		size_t from = 0;

		if (!parse_line(l, of->at[i], &e))
			continue;
		rest = e.comm;
		word = scan_last_word(&rest);
		n += rest.len && (perf_event_line_ids(word, &number) ||
				  perf_event_line_time(word, &from, &time));
	}
	return of->count && n * 10 >= of->count * FIT_OF_TEN;
}

/* Other combinations may fit a table of words and numbers, or a log with times. */
static bool is_plausible(const struct perf_fields *l)
{
	unsigned told = telling(l), known = told - l->has_comm;

	if (l->has_text)
		return !l->has_event && ((l->stack == PERF_STACK_CHAINS && known >= 2) ||
					 (l->stack == PERF_STACK_ON_LINE && known >= 3 &&
					  (told > 3 || (!l->ids && !l->has_period))));
	if (l->stack == PERF_STACK_NONE)
		return l->has_time || known >= 4 || (l->has_comm && l->has_event);
	return told > 0;
}

struct perf_fields perf_fields_find(struct text head)
{
	struct event_lines of = {.count = 0};
	struct perf_fields best = {.is_known = false};

	collect_event_lines(&of, scan_skip_mark(head));
	for (unsigned n = 0; of.count && n < 3 * 512; n++) {
		struct perf_fields l = {.is_known = true,
					.has_comm = n & 1,
					.has_cpu = n & 2,
					.has_time = n & 4,
					.has_period = n & 8,
					.has_event = n & 16,
					.has_misc = n & 32,
					.has_date = n & 64,
					.has_text = n & 128,
					.stack = of.has_chains ? PERF_STACK_CHAINS
						 : n & 256     ? PERF_STACK_ON_LINE
							       : PERF_STACK_NONE,
					.ids = n / 512};

		if (telling(&l) <= telling(&best) || !is_plausible(&l) ||
		    !fits_lines(&of, &l))
			continue;
		best = l;
	}
	/* lines with these fields can be parsed one by one, whatever else they have */
	if ((best.ids && best.has_time && (best.has_event || !best.has_period)) ||
	    names_have_numbers(&of, &best))
		best.is_known = false;
	return best;
}
