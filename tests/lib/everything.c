#include "lib/everything.h"

#include <stdio.h>
#include <stdlib.h>

#include "analysis/summary.h"
#include "base/number.h"
#include "canvas/print.h"
#include "export/table/difference_table.h"
#include "export/export.h"
#include "export/heatmap_json.h"
#include "export/info.h"
#include "export/table/anomaly_table.h"
#include "export/table/top_table.h"
#include "lib/stored.h"
#include "lib/check_profile.h"
#include "profile/store.h"
#include "session/picture.h"

/* A failure has a message. */
static bool fine(bool ok, struct error *err)
{
	if (ok != (err->kind == ERROR_NONE) || (!ok && !err->message[0]))
		abort();
	*err = (struct error)ERROR_INIT;
	return ok;
}

static void tell_facts(const struct profile *p, const char *format, FILE *out)
{
	struct info facts = {.path = "it", .format = format, .profile = p};
	struct error err = ERROR_INIT;
	struct summary summary;
	struct summary_unnamed unnamed;
	struct time_kinds kinds;

	facts.kinds = &kinds;
	facts.summary = &summary;
	facts.unnamed = &unnamed;
	if (!fine(summary_unnamed(p, &unnamed, &err), &err) ||
	    !fine(summary_from_tallies(&summary, p, &err), &err))
		return;
	kinds = time_kinds_of(p, &summary);
	fine(info_text(&facts, out, &err), &err);
	fine(info_json(&facts, out, &err), &err);
	summary_release(&summary);
}

static struct session *open_session(struct profile *p, const struct settings *settings)
{
	struct error err = ERROR_INIT;
	struct session *s = session_new(p, settings, &err);

	fine(s != NULL, &err);
	return s;
}

static void draw(const struct session *s, const struct settings *settings)
{
	struct error err = ERROR_INIT;
	struct canvas *c = picture_heatmap(s, settings, 60, &err);

	fine(c != NULL, &err);
	canvas_free(c);
	c = picture_flame(s, settings, 60, &err);
	fine(c != NULL, &err);
	canvas_free(c);
}

static void choose(struct session *s, const struct choice *c)
{
	struct error err = ERROR_INIT;

	fine(session_choose(s, c, NULL, &err), &err);
}

static void choose_filter(struct session *s, const char *filter)
{
	struct choice c = s->choice;

	c.filter = text_of(filter);
	choose(s, &c);
}

static void choose_event(struct session *s, uint32_t event)
{
	struct choice c = s->choice;

	c.event = event;
	choose(s, &c);
}

static void choose_root(struct session *s, enum root_mode root)
{
	struct choice c = s->choice;

	c.root = root;
	choose(s, &c);
}

static void choose_idle(struct session *s, enum idle_mode idle)
{
	struct choice c = s->choice;

	c.idle = idle;
	choose(s, &c);
}

/* Two event periods together. */
static void choose_periods_of(struct session *s, const char *pattern)
{
	struct choice c = s->choice;

	c.search = text_of(pattern);
	c.weigh = WEIGH_PERIOD;
	choose(s, &c);
}

/* ---- two sides ---- */

static const struct settings no_settings = {.file = "it.data"};

static void tell_rows(const struct session *s, const struct comparison *c, bool self,
		      FILE *out)
{
	struct session_document document;
	struct error err = ERROR_INIT;
	struct difference_rows d;
	const struct difference_choice choice = {
	    .document = session_document(&document, "diff", s, &no_settings),
	    .limit = UINT64_MAX,
	    .several = true};

	if (!fine(difference_rows_build(&d, c, KEYS_ALL, self, &err), &err))
		return;
	for (int format = TABLE_TEXT; format <= TABLE_JSON; format++)
		fine(difference_table_write(&d, c, &choice, (enum table_format)format,
					    out, &err),
		     &err);
	(void)difference_rows_grown(&d, c, 1);
	difference_rows_release(&d);
}

static void tell_changed_top(const struct session *s, const struct comparison *c,
			     FILE *out)
{
	struct session_document document;
	const struct top_choice choice = {
	    .document = session_document(&document, "top", s, &no_settings),
	    .limit = UINT64_MAX,
	    .comparison = c};
	struct error err = ERROR_INIT;
	struct top top;

	if (!fine(top_compare(&top, c, &err), &err))
		return;
	top_sort(&top, c->tree, TOP_CHANGE, false);
	for (int format = TABLE_TEXT; format <= TABLE_JSON; format++)
		fine(top_table_write(&top, s->profile, &choice, (enum table_format)format,
				     out, &err),
		     &err);
	top_release(&top);
}

static void save_shown(const struct session *s, const struct comparison *c,
		       enum shown_widths widths, FILE *out)
{
	struct export_job job =
	    session_export_job(s, &(struct settings){.file = "it.data"});
	struct error err = ERROR_INIT;
	struct diff_flame shown;

	if (!fine(shown_build(&shown, c, widths, widths == SHOWN_BOTH ? 0.01 : 0, &err),
		  &err))
		return;
	job.comparison = c;
	job.shown = &shown;
	job.style.normalise = widths == SHOWN_BOTH;
	job.order = (enum sibling_order)widths;
	for (size_t i = 0; i < export_notation_count(); i++)
		fine(export_notations[i]->write(&job, out, &err), &err);
	shown_release(&shown);
}

/* The range against the rest, another range, and itself. */
static void tell_differences(struct session *s, FILE *out)
{
	static const struct range ranges[] = {
	    {0, NS_PER_SECOND / 2}, {0, UINT64_MAX}, {NS_PER_SECOND, 3 * NS_PER_SECOND}};
	struct choice c;

	for (int i = 0; i < 6; i++) {
		const struct comparison *compared;

		c = s->choice;
		c.range = (struct range){NS_PER_SECOND / 4, NS_PER_SECOND};
		c.baseline =
		    (struct baseline){.against = i % 2 ? BASELINE_RANGE : BASELINE_REST,
				      .range = ranges[i / 2],
				      .filter = text_of(i == 5 ? "a" : ""),
				      .normalised = (enum normalised)(i / 2),
				      .swapped = i == 3,
				      .look.graph = GRAPH_DIFFERENTIAL};
		choose(s, &c);
		compared = session_comparison(s);
		if (!compared) /* there was no memory for it */
			continue;
		tell_rows(s, compared, i % 2, out);
		tell_changed_top(s, compared, out);
		save_shown(s, compared, (enum shown_widths)(i / 2), out);
		c = s->choice;
		c.baseline.look.both = i / 2 == SHOWN_BOTH;
		c.baseline.look.graph =
		    i / 2 == SHOWN_ELIDED ? GRAPH_ELIDED : GRAPH_DIFFERENTIAL;
		choose(s, &c);
		draw(s, &(struct settings){.file = NULL});
		session_set_range(s, ranges[i / 2]);
	}
	c = s->choice;
	c.baseline = (struct baseline){.against = BASELINE_NOTHING};
	choose(s, &c);
}

static void ask(struct session *s, const struct settings *settings, FILE *out)
{
	const struct export_job job = {.flame = &s->flame,
				       .style = {.annotate = ANNOTATE_ALL}};
	struct error err = ERROR_INIT;
	struct top top;

	draw(s, settings);
	if (fine(top_build(&top, &s->flame, &err), &err))
		top_release(&top);
	fine(folded_notation.write(&job, out, &err), &err);
	for (uint32_t e = 0; e < s->profile->event_count && e < 3; e++)
		choose_event(s, e);
	for (int root = ROOT_COMM; root < ROOT_MODES; root++)
		choose_root(s, (enum root_mode)root);
	session_set_range(s, (struct range){0, NS_PER_SECOND});
	session_set_range(s, (struct range){5, UINT64_MAX});
	tell_differences(s, out);
	choose_filter(s, "host~a & !cpu=1");
	choose_filter(s, "comm~a & module~b");
	(void)session_figures(s, 0);
	draw(s, settings);
}

bool everything_of(const void *bytes, size_t len)
{
	struct settings settings = {
	    .choice.idle = IDLE_SHOW, .choice.search = TEXT("a"), .choice.rows = 10};
	struct error err = ERROR_INIT;
	struct profile *p = stored_open(bytes, len, &err);
	FILE *out = fopen("/dev/null", "w");
	struct session *s;
	bool ok = fine(p != NULL, &err);

	if (!out)
		abort();
	if (ok)
		tell_facts(p, "flare", out);
	ok = ok && fine(store_check(p, &err), &err);
	if (!ok) {
		profile_free(p);
	} else if ((s = open_session(p, &settings))) {
		ask(s, &settings, out);
		session_free(s);
	}
	fclose(out);
	return ok;
}

static void print(struct canvas *c, const struct error *err, FILE *out)
{
	if (!c) {
		if (!err->message[0])
			abort();
		return;
	}
	print_plain(c, out);
	print_ansi(c, PALETTE_256, out);
	canvas_free(c);
}

static void draw_ways(struct session *s, FILE *out)
{
	static const struct settings ways[] = {
	    {.choice.rows = 10, .theme = {.ascii = true}},
	    {.choice.rows = 50,
	     .choice.period = NS_PER_SECOND / 2,
	     .choice.time_down = true,
	     .theme = {.depth = PALETTE_256, .scale = HEAT_ENHANCED}},
	    {.choice.icicle = true,
	     .choice.order = ORDER_VALUE,
	     .theme = {.depth = PALETTE_TRUE,
		       .scale = HEAT_SAFE,
		       .flame = FLAME_BY_NAME}},
	    {.choice.order = ORDER_START, .theme = {.depth = PALETTE_16}}};

	for (size_t i = 0; i < sizeof ways / sizeof *ways; i++) {
		struct error err = ERROR_INIT;
		struct choice c = s->choice;
		int width = i % 2 ? 41 : 132;

		choice_take(&c, &ways[i].choice, choice_rows(0, PART_PICTURE));
		choose(s, &c);
		print(picture_heatmap(s, &ways[i], width, &err), &err, out);
		err = (struct error)ERROR_INIT;
		print(picture_flame(s, &ways[i], width, &err), &err, out);
	}
}

/* The numbers of the heat map, as in `heatmap --format json`. */
static void tell_map(const struct session *s, FILE *out)
{
	struct error err = ERROR_INIT;
	struct picture_map map;
	struct heat_cells cells;
	struct session_document d;
	struct heatmap_facts facts = {.origin = profile_origin(s->profile)};
	uint64_t period = heatmap_usual_period(s->profile);

	if (!fine(picture_map_build(&map, s, period, 50, false, &err), &err))
		return;
	cells = picture_map_cells(&map);
	facts.matched = cells.matched;
	facts.busy = cells.busy;
	facts.found = cells.found;
	fine(heatmap_json_write(&map.map, &facts,
				session_document(&d, "heatmap", s, &no_settings), out,
				&err),
	     &err);
	picture_map_release(&map);
}

static void tell_top(const struct session *s, FILE *out)
{
	struct session_document d;
	struct top_choice choice = {.document =
					session_document(&d, "top", s, &no_settings),
				    .limit = 5,
				    .measure = flame_measure(&s->flame),
				    .unit = flame_unit(&s->flame)};
	struct error err = ERROR_INIT;
	struct top top = {0};

	if (!fine(top_build(&top, &s->flame, &err), &err))
		return;
	for (int order = 0; order <= TOP_NAME; order++)
		top_sort(&top, s->flame.tree, (enum top_order)order, order & 1);
	for (int format = TABLE_TEXT; format <= TABLE_JSON; format++)
		fine(top_table_write(&top, s->profile, &choice, (enum table_format)format,
				     out, &err),
		     &err);
	top_release(&top);
}

static void save(const struct session *s, FILE *out)
{
	struct export_job job =
	    session_export_job(s, &(struct settings){.file = "it.data"});
	struct error err = ERROR_INIT;

	for (size_t i = 0; i < export_notation_count(); i++)
		fine(export_notations[i]->write(&job, out, &err), &err);
	job.style = (struct folded_style){
	    .tidy = true, .annotate = ANNOTATE_ALL, .unit = NS_PER_SECOND};
	fine(folded_notation.write(&job, out, &err), &err);
	job.order = ORDER_START;
	job.icicle = true;
	fine(svg_notation.write(&job, out, &err), &err);
}

/* For spans and without times there is nothing to find, and the error says so. */
static void tell_odd(struct session *s, FILE *out)
{
	struct error err = ERROR_INIT;
	struct session_document d;
	struct anomalies found;

	if (!fine(session_find_odd(s, ANOMALY_EVERY_KIND, &found, &err), &err))
		return;
	fine(anomaly_table_write(&found, s->profile,
				 session_document(&d, "find", s, &no_settings),
				 TABLE_JSON, UINT64_MAX, out, &err),
	     &err);
	anomalies_release(&found);
}

static void tell_all(struct session *s, FILE *out)
{
	static const char *const filters[] = {"comm~a & !module~b", "!tid=7 & e", "cpu=0",
					      ""};

	save(s, out);
	draw_ways(s, out);
	tell_map(s, out);
	tell_top(s, out);
	tell_odd(s, out);
	for (size_t i = 0; i < sizeof filters / sizeof *filters; i++)
		choose_filter(s, filters[i]);
	choose_periods_of(s, "e");
	choose_event(s, ALL_EVENTS);
	for (int idle = 0; idle < 3; idle++)
		choose_idle(s, (enum idle_mode)idle);
	save(s, out);
	tell_map(s, out);
	tell_top(s, out);
}

void everything_of_profile(struct profile *p, const char *format)
{
	struct settings settings = {
	    .choice.idle = IDLE_SHOW, .choice.search = TEXT("a"), .choice.rows = 10};
	FILE *out = fopen("/dev/null", "w");
	struct session *s;

	if (!out)
		abort();
	tell_facts(p, format, out);
	s = open_session(p, &settings);
	if (s) {
		tell_all(s, out);
		ask(s, &settings, out);
		session_free(s);
	}
	fclose(out);
}
