/* open_undo.c - the steps of an open profile: noted, gone back from, and on. */

#include "workspace/open_profile.h"

void open_profile_note_fitted(struct open_profile *o, uint64_t before)
{
	const struct choice *c = &o->session->choice;
	struct step s = {
	    .choice = *c, .fitted = before ? c->period : 0, .unfitted = before};
	struct error ignored = ERROR_INIT; /* a step less to go back */

	if (!path_of(&s.zoom, session_graph(o->session)->tree, o->flame.zoom, &ignored))
		return;
	history_note(&o->history, &s);
}

void open_profile_note(struct open_profile *o)
{
	open_profile_note_fitted(o, 0);
}

/* The filter may fail on names that were not there then, and nothing has changed. */
static bool go_to(struct open_profile *o, const struct step *s, struct error *err)
{
	struct choice c = o->session->choice;

	choice_take(&c, &s->choice, choice_rows(CHOICE_UNDONE, 0));
	if (!open_profile_ask(o, &c, err))
		return false;
	flame_view_zoom(&o->flame, path_find(&s->zoom, session_graph(o->session)->tree));
	return true;
}

/* A file that is being read may have grown, and got more columns of this length than there can be. */
static void restore_period(struct open_profile *o, uint64_t period)
{
	struct choice c = o->session->choice;
	struct error ignored = ERROR_INIT;

	c.period = period;
	if (period && !open_profile_has_too_many(o->session->profile, period))
		open_profile_ask(o, &c, &ignored);
}

bool open_profile_undo(struct open_profile *o, bool redo, struct error *err)
{
	struct range before = o->session->choice.range, now;
	uint64_t was = o->session->choice.period, period;
	const struct step *step = history_go(&o->history, redo, &period);
	struct error more = ERROR_INIT;

	if (!step)
		return error_set(err, ERROR_NOTHING,
				 redo ? "nothing to redo" : "nothing to undo");
	if (!go_to(o, step, err))
		history_go(&o->history, !redo, &period); /* we are still where we were */
	else
		restore_period(o, period);
	heat_view_forget_mark(&o->heat);
	heat_view_forget_mark(&o->other.heat);
	if (!open_profile_refresh(o, &more) && !err->kind)
		*err = more;
	now = o->session->choice.range;
	if (now.from != before.from || now.to != before.to ||
	    o->session->choice.period != was)
		heat_view_reveal(&o->heat);
	return err->kind == ERROR_NONE;
}
