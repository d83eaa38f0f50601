#include "export/table/top_table.h"

#include "analysis/compare/comparison.h"
#include "base/number.h"
#include "export/table/value_columns.h"

bool top_table_size_is_allowed(const struct top *t, const struct profile *p,
			       const struct top_choice *choice, struct error *err)
{
	const struct value_columns c = value_columns_of(choice, t->all, t->count);
	uint64_t bytes = 0;

	for (uint32_t i = 0; i < c.rows; i++)
		bytes += profile_frame_name(p, t->rows[i].frame).len +
			 profile_frame_module(p, t->rows[i].frame).len;
	return value_columns_size_is_allowed(bytes, p, err);
}

/* ---- lengths of waits ---- */

#define DURATION_MAX 24
#define HEADING_MAX  80
#define BARS_MAX     (WAIT_BUCKETS * 3 + HEADING_MAX) /* a bar has three bytes of UTF-8 */

/* The lower bound of a bucket: "1.02 us". */
static const char *format_bucket(int bucket, char buf[static DURATION_MAX])
{
	static const char *const units[] = {"ns", "us", "ms", "s"};
	double value = (double)(UINT64_C(1) << bucket);
	int unit = 0;

	for (; value >= 1000 && unit < 3; unit++)
		value /= 1000;
	snprintf(buf, DURATION_MAX, "%.3g %s", value, units[unit]);
	return buf;
}

static int bars_count(const struct wait_lengths *l)
{
	return l->longest - l->shortest + 1;
}

/*
 * "lengths from 1.02 us to 8.59 s", padded to the width of the bars. Returns its length without
 * padding.
 */
static int put_bars_heading(const struct wait_lengths *l, char buf[static HEADING_MAX])
{
	char from[DURATION_MAX], to[DURATION_MAX];
	int longest = l->longest < WAIT_BUCKETS - 1 ? l->longest + 1 : l->longest, n;

	n = snprintf(buf, HEADING_MAX, "lengths from %s to %s",
		     format_bucket(l->shortest, from), format_bucket(longest, to));
	if (n < bars_count(l))
		snprintf(buf + n, HEADING_MAX - (size_t)n, "%*s", bars_count(l) - n, "");
	return n;
}

/*
 * Write a bar or a digit for each bucket, the largest one full, padded to the width of the
 * heading.
 */
static void put_bars(const struct wait_lengths *l, const struct wait_length *length,
		     bool ascii, char buf[static BARS_MAX])
{
	static const char *const bars[] = {" ", "▁", "▂", "▃", "▄", "▅", "▆", "▇", "█"};
	static const char *const digits[] = {".", "1", "2", "3", "4", "5", "6", "7", "8"};
	char heading[HEADING_MAX];
	uint64_t most = 1;
	size_t at = 0;

	for (int k = 0; k < WAIT_BUCKETS; k++)
		most = length->buckets[k] > most ? length->buckets[k] : most;
	for (int k = l->shortest; k <= l->longest; k++) {
		uint64_t n = length->buckets[k];
		int size = n ? 1 + (int)(7 * ((double)n / (double)most)) : 0;

		at += (size_t)snprintf(buf + at, BARS_MAX - at, "%s",
				       ascii ? digits[size] : bars[size]);
	}
	for (int k = put_bars_heading(l, heading); k > bars_count(l); k--)
		buf[at++] = ' '; /* room: HEADING_MAX beyond the bars */
	buf[at] = '\0';
}

/* ---- the table ---- */

static void write_row(struct table *table, const struct value_columns *values,
		      const struct profile *p, const struct top_row *r, bool has_waits)
{
	static const struct wait_length none;
	const struct top_choice *choice = values->choice;
	const struct comparison *c = choice->comparison;
	const struct wait_length *length =
	    has_waits ? wait_lengths_of(choice->lengths, r->frame) : NULL;
	struct change change = {0};
	struct table_pair pairs[WAIT_BUCKETS];
	char bars[BARS_MAX] = "";
	size_t pair_count = 0;

	if (!length)
		length = &none;
	if (c)
		change = comparison_change(c, r->total, r->baseline_total);
	if (has_waits && table->format == TABLE_TEXT)
		put_bars(choice->lengths, length, choice->ascii, bars);
	for (int k = 0; k < WAIT_BUCKETS; k++)
		if (length->buckets[k])
			pairs[pair_count++] =
			    (struct table_pair){UINT64_C(1) << k, length->buckets[k]};
	table_row(table, (struct table_cell[]){
			     VALUE_CELLS(values, r->self),
			     VALUE_CELLS(values, r->total),
			     CHANGE_CELLS(c, change),
			     cell_number(length->count),
			     cell_number(length->longest),
			     cell_text(text_of(bars)),
			     cell_text(profile_frame_name(p, r->frame)),
			     cell_text(profile_frame_module(p, r->frame)),
			     cell_number(r->baseline_self),
			     cell_number(r->baseline_total),
			     cell_decimal(r->delta),
			     cell_number(length->count),
			     cell_number(length->longest),
			     {.known = true, .pairs = pairs, .pair_count = pair_count},
			 });
}

bool top_table_write(const struct top *t, const struct profile *p,
		     const struct top_choice *choice, enum table_format format, FILE *out,
		     struct error *err)
{
	const struct value_columns values = value_columns_of(choice, t->all, t->count);
	const struct comparison *c = choice->comparison;
	const struct wait_lengths *l = choice->lengths;
	char found[NUMBER_GROUPED_MAX], all[NUMBER_GROUPED_MAX];
	bool has_waits = l && l->by_frame && l->count > 0;
	unsigned waits_text = has_waits ? IN_TEXT : 0, waits = has_waits ? IN_DATA : 0,
		 compared = c ? IN_DATA : 0;
	char lengths[HEADING_MAX] = "";
	const struct table_column columns[] = {
	    VALUE_COLUMNS_SELF(&values, IN_ALL),
	    VALUE_COLUMNS_TOTAL(&values),
	    CHANGE_COLUMNS(c),
	    {NULL, COLUMN_GROUPED, waits_text, .heading = "waits", .width = 12},
	    {NULL, COLUMN_GROUPED, waits_text, .heading = "longest ns", .width = 18},
	    {NULL, COLUMN_TEXT, waits_text, .heading = lengths},
	    {"function", COLUMN_TEXT, IN_ALL, .heading = "function"},
	    {"module", COLUMN_TEXT, IN_ALL, .heading = "module"},
	    {"baseline_self", COLUMN_NUMBER, .in = compared},
	    {"baseline_total", COLUMN_NUMBER, .in = compared},
	    {"delta", COLUMN_DECIMAL, compared, .places = 6},
	    {"waits", COLUMN_NUMBER, .in = waits},
	    {"longest", COLUMN_NUMBER, .in = waits},
	    {"lengths", COLUMN_PAIRS, .in = waits},
	};
	struct table table = TABLE_OF(format, columns, out);

	if (has_waits)
		put_bars_heading(l, lengths);
	table_open(&table);
	if (format == TABLE_JSON) {
		value_columns_head(&values, &table.json);
		emit_number(emit_key(&table.json, "functions"), t->count);
	}
	if (format == TABLE_JSON && c) {
		emit_number(emit_key(&table.json, "baseline_samples"),
			    c->baseline.samples);
		emit_number(emit_key(&table.json, "baseline_value"), c->baseline.value);
		emit_text(emit_key(&table.json, "normalised"),
			  text_of(normalised_names[c->normalised]));
	}
	if (format == TABLE_JSON && choice->searched)
		emit_number(emit_key(&table.json, "matched"), choice->found);
	table_begin_rows(&table, "rows");
	for (uint32_t i = 0; i < values.rows; i++)
		write_row(&table, &values, p, &t->rows[i], has_waits);
	table_end_rows(&table);
	if (format == TABLE_TEXT) {
		value_columns_more(&values, "more functions", out);
		if (choice->searched)
			fprintf(out, "found: %s of %s, %.2f %%, including callees\n",
				number_grouped(choice->found, found),
				number_grouped(t->all, all),
				value_columns_share(choice->found, t->all));
		value_columns_base(&values, out);
	}
	return table_close(&table, err);
}

/* ---- threads, modules and so on ---- */

bool key_totals_table_size_is_allowed(const struct key_totals *t, const struct profile *p,
				      const struct top_choice *choice, struct error *err)
{
	const struct value_columns c = value_columns_of(choice, t->all, t->count);
	uint64_t bytes = 0;

	for (uint32_t i = 0; i < c.rows; i++)
		bytes += t->list[i].name.len + t->list[i].process.len;
	return value_columns_size_is_allowed(bytes, p, err);
}

bool key_totals_table_write(const struct key_totals *t, const struct top_choice *choice,
			    enum table_format format, FILE *out, struct error *err)
{
	static const char *const more[KEYS_BY] = {
	    [KEYS_THREAD] = "more threads", [KEYS_PROCESS] = "more processes",
	    [KEYS_CPU] = "more CPUs",	    [KEYS_HOST] = "more hosts",
	    [KEYS_MODULE] = "more modules", [KEYS_KIND] = "more kinds",
	    [KEYS_MODE] = "more modes"};
	const struct value_columns values = value_columns_of(choice, t->all, t->count);
	unsigned of_thread = t->by == KEYS_THREAD ? IN_ALL : 0,
		 of_process = t->by == KEYS_PROCESS ? IN_ALL : 0,
		 has_pid = of_thread | of_process,
		 has_self =
		     t->by == KEYS_MODULE || t->by == KEYS_KIND || t->by == KEYS_MODE
			 ? IN_ALL
			 : 0,
		 /* with several hosts, each thread and process has one */
	    has_host = has_pid && t->count && t->list[0].host.len ? IN_CSV : 0;
	const char *name = keys_by_names[t->by];
	const struct table_column columns[] = {
	    VALUE_COLUMNS_SELF(&values, has_self),
	    VALUE_COLUMNS_TOTAL(&values),
	    {"pid", COLUMN_ID, has_pid, .heading = "pid", .width = 7, .unknown = "?"},
	    {"tid", COLUMN_ID, of_thread, .heading = "tid", .width = 7, .unknown = "?"},
	    {name, COLUMN_TEXT, IN_ALL, .heading = name},
	    {"process", COLUMN_TEXT, of_thread, .heading = "process"},
	    {"threads", COLUMN_NUMBER, of_process, .heading = "threads"},
	    {"host", COLUMN_HOST, IN_TEXT | IN_JSON | has_host, .optional = true},
	};
	struct table table = TABLE_OF(format, columns, out);

	table_open(&table);
	if (format == TABLE_JSON) {
		emit_text(emit_key(&table.json, "by"), text_of(name));
		value_columns_head(&values, &table.json);
		emit_number(emit_key(&table.json, "count"), t->count);
	}
	table_begin_rows(&table, "rows");
	for (uint32_t i = 0; i < values.rows; i++) {
		const struct key_total *r = &t->list[i];

		table_row(&table, (struct table_cell[]){
				      VALUE_CELLS(&values, r->self),
				      VALUE_CELLS(&values, r->total),
				      cell_if(r->pid != PROFILE_NO_ID, cell_id(r->pid)),
				      cell_if(r->tid != PROFILE_NO_ID, cell_id(r->tid)),
				      cell_text(r->name),
				      cell_text(r->process),
				      cell_number(r->threads),
				      cell_name(r->host),
				  });
	}
	table_end_rows(&table);
	if (format == TABLE_TEXT) {
		value_columns_more(&values, more[t->by], out);
		value_columns_base(&values, out);
	}
	return table_close(&table, err);
}
