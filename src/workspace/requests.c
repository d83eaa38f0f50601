#include "workspace/workspace_state.h"

#include <inttypes.h>
#include <unistd.h>

#include "analysis/range_words.h"
#include "base/mem.h"
#include "base/number.h"
#include "view/code/code_view.h"
#include "view/flame/sandwich_view.h"
#include "view/keys.h"
#include "view/label.h"
#include "workspace/choosing.h"
#include "workspace/comparing.h"
#include "workspace/finding.h"
#include "workspace/menus/look.h"
#include "workspace/saving.h"
#include "workspace/share.h"
#include "analysis/shape/function_name.h"

/*
 * Give the graph the keys. From "all" nothing lies to the sides, so the cursor begins on the
 * process that costs most.
 */
void requests_enter_graph(struct workspace *w)
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
void requests_recount(struct workspace *w)
{
	struct error err = ERROR_INIT;

	workspace_done(w, open_profile_recount(&w->open, &err), &err);
}

bool requests_look_at(struct workspace *w, struct range r, bool settled)
{
	session_set_range(w->open.session, r);
	requests_recount(w);
	if (settled)
		open_profile_note(&w->open);
	return settled ? requests_explain_stall(w) : true;
}

/* The whole profile, whatever was selected. */
bool requests_look_at_all(struct workspace *w)
{
	const struct ranges none = {0};
	struct error err = ERROR_INIT;

	return workspace_done(
		   w, open_profile_set_ranges(&w->open, RANGE_ALL, &none, &err), &err) ||
	       true;
}

/* A selection that is being made ends here: it is what is meant. */
void requests_finish_marking(struct workspace *w)
{
	struct heat_view *heat = &w->open.heat;
	const struct input end = {.command = COMMAND_SELECT};

	if (heat->marking && !heat->for_baseline)
		requests_do(
		    w, heat_view_command(heat, &end,
					 open_profile_map_pane(&w->open, PANE_UPPER)));
}

bool requests_gather(struct workspace *w)
{
	struct error err = ERROR_INIT;
	const char *words = NULL;
	bool done;

	if (!w->open.session->profile->has_times) {
		workspace_tell(w, "this profile has no times");
		return true;
	}
	requests_finish_marking(w);
	done = open_profile_gather(&w->open, &words, &err);
	if (done && words)
		workspace_tell(w, words);
	workspace_done(w, done, &err);
	return true;
}

/* The odd moment in a line of their list, or all of its kind. */
static bool gather_odd(struct workspace *w, uint32_t line, bool all)
{
	struct error err = ERROR_INIT;
	const struct odd_moments *odd = finding_odd(&w->open, &err);
	struct ranges also = {0};
	bool ok = odd && line < odd->count &&
		  ranges_copy(&also, &w->open.session->choice.also, &err);

	for (uint32_t i = 0; ok && i < odd->count; i++)
		if (i == line ||
		    (all && odd_moments_alike(&odd->moment[i], &odd->moment[line])))
			ok = ranges_add(&also, odd->moment[i].range, &err);
	ok = ok && open_profile_set_ranges(&w->open, w->open.session->choice.range, &also,
					   &err);
	if (ok)
		workspace_printf(w, "%" PRIu32 " ranges",
				 w->open.session->selection.count);
	ranges_release(&also);
	workspace_done(w, ok, &err);
	return true;
}

/* All bursts of the period in a line of their list, in place of the range in which it was found. */
static bool gather_bursts(struct workspace *w, uint32_t line)
{
	struct error err = ERROR_INIT;
	struct ranges also = {0};
	bool ok = ranges_copy(&also, &w->open.session->choice.also, &err) &&
		  periods_bursts(&w->menus.periods, line, &also, &err) &&
		  open_profile_set_ranges(&w->open, RANGE_ALL, &also, &err);

	if (ok)
		workspace_printf(w, "%" PRIu32 " ranges",
				 w->open.session->selection.count);
	ranges_release(&also);
	workspace_done(w, ok, &err);
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
bool requests_look_at_other(struct workspace *w, struct range r, bool settled)
{
	struct error err = ERROR_INIT;

	workspace_done(w, comparing_set_other(&w->open, r, settled, &err), &err);
	return true;
}

static bool zoom(struct workspace *w, uint32_t node)
{
	flame_view_zoom(&w->open.flame, node);
	requests_recount(w);
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
	requests_recount(w);
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

/* The function that is pointed at, and not another one of its name. */
static char *pointed_name(const struct workspace *w, struct request r, struct error *err)
{
	const struct profile *p = session_table(w->open.session).flame->tree->profile;

	return function_name_apart(p, r.text, r.module, err);
}

static bool show_callers(struct workspace *w, struct request r)
{
	struct open_profile *o = &w->open;
	struct text function = r.text;
	struct error err = ERROR_INIT;
	char *name;
	bool ok;

	if (!function.len || o->flame.instead) {
		workspace_tell(w, "no function here; {up}: a frame");
		return true;
	}
	name = pointed_name(w, r, &err);
	ok = name && sandwich_view_show(o->others[VIEW_SANDWICH], text_of(name), &err);
	mem_free(name);
	if (!ok)
		return workspace_done(w, false, &err);
	if (open_profile_shown(o, PANE_LOWER) != VIEW_SANDWICH)
		open_profile_toggle(o, VIEW_SANDWICH);
	w->focus = PANE_LOWER;
	requests_recount(w);
	return true;
}

/* ---- instructions, for which the file is read again ---- */

static struct code_view *code_of(struct workspace *w)
{
	return w->open.others[VIEW_CODE];
}

static bool begin_code(struct workspace *w, bool with_lines, struct error *err)
{
	struct code_view *v = code_of(w);

	return annotating_begin(&w->annotating, w->loading.path, &w->settings.reading,
				w->open.session->profile, text_of(v->function),
				with_lines, err);
}

static bool show_code(struct workspace *w, struct text name, struct error *err)
{
	const char *why =
	    annotating_refusal(&w->inlining.mark, w->loading.path, &w->settings.reading,
			       w->open.partial, w->open.coming);
	struct code_view *v = code_of(w);
	bool known;

	if (why)
		return error_set(err, ERROR_USAGE, "%s", why);
	if (!code_view_show(v, annotating_function(name, w->settings.reading.lines),
			    &known, err))
		return false;
	if (known || begin_code(w, false, err))
		return true;
	code_view_fail(v, err->message);
	return false;
}

static bool annotate(struct workspace *w, struct request r)
{
	struct open_profile *o = &w->open;
	struct text function = r.text;
	struct error err = ERROR_INIT;
	char *name;
	bool ok;

	if (!function.len || o->flame.instead) {
		workspace_tell(w, "no function here; {up}: a frame");
		return true;
	}
	name = pointed_name(w, r, &err);
	ok = name && show_code(w, text_of(name), &err);
	mem_free(name);
	if (!ok)
		return workspace_done(w, false, &err), true;
	if (open_profile_shown(o, PANE_LOWER) != VIEW_CODE)
		open_profile_toggle(o, VIEW_CODE);
	w->focus = PANE_LOWER;
	requests_recount(w);
	return true;
}

bool requests_take_code(struct workspace *w)
{
	const struct session *s = w->open.session;
	struct code_view *v = code_of(w);
	struct error err = ERROR_INIT;
	struct code_reading code;
	bool first;

	if (!annotating_take(&w->annotating, &w->inlining.mark, s ? s->profile : NULL,
			     &code, &err))
		return false;
	if (s && !err.kind && (v->waits || v->expects)) {
		first = v->waits;
		code_view_take(v, &code, s->profile->samples.count, &err);
		code_view_expect_lines(v,
				       first && !err.kind && begin_code(w, true, &err));
	} else if (s && v->waits) {
		code_view_fail(v, err.message);
	}
	code_reading_release(&code);
	if (s)
		requests_recount(w);
	return true;
}

bool requests_stop_code(struct workspace *w)
{
	struct code_view *v = code_of(w);

	if (!annotating_is_under_way(&w->annotating))
		return false;
	loading_end(&w->annotating.loading);
	if (w->open.session && v->waits)
		code_view_fail(v, "reading its instructions was stopped");
	if (w->open.session)
		code_view_expect_lines(v, false);
	return true;
}

void requests_end_code(struct workspace *w)
{
	if (annotating_is_under_way(&w->annotating) &&
	    (!w->open.session || (!code_of(w)->waits && !code_of(w)->expects)))
		loading_end(&w->annotating.loading);
}

/* ---- searching a list ---- */

/* The list that has the keys, or is below the prompt that asks what to look for in it. */
static struct menu_view *list_of(struct workspace *w)
{
	return w->menus.is_open ? &w->menus.view : &w->files.view;
}

bool requests_at_code(const struct workspace *w)
{
	return w->open.session && !w->menus.is_open && w->focus == PANE_LOWER &&
	       open_profile_shown(&w->open, PANE_LOWER) == VIEW_CODE;
}

bool requests_ask_lines(struct workspace *w)
{
	const char *before = requests_at_code(w) ? code_of(w)->words : list_of(w)->words;
	struct error err = ERROR_INIT;

	workspace_done(w, prompts_ask_lines(&w->prompts, text_of(before), &err), &err);
	return true;
}

static bool find_in_code(struct workspace *w, struct text words)
{
	if (!code_view_search(code_of(w), words, w->open.panes[PANE_LOWER]))
		workspace_say(w, "no line here has that");
	return true;
}

bool requests_find_line(struct workspace *w, struct text words)
{
	if (requests_at_code(w))
		return find_in_code(w, words);
	if (!menu_view_search(list_of(w), words, workspace_pane(w->at.whole)))
		workspace_say(w, "no line of this list has that");
	return true;
}

bool requests_share(struct workspace *w)
{
	struct error err = ERROR_INIT;
	char *line = share_command_line(&w->open, w->inlining.wanted, &err);
	bool piped = strcmp(w->open.path, "-") == 0;

	if (!line) {
		workspace_complain(w, &err);
		return true;
	}
	requests_copy(w, line);
	if (!piped && !w->open.session->profile->elsewhere &&
	    strlen(line) + 2 <= (size_t)w->at.whole.w && strlen(line) < sizeof w->message)
		workspace_say(w, line);
	else if (share_fill_page(line, piped, w->at.whole.w, &w->page, &err) &&
		 share_add_statements(&w->open, &w->page, &err))
		w->page_is_open = true; /* a line cut short is of no use */
	else
		workspace_complain(w, &err);
	return true;
}

void requests_copy(struct workspace *w, char *text)
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
		requests_copy(w, own);
	return workspace_done(w, own != NULL, &err);
}

static bool show_name(struct workspace *w, enum keys_by by, struct text name)
{
	struct error err = ERROR_INIT;

	w->focus = PANE_LOWER;
	if (by == KEYS_WAIT)
		return requests_show_wait(w, name);
	workspace_done(w, comparing_show(&w->open, by, name, &err), &err);
	return true;
}

/* `settled`: the period is what it has to be, and undone; else a step from the one before. */
static bool set_period(struct workspace *w, struct request r)
{
	struct error err = ERROR_INIT;
	uint64_t before = w->open.session->choice.period;
	bool done;

	if (r.value == w->open.session->choice.period && !r.settled)
		workspace_tell(
		    w, "columns stay as long as they are; {period} takes any length");
	done = open_profile_set_period(&w->open, r.value, r.range.from, &err);
	if (done && r.settled && before != w->open.session->choice.period)
		open_profile_note_fitted(&w->open, before);
	return workspace_done(w, done, &err);
}

bool requests_go_to(struct workspace *w, struct range r)
{
	struct heat_view *heat = &w->open.heat;

	heat_view_forget_mark(heat);
	requests_look_at(w, r, true);
	heat_view_reveal(heat);
	return true;
}

/* Those that were typed, instead of what is selected. */
static bool go_to_several(struct workspace *w, struct text words)
{
	struct open_profile *o = &w->open;
	const struct range_place place =
	    range_place_of(o->session->profile, o->session->choice.local);
	struct error err = ERROR_INIT;
	struct ranges also = {0};
	struct range r;
	bool ok;

	heat_view_forget_mark(&o->heat);
	ok = ranges_parse(words, &place, &r, &also, &err) &&
	     open_profile_set_ranges(o, r, &also, &err);
	ranges_release(&also);
	return workspace_done(w, ok, &err);
}

static bool set_rows(struct workspace *w, uint32_t rows)
{
	struct choice c = w->open.session->choice;
	struct error ignored = ERROR_INIT; /* it asks the same */

	c.rows = rows;
	open_profile_ask(&w->open, &c, &ignored);
	workspace_arrange(w, w->at.whole.w, w->at.whole.h);
	workspace_tell_rows(w);
	return true;
}

static void say_what_is_saved(struct workspace *w, const struct notation *notation,
			      const char *path)
{
	static const char *const whats[] = {
	    [SAVED_ONE] = "",
	    [SAVED_DIFFERENCE] = "the difference of ",
	    [SAVED_GONE] = "what is gone, beside ",
	    [SAVED_RANGE] = "the range alone, ",
	};
	const struct open_profile *o = &w->open;
	const struct session *s = o->session;
	enum saved_sides sides = saving_sides(o, notation);
	bool aside = sides == SAVED_GONE || sides == SAVED_RANGE;
	char n[LABEL_MAX];

	workspace_printf(
	    w, "saved %s%s%s%s as %s in %s%s%s%s", whats[sides],
	    s->kept.spans ? label_duration(s->flame.total[0], n)
			  : number_grouped(s->flame.samples, n),
	    s->kept.spans ? "" : " samples", aside ? "," : "", notation->what, path,
	    sides == SAVED_RANGE ? "; .svg, .folded and .json have both" : "",
	    o->status.partial ? "; the profile is " : "",
	    o->status.partial ? o->status.partial : "");
}

/* Records know no filter and no event. */
static void say_what_records_are_saved(struct workspace *w, const struct kept_written *k,
				       const char *path)
{
	const struct profile *p = w->open.session->profile;
	uint64_t origin = profile_origin(p);
	char n[NUMBER_THINGS_MAX], from[NUMBER_SECONDS_MAX] = "";

	if (k->since > origin)
		number_plain_seconds(k->since - origin, from);
	workspace_printf(w, "saved %s of all processes as a recording in %s%s%s%s",
			 number_things(k->samples, "samples", n), path,
			 from[0] ? "; the records before " : "", from,
			 from[0] ? " s are gone" : "");
}

static bool save_records(struct workspace *w, const char *path, bool overwrite,
			 struct error *err)
{
	struct kept_written written;
	bool saved = saving_write_records(&w->open, path, overwrite, &written, err);

	if (saved)
		say_what_records_are_saved(w, &written, path);
	return saved;
}

static bool save_graph(struct workspace *w, const struct notation *notation,
		       const char *path, bool overwrite, struct error *err)
{
	bool saved = saving_write(&w->open, notation, path, overwrite, err);

	if (saved)
		say_what_is_saved(w, notation, path);
	return saved;
}

/* Of what comes live, the recording itself is there. */
static bool save(struct workspace *w, const char *path, bool overwrite)
{
	struct error err = ERROR_INIT;
	bool records =
	    w->open.settings->reading.kept && text_ends(text_of(path), TEXT(".data"));
	const struct notation *notation =
	    records ? NULL : export_for_file(text_of(path), false, &err);
	bool saved = false;

	if ((notation || records) && !overwrite && access(path, F_OK) == 0)
		prompts_ask_overwrite(&w->prompts, &err);
	else if (records)
		saved = save_records(w, path, overwrite, &err);
	else if (notation)
		saved = save_graph(w, notation, path, overwrite, &err);
	return workspace_done(w, saved, &err);
}

/* Another value in the menu, which stays: how things look behind it. */
static bool change_look(struct workspace *w, struct request r)
{
	struct error err = ERROR_INIT;
	enum choice_id id = (enum choice_id)r.id;
	char words[CHOOSING_WORDS];
	bool ok;

	if (choice_table[id].changes == CHANGES_PROFILE)
		return requests_step_state(w, id, r.steps);
	ok = choosing_step(&w->open, id, r.steps, words, &err);
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

/* Something else is asked of the profile; false: the request is another one. */
static bool ask_anew(struct open_profile *o, struct request r, bool *done,
		     struct error *err)
{
	struct choice c = o->session ? o->session->choice : choice_usual;

	switch (r.kind) {
	case REQUEST_EVENT:
		c.event = r.id;
		*done = open_profile_settle(o, &c, err);
		break;
	case REQUEST_ROOT:
		c.root = (enum root_mode)r.id;
		*done = open_profile_settle(o, &c, err);
		break;
	case REQUEST_SHAPE:
		c.transform = r.text;
		*done = open_profile_settle(o, &c, err);
		break;
	case REQUEST_MEASURE:
		*done = comparing_choose(o, r.id, err);
		break;
	case REQUEST_HUE:
		*done = open_profile_keep_hue(o, r.id, r.settled, err);
		break;
	case REQUEST_FILTER:
		*done = open_profile_set_filter(o, r.text, err);
		break;
	case REQUEST_ADD_FILTER:
		*done = open_profile_add_filter(o, r.text, err);
		break;
	default:
		return false;
	}
	return true;
}

/* The files that are marked in the list, together. */
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
	return workspace_read(w, "together", err);
}

/* What prompts, menus and lists ask for. */
static bool carry_out(struct workspace *w, struct request r)
{
	struct open_profile *o = &w->open;
	struct error err = ERROR_INIT;
	bool done = true;

	if (ask_anew(o, r, &done, &err))
		return workspace_done(w, done, &err);
	switch (r.kind) {
	case REQUEST_PATTERN:
		done = open_profile_set_search(o, r.text, &err);
		if (done && r.settled)
			open_profile_note(o);
		break;
	case REQUEST_BASELINE_FILE:
		done = workspace_choose_baseline(w, r.path, &err);
		break;
	case REQUEST_OPEN_MARKED:
		done = read_marked(w, &err);
		break;
	case REQUEST_OPEN:
		w->settings.reading.together = NULL;
		done = workspace_read(w, r.path, &err);
		break;
	case REQUEST_GO_TO:
		if (r.text.len)
			return go_to_several(w, r.text);
		return range_is_all(r.range) ? requests_look_at_all(w)
					     : requests_go_to(w, r.range);
	case REQUEST_ALL:
		return requests_look_at_all(w);
	case REQUEST_GATHER:
		return w->menus.kind == MENU_PERIOD ? gather_bursts(w, r.id)
						    : gather_odd(w, r.id, r.settled);
	case REQUEST_LOOK:
		return change_look(w, r);
	case REQUEST_KEEP:
		return keep_look(w);
	case REQUEST_ROWS:
		return set_rows(w, (uint32_t)r.value);
	case REQUEST_SAVE:
		if (w->open.asking) {
			workspace_say(w, "not saved: what is chosen is not counted yet");
			return true;
		}
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

bool requests_choose(struct workspace *w, enum menu_kind kind)
{
	struct error err = ERROR_INIT;

	workspace_done(w, menus_open(&w->menus, kind, &w->open, &err), &err);
	return true;
}

bool requests_do(struct workspace *w, struct request r)
{
	struct error err = ERROR_INIT;

	if (r.words)
		workspace_tell(w, r.words);
	switch (r.kind) {
	case REQUEST_RANGE:
		return requests_look_at(w, r.range, r.settled);
	case REQUEST_BASELINE:
		return hold_against(w, r.range, r.settled);
	case REQUEST_OTHER_RANGE:
		return requests_look_at_other(w, r.range, r.settled);
	case REQUEST_PERIOD:
		return set_period(w, r);
	case REQUEST_GRAPH:
		if (r.settled)
			requests_look_at(w, r.range, true);
		requests_enter_graph(w);
		return true;
	case REQUEST_NARROW:
		return requests_choose(w, MENU_NARROW);
	case REQUEST_ZOOM:
		return zoom(w, r.id);
	case REQUEST_FIND:
		return find(w, r.id);
	case REQUEST_STACK:
		return show_stack(w, r.id);
	case REQUEST_STACK_OF:
		return show_stack(w, share_stack_of(w->open.flame.flame, r.id, r.text));
	case REQUEST_TRANSFORM:
		menus_about(&w->menus, r.text, (uint32_t)r.value);
		return requests_choose(w, MENU_TRANSFORM);
	case REQUEST_CALLERS:
		return show_callers(w, r);
	case REQUEST_ANNOTATE:
		return annotate(w, r);
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
		requests_recount(w);
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
