#include "input/formats.h"

#include "base/number.h"
#include "input/spans/csv_rows.h"
#include "input/spans/span_columns.h"
#include "input/spans/span_list.h"
#include "input/spans/span_sweep.h"
#include "input/time_unit.h"

/* One file being read. */
struct span_table {
	struct reading *reading; /* borrowed */
	struct span_columns columns;
	bool has_columns;
	struct span_list list;
	enum time_unit unit; /* of the list's times; AUTO: to be guessed */
};

static void count(struct span_table *s, enum loss_reason why, const struct csv_row *row)
{
	losses_count(s->reading->losses, why, row->line);
}

/* ---- numbers ---- */

/* "12.5", and "1.7e9" as some programs print what they take for a real number. */
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

static bool has(const struct span_table *s, enum span_column column)
{
	return s->columns.at[column] != COLUMN_NONE;
}

/* ns if the unit is known, else a number of them. False: counted. */
static bool take_time(struct span_table *s, const struct csv_row *row,
		      enum span_column column, struct span_moment *m)
{
	if (!read_number(field_of(s, row, column), m)) {
		count(s, LOSS_RECORD, row);
		return false;
	}
	if (s->unit != TIME_UNIT_AUTO &&
	    !span_moment_scale(m, time_unit_ns(s->columns.unit[column]))) {
		count(s, LOSS_NUMBER, row);
		return false;
	}
	return true;
}

static bool take_times(struct span_table *s, const struct csv_row *row, struct span *span)
{
	struct span_moment lasted;

	if (!take_time(s, row, COLUMN_START, &span->start))
		return false;
	if (has(s, COLUMN_END)) {
		if (!take_time(s, row, COLUMN_END, &span->end))
			return false;
	} else {
		span->end = span->start;
		if (!take_time(s, row, COLUMN_DURATION, &lasted))
			return false;
		if (!span_moment_add(&span->end, lasted)) {
			count(s, LOSS_NUMBER, row);
			return false;
		}
	}
	if (span_moment_compare(span->start, span->end) <= 0)
		return true;
	count(s, LOSS_BACKWARDS, row);
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
		count(s, LOSS_TRUNCATED, row); /* a number may lack digits */
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

/* The unit that the headings tell; the others have it from whoever reads the file. */
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

/* Only who was told what the file is accepts a table without headings. */
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
	ok = ok && span_sweep(&s.list, r, err);
	span_list_release(&s.list);
	return ok;
}

static unsigned probe(struct text head)
{
	return span_columns_delimiter(head) ? 90 : 0;
}

const struct format spans_format = {
    .name = "spans",
    .help = "tables (CSV, TSV) of what ran when: name,start,end[,track][,parent]",
    .probe = probe,
    .read = read_profile,
    .library = &csv_library,
};
