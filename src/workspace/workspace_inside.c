#include "workspace/workspace_inside.h"

#include <stdarg.h>
#include <stdio.h>

#include "workspace/comparing.h"

void workspace_say(struct workspace *w, const char *text)
{
	snprintf(w->message, sizeof w->message, "%s", text);
}

void workspace_tell(struct workspace *w, const char *text)
{
	command_words(text, w->message, sizeof w->message);
}

void workspace_printf(struct workspace *w, const char *fmt, ...)
{
	va_list ap;

	va_start(ap, fmt);
	vsnprintf(w->message, sizeof w->message, fmt, ap);
	va_end(ap);
}

void workspace_complain(struct workspace *w, struct error *err)
{
	workspace_say(w, err->kind ? err->message : "that did not work");
	*err = (struct error)ERROR_INIT;
}

bool workspace_done(struct workspace *w, bool ok, struct error *err)
{
	if (err->kind)
		workspace_complain(w, err);
	return ok;
}

/* ---- keys ---- */

bool workspace_has_overlay(const struct workspace *w)
{
	return w->prompts.is_open || w->menus.is_open || w->page_is_open;
}

enum place workspace_place(const struct workspace *w)
{
	if (w->prompts.is_open)
		return PLACE_PROMPT;
	if (w->menus.is_open)
		return PLACE_MENU;
	if (w->page_is_open)
		return w->page.typing ? PLACE_PROMPT : PLACE_PAGE;
	if (!w->open.session)
		return loading_is_under_way(&w->loading) ? PLACE_PAGE : PLACE_FILES;
	return (enum place)(1 << open_profile_shown(&w->open, w->focus));
}

struct keys_at workspace_keys(const struct workspace *w)
{
	struct keys_at at = {.place = workspace_place(w)};

	if (!w->open.session)
		return at;
	at.graph = w->open.session->choice.baseline.look.graph;
	at.has_threads = open_profile_lanes_by(&w->open) == LANES_THREAD;
	at.waits = open_profile_why_not_compared(&w->open) != NULL;
	at.is_timeless =
	    !w->open.session->profile->has_times || w->open.session->kept.spans;
	at.is_counted = w->open.session->profile->server != NULL;
	at.is_live = w->settings.reading.live &&
		     (loading_is_under_way(&w->loading) || w->live_updates.frozen);
	at.is_frozen = w->live_updates.frozen;
	at.has_baseline = comparing_has_own_baseline(&w->open);
	at.has_other = open_profile_has_other_map(&w->open);
	at.is_aligned = at.has_other && w->open.session->choice.baseline.align.follows;
	at.lane_enter = lanes_view_enter(&w->open.lanes.view);
	at.has_switches = state_change_has_switches(w->open.session->profile,
						    w->settings.choice.waiting.states);
	at.has_moment =
	    at.has_other && !at.is_aligned && !choice_is_all(&w->open.session->choice);
	return at;
}

/* ---- long work ---- */

void workspace_watch(struct workspace *w, bool (*wanted)(void *arg), void *arg)
{
	w->wanted = wanted;
	w->wanted_arg = arg;
	if (w->open.session) {
		w->open.session->wanted = wanted;
		w->open.session->wanted_arg = arg;
	}
}

/* A view that is not visible does no work. */
bool workspace_view_is_behind(const struct workspace *w)
{
	struct open_profile *o = (struct open_profile *)&w->open;
	struct view v;

	if (!o->session || w->at.too_small || !o->panes[PANE_LOWER].area.h)
		return false;
	v = open_profile_view(o, open_profile_shown(o, PANE_LOWER));
	return v.ops->is_behind && v.ops->is_behind(v.self);
}

bool workspace_view_stop(struct workspace *w)
{
	struct open_profile *o = &w->open;
	struct view v;

	if (!workspace_view_is_behind(w))
		return false;
	v = open_profile_view(o, open_profile_shown(o, PANE_LOWER));
	v.ops->command(v.self, &(struct input){.command = COMMAND_CANCEL}, v.pane);
	return true;
}
