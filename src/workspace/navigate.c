#include "workspace/workspace_state.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "analysis/filter.h"
#include "base/mem.h"
#include "base/number.h"
#include "view/keys.h"
#include "view/label.h"
#include "workspace/comparing.h"
#include "workspace/counting.h"
#include "workspace/facts.h"
#include "workspace/finding.h"
#include "workspace/menus/look.h"
#include "workspace/saving.h"
#include "workspace/share.h"

/* ---- requests of views ---- */

/*
 * Give the graph the keys. From "all" nothing lies to the sides, so the cursor begins on the
 * process that costs most.
 */
static void enter_graph(struct workspace *w)
{
	struct open_profile *o = &w->open;
	const struct flame *f = o->flame.flame; /* what is drawn */
	uint32_t best = 0;

	w->focus = PANE_LOWER;
	for (uint32_t n = f->tree->first_child[0]; n; n = f->tree->next_sibling[n])
		if (!best || f->total[n] > f->total[best])
			best = n;
	if (o->flame.cursor == 0 && best && f->total[best])
		flame_view_point(&o->flame, best, w->open.panes[PANE_LOWER]);
}

/* The boxes are others now. */
static void recount(struct workspace *w)
{
	struct error err = ERROR_INIT;

	workspace_done(w, open_profile_recount(&w->open, &err), &err);
}

static bool look_at(struct workspace *w, struct range r, bool settled)
{
	session_set_range(w->open.session, r);
	recount(w);
	if (settled)
		open_profile_note(&w->open);
	return true;
}

static bool hold_against(struct workspace *w, struct range r, bool settled)
{
	struct error err = ERROR_INIT;

	workspace_done(w, comparing_set_baseline(&w->open, r, settled, &err), &err);
	if (settled && w->open.session->choice.baseline.look.graph == GRAPH_PLAIN &&
	    r.from < r.to)
		workspace_tell(w, "that is the baseline, B: {differential} compares the "
				  "range with it");
	return true;
}

/* The range of the other file, which is what is held against. */
static bool look_at_other(struct workspace *w, struct range r, bool settled)
{
	struct error err = ERROR_INIT;

	workspace_done(w, comparing_set_other(&w->open, r, settled, &err), &err);
	return true;
}

static bool zoom(struct workspace *w, uint32_t node)
{
	flame_view_zoom(&w->open.flame, node);
	recount(w);
	open_profile_note(&w->open);
	return true;
}

static bool search_name(struct workspace *w, struct text name)
{
	struct error err = ERROR_INIT;

	return workspace_done(w, open_profile_search_name(&w->open, name, &err), &err);
}

static bool drop_name(struct workspace *w, struct text name)
{
	struct error err = ERROR_INIT;
	char key[COMMAND_KEY_MAX];

	if (!name.len) {
		workspace_say(w, "choose a frame to drop first");
		return true;
	}
	if (workspace_done(w, open_profile_drop_name(&w->open, name, &err), &err))
		workspace_printf(w, "dropped the stacks with %.*s; %s undoes",
				 (int)(name.len < 100 ? name.len : 100), name.at,
				 command_key(COMMAND_UNDO, key));
	return true;
}

static bool find(struct workspace *w, uint32_t frame)
{
	struct open_profile *o = &w->open;
	uint32_t node = share_stack_of(o->flame.flame, frame, TEXT(""));

	o->shown_by[PANE_LOWER] = COMMAND_NONE;
	w->focus = PANE_LOWER;
	search_name(w, profile_frame_name(o->flame.flame->tree->profile, frame));
	if (!tree_is_below(o->flame.flame->tree, node, o->flame.zoom))
		flame_view_zoom(&o->flame, 0);
	recount(w);
	flame_view_point(&o->flame, node, w->open.panes[PANE_LOWER]);
	open_profile_note(o);
	return true;
}

static bool show_stack(struct workspace *w, uint32_t node)
{
	struct error err = ERROR_INIT;

	if (!node || w->open.flame.instead)
		workspace_tell(w, "no frame here; {pane}: the graph, {up}: a frame");
	else if (share_fill_stack(&w->open, node, w->at.whole.w, &w->page, &err))
		w->page_is_open = true;
	else
		workspace_complain(w, &err);
	return true;
}

void navigate_copy(struct workspace *w, char *text)
{
	mem_free(w->copied);
	w->copied = text;
	w->shell_request = SHELL_COPY;
}

static bool copy(struct workspace *w, struct text text)
{
	struct error err = ERROR_INIT;
	char *own = mem_text(text.at, text.len, &err);

	if (own)
		navigate_copy(w, own);
	return workspace_done(w, own != NULL, &err);
}

static bool show_name(struct workspace *w, enum keys_by by, struct text name)
{
	struct error err = ERROR_INIT;

	w->focus = PANE_LOWER;
	workspace_done(w, comparing_show(&w->open, by, name, &err), &err);
	return true;
}

/* `settled`: the period is what it has to be; else a step from the one before. */
static bool set_period(struct workspace *w, struct request r)
{
	struct error err = ERROR_INIT;

	if (r.value == w->open.period && !r.settled)
		workspace_tell(
		    w, "columns stay as long as they are; {period} takes any length");
	return workspace_done(
	    w, open_profile_set_period(&w->open, r.value, r.range.from, &err), &err);
}

static bool go_to(struct workspace *w, struct range r)
{
	struct heat_view *heat = &w->open.heat;

	heat_view_forget_mark(heat);
	look_at(w, r, true);
	heat_view_reveal(heat);
	return true;
}

static bool set_rows(struct workspace *w, uint32_t rows)
{
	w->open.rows = rows;
	workspace_arrange(w, w->at.whole.w, w->at.whole.h);
	workspace_tell_rows(w);
	return true;
}

static void say_what_is_saved(struct workspace *w, const char *as, const char *path)
{
	const struct open_profile *o = &w->open;
	const struct session *s = o->session;
	char n[LABEL_MAX];

	workspace_printf(w, "saved %s%s as %s in %s%s%s",
			 s->kept.spans ? label_duration(s->flame.total[0], n)
				       : number_grouped(s->flame.samples, n),
			 s->kept.spans ? "" : " samples", as, path,
			 o->partial ? "; the profile is " : "",
			 o->partial ? o->partial_words : "");
}

static bool save(struct workspace *w, const char *path, bool overwrite)
{
	struct error err = ERROR_INIT;
	const struct notation *notation = export_for_file(text_of(path), false, &err);
	bool saved = false;

	if (notation && !overwrite && access(path, F_OK) == 0)
		prompts_ask_overwrite(&w->prompts, &err);
	else if (notation)
		saved = saving_write(&w->open, notation, path, overwrite, &err);
	if (saved)
		say_what_is_saved(w, notation->what, path);
	return workspace_done(w, saved, &err);
}

/* Another value in the menu, which stays: how things look behind it. */
static bool change_look(struct workspace *w, struct request r)
{
	struct error err = ERROR_INIT;
	char words[LOOK_WORDS];
	bool ok = look_step(&w->open, &w->settings, r.id, r.steps, words, &err);

	workspace_arrange(w, w->at.whole.w, w->at.whole.h);
	if (words[0])
		workspace_tell(w, words);
	return workspace_done(w, menus_renew(&w->menus, &w->open, &err) && ok, &err);
}

static bool keep_look(struct workspace *w)
{
	struct error err = ERROR_INIT;
	char words[LOOK_KEPT_WORDS];
	bool ok = look_keep(&w->open, words, &err);

	workspace_say(w, words);
	return workspace_done(w, ok, &err);
}

/* What prompts, menus and lists ask for. */
static bool carry_out(struct workspace *w, struct request r)
{
	struct open_profile *o = &w->open;
	struct error err = ERROR_INIT;
	bool done = true;

	switch (r.kind) {
	case REQUEST_EVENT:
		done = open_profile_set_event(o, r.id, &err);
		break;
	case REQUEST_ROOT:
		done = open_profile_set_root(o, (enum root_mode)r.id, &err);
		break;
	case REQUEST_MEASURE:
		done = comparing_choose(o, r.id, &err);
		break;
	case REQUEST_HUE:
		done = open_profile_keep_hue(o, r.id, r.settled, &err);
		break;
	case REQUEST_FILTER:
		done = open_profile_set_filter(o, r.text, &err);
		break;
	case REQUEST_ADD_FILTER:
		done = open_profile_add_filter(o, r.text, &err);
		break;
	case REQUEST_PATTERN:
		done = open_profile_set_search(o, r.text, &err);
		if (done && r.settled)
			open_profile_note(o);
		break;
	case REQUEST_BASELINE_FILE:
		done = workspace_choose_baseline(w, r.path, &err);
		break;
	case REQUEST_OPEN:
		done = workspace_read(w, r.path, &err);
		break;
	case REQUEST_GO_TO:
		return go_to(w, r.range);
	case REQUEST_LOOK:
		return change_look(w, r);
	case REQUEST_KEEP:
		return keep_look(w);
	case REQUEST_ROWS:
		return set_rows(w, (uint32_t)r.value);
	case REQUEST_SAVE:
		return save(w, r.path, r.settled);
	case REQUEST_QUIT:
		w->shell_request = SHELL_QUIT;
		break;
	case REQUEST_READ_AGAIN:
		workspace_read_again(w, r.settled);
		break;
	case REQUEST_STOP_READING:
		loading_end(&w->loading);
		inlining_ended(&w->inlining);
		break;
	default:
		return false;
	}
	return workspace_done(w, done, &err);
}

static bool choose(struct workspace *w, enum menu_kind kind)
{
	struct error err = ERROR_INIT;

	workspace_done(w, menus_open(&w->menus, kind, &w->open, &err), &err);
	return true;
}

bool navigate_request(struct workspace *w, struct request r)
{
	struct error err = ERROR_INIT;

	if (r.words)
		workspace_tell(w, r.words);
	switch (r.kind) {
	case REQUEST_RANGE:
		return look_at(w, r.range, r.settled);
	case REQUEST_BASELINE:
		return hold_against(w, r.range, r.settled);
	case REQUEST_OTHER_RANGE:
		return look_at_other(w, r.range, r.settled);
	case REQUEST_PERIOD:
		return set_period(w, r);
	case REQUEST_GRAPH:
		if (r.settled)
			look_at(w, r.range, true);
		enter_graph(w);
		return true;
	case REQUEST_NARROW:
		return choose(w, MENU_NARROW);
	case REQUEST_ZOOM:
		return zoom(w, r.id);
	case REQUEST_FIND:
		return find(w, r.id);
	case REQUEST_STACK:
		return show_stack(w, r.id);
	case REQUEST_STACK_OF:
		return show_stack(w, share_stack_of(w->open.flame.flame, r.id, r.text));
	case REQUEST_COPY:
		return copy(w, r.text);
	case REQUEST_NAME:
		return show_name(w, (enum keys_by)r.id, r.text);
	case REQUEST_SEARCH:
		if (r.text.len && search_name(w, r.text))
			open_profile_note(&w->open);
		return true;
	case REQUEST_DROP:
		return drop_name(w, r.text);
	case REQUEST_LANE:
		workspace_done(w, open_profile_do_lane(&w->open, &r, &err), &err);
		return true;
	case REQUEST_UPDATE:
		recount(w);
		return true;
	case REQUEST_REDRAW:
		return true;
	case REQUEST_ARRANGE:
		workspace_arrange(w, w->at.whole.w, w->at.whole.h);
		return true;
	default:
		return carry_out(w, r);
	}
}

/* ---- commands that no view took ---- */

/* What a sample or a cell counts for. */
static bool count_anew(struct workspace *w, enum command c)
{
	struct error err = ERROR_INIT;
	char words[COUNTING_WORDS] = "";
	bool ok = true;

	if (c == COMMAND_IDLE)
		ok = counting_next_idle(&w->open, &err);
	else if (c == COMMAND_WEIGHT)
		ok = counting_next_weight(&w->open, words, &err);
	else if (c == COMMAND_CELLS)
		ok = counting_next_cells(&w->open, &w->settings, words, &err);
	else
		counting_next_shares(&w->open, &w->settings, words);
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
		enter_graph(w);
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

static bool divide(struct workspace *w, const struct input *in)
{
	bool moved = false;

	for (int n = in->count ? in->count : 1; n > 0; n--) {
		if (!workspace_step_split(w, in->command == COMMAND_GRAPH_LESS))
			break;
		moved = true;
	}
	if (!moved)
		workspace_tell(w, w->at.map.h && w->at.graph.h
				      ? "the screen cannot be divided further that way"
				      : "one pane is all there is to see: {maximise}");
	return true;
}

/* A view that has a command of its own takes its pane, or gives it back. */
static bool show_view(struct workspace *w, enum command c)
{
	char words[LANES_WORDS] = "";
	struct error err = ERROR_INIT;

	for (enum view_id id = 0; id < VIEW_COUNT; id++) {
		const struct view_info *v = &view_table[id];

		if (c == COMMAND_NONE || v->command != c)
			continue;
		if (c == COMMAND_WHY) /* which is asked of two sides */
			workspace_done(w, comparing_begin(&w->open, &err), &err);
		open_profile_show_or_hide(&w->open, id, w->focus, &w->settings, words);
		workspace_tell(w, words);
		w->focus = v->pane;
		if (w->maximised !=
		    (v->pane == PANE_UPPER ? MAXIMISED_MAP : MAXIMISED_GRAPH))
			w->maximised = MAXIMISED_NONE;
		recount(w);
		return true;
	}
	return false;
}

static bool show_header(struct workspace *w)
{
	struct error err = ERROR_INIT;

	if (facts_fill(&w->open, &w->page, &err))
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

/* Why no range is one step from here. */
static const char *no_step(const struct workspace *w, bool on)
{
	if (!w->open.session->profile->has_times)
		return "this profile has no times";
	if (range_is_all(w->open.session->choice.range))
		return "select a range first: {select} or {range} or the mouse";
	return on ? "this is the end of the profile" : "this is its start";
}

/* Time is the map's: its commands work from the other panes as well. */
static bool give_to_map(struct workspace *w, const struct input *in)
{
	struct open_profile *o = &w->open;
	struct heat_view *v = open_profile_lead(o, w->focus);
	struct request r = heat_view_command(
	    v, in,
	    open_profile_map_pane(o, w->focus == PANE_OTHER ? PANE_OTHER : PANE_UPPER));

	if (r.kind == REQUEST_NOTHING)
		workspace_tell(w, in->command == COMMAND_STEP_ON ||
					  in->command == COMMAND_STEP_BACK
				      ? no_step(w, in->command == COMMAND_STEP_ON)
				      : "");
	return navigate_request(w, r) || r.kind == REQUEST_NOTHING;
}

/* The next selection is the baseline; of a second file that is the one in its map. */
static bool select_against(struct workspace *w, const struct input *in)
{
	if (!open_profile_has_other_map(&w->open))
		return give_to_map(w, in);
	w->focus = PANE_OTHER;
	workspace_tell(w, "what is selected in this map is the baseline: {select} and "
			  "{select}, or drag; {align} aligns");
	return true;
}

static bool give_to_graph(struct workspace *w, const struct input *in)
{
	struct open_profile *o = &w->open;
	struct request r = flame_view_command(&o->flame, in, w->open.panes[PANE_LOWER]);
	bool took = navigate_request(w, r);

	if (!took && (in->command == COMMAND_NEXT || in->command == COMMAND_PREVIOUS))
		workspace_tell(
		    w, !session_searches(o->session) && o->session->choice.search.len
			   ? "matches are found when the stacks have been read"
		       : o->session->choice.search.len
			   ? "no match is wide enough to see here: zoom in or out"
			   : "search for something first: {search}");
	return true;
}

/* Nothing is left to go back from in the pane itself. */
static bool go_back(struct workspace *w)
{
	if (w->open.session->choice.search.len) {
		return navigate_request(w, (struct request){.kind = REQUEST_PATTERN,
							    .text = TEXT(""),
							    .settled = true});
	}
	if (w->focus != PANE_UPPER && w->open.session->profile->has_times) {
		w->focus = PANE_UPPER;
		return true;
	}
	if (w->files.directory) {
		loading_end(&w->loading);
		inlining_forget(&w->inlining);
		open_profile_close(&w->open);
		return true;
	}
	return false;
}

static bool ask(struct workspace *w, enum prompt_kind kind)
{
	struct error err = ERROR_INIT;

	if (kind == PROMPT_RANGE && w->focus == PANE_OTHER)
		kind = PROMPT_OTHER_RANGE;
	workspace_done(w, prompts_open(&w->prompts, kind, &w->open, &err), &err);
	return true;
}

/* Nobody should find out later that a file holds half of what it says. */
static bool ask_where_to_save(struct workspace *w)
{
	if (w->open.session->profile->times_only) {
		workspace_say(w, w->open.coming
				     ? "the stacks have not been read yet: wait"
				     : "the stacks were not read: there is nothing "
				       "to save");
		return true;
	}
	if (!w->open.coming)
		return ask(w, PROMPT_SAVE);
	workspace_tell(w, "not all of it has been read yet: wait, or stop reading with "
			  "{interrupt}");
	return true;
}

static bool ask_or_choose(struct workspace *w, enum command c)
{
	switch (c) {
	case COMMAND_RANGE:
		return ask(w, PROMPT_RANGE);
	case COMMAND_SEARCH:
		return ask(w, PROMPT_SEARCH);
	case COMMAND_FILTER:
		return ask(w, PROMPT_FILTER);
	case COMMAND_PERIOD:
		return ask(w, PROMPT_PERIOD);
	case COMMAND_SAVE:
		return ask_where_to_save(w);
	case COMMAND_THREADS:
		return choose(w, MENU_THREAD);
	case COMMAND_PROCESSES:
		return choose(w, MENU_PROCESS);
	case COMMAND_CPUS:
		return choose(w, MENU_CPU);
	case COMMAND_EVENTS:
		return choose(w, MENU_EVENT);
	case COMMAND_PERIODS:
		return choose(w, MENU_PERIOD);
	case COMMAND_ROWS:
		return choose(w, MENU_ROWS);
	case COMMAND_ROOT:
		return choose(w, MENU_ROOT);
	case COMMAND_LOOK:
		return choose(w, MENU_LOOK);
	case COMMAND_ODD_LIST:
		return choose(w, MENU_ODD);
	default:
		return false;
	}
}

static bool next_look(struct workspace *w, enum command c)
{
	char words[LOOK_WORDS];

	if (c == COMMAND_COLOURS)
		look_next_colours(&w->settings, w->focus == PANE_LOWER, words);
	else
		look_next_zone(&w->open, words);
	workspace_say(w, words);
	return true;
}

/* A selection that is being made ends here: it is what is meant. */
static bool toggle_baseline(struct workspace *w, const char **words, struct error *err)
{
	struct open_profile *o = &w->open;
	const struct input end = {.command = COMMAND_SELECT};

	if (o->heat.marking && !o->heat.for_baseline)
		navigate_request(w,
				 heat_view_command(&o->heat, &end,
						   open_profile_map_pane(o, PANE_UPPER)));
	heat_view_forget_mark(&o->heat);
	heat_view_forget_mark(&o->other.heat);
	if (w->focus == PANE_OTHER && !comparing_has_own_baseline(o)) {
		*words = "select what of this file is the baseline: {select} and "
			 "{select}, or drag";
		return true;
	}
	return comparing_toggle_baseline(o, words, err);
}

/* What is beneath what: a selection that is being made is meant by its begin. */
static bool align(struct workspace *w, const char **words, struct error *err)
{
	heat_view_forget_mark(&w->open.heat);
	heat_view_forget_mark(&w->open.other.heat);
	return comparing_align(&w->open, w->focus == PANE_OTHER, words, err);
}

static bool compare(struct workspace *w, const struct input *in)
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
		ok = align(w, &words, &err);
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

/* The next odd moment, or the one before. */
static bool select_odd(struct workspace *w, bool on)
{
	struct error err = ERROR_INIT;
	const struct odd_moment *m = finding_next(&w->open, on, &err);
	char words[FINDING_WORDS];

	if (!m) {
		workspace_complain(w, &err);
		return true;
	}
	go_to(w, m->range);
	workspace_say(w, finding_words(m, w->open.session->profile, words));
	return true;
}

static bool change_picture(struct workspace *w, const struct input *in)
{
	switch (in->command) {
	case COMMAND_IDLE:
	case COMMAND_WEIGHT:
	case COMMAND_CELLS:
	case COMMAND_SHARES:
		return count_anew(w, in->command);
	case COMMAND_COLOURS:
	case COMMAND_ZONE:
		return next_look(w, in->command);
	case COMMAND_ODD_NEXT:
	case COMMAND_ODD_BEFORE:
		return select_odd(w, in->command == COMMAND_ODD_NEXT);
	case COMMAND_PANE:
		return next_pane(w);
	case COMMAND_MAXIMISE:
		return maximise(w);
	case COMMAND_GRAPH_MORE:
	case COMMAND_GRAPH_LESS:
		return divide(w, in);
	case COMMAND_INLINED:
		return navigate_request(
		    w, inlining_toggle(&w->inlining, loading_is_under_way(&w->loading)));
	case COMMAND_AGAINST:
		return select_against(w, in);
	case COMMAND_STEP_BACK:
	case COMMAND_STEP_ON:
	case COMMAND_ZOOM_IN:
	case COMMAND_ZOOM_OUT:
	case COMMAND_FIT:
	case COMMAND_FIT_RANGE:
		return give_to_map(w, in);
	case COMMAND_NEXT:
	case COMMAND_PREVIOUS:
	case COMMAND_LAYOUT:
	case COMMAND_SORT:
	case COMMAND_FOLD:
	case COMMAND_UNZOOM:
	case COMMAND_STACK:
		return give_to_graph(w, in);
	default:
		return false;
	}
}

/* As often as there is something: the last one says that there is no more. */
static bool undo(struct workspace *w, const struct input *in)
{
	int n = in->count ? in->count : 1;
	struct error err = ERROR_INIT;

	for (n = n < HISTORY_MAX ? n : HISTORY_MAX; n > 0; n--)
		workspace_done(
		    w, open_profile_undo(&w->open, in->command == COMMAND_REDO, &err),
		    &err);
	return true;
}

bool navigate_command(struct workspace *w, const struct input *in)
{
	if (show_view(w, in->command) || ask_or_choose(w, in->command) ||
	    compare(w, in) || change_picture(w, in))
		return true;
	switch (in->command) {
	case COMMAND_ALL:
		heat_view_forget_mark(&w->open.heat);
		heat_view_forget_mark(&w->open.other.heat);
		return w->focus == PANE_OTHER ? look_at_other(w, RANGE_ALL, true)
					      : look_at(w, RANGE_ALL, true);
	case COMMAND_UNDO:
	case COMMAND_REDO:
		return undo(w, in);
	case COMMAND_SHARE:
		return workspace_share(w);
	case COMMAND_HEADER:
		return show_header(w);
	case COMMAND_HELP:
		return show_help(w);
	case COMMAND_CANCEL:
		return go_back(w);
	case COMMAND_QUIT:
		w->shell_request = SHELL_QUIT;
		return true;
	default:
		return false;
	}
}
