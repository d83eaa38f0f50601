#include "session/report/report.h"

#include "analysis/find/anomalies.h"
#include "analysis/sampled_clock.h"
#include "base/mem.h"
#include "base/memory_stream.h"
#include "base/number.h"
#include "base/utf8.h"
#include "export/info.h"
#include "export/table/periods_table.h"
#include "export/prose.h"
#include "view/label.h"

struct report_page {
	const struct report *report;
	const struct report_room *room;
	struct prose prose;
	struct error *err; /* after an error, the rest is not written */
};

#define LOSSES_SHOWN 200 /* the most bytes of the line about losses */

/* NULL: no command, or the error is set. Frees the line. */
static void say_command(struct report_page *p, char *line)
{
	if (line)
		prose_command(&p->prose, text_of(line));
	mem_free(line);
}

static void say_verb_command(struct report_page *p, const char *verb, struct range range)
{
	if (!p->err->kind)
		say_command(p, report_command(&p->report->commands, verb, range, p->err));
}

static void say_header(struct report_page *p, const struct session *s)
{
	const struct info f = {.profile = s->profile, .summary = &s->summary};
	struct text host = profile_note(s->profile, "hostname");
	struct text by =
	    p->report->no_command_line ? TEXT("") : profile_note(s->profile, "cmdline");
	char wall[INFO_WALL_MAX];

	if (info_wall_clock(&f, wall))
		prose_say(&p->prose, "; %s", wall);
	if (host.len && p->room->header) {
		prose_say(&p->prose, "; on ");
		prose_name(&p->prose, host);
	}
	if (by.len && p->room->header) {
		prose_say(&p->prose, "; by ");
		prose_name(&p->prose, by);
	}
}

/* The name of the event, unless the format has none and calls its samples samples or spans. */
static void say_event(struct report_page *p, const struct session *s)
{
	struct text event = session_event_name(s);

	if (text_equal(event, TEXT("samples")) || text_equal(event, TEXT("spans")))
		return;
	prose_say(&p->prose, " of ");
	prose_name(&p->prose, event);
	if (s->profile->event_count > 1 && s->choice.event != ALL_EVENTS)
		prose_say(&p->prose, " (one of %u events)", s->profile->event_count);
}

static void say_tasks(struct report_page *p, const struct summary *sum)
{
	prose_say(&p->prose, "; %u thread%s", sum->threads, sum->threads == 1 ? "" : "s");
	if (sum->processes)
		prose_say(&p->prose, " in %u process%s", sum->processes,
			  sum->processes == 1 ? "" : "es");
	if (sum->cpus)
		prose_say(&p->prose, ", %u CPU%s", sum->cpus, sum->cpus == 1 ? "" : "s");
}

static void say_counted(struct report_page *p, const struct session *s,
			const struct range_totals *f)
{
	double hertz = sampled_frequency(s->profile, session_event_name(s));
	char words[FIGURE_WORDS_MAX], length[LABEL_MAX];

	prose_say(&p->prose, "%s", figure_words_kept(&s->kept, f, s->choice.idle, words));
	say_event(p, s);
	if (hertz > 0)
		prose_say(&p->prose, " at %g Hz", hertz);
	if (s->profile->has_times)
		prose_say(&p->prose, " in %s",
			  label_duration(f->whole.to - f->whole.from, length));
	else
		prose_say(&p->prose, ", without times");
}

static void say_recorded(struct report_page *p)
{
	const struct session *s = p->report->session;

	prose_begin(&p->prose, "Recorded");
	say_counted(p, s, &p->report->figures);
	say_tasks(p, &s->summary);
	say_header(p, s);
	if (!p->err->kind)
		say_command(p, report_command_info(&p->report->commands, p->err));
}

/* The second file. */
static void say_baseline(struct report_page *p)
{
	const struct session *s = p->report->session->other;
	const struct range_totals *f = &p->report->baseline_figures;
	char busy[FIGURE_WORDS_MAX], renamed[RENAMED_TEXT_MAX];

	prose_begin(&p->prose, "Baseline");
	say_counted(p, s, f);
	say_tasks(p, &s->summary);
	if (*figure_words_busy(f, busy))
		prose_say(&p->prose, "; %s", busy);
	if (*renamed_text(&p->report->session->renamed, renamed)) {
		prose_say(&p->prose, "; ");
		prose_text(&p->prose, text_of(renamed));
	}
	say_header(p, s);
}

static void say_share(struct report_page *p, struct text name, uint64_t value, bool first)
{
	char share[LABEL_MAX];

	prose_say(&p->prose, "%s", first ? "" : ", ");
	prose_name(&p->prose, name);
	prose_say(&p->prose, " %s", label_share(value, p->report->figures.value, share));
}

static void say_load(struct report_page *p)
{
	const struct report *r = p->report;
	const struct range_totals *f = &r->figures;
	char words[FIGURE_WORDS_MAX], was[FIGURE_WORDS_MAX], range[LABEL_MAX];

	prose_begin(&p->prose, "Load");
	if (!range_is_all(f->range))
		prose_say(
		    &p->prose, "%s: %s of all; ",
		    label_ranges(range_shown(f->range, f->whole), f->ranges, true, range),
		    label_share(f->value, f->all, words));
	if (*figure_words_busy(f, words))
		prose_say(&p->prose, "%s", words);
	if (*words && r->session->other && *figure_words_busy(&r->baseline_figures, was))
		prose_say(&p->prose, ", was %s", was);
	if (*words)
		prose_say(&p->prose, "; ");
	for (uint32_t i = 0; i < r->group_count && i < p->room->rows; i++)
		say_share(p, tree_label(r->session->tree, r->groups[i]),
			  r->session->flame.total[r->groups[i]], i == 0);
	say_verb_command(p, "flame", RANGE_ALL);
}

static void say_top(struct report_page *p)
{
	const struct report *r = p->report;
	uint32_t total[REPORT_ROWS], count = report_top_total(r, p->room, total);
	char verb[REPORT_VERB_MAX];

	prose_begin(&p->prose, "Top functions (self)");
	for (uint32_t i = 0; i < report_top_rows(r, p->room); i++)
		say_share(p,
			  profile_frame_name(r->session->profile, r->top.rows[i].frame),
			  r->top.rows[i].self, i == 0);
	say_verb_command(p, report_top_verb(p->room, false, verb), RANGE_ALL);
	prose_begin(&p->prose, "Top functions (total)");
	for (uint32_t i = 0; i < count; i++)
		say_share(
		    p,
		    profile_frame_name(r->session->profile, r->top.rows[total[i]].frame),
		    r->top.rows[total[i]].total, i == 0);
	say_verb_command(p, report_top_verb(p->room, true, verb), RANGE_ALL);
}

/* ---- the difference ---- */

static void say_row(struct report_page *p, const struct difference_row *row)
{
	const struct report *r = p->report;
	struct change x = difference_row_change(&r->difference, row, r->comparison);

	prose_begin(&p->prose, NULL);
	prose_say(&p->prose, "%s ",
		  row->of_self ? "self time of" : difference_row_by(row));
	prose_name(&p->prose, difference_row_name(&r->difference, row));
	prose_say(&p->prose, ": %.1f %%, %s %.1f %%", 100 * x.share,
		  r->session->other ? "was" : "elsewhere", 100 * x.baseline_share);
	if (x.is_new)
		prose_say(&p->prose, " (new)");
	if (x.vanished)
		prose_say(&p->prose, " (gone)");
	if (r->difference.is_judged)
		prose_say(&p->prose, ", %+.1f points (%.1f to %.1f)",
			  100 * (x.share - x.baseline_share),
			  number_without_minus(100 * row->estimate.share.low, 0.05),
			  number_without_minus(100 * row->estimate.share.high, 0.05));
	if (r->comparison->normalised != NORMALISED_BY_SHARE &&
	    comparison_has_times(r->comparison)) {
		struct text unit = flame_unit(r->comparison->subject.flame);

		prose_say(&p->prose, ", %+.2f ", x.per_second);
		prose_text(&p->prose, unit.len ? utf8_upto(unit, 12) : TEXT("samples"));
		prose_say(&p->prose, "/s");
	}
	if (r->difference.is_judged)
		prose_say(&p->prose, ", %s", verdict_words[row->verdict]);
}

static void say_verdict(struct report_page *p, bool any)
{
	static const char *const ways[NORMALISED_WAYS] = {
	    [NORMALISED_BY_TIME] = "per second",
	    [NORMALISED_BY_SHARE] = "by share",
	    [NOT_NORMALISED] = "as counted",
	};
	const struct report *r = p->report;
	char words[NUMBER_THINGS_MAX];

	prose_say(&p->prose, ", %s: ", ways[r->comparison->normalised]);
	if (!any)
		prose_say(&p->prose, "nothing differs");
	else if (r->comparison->subject.flame->spans)
		prose_say(&p->prose, "the largest changes of share");
	else if (!r->difference.is_judged)
		prose_say(&p->prose, "the largest changes of share");
	else if (r->difference.certain)
		prose_say(
		    &p->prose, "%u of %s certain", r->difference.certain,
		    number_things(r->difference.count,
				  r->difference.certain == 1 ? "rows is" : "rows are",
				  words));
	else
		prose_say(&p->prose, "no change is certain; the most certain are");
}

static void say_difference(struct report_page *p)
{
	const struct report *r = p->report;
	struct report_picked picked = report_pick(r, p->room);
	char verb[REPORT_VERB_MAX];

	if (!r->comparison)
		return;
	prose_begin(&p->prose, "Difference");
	if (r->alike.kind) {
		prose_text(&p->prose, text_of(r->alike.message));
		return;
	}
	prose_say(&p->prose, "from ");
	if (r->session->other)
		prose_name(&p->prose, session_title(r->commands.baseline_file));
	else
		prose_say(&p->prose, "the rest of it");
	say_verdict(p, picked.count > 0);
	for (uint32_t i = 0; i < picked.count; i++)
		say_row(p, &r->difference.rows[picked.rows[i]]);
	report_diff_verb("diff --by all", &picked, verb);
	if (!p->err->kind)
		say_command(p,
			    report_command_diff(&r->commands, verb, RANGE_ALL, p->err));
}

/* ---- anomalies ---- */

/* The plurals begin with the names of the kinds. */
static void say_count(struct report_page *p, uint32_t n, enum anomaly_kind kind,
		      bool *any)
{
	static const char *const many[ANOMALY_KINDS] = {
	    [ANOMALY_BURST] = "bursts",
	    [ANOMALY_STALL] = "stalls",
	    [ANOMALY_RECURRING] = "each-second bursts",
	    [ANOMALY_THREAD] = "thread takeovers",
	    [ANOMALY_MIX] = "mix changes",
	};
	char words[NUMBER_THINGS_MAX];

	if (n)
		prose_say(&p->prose, "%s%s", *any ? ", " : "",
			  number_things(n, many[kind], words));
	*any |= n > 0;
}

static void say_kinds(struct report_page *p)
{
	const struct report_moments *m = &p->report->moments;
	char every[LABEL_MAX];
	bool any = false;

	say_count(p, m->bursts, ANOMALY_BURST, &any);
	if (m->every)
		prose_say(&p->prose, " (about every %s)",
			  label_duration(m->every, every));
	say_count(p, m->stalls, ANOMALY_STALL, &any);
	say_count(p, m->each_second, ANOMALY_RECURRING, &any);
	say_count(p, m->threads, ANOMALY_THREAD, &any);
	say_count(p, m->mixes, ANOMALY_MIX, &any);
	if (m->all.left_out)
		prose_say(&p->prose, "; others are less odd");
}

static void say_group(struct report_page *p, const struct report_group *g)
{
	const struct report *r = p->report;
	const struct anomaly *m = &r->moments.all.moment[g->shown];
	struct anomaly_sentence s;
	char from[NUMBER_SECONDS_MAX], to[NUMBER_SECONDS_MAX], verb[REPORT_VERB_MAX];

	prose_begin(&p->prose, NULL);
	prose_say(&p->prose, "%s at %s-%s s: ", anomaly_kind_names[m->kind],
		  number_plain_seconds(m->range.from, from),
		  number_plain_seconds(m->range.to, to));
	anomaly_words_say(&s, m, r->session->profile, false);
	for (int i = 0; i < ANOMALY_PARTS; i++) {
		prose_say(&p->prose, "%s", s.part[i].words);
		if (s.part[i].name.len)
			prose_name(&p->prose, s.part[i].name);
	}
	if (g->count > 1)
		prose_say(&p->prose, "; %u more like it", g->count - 1);
	if (m->samples)
		snprintf(verb, sizeof verb, "diff --by all --limit %u", REPORT_ROWS);
	else
		snprintf(verb, sizeof verb, "heatmap"); /* there is nothing to compare */
	say_verb_command(p, verb, m->range);
}

static void say_moments(struct report_page *p)
{
	const struct report_moments *m = &p->report->moments;
	char words[ANOMALY_WORDS_MAX];

	if (!p->report->session->profile->has_times || p->report->session->kept.spans)
		return;
	prose_begin(&p->prose, "Odd");
	if (m->all.count)
		say_kinds(p);
	else
		prose_say(&p->prose, "nothing in %s",
			  anomaly_words_looked(&m->all, words));
	say_verb_command(p, "find", RANGE_ALL);
	for (uint32_t i = 0; i < m->count && i < p->room->rows; i++)
		say_group(p, &m->groups[i]);
}

static void say_start(struct report_page *p)
{
	const struct start_up *s = &p->report->start;
	struct report_picked picked = report_pick_start(p->report, p->room);
	char length[LABEL_MAX], verb[REPORT_VERB_MAX];

	if (!s->is_there)
		return;
	prose_begin(&p->prose, "Start-up");
	prose_say(&p->prose, "the first %s differ from the rest: ",
		  label_duration(s->comparison.subject.length, length));
	for (uint32_t i = 0; i < picked.count; i++) {
		const struct difference_row *row = &s->rows.rows[picked.rows[i]];
		struct change x = difference_row_change(&s->rows, row, &s->comparison);

		prose_say(&p->prose, "%s", i ? ", " : "");
		prose_name(&p->prose, difference_row_name(&s->rows, row));
		prose_say(&p->prose, " %.1f %%, later %.1f %%", 100 * x.share,
			  100 * x.baseline_share);
	}
	say_verb_command(p, report_diff_verb("diff", &picked, verb), s->range);
}

static void say_periods(struct report_page *p)
{
	const struct report *r = p->report;
	char s[NUMBER_SECONDS_MAX], margin[NUMBER_SECONDS_MAX], verb[REPORT_VERB_MAX];
	char who[PERIODS_WHO];

	if (!r->periods.count)
		return;
	prose_begin(&p->prose, "Period");
	for (uint32_t i = 0; i < r->periods.count && i < p->room->rows; i++) {
		const struct period *x = &r->periods.found[i];

		prose_say(&p->prose, "%severy %s s +- %s s, ", i ? "; " : "",
			  number_plain_seconds(periods_table_length(x), s),
			  number_plain_seconds(periods_table_margin(x), margin));
		prose_text(&p->prose,
			   text_of(periods_who(&x->who, r->session->profile, who)));
		prose_say(&p->prose, ", for %s s, %u times",
			  number_plain_seconds(periods_table_busy(x), s), x->cycles);
	}
	say_verb_command(p, "periods", RANGE_ALL);
	number_plain_seconds(periods_table_length(&r->periods.found[0]), s);
	snprintf(verb, sizeof verb, "heatmap --period %s", s);
	say_verb_command(p, verb, RANGE_ALL);
}

/* ---- reliability ---- */

static void say_lost(struct report_page *p)
{
	const struct profile *profile = p->report->session->profile;
	const unsigned told =
	    (LOSS_OF(LOSS_KINDS) - 1) & ~(LOSS_OF(LOST_NAMES) | LOSS_OF(LOST_ASIDE));
	struct memory_stream m;
	char *line;

	if (p->err->kind || !memory_stream_open(&m, p->err))
		return;
	loss_line_write(profile, told, m.out);
	line = memory_stream_take(&m, NULL, p->err);
	if (line && *line)
		prose_text(&p->prose, text_upto(text_of(line), LOSSES_SHOWN));
	else
		prose_say(&p->prose, "nothing was lost, as far as is known");
	mem_free(line);
}

static void say_reliability(struct report_page *p)
{
	const struct report *r = p->report;
	const struct report_commands *c = &r->commands;
	char words[SUMMARY_UNNAMED_MAX];

	prose_begin(&p->prose, "Reliability");
	if (r->margin > 0)
		prose_say(&p->prose, "%sa share may be off by %.1f points; ",
			  r->figures.margin ? "few samples: " : "", r->margin);
	say_lost(p);
	if (r->unnamed.nameless)
		prose_say(&p->prose, "; %s frames have no name",
			  summary_unnamed_text(&r->unnamed, words));
	if (c->is_huge)
		prose_say(&p->prose,
			  "; \"$@\" stands for the options and the file of this "
			  "report");
}

bool report_page_write(const struct report *r, const struct report_room *room,
		       bool markdown, FILE *out, struct error *err)
{
	struct report_page p = {r, room, {.out = out, .markdown = markdown}, err};

	p.prose.name_most = room->name;
	prose_title(&p.prose, "Report on", session_title(r->commands.file));
	say_command(&p, report_command_set(&r->commands, err));
	say_difference(&p);
	say_recorded(&p);
	if (r->nothing.kind) {
		prose_begin(&p.prose, "Nothing to see");
		prose_text(&p.prose, text_of(r->nothing.message));
	} else {
		say_load(&p);
		say_moments(&p);
		say_start(&p);
		say_periods(&p);
		say_top(&p);
	}
	if (r->session->other)
		say_baseline(&p);
	say_reliability(&p);
	prose_end(&p.prose);
	return !err->kind;
}
