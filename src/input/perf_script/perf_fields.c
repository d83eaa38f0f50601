#include "input/perf_script/perf_fields.h"

#include "base/number.h"
#include "input/perf_script/perf_line.h"
#include "input/scan.h"
#include "profile/profile.h"

#define COMM_LONGEST 15
#define IP_WIDTH     16
#define LINES_MOST   500 /* that are looked at */
#define FIT_OF_TEN   9	 /* lines that fit; others may be messages */

/* The widths that fields are padded to, on their left. */
enum { WIDTH_ID = 5, WIDTH_ID_NEW = 7, WIDTH_PERIOD = 10, WIDTH_TIME = 12 };

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

static bool take_event(struct text *t, struct perf_event_line *e)
{
	size_t blanks;
	struct text word = take_field(t, &blanks);

	if (word.len < 2 || word.at[word.len - 1] != ':')
		return false;
	e->event = text_upto(word, word.len - 1);
	return !scan_all_digits(e->event);
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

/* The fields that stand before an address, or are all there is, from the right. */
static bool parse_fields(const struct perf_fields *l, struct text t,
			 struct perf_event_line *e)
{
	size_t loose = l->ids == 2 ? WIDTH_ID_NEW - 1 : 0;

	*e = (struct perf_event_line){.period = 1,
				      .pid = PROFILE_NO_ID,
				      .tid = PROFILE_NO_ID,
				      .cpu = PROFILE_NO_CPU};
	e->comm = e->event = e->record = e->rest = text_upto(t, 0);
	if ((l->has_event && !take_event(&t, e)) ||
	    (l->has_period &&
	     !take_period(&t, l->has_cpu || l->has_time ? 0 : loose, e)) ||
	    (l->has_time && !take_time(&t, e)) ||
	    (l->has_cpu && !take_cpu(&t, loose, e)) ||
	    (l->ids && !take_ids(&t, l->ids, e)))
		return false;
	if (!l->has_comm)
		return scan_blanks(t) == t.len;
	e->comm = scan_skip_blanks(t);
	/* what ends in blanks is no name: some field is longer than these fields say */
	return e->comm.len > 0 && e->comm.len <= COMM_LONGEST &&
	       !scan_is_blank(t.at[t.len - 1]);
}

/* Is there an address at `at`, which is printed " %16lx", with a blank or nothing behind? */
static bool is_address(struct text line, size_t at)
{
	size_t hex = scan_hex(text_from(line, at)), blanks = 0;

	while (blanks < at && scan_is_blank(line.at[at - 1 - blanks]))
		blanks++;
	return hex > 0 && hex <= IP_WIDTH && blanks >= IP_WIDTH - hex + 1 &&
	       (at + hex == line.len || scan_is_blank(line.at[at + hex]));
}

/* The first address that has the fields in front of it. A command may be called "cafe". */
static bool parse_on_line(const struct perf_fields *l, struct text line,
			  struct perf_event_line *e)
{
	for (size_t at = IP_WIDTH + 1 < line.len ? 1 : line.len; at < line.len; at++) {
		size_t from = at;

		if (!scan_is_hex(line.at[at]) || !scan_is_blank(line.at[at - 1]) ||
		    !is_address(line, at))
			continue;
		while (from && scan_is_blank(line.at[from - 1]))
			from--;
		if (from == 0 || !parse_fields(l, text_upto(line, from), e))
			continue;
		e->rest = text_from(line, at);
		return true;
	}
	return false;
}

bool perf_fields_parse(const struct perf_fields *l, struct text line,
		       struct perf_event_line *e)
{
	if (l->on_line)
		return parse_on_line(l, line, e);
	while (line.len && scan_is_blank(line.at[line.len - 1]))
		line.len--;
	return parse_fields(l, line, e);
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
	bool has_chains;
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

		if (is_source_line(line))
			continue;
		if (is_chain && !of->has_chains)
			of->count = 0;
		of->has_chains |= is_chain;
		if (is_chain && begins && before.len)
			of->at[of->count++] = before; /* room: one a turn */
		if (!of->has_chains && !is_empty)
			of->at[of->count++] = line; /* room: one a turn */
		begins = was_empty && !is_chain;
		was_empty = is_empty;
		before = is_empty ? TEXT("") : line;
	}
}

static size_t fits(const struct lines_of_events *of, const struct perf_fields *l)
{
	size_t n = 0;
	struct perf_event_line e;

	for (size_t i = 0; i < of->count; i++)
		n += perf_fields_parse(l, of->at[i], &e) && !e.too_large;
	return n;
}

/* How much they tell; a name may be anything, so what is something else is no name. */
static unsigned telling(const struct perf_fields *l)
{
	return l->has_comm + 2 * ((unsigned)l->has_cpu + l->has_time + l->has_period +
				  l->has_event + l->ids);
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

static struct perf_fields nth(unsigned n, bool on_line)
{
	return (struct perf_fields){.is_known = true,
				    .has_comm = n & 1,
				    .has_cpu = n & 2,
				    .has_time = n & 4,
				    .has_period = n & 8,
				    .has_event = n & 16,
				    .ids = n / 32,
				    .on_line = on_line};
}

struct perf_fields perf_fields_find(struct text head)
{
	struct lines_of_events of = {.count = 0};
	struct perf_fields best = {.is_known = false};

	collect(&of, scan_skip_mark(head));
	for (unsigned n = 1; of.count && n < 96; n++) {
		struct perf_fields l = nth(n, !of.has_chains);

		if (telling(&l) <= telling(&best) ||
		    fits(&of, &l) * 10 < of.count * FIT_OF_TEN)
			continue;
		best = l;
	}
	/* these are understood one by one, whatever else they have */
	if ((best.ids && best.has_time && (best.has_event || !best.has_period)) ||
	    has_numbers(&of, &best))
		best.is_known = false;
	return best;
}
