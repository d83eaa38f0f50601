#include "workspace/workspace.h"

#include <stdarg.h>
#include <stdio.h>
#include <unistd.h>

#include "base/mem.h"
#include "workspace/directory.h"
#include "workspace/workspace_state.h"
#include "view/keybar.h"

/* ---- words ---- */

void workspace_say(struct workspace *w, const char *text)
{
	snprintf(w->message, sizeof w->message, "%s", text);
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

/* ---- opening and closing ---- */

static bool list_files(struct workspace *w, const char *path, struct error *err)
{
	char *copy = mem_text(path, strlen(path), err);

	if (!copy || !directory_list(path, &w->files, err)) {
		mem_free(copy);
		return false;
	}
	mem_free(w->directory);
	w->directory = copy;
	return true;
}

struct workspace *workspace_new(const char *path, const struct settings *settings,
				struct error *err)
{
	struct workspace *w = mem_array(1, sizeof *w, "workspace", err);
	bool ok;

	if (!w)
		return NULL;
	w->settings = *settings;
	w->focus = PLACE_MAP;
	ok = directory_is(path) ? list_files(w, path, err) : loading_begin(w, path, err);
	if (ok)
		loading_wait(w);
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
	loader_free(w->loader);
	open_profile_close(w);
	menu_view_release(&w->files);
	menu_view_release(&w->overlay.menu);
	page_view_release(&w->overlay.page);
	prompt_view_release(&w->overlay.prompt);
	for (int i = 0; i < PROMPT_KINDS; i++)
		prompt_history_release(&w->overlay.histories[i]);
	mem_free(w->overlay.before);
	mem_free(w->copied);
	mem_free(w->directory);
	mem_free(w->path);
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
	if (!w->open.is_open)
		return w->loader ? PLACE_PAGE : PLACE_FILES;
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

static bool is_mouse(enum command c)
{
	return c >= COMMAND_HOVER && c <= COMMAND_WHEEL_OUT;
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

static void open_line(struct workspace *w, uint32_t line)
{
	struct error err = ERROR_INIT;
	char *path =
	    mem_text(w->files.lines[line].key, strlen(w->files.lines[line].key), &err);

	if (!path || !(directory_is(path) ? list_files(w, path, &err)
					  : loading_begin(w, path, &err)))
		workspace_complain(w, &err);
	mem_free(path);
}

/* Up from a directory, or out of the program where there is no way up. */
static void leave_directory(struct workspace *w, bool quit)
{
	struct error err = ERROR_INIT;
	char *slash = strrchr(w->directory, '/'), *up;

	if (quit || !slash || slash == w->directory || strcmp(slash, "/..") == 0) {
		w->shell_request = quit ? SHELL_QUIT : w->shell_request;
		return;
	}
	up = mem_text(w->directory, (size_t)(slash - w->directory), &err);
	if (!up || !list_files(w, up, &err))
		workspace_complain(w, &err);
	mem_free(up);
}

static bool do_files(struct workspace *w, const struct input *in)
{
	struct request r;

	if (!w->directory) /* the only file is gone: the request to quit is waiting */
		return false;
	r = menu_view_command(&w->files, in, workspace_pane(w->at.whole));
	if (r.kind == REQUEST_CHOOSE)
		open_line(w, r.id);
	else if (r.kind == REQUEST_CLOSE)
		leave_directory(w, in->command == COMMAND_QUIT);
	else if (in->command == COMMAND_HELP)
		return navigate_command(w, in);
	return r.kind != REQUEST_NOTHING;
}

static bool do_loading(struct workspace *w, const struct input *in)
{
	if (in->command != COMMAND_CANCEL && in->command != COMMAND_QUIT)
		return false;
	loading_stop(w);
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
	loading_meter(w, w->at.bottom.w, &meter);
	if (in->command == COMMAND_PRESS && inside(w->at.bottom, in->x, in->y) &&
	    (key = keybar_at(workspace_place(w), w->at.bottom.w - meter.width, in->x)) !=
		COMMAND_NONE)
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

	if (is_mouse(in->command))
		return do_mouse(w, in);
	if (in->command == COMMAND_CANCEL && o->heat.marking == MARKING_NONE &&
	    inlining_stop(w))
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
		if (w->loader) {
			loading_stop(w);
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
	else if (w->open.is_open)
		changed = do_panes(w, in);
	else if (w->loader)
		changed = do_loading(w, in);
	else
		changed = do_files(w, in);
	if (w->open.is_open && w->at.whole.w && before != workspace_place(w))
		workspace_arrange(w, w->at.whole.w, w->at.whole.h);
	else if (w->open.is_open && in->command == COMMAND_MAXIMISE)
		workspace_arrange(w, w->at.whole.w, w->at.whole.h);
	return loading_follow(w) || changed || said || before != workspace_place(w);
}
