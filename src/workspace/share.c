#include "workspace/share.h"

#include <inttypes.h>
#include <limits.h>
#include <stdio.h>
#include <string.h>

#include "base/mem.h"
#include "base/memory_stream.h"
#include "session/input_line.h"
#include "session/thread_choice.h"
#include "choice/shell_line.h"
#include "view/code/code_view.h"
#include "view/chart/chart_view.h"
#include "view/flame/sandwich_view.h"
#include "view/tree_view.h"

/* The command that prints a view, and which choices it knows; of others there is none. */
static const struct {
	const char *command;
	unsigned parts;
	bool of_sides; /* it can draw both */
} batch[VIEW_COUNT] = {
    [VIEW_CODE] = {" annotate", PART_SAMPLES, false},
    [VIEW_SANDWICH] = {" flame", PART_SAMPLES | PART_SEARCH | PART_PATHS | PART_WEIGHT,
		       true},
    [VIEW_TREE] = {" tree", ~(unsigned)(PART_SIDES | PART_PICTURE), true},
    [VIEW_CHART] = {" chart", PART_SAMPLES | PART_SEARCH | PART_PATHS, false},
};

/* The view in the lower pane, if a command prints it; else VIEW_GRAPH, for the whole screen. */
static enum view_id printed_view(const struct open_profile *o)
{
	const struct chart_view *chart = o->others[VIEW_CHART];
	const struct code_view *code = o->others[VIEW_CODE];
	enum view_id id = open_profile_shown(o, PANE_LOWER);

	if (!batch[id].command || (id == VIEW_CODE && !code->function) ||
	    (id == VIEW_CHART && !chart->known))
		return VIEW_GRAPH;
	return id;
}

/* As deep as the deepest row: what is closed above that is printed, too. */
static void put_tree(const struct open_profile *o, bool ascii, FILE *out)
{
	static const char *const orders[TREE_ORDERS] = {
	    [TREE_BY_SELF] = "self", [TREE_BY_NAME] = "name"};
	const struct tree_rows *r = tree_view_rows(o->others[VIEW_TREE]);
	uint32_t depth = 0;

	for (uint32_t i = 0; i < r->count; i++)
		if (r->rows[i].level > depth)
			depth = r->rows[i].level;
	fprintf(out, " --depth %" PRIu32, depth);
	if (orders[r->order])
		choice_write_option("sort", text_of(orders[r->order]), ascii, out);
}

static void put_threads(const struct chart_view *v, bool ascii, FILE *out)
{
	struct error ignored = ERROR_INIT; /* then there is one option less */

	for (uint32_t i = 0; i <= v->other_count; i++) {
		char *words = thread_choice_words(
		    &v->threads.lanes, i ? v->others[i - 1].lane : v->lane, &ignored);

		if (words)
			choice_write_option("thread", text_of(words), ascii, out);
		mem_free(words);
	}
}

#define LEAST_WIDTH 20 /* that --width takes */

/* Of a chart as many columns, as long as on the screen, or as few as a picture can have. */
static uint64_t chart_columns(const struct chart_view *v)
{
	const struct chart_window *w = &v->picture.window;

	return w->columns > LEAST_WIDTH ? w->columns : LEAST_WIDTH;
}

/* The choice as it is on the screen; a chart has one of its own, of what is drawn. */
static void put_choice(const struct open_profile *o, enum view_id id, bool ascii,
		       FILE *out)
{
	const struct chart_view *chart = o->others[VIEW_CHART];
	struct choice_line line =
	    session_choice_line(id == VIEW_CHART ? o->charting.of : o->session, ascii);
	struct choice c = *line.choice;

	c.below = open_profile_below(o);
	if (!open_profile_has_lanes(o))
		c.lanes = 0;
	if (id == VIEW_CHART) {
		const struct chart_window *w = &chart->picture.window;

		c.range =
		    (struct range){w->from, w->from + chart_columns(chart) * w->period};
		c.search = o->session->choice.search;
		c.transform = o->session->choice.transform;
		line.range = selection_of(&c.range);
	}
	line.choice = &c;
	choice_write(&line, batch[id].command ? batch[id].parts : UINT_MAX, out);
	if (!batch[id].of_sides)
		return;
	if (c.baseline.look.graph != GRAPH_PLAIN) /* else it prints the range alone */
		choice_write(&line, PART_SIDES, out);
	choice_write_some(&line, PART_PICTURE, CHOICE_SET(CHOICE_PERCENT), out);
}

static void put_zoom(const struct open_profile *o, bool ascii, FILE *out,
		     struct error *err)
{
	char *zoom = o->flame.zoom
			 ? tree_path(session_graph(o->session)->tree, o->flame.zoom, err)
			 : NULL;

	if (zoom)
		choice_write_option("zoom", text_of(zoom), ascii, out);
	mem_free(zoom);
}

/* How all of it is read, and both files where two are compared. */
static void put_files(const struct open_profile *o, enum view_id id, bool inlined,
		      bool ascii, FILE *out)
{
	const struct chart_view *chart = o->others[VIEW_CHART];
	const struct code_view *code = o->others[VIEW_CODE];
	const struct baseline *b = &o->session->choice.baseline;
	bool second = id == VIEW_CHART && chart->is_second;
	bool both =
	    b->against == AGAINST_FILE &&
	    (!batch[id].command || (batch[id].of_sides && b->look.graph != GRAPH_PLAIN));
	const char *path = second ? o->settings->baseline_file : o->path;
	const char *other = both ? o->settings->baseline_file : NULL;

	if (id != VIEW_CODE)
		input_line_write_reading(o->settings, o->session, inlined, ascii, out);
	else if (o->settings->reading.source)
		choice_write_option("source", text_of(o->settings->reading.source), ascii,
				    out);
	input_line_write_source(o->settings, o->session, path, other, ascii, out);
	if (id == VIEW_CODE) {
		fputs(code->function[0] == '-' ? "-- " : "", out);
		shell_line_word(text_of(code->function), ascii, out);
		fputc(' ', out);
	}
	input_line_write_path(second ? NULL : &o->settings->reading, path, ascii, out);
	if (other) {
		fputc(' ', out);
		shell_line_file(other, ascii, out);
	}
}

char *share_command_line(const struct open_profile *o, bool inlined, struct error *err)
{
	const struct chart_view *chart = o->others[VIEW_CHART];
	enum view_id id = printed_view(o);
	bool ascii = o->settings->theme.ascii;
	struct memory_stream all;

	if (!memory_stream_open(&all, err))
		return NULL;
	fprintf(all.out, "flarescope%s", batch[id].command ? batch[id].command : "");
	if (id == VIEW_SANDWICH)
		choice_write_option("function", sandwich_view_function(o->others[id]),
				    ascii, all.out);
	else if (id == VIEW_TREE)
		put_tree(o, ascii, all.out);
	else if (id == VIEW_CHART)
		put_threads(chart, ascii, all.out);
	put_choice(o, id, ascii, all.out);
	if (id == VIEW_CHART)
		fprintf(all.out, " --width %" PRIu64, chart_columns(chart));
	else if (id == VIEW_GRAPH)
		put_zoom(o, ascii, all.out, err);
	put_files(o, id, inlined, ascii, all.out);
	return memory_stream_take(&all, NULL, err);
}

#define LEAST_COLUMNS 20
#define FRAME_COLUMNS 6 /* of a page: its edges, and blanks within and around them */

bool share_fill_page(const char *line, bool piped, int width, struct page_view *page,
		     struct error *err)
{
	int columns =
	    width - FRAME_COLUMNS < LEAST_COLUMNS ? LEAST_COLUMNS : width - FRAME_COLUMNS;
	struct shell_line l = {.rest = text_of(line)};
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
		     page_view_wrap(
			 page, 0,
			 TEXT("This profile came from standard input, which nobody can "
			      "read again: save it to a file, and name that in place "
			      "of " INPUT_LINE_PIPED "."),
			 err);
	return ok;
}

bool share_add_statements(const struct open_profile *o, struct page_view *page,
			  struct error *err)
{
	const struct elsewhere *e = o->session->profile->elsewhere;
	struct text rest = text_of(e ? e->statements : "");
	bool ok =
	    !e || (page_view_add(page, err, "%s", "") &&
		   page_view_add(page, err, "%s",
				 o->asking ? "ClickHouse is asked; before that it was:"
					   : "ClickHouse was asked:"));

	while (ok && rest.len) {
		const char *end = memchr(rest.at, '\n', rest.len);
		size_t len = end ? (size_t)(end - rest.at) : rest.len;

		ok = page_view_add(page, err, "%s", "") &&
		     page_view_wrap(page, 0, text_upto(rest, len), err);
		rest = text_from(rest, len + 1);
	}
	return ok;
}
