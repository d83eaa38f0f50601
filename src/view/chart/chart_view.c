#include "view/chart/chart_view.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "base/number.h"
#include "view/chart/chart_cursor.h"
#include "view/heat/heat_geometry.h"

/* ---- which thread ---- */

static uint32_t find_lane(const struct lanes *in, const struct lanes *of, uint32_t lane)
{
	for (uint32_t i = 0; lane < of->count && i < in->count; i++)
		if (lane_is(of, lane, in, i))
			return i;
	return LANE_NONE;
}

static void choose(struct chart_view *v, uint32_t lane)
{
	if (lane != v->lane)
		v->known = false;
	v->lane = lane;
}

/* The thread of the row that the cursor among lanes is on; LANE_NONE: it is none. */
static uint32_t lane_above(const struct chart_view *v)
{
	const struct lanes_view *l = v->lanes;

	if (!l || !l->cells || l->why || l->lanes->by != LANES_THREAD ||
	    l->cursor >= l->rows->shown)
		return LANE_NONE;
	return find_lane(&v->threads.lanes, l->lanes, l->rows->list[l->cursor].lane);
}

static void follow_lanes(struct chart_view *v)
{
	uint32_t row = v->lanes ? v->lanes->cursor : LANE_NONE, lane;

	if (row == v->lanes_row)
		return;
	v->lanes_row = row;
	lane = lane_above(v);
	if (lane == LANE_NONE)
		return;
	v->picked = true;
	choose(v, lane);
}

/* Where the map's cursor goes, this one goes. */
static void follow_cursor(struct chart_view *v)
{
	if (!v->time || v->time->cursor == v->time_cursor)
		return;
	v->time_cursor = v->cursor = v->time->cursor;
}

static uint32_t busiest(const struct chart_view *v)
{
	return v->threads.count ? v->threads.list[0].lane : LANE_NONE;
}

/* How many are busier; that of all if there is nothing of it in the range. */
static uint32_t rank_of(const struct chart_view *v)
{
	uint32_t i = 0;

	while (i < v->threads.count && v->threads.list[i].lane != v->lane)
		i++;
	return i;
}

/* Those of other samples: the thread is looked for among them. */
static bool find_lanes(struct chart_view *v, struct error *err)
{
	struct chart_threads now;
	uint32_t lane;

	if (!chart_threads_build(&now, v->flame, v->shape, err))
		return false;
	lane = find_lane(&now.lanes, &v->threads.lanes, v->lane);
	chart_threads_release(&v->threads);
	v->threads = now;
	v->lane = lane;
	v->has_lanes = true;
	return true;
}

/* Those of the range; the thread stays the same if it was picked, and is anywhere. */
static bool find_threads(struct chart_view *v, struct error *err)
{
	if (v->has_lanes ? !chart_threads_count(&v->threads, v->flame, v->shape, err)
			 : !find_lanes(v, err))
		return false;
	v->picked = v->picked && v->lane != LANE_NONE;
	if (!v->picked && (v->lane == LANE_NONE || v->lane != busiest(v))) {
		v->known = false;
		v->lane = busiest(v);
	}
	return true;
}

/* ---- which columns ---- */

#define DEPTHS 256 /* so many at once, and what is seen besides */

bool chart_view_is_alone(const struct chart_view *v)
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

struct chart_place chart_view_place(const struct chart_view *v, struct pane p)
{
	bool alone = chart_view_is_alone(v);
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

static void count(struct chart_view *v, const struct chart_window *w)
{
	struct error err = ERROR_INIT;
	struct chart_cells cells;

	if (thread_samples_find(&v->samples, v->flame, v->shape, &v->threads.lanes,
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

/* ---- others beside it ---- */

#define BESIDE_LEAST 3 /* lines: its title, how much was sampled, and one of boxes */

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

/* The thread itself has what the others leave. */
static struct pane pane_of(const struct chart_view *v, struct pane p)
{
	int below = (int)(beside_count(v, p) * beside_lines(v, p));

	return pane_inside(p, (struct rect){0, 0, p.area.w, p.area.h - below});
}

static struct pane pane_beside(const struct chart_view *v, struct pane p, uint32_t i)
{
	int lines = (int)beside_lines(v, p), left = (int)(beside_count(v, p) - i);

	return pane_inside(p, (struct rect){0, p.area.h - left * lines, p.area.w, lines});
}

static uint32_t lane_beside(const struct chart_view *v, uint32_t i)
{
	uint32_t rank = rank_of(v), from = rank < v->threads.count ? rank + 1 : 0;

	return v->threads.list[(from + i) % v->threads.count].lane;
}

static bool count_beside(struct chart_view *v, struct chart_beside *b, uint32_t lane,
			 const struct chart_window *w)
{
	struct error ignored = ERROR_INIT; /* it is not drawn */
	struct thread_samples samples;
	struct chart_cells cells;

	if (v->known && b->cells.columns && b->lane == lane && same_window(&b->window, w))
		return true;
	if (!thread_samples_find(&samples, v->flame, v->shape, &v->threads.lanes, lane,
				 &ignored) ||
	    !chart_cells_build(&cells, &samples, w, &ignored))
		return false;
	chart_cells_release(&b->cells);
	*b = (struct chart_beside){.lane = lane, .window = *w, .cells = cells};
	return true;
}

/* Before the thread itself is counted: then it is known what is as it was. */
static void follow_beside(struct chart_view *v, struct pane p, struct chart_window w)
{
	uint32_t n = beside_count(v, p), i = 0;

	w.top = 0;
	w.rows = beside_lines(v, p) > 2 ? beside_lines(v, p) - 2 : 1;
	while (i < n && count_beside(v, &v->others[i], lane_beside(v, i), &w))
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
	int x = chart_view_place(v, p).x;

	for (uint32_t i = 0; i < v->other_count; i++) {
		const struct chart_beside *b = &v->others[i];
		const struct chart_strip strip = strip_of(v, b->lane, &b->cells);
		struct pane in = pane_beside(v, p, i);

		chart_picture_title(&v->picture, &strip, in, 0);
		chart_picture_covered(&v->picture, &b->cells, in, x, 1);
		for (uint32_t row = 0; row < b->cells.rows; row++)
			chart_picture_row(&v->picture, &b->cells, row, in, x,
					  2 + (int)row);
	}
}

/* ---- as it is drawn ---- */

static void say_why(struct chart_view *v, const char *why)
{
	chart_view_forget(v);
	v->why = why;
	v->flame = NULL;
}

static void draw_boxes(const struct chart_view *v, struct chart_place at, struct pane p)
{
	uint32_t first = v->top - v->picture.window.top;

	for (int i = 0; i < at.lines && first + (uint32_t)i < v->cells.rows; i++)
		chart_picture_row(&v->picture, &v->cells, first + (uint32_t)i, p, at.x,
				  at.y + i);
}

/* "2 of 12", how to go on, and how many depths there are if not all are seen. */
static void draw_more(const struct chart_view *v, struct chart_place at, int from,
		      struct pane p)
{
	uint32_t depths = chart_cursor_depths(v), n = v->threads.count;
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

static void draw(const void *self, struct pane p)
{
	const struct chart_view *v = self;
	struct pane own = pane_of(v, p);
	struct chart_place at;
	struct chart_strip strip;
	char words[4 * LABEL_MAX];
	int x;

	if (v->why || !v->known) {
		pane_print(p, 2, p.area.h / 2, (struct style){0},
			   command_words(v->why ? v->why : "no samples in this range",
					 words, sizeof words));
		return;
	}
	at = chart_view_place(v, own);
	strip = strip_of(v, v->lane, &v->cells);
	x = chart_picture_title(&v->picture, &strip, own, 0);
	x += pane_print(own, x, 0, (struct style){.attr = ATTR_DIM}, v->of);
	draw_more(v, at, x, own);
	chart_picture_covered(&v->picture, &v->cells, own, at.x, 1);
	draw_boxes(v, at, own);
	chart_cursor_draw(v, at, own);
	if (chart_view_is_alone(v))
		chart_picture_axis(&v->picture, own, 0, own.area.h - 1);
	draw_beside(v, p);
}

static bool detail(const void *self, const struct status *status, struct pane p)
{
	const struct chart_view *v = self;

	(void)status;
	return v->known && !v->why && chart_cursor_tell(v, p);
}

/* ---- what the user does ---- */

/* To the one that is so much less busy. */
static struct action next_thread(struct chart_view *v, int64_t step)
{
	int64_t n = v->threads.count, rank = rank_of(v);

	if (n < 2)
		return ACTION_SAY("there is no other thread here");
	rank = rank >= n ? 0 : ((rank + step) % n + n) % n;
	v->picked = true;
	choose(v, v->threads.list[rank].lane);
	return ACTION(REDRAW);
}

/*
 * The time of the box under the cursor is the range. The cursor goes to its middle: at the edges are
 * parts of other boxes then, of which the columns were too wide to tell.
 */
static struct action zoom_in(struct chart_view *v)
{
	struct range r;

	if (!chart_cursor_range(v, &r))
		return ACTION(NONE);
	v->cursor = r.from + (r.to - r.from) / 2;
	return (struct action){.kind = ACTION_RANGE,
			       .side = v->is_second ? RANGE_OF_OTHER : RANGE_OF_SUBJECT,
			       .range = r,
			       .settled = true};
}

/* In a graph of changed call paths the function has another node, or several. */
static struct action about_frame(const struct chart_view *v, enum command c)
{
	struct action a = view_about(c, v->picture.tree, chart_cursor_node(v));

	if (c != COMMAND_STACK || v->picture.tree != v->graph)
		a.node = 0;
	return a;
}

/* Twice as many threads, as far as there is room; then it alone. */
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

static struct action press_beside(struct chart_view *v, const struct input *in,
				  struct pane p)
{
	uint32_t i = 0;

	while (i + 1 < v->other_count &&
	       in->y >= p.area.h - (int)((v->other_count - i - 1) * beside_lines(v, p)))
		i++;
	if (i < v->other_count)
		choose(v, v->others[i].lane);
	return ACTION(REDRAW);
}

static struct action act(struct chart_view *v, const struct input *in, struct pane p)
{
	struct pane own = pane_of(v, p);
	struct chart_place at = chart_view_place(v, own);
	int n = in->count ? in->count : 1;

	if (in->command == COMMAND_PRESS && in->y >= own.area.h)
		return press_beside(v, in, p);

	switch (in->command) {
	case COMMAND_NEXT_THREAD:
		return next_thread(v, n);
	case COMMAND_THREAD_BEFORE:
		return next_thread(v, -(int64_t)n);
	case COMMAND_THREADS_BESIDE:
		return show_beside(v, in, p);
	case COMMAND_ENTER:
		return zoom_in(v);
	case COMMAND_STACK:
	case COMMAND_SEARCH_IT:
	case COMMAND_DROP:
	case COMMAND_CALLERS:
	case COMMAND_ANNOTATE:
	case COMMAND_TRANSFORM:
		return about_frame(v, in->command);
	default:
		return chart_cursor_command(v, in, at, own) ? ACTION(REDRAW)
							    : ACTION(NONE);
	}
}

/* Who does anything with the boxes of a thread means that thread: it stays in another range. */
static struct action command(void *self, const struct input *in, struct pane p)
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

/* What is counted is of other samples, or of other call paths. */
static void take(struct chart_view *v, const struct chart_data *c)
{
	const struct tree *tree = c->shape ? c->shape->tree : c->flame->tree;

	if (v->flame != c->flame || v->picture.tree != tree)
		chart_view_forget(v);
	v->flame = c->flame;
	v->shape = c->shape;
	v->picture.tree = tree;
}

static bool update(void *self, const struct view_data *data, struct pane p,
		   struct error *err)
{
	const struct chart_data *c = &data->chart;
	struct chart_view *v = self;

	(void)p;
	v->picture.theme = data->theme;
	v->picture.search = c->search;
	v->of = c->of;
	v->is_second = c->is_second;
	v->range = c->several.count ? selection_hull(c->several) : c->range;
	v->picture.several = c->several;
	v->why = NULL;
	if (data->instead || c->why || !c->flame->tree->profile->has_times) {
		say_why(v, data->instead ? data->instead
			   : c->why	 ? c->why
					 : "no times here, so no order in time");
		return true;
	}
	v->graph = data->flame->tree;
	take(v, c);
	if (find_threads(v, err))
		return true;
	say_why(v, "there is not enough memory for the threads");
	return false;
}

/* What is seen of it is counted as it is drawn: the map may have been scrolled. */
static void prepare(void *self, struct pane p, bool focused)
{
	struct chart_view *v = self;
	struct chart_window w;
	struct chart_place at;

	v->focused = focused;
	if (!v->flame)
		return;
	follow_lanes(v);
	follow_cursor(v);
	v->picture.selected = v->range;
	if (v->lane == LANE_NONE) {
		v->known = false;
		return;
	}
	at = chart_view_place(v, pane_of(v, p));
	w = chart_view_is_alone(v) ? window_alone(v, p.area.w) : window_of_map(v);
	follow_beside(v, p, w);
	w.top = v->top / DEPTHS * DEPTHS;
	w.rows = DEPTHS + (uint32_t)at.lines;
	if (!v->known || !same_window(&w, &v->picture.window))
		count(v, &w);
	if (v->known)
		chart_cursor_settle(v, at);
}

static void release(void *self)
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
    .update = update,
    .prepare = prepare,
    .draw = draw,
    .detail = detail,
    .command = command,
    .release = release,
};
