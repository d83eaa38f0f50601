/*
 * table_view.c - the top table: functions with their self and total values, or with their changes.
 */

#include <stdio.h>

#include "analysis/functions/function_lines.h"
#include "analysis/waiting/wait_lengths.h"
#include "base/number.h"
#include "view/difference.h"
#include "view/label.h"
#include "view/list.h"
#include "view/status.h"

#define HEADER	   1   /* lines above the rows */
#define WAITS_FROM 100 /* columns: narrower panes have no lengths of waits */
#define BARS_MOST  24  /* buckets: more are not drawn as bars */

struct table_view {
	struct function_lines lines; /* owned: the rows of one side */
	struct top top;		     /* owned: the rows of two sides, in order */
	uint32_t here; /* the function under the cursor; 0: the table is empty */
	const struct flame *flame;	     /* borrowed */
	const struct comparison *comparison; /* borrowed; NULL: one side */
	const struct theme *theme;	     /* borrowed */
	const struct bits *found;    /* borrowed: frames that match the search, or NULL */
	const char *instead;	     /* borrowed: drawn in place of the rows; or NULL */
	struct wait_lengths lengths; /* owned: for threads' time; empty during a drag */
	bool has_lengths;	     /* there are columns for them */
	struct list list;
	enum top_order order;
	bool reverse;
	bool is_time;		     /* values are nanoseconds */
	uint64_t percent_of;	     /* the value that is 100 % */
	const struct choice *choice; /* borrowed */
	bool focused;
};

static const struct profile *profile_of(const struct table_view *v)
{
	return v->flame->tree->profile;
}

/* After release_table_view() there are no lines, whatever the list contains. */
static uint32_t line_count(const struct table_view *v)
{
	return v->comparison ? v->top.count : v->lines.count;
}

/* The row of a line that is already in sorted position. */
static struct top_row row_at(const struct table_view *v, uint32_t line)
{
	if (line >= line_count(v))
		return (struct top_row){0};
	return v->comparison
		   ? v->top.rows[line]
		   : function_lines_row(&v->lines, function_lines_at(&v->lines, line));
}

/* The function of any line. */
static uint32_t frame_at(struct table_view *v, uint32_t line)
{
	if (!v->comparison)
		function_lines_show(&v->lines, line, line + 1);
	return row_at(v, line).frame;
}

/* Sort the visible lines; others are sorted when needed. */
static void order_page(struct table_view *v, struct pane p)
{
	uint32_t height = p.area.h > HEADER ? (uint32_t)(p.area.h - HEADER) : 1;

	if (!v->comparison)
		function_lines_show(&v->lines, v->list.scroll, v->list.scroll + height);
}

/* Call it after the cursor has moved, or the lines have changed. */
static void look_here(struct table_view *v, struct pane p)
{
	order_page(v, p);
	v->here = frame_at(v, v->list.cursor);
	order_page(v, p); /* frame_at() may have sorted another part */
}

static void order_all(struct table_view *v)
{
	if (v->comparison)
		top_sort(&v->top, v->comparison->tree, v->order, v->reverse);
	else
		function_lines_sort(&v->lines, v->order, v->reverse);
}

/* Count the functions of `flame`, or of two sides. The cursor stays on its function. */
static bool count_table_functions(struct table_view *v, const struct flame *flame,
				  const struct comparison *c, struct pane p,
				  struct error *err)
{
	struct top top = {0};

	if (c && !top_count_sides(&top, c, err))
		return false;
	if (c)
		function_lines_release(&v->lines);
	top_release(&v->top);
	v->top = top;
	if (!c && !function_lines_count(&v->lines, flame, err))
		return false;
	/* initially two sides are sorted by changes, one side by self values */
	if ((c != NULL) != (v->comparison != NULL)) {
		v->order = c ? TOP_CHANGE : TOP_SELF;
		v->reverse = false;
	}
	v->flame = flame;
	v->comparison = c;
	order_all(v);
	list_resize(&v->list, line_count(v));
	order_page(v, p);
	if (!c && function_lines_has(&v->lines, v->here))
		v->list.cursor = function_lines_find(&v->lines, v->here);
	for (uint32_t i = 0; c && v->here && i < v->top.count; i++)
		if (v->top.rows[i].frame == v->here) {
			v->list.cursor = i;
			break;
		}
	if (c || !function_lines_has(&v->lines, v->here))
		look_here(v, p);
	return true;
}

static bool lights_up(const struct table_view *v, uint32_t frame)
{
	return v->found && bits_has(v->found, frame);
}

/* Draw the shares on both sides and the change; returns the column after them. */
static int draw_change(const struct table_view *v, struct pane p, int y,
		       const struct top_row *row, struct style s)
{
	const struct comparison *c = v->comparison;
	struct difference d =
	    difference_of(c, comparison_change(c, row->total, row->baseline_total));
	char a[LABEL_MAX], b[LABEL_MAX], numbers[3 * LABEL_MAX];
	int x;

	snprintf(numbers, sizeof numbers, "%8s %8s ",
		 label_share(row->total, c->subject.value, a),
		 label_share(row->baseline_total, c->baseline.value, b));
	x = pane_print(p, 0, y, s, numbers);
	difference_draw(v->theme, d, v->theme->ascii, "", p, x, y, s);
	return x + DIFFERENCE_WIDTH + 1;
}

static int draw_values(const struct table_view *v, struct pane p, int y,
		       const struct top_row *row, struct style s)
{
	char self[LABEL_MAX], total[LABEL_MAX], self_share[LABEL_MAX],
	    total_share[LABEL_MAX];
	char numbers[4 * LABEL_MAX];

	snprintf(numbers, sizeof numbers, "%11s %7s  %11s %7s  ",
		 label_value(row->self, v->is_time, self),
		 label_share(row->self, v->percent_of, self_share),
		 label_value(row->total, v->is_time, total),
		 label_share(row->total, v->percent_of, total_share));
	return pane_print(p, 0, y, s, numbers);
}

/* ---- the number of waits of a function, and their lengths ---- */

static int bars_of(const struct table_view *v, int width)
{
	int buckets = v->lengths.longest - v->lengths.shortest + 1;

	return v->lengths.count && buckets <= BARS_MOST && width >= WAITS_FROM + buckets
		   ? buckets
		   : 0;
}

/* Returns the column after the lengths. */
static int draw_lengths(const struct table_view *v, struct pane p, int x, int y,
			uint32_t frame, struct style s)
{
	const struct wait_length none = {.count = 0},
				 *w = wait_lengths_of(&v->lengths, frame);
	int bars = bars_of(v, p.area.w);
	char count[NUMBER_GROUPED_MAX], longest[LABEL_MAX], words[80];
	uint64_t most = 1;

	if (!v->has_lengths || p.area.w < WAITS_FROM)
		return x;
	w = w ? w : &none;
	snprintf(words, sizeof words, "%10s %10s  ",
		 v->lengths.count ? number_grouped(w->count, count) : "",
		 w->count ? label_duration(w->longest, longest) : "");
	x += pane_print(p, x, y, s, words);
	/* a bar for each doubling of the length; the largest is a whole cell high */
	for (int k = 0; k < WAIT_BUCKETS; k++)
		most = w->buckets[k] > most ? w->buckets[k] : most;
	for (int i = 0; i < bars; i++) {
		uint64_t n = w->buckets[v->lengths.shortest + i];
		uint32_t eighths = n ? 1 + (uint32_t)(7 * ((double)n / (double)most)) : 0;
		char32_t rune = v->theme->ascii ? U'0' + eighths : U'▁' - 1 + eighths;

		pane_put(p, x + i, y, eighths ? rune : v->theme->ascii ? U'.' : U' ', s);
	}
	return x + bars + (bars ? 2 : 0);
}

static void draw_row(const struct table_view *v, struct pane p, int y, uint32_t line)
{
	const struct top_row row = row_at(v, line);
	const struct profile *profile = profile_of(v);
	enum code_kind kind = hue_kind(profile, row.frame);
	struct style s = {0}, box = theme_frame(v->theme, kind, TEXT("a"));
	int x;

	if (lights_up(v, row.frame))
		s = theme_found_words(v->theme);
	if (v->focused && line == v->list.cursor)
		s.attr |= ATTR_REVERSE;
	for (int i = 0; i < p.area.w; i++)
		pane_put(p, i, y, U' ', s);
	x = v->comparison ? draw_change(v, p, y, &row, s) : draw_values(v, p, y, &row, s);
	x = draw_lengths(v, p, x, y, row.frame, s);
	pane_put(p, x, y, U' ',
		 v->theme->depth == PALETTE_NONE ? s : (struct style){.bg = box.bg});
	x += 2;
	x += pane_name(p, x, y, p.area.w - x, s, profile_frame_name(profile, row.frame));
	s.attr |= s.attr & ATTR_REVERSE ? 0 : ATTR_DIM;
	pane_name(p, x + 2, y, p.area.w - x - 2, s,
		  profile_frame_module(profile, row.frame));
}

static void draw_heads(const struct table_view *v, struct pane p)
{
	const struct style head = {.attr = ATTR_BOLD | ATTR_UNDERLINE};
	static const char *const marks[2] = {"v", "^"};
	static const char *const of[PERCENT_BASES] = {"", "  % of all kept",
						      "  % of everything"};
	const char *mark = marks[v->reverse];
	char names[240], lengths[80] = "";
	int bars = bars_of(v, p.area.w);

	if (v->has_lengths && p.area.w >= WAITS_FROM)
		snprintf(lengths, sizeof lengths, "%10s %10s  %-*.*s%s", "waits",
			 "longest", bars, bars, "lengths", bars ? "  " : "");
	if (v->comparison)
		snprintf(
		    names, sizeof names, "%6s %s %8s  change of all %s    function%s%s",
		    "A", v->order == TOP_TOTAL ? mark : " ", "B",
		    v->order == TOP_CHANGE ? mark : " ", v->order == TOP_NAME ? " v" : "",
		    v->order == TOP_SELF ? " by self" : "");
	else
		snprintf(names, sizeof names, "%9s %s %7s  %9s %s %7s  %s  function%s%s",
			 "self", v->order == TOP_SELF ? mark : " ", "%", "total",
			 v->order == TOP_TOTAL ? mark : " ", "%", lengths,
			 v->order == TOP_NAME ? " v" : "", of[v->choice->percent]);
	pane_print(p, 0, 0, head, names);
}

static void draw_table_view(const void *self, struct pane p)
{
	const struct table_view *v = self;

	draw_heads(v, p);
	if (v->instead || line_count(v) == 0)
		pane_print(p, 2, 2, (struct style){0},
			   v->instead ? v->instead : "no samples in this range");
	if (v->instead)
		return;
	for (int y = 0; y < p.area.h - HEADER; y++) {
		uint32_t line;

		if (list_at(&v->list, y, p.area.h - HEADER, &line))
			draw_row(v, p, y + HEADER, line);
	}
}

static struct action sort_table(struct table_view *v, enum top_order by, bool reverse,
				struct pane p)
{
	v->order = by;
	v->reverse = reverse;
	order_all(v);
	v->list.cursor = v->list.scroll = 0;
	look_here(v, p);
	return ACTION(REDRAW);
}

/* ACTION_FRAME for a function; 0: none. */
static struct action about_frame(const struct table_view *v, enum command c,
				 uint32_t frame)
{
	struct action a = {.kind = ACTION_FRAME, .command = c, .id = frame};

	if (frame) {
		a.text = profile_frame_name(profile_of(v), frame);
		a.module = profile_frame_module(profile_of(v), frame);
	}
	return a;
}

/* A click on the heading of a column sorts by it; the next one reverses the order. */
static struct action press_in_table(struct table_view *v, const struct input *in,
				    struct pane p)
{
	uint32_t line;

	if (in->y < HEADER) {
		enum top_order by = v->comparison ? in->x < 9	 ? TOP_TOTAL
						    : in->x < 35 ? TOP_CHANGE
								 : TOP_NAME
				    : in->x < 20  ? TOP_SELF
				    : in->x < 41  ? TOP_TOTAL
						  : TOP_NAME;

		return sort_table(v, by, by == v->order && !v->reverse, p);
	}
	if (!list_at(&v->list, in->y - HEADER, p.area.h - HEADER, &line))
		return ACTION(NONE);
	if (line == v->list.cursor)
		return about_frame(v, COMMAND_ENTER, frame_at(v, line));
	v->list.cursor = line;
	look_here(v, p);
	return ACTION(REDRAW);
}

static bool is_match(const void *of, uint32_t line)
{
	return lights_up(of, row_at(of, line).frame);
}

static struct action next_match(struct table_view *v, bool back, struct pane p)
{
	uint32_t n = line_count(v), from = v->list.cursor + (back ? n - 1 : 1), line = n;

	if (v->found && !v->comparison)
		function_lines_show(&v->lines, 0, n);
	if (v->found && n)
		line = list_find(&v->list, from % n, back, is_match, v);
	if (line == n)
		return ACTION(NONE);
	list_point(&v->list, line, p.area.h - HEADER);
	look_here(v, p);
	return ACTION(REDRAW);
}

static struct action run_table_command(void *self, const struct input *in, struct pane p)
{
	static const enum top_order next[] = {[TOP_SELF] = TOP_TOTAL,
					      [TOP_TOTAL] = TOP_NAME,
					      [TOP_NAME] = TOP_CHANGE,
					      [TOP_CHANGE] = TOP_SELF};
	struct table_view *v = self;
	uint32_t here = v->here;

	if (list_move(&v->list, in, p.area.h - HEADER)) {
		look_here(v, p);
		return ACTION(REDRAW);
	}
	switch (in->command) {
	case COMMAND_SORT:
		return sort_table(
		    v, v->order == TOP_NAME && !v->comparison ? TOP_SELF : next[v->order],
		    false, p);
	case COMMAND_LAYOUT:
		return sort_table(v, v->order, !v->reverse, p);
	case COMMAND_NEXT:
	case COMMAND_PREVIOUS:
		return next_match(v, in->command == COMMAND_PREVIOUS, p);
	case COMMAND_ENTER:
		return here ? about_frame(v, COMMAND_ENTER, here) : ACTION(NONE);
	case COMMAND_PRESS:
		return press_in_table(v, in, p);
	case COMMAND_CANCEL:
		return ACTION(CLOSE);
	default:
		if (commands[in->command].kind != KIND_FRAME)
			return ACTION(NONE);
		if (in->command == COMMAND_STACK && !here)
			return ACTION(REDRAW);
		return about_frame(v, in->command, here);
	}
}

/* ---- as one of the views ---- */

/* Count the waits of the range; during a drag this is postponed. */
static bool count_lengths(struct table_view *v, const struct view_data *data,
			  struct error *err)
{
	wait_lengths_release(&v->lengths);
	if (v->comparison || data->functions.derived || data->instead) {
		v->has_lengths = false;
		return true;
	}
	if (data->moving)
		return true;
	if (!wait_lengths_build(&v->lengths, data->functions.flame, err)) {
		wait_lengths_release(&v->lengths);
		v->has_lengths = false;
		return false;
	}
	v->has_lengths = v->lengths.count > 0;
	return true;
}

static bool update_table_view(void *self, const struct view_data *data, struct pane p,
			      struct error *err)
{
	struct table_view *v = self;

	const struct comparison *compared =
	    data->choice->baseline.look.graph == GRAPH_PLAIN ? NULL
							     : data->functions.comparison;

	v->theme = data->theme;
	v->found = data->functions.search ? &data->functions.search->frames : NULL;
	v->is_time = data->is_time;
	v->percent_of = data->percent_of;
	v->choice = data->choice;
	v->instead = data->instead;
	if (count_table_functions(v, data->functions.flame, compared, p, err))
		return count_lengths(v, data, err);
	wait_lengths_release(&v->lengths);
	/* the old flame and its profile may be released now */
	function_lines_release(&v->lines);
	top_release(&v->top);
	v->flame = data->functions.flame;
	v->comparison = NULL;
	v->here = 0;
	list_resize(&v->list, 0);
	return false;
}

static void prepare_table_view(void *self, struct pane p, bool focused)
{
	struct table_view *v = self;

	v->focused = focused;
	order_page(v, p);
}

static bool draw_table_detail(const void *self, const struct status *s, struct pane p)
{
	const struct table_view *v = self;
	struct top_row row;

	if (!v->here)
		return false;
	row = v->comparison ? row_at(v, v->list.cursor)
			    : function_lines_row(&v->lines, v->here);
	status_function(s, profile_of(v), &row, p);
	return true;
}

static void release_table_view(void *self)
{
	struct table_view *v = self;

	function_lines_release(&v->lines);
	top_release(&v->top);
	v->here = 0;
	wait_lengths_release(&v->lengths);
}

const struct view_ops table_view_ops = {
    .size = sizeof(struct table_view),
    .enter = "find",
    .update = update_table_view,
    .prepare = prepare_table_view,
    .draw = draw_table_view,
    .detail = draw_table_detail,
    .command = run_table_command,
    .release = release_table_view,
};
