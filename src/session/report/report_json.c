#include "session/report/report.h"

#include <string.h>

#include "analysis/sampled_clock.h"
#include "base/mem.h"
#include "base/number.h"
#include "export/table/anomaly_table.h"
#include "export/table/difference_table.h"
#include "export/table/periods_table.h"
#include "profile/wall_clock.h"

struct report_json {
	const struct report *report;
	const struct report_room *room;
	struct json_writer e;
	struct error *err; /* after an error, commands are left out */
};

#define COUNT_OF(columns) (sizeof(columns) / sizeof *(columns))

#define DETAILS                                                                          \
	{                                                                                \
		"details_command", COLUMN_TEXT,                                          \
		    .in = IN_JSON, .optional = true,                                     \
		    .about = "a command line that shows more"                            \
	}

/* NULL: no command, or the error is set. Frees the line. */
static void put_details(struct report_json *j, char *line)
{
	if (line)
		emit_text(emit_key(&j->e, "details_command"), text_of(line));
	mem_free(line);
}

static void put_command(struct report_json *j, const char *verb, struct range range)
{
	if (!j->err->kind)
		put_details(j, report_command(&j->report->commands, verb, range, j->err));
}

static struct table_cell cell_if_known(double n)
{
	return cell_if(n >= 0, cell_decimal(n));
}

/* A number that is 0 if it was not recorded. */
static struct table_cell cell_recorded(uint64_t n)
{
	return cell_if(n > 0, cell_number(n));
}

/* ---- the recordings ---- */

#define RECORDED_PLAIN 11
#define RECORDED                                                                         \
	{"event", COLUMN_TEXT, .in = IN_JSON, .about = "the event of the samples"},      \
	    {"samples", COLUMN_NUMBER, .in = IN_JSON,                                    \
	     .about = "all samples of the event that pass the filter"},                  \
	    {"idle_samples", COLUMN_NUMBER, .in = IN_JSON,                               \
	     .about = "samples of an idle CPU"},                                         \
	    {"duration_s", COLUMN_SECONDS, .in = IN_JSON, .nullable = true,              \
	     .about = "the length of the recording; null without times"},                \
	    {"threads", COLUMN_NUMBER, .in = IN_JSON, .nullable = true,                  \
	     .about = "the number of threads with samples"},                             \
	    {"processes", COLUMN_NUMBER, .in = IN_JSON, .nullable = true,                \
	     .about = "the number of processes with samples"},                           \
	    {"cpus", COLUMN_NUMBER, .in = IN_JSON, .nullable = true,                     \
	     .about = "the number of CPUs with samples"},                                \
	    {"rate_hz", COLUMN_TENTHS, .in = IN_JSON, .nullable = true,                  \
	     .about = "the requested samples per second and CPU"},                       \
	    {"host", COLUMN_TEXT, .in = IN_JSON, .nullable = true,                       \
	     .about = "the host, as recorded in the file"},                              \
	    {"date_source", COLUMN_TEXT, .in = IN_JSON, .nullable = true,                \
	     .about = "see info"},                                                       \
	    {"command_line", COLUMN_TEXT, .in = IN_JSON, .nullable = true,               \
	     .about = "the command line of the recording; null with --no-command-line"}, \
	    {"first_sample_date", COLUMN_OTHER, .in = IN_JSON,                           \
	     .schema = DOCUMENT_DATE_SCHEMA,                                             \
	     .about = "the date of the first sample, see info"},                         \
	{                                                                                \
		"last_sample_date", COLUMN_OTHER, .in = IN_JSON,                         \
						  .schema = DOCUMENT_DATE_SCHEMA,        \
						  .about = "the date of the last one"    \
	}

static void put_recording(struct report_json *j, const struct session *s,
			  const struct range_totals *f)
{
	static const struct table_column recorded[] = {RECORDED};
	const struct profile *p = s->profile;
	double hertz = sampled_frequency(p, session_event_name(s));
	struct wall_clock clock;
	bool dates = p->has_times && wall_clock_of(p, &clock);
	struct text command = profile_note(p, "cmdline");

	if (j->report->no_command_line)
		command = TEXT("");
	table_json_members(
	    &j->e, recorded, RECORDED_PLAIN,
	    (struct table_cell[]){
		cell_text(session_event_name(s)),
		cell_number(f->kept),
		cell_number(s->kept.idle),
		cell_if(p->has_times, cell_number(f->whole.to - f->whole.from)),
		cell_recorded(s->summary.threads),
		cell_recorded(s->summary.processes),
		cell_recorded(s->summary.cpus),
		cell_if(hertz > 0, cell_decimal(hertz)),
		cell_name(profile_note(p, "hostname")),
		cell_if(dates,
			cell_text(text_of(dates ? wall_source_names[clock.source] : ""))),
		cell_name(command),
	    });
	document_date(emit_key(&j->e, "first_sample_date"), p, s->summary.first);
	document_date(emit_key(&j->e, "last_sample_date"), p, s->summary.last);
}

static const struct table_column recorded_members[] = {RECORDED, DETAILS};

static void put_recorded(struct report_json *j)
{
	emit_open(emit_key(&j->e, "recorded"), '{');
	put_recording(j, j->report->session, &j->report->figures);
	if (!j->err->kind)
		put_details(j, report_command_info(&j->report->commands, j->err));
	emit_close(&j->e, '}');
}

static const struct table_column renamed_members[] = {
    {"name", COLUMN_TEXT, .in = IN_JSON, .about = "a name in the second file"},
    {"compared_as", COLUMN_TEXT, .in = IN_JSON, .about = "the name in the first one"},
};

#define LOAD                                                                             \
	{"busy_cpus", COLUMN_DECIMAL, .in = IN_JSON, .nullable = true,                   \
	 .about = "the average number of busy CPUs; null if unknown"},                   \
	{                                                                                \
		"concurrent", COLUMN_DECIMAL,                                            \
		    .in = IN_JSON, .nullable = true,                                     \
		    .about = "of spans, their average number at the same time"           \
	}

static void put_load(struct report_json *j, const struct range_totals *f)
{
	static const struct table_column load[] = {LOAD};

	table_json_members(&j->e, load, COUNT_OF(load),
			   (struct table_cell[]){
			       cell_if_known(f->busy),
			       cell_if(f->spans, cell_if_known(f->at_once)),
			   });
}

static const struct table_column baseline_members[] = {
    RECORDED,
    LOAD,
    {"renamed", COLUMN_ROWS, .in = IN_JSON,
     .about = "functions and modules that are compared under another name",
     COLUMNS_OF(renamed_members)},
};

/* The second file. */
static void put_baseline(struct report_json *j)
{
	const struct report *r = j->report;
	struct text second, first;
	uint32_t at = 0;

	emit_open(emit_key(&j->e, "baseline"), '{');
	put_recording(j, r->session->other, &r->baseline_figures);
	put_load(j, &r->baseline_figures);
	emit_open(emit_key(&j->e, "renamed"), '[');
	while (renamed_next(&r->session->renamed, &at, &second, &first)) {
		emit_open(&j->e, '{');
		emit_text(emit_key(&j->e, "name"), second);
		emit_text(emit_key(&j->e, "compared_as"), first);
		emit_close(&j->e, '}');
	}
	emit_close(&j->e, ']');
	emit_close(&j->e, '}');
}

/* ---- load and functions ---- */

#define VALUE_ROWS(value, of)                                                            \
	{"name", COLUMN_TEXT, .in = IN_JSON, .about = "its name"},                       \
	    {"by", COLUMN_TEXT, .in = IN_JSON, .about = of},                             \
	    {value, COLUMN_NUMBER, .in = IN_JSON, .about = "its value in the range"},    \
	{                                                                                \
		value "_share", COLUMN_SHARE,                                            \
		    .in = IN_JSON, .about = "its part of the range, from 0 to 1"         \
	}
static const struct table_column group_columns[] = {VALUE_ROWS(
    "total", "what has this name: function, or group for the roots of the graph")};
static const struct table_column self_columns[] = {
    VALUE_ROWS("self", "what has this name: function")};

static void put_value(struct report_json *j, const struct table_column *columns,
		      struct text name, struct text by, uint64_t value)
{
	uint64_t all = j->report->figures.value;

	emit_open(&j->e, '{');
	table_json_members(&j->e, columns, COUNT_OF(group_columns),
			   (struct table_cell[]){
			       cell_text(name),
			       cell_text(by),
			       cell_number(value),
			       cell_decimal(all ? (double)value / (double)all : 0),
			   });
	emit_close(&j->e, '}');
}

static const struct table_column load_members[] = {
    LOAD,
    DOCUMENT_ROWS(group_columns),
    DETAILS,
};

static void put_loads(struct report_json *j)
{
	const struct report *r = j->report;
	uint32_t groups = 0;

	for (uint32_t node = 1; node <= tree_group_count(r->session->tree); node++)
		groups += r->session->flame.total[node] > 0;
	emit_open(emit_key(&j->e, "load"), '{');
	put_load(j, &r->figures);
	emit_open(emit_key(&j->e, "rows"), '[');
	for (uint32_t i = 0; i < r->group_count && i < j->room->rows; i++)
		put_value(j, group_columns, tree_label(r->session->tree, r->groups[i]),
			  TEXT("group"), r->session->flame.total[r->groups[i]]);
	emit_close(&j->e, ']');
	emit_number(emit_key(&j->e, "rows_total"), groups);
	put_command(j, "flame", RANGE_ALL);
	emit_close(&j->e, '}');
}

static const struct table_column top_self_members[] = {DOCUMENT_ROWS(self_columns),
						       DETAILS};
static const struct table_column top_total_members[] = {DOCUMENT_ROWS(group_columns),
							DETAILS};

static void put_top(struct report_json *j)
{
	const struct report *r = j->report;
	const struct profile *p = r->session->profile;
	uint32_t total[REPORT_ROWS], count = report_top_total(r, j->room, total);

	emit_open(emit_key(&j->e, "top_self"), '{');
	emit_open(emit_key(&j->e, "rows"), '[');
	for (uint32_t i = 0; i < report_top_rows(r, j->room); i++)
		put_value(j, self_columns, profile_frame_name(p, r->top.rows[i].frame),
			  TEXT("function"), r->top.rows[i].self);
	emit_close(&j->e, ']');
	emit_number(emit_key(&j->e, "rows_total"), r->top.count);
	put_command(j, "top", RANGE_ALL);
	emit_close(&j->e, '}');
	emit_open(emit_key(&j->e, "top_total"), '{');
	emit_open(emit_key(&j->e, "rows"), '[');
	for (uint32_t i = 0; i < count; i++)
		put_value(j, group_columns,
			  profile_frame_name(p, r->top.rows[total[i]].frame),
			  TEXT("function"), r->top.rows[total[i]].total);
	emit_close(&j->e, ']');
	emit_number(emit_key(&j->e, "rows_total"), r->top.count);
	put_command(j, "top --sort total", RANGE_ALL);
	emit_close(&j->e, '}');
}

/* ---- differences ---- */

static const struct table_column difference_members[] = {
    DIFFERENCE_SUMMARY_MEMBERS,
    DOCUMENT_ROWS(difference_columns),
    DETAILS,
};

static void put_rows(struct report_json *j, const struct difference_rows *d,
		     const struct comparison *c, const struct report_picked *picked)
{
	emit_open(emit_key(&j->e, "rows"), '[');
	for (uint32_t i = 0; i < picked->count; i++)
		difference_row_json(&j->e, d, c, &d->rows[picked->rows[i]]);
	emit_close(&j->e, ']');
	emit_number(emit_key(&j->e, "rows_total"), d->count);
}

static void put_difference(struct report_json *j)
{
	const struct report *r = j->report;
	struct report_picked picked;

	if (!r->comparison)
		return;
	if (r->alike.kind) {
		emit_text(emit_key(&j->e, "no_difference"), text_of(r->alike.message));
		return;
	}
	picked = report_pick(r, j->room);
	emit_open(emit_key(&j->e, "difference"), '{');
	difference_summary_json(&j->e, &r->difference, r->comparison);
	put_rows(j, &r->difference, r->comparison, &picked);
	if (!j->err->kind)
		put_details(j, report_command_diff(&r->commands, "diff --by all",
						   RANGE_ALL, j->err));
	emit_close(&j->e, '}');
}

static const struct table_column start_members[] = {
    {"from_s", COLUMN_SECONDS, .in = IN_JSON, .about = "the start of the phase"},
    {"to_s", COLUMN_SECONDS, .in = IN_JSON, .about = "its end"},
    DOCUMENT_ROWS(difference_columns),
    DETAILS,
};

static void put_start(struct report_json *j)
{
	const struct start_up *s = &j->report->start;
	struct report_picked picked = report_pick_start(j->report, j->room);

	if (!s->is_there)
		return;
	emit_open(emit_key(&j->e, "start_up"), '{');
	document_range(&j->e, s->range);
	put_rows(j, &s->rows, &s->comparison, &picked);
	put_command(j, "diff", s->range);
	emit_close(&j->e, '}');
}

/* ---- anomalies and periods ---- */

#define ODD_PLAIN 6
static const struct table_column odd_members[] = {
    {"burst_count", COLUMN_NUMBER, .in = IN_JSON, .about = "the number of bursts"},
    {"stall_count", COLUMN_NUMBER, .in = IN_JSON, .about = "the number of stalls"},
    {"each_second_count", COLUMN_NUMBER, .in = IN_JSON,
     .about = "the number of offsets at which there is a burst in each second"},
    {"thread_count", COLUMN_NUMBER, .in = IN_JSON,
     .about = "the number of stretches in which one thread had the samples"},
    {"mix_count", COLUMN_NUMBER, .in = IN_JSON,
     .about = "the number of stretches with another mix of functions"},
    {"burst_interval_s", COLUMN_SECONDS, .in = IN_JSON, .nullable = true,
     .about = "the interval of regular bursts; null if they are not regular"},
    {"searched", COLUMN_OBJECT, .in = IN_JSON,
     .about = "what was searched, besides all samples together",
     COLUMNS_OF(anomaly_searched)},
    DOCUMENT_ROWS(anomaly_columns),
    {"left_out_count", COLUMN_NUMBER, .in = IN_JSON,
     .about = "the number of further moments, which are less odd and never listed"},
    DETAILS,
};

static void put_moments(struct report_json *j)
{
	const struct report_moments *m = &j->report->moments;

	emit_open(emit_key(&j->e, "odd"), '{');
	table_json_members(&j->e, odd_members, ODD_PLAIN,
			   (struct table_cell[]){
			       cell_number(m->bursts),
			       cell_number(m->stalls),
			       cell_number(m->each_second),
			       cell_number(m->threads),
			       cell_number(m->mixes),
			       cell_recorded(m->every),
			   });
	anomaly_table_json_searched(&j->e, &m->all);
	emit_open(emit_key(&j->e, "rows"), '[');
	for (uint32_t i = 0; i < m->count && i < j->room->rows; i++) {
		const struct report_group *g = &m->groups[i];

		emit_open(&j->e, '{');
		anomaly_table_json_moment(&j->e, &m->all.moment[g->shown],
					  j->report->session->profile, g->count);
		emit_close(&j->e, '}');
	}
	emit_close(&j->e, ']');
	emit_number(emit_key(&j->e, "rows_total"), m->all.count);
	emit_number(emit_key(&j->e, "left_out_count"), m->all.left_out);
	put_command(j, "find", RANGE_ALL);
	emit_close(&j->e, '}');
}

static const struct table_column periods_members[] = {DOCUMENT_ROWS(period_columns),
						      DETAILS};

static void put_periods(struct report_json *j)
{
	const struct periods *f = &j->report->periods;

	emit_open(emit_key(&j->e, "periods"), '{');
	emit_open(emit_key(&j->e, "rows"), '[');
	for (uint32_t i = 0; i < f->count && i < j->room->rows; i++) {
		emit_open(&j->e, '{');
		periods_table_json_period(&j->e, &f->found[i],
					  j->report->session->profile);
		emit_close(&j->e, '}');
	}
	emit_close(&j->e, ']');
	emit_number(emit_key(&j->e, "rows_total"), f->count);
	put_command(j, "periods", RANGE_ALL);
	emit_close(&j->e, '}');
}

/* ---- reliability ---- */

static const struct table_column reliability_members[] = {
    {"share_margin", COLUMN_SHARE, .in = IN_JSON, .nullable = true,
     .about = "a share may be off by this much, with 95 % confidence; null for spans"},
    {"lost_samples", COLUMN_NUMBER, .in = IN_JSON, .about = "samples that were lost"},
    {"lost_parts", COLUMN_NUMBER, .in = IN_JSON, .about = "other parts that were lost"},
    {"frames", COLUMN_NUMBER, .in = IN_JSON, .about = "the frames of all stacks"},
    {"frames_without_name", COLUMN_NUMBER, .in = IN_JSON,
     .about = "those without a name"},
};

static void put_reliability(struct report_json *j)
{
	const struct report *r = j->report;
	const struct range_totals *f = &r->figures;

	emit_open(emit_key(&j->e, "reliability"), '{');
	table_json_members(&j->e, reliability_members, COUNT_OF(reliability_members),
			   (struct table_cell[]){
			       cell_if(r->margin > 0, cell_decimal(r->margin / 100)),
			       cell_number(f->lost_samples),
			       cell_number(number_add(f->lost_parts, f->unread)),
			       cell_number(r->unnamed.frames),
			       cell_number(r->unnamed.nameless),
			   });
	emit_close(&j->e, '}');
}

/* ---- the document ---- */

static const struct table_column report_members[] = {
    {"difference", COLUMN_OBJECT, .in = IN_JSON, .optional = true,
     .about = "with a range or a second file: what differs",
     COLUMNS_OF(difference_members)},
    {"no_difference", COLUMN_TEXT, .in = IN_JSON, .optional = true,
     .about = "why nothing can be compared"},
    {"recorded", COLUMN_OBJECT, .in = IN_JSON,
     .about = "the recording, whatever the range", COLUMNS_OF(recorded_members)},
    {"nothing", COLUMN_TEXT, .in = IN_JSON, .optional = true,
     .about =
	 "why there is nothing to report; the members from load to top_total are absent"},
    {"load", COLUMN_OBJECT, .in = IN_JSON, .optional = true, .about = "how busy it was",
     COLUMNS_OF(load_members)},
    {"odd", COLUMN_OBJECT, .in = IN_JSON, .optional = true,
     .about = "odd moments; absent without times, and for spans",
     COLUMNS_OF(odd_members)},
    {"periods", COLUMN_OBJECT, .in = IN_JSON, .optional = true,
     .about = "periodic activity; absent without times", COLUMNS_OF(periods_members)},
    {"start_up", COLUMN_OBJECT, .in = IN_JSON, .optional = true,
     .about = "the start-up phase, if it differs from the rest",
     COLUMNS_OF(start_members)},
    {"top_self", COLUMN_OBJECT, .in = IN_JSON, .optional = true,
     .about = "the functions with the largest values of their own",
     COLUMNS_OF(top_self_members)},
    {"top_total", COLUMN_OBJECT, .in = IN_JSON, .optional = true,
     .about = "the functions with the largest values including callees, without those "
	      "with 90 % or more",
     COLUMNS_OF(top_total_members)},
    {"baseline", COLUMN_OBJECT, .in = IN_JSON, .optional = true,
     .about = "the second file", COLUMNS_OF(baseline_members)},
    {"reliability", COLUMN_OBJECT, .in = IN_JSON,
     .about = "how far numbers can be trusted", COLUMNS_OF(reliability_members)},
};
const struct document_kind report_document = {
    .command = "report",
    .title = "a summary of a profile",
    .has_file = true,
    .has_selection = true,
    .members = report_members,
    .count = COUNT_OF(report_members),
};

bool report_json_write(const struct report *r, const struct report_room *room, FILE *out,
		       struct error *err)
{
	struct report_json j = {r, room, {.out = out, .lines = true}, err};

	document_open(&j.e, &r->document.document);
	put_difference(&j);
	put_recorded(&j);
	if (r->nothing.kind) {
		emit_text(emit_key(&j.e, "nothing"), text_of(r->nothing.message));
	} else {
		put_loads(&j);
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
