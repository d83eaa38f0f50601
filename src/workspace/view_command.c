#include "workspace/view_command.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "base/mem.h"
#include "base/memory_stream.h"
#include "session/input_options.h"
#include "session/thread_choice.h"
#include "choice/shell_line.h"
#include "view/code/code_view.h"
#include "view/chart/chart_view.h"
#include "view/flame/sandwich_view.h"
#include "view/view.h"

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

char *view_command_line(const struct open_profile *o, bool inlined, struct error *err)
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

bool view_command_page(const char *line, bool piped, int width, struct page_view *page,
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
		     page_view_wrap(page, 0,
				    TEXT("This profile came from standard input, which "
					 "cannot be read again: save it to a file, and "
					 "name that instead of " INPUT_OPTIONS_PIPED "."),
				    err);
	return ok;
}

bool view_command_add_statements(const struct open_profile *o, struct page_view *page,
				 struct error *err)
{
	const struct server_side *e = o->session->profile->server;
	struct text rest = text_of(e ? e->statements : "");
	bool ok = !e || (page_view_add(page, err, "%s", "") &&
			 page_view_add(page, err, "%s",
				       o->asking ? "Query in progress; previous queries:"
						 : "Queries to ClickHouse:"));

	while (ok && rest.len) {
		const char *end = memchr(rest.at, '\n', rest.len);
		size_t len = end ? (size_t)(end - rest.at) : rest.len;

		ok = page_view_add(page, err, "%s", "") &&
		     page_view_wrap(page, 0, text_upto(rest, len), err);
		rest = text_from(rest, len + 1);
	}
	return ok;
}
