#include "workspace/share.h"

#include <inttypes.h>
#include <limits.h>
#include <stdio.h>
#include <string.h>

#include "base/mem.h"
#include "base/memory_stream.h"
#include "base/number.h"
#include "base/timestamp.h"
#include "base/utf8.h"
#include "session/input_line.h"
#include "session/thread_choice.h"
#include "choice/shell_line.h"
#include "view/code/code_view.h"
#include "view/chart/chart_view.h"
#include "view/flame/sandwich_view.h"
#include "view/label.h"
#include "view/tree_view.h"

/* A command line that grows. */
struct line {
	FILE *out;  /* borrowed */
	bool ascii; /* the screen shows nothing else */
};

static void put_option(const struct line *l, const char *name, struct text value)
{
	choice_write_option(name, value, l->ascii, l->out);
}

/* The choice as it is on the screen, where a table may be below the map. */
static void put_choice(const struct line *l, const struct open_profile *o, unsigned parts,
		       uint64_t rows)
{
	struct choice_line line = session_choice_line(o->session, l->ascii);
	struct choice c = *line.choice;

	c.below = open_profile_below(o);
	if (!open_profile_has_lanes(o))
		c.lanes = 0;
	line.choice = &c;
	choice_write_some(&line, parts, rows, l->out);
}

/* The instructions that are shown, as text. */
static void put_code(const struct line *l, const struct open_profile *o,
		     const char *function)
{
	fputs("flarescope annotate", l->out);
	put_choice(l, o, PART_SAMPLES, UINT64_MAX);
	if (o->settings->reading.source)
		put_option(l, "source", text_of(o->settings->reading.source));
	input_line_write_source(o->settings, o->session, o->path, NULL, l->ascii, l->out);
	if (function[0] == '-')
		fputs("-- ", l->out);
	shell_line_word(text_of(function), l->ascii, l->out);
	fputc(' ', l->out);
	input_line_write_path(&o->settings->reading, o->path, l->ascii, l->out);
}

/* How all of it is read, and both files where two are compared. */
static void put_files(const struct line *l, const struct open_profile *o, bool inlined,
		      bool other)
{
	const char *baseline =
	    other && o->session->choice.baseline.against == AGAINST_FILE
		? o->settings->baseline_file
		: NULL;

	input_line_write_reading(o->settings, o->session, inlined, l->ascii, l->out);
	input_line_write_source(o->settings, o->session, o->path, baseline, l->ascii,
				l->out);
	input_line_write_path(&o->settings->reading, o->path, l->ascii, l->out);
	if (baseline) {
		fputc(' ', l->out);
		shell_line_file(baseline, l->ascii, l->out);
	}
}

static void put_all(const struct line *l, const struct open_profile *o, bool inlined,
		    struct error *err)
{
	char *zoom = o->flame.zoom
			 ? tree_path(session_graph(o->session)->tree, o->flame.zoom, err)
			 : NULL;

	fputs("flarescope", l->out);
	put_choice(l, o, UINT_MAX, UINT64_MAX);
	if (zoom)
		put_option(l, "zoom", text_of(zoom));
	mem_free(zoom);
	put_files(l, o, inlined, true);
}

/* Are two sides drawn? Else a command that prints has only the range. */
static bool put_sides(const struct line *l, const struct open_profile *o)
{
	bool drawn = o->session->choice.baseline.look.graph != GRAPH_PLAIN;

	if (drawn)
		put_choice(l, o, PART_SIDES, UINT64_MAX);
	return drawn;
}

static void put_function(const struct line *l, const struct open_profile *o, bool inlined)
{
	bool both;

	fputs("flarescope flame", l->out);
	put_option(l, "function", sandwich_view_function(o->others[VIEW_SANDWICH]));
	put_choice(l, o, PART_SAMPLES | PART_SEARCH | PART_PATHS | PART_WEIGHT,
		   UINT64_MAX);
	both = put_sides(l, o);
	put_choice(l, o, PART_PICTURE, CHOICE_SET(CHOICE_PERCENT));
	put_files(l, o, inlined, both);
}

/* As deep as the deepest row: what is closed above that is printed, too. */
static void put_tree(const struct line *l, const struct open_profile *o, bool inlined)
{
	static const char *const orders[TREE_ORDERS] = {
	    [TREE_BY_SELF] = "self", [TREE_BY_NAME] = "name"};
	const struct tree_rows *r = tree_view_rows(o->others[VIEW_TREE]);
	uint32_t depth = 0;
	bool both;

	for (uint32_t i = 0; i < r->count; i++)
		if (r->rows[i].level > depth)
			depth = r->rows[i].level;
	fprintf(l->out, "flarescope tree --depth %" PRIu32, depth);
	if (orders[r->order])
		put_option(l, "sort", text_of(orders[r->order]));
	put_choice(l, o, ~(unsigned)(PART_SIDES | PART_PICTURE), UINT64_MAX);
	both = put_sides(l, o);
	put_choice(l, o, PART_PICTURE, CHOICE_SET(CHOICE_PERCENT));
	put_files(l, o, inlined, both);
}

static void put_thread(const struct line *l, const struct chart_view *v, uint32_t lane)
{
	struct error ignored = ERROR_INIT; /* then there is one option less */
	char *words = thread_choice_words(&v->threads.lanes, lane, &ignored);

	if (words)
		put_option(l, "thread", text_of(words));
	mem_free(words);
}

#define LEAST_WIDTH 20 /* that --width takes */

/* Its columns are as long, and as many, or as few as a picture can have. */
static void put_chart(const struct line *l, const struct open_profile *o,
		      const struct chart_view *v, bool inlined)
{
	const char *second = v->is_second ? o->settings->baseline_file : NULL;
	const struct chart_window *w = &v->picture.window;
	uint64_t columns = w->columns > LEAST_WIDTH ? w->columns : LEAST_WIDTH;
	struct range range = {w->from, w->from + columns * w->period};
	struct choice c = o->charting.of->choice;
	struct choice_line line;

	c.range = range;
	c.search = o->session->choice.search;
	c.transform = o->session->choice.transform;
	fputs("flarescope chart", l->out);
	put_thread(l, v, v->lane);
	for (uint32_t i = 0; i < v->other_count; i++)
		put_thread(l, v, v->others[i].lane);
	line = session_choice_line(o->charting.of, l->ascii);
	line.choice = &c;
	line.range = selection_of(&range);
	choice_write(&line, PART_SAMPLES | PART_SEARCH | PART_PATHS, l->out);
	fprintf(l->out, " --width %" PRIu64, columns);
	input_line_write_reading(o->settings, o->session, inlined, l->ascii, l->out);
	input_line_write_source(o->settings, o->session, second ? second : o->path, NULL,
				l->ascii, l->out);
	input_line_write_path(second ? NULL : &o->settings->reading,
			      second ? second : o->path, l->ascii, l->out);
}

/* Is it printed by a command of its own? */
static bool put_view(const struct line *l, const struct open_profile *o, bool inlined)
{
	const struct chart_view *chart = o->others[VIEW_CHART];
	const struct code_view *code = o->others[VIEW_CODE];

	switch (open_profile_shown(o, PANE_LOWER)) {
	case VIEW_CODE:
		if (code->function)
			put_code(l, o, code->function);
		return code->function != NULL;
	case VIEW_SANDWICH:
		put_function(l, o, inlined);
		return true;
	case VIEW_TREE:
		put_tree(l, o, inlined);
		return true;
	case VIEW_CHART:
		if (chart->known)
			put_chart(l, o, chart, inlined);
		return chart->known;
	default:
		return false;
	}
}

char *share_command_line(const struct open_profile *o, bool inlined, struct error *err)
{
	struct memory_stream all;
	struct line l = {.ascii = o->settings->theme.ascii};

	if (!memory_stream_open(&all, err))
		return NULL;
	l.out = all.out;
	if (!put_view(&l, o, inlined))
		put_all(&l, o, inlined, err);
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
