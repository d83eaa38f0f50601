#include "export/table/periods_table.h"

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

void periods_table_who_json(struct json_writer *e, const struct period_who *w,
			    const struct profile *p)
{
	static const struct table_column columns[] = {
	    {"of", COLUMN_TEXT, .in = IN_JSON},
	    {"function", COLUMN_TEXT, IN_JSON, .optional = true},
	    {"thread", COLUMN_TEXT, IN_JSON, .optional = true},
	    {"process", COLUMN_TEXT, IN_JSON, .optional = true},
	    {"pid", COLUMN_ID, IN_JSON, .optional = true},
	    {"tid", COLUMN_ID, IN_JSON, .optional = true},
	};
	const struct thread *t = &p->threads[w->thread];
	bool of_thread = w->scope == PERIOD_OF_THREAD;
	bool of_process = w->scope == PERIOD_OF_PROCESS || w->scope == PERIOD_OF_NAME;
	char who[PERIODS_WHO];

	table_json_members(
	    e, columns, sizeof columns / sizeof *columns,
	    (struct table_cell[]){
		cell_text(text_of(periods_who(w, p, who))),
		cell_if(w->frame, cell_text(profile_frame_name(p, w->frame))),
		cell_if(of_thread, cell_text(profile_string(p, w->name))),
		cell_if(of_process, cell_text(profile_string(p, w->name))),
		of_thread || w->scope == PERIOD_OF_PROCESS ? cell_id(host_pid(p, t))
							   : (struct table_cell){0},
		of_thread ? cell_id(host_tid(p, t)) : (struct table_cell){0},
	    });
}

bool periods_table_write(const struct periods *f, const struct profile *profile,
			 enum table_format format, FILE *out, struct error *err)
{
	const struct table_column columns[] = {
	    {"s", COLUMN_SECONDS, IN_ALL, .width = 11},
	    {"plus_minus_s", COLUMN_SECONDS, IN_ALL, .width = 11},
	    {"strength", COLUMN_TENTHS, IN_ALL, .width = 8},
	    {"cycles", COLUMN_NUMBER, IN_ALL, .width = 7},
	    {"busy_s", COLUMN_SECONDS, IN_ALL, .width = 8},
	    {"first_s", COLUMN_SECONDS, .in = IN_JSON},
	    {"work_s", COLUMN_SECONDS, IN_ALL, .width = 8, .unknown = "-"},
	    {"work_samples", COLUMN_TENTHS, IN_ALL, .width = 8, .optional = true},
	    {NULL, COLUMN_TEXT, .in = IN_TEXT},
	};
	struct table t = TABLE_OF(format, columns, out);
	char from[NUMBER_SECONDS_MAX], to[NUMBER_SECONDS_MAX];

	t.json.lines = false;
	table_open(&t);
	if (format == TABLE_JSON)
		table_begin_rows(&t, "periods");
	else if (f->count) /* one blank short of the columns, as in earlier versions */
		fprintf(out,
			"   period s          +-  strength   cycles    busy s    work "
			"s%s  of\n",
			f->found[0].samples > 0 ? "   samples" : "");
	for (uint32_t i = 0; i < f->count; i++) {
		const struct period *p = &f->found[i];
		char who[PERIODS_WHO];
		const struct table_cell cells[] = {
		    cell_number(periods_table_length(p)),
		    cell_number(periods_table_margin(p)),
		    cell_decimal(p->strength),
		    cell_number(p->cycles),
		    cell_number(round_period(p->busy)),
		    cell_number(p->first),
		    cell_if(p->work_is_time, cell_number(round_period(p->work))),
		    cell_if(p->samples > 0, cell_decimal(p->samples)),
		    cell_text(text_of(periods_who(&p->who, profile, who))),
		};

		if (format != TABLE_JSON) {
			table_row(&t, cells);
			continue;
		}
		emit_open(&t.json, '{');
		table_cells(&t, cells);
		periods_table_who_json(&t.json, &p->who, profile);
		emit_close(&t.json, '}');
	}
	table_end_rows(&t);
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
