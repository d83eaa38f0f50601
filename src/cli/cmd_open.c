#include "cli/subcommand.h"

#include <signal.h>
#include <stdio.h>

#include "base/utf8.h"
#include "cli/batch.h"
#include "tui/screen.h"
#include "tui/shell.h"
#include "workspace/file_list.h"
#include "session/picture.h"

static bool print(const struct batch *b, struct canvas *c)
{
	if (!c)
		return false;
	output_print(&b->style, c, b->out);
	canvas_free(c);
	return true;
}

/* What the first screen would show. */
static bool write_report(const struct batch *b, const struct session *s,
			 struct error *err)
{
	if (!session_has_range(s, s->choice.range, err) || !session_has_match(s, err))
		return false;
	batch_warn_flat(s);
	if (s->profile->has_times) {
		if (!print(b, picture_heatmap(s, &b->settings, b->style.width, err)))
			return false;
	} else {
		fputs("No heat map: the samples have no times", b->out);
		fputs(session_may_be_perf(s)
			  ? "; perf record -T and perf script -F +time add them.\n"
			  : ".\n",
		      b->out);
	}
	putc('\n', b->out);
	return print(b, picture_flame(s, &b->settings, b->style.width, err));
}

static bool run_screen(const struct options *o, int *signal, struct error *err)
{
	struct output_style style = output_style(o);
	struct settings settings = o->settings;
	struct shell_options shell;
	struct workspace *w;
	bool ok;

	settings.baseline_file = o->baseline_file;
	settings.theme.ascii = style.ascii;
	settings.theme.depth = output_wants_colours(o) ? screen_depth() : PALETTE_NONE;
	shell = (struct shell_options){
	    .depth = settings.theme.depth,
	    .ascii = style.ascii,
	    .mouse = o->mouse,
	};
	w = workspace_new(o->file, &settings, err);
	if (!w)
		return false;
	ok = shell_run(w, &shell, signal, err);
	if (ok && workspace_failure(w, err))
		ok = false;
	workspace_free(w);
	return ok;
}

/* The list that the screen would show. */
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
	return ok &&
	       (fflush(stdout) == 0 || error_sys(err, "cannot write to standard output"));
}

bool cmd_open_run(const struct options *o, struct error *err)
{
	int caught = 0;
	bool ok;

	if (!o->file)
		return error_set(err, ERROR_USAGE,
				 "no file given, and no perf.data here");
	if (!output_is_terminal() && file_list_is_directory(o->file))
		return list_directory(o->file, err);
	if (!output_is_terminal()) {
		output_explain_no_screen("so the pictures are printed");
		return batch_run(o, write_report, err);
	}
	ok = run_screen(o, &caught, err);
	if (caught) /* the terminal is restored: end by that signal */
		raise(caught);
	return ok;
}
