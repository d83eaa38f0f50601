#include "export/table/anomaly_table.h"

#include <inttypes.h>

#include "base/number.h"
#include "base/utf8.h"
#include "export/document.h"
#include "profile/hosts.h"

static bool write_text(const struct anomalies *o, const struct profile *p, uint64_t limit,
		       FILE *out, struct error *err)
{
	uint64_t rows = o->count < limit ? o->count : limit;
	char words[ANOMALY_WORDS_MAX], range[RANGE_TEXT_MAX];

	if (o->count == 0)
		fprintf(out, "nothing odd was found in %s\n",
			anomaly_words_looked(o, words));
	else
		fputs("range, s              what happened\n", out);
	for (uint32_t i = 0; i < rows; i++) {
		const struct anomaly *m = &o->moment[i];
		struct anomaly_sentence s;

		fprintf(out, "%-20s  ", range_text(m->range, range));
		anomaly_words_say(&s, m, p, false);
		for (int k = 0; k < ANOMALY_PARTS; k++) {
			fputs(s.part[k].words, out);
			printable_write(s.part[k].name, out);
		}
		putc('\n', out);
	}
	if (rows < o->count)
		fprintf(out, "%s (--limit)\n",
			number_things(o->count - rows, "more moments", words));
	if (o->left_out)
		fprintf(out, "%s left out, which are less odd\n",
			number_things(o->left_out, "more moments", words));
	return !ferror(out) || error_sys(err, "cannot write");
}

/* Indexes of columns. */
enum { PROCESS = 8, PID = 9, WAITING_THREADS = 15, PROCESS_THREADS = 16, ALIKE = 17 };

const struct table_column anomaly_columns[ANOMALY_COLUMNS] = {
    {"kind", COLUMN_TEXT, .in = IN_DATA,
     .about = "burst, stall, each-second, thread, mix (see --kind), or waiting"},
    {"from_s", COLUMN_SECONDS, .in = IN_DATA, .about = "the start"},
    {"to_s", COLUMN_SECONDS, .in = IN_DATA, .about = "the end"},
    {"samples", COLUMN_NUMBER, .in = IN_DATA, .nullable = true,
     .about = "the samples there, of a thread or mix those of `name`"},
    {"expected_samples", COLUMN_DECIMAL, IN_DATA, .places = 1, .nullable = true,
     .about = "the usual number in this time or, of a thread or mix, in as many samples"},
    {"process_samples", COLUMN_NUMBER, .in = IN_DATA, .nullable = true,
     .about = "of a thread or mix, the samples of its process there"},
    {"name", COLUMN_TEXT, .in = IN_DATA, .nullable = true,
     .about = "what explains it best; null if nothing does"},
    {"by", COLUMN_TEXT, .in = IN_DATA, .nullable = true,
     .about = "what has this name: function or thread"},
    {"process", COLUMN_TEXT, .in = IN_DATA, .nullable = true,
     .about = "the process that it was found in; null if in all samples"},
    {"pid", COLUMN_ID, .in = IN_DATA, .nullable = true, .about = "its number"},
    {"score", COLUMN_DECIMAL, IN_DATA, .places = 2, .nullable = true,
     .about = "how odd it is, in standard errors"},
    {"occurrences", COLUMN_NUMBER, .in = IN_DATA, .nullable = true,
     .about = "how often it was there: more than once for each-second"},
    {"first_from_s", COLUMN_SECONDS, .in = IN_DATA, .nullable = true,
     .about = "of each-second, the start of the first occurrence"},
    {"first_to_s", COLUMN_SECONDS, .in = IN_DATA, .nullable = true,
     .about = "of each-second, the end of the first occurrence"},
    {"at_start", COLUMN_BOOL, .in = IN_DATA, .nullable = true,
     .about = "a thread or mix begins near the start of its process"},
    {"waiting_threads", COLUMN_NUMBER, .in = IN_DATA, .nullable = true,
     .about = "of waiting, the number of threads that waited"},
    {"process_threads", COLUMN_NUMBER, .in = IN_DATA, .nullable = true,
     .about = "of waiting, the number of threads of the process that are not on standby"},
    {"alike", COLUMN_NUMBER, .in = IN_JSON, .optional = true,
     .about = "in a report, the number of such moments, of which this is the oddest"},
};

const struct table_column anomaly_searched[ANOMALY_SEARCHED] = {
    {"processes", COLUMN_NUMBER, .in = IN_JSON, .about = "the number of processes"},
    {"threads", COLUMN_NUMBER, .in = IN_JSON, .about = "the number of threads"},
    {"functions", COLUMN_NUMBER, .in = IN_JSON, .about = "the number of functions"},
};

static const struct table_column find_members[] = {
    DOCUMENT_ROWS(anomaly_columns),
    {"left_out_count", COLUMN_NUMBER, .in = IN_JSON, .optional = true,
     .about = "the number of further moments, which are less odd and never listed"},
    {"searched", COLUMN_OBJECT, .in = IN_JSON, .optional = true,
     .about = "what was searched, besides all samples together",
     COLUMNS_OF(anomaly_searched)},
};
const struct document_kind find_document = {
    .command = "find",
    .title = "odd moments",
    .has_file = true,
    .has_selection = true,
    .members = find_members,
    .count = sizeof find_members / sizeof *find_members,
};

static void fill_moment(struct table_cell cells[static ANOMALY_COLUMNS],
			const struct anomaly *m, const struct profile *p)
{
	/* PROFILE_NO_ID: all processes, or unknown */
	int32_t pid = m->process == ANOMALY_NONE ? PROFILE_NO_ID
						 : host_pid(p, &p->threads[m->process]);
	bool each_second = m->kind == ANOMALY_RECURRING;
	struct text name = anomaly_reason(m, p);
	const struct table_cell row[ANOMALY_COLUMNS] = {
	    cell_text(text_of(anomaly_kind_names[m->kind])),
	    cell_number(m->range.from),
	    cell_number(m->range.to),
	    cell_number(m->samples),
	    cell_decimal(m->expected),
	    cell_if(m->of, cell_number(m->of)),
	    cell_name(name),
	    cell_if(name.len, cell_text(m->frame != ANOMALY_NONE ? TEXT("function")
								 : TEXT("thread"))),
	    cell_if(m->process_name, cell_text(profile_string(p, m->process_name))),
	    cell_if(pid != PROFILE_NO_ID, cell_id(pid)),
	    cell_decimal(m->score),
	    cell_number(m->times),
	    cell_if(each_second, cell_number(m->one.from)),
	    cell_if(each_second, cell_number(m->one.to)),
	    cell_number(m->from_start),
	};

	memcpy(cells, row, sizeof row);
}

void anomaly_table_json_moment(struct json_writer *e, const struct anomaly *m,
			       const struct profile *p, uint32_t alike)
{
	struct table_cell cells[ANOMALY_COLUMNS];

	fill_moment(cells, m, p);
	cells[ALIKE] = cell_if(alike, cell_number(alike));
	table_json_members(e, anomaly_columns, ANOMALY_COLUMNS, cells);
}

void anomaly_table_json_searched(struct json_writer *e, const struct anomalies *o)
{
	emit_open(emit_key(e, "searched"), '{');
	table_json_members(e, anomaly_searched, ANOMALY_SEARCHED,
			   (struct table_cell[]){
			       cell_number(o->processes),
			       cell_number(o->threads),
			       cell_number(o->functions),
			   });
	emit_close(e, '}');
}

bool anomaly_table_write(const struct anomalies *o, const struct profile *p,
			 const struct document *d, enum table_format format,
			 uint64_t limit, FILE *out, struct error *err)
{
	struct table t = TABLE_OF(format, anomaly_columns, out);

	if (format == TABLE_TEXT)
		return write_text(o, p, limit, out, err);
	table_open(&t, d);
	table_begin_rows(&t);
	for (uint32_t i = 0; i < o->count && i < limit; i++) {
		struct table_cell cells[ANOMALY_COLUMNS];

		fill_moment(cells, &o->moment[i], p);
		table_row(&t, cells);
	}
	table_end_rows(&t, o->count);
	if (format == TABLE_JSON) {
		emit_number(emit_key(&t.json, "left_out_count"), o->left_out);
		anomaly_table_json_searched(&t.json, o);
	}
	return table_close(&t, err);
}

bool anomaly_table_joint_wait_write(const struct joint_wait *c, const struct profile *p,
				    const struct document *d, enum table_format format,
				    uint64_t limit, FILE *out, struct error *err)
{
	struct table t = TABLE_OF(format, anomaly_columns, out);
	char range[RANGE_TEXT_MAX], words[JOINT_WAIT_WORDS];

	if (format == TABLE_TEXT && c->threads) {
		fprintf(out, "range, s              what happened\n%-20s  ",
			range_text(c->range, range));
		printable_write(text_of(joint_wait_words(c, p, words)), out);
		putc('\n', out);
	} else if (format == TABLE_TEXT) {
		fputs("most threads of a process never waited at the same time\n", out);
	}
	if (format == TABLE_TEXT)
		return !ferror(out) || error_sys(err, "cannot write");
	table_open(&t, d);
	table_begin_rows(&t);
	if (c->threads && limit) {
		struct table_cell cells[ANOMALY_COLUMNS] = {
		    cell_text(TEXT("waiting")),
		    cell_number(c->range.from),
		    cell_number(c->range.to),
		};
		struct text process =
		    c->process ? profile_string(p, c->process) : TEXT("");

		cells[PROCESS] = cell_if(c->process, cell_text(process));
		cells[PID] = cell_if(c->pid != PROFILE_NO_ID, cell_id(c->pid));
		cells[WAITING_THREADS] = cell_number(c->threads);
		cells[PROCESS_THREADS] = cell_number(c->all);
		table_row(&t, cells);
	}
	table_end_rows(&t, c->threads ? 1 : 0);
	return table_close(&t, err);
}
