#include "export/table/top_table.h"

#include <string.h>

#include "analysis/compare/comparison.h"
#include "base/number.h"
#include "export/document.h"
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

enum {
	SELF,
	SELF_SHARE,
	TOTAL,
	TOTAL_SHARE,
	BASELINE_PERCENT,
	CHANGE_PERCENT,
	WAITS_TEXT,
	LONGEST_TEXT,
	BARS,
	PID,
	TID,
	NAME,
	BY,
	PROCESS,
	THREADS,
	MODULE,
	HOST,
	BASELINE_SELF,
	BASELINE_TOTAL,
	TOTAL_DELTA,
	WAITS,
	LONGEST,
	LENGTHS,
	TOP_COLUMNS
};

/* All columns; a table leaves out those that do not apply. */
static const struct table_column top_columns[TOP_COLUMNS] = {
    VALUE_COLUMNS_SELF,
    VALUE_COLUMNS_TOTAL,
    CHANGE_COLUMNS,
    [WAITS_TEXT] = {NULL, COLUMN_GROUPED, IN_TEXT, .heading = "waits", .width = 12},
    [LONGEST_TEXT] = {NULL, COLUMN_GROUPED, IN_TEXT, .heading = "longest ns",
		      .width = 18},
    [BARS] = {NULL, COLUMN_TEXT, IN_TEXT},
    [PID] = {"pid", COLUMN_ID, IN_ALL, .heading = "pid", .width = 7, .unknown = "?",
	     .nullable = true, .optional = true, .about = "of a thread or process"},
    [TID] = {"tid", COLUMN_ID, IN_ALL, .heading = "tid", .width = 7, .unknown = "?",
	     .nullable = true, .optional = true, .about = "of a thread"},
    [NAME] = {"name", COLUMN_TEXT, IN_ALL,
	      .about = "the name of the function, thread ..."},
    [BY] = {"by", COLUMN_TEXT, IN_DATA,
	    .about = "what has this name: function, thread ..."},
    [PROCESS] = {"process", COLUMN_TEXT, IN_ALL, .heading = "process", .optional = true,
		 .nullable = true, .about = "the name of the thread's process"},
    [THREADS] = {"threads", COLUMN_NUMBER, IN_ALL, .heading = "threads", .optional = true,
		 .nullable = true, .about = "the number of threads of the process"},
    [MODULE] = {"module", COLUMN_TEXT, IN_ALL, .heading = "module", .optional = true,
		.nullable = true, .about = "the program or library of the function"},
    [HOST] = {"host", COLUMN_HOST, IN_ALL, .optional = true,
	      .about = "the host of the thread or process, if there are several"},
    [BASELINE_SELF] = {"baseline_self", COLUMN_NUMBER, IN_DATA, .optional = true,
		       .nullable = true, .about = "self in the baseline"},
    [BASELINE_TOTAL] = {"baseline_total", COLUMN_NUMBER, IN_DATA, .optional = true,
			.nullable = true, .about = "total in the baseline"},
    [TOTAL_DELTA] = {"total_delta", COLUMN_DECIMAL, IN_DATA, .places = 6,
		     .optional = true, .nullable = true,
		     .about = "total minus the normalised baseline_total"},
    [WAITS] = {"waits", COLUMN_NUMBER, IN_DATA, .optional = true, .nullable = true,
	       .about = "the number of waits in the function"},
    [LONGEST] = {"longest_s", COLUMN_SECONDS, IN_DATA, .optional = true, .nullable = true,
		 .about = "the longest of them"},
    [LENGTHS] = {"lengths", COLUMN_LENGTHS, IN_DATA, .optional = true, .nullable = true,
		 .about =
		     "pairs: at least this many seconds (up to twice as many), and the "
		     "number of such waits"},
};

static const struct table_column top_members[] = {
    {"by", COLUMN_TEXT, .in = IN_JSON,
     .about = "what the rows are: function, thread ..."},
    VALUE_HEAD,
    {"baseline", COLUMN_OBJECT, .in = IN_JSON, .optional = true,
     .about = "the selected samples of the baseline", COLUMNS_OF(value_baseline_members)},
    {"normalised", COLUMN_TEXT, .in = IN_JSON, .optional = true,
     .about = "how both sides are compared: time, share or none"},
    {"matched", COLUMN_NUMBER, .in = IN_JSON, .optional = true,
     .about = "the value of samples that match the search"},
    DOCUMENT_ROWS(top_columns),
};

const struct document_kind top_document = {
    .command = "top",
    .title = "the most expensive functions, threads ...",
    .has_file = true,
    .has_selection = true,
    .members = top_members,
    .count = sizeof top_members / sizeof *top_members,
};

/* Copy the columns, without those that do not apply. */
static void choose_columns(struct table_column columns[static TOP_COLUMNS],
			   const struct value_columns *values, const char *name,
			   uint32_t absent)
{
	memcpy(columns, top_columns, sizeof top_columns);
	for (int i = 0; i < TOP_COLUMNS; i++)
		if (absent & 1u << i)
			columns[i].in = 0;
	columns[NAME].heading = name;
	value_columns_set(values, columns, TOP_COLUMNS);
}

#define OF_COMPARISON                                                                    \
	(1u << BASELINE_PERCENT | 1u << CHANGE_PERCENT | 1u << BASELINE_SELF |           \
	 1u << BASELINE_TOTAL | 1u << TOTAL_DELTA)
#define OF_WAITS                                                                         \
	(1u << WAITS_TEXT | 1u << LONGEST_TEXT | 1u << BARS | 1u << WAITS |              \
	 1u << LONGEST | 1u << LENGTHS)

static void write_head(struct table *t, const struct value_columns *values,
		       const char *by)
{
	const struct top_choice *choice = values->choice;

	table_open(t, choice->document);
	if (t->format == TABLE_JSON) {
		emit_text(emit_key(&t->json, "by"), text_of(by));
		value_columns_head(values, &t->json);
	}
	if (t->format == TABLE_JSON && choice->comparison)
		value_baseline_json(&t->json, choice->comparison);
	if (t->format == TABLE_JSON && choice->searched)
		emit_number(emit_key(&t->json, "matched"), choice->found);
	table_begin_rows(t);
}

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
	table_row(
	    table,
	    (struct table_cell[TOP_COLUMNS]){
		VALUE_CELLS(values, r->self),
		VALUE_CELLS(values, r->total),
		CHANGE_CELLS(c, change),
		[WAITS_TEXT] = cell_number(length->count),
		[LONGEST_TEXT] = cell_number(length->longest),
		[BARS] = cell_text(text_of(bars)),
		[NAME] = cell_text(profile_frame_name(p, r->frame)),
		[BY] = cell_text(TEXT("function")),
		[MODULE] = cell_name(profile_frame_module(p, r->frame)),
		[BASELINE_SELF] = cell_number(r->baseline_self),
		[BASELINE_TOTAL] = cell_number(r->baseline_total),
		[TOTAL_DELTA] = cell_decimal(r->delta),
		[WAITS] = cell_number(length->count),
		[LONGEST] = cell_number(length->longest),
		[LENGTHS] = {.known = true, .pairs = pairs, .pair_count = pair_count},
	    });
}

bool top_table_write(const struct top *t, const struct profile *p,
		     const struct top_choice *choice, enum table_format format, FILE *out,
		     struct error *err)
{
	const struct value_columns values = value_columns_of(choice, t->all, t->count);
	const struct wait_lengths *l = choice->lengths;
	char found[NUMBER_GROUPED_MAX], all[NUMBER_GROUPED_MAX];
	bool has_waits = l && l->by_frame && l->count > 0;
	struct table_column columns[TOP_COLUMNS];
	struct table table = table_of(format, columns, TOP_COLUMNS, out);
	char lengths[HEADING_MAX] = "";

	choose_columns(columns, &values, "function",
		       (choice->comparison ? 0 : OF_COMPARISON) |
			   (has_waits ? 0 : OF_WAITS) | 1u << PID | 1u << TID |
			   1u << PROCESS | 1u << THREADS | 1u << HOST);
	if (has_waits)
		put_bars_heading(l, lengths);
	columns[BARS].heading = lengths;
	write_head(&table, &values, "function");
	for (uint32_t i = 0; i < values.rows; i++)
		write_row(&table, &values, p, &t->rows[i], has_waits);
	table_end_rows(&table, t->count);
	if (format == TABLE_TEXT) {
		value_columns_more(&values, "more functions", out);
		if (choice->searched)
			fprintf(out, "found: %s of %s, %.2f %%, including callees\n",
				number_grouped(choice->found, found),
				number_grouped(t->all, all),
				100 * value_columns_share(choice->found, t->all));
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
	bool has_self = t->by == KEYS_MODULE || t->by == KEYS_KIND || t->by == KEYS_MODE;
	bool of_thread = t->by == KEYS_THREAD, of_process = t->by == KEYS_PROCESS;
	/* with several hosts, each thread and process has one */
	bool has_host = (of_thread || of_process) && t->count && t->list[0].host.len;
	const char *name = keys_by_names[t->by];
	struct table_column columns[TOP_COLUMNS];
	struct table table = table_of(format, columns, TOP_COLUMNS, out);

	choose_columns(columns, &values, name,
		       OF_COMPARISON | OF_WAITS | 1u << MODULE |
			   (of_thread || of_process ? 0 : 1u << PID) |
			   (of_thread ? 0 : 1u << TID | 1u << PROCESS) |
			   (of_process ? 0 : 1u << THREADS) |
			   (has_host ? 0 : 1u << HOST));
	if (!has_self) /* all rows of data have the same members; here self is the total */
		columns[SELF].in = columns[SELF_SHARE].in = IN_DATA;
	write_head(&table, &values, name);
	for (uint32_t i = 0; i < values.rows; i++) {
		const struct key_total *r = &t->list[i];

		table_row(&table,
			  (struct table_cell[TOP_COLUMNS]){
			      VALUE_CELLS(&values, r->self),
			      VALUE_CELLS(&values, r->total),
			      [PID] = cell_if(r->pid != PROFILE_NO_ID, cell_id(r->pid)),
			      [TID] = cell_if(r->tid != PROFILE_NO_ID, cell_id(r->tid)),
			      [NAME] = cell_text(r->name),
			      [BY] = cell_text(text_of(name)),
			      [PROCESS] = cell_text(r->process),
			      [THREADS] = cell_number(r->threads),
			      [HOST] = cell_name(r->host),
			  });
	}
	table_end_rows(&table, t->count);
	if (format == TABLE_TEXT) {
		value_columns_more(&values, more[t->by], out);
		value_columns_base(&values, out);
	}
	return table_close(&table, err);
}
