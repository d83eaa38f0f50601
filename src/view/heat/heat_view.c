#include "view/heat/heat_view.h"

#include "base/mem.h"
#include "base/number.h"
#include "view/heat/heat_geometry.h"
#include "view/heat/heat_hues.h"

void heat_view_shift(struct heat_view *v, int64_t earlier)
{
	v->cursor = range_shift_time(v->cursor, earlier);
	v->mark = range_shift_time(v->mark, earlier);
	v->hover = range_shift_time(v->hover, earlier);
	v->held_time = range_shift_time(v->held_time, earlier);
	v->before = range_shift(v->before, earlier);
}

uint64_t heat_view_value(const struct heat_view *v, uint32_t column, uint32_t row)
{
	return v->busy ? cpu_usage_level(v->busy, v->map, column, row)
		       : heatmap_count(v->map, column, row);
}

uint64_t heat_view_found(const struct heat_view *v, uint32_t column, uint32_t row)
{
	if (v->found)
		return cpu_usage_level(v->found, v->map, column, row);
	return v->matched ? heatmap_count(v->matched, column, row) : 0;
}

uint64_t heat_view_peak(const struct heat_view *v)
{
	uint64_t own = v->busy ? v->busy->peak : v->map->peak;

	return own > v->beside.peak ? own : v->beside.peak;
}

uint64_t heat_view_found_peak(const struct heat_view *v)
{
	uint64_t own = v->found ? v->found->peak : v->matched ? v->matched->peak : 0;

	return own > v->beside.found_peak ? own : v->beside.found_peak;
}

uint64_t heat_view_cursor(const struct heat_view *v)
{
	uint32_t column, row;

	if (!v->map || v->map->columns == 0)
		return v->cursor;
	heatmap_find(v->map, v->cursor, &column, &row);
	return heatmap_cell(v->map, column, row).from;
}

bool heat_view_shares(const struct heat_view *v)
{
	return heat_view_choice(v)->shares && v->matched;
}

bool heat_view_share(const struct heat_view *v, uint32_t column, uint32_t row,
		     struct heat_share *share)
{
	uint64_t of = heatmap_count(v->map, column, row);
	uint64_t found = heatmap_count(v->matched, column, row);

	if (!of)
		return false;
	*share = (struct heat_share){
	    .found = found,
	    .of = of,
	    .part = (unsigned)number_share(found, of, HEAT_SHARE_ALL),
	    .few = !v->map->spans && of < HEAT_SHARE_FEW,
	};
	if (found && !share->part)
		share->part = 1;
	return true;
}

const char *heat_view_doing(const struct heat_view *v)
{
	static const char *const doing[] = {
	    [IDLE_HIDE] = "busy", [IDLE_SHOW] = "sampled", [IDLE_ONLY] = "idle"};

	return doing[heat_view_choice(v)->idle];
}

bool heat_view_pointed(const struct heat_view *v, struct heat_pointed *at)
{
	uint32_t column, row;

	if (!v->map || v->map->columns == 0)
		return false;
	heatmap_find(v->map, v->hovering ? v->hover : v->cursor, &column, &row);
	*at = (struct heat_pointed){.cell = heatmap_cell(v->map, column, row),
				    .count = heatmap_count(v->map, column, row)};
	at->has_share =
	    heat_view_shares(v) && heat_view_share(v, column, row, &at->share);
	at->is_busy = v->busy && cpu_usage_covers(v->busy, v->map, column, row);
	if (at->is_busy) {
		at->ticks = cpu_usage_ticks(v->busy, v->map, column, row);
		at->level = cpu_usage_level(v->busy, v->map, column, row);
	}
	return true;
}

static uint64_t sum_of(const struct heat_view *v, uint32_t column)
{
	uint64_t sum = 0;

	if (!v->busy)
		return heatmap_sum(v->map, column);
	for (uint32_t r = 0; r < v->map->rows; r++)
		sum += cpu_usage_level(v->busy, v->map, column, r);
	return sum;
}

void heat_view_show_found(struct heat_view *v, const struct heat_cells *cells)
{
	v->matched = cells->matched;
	v->found = cells->found;
	v->who_found = cells->who_found;
}

bool heat_view_show(struct heat_view *v, const struct heat_cells *cells,
		    struct error *err)
{
	size_t columns = cells->map ? cells->map->columns : 0;

	if (!mem_reserve(&v->sums, &v->room, columns + 1, sizeof *v->sums, "columns",
			 err))
		return false;
	v->map = cells->map;
	v->busy = cells->busy;
	v->hues = cells->hues;
	v->who = cells->who;
	heat_view_show_found(v, cells);
	v->sums[0] = 0;
	for (uint32_t c = 0; c < columns; c++)
		v->sums[c + 1] = v->sums[c] + sum_of(v, c);
	return true;
}

void heat_view_release(struct heat_view *v)
{
	mem_free(v->sums);
	*v = (struct heat_view){0};
}

/* The column of a time, in the columns of both maps. */
static uint32_t column_of(const struct heat_view *v, uint64_t at)
{
	uint32_t column, row;

	heatmap_find(v->map, at, &column, &row);
	return v->beside.before + column;
}

static void scroll_to(struct heat_view *v, const struct heat_geometry *g, int64_t column)
{
	int64_t most = (int64_t)g->all - g->window;

	v->scroll = (uint32_t)(column < 0 ? 0 : column > most ? most : column);
}

/* Move the cursor into the window, within its row. */
static void pull_cursor(struct heat_view *v, struct pane p)
{
	const struct heat_geometry now = heat_geometry_of(v, p);
	uint32_t column, row, last = now.first + now.shown - 1;

	if (!now.shown)
		return;
	heatmap_find(v->map, v->cursor, &column, &row);
	if (column < now.first)
		v->cursor = heatmap_cell(v->map, now.first, row).from;
	else if (column > last)
		v->cursor = heatmap_cell(v->map, last, row).from;
}

/* Scroll to the selection: to its middle if it fits, else to its start. */
static void show_selection(struct heat_view *v, const struct heat_geometry *g,
			   struct pane p)
{
	struct range r = v->selected;
	int64_t first = column_of(v, r.from), last = column_of(v, r.to - (r.to > r.from));
	int64_t count = last - first + 1, shown = g->window, from = v->scroll;

	if (first >= from && last < from + shown)
		return;
	if (count < shown)
		scroll_to(v, g, first - (shown - count) / 2);
	else if (from < first || from + shown > last + 1)
		scroll_to(v, g, first);
	pull_cursor(v, p);
}

/*
 * After the period has changed: if the cursor is in the selection, show all of the selection, or,
 * if that does not fit, only parts of it.
 */
static void keep_selection(struct heat_view *v, const struct heat_geometry *g)
{
	struct range r = v->selected;
	int64_t first = column_of(v, r.from), last = column_of(v, r.to - (r.to > r.from));
	int64_t low = first, high = last + 1 - g->window;

	if (range_is_all(r) || v->marking || v->cursor < r.from || v->cursor >= r.to)
		return;
	if (low > high) {
		low = high;
		high = first;
	}
	if (v->scroll < low)
		scroll_to(v, g, low);
	else if (v->scroll > high)
		scroll_to(v, g, high);
}

void heat_view_follow(struct heat_view *v, struct pane p)
{
	struct heat_geometry g;
	int64_t column;

	if (!v->map || v->map->columns == 0)
		return;
	if (v->led) {
		v->held = HELD_NOTHING;
		pull_cursor(v, p);
		return;
	}
	g = heat_geometry_of(v, p);
	if (v->held == HELD_SELECTION && !range_is_all(v->selected))
		show_selection(v, &g, p);
	if (v->held == HELD_CURSOR || v->held == HELD_POINTER)
		scroll_to(v, &g,
			  (int64_t)column_of(v, v->held_time) - v->held_x / g.cell_width);
	if (v->held == HELD_CURSOR)
		keep_selection(v, &g);
	if (v->held == HELD_POINTER)
		pull_cursor(v, p);
	v->held = HELD_NOTHING;
	column = column_of(v, v->cursor);
	if (column < v->scroll)
		scroll_to(v, &g, column);
	else if (column >= (int64_t)v->scroll + g.window)
		scroll_to(v, &g, column - g.window + 1);
	else
		scroll_to(v, &g, v->scroll);
}

void heat_view_reveal(struct heat_view *v)
{
	if (range_is_all(v->selected))
		return;
	if (v->cursor < v->selected.from || v->cursor >= v->selected.to)
		v->cursor = v->selected.from;
	v->held = HELD_SELECTION;
}

void heat_view_hold(struct heat_view *v, struct pane p)
{
	struct heat_geometry g;
	int64_t x;
	int width;

	if (!v->map || v->map->columns == 0 || v->held == HELD_POINTER)
		return;
	g = heat_geometry_of(v, p);
	x = ((int64_t)column_of(v, v->cursor) - v->scroll) * g.cell_width +
	    g.cell_width / 2;
	v->held = HELD_CURSOR;
	v->held_time = v->cursor;
	width = (int)g.window * g.cell_width;
	v->held_x = x >= 0 && x < width ? (int)x : width / 2;
}

/*
 * After each turn of the wheel another time is at the pointer's height. So the cell of the first
 * turn is held as long as it is in the column under the pointer.
 */
static void heat_view_hold_pointer(struct heat_view *v, int x, int y, struct pane p)
{
	uint64_t at;

	if (v->marking || !heat_geometry_place(v, x, y, p, &at)) {
		heat_view_hold(v, p);
		return;
	}
	if (x - HEAT_GEOMETRY_GUTTER != v->held_x || y != v->held_y ||
	    column_of(v, v->held_time) != column_of(v, at))
		v->held_time = at;
	v->held = HELD_POINTER;
	v->held_x = x - HEAT_GEOMETRY_GUTTER;
	v->held_y = y;
}

bool heat_view_scroll(struct heat_view *v, int64_t columns, struct pane p)
{
	struct heat_geometry g = heat_geometry_of(v, p);
	uint32_t before = v->scroll;

	scroll_to(v, &g, v->scroll + columns);
	pull_cursor(v, p);
	return v->scroll != before;
}

/* ---- commands ---- */

static struct range cell_at(const struct heat_view *v, uint64_t at)
{
	uint32_t column, row;

	heatmap_find(v->map, at, &column, &row);
	if (v->marking == MARKING_COLUMNS)
		return (struct range){column * v->map->period,
				      (column + 1) * v->map->period};
	return heatmap_cell(v->map, column, row);
}

/* The range from the mark to the cursor, both inclusive, in either order. */
static struct range marked(const struct heat_view *v)
{
	struct range a = cell_at(v, v->mark), b = cell_at(v, v->cursor);

	return (struct range){a.from < b.from ? a.from : b.from,
			      a.to > b.to ? a.to : b.to};
}

static struct action range_action(const struct heat_view *v, struct range r, bool settled)
{
	return (struct action){.kind = ACTION_RANGE,
			       .side = v->is_other ? RANGE_OF_OTHER : RANGE_OF_SUBJECT,
			       .range = r,
			       .settled = settled};
}

/* Select a range, or make it the baseline if that is being marked. */
static struct action mark_to(const struct heat_view *v, struct range r, bool settled)
{
	struct action action = range_action(v, r, settled);

	if (v->for_baseline && !v->is_other)
		action.side = RANGE_OF_BASELINE;
	return action;
}

static struct action look_at_marked(const struct heat_view *v)
{
	return mark_to(v, marked(v), false);
}

static struct action look_after_moving(const struct heat_view *v)
{
	return v->marking ? look_at_marked(v) : ACTION(REDRAW);
}

static void start_marking(struct heat_view *v, enum heat_marking how)
{
	v->before = v->for_baseline ? v->baseline : v->selected;
	v->mark = v->cursor;
	v->marking = how;
}

void heat_view_forget_mark(struct heat_view *v)
{
	v->marking = MARKING_NONE;
	v->dragging = v->for_baseline = false;
}

/* End the marking with this range: the new one, or the previous one. */
static struct action settle_marking(struct heat_view *v, struct range r)
{
	struct action action = mark_to(v, r, true);

	heat_view_forget_mark(v);
	return action;
}

static struct action finish_marking(struct heat_view *v)
{
	return settle_marking(v, marked(v));
}

static void go_to_cell(struct heat_view *v, int64_t column, int64_t row)
{
	int64_t columns = v->map->columns, rows = v->map->rows;

	/* after the last row of a column comes the next column */
	column += row >= 0 ? row / rows : -((rows - 1 - row) / rows);
	row = (row % rows + rows) % rows;
	if (column < 0)
		column = row = 0;
	if (column >= columns) {
		column = columns - 1;
		row = rows - 1;
	}
	v->cursor = heatmap_cell(v->map, (uint32_t)column, (uint32_t)row).from;
}

static struct action move_heat_cursor(struct heat_view *v, const struct input *in,
				      struct pane p)
{
	struct heat_geometry g = heat_geometry_of(v, p);
	int64_t n = in->count ? in->count : 1,
		later = heat_view_choice(v)->time_down ? -n : n;
	int64_t page = g.window > 1 ? (int64_t)g.window - 1 : 1;
	uint32_t column, row;

	v->hovering = false; /* the status line describes the cursor, not the pointer */
	heatmap_find(v->map, v->cursor, &column, &row);
	switch (in->command) {
	case COMMAND_LEFT:
		go_to_cell(v, column - n < 0 ? 0 : column - n, row);
		break;
	case COMMAND_RIGHT:
		go_to_cell(
		    v, column + n >= v->map->columns ? v->map->columns - 1 : column + n,
		    row);
		break;
	case COMMAND_UP:
		go_to_cell(v, column, row + later);
		break;
	case COMMAND_DOWN:
		go_to_cell(v, column, row - later);
		break;
	case COMMAND_FIRST:
		go_to_cell(v, column, 0);
		break;
	case COMMAND_LAST:
		go_to_cell(v, column, v->map->rows - 1);
		break;
	case COMMAND_TOP:
		go_to_cell(v, 0, row);
		break;
	case COMMAND_BOTTOM:
		go_to_cell(v, in->count ? in->count : (int64_t)v->map->columns - 1, row);
		break;
	case COMMAND_PAGE_UP:
		go_to_cell(v, column - n * page < 0 ? 0 : column - n * page, row);
		break;
	default:
		go_to_cell(v,
			   column + n * page >= v->map->columns ? v->map->columns - 1
								: column + n * page,
			   row);
	}
	return look_after_moving(v);
}

#define MS (NS_PER_SECOND / 1000)

/*
 * Move the range by `n` times its own length, within the profile. The last range may extend past
 * the end, to keep its length; the first one starts at 0.
 */
static struct action step_range(struct heat_view *v, int64_t n)
{
	struct range r = v->selected;
	uint64_t end = r.to < v->length ? r.to : v->length, length, most, times;

	if (range_is_all(r) || r.from >= end || (n > 0 && r.to >= v->length))
		return ACTION(NONE);
	length = r.to - r.from;
	if (length > v->length) /* an open range: as long as its part of the profile */
		length = end - r.from < MS ? end - r.from : (end - r.from) / MS * MS;
	most = n < 0 ? r.from / length + (r.from % length > 0)
		     : (v->length - 1 - r.from) / length;
	times = (uint64_t)(n < 0 ? -n : n) < most ? (uint64_t)(n < 0 ? -n : n) : most;
	if (times == 0)
		return ACTION(NONE);
	if (n > 0)
		r.from += times * length;
	else
		r.from = times * length < r.from ? r.from - times * length : 0;
	r.to = length < UINT64_MAX - r.from ? r.from + length : UINT64_MAX;
	v->marking = MARKING_NONE;
	v->cursor = r.from;
	v->held = HELD_SELECTION;
	return range_action(v, r, true);
}

/* The shortest column of samples, in ns; spans have shorter ones. */
#define SAMPLES_FINEST 10000000

/* The next longer or shorter period: 1, 2, 5, 10 ... times the shortest. */
static uint64_t next_period(const struct heat_view *v, uint64_t period, bool longer)
{
	static const unsigned steps[] = {1, 2, 5};
	uint64_t best = longer ? UINT64_MAX : 0;
	uint64_t ten = v->map->spans ? HEATMAP_FINEST : SAMPLES_FINEST;

	for (; ten <= 100000 * NS_PER_SECOND; ten *= 10) {
		for (int i = 0; i < 3; i++) {
			uint64_t p = ten * steps[i];

			if (longer && p > period && p < best)
				best = p;
			if (!longer && p < period && p > best)
				best = p;
		}
	}
	return best == 0 || best == UINT64_MAX ? period : best;
}

/* Choose the shortest columns with which the whole selection is visible. */
static struct action fit_selection(struct heat_view *v, struct pane p)
{
	uint64_t room = (uint64_t)heat_geometry_columns(p.area.w, v->hues);
	uint64_t period = v->map->spans ? HEATMAP_FINEST : SAMPLES_FINEST;
	struct range r = v->selected;

	r.to = r.to < v->length ? r.to : v->length; /* an open range ends here */
	if (range_is_all(v->selected) || r.from >= r.to)
		return ACTION_SAY(
		    "select a range first: {select} or {range} or the mouse");
	if (period < (r.to - r.from) / room)
		period = (r.to - r.from) / room;
	if (period < v->length / HEATMAP_COLUMNS_MAX)
		period = v->length / HEATMAP_COLUMNS_MAX;
	while ((r.to - 1) / period - r.from / period >= room ||
	       v->length / period >= HEATMAP_COLUMNS_MAX) {
		uint64_t unit = 1; /* the next longer length has at most two digits */

		while (period / unit >= 100)
			unit *= 10;
		period =
		    period < UINT64_MAX - unit ? (period / unit + 1) * unit : UINT64_MAX;
	}
	heat_view_reveal(v);
	return (struct action){.kind = ACTION_PERIOD,
			       .value = period,
			       .range = {v->cursor, v->cursor},
			       .settled = true};
}

static struct action zoom(struct heat_view *v, const struct input *in, struct pane p)
{
	uint64_t period = v->map->period,
		 room = (uint64_t)heat_geometry_columns(p.area.w, v->hues);
	bool longer = in->command == COMMAND_ZOOM_OUT || in->command == COMMAND_WHEEL_OUT;

	if (in->command == COMMAND_WHEEL_IN || in->command == COMMAND_WHEEL_OUT)
		heat_view_hold_pointer(v, in->x, in->y, p);
	else
		heat_view_hold(v, p);
	if (in->command == COMMAND_FIT) {
		period = v->usual ? v->usual : NS_PER_SECOND;
		while (v->length > room * period &&
		       next_period(v, period, true) != period)
			period = next_period(v, period, true);
	} else {
		for (int n = in->count ? in->count : 1; n > 0; n--)
			period = next_period(v, period, longer);
	}
	return (struct action){.kind = ACTION_PERIOD,
			       .value = period,
			       .range = {v->cursor, v->cursor},
			       .settled = in->command == COMMAND_FIT};
}

static struct action cancel_in_heat(struct heat_view *v)
{
	if (v->marking)
		return settle_marking(v, v->before);
	if (v->for_baseline) {
		v->for_baseline = false;
		return ACTION(REDRAW);
	}
	if (v->several.count)
		return ACTION(ALL);
	if (range_is_all(v->selected) || range_equal(v->selected, v->rest))
		return ACTION(NONE);
	return range_action(v, v->rest.to ? v->rest : RANGE_ALL, true);
}

static struct action press_in_heat(struct heat_view *v, const struct input *in,
				   struct pane p)
{
	struct heat_geometry g = heat_geometry_of(v, p);
	uint32_t hue;
	uint64_t at;

	if (in->y == g.strip && in->x >= g.strip_x && in->x < g.strip_x + g.strip_width) {
		go_to_cell(
		    v, (int64_t)(in->x - g.strip_x) * v->map->columns / g.strip_width, 0);
		return look_after_moving(v);
	}
	if (heat_hues_at(v, in->x, in->y, p, &hue))
		return (struct action){.kind = ACTION_HUE, .id = hue};
	if (!heat_geometry_place(v, in->x, in->y, p, &at))
		/* a click outside the cells drops the selection */
		return cancel_in_heat(v);
	v->cursor = at;
	v->second = v->marking != MARKING_NONE;
	v->moved = false;
	v->dragging = true;
	if (!v->second)
		start_marking(v, MARKING_CELLS);
	return look_at_marked(v);
}

/* Ctrl and a press: start the baseline, or end it if it was started. */
static struct action press_baseline(struct heat_view *v, const struct input *in,
				    struct pane p)
{
	uint32_t hue;
	uint64_t at;

	if (heat_hues_at(v, in->x, in->y, p, &hue))
		return (struct action){.kind = ACTION_HUE, .id = hue, .settled = true};
	if (!heat_geometry_place(v, in->x, in->y, p, &at))
		return ACTION(NONE);
	if (!v->marking)
		v->for_baseline = true;
	return press_in_heat(v, in, p);
}

static struct action drag(struct heat_view *v, const struct input *in, struct pane p)
{
	int x = in->x, y = in->y;
	uint64_t at;

	if (!v->dragging)
		return ACTION(NONE);
	heat_geometry_pull(v, p, &x, &y);
	if (!heat_geometry_place(v, x, y, p, &at) || at == v->cursor)
		return ACTION(NONE);
	v->cursor = at;
	v->moved = v->moved || at != v->mark;
	return look_at_marked(v);
}

static struct action hover_in_heat(struct heat_view *v, const struct input *in,
				   struct pane p)
{
	bool was = v->hovering;
	uint64_t at = 0;

	v->hovering = heat_geometry_place(v, in->x, in->y, p, &at);
	if (v->hovering == was && (!was || at == v->hover))
		return ACTION(NONE);
	v->hover = at;
	if (v->hovering && v->marking && !v->dragging) {
		v->cursor = at;
		return look_at_marked(v);
	}
	return ACTION(REDRAW);
}

/* Move the nearer end of the selection to the pointer. */
static struct action extend(struct heat_view *v, const struct input *in, struct pane p)
{
	struct range r = v->selected, cell;
	uint64_t end = r.to < v->length ? r.to : v->length, at;

	if (!heat_geometry_place(v, in->x, in->y, p, &at))
		return ACTION(NONE);
	v->cursor = at;
	cell = cell_at(v, at);
	v->extending = true;
	if (range_is_all(r))
		return range_action(v, cell, false);
	if (at < r.from || (at < end && at - r.from < end - at))
		r.from = cell.from;
	else
		r.to = cell.to;
	return range_action(v, r, false);
}

static struct action wheel_in_heat(struct heat_view *v, const struct input *in,
				   struct pane p)
{
	struct heat_geometry g = heat_geometry_of(v, p);
	bool later = in->command == COMMAND_WHEEL_DOWN;
	struct input key = {.command = later ? COMMAND_RIGHT : COMMAND_LEFT,
			    .count = (int)g.window / 8 + 1};

	if (g.window >= g.all)
		return ACTION(NONE);
	if (v->marking) /* extend the selection */
		return move_heat_cursor(v, &key, p);
	if (!heat_view_scroll(v, later ? key.count : -key.count, p))
		return ACTION(NONE);
	if (v->hovering) /* another cell is now under the pointer */
		v->hovering = heat_geometry_place(v, in->x, in->y, p, &v->hover);
	return ACTION(REDRAW);
}

static struct action handle_heat_mouse(struct heat_view *v, const struct input *in,
				       struct pane p)
{
	switch (in->command) {
	case COMMAND_PRESS:
		return press_in_heat(v, in, p);
	case COMMAND_PRESS_BASELINE:
		return press_baseline(v, in, p);
	case COMMAND_DRAG:
		return drag(v, in, p);
	case COMMAND_RELEASE:
		/*
		 * press, move and release select a range; press and release in one cell
		 * start a selection that the next click ends, as in FlameScope
		 */
		if (v->extending) {
			v->extending = false;
			return range_action(v, v->selected, true);
		}
		if (!v->dragging)
			return ACTION(NONE);
		v->dragging = false;
		return v->moved || v->second ? finish_marking(v) : ACTION(REDRAW);
	case COMMAND_HOVER:
		return hover_in_heat(v, in, p);
	case COMMAND_EXTEND:
		return extend(v, in, p);
	case COMMAND_WHEEL_UP:
	case COMMAND_WHEEL_DOWN:
		return wheel_in_heat(v, in, p);
	case COMMAND_WHEEL_IN:
	case COMMAND_WHEEL_OUT:
		return zoom(v, in, p);
	default:
		return ACTION(NONE);
	}
}

static struct action select_here(struct heat_view *v, enum heat_marking how)
{
	if (v->marking)
		return finish_marking(v);
	start_marking(v, how);
	return look_at_marked(v);
}

/* Make the next selection the baseline, or cancel that. */
static struct action against(struct heat_view *v)
{
	struct action r = ACTION(REDRAW);

	if (v->marking)
		return ACTION(NONE);
	v->for_baseline = !v->for_baseline;
	if (v->for_baseline)
		r.words = "the next selection is the baseline: drag it, or {select} and "
			  "{select}; {cancel}: cancel";
	return r;
}

static struct action other_end(struct heat_view *v)
{
	uint64_t cursor = v->cursor;

	if (v->marking) {
		v->cursor = v->mark;
		v->mark = cursor;
		return look_after_moving(v);
	}
	if (range_is_all(v->selected) || v->selected.to == 0)
		return ACTION(NONE);
	v->cursor = cell_at(v, cursor).from == cell_at(v, v->selected.from).from
			? v->selected.to - 1
			: v->selected.from;
	v->cursor = cell_at(v, v->cursor).from;
	return ACTION(REDRAW);
}

static struct action enter_in_heat(struct heat_view *v)
{
	struct action r = v->marking ? finish_marking(v) : ACTION(GRAPH);

	if (r.kind == ACTION_RANGE &&
	    r.side == RANGE_OF_SUBJECT) /* also focus the graph */
		r.kind = ACTION_GRAPH;
	return r;
}

struct action heat_view_command(struct heat_view *v, const struct input *in,
				struct pane p)
{
	if (!v->map || v->map->columns == 0)
		return ACTION(NONE);
	if (commands[in->command].kind == KIND_MOVE)
		return move_heat_cursor(v, in, p);
	switch (in->command) {
	case COMMAND_SELECT:
		return select_here(v, MARKING_CELLS);
	case COMMAND_COLUMNS:
		return select_here(v, MARKING_COLUMNS);
	case COMMAND_AGAINST:
		return against(v);
	case COMMAND_OTHER_END:
		return other_end(v);
	case COMMAND_STEP_BACK:
		return step_range(v, in->count ? -in->count : -1);
	case COMMAND_STEP_ON:
		return step_range(v, in->count ? in->count : 1);
	case COMMAND_ENTER:
		return enter_in_heat(v);
	case COMMAND_CANCEL:
		return cancel_in_heat(v);
	case COMMAND_ZOOM_IN:
	case COMMAND_ZOOM_OUT:
	case COMMAND_FIT:
		return zoom(v, in, p);
	case COMMAND_FIT_RANGE:
		return fit_selection(v, p);
	default:
		return handle_heat_mouse(v, in, p);
	}
}

bool heat_view_diagonal(const struct heat_view *v, uint64_t *every)
{
	uint32_t from, to, row;
	uint64_t start, end, columns, unit = 1;

	if (!v->map || v->map->columns == 0 || v->marking != MARKING_CELLS)
		return false;
	start = v->mark < v->cursor ? v->mark : v->cursor;
	end = v->mark < v->cursor ? v->cursor : v->mark;
	heatmap_find(v->map, start, &from, &row);
	start = heatmap_cell(v->map, from, row).from;
	heatmap_find(v->map, end, &to, &row);
	end = heatmap_cell(v->map, to, row).from;
	columns = to - from;
	if (columns == 0)
		return false;
	while (unit * 10 <= v->map->period / v->map->rows / columns)
		unit *= 10;
	*every = ((end - start) / columns + unit / 2) / unit * unit;
	return *every > 0;
}

/* ---- as one of the views ---- */

static bool update_heat_view(void *self, const struct view_data *data, struct pane p,
			     struct error *err)
{
	struct heat_view *v = self;

	(void)p;
	v->theme = data->theme;
	v->selected = data->range;
	v->several = data->several;
	v->baseline = data->baseline;
	v->baseline_several = data->baseline_several;
	v->choice = data->choice;
	v->compared = data->choice->baseline.look.graph != GRAPH_PLAIN;
	v->swapped = data->swapped;
	return !data->cells || heat_view_show(v, data->cells, err);
}

static void prepare_heat_view(void *self, struct pane p, bool focused)
{
	struct heat_view *v = self;

	v->focused = focused;
	heat_view_follow(v, p);
}

static void draw_heat_view(const void *self, struct pane p)
{
	heat_view_draw(self, p);
}

static struct action run_heat_command(void *self, const struct input *in, struct pane p)
{
	return heat_view_command(self, in, p);
}

static bool is_dragging_heat(const void *self)
{
	const struct heat_view *v = self;

	return v->dragging || v->extending;
}

static void release_heat_view(void *self)
{
	heat_view_release(self);
}

/* The map of the first file and the map of the second are views of the same kind. */
#define HEAT_VIEW_OPS                                                                    \
	{                                                                                \
		.size = sizeof(struct heat_view), .enter = "graph",                      \
		.update = update_heat_view, .prepare = prepare_heat_view,                \
		.draw = draw_heat_view, .command = run_heat_command,                     \
		.grabs = is_dragging_heat, .release = release_heat_view,                 \
	}

const struct view_ops heat_view_ops = HEAT_VIEW_OPS;
const struct view_ops heat_other_ops = HEAT_VIEW_OPS;
