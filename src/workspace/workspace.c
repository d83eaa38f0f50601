#include "workspace/workspace.h"

#include <stdarg.h>
#include <stdio.h>

#include "analysis/path.h"
#include "base/clock.h"
#include "base/mem.h"
#include "session/presence.h"
#include "workspace/workspace_state.h"
#include "view/keys.h"

#define FIRST_WAIT_MS 50
#define PROGRESS_MS   120 /* how often the progress is drawn */
#define NS_PER_MS     UINT64_C(1000000)
#define LONGEST	      1e19 /* ns, of a recording: no guess beyond it fits 64 bits */

/* ---- words ---- */

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

/* ---- what has been read comes to the screen ---- */

/* The file cannot be used: back to the list, or out with the reason. */
static void give_up(struct workspace *w, const struct error *err)
{
	if (w->files.directory) {
		workspace_say(w, err->message);
		return;
	}
	w->failure = *err;
	w->shell_request = SHELL_QUIT;
}

static void arrange_again(struct workspace *w)
{
	struct error err = ERROR_INIT;

	if (w->at.whole.w)
		workspace_arrange(w, w->at.whole.w, w->at.whole.h);
	else if (!open_profile_refresh(w, &err))
		workspace_complain(w, &err);
}

/* No more is coming: what is there stays, and the screen says what it is. */
static void end(struct workspace *w)
{
	struct open_profile *o = &w->open;

	loading_end(&w->loading);
	o->heat.expected = 0;
	if (o->flame.instead)
		o->flame.instead = o->table.instead =
		    "The stacks of these samples were not read.";
}

void workspace_stop_reading(struct workspace *w)
{
	char words[LOADING_WORDS];

	if (navigate_request(w, inlining_stop(&w->inlining)))
		return;
	end(w);
	if (!w->open.session) {
		if (!w->files.directory)
			w->shell_request = SHELL_QUIT;
		return;
	}
	arrange_again(w);
	facts_renew(w);
	loading_words(&w->open.read, words);
	workspace_printf(w, "stopped reading; what is here is %s", words);
}

/* The error is forgotten. */
static void fail(struct workspace *w, struct error *err)
{
	if (w->inlining.under_way) {
		inlining_explain(&w->inlining, w->loading.path, err);
		loading_end(&w->loading);
		inlining_ended(&w->inlining);
		workspace_complain(w, err);
		return;
	}
	end(w);
	if (!w->open.session) {
		give_up(w, err);
		return;
	}
	arrange_again(w);
	workspace_complain(w, err);
}

/* ---- read again ---- */

void workspace_read_again(struct workspace *w, bool inlined)
{
	const char *why = inlining_refusal(&w->inlining, w->loading.path,
					   &w->settings.reading, w->open.partial);
	struct settings settings = w->settings;
	struct error err = ERROR_INIT;

	settings.reading.inlined = inlined;
	w->inlining.wanted = w->inlining.shown;
	if (why) {
		workspace_say(w, why);
	} else if (!loading_begin_again(&w->loading, &settings, &err)) {
		workspace_complain(w, &err);
	} else {
		inlining_begun(&w->inlining, inlined);
		loader_follow(w->loading.loader, &w->open.session->choice);
	}
}

/* It takes the place of what is shown, if it is of the same file. */
static void take_again(struct workspace *w, struct session *s)
{
	struct error err = ERROR_INIT;
	char words[INLINING_WORDS];
	uint32_t *frames = inlining_match(&w->inlining, w->loading.path,
					  w->open.session->profile, s->profile, &err);

	if (frames) {
		open_profile_replace(w, s, frames);
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
	arrange_again(w);
}

/* ---- more of it ---- */

/*
 * How long the whole will be, so that the cells have the width that they will have: a guess
 * that is kept until it is clearly wrong, for nothing should jump.
 */
static void expect(struct open_profile *o)
{
	const struct growth *g = &o->read;
	double guess = 0, was = (double)o->heat.expected;

	if (g->total && g->done && !g->sketch)
		guess = (double)o->whole.to * (double)g->total / (double)g->done;
	if (guess > was || guess < was - was / 3)
		o->heat.expected = guess < LONGEST ? (uint64_t)(guess * 1.05) : 0;
}

/* Worth saying about a file once all of it is there. */
static void say_what_is_missing(struct workspace *w)
{
	const struct open_profile *o = &w->open;
	const struct kept *kept = &o->session->kept;
	const struct profile *p = o->session->profile;

	if (w->message[0] || w->overlay.kind != OVERLAY_NONE ||
	    loading_is_under_way(&w->loading))
		return;
	if (profile_lost(p, LOSS_OF(LOST_SAMPLES)))
		workspace_tell(w, "samples were lost: {header} tells why");
	else if (profile_lost(p, LOSS_OF(LOST_PARTS) | LOSS_OF(LOST_UNREAD)))
		workspace_tell(w,
			       "part of the file could not be used: {header} says what");
	else if (kept->count == 0 && kept->hidden)
		workspace_tell(w, "every sample was idle: {idle} shows them");
	else if (o->zoom_awaited)
		workspace_say(w, "no such frame to zoom into: this is the whole graph");
	else
		workspace_tell_rows(w);
}

/* The range was chosen before all of the file was known, and nothing lies in it. */
static void drop_empty_range(struct workspace *w)
{
	struct open_profile *o = &w->open;
	struct error err = ERROR_INIT;

	if (presence_of_range(o->session->profile, o->session->choice.range, &err))
		return;
	session_set_range(o->session, RANGE_ALL);
	if (o->history.count == 1) { /* the command line's: no step to go back to */
		history_release(&o->history);
		o->heat.cursor = o->whole.from;
	}
	open_profile_note(w);
	workspace_complain(w, &err);
}

/* Take the session over, also when it fails. */
static bool show(struct workspace *w, struct arrival *a)
{
	struct open_profile *o = &w->open;
	uint32_t *frames = NULL;
	bool whole = a->news == LOADER_WHOLE;

	if (o->session && o->read.sketch) { /* its frames are no others' */
		frames =
		    path_frame_map(o->session->profile, a->session->profile, &a->err);
		if (!frames) {
			loader_close(w->loading.loader, a->session);
			return false;
		}
	}
	if (o->session)
		open_profile_replace(w, a->session, frames);
	else if (!open_profile_begin(w, a->session, &a->err))
		return false;
	mem_free(frames);
	o->read = a->read;
	o->partial = !whole;
	o->heat.growing = !whole && !a->read.sketch;
	o->flame.instead = o->table.instead =
	    a->read.sketch ? "The stacks of these samples are being read." : NULL;
	if (whole) {
		end(w);
		drop_empty_range(w);
	} else {
		expect(o);
	}
	arrange_again(w);
	facts_renew(w);
	if (whole && w->inlining.wanted)
		workspace_read_again(w, true);
	if (whole)
		say_what_is_missing(w);
	return true;
}

bool workspace_wake(struct workspace *w)
{
	struct arrival a;

	if (!loading_take(&w->loading, w->open.session ? &w->open.session->choice : NULL,
			  &a))
		return false;
	if (a.news == LOADER_FAILED)
		fail(w, &a.err);
	else if (w->inlining.under_way)
		take_again(w, a.session);
	else if (!show(w, &a))
		fail(w, &a.err);
	return true;
}

int workspace_wake_fd(const struct workspace *w)
{
	return loading_is_under_way(&w->loading) ? loader_fd(w->loading.loader) : -1;
}

int workspace_patience(const struct workspace *w)
{
	return loading_is_under_way(&w->loading) ? PROGRESS_MS : -1;
}

/* To be called after each command. Has the progress not been drawn for long? */
static bool follow_loading(struct workspace *w)
{
	if (!loading_is_under_way(&w->loading))
		return false;
	if (w->open.session)
		loader_follow(w->loading.loader, &w->open.session->choice);
	return clock_now() - w->drawn > PROGRESS_MS * NS_PER_MS;
}

void workspace_meter(const struct workspace *w, struct meter *m)
{
	const struct open_profile *o = &w->open;
	int width = w->at.bottom.w;

	*m = (struct meter){.width = 0};
	if (!loading_is_under_way(&w->loading) || !o->session)
		return;
	if (w->inlining.under_way)
		inlining_meter(&w->inlining, &w->loading,
			       o->session->profile->samples.count, width, m);
	else
		loading_meter(&w->loading, o->read.sketch, width, m);
}

/* ---- opening and closing ---- */

bool workspace_read(struct workspace *w, const char *path, struct error *err)
{
	inlining_note_file(&w->inlining, path);
	return loading_begin(&w->loading, path, &w->settings, err);
}

/* What is small is there before the first picture. */
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
	w->inlining.wanted = settings->reading.inlined;
	w->focus = PLACE_MAP;
	ok = file_list_is_directory(path) ? file_list_open(&w->files, path, err)
					  : workspace_read(w, path, err);
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
	open_profile_close(w);
	file_list_release(&w->files);
	menu_view_release(&w->overlay.menu);
	page_view_release(&w->overlay.page);
	prompt_view_release(&w->overlay.prompt);
	for (int i = 0; i < PROMPT_KINDS; i++)
		prompt_history_release(&w->overlay.histories[i]);
	mem_free(w->overlay.before);
	mem_free(w->copied);
	loading_release(&w->loading);
	mem_free(w);
}

void workspace_watch(struct workspace *w, bool (*wanted)(void *arg), void *arg)
{
	w->wanted = wanted;
	w->wanted_arg = arg;
	if (w->open.session) {
		w->open.session->wanted = wanted;
		w->open.session->wanted_arg = arg;
	}
}

/* ---- where keys go ---- */

enum place workspace_place(const struct workspace *w)
{
	switch (w->overlay.kind) {
	case OVERLAY_MENU:
		return PLACE_MENU;
	case OVERLAY_PAGE:
		return PLACE_PAGE;
	case OVERLAY_PROMPT:
		return PLACE_PROMPT;
	default:
		break;
	}
	if (!w->open.session)
		return w->loading.loader ? PLACE_PAGE : PLACE_FILES;
	if (w->focus == PLACE_GRAPH)
		return w->table ? PLACE_TABLE : PLACE_GRAPH;
	return PLACE_MAP;
}

enum shell_request workspace_shell_request(struct workspace *w)
{
	enum shell_request request = w->shell_request;

	w->shell_request = SHELL_NOTHING;
	return request;
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

static bool inside(struct rect r, int x, int y)
{
	return x >= r.x && x < r.x + r.w && y >= r.y && y < r.y + r.h;
}

/* The input as the pane at `r` sees it. */
static struct input within(const struct input *in, struct rect r)
{
	struct input local = *in;

	local.x -= r.x;
	local.y -= r.y;
	return local;
}

static bool do_overlay(struct workspace *w, const struct input *in)
{
	struct pane whole = workspace_pane(w->at.whole);
	struct request r;

	switch (w->overlay.kind) {
	case OVERLAY_PROMPT:
		r = prompt_view_command(&w->overlay.prompt, in);
		if (r.kind == REQUEST_CLOSE) {
			prompts_close(w, true);
			return true;
		}
		return navigate_request(w, r);
	case OVERLAY_PAGE:
		r = page_view_command(&w->overlay.page, in, whole);
		if (r.kind == REQUEST_CLOSE) {
			w->overlay.kind = OVERLAY_NONE;
			page_view_release(&w->overlay.page);
		}
		return r.kind != REQUEST_NOTHING;
	default:
		r = menu_view_command(&w->overlay.menu, in, whole);
		if (r.kind == REQUEST_CHOOSE || r.kind == REQUEST_REFUSE)
			return menus_take(w, r.id, r.kind == REQUEST_REFUSE);
		if (r.kind == REQUEST_CLOSE)
			menus_close(w);
		return r.kind != REQUEST_NOTHING;
	}
}

static bool do_files(struct workspace *w, const struct input *in)
{
	struct error err = ERROR_INIT;
	struct request r;

	if (!w->files
		 .directory) /* the only file is gone: the request to quit is waiting */
		return false;
	r = file_list_command(&w->files, in, workspace_pane(w->at.whole), &err);
	if (err.kind)
		workspace_complain(w, &err);
	if (r.kind == REQUEST_NOTHING && in->command == COMMAND_HELP)
		return navigate_command(w, in);
	return navigate_request(w, r);
}

static bool do_loading(struct workspace *w, const struct input *in)
{
	if (in->command != COMMAND_CANCEL && in->command != COMMAND_QUIT)
		return false;
	workspace_stop_reading(w);
	return true;
}

/* Mouse commands go where the pointer is, but a drag stays where it began. */
static bool do_mouse(struct workspace *w, const struct input *in)
{
	struct open_profile *o = &w->open;
	bool on_map =
	    o->heat.dragging || o->heat.extending || inside(w->at.map, in->x, in->y);
	bool on_graph = !on_map && inside(w->at.graph, in->x, in->y), changed = false;
	struct rect r = on_map ? w->at.map : w->at.graph;
	struct input local = within(in, r);
	struct request request = REQUEST(NOTHING);
	struct meter meter;
	enum command key;

	if (!on_map && o->heat.hovering) {
		heat_view_leave(&o->heat);
		changed = true;
	}
	if (!on_graph && o->flame.hovering) {
		o->flame.hovering = false;
		changed = true;
	}
	workspace_meter(w, &meter);
	if (in->command == COMMAND_PRESS && inside(w->at.bottom, in->x, in->y) &&
	    (key = keys_bar_at(workspace_place(w), w->at.bottom.w - meter.width,
			       in->x)) != COMMAND_NONE)
		return workspace_do(w, &(struct input){.command = key});
	if (in->command == COMMAND_PRESS && (on_map || on_graph))
		w->focus = on_map ? PLACE_MAP : PLACE_GRAPH;
	if (on_map)
		request = heat_view_command(&o->heat, &local, workspace_pane(r));
	else if (on_graph && w->table)
		request = table_view_command(&o->table, &local, workspace_pane(r));
	else if (on_graph)
		request = flame_view_command(&o->flame, &local, workspace_pane(r));
	return navigate_request(w, request) || changed;
}

static bool do_panes(struct workspace *w, const struct input *in)
{
	struct open_profile *o = &w->open;
	enum place place = workspace_place(w);
	struct request r;

	if (commands[in->command].kind == KIND_MOUSE)
		return do_mouse(w, in);
	if (in->command == COMMAND_CANCEL && o->heat.marking == MARKING_NONE &&
	    navigate_request(w, inlining_stop(&w->inlining)))
		return true;
	if (place == PLACE_MAP)
		r = heat_view_command(&o->heat, in, workspace_pane(w->at.map));
	else if (place == PLACE_TABLE)
		r = table_view_command(&o->table, in, workspace_pane(w->at.graph));
	else
		r = flame_view_command(&o->flame, in, workspace_pane(w->at.graph));
	if (r.kind == REQUEST_CLOSE && place == PLACE_TABLE)
		return navigate_command(w, &(struct input){.command = COMMAND_TABLE});
	if (navigate_request(w, r)) {
		if (in->command == COMMAND_SORT || in->command == COMMAND_LAYOUT)
			open_profile_recount(w);
		return true;
	}
	return navigate_command(w, in);
}

static bool do_anywhere(struct workspace *w, const struct input *in)
{
	switch (in->command) {
	case COMMAND_QUIT_NOW:
		w->shell_request = SHELL_QUIT;
		return true;
	case COMMAND_INTERRUPT:
		if (w->overlay.kind != OVERLAY_NONE)
			return false;
		if (w->loading.loader) {
			workspace_stop_reading(w);
			return true;
		}
		w->shell_request = SHELL_QUIT;
		return true;
	case COMMAND_SUSPEND:
		w->shell_request = SHELL_SUSPEND;
		return true;
	case COMMAND_REDRAW:
		w->shell_request = SHELL_REDRAW;
		return true;
	case COMMAND_MOUSE:
		w->shell_request = SHELL_NEXT_MOUSE;
		return true;
	default:
		return false;
	}
}

bool workspace_do(struct workspace *w, const struct input *in)
{
	enum place before = workspace_place(w);
	bool said = w->message[0] != '\0', changed;

	if (in->command == COMMAND_NONE && !in->rune)
		return false;
	if (in->command != COMMAND_HOVER && in->command != COMMAND_RELEASE)
		w->message[0] = '\0';
	if (do_anywhere(w, in))
		return true;
	if (w->at.too_small)
		return in->command == COMMAND_QUIT ? (w->shell_request = SHELL_QUIT, true)
						   : said;
	if (w->overlay.kind != OVERLAY_NONE)
		changed = do_overlay(w, in);
	else if (w->open.session)
		changed = do_panes(w, in);
	else if (w->loading.loader)
		changed = do_loading(w, in);
	else
		changed = do_files(w, in);
	if (w->open.session && w->at.whole.w && before != workspace_place(w))
		workspace_arrange(w, w->at.whole.w, w->at.whole.h);
	else if (w->open.session && in->command == COMMAND_MAXIMISE)
		workspace_arrange(w, w->at.whole.w, w->at.whole.h);
	return follow_loading(w) || changed || said || before != workspace_place(w);
}
