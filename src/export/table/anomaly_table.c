#include "export/table/anomaly_table.h"

#include <inttypes.h>

#include "base/number.h"
#include "base/utf8.h"
#include "profile/hosts.h"

static bool write_text(const struct anomalies *o, const struct profile *p, FILE *out,
		       struct error *err)
{
	char words[ANOMALY_WORDS_MAX], range[RANGE_TEXT_MAX];

	if (o->count == 0)
		fprintf(out, "nothing odd was found in %s\n",
			anomaly_words_looked(o, words));
	else
		fputs("range, s              what happened\n", out);
	for (uint32_t i = 0; i < o->count; i++) {
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
	if (o->left_out)
		fprintf(out, "%s left out, which are less odd\n",
			number_things(o->left_out, "more moments", words));
	return !ferror(out) || error_sys(err, "cannot write");
}

static const struct table_column moment_columns[] = {
    {"kind", COLUMN_TEXT, .in = IN_DATA},
    {"from_s", COLUMN_SECONDS, .in = IN_DATA},
    {"to_s", COLUMN_SECONDS, .in = IN_DATA},
    {"expected", COLUMN_DECIMAL, IN_DATA, .places = 1},
    {"samples", COLUMN_NUMBER, .in = IN_DATA},
    {"of", COLUMN_NUMBER, IN_DATA, .optional = true},
    {"process", COLUMN_TEXT, IN_DATA, .optional = true},
    {"pid", COLUMN_ID, IN_JSON, .optional = true},
    {"score", COLUMN_DECIMAL, IN_DATA, .places = 2},
    {"explained_by", COLUMN_TEXT, .in = IN_DATA},
    {"times", COLUMN_NUMBER, .in = IN_DATA},
    {"at_start", COLUMN_BOOL, .in = IN_DATA},
    {"pid", COLUMN_ID, .in = IN_CSV},
    {"first_from_s", COLUMN_SECONDS, IN_JSON, .optional = true},
    {"first_to_s", COLUMN_SECONDS, IN_JSON, .optional = true},
};
#define MOMENT_COLUMNS (sizeof moment_columns / sizeof *moment_columns)

static void fill_moment(struct table_cell cells[static MOMENT_COLUMNS],
			const struct anomaly *m, const struct profile *p)
{
	/* PROFILE_NO_ID: all processes, or unknown */
	int32_t pid = m->process == ANOMALY_NONE ? PROFILE_NO_ID
						 : host_pid(p, &p->threads[m->process]);
	bool each_second = m->kind == ANOMALY_RECURRING;
	const struct table_cell row[MOMENT_COLUMNS] = {
	    cell_text(text_of(anomaly_kind_names[m->kind])),
	    cell_number(m->range.from),
	    cell_number(m->range.to),
	    cell_decimal(m->expected),
	    cell_number(m->samples),
	    cell_if(m->of, cell_number(m->of)),
	    cell_if(m->process_name, cell_text(profile_string(p, m->process_name))),
	    cell_if(pid != PROFILE_NO_ID, cell_id(pid)),
	    cell_decimal(m->score),
	    cell_name(anomaly_reason(m, p)),
	    cell_number(m->times),
	    cell_number(m->from_start),
	    cell_if(pid != PROFILE_NO_ID, cell_id(pid)),
	    cell_if(each_second, cell_number(m->one.from)),
	    cell_if(each_second, cell_number(m->one.to)),
	};

	memcpy(cells, row, sizeof row);
}

void anomaly_table_json_moment(struct json_writer *e, const struct anomaly *m,
			       const struct profile *p)
{
	struct table_cell cells[MOMENT_COLUMNS];

	fill_moment(cells, m, p);
	table_json_members(e, moment_columns, MOMENT_COLUMNS, cells);
}

bool anomaly_table_write(const struct anomalies *o, const struct profile *p,
			 enum table_format format, FILE *out, struct error *err)
{
	struct table t = TABLE_OF(format, moment_columns, out);

	if (format == TABLE_TEXT)
		return write_text(o, p, out, err);
	table_open(&t);
	table_begin_rows(&t, "found");
	for (uint32_t i = 0; i < o->count; i++) {
		struct table_cell cells[MOMENT_COLUMNS];

		fill_moment(cells, &o->moment[i], p);
		table_row(&t, cells);
	}
	table_end_rows(&t);
	if (format == TABLE_JSON) {
		emit_number(emit_key(&t.json, "left_out"), o->left_out);
		emit_open(emit_key(&t.json, "looked_at"), '{');
		emit_number(emit_key(&t.json, "processes"), o->processes);
		emit_number(emit_key(&t.json, "threads"), o->threads);
		emit_number(emit_key(&t.json, "functions"), o->functions);
		emit_close(&t.json, '}');
	}
	return table_close(&t, err);
}

bool anomaly_table_joint_wait_write(const struct joint_wait *c, const struct profile *p,
				    enum table_format format, FILE *out,
				    struct error *err)
{
	static const struct table_column columns[] = {
	    {"kind", COLUMN_TEXT, .in = IN_DATA},
	    {"from_s", COLUMN_SECONDS, .in = IN_DATA},
	    {"to_s", COLUMN_SECONDS, .in = IN_DATA},
	    {"threads", COLUMN_NUMBER, .in = IN_DATA},
	    {"of", COLUMN_NUMBER, .in = IN_DATA},
	    {"process", COLUMN_TEXT, IN_DATA, .optional = true},
	};
	struct table t = TABLE_OF(format, columns, out);
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
	table_open(&t);
	table_begin_rows(&t, "found");
	if (c->threads)
		table_row(
		    &t, (struct table_cell[]){
			    cell_text(TEXT("waiting")),
			    cell_number(c->range.from),
			    cell_number(c->range.to),
			    cell_number(c->threads),
			    cell_number(c->all),
			    cell_if(c->process, cell_text(profile_string(p, c->process))),
			});
	table_end_rows(&t);
	if (format == TABLE_JSON) {
		emit_number(emit_key(&t.json, "left_out"), 0);
	}
	return table_close(&t, err);
}
