#include "session/report/report.h"

#include "base/mem.h"
#include "base/number.h"
#include "export/json_writer.h"
#include "export/table/difference_table.h"
#include "export/table/anomaly_table.h"
#include "export/table/periods_table.h"
#include "export/prose.h"

struct report_json {
	const struct report *report;
	const struct report_room *room;
	struct json_writer e;
	struct error *err; /* after an error, commands are left out */
};

static void put_text(struct report_json *j, struct text name)
{
	char buf[200];

	emit_text(&j->e, prose_cut(name, j->room->name, buf));
}

static void put_name(struct report_json *j, const char *key, struct text name)
{
	emit_key(&j->e, key);
	put_text(j, name);
}

static void put_number(struct report_json *j, const char *key, uint64_t n)
{
	emit_key(&j->e, key);
	emit_number(&j->e, n);
}

/* A number that is 0 if it was not recorded. */
static void put_recorded_number(struct report_json *j, const char *key, uint32_t n)
{
	emit_key(&j->e, key);
	if (n)
		emit_number(&j->e, n);
	else
		emit_null(&j->e);
}

/* NULL: no command, or the error is set. Frees the line. */
static void put_line(struct report_json *j, char *line)
{
	if (line) {
		emit_key(&j->e, "command");
		emit_text(&j->e, text_of(line));
	}
	mem_free(line);
}

static void put_command(struct report_json *j, const char *verb, struct range range)
{
	if (!j->err->kind)
		put_line(j, report_command(&j->report->commands, verb, range, j->err));
}

/* A figure that is negative if it is unknown. */
static void put_decimal(struct report_json *j, const char *key, double value)
{
	emit_key(&j->e, key);
	if (value < 0)
		emit_null(&j->e);
	else
		emit_decimal(&j->e, value);
}

static void put_counted(struct report_json *j, const struct session *s,
			const struct range_totals *f)
{
	put_name(j, "event", session_event_name(s));
	put_number(j, "samples", f->kept);
	put_number(j, "idle_samples", s->kept.idle);
	emit_key(&j->e, "seconds");
	if (s->profile->has_times)
		emit_seconds(&j->e, f->whole.to - f->whole.from);
	else
		emit_null(&j->e);
	emit_ranges_of(&j->e, &s->flame);
	put_number(j, "threads", s->summary.threads);
	put_recorded_number(j, "processes", s->summary.processes);
	put_recorded_number(j, "cpus", s->summary.cpus);
}

static void put_recorded(struct report_json *j)
{
	emit_key(&j->e, "recorded");
	emit_open(&j->e, '{');
	put_counted(j, j->report->session, &j->report->figures);
	if (!j->err->kind)
		put_line(j, report_command_info(&j->report->commands, j->err));
	emit_close(&j->e, '}');
}

/* Names in the second file, and the names with which they are compared. */
static void put_renamed(struct report_json *j)
{
	const struct renamed *r = &j->report->session->renamed;
	struct text second, first;
	uint32_t at = 0;

	emit_key(&j->e, "compared_as");
	emit_open(&j->e, '[');
	while (renamed_next(r, &at, &second, &first)) {
		emit_open(&j->e, '{');
		put_name(j, "name", second);
		put_name(j, "as", first);
		emit_close(&j->e, '}');
	}
	emit_close(&j->e, ']');
}

/* The second file. */
static void put_baseline(struct report_json *j)
{
	const struct report *r = j->report;

	emit_key(&j->e, "baseline");
	emit_open(&j->e, '{');
	put_name(j, "file", session_title(r->commands.baseline_file));
	put_counted(j, r->session->other, &r->baseline_figures);
	put_decimal(j, "busy_cpus", r->baseline_figures.busy);
	put_decimal(j, "at_once", r->baseline_figures.at_once);
	put_renamed(j);
	emit_close(&j->e, '}');
}

static void put_share(struct report_json *j, struct text name, uint64_t value)
{
	emit_open(&j->e, '{');
	put_name(j, "name", name);
	emit_key(&j->e, "percent");
	emit_share(&j->e, value, j->report->figures.value);
	emit_close(&j->e, '}');
}

static void put_load(struct report_json *j)
{
	const struct report *r = j->report;

	emit_key(&j->e, "load");
	emit_open(&j->e, '{');
	put_number(j, "samples", r->figures.samples);
	put_decimal(j, "busy_cpus", r->figures.busy);
	put_decimal(j, "at_once", r->figures.at_once);
	emit_key(&j->e, "by");
	emit_open(&j->e, '[');
	for (uint32_t i = 0; i < r->group_count && i < j->room->rows; i++)
		put_share(j, tree_label(r->session->tree, r->groups[i]),
			  r->session->flame.total[r->groups[i]]);
	emit_close(&j->e, ']');
	put_command(j, "flame", RANGE_ALL);
	emit_close(&j->e, '}');
}

static void put_top(struct report_json *j)
{
	const struct report *r = j->report;
	char verb[REPORT_VERB_MAX];

	emit_key(&j->e, "top");
	emit_open(&j->e, '{');
	emit_key(&j->e, "self");
	emit_open(&j->e, '[');
	for (uint32_t i = 0; i < report_top_rows(r, j->room); i++)
		put_share(j,
			  profile_frame_name(r->session->profile, r->top.rows[i].frame),
			  r->top.rows[i].self);
	emit_close(&j->e, ']');
	put_command(j, report_top_verb(j->room, verb), RANGE_ALL);
	emit_close(&j->e, '}');
}

static void put_difference(struct report_json *j)
{
	const struct report *r = j->report;
	struct report_picked picked = report_pick(r, j->room);
	char verb[REPORT_VERB_MAX];

	if (!r->comparison || r->alike.kind)
		return;
	emit_key(&j->e, "difference");
	emit_open(&j->e, '{');
	difference_summary_json(&j->e, &r->difference, r->comparison);
	emit_key(&j->e, "rows");
	emit_open(&j->e, '[');
	for (uint32_t i = 0; i < picked.count; i++)
		difference_row_json(&j->e, &r->difference, r->comparison,
				    &r->difference.rows[picked.rows[i]]);
	emit_close(&j->e, ']');
	report_diff_verb("diff --by all", &picked, verb);
	if (!j->err->kind)
		put_line(j, report_command_diff(&r->commands, verb, RANGE_ALL, j->err));
	emit_close(&j->e, '}');
}

static void put_start(struct report_json *j)
{
	const struct start_up *s = &j->report->start;
	struct report_picked picked = report_pick_start(j->report, j->room);
	char verb[REPORT_VERB_MAX];

	if (!s->is_there)
		return;
	emit_key(&j->e, "start_up");
	emit_open(&j->e, '{');
	emit_key(&j->e, "from_s");
	emit_seconds(&j->e, s->range.from);
	emit_key(&j->e, "to_s");
	emit_seconds(&j->e, s->range.to);
	emit_key(&j->e, "rows");
	emit_open(&j->e, '[');
	for (uint32_t i = 0; i < picked.count; i++)
		difference_row_json(&j->e, &s->rows, &s->comparison,
				    &s->rows.rows[picked.rows[i]]);
	emit_close(&j->e, ']');
	put_command(j, report_diff_verb("diff", &picked, verb), s->range);
	emit_close(&j->e, '}');
}

static void put_group(struct report_json *j, const struct report_group *g)
{
	const struct report *r = j->report;
	const struct anomaly *m = &r->moments.all.moment[g->shown];

	emit_open(&j->e, '{');
	anomaly_table_json_moment(&j->e, m, r->session->profile);
	put_number(j, "alike", g->count);
	emit_close(&j->e, '}');
}

static void put_moments(struct report_json *j)
{
	const struct report_moments *m = &j->report->moments;

	emit_key(&j->e, "odd");
	emit_open(&j->e, '{');
	put_number(j, "bursts", m->bursts);
	put_number(j, "stalls", m->stalls);
	put_number(j, "each_second", m->each_second);
	put_number(j, "threads", m->threads);
	put_number(j, "mixes", m->mixes);
	emit_key(&j->e, "every_s");
	if (m->every)
		emit_seconds(&j->e, m->every);
	else
		emit_null(&j->e);
	emit_key(&j->e, "found");
	emit_open(&j->e, '[');
	for (uint32_t i = 0; i < m->count && i < j->room->rows; i++)
		put_group(j, &m->groups[i]);
	emit_close(&j->e, ']');
	put_command(j, "find", RANGE_ALL);
	emit_close(&j->e, '}');
}

static void put_periods(struct report_json *j)
{
	const struct periods *f = &j->report->periods;

	emit_key(&j->e, "periods");
	emit_open(&j->e, '{');
	emit_key(&j->e, "periods");
	emit_open(&j->e, '[');
	for (uint32_t i = 0; i < f->count && i < j->room->rows; i++) {
		const struct period *x = &f->found[i];

		emit_open(&j->e, '{');
		emit_key(&j->e, "s");
		emit_seconds(&j->e, periods_table_length(x));
		emit_key(&j->e, "plus_minus_s");
		emit_seconds(&j->e, periods_table_margin(x));
		put_number(j, "cycles", x->cycles);
		emit_key(&j->e, "busy_s");
		emit_seconds(&j->e, periods_table_busy(x));
		periods_table_who_json(&j->e, &x->who, j->report->session->profile);
		emit_close(&j->e, '}');
	}
	emit_close(&j->e, ']');
	put_command(j, "periods", RANGE_ALL);
	emit_close(&j->e, '}');
}

static void put_reliability(struct report_json *j)
{
	const struct range_totals *f = &j->report->figures;

	emit_key(&j->e, "reliability");
	emit_open(&j->e, '{');
	put_decimal(j, "margin_points", j->report->margin);
	put_number(j, "samples_lost", f->lost_samples);
	put_number(j, "parts_lost", number_add(f->lost_parts, f->unread));
	put_number(j, "frames", j->report->unnamed.frames);
	put_number(j, "frames_without_name", j->report->unnamed.nameless);
	emit_close(&j->e, '}');
}

bool report_json_write(const struct report *r, const struct report_room *room, FILE *out,
		       struct error *err)
{
	struct report_json j = {r, room, {.out = out}, err};

	emit_open(&j.e, '{');
	put_name(&j, "file", session_title(r->commands.file));
	put_difference(&j);
	put_recorded(&j);
	if (r->nothing.kind) {
		emit_key(&j.e, "nothing");
		emit_text(&j.e, text_of(r->nothing.message));
	} else {
		put_load(&j);
		if (r->session->profile->has_times && !r->session->kept.spans)
			put_moments(&j);
		if (r->session->profile->has_times)
			put_periods(&j);
		put_start(&j);
		put_top(&j);
	}
	if (r->session->other)
		put_baseline(&j);
	put_reliability(&j);
	emit_close(&j.e, '}');
	return !err->kind && emit_end(&j.e, err);
}
