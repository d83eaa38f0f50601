#include "view/chart/chart_view.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "base/number.h"
#include "view/frame_box.h"
#include "view/heat/heat_geometry.h"
#include "view/label.h"

/*
 * The place of the boxes in the pane of a chart: the first column, the first line, the number of
 * lines.
 */
struct chart_place {
	int x, y, lines;
};

/* ---- the box under the cursor ---- */

static uint32_t column_of(const struct chart_view *v, uint64_t time)
{
	const struct chart_window *w = &v->picture.window;
	uint64_t column;

	if (time < w->from)
		return 0;
	column = (time - w->from) / w->period;
	return column < w->columns ? (uint32_t)column : w->columns - 1;
}

static uint64_t time_of(const struct chart_view *v, uint32_t column)
{
	return v->picture.window.from + column * v->picture.window.period;
}

/* The node of a cell; 0: the cell is empty, or was not counted. */
static uint32_t node_at(const struct chart_view *v, uint32_t column, uint32_t depth)
{
	const struct chart_window *w = &v->picture.window;

	if (depth < w->top || depth - w->top >= v->cells.rows)
		return 0;
	return chart_cells_node(&v->cells, column, depth - w->top);
}

/* Columns [from, to) of a box. */
struct box_span {
	uint32_t node, from, to;
};

static struct box_span run_at(const struct chart_view *v, uint32_t column, uint32_t depth)
{
	uint32_t node = node_at(v, column, depth);
	struct box_span r = {.node = node, .from = column, .to = column + 1};

	while (r.from > 0 && node_at(v, r.from - 1, depth) == node)
		r.from--;
	while (r.to < v->cells.columns && node_at(v, r.to, depth) == node)
		r.to++;
	return r;
}

static struct box_span run_here(const struct chart_view *v)
{
	return run_at(v, column_of(v, v->cursor), v->depth);
}

/* The depth of the deepest stack in the window. */
static uint32_t cursor_depths(const struct chart_view *v)
{
	uint32_t most = 0;

	for (uint32_t i = 0; i < v->cells.columns; i++)
		if (v->cells.depths[i] > most)
			most = v->cells.depths[i];
	return most;
}

/* ---- moving the cursor ---- */

/* The nearest column with a frame, to either side. */
static uint32_t find_nearest_column(const struct chart_view *v, uint32_t column)
{
	uint32_t n = v->cells.columns;

	for (uint32_t d = 0; d < n; d++) {
		if (column >= d && v->cells.depths[column - d])
			return column - d;
		if (column + d < n && v->cells.depths[column + d])
			return column + d;
	}
	return column;
}

/* Put the cursor on the nearest box, and scroll to make it visible. */
static void cursor_settle(struct chart_view *v, struct chart_place at)
{
	uint32_t column, lines = (uint32_t)(at.lines > 0 ? at.lines : 1), depths;

	if (!v->cells.columns)
		return;
	column = find_nearest_column(v, column_of(v, v->cursor));
	if (column != column_of(v, v->cursor) || v->cursor < v->picture.window.from)
		v->cursor = time_of(v, column);
	depths = v->cells.depths[column];
	if (v->depth >= depths)
		v->depth = depths ? depths - 1 : 0;
	if (v->depth < v->top)
		v->top = v->depth;
	else if (v->depth - v->top >= lines)
		v->top = v->depth - lines + 1;
}

static void go_sideways(struct chart_view *v, int64_t n)
{
	int64_t step = n < 0 ? -1 : 1;

	for (; n; n -= step) {
		struct box_span r = run_here(v);
		int64_t at = step < 0 ? (int64_t)r.from - 1 : r.to;

		while (at >= 0 && at < v->cells.columns &&
		       !node_at(v, (uint32_t)at, v->depth))
			at += step;
		if (at < 0 || at >= v->cells.columns)
			return;
		v->cursor = time_of(v, run_at(v, (uint32_t)at, v->depth).from);
	}
}

/* Go to a callee: to the first column of the box that has one. */
static bool down(struct chart_view *v)
{
	struct box_span r = run_here(v);

	if (node_at(v, column_of(v, v->cursor), v->depth + 1)) {
		v->depth++;
		return true;
	}
	for (uint32_t i = r.from; r.node && i < r.to; i++) {
		if (node_at(v, i, v->depth + 1)) {
			v->cursor = time_of(v, i);
			v->depth++;
			return true;
		}
	}
	return false;
}

static void downwards(struct chart_view *v, int64_t n)
{
	for (; n > 0 && down(v); n--)
		;
	for (; n < 0 && v->depth > 0; n++)
		v->depth--;
}

static bool move_chart_cursor(struct chart_view *v, const struct input *in,
			      struct chart_place at)
{
	int64_t n = in->count ? in->count : 1, page = at.lines > 1 ? at.lines - 1 : 1;

	switch (in->command) {
	case COMMAND_LEFT:
		go_sideways(v, -n);
		return true;
	case COMMAND_RIGHT:
		go_sideways(v, n);
		return true;
	case COMMAND_UP:
		downwards(v, -n);
		return true;
	case COMMAND_DOWN:
		downwards(v, n);
		return true;
	case COMMAND_PAGE_UP:
		downwards(v, -n * page);
		return true;
	case COMMAND_PAGE_DOWN:
		downwards(v, n * page);
		return true;
	case COMMAND_FIRST:
		go_sideways(v, -(int64_t)v->cells.columns);
		return true;
	case COMMAND_LAST:
		go_sideways(v, v->cells.columns);
		return true;
	case COMMAND_TOP:
		v->depth = 0;
		return true;
	case COMMAND_BOTTOM:
		downwards(v, UINT32_MAX);
		return true;
	default:
		return false;
	}
}

static bool next_match(struct chart_view *v, int64_t step)
{
	const struct search *s = v->picture.search;
	uint32_t rows = v->cells.rows, columns = v->cells.columns;
	struct box_span here = run_here(v);
	int64_t all = (int64_t)rows * columns;
	int64_t at = (int64_t)(step > 0 ? here.to - 1 : here.from) * rows + v->depth -
		     v->picture.window.top;

	if (!s || !s->nodes.words)
		return false;
	for (int64_t i = 1; i <= all; i++) {
		int64_t cell = ((at + i * step) % all + all) % all;
		uint32_t column = (uint32_t)(cell / rows);
		uint32_t depth = (uint32_t)(cell % rows) + v->picture.window.top;
		uint32_t node = node_at(v, column, depth);

		if (!node || !bits_has(&s->nodes, node))
			continue;
		v->cursor = time_of(v, run_at(v, column, depth).from);
		v->depth = depth;
		return true;
	}
	return false;
}

static bool press_in_chart(struct chart_view *v, const struct input *in,
			   struct chart_place at)
{
	int column = in->x - at.x;

	if (column < 0 || (uint32_t)column >= v->cells.columns || in->y < at.y - 1 ||
	    in->y >= at.y + at.lines)
		return false;
	v->cursor = time_of(v, (uint32_t)column);
	v->depth = v->top + (uint32_t)(in->y < at.y ? 0 : in->y - at.y);
	return true;
}

/* Scroll by `lines`; the cursor moves along to stay visible. */
static bool scroll_chart(struct chart_view *v, int64_t lines, struct chart_place at)
{
	int64_t most = (int64_t)cursor_depths(v) - at.lines, top = v->top + lines;
	uint32_t before = v->top;

	v->top = (uint32_t)(top < 0 || most < 0 ? 0 : top > most ? most : top);
	if (v->depth < v->top)
		v->depth = v->top;
	else if (v->depth >= v->top + (uint32_t)at.lines && at.lines > 0)
		v->depth = v->top + (uint32_t)at.lines - 1;
	return v->top != before;
}

/*
 * Execute a command that moves the cursor. False if it is another command, or the cursor cannot
 * move.
 */
static bool cursor_command(struct chart_view *v, const struct input *in,
			   struct chart_place at)
{
	if (!v->cells.columns)
		return false;
	if (commands[in->command].kind == KIND_MOVE)
		return move_chart_cursor(v, in, at);
	switch (in->command) {
	case COMMAND_NEXT:
		return next_match(v, 1);
	case COMMAND_PREVIOUS:
		return next_match(v, -1);
	case COMMAND_PRESS:
		return press_in_chart(v, in, at);
	case COMMAND_WHEEL_UP:
		return scroll_chart(v, -3, at);
	case COMMAND_WHEEL_DOWN:
		return scroll_chart(v, 3, at);
	default:
		return false;
	}
}

/* ---- drawing the cursor ---- */

#define AT_CURSOR COLOUR_RGB(0x00, 0xd7, 0xff)

/* Mark the time of the map's cursor in the line above the boxes. */
static void draw_mark(const struct chart_view *v, struct chart_place at, struct pane p)
{
	const struct chart_window *w = &v->picture.window;
	uint64_t time = v->time ? v->time->cursor : 0;
	struct style s = {.attr = ATTR_BOLD};

	if (!v->time || !v->time->map || time < w->from ||
	    time - w->from >= w->columns * w->period)
		return;
	if (v->picture.theme->depth != PALETTE_NONE)
		s.fg = AT_CURSOR;
	pane_put(p, at.x + (int)column_of(v, time), at.y - 1,
		 v->picture.theme->ascii ? U'v' : U'▼', s);
}

static void cursor_draw(const struct chart_view *v, struct chart_place at, struct pane p)
{
	struct style s = {.fg = COLOUR_RGB(0, 0, 0), .bg = AT_CURSOR, .attr = ATTR_BOLD};
	struct box_span r;

	draw_mark(v, at, p);
	if (!v->focused || !v->cells.columns || v->depth < v->top ||
	    v->depth - v->top >= (uint32_t)at.lines)
		return;
	r = run_here(v);
	if (v->picture.theme->depth == PALETTE_NONE)
		s = (struct style){.attr = ATTR_REVERSE | ATTR_BOLD};
	if (r.node)
		frame_box_draw(p, at.x + (int)r.from, at.y + (int)(v->depth - v->top),
			       (int)(r.to - r.from), s, v->picture.theme->ascii,
			       tree_label(v->picture.tree, r.node));
}

/* ---- the thread ---- */

static uint32_t find_lane(const struct lanes *in, const struct lanes *of, uint32_t lane)
{
	for (uint32_t i = 0; lane < of->count && i < in->count; i++)
		if (lane_is(of, lane, in, i))
			return i;
	return LANE_NONE;
}

static void choose_lane(struct chart_view *v, uint32_t lane)
{
	if (lane != v->lane)
		v->known = false;
	v->lane = lane;
}

static void follow_lanes(struct chart_view *v)
{
	const struct lanes_view *l = v->lanes;
	uint32_t row = l ? l->cursor : LANE_NONE, lane;

	if (row == v->lanes_row)
		return;
	v->lanes_row = row;
	if (!l || !l->cells || l->why || l->lanes->by != LANES_THREAD ||
	    row >= l->rows->shown) /* the cursor is not on a thread */
		return;
	lane = find_lane(&v->threads.lanes, l->lanes, l->rows->list[row].lane);
	if (lane == LANE_NONE)
		return;
	v->picked = true;
	choose_lane(v, lane);
}

static uint32_t busiest(const struct chart_view *v)
{
	return v->threads.count ? v->threads.list[0].lane : LANE_NONE;
}

/* The number of busier threads; the number of all threads if this one has nothing in the range. */
static uint32_t rank_of(const struct chart_view *v)
{
	uint32_t i = 0;

	while (i < v->threads.count && v->threads.list[i].lane != v->lane)
		i++;
	return i;
}

/* Count the threads of the range. A picked thread stays if it exists; else choose the busiest. */
static bool find_threads(struct chart_view *v, struct error *err)
{
	struct chart_threads now;
	uint32_t lane;

	if (v->has_lanes) {
		if (!chart_threads_count(&v->threads, v->flame, v->derived, err))
			return false;
	} else { /* other samples: find this thread among theirs */
		if (!chart_threads_build(&now, v->flame, v->derived, err))
			return false;
		lane = find_lane(&now.lanes, &v->threads.lanes, v->lane);
		chart_threads_release(&v->threads);
		v->threads = now;
		v->lane = lane;
		v->has_lanes = true;
	}
	v->picked = v->picked && v->lane != LANE_NONE;
	if (!v->picked && (v->lane == LANE_NONE || v->lane != busiest(v))) {
		v->known = false;
		v->lane = busiest(v);
	}
	return true;
}

/* ---- the columns ---- */

#define DEPTHS 256 /* depths that are counted in advance, besides the visible ones */

/* Does the chart have separate columns for the range, instead of the map's? */
static bool is_alone(const struct chart_view *v)
{
	return !v->time || !v->time->map || (!v->lanes && !range_is_all(v->range));
}

static struct chart_window window_alone(const struct chart_view *v, int width)
{
	struct range whole = range_whole(v->flame->tree->profile);
	uint64_t from = v->range.from > whole.from ? v->range.from : whole.from;
	uint64_t to = v->range.to < whole.to ? v->range.to : whole.to;
	uint64_t length = to > from ? to - from : 1;
	uint64_t period = (length - 1) / (uint64_t)(width > 0 ? width : 1) + 1;

	return (struct chart_window){.from = from,
				     .period = period,
				     .columns = (uint32_t)((length - 1) / period + 1)};
}

static struct chart_window window_of_map(const struct chart_view *v)
{
	struct heat_geometry g = heat_geometry_of(v->time, v->map);
	uint64_t period = v->time->map->period, cell = (uint64_t)g.cell_width;

	return (struct chart_window){.from = g.first * period,
				     .period = period > cell ? period / cell : 1,
				     .columns = period > cell ? g.shown * (uint32_t)cell
							      : g.shown};
}

static struct chart_place place_boxes(const struct chart_view *v, struct pane p)
{
	bool alone = is_alone(v);
	struct chart_place at = {.x = 0, .y = 2, .lines = p.area.h - 2 - alone};

	if (!alone)
		at.x =
		    v->map.area.x - p.area.x + heat_geometry_of(v->time, v->map).cells.x;
	if (at.lines < 0)
		at.lines = 0;
	return at;
}

static bool same_window(const struct chart_window *a, const struct chart_window *b)
{
	return a->from == b->from && a->period == b->period && a->columns == b->columns &&
	       a->top == b->top && a->rows == b->rows;
}

static void count_chart_cells(struct chart_view *v, const struct chart_window *w)
{
	struct error err = ERROR_INIT;
	struct chart_cells cells;

	if (thread_samples_find(&v->samples, v->flame, v->derived, &v->threads.lanes,
				v->lane, &err) &&
	    chart_cells_build(&cells, &v->samples, w, &err)) {
		chart_cells_release(&v->cells);
		v->cells = cells;
		v->picture.window = *w;
		v->known = true;
		return;
	}
	snprintf(v->words, sizeof v->words, "No chart: %.200s", err.message);
	v->why = v->words;
}

/* ---- other threads below it ---- */

#define BESIDE_LEAST 3 /* lines: its title, the sampled part, and one line of boxes */

static uint32_t beside_lines(const struct chart_view *v, struct pane p)
{
	uint32_t others = v->threads.count > 1 ? v->threads.count - 1 : 0;
	uint32_t room = p.area.h > 0 ? (uint32_t)p.area.h / BESIDE_LEAST : 0,
		 n = v->beside;

	n = n < others ? n : others;
	n = n < room ? n : room ? room - 1 : 0;
	return n ? (uint32_t)p.area.h / (n + 1) : 0;
}

static uint32_t beside_count(const struct chart_view *v, struct pane p)
{
	uint32_t lines = beside_lines(v, p), others = v->threads.count - 1, n;

	if (!lines)
		return 0;
	n = (uint32_t)p.area.h / lines - 1;
	n = n < v->beside ? n : v->beside;
	return n < others ? n : others;
}

/* The pane of the thread itself: the lines that the others leave. */
static struct pane pane_of(const struct chart_view *v, struct pane p)
{
	int below = (int)(beside_count(v, p) * beside_lines(v, p));

	return pane_inside(p, (struct rect){0, 0, p.area.w, p.area.h - below});
}

static bool count_beside(struct chart_view *v, struct chart_beside *b, uint32_t lane,
			 const struct chart_window *w)
{
	struct error ignored = ERROR_INIT; /* then it is not drawn */
	struct thread_samples samples;
	struct chart_cells cells;

	if (v->known && b->cells.columns && b->lane == lane && same_window(&b->window, w))
		return true;
	if (!thread_samples_find(&samples, v->flame, v->derived, &v->threads.lanes, lane,
				 &ignored) ||
	    !chart_cells_build(&cells, &samples, w, &ignored))
		return false;
	chart_cells_release(&b->cells);
	*b = (struct chart_beside){.lane = lane, .window = *w, .cells = cells};
	return true;
}

/*
 * Must be called before the thread itself is counted, because `known` shows whether anything
 * changed.
 */
static void follow_beside(struct chart_view *v, struct pane p, struct chart_window w)
{
	uint32_t n = beside_count(v, p), i = 0, rank = rank_of(v);
	uint32_t from = rank < v->threads.count ? rank + 1 : 0;

	w.top = 0;
	w.rows = beside_lines(v, p) > 2 ? beside_lines(v, p) - 2 : 1;
	while (i < n &&
	       count_beside(v, &v->others[i],
			    v->threads.list[(from + i) % v->threads.count].lane, &w))
		i++;
	v->other_count = i;
}

static struct chart_strip strip_of(const struct chart_view *v, uint32_t lane,
				   const struct chart_cells *cells)
{
	const struct lanes *l = &v->threads.lanes;
	struct chart_strip s = {.name = lane_name(l, lane),
				.pid = l->list[lane].pid,
				.tid = l->list[lane].tid,
				.all = v->threads.all,
				.is_time = v->flame->spans != NULL,
				.cells = cells};

	for (uint32_t i = 0; i < v->threads.count; i++)
		if (v->threads.list[i].lane == lane)
			s.count = v->threads.list[i].count;
	return s;
}

static void draw_beside(const struct chart_view *v, struct pane p)
{
	int x = place_boxes(v, p).x;

	for (uint32_t i = 0; i < v->other_count; i++) {
		const struct chart_beside *b = &v->others[i];
		const struct chart_strip strip = strip_of(v, b->lane, &b->cells);
		int lines = (int)beside_lines(v, p), left = (int)(beside_count(v, p) - i);
		struct pane in = pane_inside(
		    p, (struct rect){0, p.area.h - left * lines, p.area.w, lines});

		chart_picture_title(&v->picture, &strip, in, 0);
		chart_picture_covered(&v->picture, &b->cells, in, x, 1);
		for (uint32_t row = 0; row < b->cells.rows; row++)
			chart_picture_row(&v->picture, &b->cells, row, in, x,
					  2 + (int)row);
	}
}

/* ---- drawing ---- */

static void say_why(struct chart_view *v, const char *why)
{
	chart_view_forget(v);
	v->why = why;
	v->flame = NULL;
}

/* "thread 2 of 12", the keys for others, and the number of levels if not all are visible. */
static void draw_more(const struct chart_view *v, struct chart_place at, int from,
		      struct pane p)
{
	uint32_t depths = cursor_depths(v), n = v->threads.count;
	char key[COMMAND_KEY_MAX], more[COMMAND_KEY_MAX], words[4 * LABEL_MAX];
	char levels[LABEL_MAX] = "", threads[2 * LABEL_MAX] = "";
	int room = p.area.w - from - 3;

	if (depths > (uint32_t)at.lines)
		snprintf(levels, sizeof levels, "%d of %" PRIu32 " levels   ", at.lines,
			 depths);
	if (n > 1)
		snprintf(threads, sizeof threads,
			 "thread %" PRIu32 " of %" PRIu32 "  %s: next  %s: beside",
			 rank_of(v) + (rank_of(v) < n), n,
			 command_key(COMMAND_NEXT_THREAD, key),
			 command_key(COMMAND_THREADS_BESIDE, more));
	snprintf(words, sizeof words, "%s%s", levels, threads);
	if ((int)strlen(words) > room)
		snprintf(words, sizeof words, "%s", n > 1 ? threads : levels);
	if ((int)strlen(words) <= room)
		pane_print(p, p.area.w - (int)strlen(words) - 1, 0,
			   (struct style){.attr = ATTR_DIM}, words);
}

static void draw_chart_view(const void *self, struct pane p)
{
	const struct chart_view *v = self;
	struct pane own = pane_of(v, p);
	struct chart_place at;
	struct chart_strip strip;
	char words[4 * LABEL_MAX];
	int x;
	uint32_t first;

	if (v->why || !v->known) {
		pane_print(p, 2, p.area.h / 2, (struct style){0},
			   command_words(v->why ? v->why : "no samples in this range",
					 words, sizeof words));
		return;
	}
	at = place_boxes(v, own);
	strip = strip_of(v, v->lane, &v->cells);
	x = chart_picture_title(&v->picture, &strip, own, 0);
	x += pane_print(own, x, 0, (struct style){.attr = ATTR_DIM}, v->of);
	draw_more(v, at, x, own);
	chart_picture_covered(&v->picture, &v->cells, own, at.x, 1);
	first = v->top - v->picture.window.top;
	for (int i = 0; i < at.lines && first + (uint32_t)i < v->cells.rows; i++)
		chart_picture_row(&v->picture, &v->cells, first + (uint32_t)i, own, at.x,
				  at.y + i);
	cursor_draw(v, at, own);
	if (is_alone(v))
		chart_picture_axis(&v->picture, own, 0, own.area.h - 1);
	draw_beside(v, p);
}

/* Draw name and module of the box under the cursor, and when it ran, in two lines or one. */
static bool draw_chart_detail(const void *self, const struct status *status,
			      struct pane p)
{
	const struct chart_view *v = self;
	const struct style dim = {.attr = ATTR_DIM}, bold = {.attr = ATTR_BOLD};
	const struct tree *t = v->picture.tree;
	struct box_span r;
	char words[4 * LABEL_MAX], when[LABEL_MAX], time[LABEL_MAX], of[LABEL_MAX];
	uint64_t sum = 0, covered = 0;
	int x, second = p.area.h > 1;

	(void)status;
	if (!v->known || v->why)
		return false;
	r = run_here(v);
	if (!r.node)
		return false;
	for (uint32_t i = r.from; i < r.to; i++) {
		sum += v->cells.time[(size_t)i * v->cells.rows + v->depth -
				     v->picture.window.top];
		covered += v->cells.covered[i];
	}
	snprintf(words, sizeof words, "%s  %s of %s sampled there",
		 label_range((struct range){time_of(v, r.from), time_of(v, r.to)},
			     v->picture.theme->ascii, when),
		 label_duration(sum, time), label_duration(covered, of));
	x = 1 + pane_name(p, 1, 0, second ? p.area.w - 1 : p.area.w / 2, bold,
			  tree_label(t, r.node));
	if (second)
		pane_text_fit(p, x + 2, 0, p.area.w - x - 2, dim,
			      profile_frame_module(t->profile, t->frame[r.node]));
	pane_text_fit(p, second ? 1 : x + 2, second, p.area.w - (second ? 1 : x + 2),
		      (struct style){0}, text_of(words));
	return true;
}

/* ---- commands ---- */

/* Advance by `step` threads, in descending order of activity. */
static struct action next_thread(struct chart_view *v, int64_t step)
{
	int64_t n = v->threads.count, rank = rank_of(v);

	if (n < 2)
		return ACTION_SAY("there is no other thread here");
	rank = rank >= n ? 0 : ((rank + step) % n + n) % n;
	v->picked = true;
	choose_lane(v, v->threads.list[rank].lane);
	return ACTION(REDRAW);
}

/*
 * Select the time of the box under the cursor. The cursor goes to its middle, because with shorter
 * columns there may be other boxes at its edges.
 */
static struct action zoom_in(struct chart_view *v)
{
	struct box_span run = run_here(v);
	struct range r = {time_of(v, run.from), time_of(v, run.to)};

	if (!run.node)
		return ACTION(NONE);
	v->cursor = r.from + (r.to - r.from) / 2;
	return (struct action){.kind = ACTION_RANGE,
			       .side = v->is_second ? RANGE_OF_OTHER : RANGE_OF_SUBJECT,
			       .range = r,
			       .settled = true};
}

/* Show twice as many threads while there is room; then only this one. */
static struct action show_beside(struct chart_view *v, const struct input *in,
				 struct pane p)
{
	uint32_t before = beside_count(v, p);

	if (v->threads.count < 2)
		return ACTION_SAY("there is no other thread here");
	v->beside = in->count > 0 ? (uint32_t)in->count - 1 : 2 * v->beside + 1;
	if (v->beside > CHART_BESIDE_MOST)
		v->beside = in->count > 0 ? CHART_BESIDE_MOST : 0;
	if (!in->count && beside_count(v, p) == before)
		v->beside = 0;
	return ACTION(REDRAW);
}

static struct action act(struct chart_view *v, const struct input *in, struct pane p)
{
	struct pane own = pane_of(v, p);
	struct chart_place at = place_boxes(v, own);
	int n = in->count ? in->count : 1;

	if (in->command == COMMAND_PRESS && in->y >= own.area.h) {
		uint32_t i = 0;

		while (i + 1 < v->other_count &&
		       in->y >= p.area.h -
				    (int)((v->other_count - i - 1) * beside_lines(v, p)))
			i++;
		if (i < v->other_count)
			choose_lane(v, v->others[i].lane);
		return ACTION(REDRAW);
	}
	switch (in->command) {
	case COMMAND_NEXT_THREAD:
		return next_thread(v, n);
	case COMMAND_THREAD_BEFORE:
		return next_thread(v, -(int64_t)n);
	case COMMAND_THREADS_BESIDE:
		return show_beside(v, in, p);
	case COMMAND_ENTER:
		return zoom_in(v);
	default:
		if (commands[in->command].kind == KIND_FRAME) {
			/* after a transformation the frame may have several nodes */
			struct action a =
			    view_frame_action(in->command, v->picture.tree,
					      v->cells.columns ? run_here(v).node : 0);

			if (in->command != COMMAND_STACK || v->picture.tree != v->graph)
				a.node = 0;
			return a;
		}
		return cursor_command(v, in, at) ? ACTION(REDRAW) : ACTION(NONE);
	}
}

/* A thread that the user has acted on is picked: it stays in another range. */
static struct action run_chart_command(void *self, const struct input *in, struct pane p)
{
	struct chart_view *v = self;
	struct action r;

	if (in->command == COMMAND_CANCEL)
		return ACTION(CLOSE);
	if (v->why || !v->known)
		return ACTION(NONE);
	r = act(v, in, p);
	v->picked = v->picked || r.kind != ACTION_NONE;
	return r;
}

/* ---- as one of the views ---- */

void chart_view_follow(struct chart_view *v, const struct heat_view *time,
		       const struct lanes_view *lanes, struct pane map)
{
	v->time = time;
	v->lanes = lanes;
	v->map = map;
}

void chart_view_forget(struct chart_view *v)
{
	v->known = v->has_lanes = false;
}

static bool update_chart_view(void *self, const struct view_data *data, struct pane p,
			      struct error *err)
{
	const struct chart_data *c = &data->chart;
	struct chart_view *v = self;
	const struct tree *tree;

	(void)p;
	v->picture.theme = data->theme;
	v->picture.search = c->search;
	v->of = c->of;
	v->is_second = c->is_second;
	v->range = c->several.count ? selection_bounds(c->several) : c->range;
	v->picture.several = c->several;
	v->why = NULL;
	if (data->instead || c->why || !c->flame->tree->profile->has_times) {
		say_why(v, data->instead ? data->instead
			   : c->why	 ? c->why
					 : "no times here, so no order in time");
		return true;
	}
	v->graph = data->flame->tree;
	tree = c->derived ? c->derived->tree : c->flame->tree;
	if (v->flame != c->flame || v->picture.tree != tree)
		chart_view_forget(v);
	v->flame = c->flame;
	v->derived = c->derived;
	v->picture.tree = tree;
	if (find_threads(v, err))
		return true;
	say_why(v, "there is not enough memory for the threads");
	return false;
}

/* Count the visible columns: the map may have been scrolled. */
static void prepare_chart_view(void *self, struct pane p, bool focused)
{
	struct chart_view *v = self;
	struct chart_window w;
	struct chart_place at;

	v->focused = focused;
	if (!v->flame)
		return;
	follow_lanes(v);
	if (v->time && v->time->cursor != v->time_cursor)
		v->time_cursor = v->cursor = v->time->cursor;
	v->picture.selected = v->range;
	if (v->lane == LANE_NONE) {
		v->known = false;
		return;
	}
	at = place_boxes(v, pane_of(v, p));
	w = is_alone(v) ? window_alone(v, p.area.w) : window_of_map(v);
	follow_beside(v, p, w);
	w.top = v->top / DEPTHS * DEPTHS;
	w.rows = DEPTHS + (uint32_t)at.lines;
	if (!v->known || !same_window(&w, &v->picture.window))
		count_chart_cells(v, &w);
	if (v->known)
		cursor_settle(v, at);
}

static void release_chart_view(void *self)
{
	struct chart_view *v = self;

	chart_threads_release(&v->threads);
	chart_cells_release(&v->cells);
	for (int i = 0; i < CHART_BESIDE_MOST; i++)
		chart_cells_release(&v->others[i].cells);
	*v = (struct chart_view){.why = NULL};
}

const struct view_ops chart_view_ops = {
    .size = sizeof(struct chart_view),
    .enter = "its time",
    .update = update_chart_view,
    .prepare = prepare_chart_view,
    .draw = draw_chart_view,
    .detail = draw_chart_detail,
    .command = run_chart_command,
    .release = release_chart_view,
};
