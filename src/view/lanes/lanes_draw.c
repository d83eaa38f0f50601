#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "base/number.h"
#include "base/utf8.h"
#include "view/heat/heat_geometry.h"
#include "view/label.h"
#include "view/lanes/lanes_view.h"

#define CELL_WIDEST 8
#define SCALE	    11 /* columns for the period and the scale of colours */
#define SCALE_FROM  64 /* columns: narrower panes have no scale */
#define SHARE	    7  /* "41.2 % " */
#define NAME_NARROW 10
#define NAME_WIDE   30
#define NAMES_FROM  80 /* columns: narrower panes have no shares */

/* The columns before the cells: names, shares and the border. */
static int gutter(int width)
{
	int name = width / 5;

	name = name < NAME_NARROW ? NAME_NARROW : name > NAME_WIDE ? NAME_WIDE : name;
	return name + 1 + (width >= NAMES_FROM ? SHARE : 0) + 1;
}

static int room_for_cells(int width)
{
	int room = width - gutter(width) - (width >= SCALE_FROM ? SCALE : 1);

	return room < 1 ? 1 : room;
}

uint32_t lanes_view_columns(int width)
{
	return (uint32_t)room_for_cells(width);
}

uint32_t lanes_view_rows(const struct lanes_view *v)
{
	return v->rows->shown + (v->rows->others > 0);
}

#define HIGHEST 4 /* the most lines of a lane */

int lanes_view_height(uint32_t rows, int lines)
{
	int64_t each = rows ? lines / (int64_t)rows : 1;

	return each < 1 ? 1 : each > HIGHEST ? HIGHEST : (int)each;
}

/* The legend of states may be higher than the lanes. */
int lanes_view_lines(const struct lanes_view *v)
{
	int rows = (int)lanes_view_rows(v), states = 0;

	for (uint32_t e = 0; v->states && e < v->state_count; e++)
		states += v->state[e] < THREAD_STATES;
	return rows + 1 > states + (rows < states) ? rows + 1 : states + (rows < states);
}

static struct lanes_geometry on_paper(const struct lanes_view *v, int width)
{
	int room = room_for_cells(width), columns = (int)v->window.columns;
	struct lanes_geometry g = {
	    .scale = -1, .lines = (int)lanes_view_rows(v), .height = 1};

	g.axis = g.lines;
	g.cell_width = room / (columns ? columns : 1);
	g.cell_width = g.cell_width < 1		    ? 1
		       : g.cell_width > CELL_WIDEST ? CELL_WIDEST
						    : g.cell_width;
	g.shown = (uint32_t)(room / g.cell_width);
	if (g.shown > v->window.columns)
		g.shown = v->window.columns;
	if (width >= SCALE_FROM)
		g.scale = width - SCALE + 2;
	return g;
}

struct pane lanes_view_time(struct pane p)
{
	int left = gutter(p.area.w) - HEAT_GEOMETRY_GUTTER;

	p.area.x += left;
	p.area.w -= left;
	return p;
}

/* Columns, and the lines around the lanes, are those of a map of one row. */
static struct lanes_geometry on_screen(const struct lanes_view *v, struct pane p)
{
	struct pane inside = lanes_view_time(p);
	struct heat_geometry h = heat_geometry_of(v->time, inside);
	int left = inside.area.x - p.area.x, rows = (int)lanes_view_rows(v);
	int below = h.clock >= 0 ? 2 : 1;
	struct lanes_geometry g = {.cell_width = h.cell_width,
				   .first = h.first -
					    (uint32_t)(v->window.from / v->window.period),
				   .shown = h.shown,
				   .top = v->top,
				   .line = h.cells.y,
				   .lines = p.area.h - h.cells.y - below,
				   .scale = h.legend >= 0 ? h.legend + left : -1};

	g.lines = g.lines < 1 ? 1 : g.lines;
	g.height = lanes_view_height((uint32_t)rows, g.lines);
	if (rows - (int)g.top < g.lines)
		g.lines = rows - (int)g.top;
	g.axis = g.line + g.lines * g.height;
	return g;
}

struct lanes_geometry lanes_view_geometry(const struct lanes_view *v, struct pane p)
{
	int width = p.area.w;
	struct lanes_geometry g = v->time ? on_screen(v, p) : on_paper(v, width);

	g.cells = gutter(width);
	g.ids = width >= NAMES_FROM ? SHARE : 0;
	g.name = g.cells - 2 - g.ids;
	return g;
}

/* ---- names ---- */

#define IDS_MAX (32 + HOST_SHOWN)

#define HOST_SHOWN 24 /* bytes of a host's name */

/* Append "@web1" if there are several hosts. */
static void add_host(const struct lanes *l, uint32_t lane, char ids[IDS_MAX])
{
	struct text host = utf8_upto(lane_host(l, lane), HOST_SHOWN - 2);
	size_t used = strlen(ids);

	if (host.len)
		snprintf(ids + used, IDS_MAX - used, "@%.*s", (int)host.len, host.at);
}

/* The name of a row, and the ids that follow it, if known: " 1234", " 1234/1240", " 1234 x12". */
static struct text name_of(const struct lanes_view *v, uint32_t row,
			   char words[LABEL_MAX], char ids[IDS_MAX])
{
	const struct lane_row *r = &v->rows->list[row];
	int32_t pid, tid;

	ids[0] = '\0';
	if (row >= v->rows->shown) {
		snprintf(words, LABEL_MAX, "%" PRIu32 " others", v->rows->others);
		return text_of(words);
	}
	pid = v->lanes->list[r->lane].pid;
	tid = v->lanes->list[r->lane].tid;
	if (r->folded && pid == PROFILE_NO_ID)
		snprintf(ids, IDS_MAX, " x%" PRIu32, r->lanes);
	else if (r->folded)
		snprintf(ids, IDS_MAX, " %" PRId32 " x%" PRIu32, pid, r->lanes);
	else if (pid != PROFILE_NO_ID && tid != PROFILE_NO_ID && pid != tid)
		snprintf(ids, IDS_MAX, " %" PRId32 "/%" PRId32, pid, tid);
	else if (pid != PROFILE_NO_ID || tid != PROFILE_NO_ID)
		snprintf(ids, IDS_MAX, " %" PRId32, tid != PROFILE_NO_ID ? tid : pid);
	add_host(v->lanes, r->lane, ids);
	return r->folded ? lane_process(v->lanes, r->lane) : lane_name(v->lanes, r->lane);
}

/* The name is truncated in favour of the ids, which distinguish lanes with the same name. */
static void draw_name(const struct lanes_view *v, const struct lanes_geometry *g,
		      struct pane p, uint32_t row, int line)
{
	char ids[IDS_MAX], words[LABEL_MAX];
	struct text name = name_of(v, row, words, ids);
	int room = g->name - (int)strlen(ids), used;
	struct style s = {.attr = row < v->rows->shown ? 0 : ATTR_DIM};

	if (v->time && v->time->focused && row == v->cursor) {
		s.attr = ATTR_REVERSE;
		for (int x = 0; x < g->cells - 1; x++)
			pane_put(p, x, line, ' ', s);
	}
	if (room < 4) {
		room = g->name;
		ids[0] = '\0';
	}
	used = pane_name(p, 0, line, room, s, name);
	s.attr |= s.attr & ATTR_REVERSE ? 0 : ATTR_DIM;
	pane_print(p, used, line, s, ids);
}

static uint64_t draw_share(const struct lanes_view *v, const struct lanes_geometry *g,
			   struct pane p, uint32_t row, int line, uint64_t all)
{
	bool at = v->time && v->time->focused && row == v->cursor;
	uint64_t count =
	    row < v->rows->shown ? v->rows->list[row].count : v->rows->others_count;
	char label[LABEL_MAX];
	int length;

	if (!g->ids)
		return count;
	length = (int)strlen(label_share(count, all, label));
	pane_print(p, g->cells - 2 - length, line,
		   (struct style){.attr = at ? ATTR_REVERSE : ATTR_DIM}, label);
	return count;
}

/* ---- cells ---- */

static struct range column_of(const struct lanes_view *v, uint32_t column)
{
	uint64_t from = number_add(v->window.from, column * v->window.period);

	return (struct range){from, number_add(from, v->window.period)};
}

static bool lanes_view_is_selected(const struct lanes_view *v, uint32_t column)
{
	struct range c = column_of(v, column);

	if (v->several.count)
		return selection_overlaps(v->several, c);
	return c.from < v->selected.to && v->selected.from < c.to;
}

static bool lanes_view_is_at_cursor(const struct lanes_view *v, uint32_t row,
				    uint32_t column)
{
	struct range c = column_of(v, column);

	return v->time && v->time->focused && !v->on_name && row == v->cursor &&
	       v->time->cursor >= c.from && v->time->cursor < c.to;
}

/* The row of all remaining lanes may exceed the peak. */
static uint64_t limited(uint64_t count, uint64_t peak)
{
	return count < peak ? count : peak;
}

static colour found_colour(const struct lanes_view *v, uint64_t found)
{
	uint64_t most = v->matched->peak ? v->matched->peak : v->cells->peak;

	return theme_match(v->theme, limited(found, most), most);
}

static void draw_glyph(const struct lanes_view *v, struct pane p, int x, int y,
		       uint64_t count, uint64_t found, bool selected)
{
	uint64_t peak = v->cells->peak;
	struct style s = {0};
	char glyph = theme_heat_glyph(limited(count, peak), peak);

	if (v->theme->depth != PALETTE_NONE && count)
		s.fg = found	    ? found_colour(v, found)
		       : v->matched ? theme_unmatched(v->theme, count, peak)
				    : theme_heat(v->theme, limited(count, peak), peak);
	if (selected && (v->several.count || !range_is_all(v->selected)))
		s.attr |= ATTR_REVERSE;
	if (found)
		s.attr |= ATTR_UNDERLINE | ATTR_BOLD;
	else if (v->matched)
		s.attr |= ATTR_DIM;
	pane_put(p, x, y, (char32_t)glyph, s);
}

static colour colour_of(const struct lanes_view *v, uint64_t count, uint64_t found,
			bool selected)
{
	uint64_t peak = v->cells->peak;
	colour c = theme_heat(v->theme, limited(count, peak), peak);

	if (count == 0)
		return c;
	if (found)
		c = found_colour(v, found);
	else if (v->matched)
		c = theme_unmatched(v->theme, limited(count, peak), peak);
	return selected ? c : theme_faded(v->theme, c);
}

#define AT_CURSOR COLOUR_RGB(0x00, 0xd7, 0xff)

static void lanes_view_draw_cursor(const struct lanes_view *v, struct pane p, int x,
				   int y)
{
	bool blocks = theme_has_blocks(v->theme);
	struct style s = {.attr = ATTR_REVERSE | ATTR_BOLD};

	if (blocks)
		s = (struct style){.bg = AT_CURSOR};
	else if (v->theme->depth != PALETTE_NONE)
		s.fg = AT_CURSOR;
	pane_put(p, x, y, blocks ? U' ' : U'o', s);
}

static void draw_cells(const struct lanes_view *v, const struct lanes_geometry *g,
		       struct pane p, uint32_t row, int line)
{
	bool blocks = theme_has_blocks(v->theme);

	for (uint32_t i = 0; i < g->shown * (uint32_t)g->cell_width; i++) {
		uint32_t c = g->first + i / (uint32_t)g->cell_width;
		uint64_t count = lane_cells_count(v->cells, row, c);
		uint64_t found = v->matched ? lane_cells_count(v->matched, row, c) : 0;
		bool selected = lanes_view_is_selected(v, c);
		struct style s = {.bg = colour_of(v, count, found, selected)};
		int x = g->cells + (int)i;

		if (lanes_view_is_at_cursor(v, row, c))
			lanes_view_draw_cursor(v, p, x, line);
		else if (blocks)
			pane_put(p, x, line, ' ', s);
		else
			draw_glyph(v, p, x, line, count, found, selected);
	}
	pane_put(p, g->cells - 1, line, U'│', (struct style){.attr = ATTR_DIM});
}

/* ---- cells with thread states ---- */

/* From below: running, waiting for a CPU, blocked. */
static const enum thread_state order[THREAD_STATES] = {STATE_RUNNING,	STATE_RUNNABLE,
						       STATE_PREEMPTED, STATE_DISK,
						       STATE_BLOCKED,	STATE_UNKNOWN};

/* For the legend beside the lanes. */
static const char *const brief[THREAD_STATES] = {
    [STATE_RUNNING] = "running",   [STATE_BLOCKED] = "blocked",
    [STATE_DISK] = "in D",	   [STATE_RUNNABLE] = "for CPU",
    [STATE_PREEMPTED] = "preempt", [STATE_UNKNOWN] = "unknown",
};

/* For a legend of one line, in which the last entries may be left out. */
static const struct {
	enum thread_state state;
	const char *word;
} briefest[THREAD_STATES] = {
    {STATE_RUNNING, "run"},  {STATE_BLOCKED, "blk"},   {STATE_DISK, "D"},
    {STATE_RUNNABLE, "cpu"}, {STATE_PREEMPTED, "pre"}, {STATE_UNKNOWN, "?"},
};

#define LEVELS 16 /* levels of a column, at most two per line of the screen */

/*
 * Add up the ns of a column by state. Returns its length, or their sum if it is longer, as for
 * several threads.
 */
static uint64_t count_states(const struct lanes_view *v, uint32_t row, uint32_t column,
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

/*
 * The state of each level of a column, from below; THREAD_STATES: none. A column with any state has
 * at least one level of it.
 */
static void divide_column(const struct lanes_view *v, uint32_t row, uint32_t column,
			  int levels, enum thread_state level[LEVELS])
{
	uint64_t part[THREAD_STATES], whole = count_states(v, row, column, part);
	double sum = 0;
	int filled = 0;

	for (int i = 0; i < THREAD_STATES; i++) {
		sum += (double)part[order[i]];
		for (; filled < levels && filled + 0.5 < sum / (double)whole * levels;
		     filled++)
			level[filled] = order[i];
	}
	if (levels == 1 || !filled) { /* the state with most of the column */
		level[0] = THREAD_STATES;
		for (int i = 0; i < THREAD_STATES; i++)
			if (part[order[i]] && (level[0] == THREAD_STATES ||
					       part[order[i]] > part[level[0]]))
				level[0] = order[i];
		filled = 1;
	}
	for (; filled < levels; filled++)
		level[filled] = THREAD_STATES;
}

static colour state_colour(const struct lanes_view *v, enum thread_state state, bool lit)
{
	colour c = theme_state(v->theme, state);

	return lit || state == THREAD_STATES ? c : theme_faded(v->theme, c);
}

static void put_state_letter(const struct lanes_view *v, struct pane p, int x, int y,
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

static void draw_states_column(const struct lanes_view *v, const struct lanes_geometry *g,
			       struct pane p, uint32_t row, uint32_t column, int x,
			       int line)
{
	bool blocks = theme_has_blocks(v->theme),
	     found = !v->matched || lane_cells_count(v->matched, row, column);
	bool selected = lanes_view_is_selected(v, column);
	int each = blocks ? 2 : 1, levels = g->height * each;
	enum thread_state level[LEVELS];

	divide_column(v, row, column, levels < LEVELS ? levels : LEVELS, level);
	for (int y = 0; y < g->height; y++) {
		int at = (g->height - 1 - y) * each;

		if (lanes_view_is_at_cursor(v, row, column))
			lanes_view_draw_cursor(v, p, x, line + y);
		else if (blocks)
			pane_put_halves(p, x, line + y,
					state_colour(v, level[at + 1], selected && found),
					state_colour(v, level[at], selected && found));
		else
			put_state_letter(v, p, x, line + y, level[at], selected, found);
	}
}

static bool has_state(const struct lanes_view *v, enum thread_state state)
{
	for (uint32_t e = 0; e < v->state_count; e++)
		if (v->state[e] == state)
			return true;
	return false;
}

static void put_state_sample(const struct lanes_view *v, struct pane p, int x, int y,
			     int width, enum thread_state state)
{
	if (!theme_has_blocks(v->theme)) {
		put_state_letter(v, p, x + width - 1, y, state, false, true);
		return;
	}
	for (int i = 0; i < width; i++)
		pane_put(p, x + i, y, U' ',
			 (struct style){.bg = theme_state(v->theme, state)});
}

static void draw_states_legend(const struct lanes_view *v, const struct lanes_geometry *g,
			       struct pane p)
{
	int last = v->time ? g->line + g->lines * g->height : lanes_view_lines(v);

	for (int i = THREAD_STATES, y = g->line; i-- > 0 && y < last;) {
		if (!has_state(v, order[i]))
			continue;
		y += y == g->axis; /* that line has the period */
		put_state_sample(v, p, g->scale, y, 1, order[i]);
		pane_print(p, g->scale + 2, y++, (struct style){0}, brief[order[i]]);
	}
}

static void draw_states_line(const struct lanes_view *v, struct pane p, int y, int room)
{
	const struct style dim = {.attr = ATTR_DIM};

	for (int i = 0, x = 0; i < THREAD_STATES; i++) {
		int length = (int)strlen(briefest[i].word);

		if (!has_state(v, briefest[i].state) || x + 1 + length > room)
			continue;
		put_state_sample(v, p, x, y, 1, briefest[i].state);
		pane_print(p, x + 1, y, dim, briefest[i].word);
		x += length + 2;
	}
}

/* ---- axis, scale and title ---- */

static void draw_axis(const struct lanes_view *v, const struct lanes_geometry *g,
		      struct pane p)
{
	const struct style dim = {.attr = ATTR_DIM};
	int step = g->cell_width >= 6 ? 1 : g->cell_width >= 2 ? 5 : 10, end = 0;
	int room = g->scale >= 0 ? g->scale - 2 : p.area.w;
	uint64_t first = v->window.from / v->window.period;
	char label[2 * LABEL_MAX], number[LABEL_MAX];

	pane_put(p, g->cells - 1, g->axis, U'└', dim);
	for (int x = 0; x < (int)g->shown * g->cell_width; x++)
		pane_put(p, g->cells + x, g->axis, U'─', dim);
	for (uint32_t c = 0; c < g->shown; c++) {
		int x = g->cells + (int)c * g->cell_width;

		if ((first + c) % (uint32_t)step || x < end)
			continue;
		number_plain_seconds(column_of(v, c).from, number);
		if (x + (int)strlen(number) > room)
			break;
		end = x + 1 + pane_print(p, x, g->axis, dim, number);
	}
	if (g->scale < 0)
		return;
	snprintf(label, sizeof label, "%s s/col",
		 number_plain_seconds(v->window.period, number));
	pane_print(p, g->scale - 1, g->axis, dim, label);
}

/* A cell of this count, `width` columns wide. */
static void draw_sample(const struct lanes_view *v, struct pane p, int x, int y,
			int width, uint64_t count)
{
	colour c = theme_heat(v->theme, count, v->cells->peak);

	if (!theme_has_blocks(v->theme)) {
		draw_glyph(v, p, x + width - 1, y, count, 0, false);
		return;
	}
	for (int i = 0; i < width; i++)
		pane_put(p, x + i, y, U' ', (struct style){.bg = c});
}

static const char *value_words(const struct lanes_view *v, uint64_t value, char *buf)
{
	return v->lanes->spans ? label_brief(value, buf) : number_grouped(value, buf);
}

#define SCALE_STEPS 5

/* The scale: a few counts with their colours, the peak on top. */
static void draw_scale(const struct lanes_view *v, const struct lanes_geometry *g,
		       struct pane p)
{
	uint64_t peak = v->cells->peak;
	int lines = v->time ? g->lines * g->height - 1 : (int)v->rows->shown - 1;
	int steps = lines < SCALE_STEPS ? lines : SCALE_STEPS;
	char label[LABEL_MAX];

	if (steps > 0 && (uint64_t)steps > peak)
		steps = (int)peak;
	pane_print(p, g->scale, g->line, (struct style){.attr = ATTR_DIM},
		   v->lanes->spans ? "time" : "samples");
	for (int i = 0; i < steps; i++) {
		uint64_t value =
		    theme_scale_step(peak, false, (unsigned)i, (unsigned)steps);
		int y = g->line + 1 + i;

		draw_sample(v, p, g->scale, y, 2, value);
		pane_print(p, g->scale + 3, y, (struct style){0},
			   value_words(v, value, label));
	}
}

#define LINE_STEPS 6

/*
 * "0 .:-+#@ 99 samples": the scale below the names, in narrow panes. It is in the line of the axis
 * or, if that shows the number of hidden lanes, in the line of the clock.
 */
static void draw_scale_line(const struct lanes_view *v, const struct lanes_geometry *g,
			    struct pane p)
{
	const struct style dim = {.attr = ATTR_DIM};
	bool taken = lanes_view_rows(v) > (uint32_t)g->lines;
	uint64_t peak = v->cells->peak;
	int steps = peak < LINE_STEPS ? (int)peak : LINE_STEPS;
	int y = g->axis + taken, x = 2, end = x + steps + 1;
	int room = taken ? g->cells - HEAT_GEOMETRY_GUTTER - 1 : g->cells - 2;
	char words[2 * LABEL_MAX], n[LABEL_MAX];

	if (v->states && y < p.area.h)
		draw_states_line(v, p, y, room);
	if (v->states)
		return;

	snprintf(words, sizeof words, "%s%s", value_words(v, peak, n),
		 v->lanes->spans ? ""
		 : peak == 1	 ? " sample"
				 : " samples");
	if (end + (int)strlen(words) > room)
		words[strcspn(words, " ")] = '\0';
	if (y >= p.area.h || end + (int)strlen(words) > room)
		return;
	pane_print(p, 0, y, dim, "0");
	for (int i = steps; i-- > 0; x++)
		draw_sample(v, p, x, y, 1,
			    theme_scale_step(peak, true, (unsigned)i, (unsigned)steps));
	pane_print(p, end, y, dim, words);
}

#define OF_ALL "of all" /* order and shares refer to the whole profile, not the range */

/* "  L: by process", without "by" if there is no room. */
static void draw_next(const struct lanes_view *v, int x, int end, struct pane p)
{
	char words[2 * LABEL_MAX], key[COMMAND_KEY_MAX];
	const char *next = v->next ? v->next : "map";

	command_key(COMMAND_LANES, key);
	snprintf(words, sizeof words, "  %s: by %s", key, next);
	if (!v->next || x + (int)strlen(words) >= end)
		snprintf(words, sizeof words, "  %s: %s", key, next);
	if (x + (int)strlen(words) < end)
		pane_print(p, x, 0, (struct style){.attr = ATTR_DIM}, words);
}

static void draw_around(const struct lanes_view *v, const struct lanes_geometry *g,
			struct pane p)
{
	struct pane inside = pane_inside(
	    p, (struct rect){g->cells - HEAT_GEOMETRY_GUTTER, 0,
			     p.area.w - g->cells + HEAT_GEOMETRY_GUTTER, p.area.h});
	struct heat_geometry h = heat_geometry_of(v->time, inside);

	h.clock = h.clock >= 0 ? g->axis + 1 : -1;
	h.axis = g->axis;
	heat_view_draw_around(v->time, &h, inside);
	if (h.strip >= 0) {
		/* "12 threads  L: by process  of all": lanes, key, heading of the shares */
		char words[2 * LABEL_MAX], n[LABEL_MAX];
		const char *by = lanes_by_names[v->lanes->by];
		int used, end = g->cells;

		snprintf(words, sizeof words, "%s %s%s",
			 number_grouped(v->lanes->count, n), by,
			 v->lanes->count == 1		 ? ""
			 : v->lanes->by == LANES_PROCESS ? "es"
							 : "s");
		used = pane_text_fit(p, 0, 0, g->cells - 1,
				     (struct style){.attr = ATTR_BOLD}, text_of(words));
		if (g->ids) {
			end = g->cells - 2 - (int)strlen(OF_ALL);
			pane_print(p, end, 0, (struct style){.attr = ATTR_DIM}, OF_ALL);
		}
		draw_next(v, used, end, p);
	}
}

/* "191 more  62.1 %": the lanes above and below the window. */
static void draw_unseen(const struct lanes_view *v, const struct lanes_geometry *g,
			struct pane p, uint64_t count, uint64_t all)
{
	uint32_t rows = lanes_view_rows(v);
	char words[LABEL_MAX], n[LABEL_MAX];
	const struct style dim = {.attr = ATTR_DIM};
	int used;

	if (!v->time || rows <= (uint32_t)g->lines)
		return;
	snprintf(words, sizeof words, "%s more",
		 number_grouped(rows - (uint32_t)g->lines, n));
	used = pane_text_fit(p, 0, g->axis, g->name, dim, text_of(words));
	label_share(count, all, n);
	if (g->ids && used + (int)strlen(n) < g->cells - 2)
		pane_print(p, g->cells - 2 - (int)strlen(n), g->axis, dim, n);
}

void lanes_view_draw(const struct lanes_view *v, struct pane p)
{
	struct lanes_geometry g;
	uint64_t all, unseen;

	if (!v->cells || v->why || (v->time && !v->time->map)) {
		pane_print(p, 2, p.area.h / 2, (struct style){0},
			   v->why ? v->why : "there is nothing to draw");
		return;
	}
	g = lanes_view_geometry(v, p);
	all = unseen = v->lanes->all;
	for (int i = 0; i < g.lines; i++) {
		uint32_t row = g.top + (uint32_t)i;

		int line = g.line + i * g.height;

		draw_name(v, &g, p, row, line);
		unseen -= draw_share(v, &g, p, row, line, all);
		if (v->states) {
			uint32_t width = (uint32_t)g.cell_width;

			for (uint32_t x = 0; x < g.shown * width; x++)
				draw_states_column(v, &g, p, row, g.first + x / width,
						   g.cells + (int)x, line);
			for (int y = 0; y < g.height; y++)
				pane_put(p, g.cells - 1, line + y, U'│',
					 (struct style){.attr = ATTR_DIM});
		}
		for (int below = 0; below < g.height && !v->states; below++)
			draw_cells(v, &g, p, row, line + below);
	}
	if (v->time)
		draw_around(v, &g, p);
	if (v->time)
		draw_unseen(v, &g, p, unseen, all);
	else
		draw_axis(v, &g, p);
	if (g.scale >= 0 && v->states)
		draw_states_legend(v, &g, p);
	else if (g.scale >= 0 && v->cells->peak)
		draw_scale(v, &g, p);
	else if (v->time && v->cells->peak)
		draw_scale_line(v, &g, p);
}

bool lanes_view_pointed(const struct lanes_view *v, struct lanes_pointed *at)
{
	uint64_t time, first;
	uint32_t row = v->hovering ? v->hover : v->cursor;

	if (!v->cells || v->why || !v->time->map || row >= lanes_view_rows(v))
		return false;
	time = v->time->hovering ? v->time->hover : v->time->cursor;
	first = time / v->window.period - v->window.from / v->window.period;
	*at = (struct lanes_pointed){
	    .name = row < v->rows->shown ? lane_name(v->lanes, v->rows->list[row].lane)
					 : TEXT("others"),
	    .count = first < v->window.columns
			 ? lane_cells_count(v->cells, row, (uint32_t)first)
			 : 0};
	return true;
}
