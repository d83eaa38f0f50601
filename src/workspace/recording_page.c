#include "workspace/overlays.h"

#include <inttypes.h>
#include <stdio.h>

#include "base/number.h"
#include "base/utf8.h"
#include "export/info.h"
#include "view/label.h"

#define NOTE_COLUMN 15 /* the column of the second line of a text */
#define LOSS_COLUMN 12

static bool add_tasks(const struct summary *sum, struct page_view *page,
		      struct error *err)
{
	if (!sum->threads)
		return page_view_add(page, err, "%s", "threads        not counted");
	return page_view_add(page, err,
			     sum->processes ? "threads        %u in %u process%s"
					    : "threads        %u, whose processes were "
					      "not recorded",
			     sum->threads, sum->processes,
			     sum->processes == 1 ? "" : "es") &&
	       page_view_add(page, err,
			     sum->cpus ? "CPUs           %u"
				       : "CPUs           not recorded",
			     sum->cpus);
}

/* Before the whole file is read, only the clock of the recording itself is certain. */
static bool add_wall_clock(const struct open_profile *o, struct page_view *page,
			   struct error *err)
{
	const struct session *s = o->session;
	const struct heat_clock *clock = &o->heat.clock;
	const struct info f = {
	    .profile = s->profile, .summary = &s->summary, .local = clock->local};
	char buf[INFO_WALL_MAX], line[INFO_WALL_MAX + NOTE_COLUMN];

	if ((o->partial && wall_source_is_date(clock->source)) ||
	    !info_wall_clock(&f, buf))
		return true;
	snprintf(line, sizeof line, "wall clock     %s", buf);
	return page_view_wrap(page, NOTE_COLUMN, text_of(line), err);
}

static bool add_counts(const struct open_profile *o, struct page_view *page,
		       struct error *err)
{
	const struct session *s = o->session;
	const struct summary *sum = &s->summary;
	char a[NUMBER_GROUPED_MAX], b[NUMBER_GROUPED_MAX], d[LABEL_MAX];

	return ((sum->stretches && !sum->samples) ||
		page_view_add(page, err, "samples        %s, of them idle %s",
			      number_grouped(sum->samples, a),
			      number_grouped(sum->idle, b))) &&
	       page_view_add(page, err, "time           %s",
			     s->profile->has_times
				 ? label_duration(sum->last - sum->first, d)
				 : "not recorded") &&
	       add_wall_clock(o, page, err) &&
	       (s->profile->times_only || add_tasks(sum, page, err));
}

static bool add_events(const struct session *s, struct page_view *page, struct error *err)
{
	const struct profile *p = s->profile;
	char n[LABEL_MAX], took[LABEL_MAX];
	bool ok = true;

	for (uint32_t e = 0; ok && e < p->event_count; e++) {
		struct text name = profile_string(p, p->events[e].name);
		const struct event_summary *sum = &s->summary.events[e];
		bool spans = p->events[e].spans;
		bool cpu = spans && sum->weight != sum->duration;
		const char *of = cpu ? ", CPU time " : spans ? "" : " samples";

		ok = page_view_add(
		    page, err, "event          %.*s: %s%s%s", (int)name.len, name.at,
		    label_value(spans ? sum->duration : sum->samples, spans, n), of,
		    cpu ? label_duration(sum->weight, took) : "");
	}
	return ok;
}

/* A row of the table of losses: the number, the kind, the position of the first one. */
static bool add_loss(const struct profile *p, const struct loss *l,
		     struct page_view *page, struct error *err)
{
	char n[NUMBER_GROUPED_MAX], line[400], one[NUMBER_THINGS_MAX];
	struct text why = number_noun(l->count, profile_string(p, l->reason), one);

	why = utf8_upto(why, 300);
	number_grouped(l->count, n);
	if (l->first_line)
		snprintf(line, sizeof line, "%10s  %.*s, %sat line %" PRIu64, n,
			 (int)why.len, why.at, l->count == 1 ? "" : "first ",
			 l->first_line);
	else
		snprintf(line, sizeof line, "%10s  %.*s", n, (int)why.len, why.at);
	return page_view_wrap(page, LOSS_COLUMN, text_of(line), err);
}

/* All losses of one kind, under a heading. */
static bool add_losses(const struct profile *p, enum loss_kind kind,
		       struct page_view *page, struct error *err)
{
	bool ok = true, any = false;

	for (uint32_t i = 0; ok && i < p->loss_count; i++) {
		if (p->losses[i].kind != kind)
			continue;
		ok = (any || page_view_add(page, err, "%s:", loss_words[kind].many)) &&
		     add_loss(p, &p->losses[i], page, err);
		any = true;
	}
	return ok;
}

/* Frames without a name are reported for all formats. */
static bool add_unnamed(const struct session *s, struct page_view *page,
			struct error *err)
{
	char share[SUMMARY_UNNAMED_MAX];
	struct summary_unnamed u;

	if (s->profile->times_only)
		return true;
	return summary_unnamed(s->profile, &u, err) &&
	       (!u.nameless ||
		page_view_add(page, err, "without a name %s frame%s",
			      summary_unnamed_text(&u, share), u.frames == 1 ? "" : "s"));
}

static bool add_notes(const struct profile *p, struct page_view *page, struct error *err)
{
	char line[2200];
	bool ok = true;

	for (uint32_t i = 0; ok && i < p->note_count; i++) {
		struct text key = profile_string(p, p->notes[i].key);
		struct text value = profile_string(p, p->notes[i].value);

		key = utf8_upto(key, 100);
		value = utf8_upto(value, 2000);
		snprintf(line, sizeof line, "%-14.*s %.*s", (int)key.len, key.at,
			 (int)value.len, value.at);
		ok = page_view_wrap(page, NOTE_COLUMN, text_of(line), err);
	}
	return ok;
}

/* While the file is being read its losses are not known. */
static bool add_all_losses(const struct open_profile *o, struct page_view *page,
			   struct error *err)
{
	const struct profile *p = o->session->profile;
	bool ok = true;

	if (o->partial)
		return page_view_add(page, err,
				     "lost: known when the whole file has been read");
	if (!profile_lost(p, LOSSES_ALL))
		ok = page_view_add(page, err, "lost: nothing");
	else if (!profile_lost(p, LOSSES_LOUD))
		ok = page_view_add(page, err, "lost: no samples, as far as is known");
	for (int i = 0; ok && i < LOSS_KINDS; i++)
		ok = add_losses(p, loss_order[i], page, err);
	return ok;
}

static bool add_progress(const struct open_profile *o, struct page_view *page,
			 struct error *err)
{
	const struct load_progress *g = &o->read;
	char done[LABEL_MAX], total[LABEL_MAX];

	if (!o->partial)
		return true;
	if (g->times_only)
		return page_view_add(page, err,
				     "read           the times of all samples; "
				     "their stacks %s",
				     o->coming ? "are being read"
					       : "were not: reading was stopped");
	return page_view_add(
	    page, err, "read           %s%s%s%s", label_size(g->done, done),
	    g->total ? " of " : "", g->total ? label_size(g->total, total) : "",
	    o->coming ? " so far; more is coming" : ": incomplete, reading was stopped");
}

/* Names that differ in the second file. */
static bool add_renamed(const struct session *s, struct page_view *page,
			struct error *err)
{
	char words[RENAMED_TEXT_MAX], line[RENAMED_TEXT_MAX + NOTE_COLUMN];

	if (!s->other || !*renamed_text(&s->renamed, words))
		return true;
	snprintf(line, sizeof line, "two builds     %s", words);
	return page_view_wrap(page, NOTE_COLUMN, text_of(line), err);
}

static const char title[] = " The recording ";

bool recording_page_fill(const struct open_profile *o, struct page_view *page,
			 struct error *err)
{
	const struct session *s = o->session;

	page_view_release(page);
	page->title = title;
	return page_view_add(page, err, "file           %s", o->path) &&
	       add_progress(o, page, err) && add_counts(o, page, err) &&
	       add_events(s, page, err) && add_unnamed(s, page, err) &&
	       add_renamed(s, page, err) && page_view_add(page, err, "%s", "") &&
	       add_all_losses(o, page, err) && page_view_add(page, err, "%s", "") &&
	       add_notes(s->profile, page, err);
}

bool recording_page_renew(const struct open_profile *o, struct page_view *page,
			  struct error *err)
{
	uint32_t scroll = page->list.scroll;
	bool ok;

	if (page->title != title)
		return true;
	ok = recording_page_fill(o, page, err);
	if (scroll < page->list.count)
		page->list.scroll = scroll;
	return ok;
}
