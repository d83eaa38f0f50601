#include "workspace/workspace_inside.h"

#include <inttypes.h>
#include <string.h>
#include <unistd.h>

#include "analysis/range_words.h"
#include "base/mem.h"
#include "base/memory_stream.h"
#include "base/number.h"
#include "choice/shell_line.h"
#include "session/input_options.h"
#include "session/thread_choice.h"
#include "view/chart/chart_view.h"
#include "view/code/code_view.h"
#include "view/flame/sandwich_view.h"
#include "view/flame/stack_page.h"
#include "view/keys.h"
#include "view/label.h"
#include "workspace/comparing.h"
#include "workspace/anomaly_list.h"
#include "workspace/menus/look.h"
#include "analysis/transform/function_name.h"

/*
 * Give the graph the keyboard. The root has no siblings, so the cursor begins on the largest
 * process.
 */
void actions_enter_graph(struct workspace *w)
{
	struct open_profile *o = &w->open;
	const struct flame *f = o->flame.flame; /* as drawn */
	uint32_t best = 0;

	w->focus = PANE_LOWER;
	for (uint32_t n = f->tree->first_child[0]; n; n = f->tree->next_sibling[n])
		if (!best || f->total[n] > f->total[best])
			best = n;
	if (o->flame.cursor == 0 && best && f->total[best])
		flame_view_point(&o->flame, best, w->open.panes[PANE_LOWER]);
}

void actions_recount(struct workspace *w)
{
	struct error err = ERROR_INIT;

	workspace_done(w, open_profile_recount(&w->open, &err), &err);
}

static bool set_range(struct workspace *w, struct range r, bool settled)
{
	session_set_range(w->open.session, r);
	actions_recount(w);
	if (settled)
		open_profile_add_step(&w->open);
	return settled ? state_explain_stall(w) : true;
}

bool actions_look_at_all(struct workspace *w)
{
	const struct ranges none = {0};
	struct error err = ERROR_INIT;

	return workspace_done(
		   w, open_profile_set_ranges(&w->open, RANGE_ALL, &none, &err), &err) ||
	       true;
}

void actions_finish_marking(struct workspace *w)
{
	struct heat_view *heat = &w->open.heat;
	const struct input end = {.command = COMMAND_SELECT};

	if (heat->marking && !heat->for_baseline)
		actions_do(
		    w, heat_view_command(heat, &end,
					 open_profile_map_pane(&w->open, PANE_UPPER)));
}

bool actions_gather(struct workspace *w)
{
	struct error err = ERROR_INIT;
	const char *words = NULL;
	bool done;

	if (!w->open.session->profile->has_times) {
		workspace_tell(w, "this profile has no times");
		return true;
	}
	actions_finish_marking(w);
	done = open_profile_gather(&w->open, &words, &err);
	if (done && words)
		workspace_tell(w, words);
	workspace_done(w, done, &err);
	return true;
}

static bool set_baseline(struct workspace *w, struct range r, bool settled)
{
	struct error err = ERROR_INIT;

	workspace_done(w, comparing_set_baseline(&w->open, r, settled, &err), &err);
	if (settled && w->open.session->choice.baseline.look.graph == GRAPH_PLAIN &&
	    r.from < r.to)
		workspace_tell(w, "that is the baseline, B: {differential} compares the "
				  "range with it");
	return true;
}

bool actions_look_at_other(struct workspace *w, struct range r, bool settled)
{
	struct error err = ERROR_INIT;

	workspace_done(w, comparing_set_other(&w->open, r, settled, &err), &err);
	return true;
}

bool actions_go_to(struct workspace *w, struct range r)
{
	struct heat_view *heat = &w->open.heat;

	heat_view_forget_mark(heat);
	set_range(w, r, true);
	heat_view_reveal(heat);
	return true;
}

static bool select_range(struct workspace *w, const struct action *a)
{
	if (a->side == RANGE_OF_BASELINE)
		return set_baseline(w, a->range, a->settled);
	if (a->side == RANGE_OF_OTHER)
		return actions_look_at_other(w, a->range, a->settled);
	return a->reveal ? actions_go_to(w, a->range)
			 : set_range(w, a->range, a->settled);
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

/* Show a frame of another view in the graph. */
static bool find_frame(struct workspace *w, uint32_t frame)
{
	struct open_profile *o = &w->open;
	uint32_t node = stack_page_node(o->flame.flame, frame, TEXT(""));

	o->shown_by[PANE_LOWER] = COMMAND_NONE;
	w->focus = PANE_LOWER;
	search_name(w, profile_frame_name(o->flame.flame->tree->profile, frame));
	if (!tree_is_below(o->flame.flame->tree, node, o->flame.zoom))
		flame_view_zoom(&o->flame, 0);
	actions_recount(w);
	flame_view_point(&o->flame, node, w->open.panes[PANE_LOWER]);
	open_profile_add_step(o);
	return true;
}

static bool show_stack(struct workspace *w, const struct action *a)
{
	struct error err = ERROR_INIT;
	uint32_t node = a->node;

	if (!node && (a->id || a->text.len))
		node = stack_page_node(w->open.flame.flame, a->id, a->text);
	if (!node || w->open.flame.instead)
		workspace_tell(w, "no frame here; {pane}: the graph, {up}: a frame");
	else if (stack_page_fill(&w->open.flame, w->open.status.figures.is_time, node,
				 w->at.whole.w, &w->page, &err))
		w->page_is_open = true;
	else
		workspace_complain(w, &err);
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

/*
 * Open a view of the function at the cursor; the module distinguishes it from others with its name.
 */
static bool show_function(struct workspace *w, const struct action *a)
{
	struct open_profile *o = &w->open;
	const struct profile *p = session_table(o->session).flame->tree->profile;
	enum view_id id = a->command == COMMAND_CALLERS ? VIEW_SANDWICH : VIEW_CODE;
	struct error err = ERROR_INIT;
	char *name;
	bool ok;

	if (!a->text.len || o->flame.instead) {
		workspace_tell(w, "no function here; {up}: a frame");
		return true;
	}
	name = function_name_unique(p, a->text, a->module, &err);
	ok = name && (id == VIEW_CODE ? show_code(w, text_of(name), &err)
				      : sandwich_view_show(o->others[VIEW_SANDWICH],
							   text_of(name), &err));
	mem_free(name);
	if (!ok)
		return workspace_done(w, false, &err), true;
	if (open_profile_shown(o, PANE_LOWER) != id)
		open_profile_toggle(o, id);
	w->focus = PANE_LOWER;
	actions_recount(w);
	return true;
}

static bool about_frame(struct workspace *w, const struct action *a)
{
	switch (a->command) {
	case COMMAND_ENTER:
		return find_frame(w, a->id);
	case COMMAND_STACK:
		return show_stack(w, a);
	case COMMAND_TRANSFORM:
		menus_about(&w->menus, a->text, a->node);
		return actions_choose(w, MENU_TRANSFORM);
	case COMMAND_SEARCH_IT:
		if (a->text.len && search_name(w, a->text))
			open_profile_add_step(&w->open);
		return true;
	case COMMAND_DROP:
		return drop_name(w, a->text);
	default:
		return show_function(w, a);
	}
}

bool actions_take_code(struct workspace *w)
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
		actions_recount(w);
	return true;
}

bool actions_stop_code(struct workspace *w)
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

void actions_end_code(struct workspace *w)
{
	if (annotating_is_under_way(&w->annotating) &&
	    (!w->open.session || (!code_of(w)->waits && !code_of(w)->expects)))
		loading_end(&w->annotating.loading);
}

/* ---- searching a list ---- */

/* The list that has the keyboard, or to which the prompt belongs. */
static struct menu_view *list_of(struct workspace *w)
{
	return w->menus.is_open ? &w->menus.view : &w->files.view;
}

bool actions_at_code(const struct workspace *w)
{
	return w->open.session && !w->menus.is_open && w->focus == PANE_LOWER &&
	       open_profile_shown(&w->open, PANE_LOWER) == VIEW_CODE;
}

bool actions_ask_lines(struct workspace *w)
{
	const char *before =
	    actions_at_code(w) ? code_of(w)->search.words : list_of(w)->search.words;
	struct error err = ERROR_INIT;

	workspace_done(w, prompts_ask_lines(&w->prompts, text_of(before), &err), &err);
	return true;
}

bool actions_find_line(struct workspace *w, struct text words)
{
	if (actions_at_code(w)) {
		if (!code_view_search(code_of(w), words, w->open.panes[PANE_LOWER]))
			workspace_say(w, "not found");
	} else if (!menu_view_search(list_of(w), words, workspace_pane_of(w->at.whole))) {
		workspace_say(w, "no line of this list matches");
	}
	return true;
}

/* ---- the command line of the view ---- */

/* The command that prints a view, and the parts of the choice that it accepts. */
static const struct {
	const char *command; /* NULL: the whole screen is shared, as for VIEW_GRAPH */
	unsigned parts;
	bool of_sides; /* it can draw a comparison */
} batch[VIEW_COUNT] = {
    [VIEW_GRAPH] = {"", ~0u, false},
    [VIEW_CODE] = {" annotate", PART_SAMPLES, false},
    [VIEW_SANDWICH] = {" flame", PART_SAMPLES | PART_SEARCH | PART_PATHS | PART_WEIGHT,
		       true},
    [VIEW_TREE] = {" tree", ~(unsigned)(PART_SIDES | PART_PICTURE), true},
    [VIEW_CHART] = {" chart", PART_SAMPLES | PART_SEARCH | PART_PATHS, false},
};

#define LEAST_WIDTH 20 /* the smallest --width */

/* The options that only the command of this view has. */
static void write_view(const struct open_profile *o, enum view_id id, bool ascii,
		       FILE *out)
{
	struct error ignored = ERROR_INIT; /* without memory a thread is left out */

	if (id == VIEW_SANDWICH) {
		choice_write_option("function", sandwich_view_function(o->others[id]),
				    ascii, out);
	} else if (id == VIEW_TREE) {
		tree_view_write_options(o->others[id], out);
	} else if (id == VIEW_CHART) {
		const struct chart_view *v = o->others[id];

		for (uint32_t i = 0; i <= v->other_count; i++) {
			uint32_t lane = i ? v->others[i - 1].lane : v->lane;
			char *words =
			    thread_choice_words(&v->threads.lanes, lane, &ignored);

			if (words)
				choice_write_option("thread", text_of(words), ascii, out);
			mem_free(words);
		}
	}
}

/* The choice as on the screen. A chart has the drawn window. */
static void write_choice(const struct open_profile *o, enum view_id id, bool ascii,
			 FILE *out, struct error *err)
{
	const struct choice *shown = &o->session->choice;
	struct choice_line line =
	    session_choice_line(id == VIEW_CHART ? o->charting.of : o->session, ascii);
	struct choice c = *line.choice;
	uint64_t columns = LEAST_WIDTH;
	char *zoom = NULL;

	line.choice = &c;
	c.below = open_profile_below(o);
	if (!open_profile_has_lanes(o))
		c.lanes = 0;
	if (id == VIEW_CHART) {
		const struct chart_view *chart = o->others[id];
		const struct chart_window *w = &chart->picture.window;

		columns = w->columns > columns ? w->columns : columns;
		c.range = (struct range){w->from, w->from + columns * w->period};
		c.search = shown->search;
		c.transform = shown->transform;
		line.range = selection_of(&c.range);
	}
	choice_write(&line, batch[id].parts, out);
	if (batch[id].of_sides && c.baseline.look.graph != GRAPH_PLAIN)
		choice_write(&line, PART_SIDES, out);
	if (batch[id].of_sides)
		choice_write_some(&line, PART_PICTURE, CHOICE_SET(CHOICE_PERCENT), out);
	if (id == VIEW_CHART)
		fprintf(out, " --width %" PRIu64, columns);
	if (id == VIEW_GRAPH && o->flame.zoom)
		zoom = tree_path(session_graph(o->session)->tree, o->flame.zoom, err);
	if (zoom)
		choice_write_option("zoom", text_of(zoom), ascii, out);
	mem_free(zoom);
}

/*
 * The command line that reproduces the view on the screen; `inlined`: with inlined functions. Release
 * with mem_free().
 */
static char *view_command_line(const struct open_profile *o, bool inlined,
			       struct error *err)
{
	const struct chart_view *chart = o->others[VIEW_CHART];
	const struct code_view *code = o->others[VIEW_CODE];
	const struct baseline *b = &o->session->choice.baseline;
	const struct reading_options *reading = &o->settings->reading;
	enum view_id id = open_profile_shown(o, PANE_LOWER);
	bool ascii = o->settings->theme.ascii, second;
	const char *path = o->path, *other = NULL;
	struct memory_stream all;

	if (!batch[id].command || (id == VIEW_CODE && !code->function) ||
	    (id == VIEW_CHART && !chart->known))
		id = VIEW_GRAPH;
	second = id == VIEW_CHART && chart->is_second;
	if (second)
		path = o->settings->baseline_file;
	if (b->against == BASELINE_FILE &&
	    (id == VIEW_GRAPH || (batch[id].of_sides && b->look.graph != GRAPH_PLAIN)))
		other = o->settings->baseline_file;
	if (!memory_stream_open(&all, err))
		return NULL;
	fprintf(all.out, "flarescope%s", batch[id].command);
	write_view(o, id, ascii, all.out);
	write_choice(o, id, ascii, all.out, err);
	if (id != VIEW_CODE)
		input_options_write_reading(o->settings, o->session, inlined, ascii,
					    all.out);
	else if (reading->source)
		choice_write_option("source", text_of(reading->source), ascii, all.out);
	input_options_write_source(o->settings, o->session, path, other, ascii, all.out);
	if (id == VIEW_CODE) {
		fputs(code->function[0] == '-' ? "-- " : "", all.out);
		shell_line_word(text_of(code->function), ascii, all.out);
		fputc(' ', all.out);
	}
	input_options_write_path(second ? NULL : reading, path, ascii, all.out);
	if (other) {
		fputc(' ', all.out);
		shell_line_file(other, ascii, all.out);
	}
	return memory_stream_take(&all, NULL, err);
}

#define LEAST_COLUMNS 20
#define FRAME_COLUMNS 6 /* the edges of a page and the blanks around them */

/*
 * Put the line on a page, broken to fit a screen of this width; the lines can be copied unchanged.
 * `piped`: the profile came from standard input, and the page mentions that. Statements that were
 * sent to a database follow.
 */
static bool view_command_page(const struct open_profile *o, const char *line, bool piped,
			      int width, struct page_view *page, struct error *err)
{
	int columns =
	    width - FRAME_COLUMNS < LEAST_COLUMNS ? LEAST_COLUMNS : width - FRAME_COLUMNS;
	const struct server_side *e = o->session->profile->server;
	struct shell_line l = {.rest = text_of(line)};
	struct text rest = text_of(e ? e->statements : "");
	struct shell_part part;
	bool ok = true;

	page_view_release(page);
	page->width = columns;
	page->text = mem_text(line, strlen(line), err);
	if (!page->text)
		return false;
	page->title = " The command line of this view ";
	while (ok && shell_line_next(&l, columns, &part))
		ok = page_view_add(page, err, "%s%.*s%s", part.before, (int)part.text.len,
				   part.text.at, part.behind);
	if (ok && piped)
		ok = page_view_add(page, err, "%s", "") &&
		     page_view_wrap(page, 0,
				    TEXT("This profile came from standard input, which "
					 "cannot be read again: save it to a file, and "
					 "name that instead of " INPUT_OPTIONS_PIPED "."),
				    err);
	if (ok && e)
		ok = page_view_add(page, err, "%s", "") &&
		     page_view_add(page, err, "%s",
				   o->asking ? "Query in progress; previous queries:"
					     : "Queries to ClickHouse:");
	while (ok && rest.len) {
		const char *end = memchr(rest.at, '\n', rest.len);
		size_t len = end ? (size_t)(end - rest.at) : rest.len;

		ok = page_view_add(page, err, "%s", "") &&
		     page_view_wrap(page, 0, text_upto(rest, len), err);
		rest = text_from(rest, len + 1);
	}
	return ok;
}

static void put_on_clipboard(struct workspace *w, char *text)
{
	mem_free(w->copied);
	w->copied = text;
	w->shell_action = SHELL_COPY;
}

bool actions_share(struct workspace *w)
{
	struct error err = ERROR_INIT;
	char *line = view_command_line(&w->open, w->inlining.wanted, &err);
	bool piped = strcmp(w->open.path, "-") == 0;

	if (!line) {
		workspace_complain(w, &err);
		return true;
	}
	put_on_clipboard(w, line);
	if (!piped && !w->open.session->profile->server &&
	    strlen(line) + 2 <= (size_t)w->at.whole.w && strlen(line) < sizeof w->message)
		workspace_say(w, line);
	else if (view_command_page(&w->open, line, piped, w->at.whole.w, &w->page, &err))
		w->page_is_open = true; /* a truncated line would be useless */
	else
		workspace_complain(w, &err);
	return true;
}

static bool show_name(struct workspace *w, enum keys_by by, struct text name)
{
	struct error err = ERROR_INIT;

	w->focus = PANE_LOWER;
	if (by == KEYS_WAIT)
		return state_show_wait(w, name);
	workspace_done(w, comparing_show(&w->open, by, name, &err), &err);
	return true;
}

/*
 * `settled`: the period was chosen and undo restores it; else it is a step from the previous one.
 */
static bool set_period(struct workspace *w, const struct action *a)
{
	struct error err = ERROR_INIT;
	uint64_t before = w->open.session->choice.period;
	bool done;

	if (a->value == before && !a->settled)
		workspace_tell(
		    w, "columns stay as long as they are; {period} takes any length");
	done = open_profile_set_period(&w->open, a->value, a->range.from, &err);
	if (done && a->settled && before != w->open.session->choice.period)
		open_profile_add_fitted_step(&w->open, before);
	return workspace_done(w, done, &err);
}

/* Choose another value in the display menu, which stays open. */
static bool step_choice(struct workspace *w, enum choice_id id, int steps)
{
	struct error err = ERROR_INIT;
	char words[CHOOSING_WORDS];
	bool ok;

	if (choice_table[id].changes == CHANGES_PROFILE)
		return state_step(w, id, steps);
	ok = choosing_step(&w->open, id, steps, words, &err);
	panes_arrange(w, w->at.whole.w, w->at.whole.h);
	if (words[0])
		workspace_tell(w, words);
	return workspace_done(w, menus_renew(&w->menus, &w->open, &err) && ok, &err);
}

bool actions_choose(struct workspace *w, enum menu_kind kind)
{
	struct error err = ERROR_INIT;

	workspace_done(w, menus_open(&w->menus, kind, &w->open, &err), &err);
	return true;
}

bool actions_do(struct workspace *w, struct action a)
{
	struct open_profile *o = &w->open;
	struct error err = ERROR_INIT;
	bool done = true;
	char *own;

	if (a.words)
		workspace_tell(w, a.words);
	switch (a.kind) {
	case ACTION_NONE:
	case ACTION_CLOSE:
	case ACTION_LINE:
	case ACTION_TYPED:
		return false;
	case ACTION_REDRAW:
		return true;
	case ACTION_UPDATE:
		actions_recount(w);
		return true;
	case ACTION_ARRANGE:
		panes_arrange(w, w->at.whole.w, w->at.whole.h);
		panes_tell_rows(w);
		return true;
	case ACTION_ALL:
		return actions_look_at_all(w);
	case ACTION_RANGE:
		return select_range(w, &a);
	case ACTION_PERIOD:
		return set_period(w, &a);
	case ACTION_GRAPH:
		if (a.settled)
			set_range(w, a.range, true);
		actions_enter_graph(w);
		return true;
	case ACTION_ZOOM:
		flame_view_zoom(&o->flame, a.id);
		actions_recount(w);
		open_profile_add_step(o);
		return true;
	case ACTION_NARROW:
		return actions_choose(w, MENU_NARROW);
	case ACTION_FRAME:
		return about_frame(w, &a);
	case ACTION_NAME:
		return show_name(w, (enum keys_by)a.id, a.text);
	case ACTION_HUE:
		done = open_profile_keep_hue(o, a.id, a.settled, &err);
		break;
	case ACTION_LANE:
		workspace_done(w, open_profile_do_lane(o, &a, &err), &err);
		return true;
	case ACTION_STEP:
		return step_choice(w, (enum choice_id)a.id, a.steps);
	case ACTION_COPY:
		own = mem_text(a.text.at, a.text.len, &err);
		done = own != NULL;
		if (own)
			put_on_clipboard(w, own);
		break;
	}
	return workspace_done(w, done, &err);
}
