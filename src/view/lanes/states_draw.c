#include "view/lanes/states_draw.h"

#include <string.h>

#include "view/label.h"

/* From below: what has a CPU, what wants one, what does not. */
static const enum thread_state order[THREAD_STATES] = {STATE_RUNNING,	STATE_RUNNABLE,
						       STATE_PREEMPTED, STATE_DISK,
						       STATE_BLOCKED,	STATE_UNKNOWN};

/* As few words as there is room for. */
static const char *const brief[THREAD_STATES] = {
    [STATE_RUNNING] = "running",   [STATE_BLOCKED] = "blocked",
    [STATE_DISK] = "in D",	   [STATE_RUNNABLE] = "for CPU",
    [STATE_PREEMPTED] = "preempt", [STATE_UNKNOWN] = "unknown",
};

/* Where there is one line for all of them, and which go first where even that is short. */
static const struct {
	enum thread_state state;
	const char *word;
} briefest[THREAD_STATES] = {
    {STATE_RUNNING, "run"},  {STATE_BLOCKED, "blk"},   {STATE_DISK, "D"},
    {STATE_RUNNABLE, "cpu"}, {STATE_PREEMPTED, "pre"}, {STATE_UNKNOWN, "?"},
};

#define LEVELS 16 /* of a column: two in each line of the screen, at most */

/* ns of the column by state, and how long it is; threads together have more than that. */
static uint64_t shares_of(const struct lanes_view *v, uint32_t row, uint32_t column,
			  uint64_t part[THREAD_STATES])
{
	uint64_t sum = 0;

	memset(part, 0, THREAD_STATES * sizeof *part);
	for (uint32_t e = 0; e < v->state_count; e++) {
		uint64_t ns =
		    lane_cells_count(v->states, row * v->state_count + e, column);

		if (v->state[e] < THREAD_STATES)
			part[v->state[e]] += ns;
		sum += ns;
	}
	return sum > v->window.period ? sum : v->window.period;
}

static enum thread_state most_of(const uint64_t part[THREAD_STATES])
{
	enum thread_state best = THREAD_STATES;

	for (int i = 0; i < THREAD_STATES; i++)
		if (part[order[i]] &&
		    (best == THREAD_STATES || part[order[i]] > part[best]))
			best = order[i];
	return best;
}

/* By level from below its state; THREAD_STATES: none. What has something has one, if anything has. */
static void divide(const struct lanes_view *v, uint32_t row, uint32_t column, int levels,
		   enum thread_state level[LEVELS])
{
	uint64_t part[THREAD_STATES], whole = shares_of(v, row, column, part);
	double sum = 0;
	int filled = 0;

	for (int i = 0; i < THREAD_STATES; i++) {
		sum += (double)part[order[i]];
		for (; filled < levels && filled + 0.5 < sum / (double)whole * levels;
		     filled++)
			level[filled] = order[i];
	}
	if (levels == 1 || !filled) {
		level[0] = most_of(part);
		filled = 1;
	}
	for (; filled < levels; filled++)
		level[filled] = THREAD_STATES;
}

static bool is_found(const struct lanes_view *v, uint32_t row, uint32_t column)
{
	return !v->matched || lane_cells_count(v->matched, row, column);
}

static colour colour_of(const struct lanes_view *v, enum thread_state state, bool lit)
{
	colour c = theme_state(v->theme, state);

	return lit || state == THREAD_STATES ? c : theme_faded(v->theme, c);
}

static void put_halves(struct pane p, int x, int y, colour upper, colour lower)
{
	if (upper == lower)
		pane_put(p, x, y, U' ', (struct style){.bg = upper});
	else if (upper == COLOUR_DEFAULT)
		pane_put(p, x, y, U'▄', (struct style){.fg = lower});
	else
		pane_put(p, x, y, U'▀', (struct style){.fg = upper, .bg = lower});
}

static void put_letter(const struct lanes_view *v, struct pane p, int x, int y,
		       enum thread_state state, bool selected, bool found)
{
	struct style s = {0};

	if (v->theme->depth != PALETTE_NONE && state < THREAD_STATES)
		s.fg = theme_state(v->theme, state);
	if (selected && (v->several.count || !range_is_all(v->selected)))
		s.attr |= ATTR_REVERSE;
	if (v->matched)
		s.attr |= found ? ATTR_UNDERLINE | ATTR_BOLD : ATTR_DIM;
	pane_put(p, x, y, (char32_t)theme_state_glyph(state), s);
}

static void draw_column(const struct lanes_view *v, const struct lanes_geometry *g,
			struct pane p, uint32_t row, uint32_t column, int x, int line)
{
	bool blocks = theme_has_blocks(v->theme), found = is_found(v, row, column);
	bool selected = lanes_view_is_selected(v, column);
	int each = blocks ? 2 : 1, levels = g->height * each;
	enum thread_state level[LEVELS];

	divide(v, row, column, levels < LEVELS ? levels : LEVELS, level);
	for (int y = 0; y < g->height; y++) {
		int at = (g->height - 1 - y) * each;

		if (lanes_view_is_at_cursor(v, row, column))
			lanes_view_draw_cursor(v, p, x, line + y);
		else if (blocks)
			put_halves(p, x, line + y,
				   colour_of(v, level[at + 1], selected && found),
				   colour_of(v, level[at], selected && found));
		else
			put_letter(v, p, x, line + y, level[at], selected, found);
	}
}

void states_draw_cells(const struct lanes_view *v, const struct lanes_geometry *g,
		       struct pane p, uint32_t row, int line)
{
	uint32_t width = (uint32_t)g->cell_width;

	for (uint32_t i = 0; i < g->shown * width; i++)
		draw_column(v, g, p, row, g->first + i / width, g->cells + (int)i, line);
	for (int y = 0; y < g->height; y++)
		pane_put(p, g->cells - 1, line + y, U'│',
			 (struct style){.attr = ATTR_DIM});
}

/* ---- the legend ---- */

static bool has_state(const struct lanes_view *v, enum thread_state state)
{
	for (uint32_t e = 0; e < v->state_count; e++)
		if (v->state[e] == state)
			return true;
	return false;
}

static void put_sample(const struct lanes_view *v, struct pane p, int x, int y, int width,
		       enum thread_state state)
{
	if (!theme_has_blocks(v->theme)) {
		put_letter(v, p, x + width - 1, y, state, false, true);
		return;
	}
	for (int i = 0; i < width; i++)
		pane_put(p, x + i, y, U' ',
			 (struct style){.bg = theme_state(v->theme, state)});
}

void states_draw_legend(const struct lanes_view *v, const struct lanes_geometry *g,
			struct pane p)
{
	int last = v->time ? g->line + g->lines * g->height : lanes_view_lines(v);

	for (int i = THREAD_STATES, y = g->line; i-- > 0 && y < last;) {
		if (!has_state(v, order[i]))
			continue;
		y += y == g->axis; /* how long a column is stands there */
		put_sample(v, p, g->scale, y, 1, order[i]);
		pane_print(p, g->scale + 2, y++, (struct style){0}, brief[order[i]]);
	}
}

void states_draw_legend_line(const struct lanes_view *v, struct pane p, int y, int room)
{
	const struct style dim = {.attr = ATTR_DIM};

	for (int i = 0, x = 0; i < THREAD_STATES; i++) {
		int length = (int)strlen(briefest[i].word);

		if (!has_state(v, briefest[i].state) || x + 1 + length > room)
			continue;
		put_sample(v, p, x, y, 1, briefest[i].state);
		pane_print(p, x + 1, y, dim, briefest[i].word);
		x += length + 2;
	}
}
