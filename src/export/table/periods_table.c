#include "export/table/periods_table.h"

#include <string.h>

#include "base/number.h"
#include "profile/hosts.h"

/* ns: the unit of the second digit of the error. */
static uint64_t digit(const struct period *p)
{
	uint64_t unit = 1;

	while (unit <= p->margin / 100)
		unit *= 10;
	return unit;
}

uint64_t periods_table_length(const struct period *p)
{
	uint64_t unit = digit(p);

	return (p->length + unit / 2) / unit * unit;
}

uint64_t periods_table_margin(const struct period *p)
{
	uint64_t unit = digit(p);

	return (p->margin + unit / 2) / unit * unit;
}

/* Round to three digits, about the accuracy of the value. */
static uint64_t round_period(uint64_t ns)
{
	uint64_t unit = 1;

	while (ns / unit >= 1000)
		unit *= 10;
	return (ns + unit / 2) / unit * unit;
}

uint64_t periods_table_busy(const struct period *p)
{
	return round_period(p->busy);
}

bool periods_table_bursts(const struct periods *f, uint32_t period, FILE *out,
			  struct error *err)
{
	struct ranges all = {0};
	bool ok;

	if (period >= f->count)
		return error_set(err, ERROR_NOTHING,
				 f->count ? "--bursts: there is no period %u"
					  : "--bursts: no period stands out",
				 period + 1);
	ok = periods_bursts(f, period, &all, err);
	if (ok)
		selection_write((struct selection){all.list, all.count}, out);
	if (ok)
		putc('\n', out);
	ranges_release(&all);
	return ok && (!ferror(out) || error_sys(err, "cannot write"));
}

/* The name of the function, thread or process with a period; by_of() says which it is. */
static struct text name_of(const struct period_who *w, const struct profile *p)
{
	if (w->frame)
		return profile_frame_name(p, w->frame);
	return w->scope == PERIOD_OF_ALL ? TEXT("everything")
					 : profile_string(p, w->name);
}

static struct text by_of(const struct period_who *w)
{
	static const char *const by[] = {
	    [PERIOD_OF_ALL] = "everything",
	    [PERIOD_OF_NAME] = "process",
	    [PERIOD_OF_PROCESS] = "process",
	    [PERIOD_OF_THREAD] = "thread",
	};

	return text_of(w->frame ? "function" : by[w->scope]);
}

#define WORK_SAMPLES 7 /* the index of a column */

const struct table_column period_columns[PERIOD_COLUMNS] = {
    {"period_s", COLUMN_SECONDS, IN_ALL, .heading = "period s", .width = 11,
     .about = "the length of a cycle"},
    {"standard_error_s", COLUMN_SECONDS, IN_ALL, .heading = "+-", .width = 11,
     .about = "its standard error"},
    {"strength", COLUMN_TENTHS, IN_ALL, .heading = "strength", .width = 8,
     .about = "the power at this period, in units of the background"},
    {"cycles", COLUMN_NUMBER, IN_ALL, .heading = "cycles", .width = 7,
     .about = "the number of whole cycles"},
    {"burst_s", COLUMN_SECONDS, IN_ALL, .heading = "burst s", .width = 8,
     .about = "the length of a burst"},
    {"first_s", COLUMN_SECONDS, .in = IN_DATA, .about = "when the first burst began"},
    {"work_s", COLUMN_SECONDS, IN_ALL, .heading = "work s", .width = 8, .unknown = "-",
     .nullable = true,
     .about = "the time in a burst; null if the sampling rate is unknown"},
    {"work_samples", COLUMN_TENTHS, IN_ALL, .heading = "samples", .width = 8,
     .nullable = true, .about = "the samples in a burst; null for spans"},
    {NULL, COLUMN_TEXT, .in = IN_TEXT, .heading = "of"},
    {"name", COLUMN_TEXT, .in = IN_DATA, .about = "whose period it is"},
    {"by", COLUMN_TEXT, .in = IN_DATA,
     .about = "what has this name: function, thread, process or everything"},
    {"thread", COLUMN_TEXT, .in = IN_DATA, .nullable = true,
     .about = "the thread whose samples have the period; null if those of several"},
    {"process", COLUMN_TEXT, .in = IN_DATA, .nullable = true,
     .about = "the process, if its samples have the period"},
    {"pid", COLUMN_ID, .in = IN_DATA, .nullable = true,
     .about = "of the process or thread"},
    {"tid", COLUMN_ID, .in = IN_DATA, .nullable = true, .about = "of the thread"},
};

static const struct table_column periods_members[] = {DOCUMENT_ROWS(period_columns)};
const struct document_kind periods_document = {
    .command = "periods",
    .title = "periodic activity",
    .has_file = true,
    .has_selection = true,
    .members = periods_members,
    .count = sizeof periods_members / sizeof *periods_members,
};

static void fill_period(struct table_cell cells[static PERIOD_COLUMNS],
			const struct period *x, const struct profile *p,
			char who[static PERIODS_WHO])
{
	const struct period_who *w = &x->who;
	const struct thread *t = &p->threads[w->thread];
	bool of_thread = w->scope == PERIOD_OF_THREAD;
	bool of_process = w->scope == PERIOD_OF_PROCESS || w->scope == PERIOD_OF_NAME;
	int32_t pid =
	    of_thread || w->scope == PERIOD_OF_PROCESS ? host_pid(p, t) : PROFILE_NO_ID;
	int32_t tid = of_thread ? host_tid(p, t) : PROFILE_NO_ID;
	const struct table_cell row[PERIOD_COLUMNS] = {
	    cell_number(periods_table_length(x)),
	    cell_number(periods_table_margin(x)),
	    cell_decimal(x->strength),
	    cell_number(x->cycles),
	    cell_number(round_period(x->busy)),
	    cell_number(x->first),
	    cell_if(x->work_is_time, cell_number(round_period(x->work))),
	    cell_if(x->samples > 0, cell_decimal(x->samples)),
	    cell_text(text_of(periods_who(w, p, who))),
	    cell_text(name_of(w, p)),
	    cell_text(by_of(w)),
	    cell_if(of_thread, cell_text(profile_string(p, w->name))),
	    cell_if(of_process, cell_text(profile_string(p, w->name))),
	    cell_if(pid != PROFILE_NO_ID, cell_id(pid)),
	    cell_if(tid != PROFILE_NO_ID, cell_id(tid)),
	};

	memcpy(cells, row, sizeof row);
}

void periods_table_json_period(struct json_writer *e, const struct period *x,
			       const struct profile *p)
{
	struct table_cell cells[PERIOD_COLUMNS];
	char who[PERIODS_WHO];

	fill_period(cells, x, p, who);
	table_json_members(e, period_columns, PERIOD_COLUMNS, cells);
}

bool periods_table_write(const struct periods *f, const struct profile *profile,
			 const struct document *d, enum table_format format,
			 uint64_t limit, FILE *out, struct error *err)
{
	uint32_t rows = f->count < limit ? f->count : (uint32_t)limit;
	char from[NUMBER_SECONDS_MAX], to[NUMBER_SECONDS_MAX], words[NUMBER_THINGS_MAX];
	struct table_column columns[PERIOD_COLUMNS];
	struct table t;

	memcpy(columns, period_columns, sizeof columns);
	if (!f->count || !(f->found[0].samples > 0)) /* spans have none */
		columns[WORK_SAMPLES].in &= ~(unsigned)IN_TEXT;
	t = table_of(format, columns, PERIOD_COLUMNS, out);
	table_open(&t, d);
	if (f->count || format != TABLE_TEXT)
		table_begin_rows(&t);
	for (uint32_t i = 0; i < rows; i++) {
		struct table_cell cells[PERIOD_COLUMNS];
		char who[PERIODS_WHO];

		fill_period(cells, &f->found[i], profile, who);
		table_row(&t, cells);
	}
	table_end_rows(&t, f->count);
	if (format == TABLE_TEXT && rows < f->count)
		fprintf(out, "%s (--limit)\n",
			number_things(f->count - rows, "more periods", words));
	if (format == TABLE_TEXT && f->count == 0) {
		if (f->longest)
			fprintf(out, "no period from %s s to %s s stands out\n",
				number_plain_seconds(f->shortest, from),
				number_plain_seconds(f->longest, to));
		else
			fputs("no period stands out: the time is too short for one\n",
			      out);
	}
	return table_close(&t, err);
}
