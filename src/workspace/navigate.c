#include "workspace/workspace_inside.h"

#include "view/keys.h"
#include "workspace/comparing.h"
#include "workspace/anomaly_list.h"

/* Go to the next value of a choice. */
static bool step_choice(struct workspace *w, enum choice_id id)
{
	struct error err = ERROR_INIT;
	char words[CHOOSING_WORDS];
	bool ok = choosing_step(&w->open, id, 1, words, &err);

	if (ok && id == CHOICE_FOLD) {
		panes_arrange(w, w->at.whole.w, w->at.whole.h);
		workspace_tell(w,
			       w->open.session->choice.unfolded
				   ? "every frame has a line of its own; {fold} folds "
				     "again"
				   : "folded: trunks of one caller each, and recursion; "
				     "{fold-here} unfolds one");
	}
	if (words[0])
		workspace_tell(w, words);
	workspace_done(w, ok, &err);
	return true;
}

static bool next_pane(struct workspace *w)
{
	if (!w->open.session->profile->has_times &&
	    open_profile_shown(&w->open, PANE_LOWER) == VIEW_GRAPH)
		workspace_say(w, "this profile has no times: there is only the graph");
	if (w->focus == PANE_UPPER && open_profile_has_other_map(&w->open))
		w->focus = PANE_OTHER;
	else if (w->focus != PANE_LOWER)
		actions_enter_graph(w);
	else
		w->focus = PANE_UPPER;
	if (w->maximised != MAXIMISED_NONE)
		w->maximised = w->focus != PANE_LOWER ? MAXIMISED_MAP : MAXIMISED_GRAPH;
	return true;
}

static bool maximise(struct workspace *w)
{
	w->maximised = (enum maximised)((w->maximised + 1) % MAXIMISED_STATES);
	if (w->maximised == MAXIMISED_MAP && w->focus == PANE_LOWER)
		w->focus = PANE_UPPER;
	if (w->maximised == MAXIMISED_GRAPH)
		w->focus = PANE_LOWER;
	return true;
}

static bool divide_panes(struct workspace *w, const struct input *in)
{
	bool moved = false;

	for (int n = in->count ? in->count : 1; n > 0; n--) {
		if (!panes_step_split(w, in->command == COMMAND_GRAPH_LESS))
			break;
		moved = true;
	}
	if (!moved)
		workspace_tell(w, w->at.map.h && w->at.graph.h
				      ? "the screen cannot be divided further that way"
				      : "only one pane is shown: {maximise}");
	return true;
}

/* Show the view of a command in its pane, or the view that was there before. */
static bool show_view(struct workspace *w, enum command c)
{
	char words[LANES_WORDS] = "";
	struct error err = ERROR_INIT;

	for (enum view_id id = 0; id < VIEW_COUNT; id++) {
		const struct view_info *v = &view_table[id];

		if (c == COMMAND_NONE || v->command != c)
			continue;
		if (c == COMMAND_WHY) /* needs two sides */
			workspace_done(w, comparing_begin(&w->open, &err), &err);
		workspace_done(
		    w, open_profile_show_or_hide(&w->open, id, w->focus, words, &err),
		    &err);
		workspace_tell(w, words);
		w->focus = v->pane;
		if (w->maximised !=
		    (v->pane == PANE_UPPER ? MAXIMISED_MAP : MAXIMISED_GRAPH))
			w->maximised = MAXIMISED_NONE;
		actions_recount(w);
		return c == COMMAND_WHY ? state_explain_stall(w) : true;
	}
	return false;
}

static bool show_header(struct workspace *w)
{
	struct error err = ERROR_INIT;

	if (recording_page_fill(&w->open, &w->page, &err))
		w->page_is_open = true;
	else
		workspace_complain(w, &err);
	return true;
}

static bool show_help(struct workspace *w)
{
	struct error err = ERROR_INIT;

	if (keys_help(&w->page, workspace_place(w), &err))
		w->page_is_open = true;
	else
		workspace_complain(w, &err);
	return true;
}

/* Why the range cannot be moved one step. */
static const char *why_no_step(const struct workspace *w, bool on)
{
	if (!w->open.session->profile->has_times)
		return "this profile has no times";
	if (range_is_all(w->open.session->choice.range))
		return "select a range first: {select} or {range} or the mouse";
	return on ? "this is the end of the profile" : "this is its start";
}

/* Commands about time work from the other panes as well. */
static bool give_to_map(struct workspace *w, const struct input *in)
{
	struct open_profile *o = &w->open;
	struct heat_view *v = open_profile_lead(o, w->focus);
	struct action r = heat_view_command(
	    v, in,
	    open_profile_map_pane(o, w->focus == PANE_OTHER ? PANE_OTHER : PANE_UPPER));

	if (r.kind == ACTION_NONE)
		workspace_tell(w, in->command == COMMAND_STEP_ON ||
					  in->command == COMMAND_STEP_BACK
				      ? why_no_step(w, in->command == COMMAND_STEP_ON)
				      : "");
	return actions_do(w, r) || r.kind == ACTION_NONE;
}

/* Make the next selection the baseline; with a second file it is made in that file's map. */
static bool select_baseline(struct workspace *w, const struct input *in)
{
	if (!open_profile_has_other_map(&w->open))
		return give_to_map(w, in);
	w->focus = PANE_OTHER;
	workspace_tell(w, "a selection in this map is the baseline: {select} and "
			  "{select}, or drag; {align} aligns");
	return true;
}

static bool give_to_graph(struct workspace *w, const struct input *in)
{
	struct open_profile *o = &w->open;
	struct action r = flame_view_command(&o->flame, in, w->open.panes[PANE_LOWER]);
	bool took = actions_do(w, r);

	if (!took && (in->command == COMMAND_NEXT || in->command == COMMAND_PREVIOUS))
		workspace_tell(
		    w, !session_searches(o->session) && o->session->choice.search.len
			   ? "matches are found when the stacks have been read"
		       : o->session->choice.search.len
			   ? "no match is wide enough to see here: zoom in or out"
			   : "search for something first: {search}");
	return true;
}

/* Cancel if the view itself has nothing to cancel: the search, then the focus, then the file. */
static bool go_back(struct workspace *w)
{
	struct error err = ERROR_INIT;

	if (w->open.session->choice.search.len) {
		if (workspace_done(w, open_profile_set_search(&w->open, TEXT(""), &err),
				   &err))
			open_profile_add_step(&w->open);
		return true;
	}
	if (w->focus != PANE_UPPER && w->open.session->profile->has_times) {
		w->focus = PANE_UPPER;
		return true;
	}
	if (w->files.directory) {
		loading_end(&w->loading);
		inlining_forget(&w->inlining);
		state_change_forget(&w->changing);
		open_profile_close(&w->open);
		return true;
	}
	return false;
}

static bool open_prompt(struct workspace *w, enum prompt_kind kind)
{
	struct error err = ERROR_INIT;

	if (kind == PROMPT_RANGE && w->focus == PANE_OTHER)
		kind = PROMPT_OTHER_RANGE;
	workspace_done(w, prompts_open(&w->prompts, kind, &w->open, &err), &err);
	return true;
}

/* Refused until everything has been read, because the file would be incomplete. */
static bool ask_where_to_save(struct workspace *w)
{
	if (w->open.session->profile->times_only) {
		workspace_say(w, w->open.coming
				     ? "the stacks have not been read yet: wait"
				     : "the stacks were not read: there is nothing "
				       "to save");
		return true;
	}
	if (!w->open.coming || w->settings.reading.live)
		return open_prompt(w, PROMPT_SAVE);
	workspace_tell(w, "not all of it has been read yet: wait, or stop reading with "
			  "{interrupt}");
	return true;
}

static bool ask_or_choose(struct workspace *w, enum command c)
{
	switch (c) {
	case COMMAND_RANGE:
		return open_prompt(w, PROMPT_RANGE);
	case COMMAND_SEARCH:
		return open_prompt(w, PROMPT_SEARCH);
	case COMMAND_FILTER:
		return open_prompt(w, PROMPT_FILTER);
	case COMMAND_PERIOD:
		return open_prompt(w, PROMPT_PERIOD);
	case COMMAND_SAVE:
		return ask_where_to_save(w);
	case COMMAND_THREADS:
		return actions_choose(w, MENU_THREAD);
	case COMMAND_PROCESSES:
		return actions_choose(w, MENU_PROCESS);
	case COMMAND_CPUS:
		return actions_choose(w, MENU_CPU);
	case COMMAND_EVENTS:
		return actions_choose(w, MENU_EVENT);
	case COMMAND_PERIODS:
		return actions_choose(w, MENU_PERIOD);
	case COMMAND_ROWS:
		return actions_choose(w, MENU_ROWS);
	case COMMAND_ROOT:
		return actions_choose(w, MENU_ROOT);
	case COMMAND_LOOK:
		return actions_choose(w, MENU_LOOK);
	case COMMAND_ANOMALY_LIST:
		return actions_choose(w, MENU_ODD);
	default:
		return false;
	}
}

static bool next_colours(struct workspace *w)
{
	struct error err = ERROR_INIT;
	char words[CHOOSING_WORDS] = "";
	bool ok = choosing_next_colours(&w->open, w->focus == PANE_LOWER, words, &err);

	workspace_say(w, words);
	return workspace_done(w, ok, &err), true;
}

static bool toggle_baseline(struct workspace *w, const char **words, struct error *err)
{
	struct open_profile *o = &w->open;

	actions_finish_marking(w);
	heat_view_forget_mark(&o->heat);
	heat_view_forget_mark(&o->other.heat);
	if (w->focus == PANE_OTHER && !comparing_has_own_baseline(o)) {
		*words =
		    "select the baseline in this file: {select} and {select}, or drag";
		return true;
	}
	return comparing_toggle_baseline(o, words, err);
}

/* The start of a selection in progress is used. */
static bool align_recordings(struct workspace *w, const char **words, struct error *err)
{
	heat_view_forget_mark(&w->open.heat);
	heat_view_forget_mark(&w->open.other.heat);
	return comparing_align(&w->open, w->focus == PANE_OTHER, words, err);
}

static bool run_compare_command(struct workspace *w, const struct input *in)
{
	int times = in->count ? in->count : 1;
	struct error err = ERROR_INIT;
	const char *words = NULL;
	bool ok;

	switch (in->command) {
	case COMMAND_DIFFERENTIAL:
		ok = comparing_next_graph(&w->open, &words, &err);
		break;
	case COMMAND_BASELINE:
		ok = toggle_baseline(w, &words, &err);
		break;
	case COMMAND_SWAP:
		ok = comparing_swap(&w->open, &words, &err);
		break;
	case COMMAND_ALIGN:
		ok = align_recordings(w, &words, &err);
		break;
	case COMMAND_EARLIER:
	case COMMAND_LATER:
		ok = comparing_shift(&w->open,
				     in->command == COMMAND_LATER ? times : -times,
				     &words, &err);
		break;
	default:
		return false;
	}
	if (words)
		workspace_tell(w, words);
	workspace_done(w, ok, &err);
	return true;
}

static bool select_crowd(struct workspace *w)
{
	struct error err = ERROR_INIT;
	char words[ANOMALY_LIST_WORDS];
	struct joint_wait c;

	if (!anomaly_list_joint_wait(&w->open, &c, &err)) {
		workspace_complain(w, &err);
		return true;
	}
	actions_go_to(w, c.range);
	workspace_say(w,
		      anomaly_list_joint_wait_words(&c, w->open.session->profile, words));
	return true;
}

/* Go to the next anomaly or the previous one. */
static bool select_odd(struct workspace *w, bool on)
{
	struct error err = ERROR_INIT;
	const struct anomaly *m;
	char words[ANOMALY_LIST_WORDS];

	if (session_is_of_waits(w->open.session))
		return select_crowd(w);
	m = anomaly_list_next(&w->open, on, &err);
	if (!m) {
		workspace_complain(w, &err);
		return true;
	}
	actions_go_to(w, m->range);
	workspace_say(w, anomaly_list_words(m, w->open.session->profile, words));
	return true;
}

/* Turn the graph over, and show it if another view is in its pane. */
static bool turn_over(struct workspace *w)
{
	struct error err = ERROR_INIT;
	bool ok = open_profile_turn_over(&w->open, &err);

	if (ok) {
		w->open.shown_by[PANE_LOWER] = COMMAND_NONE;
		actions_recount(w);
		workspace_tell(w, w->open.session->choice.reversed
				      ? "leaf first: {leaf-first} goes back to the roots"
				      : "roots first again");
	}
	return workspace_done(w, ok, &err);
}

/* The choice that a command steps; CHOICE_COUNT: none. */
static enum choice_id choice_of_command(enum command c)
{
	static const enum command commands_of[] = {
#define CHOICE(id, name, letter, argument, commands, group, part, type, field, changes,  \
	       flags, command, label, steps, help)                                       \
	COMMAND_##command,
#include "choice/choice.def"
#undef CHOICE
	};
	enum choice_id id = 0;

	while (id < CHOICE_COUNT && (c == COMMAND_NONE || commands_of[id] != c))
		id++;
	return id;
}

static bool change_picture(struct workspace *w, const struct input *in)
{
	enum choice_id id = choice_of_command(in->command);

	if (id != CHOICE_COUNT)
		return step_choice(w, id);
	switch (in->command) {
	case COMMAND_COLOURS:
		return next_colours(w);
	case COMMAND_LEAF_FIRST:
		return turn_over(w);
	case COMMAND_ANOMALY_NEXT:
	case COMMAND_ANOMALY_BEFORE:
		return select_odd(w, in->command == COMMAND_ANOMALY_NEXT);
	case COMMAND_GATHER:
		return actions_gather(w);
	case COMMAND_PANE:
		return next_pane(w);
	case COMMAND_MAXIMISE:
		return maximise(w);
	case COMMAND_GRAPH_MORE:
	case COMMAND_GRAPH_LESS:
		return divide_panes(w, in);
	case COMMAND_STATE:
		return state_next(w);
	case COMMAND_FREEZE:
		load_events_freeze(w);
		return true;
	case COMMAND_INLINED:
		state_stop(w);
		load_events_toggle_inlining(w);
		return true;
	case COMMAND_AGAINST:
		return select_baseline(w, in);
	case COMMAND_STEP_BACK:
	case COMMAND_STEP_ON:
	case COMMAND_ZOOM_IN:
	case COMMAND_ZOOM_OUT:
	case COMMAND_FIT:
	case COMMAND_FIT_RANGE:
		return give_to_map(w, in);
	case COMMAND_NEXT:
	case COMMAND_PREVIOUS:
	case COMMAND_UNZOOM:
	case COMMAND_STACK:
	case COMMAND_TRANSFORM:
		return give_to_graph(w, in);
	default:
		return false;
	}
}

/* Undo or redo as often as the count says, with a message if there are no more steps. */
static bool undo_steps(struct workspace *w, const struct input *in)
{
	int n = in->count ? in->count : 1;

	n = n < HISTORY_MAX ? n : HISTORY_MAX;
	while (n > 0 && state_undo(w, in->command == COMMAND_REDO))
		n--;
	return true;
}

bool navigate_command(struct workspace *w, const struct input *in)
{
	if (in->command == COMMAND_CALLERS &&
	    open_profile_shown(&w->open, PANE_LOWER) != VIEW_SANDWICH)
		return give_to_graph(w, in); /* the graph knows the function */
	if (in->command == COMMAND_ANNOTATE &&
	    open_profile_shown(&w->open, PANE_LOWER) != VIEW_CODE) {
		workspace_tell(w, "no function here; {up}: a frame");
		return true;
	}
	if (show_view(w, in->command) || ask_or_choose(w, in->command) ||
	    run_compare_command(w, in) || change_picture(w, in))
		return true;
	switch (in->command) {
	case COMMAND_ALL:
		heat_view_forget_mark(&w->open.heat);
		heat_view_forget_mark(&w->open.other.heat);
		return w->focus == PANE_OTHER ? actions_look_at_other(w, RANGE_ALL, true)
					      : actions_look_at_all(w);
	case COMMAND_UNDO:
	case COMMAND_REDO:
		return undo_steps(w, in);
	case COMMAND_SHARE:
		return actions_share(w);
	case COMMAND_HEADER:
		return show_header(w);
	case COMMAND_HELP:
		return show_help(w);
	case COMMAND_CANCEL:
		return go_back(w);
	case COMMAND_QUIT:
		w->shell_action = SHELL_QUIT;
		return true;
	default:
		return false;
	}
}
