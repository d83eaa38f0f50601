#include "workspace/workspace_inside.h"

#include "analysis/compare/difference_rows.h"
#include "analysis/waiting/sched_replay.h"
#include "analysis/waiting/wait_keys.h"
#include "base/mem.h"
#include "session/settings.h"
#include "workspace/comparing.h"

static const char *why_no_state(const struct workspace *w, unsigned states)
{
	const struct open_profile *o = &w->open;

	if (o->session->other)
		return "two files are compared: --state shows a state of both";
	if (w->inlining.under_way)
		return "inlined functions are being read: wait for them, or stop that";
	return state_change_refusal(&w->changing, states, &w->inlining.mark, o->path,
				    o->partial, o->coming);
}

static bool change_state(struct workspace *w, const struct waiting_choice *wanted,
			 enum state_way way)
{
	struct session *s = w->open.session;
	struct settings settings = w->settings;
	const struct sched_sink nobody = {.arg = NULL};
	const char *why = why_no_state(w, wanted->states);
	struct error err = ERROR_INIT;
	bool ok = true;

	settings.reading.inlined = w->inlining.shown;
	if (why)
		workspace_say(w, why);
	else if (wanted->states &&
		 !session_may_be_perf(s)) /* its error explains how to record */
		ok = sched_replay(s->profile, &nobody, &err);
	else
		ok = state_change_begin(&w->changing, s, w->open.path, &settings, wanted,
					way, &err);
	return workspace_done(w, ok, &err), true;
}

/* The current state, or the one being computed. */
static struct waiting_choice waiting_of(const struct workspace *w)
{
	return state_change_is_under_way(&w->changing) ? w->changing.wanted
						       : w->settings.choice.waiting;
}

static bool step_on(struct workspace *w, const struct waiting_choice *now)
{
	const struct waiting_choice next = state_change_next(now);

	return change_state(w, &next, STATE_NEXT);
}

bool state_next(struct workspace *w)
{
	const struct waiting_choice now = waiting_of(w);

	return step_on(w, &now);
}

static bool step_state(struct workspace *w, const struct waiting_choice *now,
		       enum choice_id part, int steps, int tries)
{
	const struct waiting_choice next = state_change_step(now, part, steps);

	w->changing.part = part;
	w->changing.steps = steps;
	w->changing.tries = tries;
	return change_state(w, &next, STATE_MENU);
}

bool state_step(struct workspace *w, enum choice_id part, int steps)
{
	const struct waiting_choice now = waiting_of(w);

	return step_state(w, &now, part, steps, 0);
}

/* ---- why less ran ---- */

bool state_explain_stall(struct workspace *w)
{
	const struct session *s = w->open.session;
	struct waiting_choice wanted = w->settings.choice.waiting;
	struct error ignored = ERROR_INIT; /* without memory, show what ran */
	bool is_stall = false;

	if (open_profile_shown(&w->open, PANE_LOWER) != VIEW_WHY || w->open.coming ||
	    wanted.states & ~STATE_SET(STATE_RUNNING) ||
	    !state_change_has_switches(s->profile, wanted.states) ||
	    why_no_state(w, STATES_BLOCKED) || !session_comparison(s))
		return true;
	if (!stall_find(session_comparison(s), &is_stall, &ignored) || !is_stall) {
		workspace_tell(
		    w,
		    "what ran here but not elsewhere; {state}: what threads waited for");
		return true;
	}
	wanted.states = STATES_BLOCKED;
	return change_state(w, &wanted, STATE_WHY);
}

/* Does the current graph lack the waker that this wait names? */
static bool lacks_waker(const struct profile *p, struct text name)
{
	return text_has(name, TEXT(WAIT_FOR)) &&
	       p->graph != wait_graph_names[GRAPH_OFF_WAKE] &&
	       p->graph != wait_graph_names[GRAPH_CHAIN];
}

bool state_show_wait(struct workspace *w, struct text name)
{
	struct error err = ERROR_INIT;
	struct waiting_choice wanted = w->settings.choice.waiting;
	char *own = mem_text(name.at, name.len, &err); /* the row may be released */

	if (own && lacks_waker(w->open.session->profile, name) &&
	    !why_no_state(w, STATES_BLOCKED)) {
		wanted.states =
		    wanted.states & ~STATES_BLOCKED ? STATES_BLOCKED : wanted.states;
		wanted.graph = GRAPH_CHAIN;
		change_state(w, &wanted, STATE_SHOW);
		if (state_change_is_under_way(&w->changing))
			w->changing.show = own;
		else
			mem_free(own);
		return true;
	}
	workspace_done(w, own && comparing_show_wait(&w->open, text_of(own), &err), &err);
	mem_free(own);
	return true;
}

bool state_stop(struct workspace *w)
{
	if (!state_change_is_under_way(&w->changing))
		return false;
	state_change_end(&w->changing);
	workspace_say(w, "stopped: the view stays the same");
	return true;
}

bool state_undo(struct workspace *w, bool redo)
{
	const struct history_step *next = history_peek(&w->open.history, redo);
	const struct waiting_choice now = w->settings.choice.waiting;
	struct error err = ERROR_INIT;

	if (next && !waiting_choice_equal(&next->choice.waiting, &now)) {
		change_state(w, &next->choice.waiting,
			     redo ? STATE_REDONE : STATE_UNDONE);
		return false;
	}
	return workspace_done(w, open_profile_undo(&w->open, redo, &err), &err);
}

/* Replace the open session by the session of another state. */
static void show_state(struct workspace *w, struct session *s, uint32_t *frames)
{
	struct state_change *c = &w->changing;
	struct error err = ERROR_INIT;
	bool redo = c->way == STATE_REDONE, is_step = redo || c->way == STATE_UNDONE;
	const struct history_step *next = history_peek(&w->open.history, redo);
	char words[STATE_WORDS], *wait = c->show;

	c->show = NULL;
	state_change_keep(c, open_profile_replace(&w->open, s, frames), s);
	states_choose(&w->settings, &c->wanted);
	state_change_words(c, s, words);
	state_change_end(c);
	workspace_watch(w, w->wanted, w->wanted_arg);
	panes_arrange(w, w->at.whole.w, w->at.whole.h);
	workspace_tell(w, words);
	menus_renew(&w->menus, &w->open, &err); /* on failure its lines stay */
	if (is_step && next && waiting_choice_equal(&next->choice.waiting, &c->wanted))
		state_undo(w, redo);
	else
		open_profile_add_step(&w->open);
	if (wait)
		workspace_done(w, comparing_show_wait(&w->open, text_of(wait), &err),
			       &err);
	mem_free(wait);
}

/*
 * There was no thread in this state, or none for this long, or no waker is known: the key, and a
 * step in the menu, continue to the next one.
 */
static void fail_state(struct workspace *w, struct error *err)
{
	struct state_change *c = &w->changing;
	const struct waiting_choice wanted = c->wanted;
	bool by_menu = c->way == STATE_MENU && c->tries < STATE_TRIES;
	bool nothing = err->kind == ERROR_NOTHING ||
		       (wanted.states & STATES_REQUESTS && err->kind == ERROR_FORMAT);

	state_change_end(c);
	if (!nothing || !wanted.states || (c->way != STATE_NEXT && !by_menu)) {
		workspace_complain(w, err);
		return;
	}
	if (by_menu)
		step_state(w, &wanted, c->part, c->steps < 0 ? -1 : 1, c->tries + 1);
	else
		step_on(w, &wanted);
	state_change_skip(c, &wanted);
}

bool state_take(struct workspace *w)
{
	struct session *shown = w->open.session, *s;
	struct error err = ERROR_INIT;
	uint32_t *frames = NULL;

	if (!state_change_take(&w->changing, shown, &w->inlining.mark, &s, &err))
		return false;
	if (s && shown)
		frames = path_frame_map(shown->profile, s->profile, &err);
	if (frames) {
		show_state(w, s, frames);
	} else {
		session_free(s);
		fail_state(w, &err);
	}
	mem_free(frames);
	return true;
}
