#include "cli/subcommand.h"

#include <poll.h>
#include <signal.h>
#include <stdio.h>

#include "base/utf8.h"
#include "cli/batch.h"
#include "cli/sandbox.h"
#include "tui/screen.h"
#include "tui/shell.h"
#include "workspace/menus/file_list.h"
#include "session/picture.h"

/* Print the contents of the first screen. */
static bool write_report(const struct batch *b, const struct session *s,
			 struct error *err)
{
	if (!session_has_selection(s, err) || !session_has_match(s, err))
		return false;
	batch_warn_flat(s);
	if (s->profile->has_times) {
		if (!batch_print(b, picture_heatmap(s, &b->settings, b->style.width, err),
				 err))
			return false;
	} else {
		fputs("No heat map: the samples have no times", b->out);
		fputs(session_may_be_perf(s)
			  ? "; perf record -T and perf script -F +time add them.\n"
			  : ".\n",
		      b->out);
	}
	putc('\n', b->out);
	return batch_print(b, picture_flame(s, &b->settings, b->style.width, err), err);
}

/* Create the workspace for the file or files of the options, and start reading. */
static struct workspace *start_workspace(const struct options *o,
					 const struct output_style *style,
					 enum palette_depth depth,
					 const struct look_store *look_store,
					 struct error *err)
{
	struct settings settings = o->settings;

	settings.baseline_file = o->baseline_file;
	settings.look_store = look_store;
	settings.theme.ascii = style->ascii;
	settings.theme.depth = depth;
	settings.theme.told_light = style->light;
	theme_follow(&settings.theme, &settings.choice);
	return workspace_new(o->file, &settings, err);
}

static bool keep_look_lines(const void *options, const char *lines, struct error *err)
{
	return sandbox_keep(options, lines, err);
}

static bool run_screen(const struct options *o, int *signal, struct error *err)
{
	struct output_style style = output_style(o);
	struct shell_options shell = {
	    .depth = output_wants_colours(o) ? output_screen_depth(o) : PALETTE_NONE,
	    .ascii = style.ascii,
	    .mouse = o->mouse,
	};
	const struct look_store look_store = {keep_look_lines, o, o->kept.path};
	struct workspace *w = start_workspace(o, &style, shell.depth, &look_store, err);
	bool ok;

	if (!w)
		return false;
	ok = shell_run(w, &shell, signal, err);
	if (ok && workspace_failure(w, err))
		ok = false;
	workspace_free(w);
	return ok;
}

/*
 * Print the screen as it is before the first key. Events are handled as in the shell until nothing
 * is left to do.
 */
static bool print_screen(const struct options *o, struct error *err)
{
	struct output_style style = output_style(o);
	struct canvas *c = canvas_new(style.width, style.height, err);
	struct workspace *w =
	    c ? start_workspace(o, &style, style.depth, NULL, err) : NULL;
	struct pollfd news = {.events = POLLIN};
	bool ok = w != NULL;

	if (ok) {
		canvas_set_ascii(c, style.ascii);
		/* the first drawing sets the size, on which some results depend */
		workspace_draw(w, pane_whole(c));
		while (workspace_timeout(w) >= 0) {
			news.fd = workspace_wake_fd(w);
			if (poll(&news, 1, -1) > 0)
				workspace_wake(w);
		}
		workspace_draw(w, pane_whole(c));
		ok = !workspace_failure(w, err) && output_print(&style, c, stdout, err);
	}
	workspace_free(w);
	canvas_free(c);
	return ok;
}

/* Print the list of files that the screen would show. */
static bool list_directory(const char *path, struct error *err)
{
	struct menu_view menu = {.lines = NULL};
	bool ok = file_list_fill(path, &menu, err);

	for (size_t i = 0; ok && i < menu.list.count; i++) {
		printf("%s  ", menu.lines[i].detail);
		printable_write(text_of(menu.lines[i].label), stdout);
		putchar('\n');
	}
	menu_view_release(&menu);
	return ok;
}

bool cmd_open_run(const struct options *o, struct error *err)
{
	int caught = 0;
	bool ok;

	if (!o->file)
		return error_set(err, ERROR_USAGE,
				 "no file given, and no perf.data here");
	if (o->format == OUTPUT_SCREEN_SVG)
		return print_screen(o, err);
	if (!output_is_terminal() && !o->settings.reading.together &&
	    file_list_is_directory(o->file))
		return list_directory(o->file, err);
	if (!output_is_terminal()) {
		output_explain_no_screen("so the pictures are printed");
		return batch_run(o, write_report, err);
	}
	ok = run_screen(o, &caught, err);
	if (caught) /* the terminal is restored: end by the same signal */
		raise(caught);
	return ok;
}
