#include "view/lanes/lanes_view.h"

#include <stdio.h>
#include <string.h>

#include "view/heat/heat_geometry.h"

static bool has_lanes(const struct lanes_view *v)
{
	return v->time && v->time->map && v->cells && !v->why && lanes_view_rows(v);
}

/* ---- visible lanes ---- */

static uint32_t last_row(const struct lanes_view *v)
{
	return lanes_view_rows(v) - 1;
}

/* The number of rows that fit the pane. */
static uint32_t room_for_rows(const struct lanes_view *v, struct pane p)
{
	struct lanes_view from_the_first = *v;

	from_the_first.top = 0;
	return (uint32_t)lanes_view_geometry(&from_the_first, p).lines;
}

static void scroll_to(struct lanes_view *v, int64_t top, struct pane p)
{
	int64_t most = (int64_t)lanes_view_rows(v) - room_for_rows(v, p);

	v->top = (uint32_t)(top < 0 || most < 0 ? 0 : top > most ? most : top);
}

static struct action go_to_lane(struct lanes_view *v, int64_t row)
{
	int64_t last = last_row(v);

	v->hovering = v->time->hovering = false;
	v->cursor = (uint32_t)(row < 0 ? 0 : row > last ? last : row);
	return ACTION(REDRAW);
}

/* ---- commands ---- */

static struct action give_to_time(struct lanes_view *v, const struct input *in,
				  struct pane p)
{
	v->hovering = false;
	return heat_view_command(v->time, in, lanes_view_time(p));
}

static struct action move_lanes_cursor(struct lanes_view *v, const struct input *in,
				       struct pane p)
{
	int64_t n = in->count ? in->count : 1, page = room_for_rows(v, p);

	page = page > 1 ? page - 1 : 1;
	switch (in->command) {
	case COMMAND_UP:
		return go_to_lane(v, v->cursor - n);
	case COMMAND_DOWN:
		return go_to_lane(v, v->cursor + n);
	case COMMAND_FIRST:
		return go_to_lane(v, 0);
	case COMMAND_LAST:
		return go_to_lane(v, last_row(v));
	case COMMAND_PAGE_UP:
		return go_to_lane(v, v->cursor - n * page);
	case COMMAND_PAGE_DOWN:
		return go_to_lane(v, v->cursor + n * page);
	default:
		return give_to_time(v, in, p);
	}
}

static bool row_at(const struct lanes_view *v, const struct lanes_geometry *g, int y,
		   uint32_t *row)
{
	if (y < g->line || y >= g->line + g->lines * g->height)
		return false;
	*row = g->top + (uint32_t)((y - g->line) / g->height);
	return *row <= last_row(v);
}

/* The position of the mouse in the map of one row: every lane is at its only line of cells. */
static struct input within_time(const struct lanes_view *v, const struct input *in,
				struct pane p)
{
	struct pane time = lanes_view_time(p);
	struct heat_geometry h = heat_geometry_of(v->time, time);
	struct lanes_geometry g = lanes_view_geometry(v, p);
	struct input there = *in;
	uint32_t row;

	there.x -= time.area.x - p.area.x;
	if (in->command == COMMAND_DRAG || row_at(v, &g, in->y, &row))
		there.y = h.cells.y;
	else if (in->y != h.strip)
		there.y = -1;
	return there;
}

static struct action hover_in_lanes(struct lanes_view *v, const struct input *in,
				    struct pane p)
{
	struct lanes_geometry g = lanes_view_geometry(v, p);
	struct input there = within_time(v, in, p);
	bool was = v->hovering;
	uint32_t before = v->hover;
	struct action r = heat_view_command(v->time, &there, lanes_view_time(p));

	v->hovering = v->time->hovering && row_at(v, &g, in->y, &v->hover);
	if (r.kind == ACTION_NONE && (was != v->hovering || (was && before != v->hover)))
		return ACTION(REDRAW);
	return r;
}

static struct action wish(const struct lanes_view *v, enum lane_action what)
{
	return (struct action){.kind = ACTION_LANE, .id = v->cursor, .value = what};
}

static bool is_told(const struct lanes_view *v)
{
	return v->told && v->told->known && v->told->row == v->cursor && v->time &&
	       v->told->at == v->time->cursor;
}

enum lane_action lanes_view_enter(const struct lanes_view *v)
{
	if (!v->states || v->on_name)
		return LANE_KEEP;
	return is_told(v) && v->told->has_waker ? LANE_WAKER : LANE_TELL;
}

/*
 * With states, Enter describes what the thread did. To keep the samples of a lane, the cursor can
 * move on to its name, left of the first column. True if the command has only moved it there, or
 * back.
 */
static bool step_on_name(struct lanes_view *v, const struct input *in)
{
	bool was = v->on_name, first = v->time->cursor < v->window.period;

	v->on_name =
	    v->states && !v->time->marking &&
	    (in->command == COMMAND_LEFT
		 ? was || first
		 : was && (in->command == COMMAND_UP || in->command == COMMAND_DOWN ||
			   in->command == COMMAND_ENTER || in->command == COMMAND_DROP ||
			   in->command == COMMAND_HOVER));
	return was != v->on_name &&
	       (in->command == COMMAND_LEFT || in->command == COMMAND_RIGHT);
}

static struct action press_in_lanes(struct lanes_view *v, const struct input *in,
				    struct pane p)
{
	struct lanes_geometry g = lanes_view_geometry(v, p);
	struct input there = within_time(v, in, p);
	uint32_t row;

	if (row_at(v, &g, in->y, &row)) {
		v->cursor = row;
		if (in->x < g.cells - 1)
			return wish(v, LANE_KEEP);
	}
	return heat_view_command(v->time, &there, lanes_view_time(p));
}

/*
 * The wheel scrolls time; left of the cells, or if all columns are visible, it scrolls the lanes.
 */
static struct action wheel_in_lanes(struct lanes_view *v, const struct input *in,
				    struct pane p)
{
	struct lanes_geometry g = lanes_view_geometry(v, p);
	struct input there = within_time(v, in, p);
	uint32_t before = v->top, room = room_for_rows(v, p);
	struct action r = ACTION(NONE);

	if (in->x >= g.cells)
		r = heat_view_command(v->time, &there, lanes_view_time(p));
	if (r.kind != ACTION_NONE)
		return r;
	scroll_to(v, (int64_t)v->top + (in->command == COMMAND_WHEEL_DOWN ? 3 : -3), p);
	if (v->cursor < v->top)
		v->cursor = v->top;
	else if (v->cursor >= v->top + room)
		v->cursor = v->top + room - 1;
	return v->top == before ? ACTION(NONE) : ACTION(REDRAW);
}

static struct action handle_lanes_mouse(struct lanes_view *v, const struct input *in,
					struct pane p)
{
	struct input there;

	switch (in->command) {
	case COMMAND_HOVER:
		return hover_in_lanes(v, in, p);
	case COMMAND_PRESS:
		return press_in_lanes(v, in, p);
	case COMMAND_WHEEL_UP:
	case COMMAND_WHEEL_DOWN:
		return wheel_in_lanes(v, in, p);
	default:
		there = within_time(v, in, p);
		return heat_view_command(v->time, &there, lanes_view_time(p));
	}
}

static struct action run_lanes_command(void *self, const struct input *in, struct pane p)
{
	struct lanes_view *v = self;

	if (in->command == COMMAND_CANCEL) {
		/* The selection stays, because the map has it, too. */
		if (v->time && (v->time->marking || v->time->for_baseline))
			return give_to_time(v, in, p);
		return ACTION(CLOSE);
	}
	if (!has_lanes(v))
		return ACTION(NONE);
	if (step_on_name(v, in))
		return ACTION(REDRAW);
	if (commands[in->command].kind == KIND_MOVE)
		return move_lanes_cursor(v, in, p);
	if (commands[in->command].kind == KIND_MOUSE)
		return handle_lanes_mouse(v, in, p);
	if (in->command == COMMAND_CELLS || in->command == COMMAND_SHARES)
		return ACTION_SAY(v->lanes->spans
				      ? "a cell of a lane is the time in it"
				      : "a cell of a lane is its number of samples");
	if (in->command == COMMAND_ENTER && !v->time->marking)
		return wish(v, lanes_view_enter(v));
	if (in->command == COMMAND_DROP)
		return wish(v, LANE_DROP);
	if (in->command == COMMAND_FOLD_LANES)
		return wish(v, LANE_FOLD);
	return give_to_time(v, in, p);
}

/* ---- as one of the views ---- */

static bool update_lanes_view(void *self, const struct view_data *data, struct pane p,
			      struct error *err)
{
	struct lanes_view *v = self;

	(void)p;
	(void)err;
	v->theme = data->theme;
	v->selected = data->range;
	v->several = data->several;
	return true;
}

static void prepare_lanes_view(void *self, struct pane p, bool focused)
{
	struct lanes_view *v = self;
	uint32_t room;

	if (v->time)
		v->time->focused = focused;
	if (!has_lanes(v))
		return;
	room = room_for_rows(v, p);
	if (v->cursor > last_row(v))
		v->cursor = last_row(v);
	if (v->cursor < v->top)
		v->top = v->cursor;
	else if (v->cursor >= v->top + room)
		v->top = v->cursor - room + 1;
	scroll_to(v, v->top, p);
}

static void draw_lanes_view(const void *self, struct pane p)
{
	lanes_view_draw(self, p);
}

/*
 * Describe what the thread did at the cursor, and below it the thread that ended this, and its key.
 */
static bool draw_lanes_detail(const void *self, const struct status *status,
			      struct pane p)
{
	const struct lanes_view *v = self;
	char key[COMMAND_KEY_MAX], go[COMMAND_KEY_MAX + 16];
	int room = p.area.w, below = p.area.h > 1, used;

	(void)status;
	if (!v->time || !v->time->focused || !is_told(v))
		return false;
	snprintf(go, sizeof go, "%s: go there", command_key(COMMAND_ENTER, key));
	used = pane_text_fit(p, 1, 0, room - 1, (struct style){.attr = ATTR_BOLD},
			     text_of(v->told->what));
	used = below ? 1 : used + 2;
	if (v->told->has_waker)
		room -= (int)strlen(go) + 2;
	if (used < room)
		used += pane_text_fit(p, used, below, room - used, (struct style){0},
				      text_of(v->told->who));
	if (v->told->has_waker)
		pane_print(p, used + 2, below, (struct style){.attr = ATTR_DIM}, go);
	return true;
}

static bool is_dragging_lanes(const void *self)
{
	const struct lanes_view *v = self;

	return v->time && (v->time->dragging || v->time->extending);
}

static void release_lanes_view(void *self)
{
	*(struct lanes_view *)self = (struct lanes_view){0};
}

const struct view_ops lanes_view_ops = {
    .size = sizeof(struct lanes_view),
    .enter = "only this",
    .update = update_lanes_view,
    .prepare = prepare_lanes_view,
    .draw = draw_lanes_view,
    .detail = draw_lanes_detail,
    .command = run_lanes_command,
    .grabs = is_dragging_lanes,
    .release = release_lanes_view,
};
