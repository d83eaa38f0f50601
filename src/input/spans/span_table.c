#include "input/formats.h"

#include "base/append.h"
#include "base/number.h"
#include "input/reading.h"
#include "input/scan.h"
#include "input/spans/csv_rows.h"
#include "input/spans/span_list.h"
#include "input/time_unit.h"

/* ---- headings ---- */

enum span_column {
	COLUMN_NAME,
	COLUMN_START,
	COLUMN_END,
	COLUMN_DURATION, /* instead of an end */
	COLUMN_TRACK,	 /* things that run in parallel: threads, services, workers */
	COLUMN_PARENT,	 /* the name of the parent span */
	COLUMN_ALL
};

#define COLUMN_NONE SIZE_MAX

struct span_columns {
	size_t at[COLUMN_ALL];		 /* column counted from 0, or COLUMN_NONE */
	enum time_unit unit[COLUMN_ALL]; /* of times; AUTO: not stated in the heading */
};

#define HEADING_LONGEST 40

/*
 * A heading as lower case letters and digits, with one '_' between words: "end (ms)" is "end_ms".
 */
struct heading {
	char bytes[HEADING_LONGEST];
	size_t len;
};

static const struct {
	struct text word;
	enum span_column column;
} words[] = {
    {{"name", 4}, COLUMN_NAME},		{{"operator", 8}, COLUMN_NAME},
    {{"operation", 9}, COLUMN_NAME},	{{"op", 2}, COLUMN_NAME},
    {{"span", 4}, COLUMN_NAME},		{{"label", 5}, COLUMN_NAME},
    {{"task", 4}, COLUMN_NAME},		{{"step", 4}, COLUMN_NAME},
    {{"start", 5}, COLUMN_START},	{{"start_time", 10}, COLUMN_START},
    {{"begin", 5}, COLUMN_START},	{{"begin_time", 10}, COLUMN_START},
    {{"end", 3}, COLUMN_END},		{{"end_time", 8}, COLUMN_END},
    {{"finish", 6}, COLUMN_END},	{{"finish_time", 11}, COLUMN_END},
    {{"stop", 4}, COLUMN_END},		{{"stop_time", 9}, COLUMN_END},
    {{"duration", 8}, COLUMN_DURATION}, {{"dur", 3}, COLUMN_DURATION},
    {{"elapsed", 7}, COLUMN_DURATION},	{{"track", 5}, COLUMN_TRACK},
    {{"thread", 6}, COLUMN_TRACK},	{{"service", 7}, COLUMN_TRACK},
    {{"worker", 6}, COLUMN_TRACK},	{{"lane", 4}, COLUMN_TRACK},
    {{"parent", 6}, COLUMN_PARENT},	{{"parent_name", 11}, COLUMN_PARENT},
};

static const struct {
	struct text word;
	enum time_unit unit;
} units[] = {
    {{"_ns", 3}, TIME_UNIT_NS},
    {{"_us", 3}, TIME_UNIT_US},
    {{"_ms", 3}, TIME_UNIT_MS},
    {{"_s", 2}, TIME_UNIT_S},
    {{"_sec", 4}, TIME_UNIT_S},
    {{"_seconds", 8}, TIME_UNIT_S},
    {{"_nanoseconds", 12}, TIME_UNIT_NS},
    {{"_microseconds", 13}, TIME_UNIT_US},
    {{"_milliseconds", 13}, TIME_UNIT_MS},
};

/* U+00B5 and U+03BC are read as the u of "us". */
static size_t micro_sign(struct text t)
{
	return text_starts(t, TEXT("\xc2\xb5")) || text_starts(t, TEXT("\xce\xbc")) ? 2
										    : 0;
}

static struct heading heading_of(struct text t)
{
	struct heading h = {.len = 0};
	bool gap = false;

	for (; t.len; t = text_from(t, 1)) {
		char c = t.at[0];

		if (micro_sign(t)) {
			t = text_from(t, 1);
			c = 'u';
		}
		c = c >= 'A' && c <= 'Z' ? (char)(c - 'A' + 'a') : c;
		if (!(c >= 'a' && c <= 'z') && !scan_is_digit(c)) {
			gap = true;
			continue;
		}
		if ((gap && h.len && !APPEND_FIXED(h.bytes, h.len, '_')) ||
		    !APPEND_FIXED(h.bytes, h.len, c))
			return (struct heading){.len = 0};
		gap = false;
	}
	return h;
}

static bool is_time(enum span_column c)
{
	return c == COLUMN_START || c == COLUMN_END || c == COLUMN_DURATION;
}

static bool find_word(struct text t, enum span_column *column)
{
	for (size_t i = 0; i < sizeof words / sizeof *words; i++)
		if (text_equal(t, words[i].word)) {
			*column = words[i].column;
			return true;
		}
	return false;
}

static void take_heading(struct span_columns *c, struct text t, size_t at)
{
	struct heading h = heading_of(t);
	struct text word = {h.bytes, h.len};
	enum time_unit unit = TIME_UNIT_AUTO;
	enum span_column column;

	for (size_t i = 0; i < sizeof units / sizeof *units; i++)
		if (text_ends(word, units[i].word)) {
			unit = units[i].unit;
			word.len -= units[i].word.len;
			break;
		}
	if (!find_word(word, &column) || c->at[column] != COLUMN_NONE ||
	    (unit != TIME_UNIT_AUTO && !is_time(column)))
		return;
	c->at[column] = at;
	c->unit[column] = unit;
}

static void none(struct span_columns *c)
{
	for (size_t i = 0; i < COLUMN_ALL; i++) {
		c->at[i] = COLUMN_NONE;
		c->unit[i] = TIME_UNIT_AUTO;
	}
}

static void share_unit(struct span_columns *c)
{
	enum time_unit told = TIME_UNIT_AUTO;

	for (size_t i = COLUMN_ALL; i-- > 0;)
		told = c->unit[i] == TIME_UNIT_AUTO ? told : c->unit[i];
	for (size_t i = 0; i < COLUMN_ALL; i++)
		c->unit[i] = c->unit[i] == TIME_UNIT_AUTO ? told : c->unit[i];
}

/*
 * Find the columns by their headings, in any order and either case: "Operator", "start_ms", "end
 * (ms)", "duration [us]". The first unit found holds for the headings without one. Returns false
 * when a name, a start, or both an end and a duration are missing.
 */
static bool span_columns_find(struct span_columns *c, const struct text *headings,
			      size_t count)
{
	none(c);
	for (size_t i = 0; i < count; i++)
		take_heading(c, headings[i], i);
	if (c->at[COLUMN_END] != COLUMN_NONE) {
		c->at[COLUMN_DURATION] = COLUMN_NONE;
		c->unit[COLUMN_DURATION] = TIME_UNIT_AUTO;
	}
	share_unit(c);
	return c->at[COLUMN_NAME] != COLUMN_NONE && c->at[COLUMN_START] != COLUMN_NONE &&
	       (c->at[COLUMN_END] != COLUMN_NONE ||
		c->at[COLUMN_DURATION] != COLUMN_NONE);
}

/* The columns of a table without headings: name, start, end, and perhaps track and parent. */
static void span_columns_usual(struct span_columns *c, size_t count)
{
	none(c);
	c->at[COLUMN_NAME] = 0;
	c->at[COLUMN_START] = 1;
	c->at[COLUMN_END] = 2;
	if (count > 3)
		c->at[COLUMN_TRACK] = 3;
	if (count > 4)
		c->at[COLUMN_PARENT] = 4;
}

/* ---- recognition ---- */

/* Headings contain neither quotes nor line ends, so they can be split without a parser. */
static bool are_headings(struct text line, char delimiter)
{
	struct text fields[CSV_FIELDS_MOST];
	struct span_columns c;
	size_t n = 0;

	for (;;) {
		const char *end = line.len ? memchr(line.at, delimiter, line.len) : NULL;
		struct text field = end ? text_upto(line, (size_t)(end - line.at)) : line;

		if (!APPEND_FIXED(fields, n, field) || !end)
			break;
		line = text_from(line, field.len + 1);
	}
	return span_columns_find(&c, fields, n);
}

/*
 * The delimiter of a table: the one of ',', tab and ';' that splits the first line into headings of
 * spans; '\0' if none does.
 */
static char span_columns_delimiter(struct text head)
{
	static const char delimiters[] = {',', '\t', ';'};
	const char *end;

	head = scan_skip_mark(head);
	while (head.len && (head.at[0] == '\n' || head.at[0] == '\r'))
		head = text_from(head, 1);
	end = head.len ? memchr(head.at, '\n', head.len) : NULL;
	if (end)
		head.len = (size_t)(end - head.at);
	end = head.len ? memchr(head.at, '\r', head.len) : NULL;
	if (end)
		head.len = (size_t)(end - head.at);
	for (size_t i = 0; i < sizeof delimiters; i++)
		if (are_headings(head, delimiters[i]))
			return delimiters[i];
	return '\0';
}

/* ---- one file ---- */

struct span_table {
	struct reading *reading; /* borrowed */
	struct span_columns columns;
	bool has_columns;
	struct span_list list;
	enum time_unit unit; /* of the list's times; AUTO: to be guessed */
};

static void count_row_loss(struct span_table *s, enum loss_reason why,
			   const struct csv_row *row)
{
	losses_count(s->reading->losses, why, row->line);
}

/* ---- numbers ---- */

/* Read "12.5", or "1.7e9", which some programs print. */
static bool read_number(struct text t, struct span_moment *m)
{
	struct decimal d;
	int64_t v;

	t = text_trim(t);
	if (number_parts(t, &m->whole, &m->billionths))
		return true;
	if (!number_decimal(t, &d) || d.digits < 0)
		return false;
	if (number_scaled(d, 9, &v)) {
		m->whole = (uint64_t)v / NS_PER_SECOND;
		m->billionths = (uint32_t)((uint64_t)v % NS_PER_SECOND);
		return true;
	}
	if (!number_scaled(d, 0, &v))
		return false;
	*m = (struct span_moment){(uint64_t)v, 0};
	return true;
}

static struct text field_of(const struct span_table *s, const struct csv_row *row,
			    enum span_column column)
{
	size_t at = s->columns.at[column];

	return at < row->count ? row->fields[at] : TEXT("");
}

static bool has_column(const struct span_table *s, enum span_column column)
{
	return s->columns.at[column] != COLUMN_NONE;
}

/*
 * Take a time in ns if the unit is known, otherwise as a plain number. False: a loss was counted.
 */
static bool take_time(struct span_table *s, const struct csv_row *row,
		      enum span_column column, struct span_moment *m)
{
	if (!read_number(field_of(s, row, column), m)) {
		count_row_loss(s, LOSS_RECORD, row);
		return false;
	}
	if (s->unit != TIME_UNIT_AUTO &&
	    !span_moment_scale(m, time_unit_ns(s->columns.unit[column]))) {
		count_row_loss(s, LOSS_NUMBER, row);
		return false;
	}
	return true;
}

static bool take_times(struct span_table *s, const struct csv_row *row, struct span *span)
{
	struct span_moment lasted;

	if (!take_time(s, row, COLUMN_START, &span->start))
		return false;
	if (has_column(s, COLUMN_END)) {
		if (!take_time(s, row, COLUMN_END, &span->end))
			return false;
	} else {
		span->end = span->start;
		if (!take_time(s, row, COLUMN_DURATION, &lasted))
			return false;
		if (!span_moment_add(&span->end, lasted)) {
			count_row_loss(s, LOSS_NUMBER, row);
			return false;
		}
	}
	if (span_moment_compare(span->start, span->end) <= 0)
		return true;
	count_row_loss(s, LOSS_BACKWARDS, row);
	return false;
}

/* ---- rows ---- */

static bool put_text(struct span_table *s, const struct csv_row *row,
		     enum span_column column, uint32_t *id, struct error *err)
{
	return intern_put(s->list.texts, text_trim(field_of(s, row, column)), id, err);
}

static bool take_span(struct span_table *s, const struct csv_row *row, struct error *err)
{
	struct span span = {.line = row->line < UINT32_MAX ? (uint32_t)row->line
							   : UINT32_MAX};

	if (row->last && source_damage(s->reading->source)) {
		count_row_loss(s, LOSS_SAMPLE_CUT, row); /* a number may lack digits */
		return true;
	}
	if (!take_times(s, row, &span))
		return true;
	if (!put_text(s, row, COLUMN_NAME, &span.name, err) ||
	    !put_text(s, row, COLUMN_TRACK, &span.track, err) ||
	    !put_text(s, row, COLUMN_PARENT, &span.parent, err))
		return false;
	if (span.track == 0 &&
	    !intern_put(s->list.texts, TEXT("spans"), &span.track, err))
		return false;
	return span_list_add(&s->list, &span, err);
}

/* Columns without a unit in any heading use the unit of the option. */
static void take_unit(struct span_table *s)
{
	enum time_unit asked = s->reading->options->time_unit;

	for (size_t i = 0; i < COLUMN_ALL; i++)
		if (s->columns.unit[i] == TIME_UNIT_AUTO)
			s->columns.unit[i] = asked;
	s->unit = s->columns.unit[COLUMN_START];
	if (s->unit != TIME_UNIT_AUTO)
		time_unit_note(s->reading->builder, s->unit, false);
}

/* A table without headings never fits the probe: it is read only if the user names the format. */
static bool take_headings(struct span_table *s, const struct csv_row *row,
			  struct error *err)
{
	struct span_moment ignored;

	s->has_columns = true;
	if (span_columns_find(&s->columns, row->fields, row->count)) {
		take_unit(s);
		return true;
	}
	if (row->count < 3 || !read_number(row->fields[1], &ignored) ||
	    !read_number(row->fields[2], &ignored))
		return error_set(err, ERROR_FORMAT,
				 "expected a table of spans with the columns name, start "
				 "and end (or duration), found others");
	span_columns_usual(&s->columns, row->count);
	take_unit(s);
	return take_span(s, row, err);
}

static bool take_row(void *arg, const struct csv_row *row, struct error *err)
{
	struct span_table *s = arg;

	return s->has_columns ? take_span(s, row, err) : take_headings(s, row, err);
}

/* ---- the file ---- */

static void guess_unit(struct span_table *s)
{
	struct time_spread spread = {.first = UINT64_MAX,
				     .samples = s->list.count,
				     .complete = true,
				     .spans = true};

	for (size_t i = 0; i < s->list.count; i++) {
		const struct span *span = &s->list.of[i];

		if (span->start.whole < spread.first)
			spread.first = span->start.whole;
		if (span->end.whole > spread.last)
			spread.last = span->end.whole;
	}
	if (s->list.count == 0)
		return;
	s->unit = time_unit_guess(&spread);
	time_unit_note(s->reading->builder, s->unit, true);
	span_list_scale(&s->list, time_unit_ns(s->unit), s->reading->losses);
}

static bool read_profile(struct reading *r, struct error *err)
{
	struct span_table s = {.reading = r};
	struct text head;
	char delimiter = ',';
	bool ok;

	s.list.texts = intern_new(err);
	ok = s.list.texts && source_head(r->source, &head, err);
	if (ok && span_columns_delimiter(head))
		delimiter = span_columns_delimiter(head);
	ok = ok && csv_rows_read(r, delimiter, take_row, &s, err);
	if (ok && s.unit == TIME_UNIT_AUTO)
		guess_unit(&s);
	ok = ok && span_list_store(&s.list, r, err);
	span_list_release(&s.list);
	return ok;
}

static unsigned probe_span_table(struct text head)
{
	return span_columns_delimiter(head) ? 90 : 0;
}

const struct format spans_format = {
    .name = "spans",
    .help = "tables (CSV, TSV) of what ran when: name,start,end[,track][,parent]",
    .probe = probe_span_table,
    .read = read_profile,
    .library = &csv_library,
};
