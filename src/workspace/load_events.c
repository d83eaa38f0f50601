#include "workspace/workspace_inside.h"

#include <stdio.h>

#include "base/clock.h"
#include "base/mem.h"
#include "session/settings.h"

#define PROGRESS_MS 120	 /* interval at which the progress is drawn */
#define LIVE_MS	    1000 /* the same, for a live recording */
#define NS_PER_MS   UINT64_C(1000000)

/* Let the user interrupt patterns that run in this session. */
static void watch_session(const struct workspace *w, struct session *s)
{
	s->wanted = w->wanted;
	s->wanted_arg = w->wanted_arg;
}

/* Note whether the database has answered the choice. */
static void note_query(const struct loading *l, struct open_profile *o)
{
	const struct loader *asks = o->settings->query ? l->loader : NULL;

	o->asking = !asks		       ? NULL
		    : !loader_rests(asks)      ? "querying ClickHouse"
		    : loader_was_refused(asks) ? "not counted"
					       : NULL;
}

/* Pass the current choice to the loader; a database is queried for the answer. */
static void follow_choice(const struct loading *l, struct open_profile *o)
{
	const char *was = o->asking;
	struct error ignored = ERROR_INIT; /* reported with the answer */

	loader_follow(l->loader, &o->session->choice);
	if (!o->settings->query)
		return;
	loader_follow_lanes(l->loader, open_profile_lanes_by(o));
	note_query(l, o);
	if (was != o->asking)
		open_profile_recount(o, &ignored);
}

/* The file cannot be used: go back to the list, or quit with the reason. */
static void give_up(struct workspace *w, const struct error *err)
{
	if (w->files.directory) {
		workspace_say(w, err->message);
		return;
	}
	w->failure = *err;
	w->shell_action = SHELL_QUIT;
}

static void arrange_again(struct workspace *w)
{
	struct error err = ERROR_INIT;

	if (w->at.whole.w)
		panes_arrange(w, w->at.whole.w, w->at.whole.h);
	else
		workspace_done(w, open_profile_refresh(&w->open, &err), &err);
}

/* End the loading; the samples read so far stay. */
static void end_loading(struct workspace *w)
{
	loading_end(&w->loading);
	open_profile_ends(&w->open);
}

/* Update the page about the recording. */
static void renew_facts(struct workspace *w)
{
	struct error err = ERROR_INIT;

	if (w->page_is_open)
		workspace_done(w, recording_page_renew(&w->open, &w->page, &err), &err);
}

bool load_events_stop_inlining(struct workspace *w)
{
	if (!w->inlining.under_way)
		return false;
	workspace_say(w, w->inlining.shown ? "stopped: inlined functions stay shown"
					   : "stopped: no inlined functions are shown");
	loading_end(&w->loading);
	inlining_ended(&w->inlining);
	return true;
}

void load_events_stop(struct workspace *w)
{
	char words[LOADING_WORDS];

	if (load_events_stop_inlining(w))
		return;
	if (w->settings.query && w->open.session) {
		loader_stop_asking(w->loading.loader);
		return;
	}
	end_loading(w);
	if (!w->open.session) {
		if (!w->files.directory)
			w->shell_action = SHELL_QUIT;
		return;
	}
	arrange_again(w);
	renew_facts(w);
	loading_words(&w->open.read, words);
	workspace_printf(w, "stopped reading; the profile is %s", words);
}

/* Report the error of a loading, and clear it. */
static void report_load_error(struct workspace *w, struct error *err)
{
	if (w->inlining.under_way) {
		inlining_explain(&w->inlining, w->loading.path, err);
		loading_end(&w->loading);
		inlining_drop(&w->inlining);
		inlining_ended(&w->inlining);
		workspace_complain(w, err);
		return;
	}
	end_loading(w);
	if (!w->open.session) {
		give_up(w, err);
		return;
	}
	arrange_again(w);
	workspace_complain(w, err);
}

/* ---- the baseline file ---- */

bool load_events_choose_baseline(struct workspace *w, const char *path, struct error *err)
{
	bool again = w->baseline_file && strcmp(w->baseline_file, path) == 0;
	char *copy = again ? NULL : mem_text(path, strlen(path), err);

	if (!again && !copy)
		return false;
	mem_free(w->baseline_file);
	w->baseline_file = copy;
	w->settings.baseline_file = copy;
	if (copy)
		workspace_printf(w, "%s is the baseline: now open a file to compare it",
				 session_title(copy).at);
	else
		workspace_say(w, "no baseline: the next file is not compared");
	return true;
}

/* Read the baseline file. From the command line it takes how to read, and its own range. */
static void begin_baseline(struct workspace *w)
{
	const struct settings *s = &w->settings;
	struct settings settings = {.reading = s->reading,
				    .theme = s->theme,
				    .choice = s->choice,
				    .asked.given = s->asked.given};
	struct error err = ERROR_INIT;

	if (!s->baseline_file || w->open.session->other)
		return;
	inlining_drop(&w->inlining); /* two files are not read again for inlining */
	settings.choice.filter = settings.choice.search = settings.choice.transform =
	    TEXT("");
	settings.choice.waiting = (struct waiting_choice){.states = 0};
	settings.choice.reversed = false;
	settings.choice.below = BELOW_GRAPH; /* it is not compared with its own rest */
	if (s->asked.against && strcmp(s->asked.against, "rest") != 0)
		settings.asked.range = s->asked.against;
	settings.reading.beside = 2 * mem_used();
	settings.reading.together = NULL; /* one file */
	if (!loading_begin_whole(&w->baseline, s->baseline_file, &settings, &err))
		workspace_complain(w, &err);
}

static void take_baseline(struct workspace *w)
{
	struct arrival a;
	char renamed[RENAMED_TEXT_MAX];
	bool had_lanes;

	if (!loading_take(&w->baseline, NULL, &a))
		return;
	loading_end(&w->baseline);
	if (a.news == LOADER_FAILED) {
		workspace_complain(w, &a.err);
		return;
	}
	if (!w->open.session) { /* the first file has been closed */
		session_free(a.session);
		return;
	}
	watch_session(w, a.session);
	had_lanes = open_profile_has_lanes(&w->open);
	if (workspace_done(w, open_profile_hold_against(&w->open, a.session, &a.err),
			   &a.err) &&
	    *renamed_text(&w->open.session->renamed, renamed))
		workspace_printf(w, "%s (see --compare-as)", renamed);
	if (had_lanes && !open_profile_has_lanes(&w->open))
		workspace_tell(w, LANES_OF_ONE);
	arrange_again(w);
}

/* ---- reading the file again ---- */

/* Read it with or without inlined functions, or take it from memory if it is still there. */
static void read_again(struct workspace *w, bool inlined)
{
	bool in_memory =
	    inlining_has(&w->inlining, inlined, w->settings.choice.waiting.states);
	struct settings settings = w->settings;
	struct error err = ERROR_INIT;
	const char *why = NULL;

	settings.reading.inlined = inlined;
	w->inlining.wanted = w->inlining.shown;
	if (w->open.session->other)
		why = "two files are compared: --inline shows the inlined functions of "
		      "both";
	else if (!in_memory)
		why = inlining_refusal(&w->inlining, w->loading.path,
				       &w->settings.reading, w->open.partial);
	if (why) {
		workspace_say(w, why);
		return;
	}
	if (in_memory) {
		w->loading.loader = inlining_open(&w->inlining, &settings, &err);
	} else {
		inlining_drop(&w->inlining); /* reading needs its memory */
		loading_begin_again(&w->loading, &settings, &err);
	}
	if (!w->loading.loader) {
		workspace_complain(w, &err);
	} else {
		inlining_begun(&w->inlining, inlined);
		loader_follow(w->loading.loader, &w->open.session->choice);
	}
}

void load_events_toggle_inlining(struct workspace *w)
{
	struct inlining *i = &w->inlining;

	if (load_events_stop_inlining(w))
		return;
	if (!loading_is_under_way(&w->loading)) {
		read_again(w, !i->shown);
		return;
	}
	i->wanted = !i->wanted;
	workspace_say(w, i->wanted
			     ? "inlined functions come when the whole file has been "
			       "read"
			     : "stopped looking for inlined functions");
}

/* Replace the open session by one that was read again, if it is from the same file. */
static void take_again(struct workspace *w, struct session *s)
{
	struct error err = ERROR_INIT;
	struct session *old;
	char words[INLINING_WORDS];
	uint32_t *frames = inlining_match(&w->inlining, w->loading.path,
					  w->open.session->profile, s->profile, &err);

	if (frames) {
		state_change_forget(&w->changing); /* it stores the former names */
		watch_session(w, s);
		old = open_profile_replace(&w->open, s, frames);
		old = inlining_keep(&w->inlining, old, s->profile);
		if (old)
			loader_close(w->loading.loader, old);
		inlining_words(&w->inlining, w->open.session->profile, words);
		if (words[0])
			workspace_say(w, words);
	} else {
		loader_close(w->loading.loader, s);
		workspace_complain(w, &err);
	}
	mem_free(frames);
	loading_end(&w->loading);
	inlining_ended(&w->inlining);
	begin_baseline(w);
	arrange_again(w);
}

/* ---- parts of the file ---- */

/* Remarks about a file once all of it has been read. */
static void say_shortfall(struct workspace *w)
{
	const char *words = open_profile_shortfall(&w->open);

	if (w->message[0] || workspace_has_overlay(w) ||
	    loading_is_under_way(&w->loading))
		return;
	if (words)
		workspace_tell(w, words);
	else if (w->settings.reading.live)
		workspace_tell(w, "the recording has ended; {save} saves it");
	else
		panes_tell_rows(w);
}

/* Show the session; it is taken over, also on failure. */
static bool take_over(struct workspace *w, struct session *s, struct error *err)
{
	watch_session(w, s);
	if (w->open.session) {
		loader_close(w->loading.loader, open_profile_grow(&w->open, s, err));
		return err->kind == ERROR_NONE;
	}
	w->focus = s->profile->has_times && w->settings.choice.below == BELOW_GRAPH
		       ? PANE_UPPER
		       : PANE_LOWER;
	return open_profile_begin(&w->open, s, w->loading.path, &w->settings, err);
}

/* Show the database's answer to the choice. */
static bool show_answer(struct workspace *w, struct arrival *a)
{
	bool first = !w->open.session;

	if (!take_over(w, a->session, &a->err))
		return false;
	note_query(&w->loading, &w->open);
	arrange_again(w);
	renew_facts(w);
	if (first)
		say_shortfall(w);
	return true;
}

/* The database has refused: the numbers on the screen answer the previous choice. */
static void tell_refusal(struct workspace *w, struct error *err)
{
	if (!w->open.session) {
		give_up(w, err);
		return;
	}
	note_query(&w->loading, &w->open);
	arrange_again(w);
	if (err->kind == ERROR_CANCELLED)
		workspace_tell(
		    w, "query stopped; the numbers are old, {redraw} queries again");
	else
		workspace_complain(w, err);
}

/* Show a part of the file, or all of it. */
static bool show_arrival(struct workspace *w, struct arrival *a)
{
	bool whole = a->news == LOADER_WHOLE, live = w->settings.reading.live;

	if (live)
		live_updates_before(&w->live_updates, &w->open);
	if (!take_over(w, a->session, &a->err))
		return false;
	if (whole) {
		loading_end(&w->loading);
		workspace_done(w, open_profile_has_all(&w->open, &a->read, &a->err),
			       &a->err);
	} else {
		open_profile_has_part(&w->open, &a->read);
	}
	arrange_again(w);
	if (live)
		live_updates_after(&w->live_updates, &w->loading, &w->open);
	if (live && live_updates_lost_range(&w->live_updates, &w->open))
		workspace_tell(w, "the selection is older than --keep, and gone; "
				  "{freeze} freezes the view");
	renew_facts(w);
	if (whole && w->inlining.wanted)
		read_again(w, true);
	if (whole && !loading_is_under_way(&w->loading))
		begin_baseline(w);
	if (whole)
		say_shortfall(w);
	return true;
}

void load_events_freeze(struct workspace *w)
{
	struct arrival last;
	bool going = loading_is_under_way(&w->loading);

	if (!w->settings.reading.live || (!going && !w->live_updates.frozen)) {
		workspace_tell(w, "nothing is recorded here: use flarescope live");
		return;
	}
	if (!live_updates_freeze(&w->live_updates, &w->loading, !w->live_updates.frozen))
		return;
	last = w->live_updates.held;
	w->live_updates.held.session = NULL;
	if (!show_arrival(w, &last))
		report_load_error(w, &last.err);
}

bool workspace_wake(struct workspace *w)
{
	struct arrival a;

	if (actions_take_code(w) || state_take(w))
		return true;
	if (!loading_is_under_way(&w->loading) && loading_is_under_way(&w->baseline)) {
		take_baseline(w);
		return true;
	}
	if (!loading_take(&w->loading, w->open.session ? &w->open.session->choice : NULL,
			  &a))
		return false;
	if (w->live_updates.frozen && a.session)
		live_updates_hold(&w->live_updates, &w->loading, &a);
	else if (a.news == LOADER_REFUSED)
		tell_refusal(w, &a.err);
	else if (a.news != LOADER_FAILED && w->inlining.under_way)
		take_again(w, a.session);
	else if (a.news == LOADER_FAILED ||
		 !(a.news == LOADER_ANSWER ? show_answer(w, &a) : show_arrival(w, &a)))
		report_load_error(w, &a.err);
	return true;
}

int workspace_wake_fd(const struct workspace *w)
{
	const struct loader *l = w->annotating.loading.loader;

	if (!l)
		l = w->changing.loading.loader;
	if (!l)
		l = w->loading.loader;
	if (!l)
		l = w->baseline.loader;
	return l ? loader_fd(l) : -1;
}

int workspace_timeout(const struct workspace *w)
{
	bool rests = w->loading.loader && loader_rests(w->loading.loader);

	if (workspace_view_is_behind(w))
		return 0;
	if (workspace_wake_fd(w) < 0 || rests)
		return -1;
	return w->settings.reading.live && w->open.session ? LIVE_MS : PROGRESS_MS;
}

bool load_events_follow(struct workspace *w)
{
	if (!w->loading.loader)
		return false;
	if (w->open.session)
		follow_choice(&w->loading, &w->open);
	if (!loading_is_under_way(&w->loading))
		return false;
	return clock_now() - w->drawn > PROGRESS_MS * NS_PER_MS;
}

void load_events_meter(const struct workspace *w, struct meter *m)
{
	const struct open_profile *o = &w->open;
	int width = w->at.bottom.w;

	*m = (struct meter){.width = 0};
	if (w->behind && workspace_view_is_behind(w)) {
		snprintf(m->words, sizeof m->words, "comparing %.1f s",
			 (double)(clock_now() - w->behind) / 1e9);
		loading_fill_meter(m, false, 0, width);
		return;
	}
	if (workspace_wake_fd(w) < 0 || !o->session ||
	    (w->loading.loader && loader_rests(w->loading.loader)))
		return;
	if (annotating_is_under_way(&w->annotating))
		annotating_meter(&w->annotating, o->session->profile->samples.count,
				 width, m);
	else if (state_change_is_under_way(&w->changing))
		state_change_meter(&w->changing, o->session->profile->samples.count,
				   width, m);
	else if (!loading_is_under_way(&w->loading))
		loading_meter(&w->baseline, false, width, m);
	else if (w->inlining.under_way)
		inlining_meter(&w->inlining, &w->loading,
			       o->session->profile->samples.count, width, m);
	else if (w->settings.query)
		loading_asking_meter(&w->loading, width, m);
	else if (w->settings.reading.live)
		live_updates_meter((struct live_updates *)&w->live_updates, &w->loading,
				   width, m);
	else
		loading_meter(&w->loading, o->read.times_only, width, m);
}
