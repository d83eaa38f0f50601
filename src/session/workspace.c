#include "session/workspace.h"

#include <poll.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "base/mem.h"
#include "base/number.h"
#include "session/directory.h"
#include "session/workspace_state.h"
#include "view/keybar.h"
#include "view/label.h"

#define FIRST_WAIT_MS 60  /* small files are there before the first picture */
#define PROGRESS_MS   120 /* how often the progress is drawn */

/* ---- words ---- */

void workspace_say(struct workspace *w, const char *text)
{
	snprintf(w->out.message, sizeof w->out.message, "%s", text);
}

void workspace_printf(struct workspace *w, const char *fmt, ...)
{
	va_list ap;

	va_start(ap, fmt);
	vsnprintf(w->out.message, sizeof w->out.message, fmt, ap);
	va_end(ap);
}

void workspace_complain(struct workspace *w, struct error *err)
{
	workspace_say(w, err->kind ? err->message : "that did not work");
	*err = (struct error)ERROR_INIT;
}

/* ---- opening and closing ---- */

static bool load(struct workspace *w, const char *path, struct error *err)
{
	char *copy = mem_text(path, strlen(path), err);

	if (!copy)
		return false;
	free(w->path);
	w->path = copy;
	loader_free(w->loader);
	w->loader = loader_new(path, &w->settings.reading, err);
	return w->loader != NULL;
}

static bool list_files(struct workspace *w, const char *path, struct error *err)
{
	char *copy = mem_text(path, strlen(path), err);

	if (!copy || !directory_list(path, &w->files, err)) {
		free(copy);
		return false;
	}
	free(w->directory);
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
	ok = directory_is(path) ? list_files(w, path, err) : load(w, path, err);
	if (ok && w->loader) {
		struct pollfd news = {.fd = loader_fd(w->loader), .events = POLLIN};

		if (poll(&news, 1, FIRST_WAIT_MS) > 0)
			workspace_wake(w);
	}
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
	desk_close(w);
	menu_view_release(&w->files);
	menu_view_release(&w->top.menu);
	page_view_release(&w->top.page);
	prompt_view_release(&w->top.prompt);
	for (int i = 0; i < ASKINGS; i++)
		prompt_history_release(&w->top.histories[i]);
	free(w->top.before);
	free(w->out.copied);
	free(w->directory);
	free(w->path);
	free(w);
}

/* ---- the loader's news ---- */

int workspace_wake_fd(const struct workspace *w)
{
	return w->loader ? loader_fd(w->loader) : -1;
}

/* The file cannot be used: back to the list, or out with the reason. */
static void give_up(struct workspace *w, const struct error *err)
{
	if (w->directory) {
		workspace_say(w, err->message);
		return;
	}
	w->failure = *err;
	w->out.wish = WISH_QUIT;
}

static void arrange_again(struct workspace *w, int width, int height);

bool workspace_wake(struct workspace *w)
{
	struct profile *p = NULL;
	struct error err = ERROR_INIT;

	if (!w->loader || !loader_take(w->loader, &p, &err))
		return false;
	loader_free(w->loader);
	w->loader = NULL;
	if (p && desk_open(w, p, &err)) {
		if (w->at.whole.w)
			arrange_again(w, w->at.whole.w, w->at.whole.h);
		if (profile_lost(p))
			workspace_say(w, "some of the file could not be read: H tells what");
		return true;
	}
	give_up(w, &err);
	return true;
}

int workspace_patience(const struct workspace *w)
{
	return w->loader ? PROGRESS_MS : -1;
}

/* ---- where keys go ---- */

enum place workspace_place(const struct workspace *w)
{
	switch (w->top.kind) {
	case OVERLAY_MENU:
		return PLACE_MENU;
	case OVERLAY_PAGE:
		return PLACE_PAGE;
	case OVERLAY_PROMPT:
		return PLACE_PROMPT;
	default:
		break;
	}
	if (!w->desk.open)
		return w->loader ? PLACE_PAGE : PLACE_FILES;
	if (w->focus == PLACE_GRAPH)
		return w->table ? PLACE_TABLE : PLACE_GRAPH;
	return PLACE_MAP;
}

enum wish workspace_wish(struct workspace *w)
{
	enum wish wish = w->out.wish;

	w->out.wish = WISH_NOTHING;
	return wish;
}

const char *workspace_copied(const struct workspace *w)
{
	return w->out.copied ? w->out.copied : "";
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

	switch (w->top.kind) {
	case OVERLAY_PROMPT:
		r = prompt_view_command(&w->top.prompt, in);
		if (r.kind == REQUEST_CLOSE) {
			asking_close(w, true);
			return true;
		}
		return navigate_request(w, r);
	case OVERLAY_PAGE:
		r = page_view_command(&w->top.page, in, whole);
		if (r.kind == REQUEST_CLOSE) {
			w->top.kind = OVERLAY_NONE;
			page_view_release(&w->top.page);
		}
		return r.kind != REQUEST_NOTHING;
	default:
		r = menu_view_command(&w->top.menu, in, whole);
		if (r.kind == REQUEST_CHOOSE || r.kind == REQUEST_REFUSE)
			return choosing_take(w, r.id, r.kind == REQUEST_REFUSE);
		if (r.kind == REQUEST_CLOSE)
			choosing_close(w);
		return r.kind != REQUEST_NOTHING;
	}
}

static void open_line(struct workspace *w, uint32_t line)
{
	struct error err = ERROR_INIT;
	char *path = mem_text(w->files.lines[line].key, strlen(w->files.lines[line].key), &err);

	if (!path || !(directory_is(path) ? list_files(w, path, &err) : load(w, path, &err)))
		workspace_complain(w, &err);
	free(path);
}

/* Up from a directory, or out of the program where there is no way up. */
static void leave_directory(struct workspace *w, bool quit)
{
	struct error err = ERROR_INIT;
	char *slash = strrchr(w->directory, '/'), *up;

	if (quit || !slash || slash == w->directory || strcmp(slash, "/..") == 0) {
		w->out.wish = quit ? WISH_QUIT : w->out.wish;
		return;
	}
	up = mem_text(w->directory, (size_t)(slash - w->directory), &err);
	if (!up || !list_files(w, up, &err))
		workspace_complain(w, &err);
	free(up);
}

static bool do_files(struct workspace *w, const struct input *in)
{
	struct request r = menu_view_command(&w->files, in, workspace_pane(w->at.whole));

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
	loader_free(w->loader);
	w->loader = NULL;
	if (!w->directory)
		w->out.wish = WISH_QUIT;
	return true;
}

/* Mouse commands go where the pointer is, but a drag stays where it began. */
static bool do_mouse(struct workspace *w, const struct input *in)
{
	struct desk *d = &w->desk;
	bool on_map = d->heat.dragging || inside(w->at.map, in->x, in->y);
	bool on_graph = !on_map && inside(w->at.graph, in->x, in->y), changed = false;
	struct rect r = on_map ? w->at.map : w->at.graph;
	struct input local = within(in, r);
	struct request request = REQUEST(NOTHING);
	enum command key;

	if (!on_map && d->heat.hovering) {
		heat_view_leave(&d->heat);
		changed = true;
	}
	if (!on_graph && d->flame.hovering) {
		d->flame.hovering = false;
		changed = true;
	}
	if (in->command == COMMAND_PRESS && inside(w->at.bottom, in->x, in->y) &&
	    (key = keybar_at(workspace_place(w), w->at.bottom.w, in->x)) != COMMAND_NONE)
		return workspace_do(w, &(struct input){.command = key});
	if (in->command == COMMAND_PRESS && (on_map || on_graph))
		w->focus = on_map ? PLACE_MAP : PLACE_GRAPH;
	if (on_map)
		request = heat_view_command(&d->heat, &local, workspace_pane(r));
	else if (on_graph && w->table)
		request = table_view_command(&d->table, &local, workspace_pane(r));
	else if (on_graph)
		request = flame_view_command(&d->flame, &local, workspace_pane(r));
	return navigate_request(w, request) || changed;
}

static bool do_panes(struct workspace *w, const struct input *in)
{
	struct desk *d = &w->desk;
	enum place place = workspace_place(w);
	struct request r;

	if (is_mouse(in->command))
		return do_mouse(w, in);
	if (place == PLACE_MAP)
		r = heat_view_command(&d->heat, in, workspace_pane(w->at.map));
	else if (place == PLACE_TABLE)
		r = table_view_command(&d->table, in, workspace_pane(w->at.graph));
	else
		r = flame_view_command(&d->flame, in, workspace_pane(w->at.graph));
	if (r.kind == REQUEST_CLOSE && place == PLACE_TABLE)
		return navigate_command(w, &(struct input){.command = COMMAND_TABLE});
	if (navigate_request(w, r)) {
		if (in->command == COMMAND_SORT || in->command == COMMAND_LAYOUT)
			desk_recount(w);
		return true;
	}
	return navigate_command(w, in);
}

static bool do_anywhere(struct workspace *w, const struct input *in)
{
	switch (in->command) {
	case COMMAND_QUIT_NOW:
		w->out.wish = WISH_QUIT;
		return true;
	case COMMAND_INTERRUPT:
		if (w->top.kind != OVERLAY_NONE)
			return false;
		if (w->loader)
			return do_loading(w, &(struct input){.command = COMMAND_CANCEL});
		w->out.wish = WISH_QUIT;
		return true;
	case COMMAND_SUSPEND:
		w->out.wish = WISH_SUSPEND;
		return true;
	case COMMAND_REDRAW:
		w->out.wish = WISH_REDRAW;
		return true;
	case COMMAND_MOUSE:
		w->out.wish = WISH_MOUSE;
		return true;
	default:
		return false;
	}
}

bool workspace_do(struct workspace *w, const struct input *in)
{
	enum place before = workspace_place(w);
	bool said = w->out.message[0] != '\0', changed;

	if (in->command == COMMAND_NONE && !in->rune)
		return false;
	if (in->command != COMMAND_HOVER && in->command != COMMAND_RELEASE)
		w->out.message[0] = '\0';
	if (do_anywhere(w, in))
		return true;
	if (w->at.too_small)
		return in->command == COMMAND_QUIT ? (w->out.wish = WISH_QUIT, true) : said;
	if (w->top.kind != OVERLAY_NONE)
		changed = do_overlay(w, in);
	else if (w->desk.open)
		changed = do_panes(w, in);
	else if (w->loader)
		changed = do_loading(w, in);
	else
		changed = do_files(w, in);
	if (w->desk.open && w->at.whole.w && before != workspace_place(w))
		arrange_again(w, w->at.whole.w, w->at.whole.h);
	else if (w->desk.open && in->command == COMMAND_MAXIMISE)
		arrange_again(w, w->at.whole.w, w->at.whole.h);
	return changed || said || before != workspace_place(w);
}

/* ---- drawing ---- */

static void arrange_again(struct workspace *w, int width, int height)
{
	struct desk *d = &w->desk;
	struct error err = ERROR_INIT;

	w->at = arrange(width, height, &w->settings.theme, d->rows,
			d->open && d->session.profile->has_times, d->heat.has_wall, w->maximised,
			w->focus == PLACE_MAP);
	if (d->open && !w->at.too_small && !desk_refresh(w, &err))
		workspace_complain(w, &err);
}

static void draw_loading(const struct workspace *w, struct pane p)
{
	const struct progress *progress = loader_progress(w->loader);
	uint64_t done = atomic_load(&progress->done), total = atomic_load(&progress->total);
	uint64_t samples = atomic_load(&progress->samples);
	char line[400], a[LABEL_MAX], b[LABEL_MAX], n[NUMBER_GROUPED_MAX];
	int y = p.area.h / 2, wide = p.area.w - 8;

	snprintf(line, sizeof line, "reading %.200s",
		 strcmp(w->path, "-") == 0 ? "standard input" : w->path);
	pane_print(p, 4, y - 2, (struct style){.attr = ATTR_BOLD}, line);
	if (total)
		snprintf(line, sizeof line, "%s of %s   %s samples", label_size(done, a),
			 label_size(total, b), number_grouped(samples, n));
	else
		snprintf(line, sizeof line, "%s   %s samples", label_size(done, a),
			 number_grouped(samples, n));
	pane_print(p, 4, y, (struct style){0}, line);
	for (int x = 0; total && x < wide; x++) {
		bool full = (uint64_t)x * total < done * (uint64_t)wide;

		pane_put(p, 4 + x, y - 1, full ? U'█' : U'·', (struct style){0});
	}
	pane_print(p, 4, y + 2, (struct style){.attr = ATTR_DIM}, "Esc or Ctrl-C: stop");
}

static void draw_bottom(const struct workspace *w, struct pane p)
{
	if (w->top.kind == OVERLAY_PROMPT && !w->out.message[0])
		prompt_view_draw(&w->top.prompt, p);
	else if (w->out.message[0])
		pane_text_fit(p, 1, 0, p.area.w - 1, (struct style){.attr = ATTR_BOLD},
			      text_of(w->out.message));
	else
		keybar_draw(workspace_place(w), p);
}

static void draw_panes(struct workspace *w, struct pane whole)
{
	struct desk *d = &w->desk;
	struct pane graph = pane_inside(whole, w->at.graph);
	struct flame_pointed at = flame_view_pointed(&d->flame);
	const struct top_row *row = w->table ? table_view_row(&d->table) : NULL;

	d->heat.focused = w->focus == PLACE_MAP;
	d->flame.focused = d->table.focused = w->focus == PLACE_GRAPH;
	heat_view_follow(&d->heat, workspace_pane(w->at.map));
	status_title(&d->status, pane_inside(whole, w->at.title));
	if (w->at.map.h)
		heat_view_draw(&d->heat, pane_inside(whole, w->at.map));
	status_range(&d->status, &d->heat, pane_inside(whole, w->at.range));
	if (w->at.graph.h && w->table)
		table_view_draw(&d->table, graph);
	else if (w->at.graph.h)
		flame_view_draw(&d->flame, graph);
	if (row)
		status_function(&d->status, row, pane_inside(whole, w->at.detail));
	else
		status_frame(&d->status, &at, pane_inside(whole, w->at.detail));
}

static void draw_overlay(const struct workspace *w, struct pane whole)
{
	if (w->top.kind == OVERLAY_MENU)
		menu_view_draw(&w->top.menu, whole);
	if (w->top.kind == OVERLAY_PAGE)
		page_view_draw(&w->top.page, whole);
}

void workspace_draw(struct workspace *w, struct pane whole)
{
	if (w->at.whole.w != whole.area.w || w->at.whole.h != whole.area.h)
		arrange_again(w, whole.area.w, whole.area.h);
	pane_fill(whole, (struct style){0});
	if (w->at.too_small) {
		pane_text_fit(whole, 0, 0, whole.area.w, (struct style){0},
			      TEXT("flarescope needs 40x10"));
		return;
	}
	if (w->desk.open)
		draw_panes(w, whole);
	else if (w->loader)
		draw_loading(w, whole);
	else
		menu_view_draw(&w->files, whole);
	draw_overlay(w, whole);
	if (w->desk.open || w->out.message[0] || w->top.kind == OVERLAY_PROMPT) {
		struct pane bottom = pane_inside(whole, w->at.bottom);

		pane_fill(bottom, (struct style){0});
		draw_bottom(w, bottom);
	}
}

bool workspace_cursor(const struct workspace *w, int *x, int *y)
{
	if (w->top.kind != OVERLAY_PROMPT || w->at.too_small)
		return false;
	*x = prompt_view_cursor(&w->top.prompt, w->at.bottom.w);
	*y = w->at.bottom.y;
	return true;
}
