#include "export/table/difference_table.h"

#include <inttypes.h>

#include "base/number.h"
#include "base/utf8.h"
#include "profile/hosts.h"

static uint32_t count_shown_rows(const struct difference_rows *d,
				 const struct difference_choice *choice)
{
	return choice->limit < d->count ? (uint32_t)choice->limit : d->count;
}

static bool has_rates(const struct comparison *c)
{
	return c->normalised != NORMALISED_BY_SHARE && comparison_has_times(c);
}

/* ---- text ---- */

#define UNIT_SHOWN 12 /* bytes of a unit in a heading; units come from the file */

static void put_range(const struct side *s, struct range r, FILE *out)
{
	char from[NUMBER_SECONDS_MAX], to[NUMBER_SECONDS_MAX];

	const struct flame *f = s->less ? s->less : s->flame;
	uint32_t several = s->told ? s->told : f->several;
	bool less = s->less || s->rest;

	if (several) {
		fprintf(out, "%s%" PRIu32 " ranges", less ? "all but " : "", several);
		return;
	}
	if (!s->length || range_is_all(r)) {
		fputs(less ? "all the rest" : "all", out);
		return;
	}
	if (less)
		fputs("all but ", out);
	fprintf(out, "%s to ", number_plain_seconds(r.from, from));
	if (r.to == UINT64_MAX)
		fputs("the end", out);
	else
		fprintf(out, "%s s", number_plain_seconds(r.to, to));
}

/* "subject   11.2 to 11.36 s: 31 samples in 0.160 s"; only the name for a whole file */
static void put_side(const char *role, const struct side *s, struct text name, FILE *out)
{
	struct range r = range_shown(s->range, range_whole(s->flame->tree->profile));
	char words[NUMBER_THINGS_MAX];
	bool spans = s->flame->spans;

	fprintf(out, "%-10s", role);
	if (hosts_are_in_turn(s->flame->tree->profile))
		fputs(number_things(side_recordings(s), "recordings", words), out);
	else
		printable_write(name, out);
	if (name.len && !range_is_all(r))
		fputs(", ", out);
	if (!name.len || !range_is_all(r))
		put_range(s, r, out);
	fprintf(out, ": %s",
		number_things(s->samples, spans ? "spans" : "samples", words));
	if (s->length)
		fprintf(out, " in %.3f s", (double)s->length / (double)NS_PER_SECOND);
	putc('\n', out);
}

static void put_verdict(const struct difference_rows *d, const struct comparison *c,
			FILE *out)
{
	static const char *const ways[NORMALISED_WAYS] = {
	    [NORMALISED_BY_TIME] = "compared per second",
	    [NORMALISED_BY_SHARE] = "compared by share",
	    [NOT_NORMALISED] = "compared as counted",
	};
	char rows[NUMBER_THINGS_MAX], count[NUMBER_GROUPED_MAX];

	if (d->common != 1)
		fprintf(out,
			"judged by share beside most functions, which have %.2f times "
			"their baseline share; ",
			d->common);
	else if (!d->is_judged || c->normalised != NORMALISED_BY_TIME)
		fprintf(out, "%s; ", ways[c->normalised]);
	else
		fprintf(out, "judged by %s; ",
			d->steady == UNCHANGED_RATES
			    ? "samples per second, which most functions kept"
			    : "share of the samples");
	if (c->subject.flame->spans) { /* spans are exact, not sampled */
		fprintf(out, "%s\n",
			d->count && d->rows[0].leads ? "the largest growth of waits first"
						     : "the largest change first");
		return;
	}
	if (!d->is_judged)
		fputs("without times, chance cannot be ruled out\n", out);
	else if (d->certain)
		fprintf(out, "%s of %s certain, %" PRIu32 " likely\n",
			number_grouped(d->certain, count),
			number_things(d->count, d->certain == 1 ? "rows is" : "rows are",
				      rows),
			d->likely);
	else
		fprintf(out, "no change is certain, %" PRIu32 " %s likely\n", d->likely,
			d->likely == 1 ? "is" : "are");
	if (d->left_out > 0)
		fprintf(out,
			"intervals and verdicts ignore the %.0f %% of the baseline that "
			"is as odd\n",
			100 * d->left_out);
	if (d->is_judged &&
	    (side_recordings(&c->subject) > 1 || side_recordings(&c->baseline) > 1))
		fputs("intervals and verdicts include differences between recordings of "
		      "a side\n",
		      out);
}

static bool write_text(const struct difference_rows *d, const struct comparison *c,
		       const struct difference_choice *choice, FILE *out,
		       struct error *err)
{
	struct text unit = utf8_upto(choice->unit, UNIT_SHOWN);
	char change[UNIT_SHOWN + 16], words[NUMBER_THINGS_MAX];
	const struct table_column columns[] = {
	    {.heading = "points",
	     .kind = COLUMN_DECIMAL,
	     .in = IN_TEXT,
	     .width = 7,
	     .places = 2,
	     .sign = true},
	    {.heading = "95 % interval",
	     .kind = COLUMN_TEXT,
	     .in = IN_TEXT,
	     .width = -16,
	     .unknown = "-"},
	    {.heading = d->self ? "self %" : "share %",
	     .kind = COLUMN_SHARE,
	     .in = IN_TEXT,
	     .width = 7},
	    {.heading = "baseline %", .kind = COLUMN_SHARE, .in = IN_TEXT, .width = 10},
	    {.heading = change,
	     .kind = COLUMN_DECIMAL,
	     .in = IN_TEXT,
	     .width = 14,
	     .places = 2,
	     .sign = true,
	     .unknown = "-"},
	    {.heading = "verdict",
	     .kind = COLUMN_TEXT,
	     .in = IN_TEXT,
	     .width = -13,
	     .unknown = "-"},
	    {.heading = "by",
	     .kind = COLUMN_TEXT,
	     .in = choice->several ? IN_TEXT : 0,
	     .width = -8},
	    {.heading =
		 choice->several || !d->count ? "name" : keys_by_names[d->rows[0].by],
	     .kind = COLUMN_TEXT,
	     .in = IN_TEXT},
	    {.kind = COLUMN_TEXT,
	     .in = IN_TEXT,
	     .optional = true}, /* number of further names */
	};
	struct table t = TABLE_OF(TABLE_TEXT, columns, out);
	uint32_t rows = count_shown_rows(d, choice);

	snprintf(change, sizeof change, "change%s%.*s/s", unit.len ? " " : "",
		 (int)unit.len, unit.at);
	put_side("subject", &c->subject, choice->subject, out);
	put_side("baseline", &c->baseline, choice->baseline, out);
	put_verdict(d, c, out);
	table_begin_rows(&t);
	for (uint32_t i = 0; i < rows; i++) {
		const struct difference_row *r = &d->rows[i];
		const struct change x = difference_row_change(d, r, c);
		bool judged = d->is_judged;
		char interval[64] = "", more[16]; /* "(14.2 to 29.1)", "+3" */

		if (judged)
			snprintf(
			    interval, sizeof interval, "(%.1f to %.1f)",
			    number_without_minus(100 * r->estimate.share.low, 0.05),
			    number_without_minus(100 * r->estimate.share.high, 0.05));
		snprintf(more, sizeof more, "+%" PRIu32, r->with - 1);
		table_row(&t, (struct table_cell[]){
				  cell_decimal(100 * (x.share - x.baseline_share)),
				  cell_if(judged, cell_text(text_of(interval))),
				  cell_decimal(x.share),
				  cell_decimal(x.baseline_share),
				  cell_if(has_rates(c), cell_decimal(x.per_second)),
				  cell_if(judged,
					  cell_text(text_of(verdict_words[r->verdict]))),
				  cell_text(text_of(difference_row_by(r))),
				  cell_text(difference_row_name(d, r)),
				  cell_if(r->with > 1, cell_text(text_of(more))),
			      });
	}
	if (rows < d->count)
		fprintf(out, "%s (--limit)\n",
			number_things(d->count - rows, "more rows", words));
	return table_close(&t, err);
}

/* ---- CSV and JSON ---- */

static const struct table_column side_members[] = {
    {"recordings", COLUMN_NUMBER, .in = IN_JSON, .about = "the number of recordings"},
    {"samples", COLUMN_NUMBER, .in = IN_JSON, .about = "the number of samples"},
    {"duration_s", COLUMN_SECONDS, .in = IN_JSON, .nullable = true,
     .about = "the time that they cover; null without times"},
    {"ranges", COLUMN_ROWS, .in = IN_JSON, .optional = true,
     .about = "its ranges; absent for a whole recording, and for a rest",
     COLUMNS_OF(document_range_members)},
    {"excluded_ranges", COLUMN_ROWS, .in = IN_JSON, .optional = true,
     .about = "of a rest: the ranges that it does not contain",
     COLUMNS_OF(document_range_members)},
};

static void json_side(struct json_writer *e, const char *role, const struct side *s)
{
	const struct flame *f = s->less ? s->less : s->flame;
	const struct range known =
	    range_from_to(s->range, range_whole(s->flame->tree->profile));
	const char *key = s->less || s->rest ? "excluded_ranges" : "ranges";

	emit_open(emit_key(e, role), '{');
	table_json_members(
	    e, side_members, 3,
	    (struct table_cell[]){
		cell_number(side_recordings(s)),
		cell_number(s->samples),
		cell_if(s->flame->tree->profile->has_times, cell_number(s->length)),
	    });
	if (f->several)
		document_ranges(e, key, (struct selection){f->ranges, f->several});
	else if (s->length && !range_is_all(s->range) &&
		 !s->told) /* only a database knows several ranges */
		document_ranges(e, key, selection_of(&known));
	emit_close(e, '}');
}

const struct table_column difference_columns[DIFFERENCE_COLUMNS] = {
    {"name", COLUMN_TEXT, .in = IN_DATA, .about = "the name of the function, thread ..."},
    {"by", COLUMN_TEXT, .in = IN_DATA,
     .about = "what has this name: function, thread ..."},
    {"share", COLUMN_SHARE, .in = IN_DATA,
     .about = "its share of the subject, from 0 to 1"},
    {"baseline_share", COLUMN_SHARE, .in = IN_DATA, .about = "its share of the baseline"},
    {"share_change", COLUMN_SHARE, IN_DATA, .zero = true,
     .about = "the change of the share; 0.05 is five percentage points"},
    {"share_change_low", COLUMN_SHARE, IN_DATA, .nullable = true,
     .about = "the lower end of its 95 % interval"},
    {"share_change_high", COLUMN_SHARE, IN_DATA, .nullable = true,
     .about = "the upper end of its 95 % interval"},
    {"change_per_second", COLUMN_DECIMAL, IN_DATA, .places = 6, .zero = true,
     .nullable = true, .about = "the change of the value per second"},
    {"change_per_second_low", COLUMN_DECIMAL, IN_DATA, .places = 6, .nullable = true,
     .about = "the lower end of its 95 % interval"},
    {"change_per_second_high", COLUMN_DECIMAL, IN_DATA, .places = 6, .nullable = true,
     .about = "the upper end of its 95 % interval"},
    {"value", COLUMN_NUMBER, .in = IN_DATA, .about = "its value in the subject"},
    {"baseline_value", COLUMN_NUMBER, .in = IN_DATA,
     .about = "its value in the baseline"},
    {"per_second", COLUMN_DECIMAL, IN_DATA, .places = 6, .nullable = true,
     .about = "its value per second in the subject; null without times"},
    {"baseline_per_second", COLUMN_DECIMAL, IN_DATA, .places = 6, .nullable = true,
     .about = "its value per second in the baseline"},
    {"verdict", COLUMN_TEXT, .in = IN_DATA, .nullable = true,
     .about = "certain, likely, or may be chance; null without times"},
    {"verdict_direction", COLUMN_TEXT, .in = IN_DATA, .nullable = true,
     .about =
	 "grew or shrank: the change that the verdict is about, see steady. Beside other "
	 "functions, a row may have shrunk although its share is larger"},
    {"q", COLUMN_SIGNIFICANT, .in = IN_DATA, .nullable = true,
     .about = "the expected part of false rows among those that are as certain"},
};
static void fill_data_row(struct table_cell cells[static DIFFERENCE_COLUMNS],
			  const struct difference_rows *d, const struct comparison *c,
			  const struct difference_row *r)
{
	const struct change x = difference_row_change(d, r, c);
	bool rates = has_rates(c), judged = d->is_judged;
	double seconds = (double)c->subject.length / (double)NS_PER_SECOND;
	double baseline_seconds = (double)c->baseline.length / (double)NS_PER_SECOND;
	bool lengths = c->subject.length && c->baseline.length;
	const struct table_cell row[DIFFERENCE_COLUMNS] = {
	    cell_text(difference_row_name(d, r)),
	    cell_text(text_of(difference_row_by(r))),
	    cell_decimal(x.share),
	    cell_decimal(x.baseline_share),
	    cell_decimal(x.share - x.baseline_share),
	    cell_if(judged, cell_decimal(r->estimate.share.low)),
	    cell_if(judged, cell_decimal(r->estimate.share.high)),
	    cell_if(rates, cell_decimal(x.per_second)),
	    cell_if(rates && judged, cell_decimal(r->estimate.rate.low)),
	    cell_if(rates && judged, cell_decimal(r->estimate.rate.high)),
	    cell_number(x.value),
	    cell_number(x.baseline),
	    cell_if(lengths, cell_decimal((double)x.value / seconds)),
	    cell_if(lengths, cell_decimal((double)x.baseline / baseline_seconds)),
	    cell_if(judged, cell_text(text_of(verdict_words[r->verdict]))),
	    cell_if(judged && r->z != 0,
		    cell_text(r->z > 0 ? TEXT("grew") : TEXT("shrank"))),
	    cell_if(judged, cell_decimal(r->q)),
	};

	memcpy(cells, row, sizeof row);
}

void difference_row_json(struct json_writer *e, const struct difference_rows *d,
			 const struct comparison *c, const struct difference_row *r)
{
	struct table_cell cells[DIFFERENCE_COLUMNS];

	fill_data_row(cells, d, c, r);
	emit_open(e, '{');
	table_json_members(e, difference_columns, DIFFERENCE_COLUMNS, cells);
	emit_close(e, '}');
}

void difference_summary_json(struct json_writer *e, const struct difference_rows *d,
			     const struct comparison *c)
{
	static const char *const steady[] = {
	    [UNCHANGED_SHARES] = "shares", [UNCHANGED_RATES] = "rates"};

	table_json_members(
	    e, difference_summary, DIFFERENCE_SUMMARY,
	    (struct table_cell[]){
		cell_text(text_of(normalised_names[c->normalised])),
		cell_if(d->is_judged, cell_text(text_of(steady[d->steady]))),
		cell_decimal(d->common),
		cell_decimal(d->left_out),
		cell_number(d->certain),
		cell_number(d->likely),
	    });
}

const struct table_column difference_summary[DIFFERENCE_SUMMARY] = {
    DIFFERENCE_SUMMARY_MEMBERS};

static const struct table_column gate_members[] = {
    {"failed", COLUMN_BOOL, .in = IN_JSON, .about = "whether the exit status is 3"},
    {"limit_share", COLUMN_SHARE, .in = IN_JSON,
     .about = "the argument of --fail-above, as a fraction"},
    {"fails_on", COLUMN_TEXT, .in = IN_JSON, .about = "the argument of --fail-on"},
    {"name", COLUMN_TEXT, .in = IN_JSON, .nullable = true,
     .about = "the row that failed, else the one whose share grew most; null: none grew"},
    {"by", COLUMN_TEXT, .in = IN_JSON, .nullable = true, .about = "what has this name"},
    {"share_change", COLUMN_SHARE, .in = IN_JSON, .nullable = true,
     .about = "the change of its share, including its callees"},
    {"verdict", COLUMN_TEXT, .in = IN_JSON, .nullable = true, .about = "its verdict"},
};

static void json_gate(struct json_writer *e, const struct difference_gate *g,
		      const struct difference_rows *d, const struct comparison *c)
{
	const struct difference_row *r = g->row;

	emit_open(emit_key(e, "gate"), '{');
	table_json_members(
	    e, gate_members, sizeof gate_members / sizeof *gate_members,
	    (struct table_cell[]){
		cell_number(g->failed),
		cell_decimal(g->points / 100),
		cell_text(g->by_size ? TEXT("size") : TEXT("certain")),
		cell_if(r, cell_text(r ? difference_row_name(d, r) : TEXT(""))),
		cell_if(r, cell_text(text_of(r ? difference_row_by(r) : ""))),
		cell_if(r, cell_decimal(r ? difference_row_growth(r, c) / 100 : 0)),
		cell_if(r && d->is_judged,
			cell_text(text_of(verdict_words[r ? r->verdict : 0]))),
	    });
	emit_close(e, '}');
}

static const struct table_column diff_members[] = {
    {"gate", COLUMN_OBJECT, .in = IN_JSON, .optional = true,
     .about = "with --fail-above: the outcome", COLUMNS_OF(gate_members)},
    {"subject", COLUMN_OBJECT, .in = IN_JSON, .about = "the side that is compared",
     COLUMNS_OF(side_members)},
    {"baseline", COLUMN_OBJECT, .in = IN_JSON,
     .about = "the side that it is compared with", COLUMNS_OF(side_members)},
    DIFFERENCE_SUMMARY_MEMBERS,
    DOCUMENT_ROWS(difference_columns),
};
const struct document_kind diff_document = {
    .command = "diff",
    .title = "what differs between two sides",
    .has_file = true,
    .has_selection = true,
    .members = diff_members,
    .count = sizeof diff_members / sizeof *diff_members,
};

static bool write_data(const struct difference_rows *d, const struct comparison *c,
		       const struct difference_choice *choice, enum table_format format,
		       FILE *out, struct error *err)
{
	struct table t = TABLE_OF(format, difference_columns, out);

	table_open(&t, choice->document);
	if (format == TABLE_JSON) {
		json_side(&t.json, "subject", &c->subject);
		json_side(&t.json, "baseline", &c->baseline);
		difference_summary_json(&t.json, d, c);
		if (choice->gate)
			json_gate(&t.json, choice->gate, d, c);
	}
	table_begin_rows(&t);
	for (uint32_t i = 0; i < count_shown_rows(d, choice); i++) {
		struct table_cell cells[DIFFERENCE_COLUMNS];

		fill_data_row(cells, d, c, &d->rows[i]);
		table_row(&t, cells);
	}
	table_end_rows(&t, d->count);
	return table_close(&t, err);
}

bool difference_table_write(const struct difference_rows *d, const struct comparison *c,
			    const struct difference_choice *choice,
			    enum table_format format, FILE *out, struct error *err)
{
	return format == TABLE_TEXT ? write_text(d, c, choice, out, err)
				    : write_data(d, c, choice, format, out, err);
}
