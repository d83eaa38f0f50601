#include "view/chart/chart_cursor.h"

#include <stdio.h>
#include <string.h>

#include "base/number.h"
#include "view/frame_box.h"
#include "view/label.h"

/* ---- where it is ---- */

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

/* 0: nothing is there, or it is not counted. */
static uint32_t node_at(const struct chart_view *v, uint32_t column, uint32_t depth)
{
	const struct chart_window *w = &v->picture.window;

	if (depth < w->top || depth - w->top >= v->cells.rows)
		return 0;
	return chart_cells_node(&v->cells, column, depth - w->top);
}

/* Columns [from, to) of a box. */
struct run {
	uint32_t node, from, to;
};

static struct run run_at(const struct chart_view *v, uint32_t column, uint32_t depth)
{
	uint32_t node = node_at(v, column, depth);
	struct run r = {.node = node, .from = column, .to = column + 1};

	while (r.from > 0 && node_at(v, r.from - 1, depth) == node)
		r.from--;
	while (r.to < v->cells.columns && node_at(v, r.to, depth) == node)
		r.to++;
	return r;
}

static struct run run_here(const struct chart_view *v)
{
	return run_at(v, column_of(v, v->cursor), v->depth);
}

uint32_t chart_cursor_node(const struct chart_view *v)
{
	return v->cells.columns ? run_here(v).node : 0;
}

bool chart_cursor_range(const struct chart_view *v, struct range *r)
{
	struct run run = run_here(v);

	*r = (struct range){time_of(v, run.from), time_of(v, run.to)};
	return run.node != 0;
}

uint32_t chart_cursor_depths(const struct chart_view *v)
{
	uint32_t most = 0;

	for (uint32_t i = 0; i < v->cells.columns; i++)
		if (v->cells.depths[i] > most)
			most = v->cells.depths[i];
	return most;
}

/* ---- moving ---- */

/* The nearest column that has a frame, to either side. */
static uint32_t nearest(const struct chart_view *v, uint32_t column)
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

void chart_cursor_settle(struct chart_view *v, struct chart_place at)
{
	uint32_t column, lines = (uint32_t)(at.lines > 0 ? at.lines : 1), depths;

	if (!v->cells.columns)
		return;
	column = nearest(v, column_of(v, v->cursor));
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

static void sideways(struct chart_view *v, int64_t n)
{
	int64_t step = n < 0 ? -1 : 1;

	for (; n; n -= step) {
		struct run r = run_here(v);
		int64_t at = step < 0 ? (int64_t)r.from - 1 : r.to;

		while (at >= 0 && at < v->cells.columns &&
		       !node_at(v, (uint32_t)at, v->depth))
			at += step;
		if (at < 0 || at >= v->cells.columns)
			return;
		v->cursor = time_of(v, run_at(v, (uint32_t)at, v->depth).from);
	}
}

/* The first column of the box that has something below it: what is there is what it called. */
static bool down(struct chart_view *v)
{
	struct run r = run_here(v);

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

static bool move(struct chart_view *v, const struct input *in, struct chart_place at)
{
	int64_t n = in->count ? in->count : 1, page = at.lines > 1 ? at.lines - 1 : 1;

	switch (in->command) {
	case COMMAND_LEFT:
		sideways(v, -n);
		return true;
	case COMMAND_RIGHT:
		sideways(v, n);
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
		sideways(v, -(int64_t)v->cells.columns);
		return true;
	case COMMAND_LAST:
		sideways(v, v->cells.columns);
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
	struct run here = run_here(v);
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

static bool press(struct chart_view *v, const struct input *in, struct chart_place at)
{
	int column = in->x - at.x;

	if (column < 0 || (uint32_t)column >= v->cells.columns || in->y < at.y - 1 ||
	    in->y >= at.y + at.lines)
		return false;
	v->cursor = time_of(v, (uint32_t)column);
	v->depth = v->top + (uint32_t)(in->y < at.y ? 0 : in->y - at.y);
	return true;
}

/* The cursor stays in sight. */
static bool scroll(struct chart_view *v, int64_t lines, struct chart_place at)
{
	int64_t most = (int64_t)chart_cursor_depths(v) - at.lines, top = v->top + lines;
	uint32_t before = v->top;

	v->top = (uint32_t)(top < 0 || most < 0 ? 0 : top > most ? most : top);
	if (v->depth < v->top)
		v->depth = v->top;
	else if (v->depth >= v->top + (uint32_t)at.lines && at.lines > 0)
		v->depth = v->top + (uint32_t)at.lines - 1;
	return v->top != before;
}

bool chart_cursor_command(struct chart_view *v, const struct input *in,
			  struct chart_place at, struct pane p)
{
	(void)p;
	if (!v->cells.columns)
		return false;
	if (commands[in->command].kind == KIND_MOVE)
		return move(v, in, at);
	switch (in->command) {
	case COMMAND_NEXT:
		return next_match(v, 1);
	case COMMAND_PREVIOUS:
		return next_match(v, -1);
	case COMMAND_PRESS:
		return press(v, in, at);
	case COMMAND_WHEEL_UP:
		return scroll(v, -3, at);
	case COMMAND_WHEEL_DOWN:
		return scroll(v, 3, at);
	default:
		return false;
	}
}

/* ---- drawn and told ---- */

#define AT_CURSOR COLOUR_RGB(0x00, 0xd7, 0xff)

/* The map's cursor is a mark in the line above the boxes. */
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

void chart_cursor_draw(const struct chart_view *v, struct chart_place at, struct pane p)
{
	struct style s = {.fg = COLOUR_RGB(0, 0, 0), .bg = AT_CURSOR, .attr = ATTR_BOLD};
	struct run r;

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

/* Its name and module in the first line, in the second, or behind them, when it was there. */
bool chart_cursor_tell(const struct chart_view *v, struct pane p)
{
	const struct style dim = {.attr = ATTR_DIM}, bold = {.attr = ATTR_BOLD};
	const struct tree *t = v->picture.tree;
	struct run r = run_here(v);
	char words[4 * LABEL_MAX], when[LABEL_MAX], time[LABEL_MAX], of[LABEL_MAX];
	uint64_t sum = 0, covered = 0;
	int x, second = p.area.h > 1;

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
