#include "workspace/overlays.h"

#include <inttypes.h>
#include <stdio.h>
#include <time.h>

#include "analysis/filter.h"
#include "analysis/range_words.h"
#include "base/fill.h"
#include "base/mem.h"
#include "base/number.h"
#include "profile/wall_clock.h"

/*
 * Longer patterns are searched only when they are entered: compiling a pasted text once for each
 * character would take quadratic time.
 */
#define LIVE_LONGEST 250

#define SEARCHED_MAX 256 /* bytes of a searched name that is proposed again */

static const char *const labels[PROMPT_KINDS] = {
    [PROMPT_RANGE] = "range FROM,TO or FROM+LENGTH: ",
    [PROMPT_OTHER_RANGE] = "range of the other file, FROM,TO: ",
    [PROMPT_SEARCH] = "/",
    [PROMPT_FILTER] = "keep stacks that match (!: drop): ",
    [PROMPT_PERIOD] = "seconds per column: ",
    [PROMPT_SAVE] = "save as (.folded .svg .json .pb ...): ",
    [PROMPT_LINES] = "/",
    [PROMPT_OVERWRITE] = "that file exists; overwrite it? (yes/no): ",
};

/* For a live recording, whose records can be saved, too. */
static const char label_of_records[] = "save as (.flare .data .folded .svg ...): ";

/* "live-20261128-083012.flare", by the start of the range in UTC; false if that is unknown. */
static bool live_name(const struct open_profile *o, struct range r, char *buf,
		      size_t room)
{
	const struct profile *p = o->session->profile;
	struct wall_clock clock;
	char stamp[32];
	time_t second;
	struct tm tm;

	if (!p->samples.count || !wall_clock_of(p, &clock))
		return false;
	second = (time_t)((profile_origin(p) + (uint64_t)clock.offset +
			   (range_is_all(r) ? o->whole.from : r.from)) /
			  NS_PER_SECOND);
	if (!gmtime_r(&second, &tm) ||
	    !strftime(stamp, sizeof stamp, "%Y%m%d-%H%M%S", &tm))
		return false;
	snprintf(buf, room, "live-%s.flare", stamp);
	return true;
}

/* "service-11.2-11.36.folded" for "service.perf.gz" and a range, in the current directory. */
static void proposed_name(const struct open_profile *o, char *buf, size_t room)
{
	struct text name = text_basename(text_of(o->path));
	struct range r = range_shown(selection_bounds(o->session->selection), o->whole);
	char from[NUMBER_SECONDS_MAX], to[NUMBER_SECONDS_MAX];
	bool live = o->settings->reading.live; /* it is never complete */
	const char *dot, *part = o->partial && !live ? "-incomplete" : "";
	const char *ending = live ? "flare" : "folded";

	if (live && live_name(o, r, buf, room))
		return;
	if (strcmp(o->path, "-") == 0)
		name = live ? TEXT("live") : TEXT("profile");
	dot = name.len ? memchr(name.at + 1, '.', name.len - 1) : NULL;
	if (dot)
		name.len = (size_t)(dot - name.at);
	if (o->session->selection.count > 1)
		snprintf(buf, room, "%.*s-%" PRIu32 "-ranges%s.%s", (int)name.len,
			 name.at, o->session->selection.count, part, ending);
	else if (range_is_all(r) || r.to == UINT64_MAX)
		snprintf(buf, room, "%.*s%s.%s", (int)name.len, name.at, part, ending);
	else
		snprintf(buf, room, "%.*s-%s-%s%s.%s", (int)name.len, name.at,
			 number_plain_seconds(r.from, from),
			 number_plain_seconds(r.to, to), part, ending);
}

/*
 * The name of a search for one whole name, quoted for typing; "" for other patterns and long names.
 */
static struct text searched_name(struct text pattern, char *buf, size_t room)
{
	struct fill f = fill_of(buf, room);
	char name[SEARCHED_MAX];
	size_t len;

	if (pattern.len >= sizeof name ||
	    !filter_unquote(pattern, name, sizeof name, &len))
		return TEXT("");
	for (size_t i = 0; i < len; i++) {
		if (name[i] && strchr("\\^$|?*+()[]{}", name[i]))
			fill_char(&f, '\\');
		fill_char(&f, name[i]);
	}
	return f.short_room ? TEXT("") : fill_written(&f);
}

/* The proposed text, in `buf`; a filter of any length is borrowed from the choice. */
static struct text proposal(const struct open_profile *o, enum prompt_kind what,
			    char *buf, size_t room)
{
	const struct choice *c = &o->session->choice;
	char number[NUMBER_SECONDS_MAX], range[RANGE_TEXT_MAX];

	buf[0] = '\0';
	if (what == PROMPT_RANGE && !range_is_all(c->range) && !c->also.count)
		snprintf(buf, room, "%s", range_text(c->range, range));
	if (what == PROMPT_OTHER_RANGE && !range_is_all(c->baseline.range))
		snprintf(buf, room, "%s", range_text(c->baseline.range, range));
	if (what == PROMPT_FILTER)
		return c->filter;
	if (what == PROMPT_SEARCH)
		return searched_name(c->search, buf, room);
	if (what == PROMPT_PERIOD)
		snprintf(buf, room, "%s",
			 number_plain_seconds(o->session->choice.period, number));
	if (what == PROMPT_SAVE)
		proposed_name(o, buf, room);
	return text_of(buf);
}

bool prompts_open(struct prompts *p, enum prompt_kind kind, const struct open_profile *o,
		  struct error *err)
{
	struct text now = o->session->choice.search;
	bool records = kind == PROMPT_SAVE && o->settings->reading.kept;
	char text[512], *about;

	if ((kind == PROMPT_RANGE || kind == PROMPT_PERIOD) &&
	    !o->session->profile->has_times)
		return error_set(err, ERROR_NOTHING, "this profile has no times");
	about = mem_text(now.at, now.len, err);
	if (!about ||
	    !prompt_view_open(&p->view, records ? label_of_records : labels[kind],
			      proposal(o, kind, text, sizeof text), &p->histories[kind],
			      err)) {
		mem_free(about);
		return false;
	}
	mem_free(p->about);
	p->about = about;
	p->kind = kind;
	p->is_open = true;
	p->entered = false;
	return true;
}

bool prompts_ask_lines(struct prompts *p, struct text before, struct error *err)
{
	char *about = mem_text(before.at, before.len, err);

	if (!about || !prompt_view_open(&p->view, labels[PROMPT_LINES], TEXT(""),
					&p->histories[PROMPT_LINES], err)) {
		mem_free(about);
		return false;
	}
	mem_free(p->about);
	p->about = about;
	p->kind = PROMPT_LINES;
	p->is_open = true;
	p->entered = false;
	return true;
}

void prompts_release(struct prompts *p)
{
	prompt_view_release(&p->view);
	for (int i = 0; i < PROMPT_KINDS; i++)
		prompt_history_release(&p->histories[i]);
	mem_free(p->about);
	*p = (struct prompts){0};
}

void prompts_answer(struct prompts *p, bool done)
{
	if (p->entered && done) {
		prompt_history_add(&p->histories[p->kind], prompt_view_text(&p->view));
		p->is_open = false;
	}
	p->entered = false;
}

/* ---- entered texts ---- */

/* While the file is being read, a range may lie beyond the current end. */
static struct action typed_range(struct open_profile *o, struct text text,
				 struct error *err)
{
	struct range_place place =
	    range_place_of(o->session->profile, o->session->choice.local);
	struct action a = {.kind = ACTION_RANGE, .settled = true, .reveal = true};
	struct ranges also = {0};
	struct range r = RANGE_ALL;
	bool ok = true;

	place.growing = o->coming;
	if (text.len)
		ok = ranges_parse(text, &place, &r, &also, err) &&
		     (o->coming || also.count || session_has_range(o->session, r, err));
	for (uint32_t i = 0; ok && !o->coming && i < also.count; i++)
		ok = session_has_range(o->session, also.list[i], err);
	if (ok && also.count) {
		heat_view_forget_mark(&o->heat);
		ok = open_profile_set_ranges(o, r, &also, err);
		a = ACTION(REDRAW);
	} else if (range_is_all(r)) {
		a.kind = ACTION_ALL;
	}
	ranges_release(&also);
	a.range = r;
	return ok ? a : ACTION(NONE);
}

static struct action typed_other_range(const struct open_profile *o, struct text text,
				       struct error *err)
{
	const struct range_place place =
	    range_place_of(o->session->other->profile, o->session->choice.local);
	struct range r = o->other.heat.rest;

	if (text.len && (!range_parse(text, &place, &r, err) ||
			 !session_has_range(o->session->other, r, err)))
		return ACTION(NONE);
	return (struct action){
	    .kind = ACTION_RANGE, .side = RANGE_OF_OTHER, .range = r, .settled = true};
}

static struct action typed_period(const struct open_profile *o, struct text text,
				  struct error *err)
{
	uint64_t period;

	if (!number_seconds(text, &period) || period < HEATMAP_FINEST) {
		error_set(err, ERROR_USAGE,
			  "a column is at least 0.00001 s: 0.5, 1, 10 ...");
		return ACTION(NONE);
	}
	return (struct action){.kind = ACTION_PERIOD,
			       .value = period,
			       .range.from = open_profile_cursor(o),
			       .settled = true};
}

static struct action done(bool ok)
{
	return ok ? ACTION(REDRAW) : ACTION(NONE);
}

/* If the file exists, ask first whether to overwrite it; the answer closes that prompt. */
static struct action save_named_file(struct prompts *p, struct open_profile *o,
				     bool overwrite, char words[PROMPTS_WORDS],
				     struct error *err)
{
	enum saving saving = saving_save(o, p->about, overwrite, words, err);

	if (saving != SAVING_EXISTS)
		return done(saving == SAVING_DONE);
	prompt_history_add(&p->histories[p->kind], text_of(p->about));
	if (!prompt_view_open(&p->view, labels[PROMPT_OVERWRITE], TEXT(""), NULL, err))
		return ACTION(NONE);
	p->kind = PROMPT_OVERWRITE;
	p->entered = false;
	return ACTION(REDRAW);
}

/* A proposed text that was not edited repeats the former search exactly. */
static struct action typed(struct prompts *p, struct open_profile *o, bool as_proposed,
			   char words[PROMPTS_WORDS], struct error *err)
{
	struct text text = prompt_view_text(&p->view);
	char *path;
	bool ok;

	switch (p->kind) {
	case PROMPT_RANGE:
		return typed_range(o, text, err);
	case PROMPT_OTHER_RANGE:
		return typed_other_range(o, text, err);
	case PROMPT_SEARCH:
		ok = open_profile_set_search(o, as_proposed ? text_of(p->about) : text,
					     err);
		if (ok)
			open_profile_add_step(o);
		return done(ok);
	case PROMPT_LINES:
		return (struct action){
		    .kind = ACTION_TYPED, .text = text, .settled = true};
	case PROMPT_FILTER:
		return done(open_profile_set_filter(o, text, err));
	case PROMPT_PERIOD:
		return typed_period(o, text, err);
	case PROMPT_SAVE:
		path = text.len ? mem_text(text.at, text.len, err) : NULL;
		if (!path)
			return done(!text.len);
		mem_free(p->about);
		p->about = path;
		return save_named_file(p, o, false, words, err);
	default: /* yes or no */
		p->is_open = false;
		if (text.len && (text.at[0] == 'y' || text.at[0] == 'Y'))
			return save_named_file(p, o, true, words, err);
		return ACTION_SAY("nothing was saved");
	}
}

/* Restores the previous search. */
static struct action cancel_prompt(struct prompts *p, struct open_profile *o,
				   struct error *err)
{
	p->is_open = false;
	if (p->kind == PROMPT_LINES)
		return (struct action){.kind = ACTION_TYPED, .text = text_of(p->about)};
	if (p->kind == PROMPT_SEARCH)
		open_profile_set_search(o, text_of(p->about), err);
	return ACTION(REDRAW);
}

struct action prompts_command(struct prompts *p, struct open_profile *o,
			      const struct input *in, char words[PROMPTS_WORDS],
			      struct error *err)
{
	bool as_proposed = p->view.proposed;
	struct action a = prompt_view_command(&p->view, in);
	struct text text = prompt_view_text(&p->view);

	words[0] = '\0';
	if (a.kind == ACTION_CLOSE)
		return cancel_prompt(p, o, err);
	if (a.kind != ACTION_TYPED)
		return a;
	if (a.settled) {
		p->entered = true;
		return typed(p, o, as_proposed, words, err);
	}
	a.text = text;
	if (p->kind == PROMPT_LINES)
		return a;
	/* an unfinished pattern may be invalid: the error is shown, and the last search stays */
	if (p->kind == PROMPT_SEARCH && text.len <= LIVE_LONGEST)
		open_profile_set_search(o, text, err);
	return ACTION(REDRAW);
}
