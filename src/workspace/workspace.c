#include "workspace/workspace_inside.h"

#include <stdio.h>

#include "base/clock.h"
#include "base/mem.h"
#include "session/settings.h"

#define FIRST_WAIT_MS 50
#define NS_PER_MS     UINT64_C(1000000)

bool workspace_suit(struct workspace *w, bool light)
{
	w->settings.theme.told_light = light;
	return theme_follow(&w->settings.theme, &w->settings.choice);
}

bool workspace_is_light(const struct workspace *w)
{
	return w->settings.theme.light;
}

bool workspace_is_timed(const struct workspace *w)
{
	return w->settings.choice.timing;
}

void workspace_time(struct workspace *w, const struct redraw_timing *t)
{
	w->timing = *t;
}

/* ---- opening and closing ---- */

static bool read_file(struct workspace *w, const char *path, struct error *err)
{
	inlining_note_file(&w->inlining, path, w->settings.reading.together);
	loading_end(&w->annotating.loading);
	state_change_forget(&w->changing);
	states_choose(&w->settings, &w->first_waiting);
	loading_end(&w->baseline);
	return loading_begin(&w->loading, path, &w->settings, err);
}

/* Small files are shown in the first picture. */
static void wait_a_moment(struct workspace *w)
{
	uint64_t now = clock_now(), until = now + FIRST_WAIT_MS * NS_PER_MS;

	for (; loading_is_under_way(&w->loading) && !w->inlining.under_way && now < until;
	     now = clock_now())
		if (loading_wait(&w->loading, (int)((until - now) / NS_PER_MS) + 1))
			workspace_wake(w);
}

struct workspace *workspace_new(const char *path, const struct settings *settings,
				struct error *err)
{
	struct workspace *w = mem_array(1, sizeof *w, "workspace", err);
	bool ok;

	if (!w)
		return NULL;
	w->settings = *settings;
	w->first_waiting = settings->choice.waiting;
	w->inlining.wanted = settings->reading.inlined;
	open_profile_show_below(&w->open, settings->choice.below);
	w->focus = PANE_UPPER;
	ok = file_list_is_directory(path) && !settings->reading.together
		 ? file_list_open(&w->files, path, err)
		 : read_file(w, path, err);
	if (ok)
		wait_a_moment(w);
	if (!ok) {
		workspace_free(w);
		return NULL;
	}
	return w;
}

void workspace_free(struct workspace *w)
{
	if (!w)
		return;
	loading_release(&w->loading);
	live_updates_release(&w->live_updates);
	loading_release(&w->baseline);
	loading_release(&w->annotating.loading);
	state_change_forget(&w->changing);
	inlining_forget(&w->inlining);
	mem_free(w->baseline_file);
	open_profile_close(&w->open);
	file_list_release(&w->files);
	menus_release(&w->menus);
	prompts_release(&w->prompts);
	page_view_release(&w->page);
	recordings_release(&w->together);
	mem_free(w->copied);
	mem_free(w);
}

/* ---- long work ---- */

bool workspace_go_on(struct workspace *w)
{
	struct time_limit limit = {
	    .most_ms = UINT32_MAX, .wanted = w->wanted, .arg = w->wanted_arg};
	struct error err = ERROR_INIT;
	struct view v;

	if (!workspace_view_is_behind(w)) {
		w->behind = 0;
		return false;
	}
	if (!w->behind)
		w->behind = clock_now();
	if (w->wanted && !w->wanted(w->wanted_arg))
		return false;
	v = open_profile_view(&w->open, open_profile_shown(&w->open, PANE_LOWER));
	if (!v.ops->finish(v.self, &limit, &err) && err.kind == ERROR_CANCELLED)
		return false;
	w->behind = 0;
	workspace_done(w, err.kind == ERROR_NONE, &err);
	return true;
}

/* ---- for the shell ---- */

enum shell_action workspace_shell_action(struct workspace *w)
{
	enum shell_action action = w->shell_action;

	w->shell_action = SHELL_NOTHING;
	return action;
}

const char *workspace_copied(const struct workspace *w)
{
	return w->copied ? w->copied : "";
}

bool workspace_failure(const struct workspace *w, struct error *err)
{
	*err = w->failure;
	return w->failure.kind != ERROR_NONE;
}

static bool is_inside(struct rect r, int x, int y)
{
	return x >= r.x && x < r.x + r.w && y >= r.y && y < r.y + r.h;
}

static bool do_prompt(struct workspace *w, const struct input *in)
{
	struct error err = ERROR_INIT;
	char words[PROMPTS_WORDS];
	struct action a = prompts_command(&w->prompts, &w->open, in, words, &err);
	bool wrong = err.kind != ERROR_NONE;

	if (words[0])
		workspace_say(w, words);
	workspace_done(w, !wrong, &err);
	prompts_answer(&w->prompts, a.kind == ACTION_TYPED ? actions_find_line(w, a.text)
							   : actions_do(w, a));
	return wrong || a.kind != ACTION_NONE;
}

static bool do_menu(struct workspace *w, const struct input *in)
{
	struct error err = ERROR_INIT;
	char words[MENUS_WORDS];
	struct action a;
	bool wrong;

	if (in->command == COMMAND_SEARCH)
		return actions_ask_lines(w);
	a = menus_command(&w->menus, &w->open, in, workspace_pane_of(w->at.whole), words,
			  &err);
	wrong = err.kind != ERROR_NONE;
	if (words[0])
		workspace_say(w, words);
	workspace_done(w, !wrong, &err);
	actions_do(w, a);
	return wrong || a.kind != ACTION_NONE;
}

static bool do_page(struct workspace *w, const struct input *in)
{
	struct action r = page_view_command(&w->page, in, workspace_pane_of(w->at.whole));

	if (r.kind == ACTION_CLOSE) {
		w->page_is_open = false;
		page_view_release(&w->page);
	}
	if (r.kind == ACTION_COPY)
		return actions_do(w, r);
	return r.kind != ACTION_NONE;
}

static bool do_overlay(struct workspace *w, const struct input *in)
{
	struct input is = *in;

	if (w->prompts.is_open)
		return do_prompt(w, in);
	if (in->command == COMMAND_INTERRUPT) /* closes the overlay, as in a prompt */
		is.command = COMMAND_QUIT;
	return w->menus.is_open ? do_menu(w, &is) : do_page(w, &is);
}

/* Read the marked files of the list together. */
static bool read_marked(struct workspace *w, struct error *err)
{
	struct recordings chosen = {.list = NULL};

	if (!file_list_take_marked(&w->files, &chosen, err)) {
		recordings_release(&chosen);
		return false;
	}
	recordings_release(&w->together); /* loaders have copies */
	w->together = chosen;
	w->settings.reading.together = &w->together;
	return read_file(w, "together", err);
}

static bool do_files(struct workspace *w, const struct input *in)
{
	struct file_list *f = &w->files;
	struct error err = ERROR_INIT;
	enum file_choice choice;

	/* the only file could not be read: the program quits */
	if (!f->directory)
		return false;
	if (in->command == COMMAND_SEARCH)
		return actions_ask_lines(w);
	f->words = NULL;
	choice = file_list_command(f, in, workspace_pane_of(w->at.whole), &err);
	if (f->words)
		workspace_tell(w, f->words);
	switch (choice) {
	case FILES_NOTHING:
		return in->command == COMMAND_HELP && navigate_command(w, in);
	case FILES_REDRAW:
		break;
	case FILES_OPEN:
		w->settings.reading.together = NULL;
		read_file(w, f->chosen, &err);
		break;
	case FILES_OPEN_MARKED:
		read_marked(w, &err);
		break;
	case FILES_BASELINE:
		load_events_choose_baseline(w, f->chosen, &err);
		break;
	case FILES_QUIT:
		w->shell_action = SHELL_QUIT;
		break;
	}
	workspace_done(w, true, &err);
	return true;
}

/* The pane that gets a mouse command: a drag stays in the pane where it began. PANES: none. */
static enum view_pane pane_at(struct open_profile *o, const struct input *in)
{
	for (enum view_pane pane = 0; pane < PANES; pane++) {
		struct view v = open_profile_view(o, open_profile_shown(o, pane));

		if (v.ops->grabs && v.ops->grabs(v.self))
			return pane;
	}
	for (enum view_pane pane = 0; pane < PANES; pane++)
		if (is_inside(o->panes[pane].area, in->x, in->y))
			return pane;
	return PANES;
}

/*
 * Notify the views of other panes that the pointer is not over them. True if one of them changes.
 */
static bool leave_others(struct open_profile *o, enum view_pane pane)
{
	const struct input beside = {.command = COMMAND_HOVER, .x = -1, .y = -1};
	bool changed = false;

	for (enum view_id id = 0; id < VIEW_COUNT; id++) {
		struct view v = open_profile_view(o, id);

		if (view_table[id].pane != pane && open_profile_is_current(o, id) &&
		    v.ops->command(v.self, &beside, v.pane).kind != ACTION_NONE)
			changed = true;
	}
	return changed;
}

static struct action do_view(struct open_profile *o, enum view_pane pane,
			     const struct input *in)
{
	struct view v = open_profile_view(o, open_profile_shown(o, pane));

	if (pane != PANE_LOWER)
		open_profile_lead(o, pane);
	return v.ops->command(v.self, in, v.pane);
}

/* Show the previous view of the pane again. */
static bool close_view(struct workspace *w, enum view_pane pane)
{
	enum command by = view_table[open_profile_shown(&w->open, pane)].command;

	if (by == COMMAND_NONE)
		return false;
	if (by != COMMAND_LANES)
		return navigate_command(w, &(struct input){.command = by});
	open_profile_end_lanes(&w->open);
	return true;
}

static bool do_mouse(struct workspace *w, const struct input *in)
{
	struct open_profile *o = &w->open;
	enum view_pane pane = pane_at(o, in);
	bool changed = leave_others(o, pane);
	struct meter meter;
	struct input local = *in;
	struct action r;
	enum command key;

	if (panes_drag_split(w, in))
		return true;
	load_events_meter(w, &meter);
	if (in->command == COMMAND_PRESS && is_inside(w->at.bottom, in->x, in->y) &&
	    (key = keys_bar_at(workspace_keys(w), w->at.bottom.w - meter.width, in->x)) !=
		COMMAND_NONE)
		return workspace_do(w, &(struct input){.command = key});
	if (pane == PANES)
		return changed;
	if (in->command == COMMAND_PRESS)
		w->focus = pane;
	local.x -= o->panes[pane].area.x;
	local.y -= o->panes[pane].area.y;
	r = do_view(o, pane, &local);
	if (r.kind == ACTION_CLOSE && close_view(w, pane))
		return true;
	return actions_do(w, r) || changed;
}

static bool do_panes(struct workspace *w, const struct input *in)
{
	struct open_profile *o = &w->open;
	struct action r;

	if (commands[in->command].kind == KIND_MOUSE)
		return do_mouse(w, in);
	if (in->command == COMMAND_CANCEL && o->heat.marking == MARKING_NONE &&
	    (workspace_view_stop(w) || state_stop(w) || load_events_stop_inlining(w)))
		return true;
	if (in->command == COMMAND_SEARCH && actions_at_code(w))
		return actions_ask_lines(w);
	r = do_view(o, w->focus, in);
	if (r.kind == ACTION_CLOSE && close_view(w, w->focus))
		return true;
	return actions_do(w, r) || navigate_command(w, in);
}

static bool do_anywhere(struct workspace *w, const struct input *in)
{
	switch (in->command) {
	case COMMAND_QUIT_NOW:
		w->shell_action = SHELL_QUIT;
		return true;
	case COMMAND_INTERRUPT:
		if (workspace_has_overlay(w))
			return false;
		if (workspace_view_stop(w) || actions_stop_code(w) || state_stop(w))
			return true;
		if (loading_is_under_way(&w->loading)) {
			load_events_stop(w);
			return true;
		}
		w->shell_action = SHELL_QUIT;
		return true;
	case COMMAND_SUSPEND:
		w->shell_action = SHELL_SUSPEND;
		return true;
	case COMMAND_REDRAW:
		if (w->settings.query && w->loading.loader)
			loader_ask_again(w->loading.loader);
		w->shell_action = SHELL_REDRAW;
		return true;
	case COMMAND_MOUSE:
		w->shell_action = SHELL_NEXT_MOUSE;
		return true;
	default:
		return false;
	}
}

/* Why a command cannot be executed while a database has the samples; NULL if it can. */
static const char *why_not_on_server(const struct workspace *w, enum command command)
{
	if (!w->open.session || !w->open.session->profile->server)
		return NULL;
	switch (command) {
	case COMMAND_ANOMALY_NEXT:
	case COMMAND_ANOMALY_BEFORE:
	case COMMAND_ANOMALY_LIST:
	case COMMAND_PERIODS:
	case COMMAND_CHART:
	case COMMAND_ANNOTATE:
	case COMMAND_INLINED:
	case COMMAND_STATE:
	case COMMAND_CPUS:
		return "this needs single samples, which stay in ClickHouse";
	default:
		return NULL;
	}
}

/* Keep the display settings for the next file, and adapt the colours to the theme. */
static void follow_choice(struct workspace *w)
{
	const struct choice *is = w->open.session ? &w->open.session->choice : NULL;
	const uint64_t colours = CHOICE_SET(CHOICE_THEME) | CHOICE_SET(CHOICE_SCALE) |
				 CHOICE_SET(CHOICE_COLOURS);
	bool others = is && choice_differs(&w->settings.choice, is, colours);

	if (is)
		choice_take(&w->settings.choice, is, choice_rows(CHOICE_LASTS, 0));
	if (others)
		theme_follow(&w->settings.theme, &w->settings.choice);
}

bool workspace_do(struct workspace *w, const struct input *in)
{
	enum place before = workspace_place(w);
	bool said = *w->message, changed;
	const char *why;

	if (in->command == COMMAND_NONE && !in->rune)
		return false;
	if (in->command != COMMAND_HOVER && in->command != COMMAND_RELEASE)
		w->message[0] = '\0';
	panes_follow(w);
	if (do_anywhere(w, in))
		return true;
	if (w->at.too_small)
		return in->command == COMMAND_QUIT ? (w->shell_action = SHELL_QUIT, true)
						   : said;
	if (workspace_has_overlay(w))
		changed = do_overlay(w, in);
	else if ((why = why_not_on_server(w, in->command)))
		workspace_say(w, why), changed = true;
	else if (said && in->command == COMMAND_CANCEL && !workspace_view_is_behind(w) &&
		 !w->open.heat.for_baseline && w->open.heat.marking == MARKING_NONE &&
		 (w->focus != PANE_UPPER || !open_profile_has_lanes(&w->open)))
		return true; /* as in vim: the message is removed before the selection */
	else if (w->open.session)
		changed = do_panes(w, in);
	else if (!loading_is_under_way(&w->loading))
		changed = do_files(w, in);
	else if ((changed = in->command == COMMAND_CANCEL || in->command == COMMAND_QUIT))
		load_events_stop(w);
	actions_end_code(w);
	follow_choice(w);
	panes_fit(w, before != workspace_place(w) || in->command == COMMAND_MAXIMISE);
	return load_events_follow(w) || changed || said || w->message[0] ||
	       before != workspace_place(w);
}
