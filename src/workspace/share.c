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

/* "openssl;main;work": what --zoom takes. */
static void put_zoom(const struct line *l, const struct tree *t, uint32_t zoom,
		     struct error *err)
{
	uint32_t n = t->depth[zoom], *path = mem_array(n, sizeof *path, "nodes", err);
	struct memory_stream joined;
	char *text = NULL;
	size_t len = 0;

	for (uint32_t node = zoom, i = n; path && i > 0; node = t->parent[node])
		path[--i] = node;
	if (path && memory_stream_open(&joined, err)) {
		for (uint32_t i = 0; i < n; i++) {
			struct text label = tree_label(t, path[i]);

			if (i)
				fputc(';', joined.out);
			fwrite(label.at, 1, label.len, joined.out);
		}
		text = memory_stream_take(&joined, &len, err);
	}
	if (text)
		put_option(l, "zoom", (struct text){text, len});
	mem_free(text);
	mem_free(path);
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

/* What came from standard input is there no more: whoever has it in a file names that. */
#define PIPED_FILE "FILE"

/* Of samples that come and come the time that is looked at. */
static void put_query(const struct line *l, const struct open_profile *o)
{
	const struct elsewhere *e = o->session->profile->elsewhere;
	char moment[TIMESTAMP_MAX];

	if (o->settings->query && o->settings->query->where)
		put_option(l, "where", text_of(o->settings->query->where));
	put_option(l, "since", text_of(timestamp_text(e->from, moment)));
	put_option(l, "until", text_of(timestamp_text(e->to, moment)));
}

/* Of the file at `path`, and of a second one if there is one (else NULL). */
static void put_input(const struct line *l, const struct open_profile *o,
		      const char *path, const char *other)
{
	const struct reading_options *reading = &o->settings->reading;

	if (o->session->profile->elsewhere)
		put_query(l, o);
	if (reading->format)
		put_option(l, "input-format", text_of(reading->format));
	input_line_write_started(reading, path, l->ascii, l->out);
	if (other)
		input_line_write_started(reading, other, l->ascii, l->out);
	fputc(' ', l->out);
}

static void put_path(const struct line *l, const char *path)
{
	if (strcmp(path, "-") == 0)
		fputs(PIPED_FILE, l->out);
	else
		shell_line_file(path, l->ascii, l->out);
}

static void put_file(const struct line *l, const struct open_profile *o)
{
	if (o->settings->reading.together)
		input_line_write(&o->settings->reading, o->path, l->ascii, l->out);
	else
		put_path(l, o->path);
}

/* The instructions that are shown, as text. */
static void put_code(const struct line *l, const struct open_profile *o,
		     const char *function)
{
	fputs("flarescope annotate", l->out);
	put_choice(l, o, PART_SAMPLES, UINT64_MAX);
	if (o->settings->reading.source)
		put_option(l, "source", text_of(o->settings->reading.source));
	put_input(l, o, o->path, NULL);
	if (function[0] == '-')
		fputs("-- ", l->out);
	shell_line_word(text_of(function), l->ascii, l->out);
	fputc(' ', l->out);
	put_file(l, o);
}

static void put_reading(const struct line *l, const struct open_profile *o, bool inlined,
			const char *path, const char *other)
{
	if (inlined)
		fputs(" --inline", l->out);
	if (o->settings->reading.lines)
		fputs(" --lines", l->out);
	if (o->settings->reading.field && !o->session->profile->states &&
	    o->session->choice.weigh == WEIGH_PERIOD)
		put_option(l, "field", text_of(o->settings->reading.field));
	put_input(l, o, path, other);
}

/* How all of it is read, and both files. */
static void put_files(const struct line *l, const struct open_profile *o, bool inlined,
		      bool other)
{
	const char *baseline =
	    other && o->session->choice.baseline.against == AGAINST_FILE
		? o->settings->baseline_file
		: NULL;

	put_reading(l, o, inlined, o->path, baseline);
	put_file(l, o);
	if (baseline) {
		fputc(' ', l->out);
		shell_line_file(baseline, l->ascii, l->out);
	}
}

static void put_all(const struct line *l, const struct open_profile *o, bool inlined,
		    struct error *err)
{
	fputs("flarescope", l->out);
	put_choice(l, o, UINT_MAX, UINT64_MAX);
	if (o->flame.zoom)
		put_zoom(l, session_graph(o->session)->tree, o->flame.zoom, err);
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

/* What --thread takes for it. */
static void put_thread(const struct line *l, const struct lanes *lanes, uint32_t thread)
{
	const struct lane *of = &lanes->list[thread];
	struct text name = lane_name(lanes, thread), host = lane_host(lanes, thread);
	struct error ignored = ERROR_INIT; /* then which host it is on is asked for */
	struct text_buffer words = {0};
	char ids[32] = "";

	if (of->tid != PROFILE_NO_ID && of->pid != PROFILE_NO_ID)
		snprintf(ids, sizeof ids, "%" PRId32 "/%" PRId32, of->pid, of->tid);
	else if (of->tid != PROFILE_NO_ID)
		snprintf(ids, sizeof ids, "%" PRId32, of->tid);
	if (text_buffer_add(&words, *ids ? text_of(ids) : name, &ignored) && host.len &&
	    text_buffer_add(&words, TEXT("@"), &ignored))
		text_buffer_add(&words, host, &ignored);
	put_option(l, "thread", text_buffer_text(&words));
	mem_free(words.at);
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
	put_thread(l, &v->threads.lanes, v->lane);
	for (uint32_t i = 0; i < v->other_count; i++)
		put_thread(l, &v->threads.lanes, v->others[i].lane);
	line = session_choice_line(o->charting.of, l->ascii);
	line.choice = &c;
	line.range = selection_of(&range);
	choice_write(&line, PART_SAMPLES | PART_SEARCH | PART_PATHS, l->out);
	fprintf(l->out, " --width %" PRIu64, columns);
	put_reading(l, o, inlined, second ? second : o->path, NULL);
	if (second)
		put_path(l, second);
	else
		put_file(l, o);
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
			      "of " PIPED_FILE "."),
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

/* ---- the whole stack of a frame ---- */

uint32_t share_stack_of(const struct flame *f, uint32_t frame, struct text name)
{
	const struct tree *t = f->tree;
	uint32_t best = 0;
	uint64_t most = 0;

	for (uint32_t n = 1; n < t->count; n++) {
		bool is_it = frame ? t->frame[n] == frame
				   : t->frame[n] && text_equal(tree_label(t, n), name);

		if (is_it && f->total[n] > most) {
			most = f->total[n];
			best = n;
		}
	}
	return best;
}

/* ---- what a line says ---- */

/* The graph that is drawn, and what it is of. */
struct stack_figures {
	const struct flame *flame;
	const struct comparison *comparison; /* NULL: one side */
	uint64_t all, baseline;		     /* what shares are of */
	bool is_time;
	int width; /* of the largest number */
};

static uint64_t total_of(const struct stack_figures *s, uint32_t node)
{
	return s->comparison ? comparison_total(s->comparison, node).value
			     : s->flame->total[node];
}

static uint64_t self_of(const struct stack_figures *s, uint32_t node)
{
	return s->comparison ? comparison_self(s->comparison, node).value
			     : flame_own(s->flame, node);
}

static struct stack_figures figures_here(const struct open_profile *o)
{
	const struct flame_view *v = &o->flame;
	struct stack_figures s = {.flame = v->flame,
				  .comparison = v->comparison,
				  .is_time = o->status.figures.is_time};
	char n[LABEL_MAX];

	s.all = s.comparison ? s.comparison->subject.value : s.flame->total[0];
	s.baseline = s.comparison ? s.comparison->baseline.value : 0;
	s.width = (int)strlen(label_value(s.all, s.is_time, n));
	for (int least = 9; s.width < least;)
		s.width = least;
	return s;
}

/* The numbers before a name: as wide in each line. */
static void put_numbers(const struct stack_figures *s, uint32_t node, FILE *out)
{
	uint64_t total = total_of(s, node), self = self_of(s, node);
	char n[LABEL_MAX], share[LABEL_MAX];

	fprintf(out, "%*s %7s  ", s->width, label_value(total, s->is_time, n),
		label_share(total, s->all, share));
	if (s->comparison)
		fprintf(out, "%7s  ",
			label_share(comparison_total(s->comparison, node).baseline,
				    s->baseline, share));
	fprintf(out, "%*s %7s  ", s->width, label_value(self, s->is_time, n),
		label_share(self, s->all, share));
}

static void put_heading(const struct stack_figures *s, FILE *out)
{
	fprintf(out, "%*s %7s  ", s->width, "total", s->comparison ? "A" : "%");
	if (s->comparison)
		fprintf(out, "%7s  ", "B");
	fprintf(out, "%*s %7s  ", s->width, "self", s->comparison ? "A" : "%");
}

static int column_of_names(const struct stack_figures *s)
{
	return 2 * (s->width + 10) + (s->comparison ? 9 : 0);
}

/* "Heap::MarkRoots  libjvm.so, inlined" */
static void put_frame(const struct stack_figures *s, uint32_t node, FILE *out)
{
	const struct tree *t = s->flame->tree;
	uint32_t frame = t->frame[node];
	struct text module;

	printable_write(tree_label(t, node), out);
	if (!frame)
		return;
	module = profile_frame_module(t->profile, frame);
	if (module.len) {
		fputs("  ", out);
		printable_write(module, out);
	}
	if (t->profile->frames[frame].kind == FRAME_INLINED)
		fputs(module.len ? ", inlined" : "  inlined", out);
}

/* ---- the page ---- */

/* A line of the page, which may become several, and of what is copied. */
static bool add_stack_line(const struct stack_figures *s, uint32_t node, bool heading,
			   FILE *copied, struct page_view *page, struct error *err)
{
	struct memory_stream line;
	size_t len = 0;
	char *text;
	bool ok;

	if (!memory_stream_open(&line, err))
		return false;
	if (heading) {
		put_heading(s, line.out);
		fputs("frame  module", line.out);
	} else {
		put_numbers(s, node, line.out);
		put_frame(s, node, line.out);
	}
	text = memory_stream_take(&line, &len, err);
	if (!text)
		return false;
	fprintf(copied, "%s\n", text);
	ok = page_view_wrap(page, column_of_names(s), (struct text){text, len}, err);
	mem_free(text);
	return ok;
}

static bool add_stack(const struct stack_figures *s, const uint32_t *path, uint32_t n,
		      struct page_view *page, struct error *err)
{
	struct memory_stream copied;
	bool ok;

	if (!memory_stream_open(&copied, err))
		return false;
	ok = add_stack_line(s, 0, true, copied.out, page, err);
	for (uint32_t i = 0; ok && i < n; i++)
		ok = add_stack_line(s, path[i], false, copied.out, page, err);
	page->text = memory_stream_take(&copied, NULL, err);
	return ok && page->text;
}

static bool keep_name(const struct tree *t, uint32_t node, struct page_view *page,
		      struct error *err)
{
	struct memory_stream name;

	if (!memory_stream_open(&name, err))
		return false;
	printable_write(tree_label(t, node), name.out);
	page->name = memory_stream_take(&name, NULL, err);
	return page->name != NULL;
}

bool share_fill_stack(const struct open_profile *o, uint32_t node, int width,
		      struct page_view *page, struct error *err)
{
	const struct stack_figures s = figures_here(o);
	const struct tree *t = s.flame->tree;
	uint32_t n = 1, *path;
	bool ok;

	if (node >= t->count)
		return error_set(err, ERROR_NOTHING, "the graph has no such frame");
	/* depths of a tree have a limit that paths have not */
	for (uint32_t at = node; at; at = t->parent[at])
		n++;
	path = mem_array(n, sizeof *path, "frames of a stack", err);
	if (!path)
		return false;
	for (uint32_t i = n, at = node; i-- > 0; at = t->parent[at])
		path[i] = at;
	page_view_release(page);
	/* as its heading says, which a long one begins below */
	page->title = s.comparison ? " The whole stack: total A, B, self A "
				   : " The whole stack: total, self, frame, module ";
	page->width = width > 46 ? width - 6 : 40;
	ok = add_stack(&s, path, n, page, err) && keep_name(t, node, page, err);
	page->list.scroll = page->list.count;
	mem_free(path);
	return ok;
}
