#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "analysis/waiting/thread_state.h"
#include "analysis/waiting/waiting_profile.h"
#include "base/number.h"
#include "view/chart/chart_picture.h"
#include "view/frame_box.h"
#include "view/label.h"

/* ---- boxes ---- */

/* The style of a box, without the cursor. */
static struct style chart_picture_style(const struct chart_picture *v, uint32_t node,
					uint64_t time)
{
	struct style s = frame_box_style(v->theme, v->tree, node, time,
					 v->window.columns * v->window.period);

	if (v->search && v->search->nodes.words && bits_has(&v->search->nodes, node)) {
		s = theme_matched_frame(v->theme);
		s.attr |= ATTR_BOLD;
	}
	if (v->theme->depth == PALETTE_NONE)
		s = (struct style){.attr = s.attr & (ATTR_BOLD | ATTR_UNDERLINE)};
	return s;
}

/* The columns [from, result) have the same frame in this row; `time` receives their sum. */
static uint32_t chart_picture_run(const struct chart_cells *c, uint32_t row,
				  uint32_t from, uint64_t *time)
{
	uint32_t to = from, node = chart_cells_node(c, from, row);

	*time = 0;
	for (; to < c->columns && chart_cells_node(c, to, row) == node; to++)
		*time += c->time[(size_t)to * c->rows + row];
	return to;
}

void chart_picture_row(const struct chart_picture *v, const struct chart_cells *c,
		       uint32_t row, struct pane p, int left, int y)
{
	uint32_t from = 0, to;
	uint64_t time;

	for (; from < c->columns; from = to) {
		uint32_t node = chart_cells_node(c, from, row);
		int x = left + (int)from;

		to = chart_picture_run(c, row, from, &time);
		if (!node)
			continue;
		frame_box_draw(p, x, y, (int)(to - from),
			       chart_picture_style(v, node, time), v->theme->ascii,
			       tree_label(v->tree, node));
		/* without colours, also show the end of a box before a gap */
		if (to < c->columns && !chart_cells_node(c, to, row) &&
		    v->theme->depth == PALETTE_NONE)
			pane_put(p, left + (int)to, y, v->theme->ascii ? U'|' : U'▏',
				 (struct style){0});
	}
}

/* ---- the sampled part of each column ---- */

static bool is_selected(const struct chart_picture *v, uint32_t column)
{
	uint64_t from = number_add(v->window.from, column * v->window.period);

	if (v->several.count)
		return selection_overlaps(
		    v->several, (struct range){from, number_add(from, v->window.period)});
	return from < v->selected.to &&
	       v->selected.from < number_add(from, v->window.period);
}

/* ---- states ---- */

static void draw_state(const struct chart_picture *v, uint32_t column,
		       enum thread_state state, struct pane p, int x, int y)
{
	bool blocks = theme_has_blocks(v->theme);
	colour c = theme_state(v->theme, state);
	struct style s = {0};

	if (!is_selected(v, column))
		c = theme_faded(v->theme, c);
	if (blocks)
		s.bg = c;
	else if (v->theme->depth != PALETTE_NONE)
		s.fg = c;
	pane_put(p, x, y, blocks ? U' ' : (char32_t)theme_state_glyph(state), s);
}

/* "# running  - blocked": only the states that occur. */
static int draw_legend(const struct chart_picture *v, const struct chart_cells *c,
		       struct pane p, int x, int y)
{
	const struct style dim = {.attr = ATTR_DIM};
	const struct profile *of = v->tree->profile;
	bool there[THREAD_STATES] = {false};
	int from = x;

	for (uint32_t i = 0; i < c->columns; i++) {
		enum thread_state state = c->event[i] == CHART_NO_EVENT
					      ? THREAD_STATES
					      : waiting_profile_state(of, c->event[i]);

		if (state < THREAD_STATES)
			there[state] = true;
	}
	for (int i = 0; i < THREAD_STATES; i++) {
		if (!there[i])
			continue;
		draw_state(v, 0, (enum thread_state)i, p, x + 2, y);
		x += 4;
		x += pane_print(p, x, y, dim, thread_states[i].title);
	}
	return x - from;
}

void chart_picture_covered(const struct chart_picture *v, const struct chart_cells *c,
			   struct pane p, int left, int y)
{
	bool blocks = theme_has_blocks(v->theme);
	uint64_t most = v->window.period;

	if (v->tree->profile->states) {
		const struct profile *of = v->tree->profile;

		for (uint32_t i = 0; i < c->columns; i++)
			if (c->event[i] != CHART_NO_EVENT)
				draw_state(v, i, waiting_profile_state(of, c->event[i]),
					   p, left + (int)i, y);
		return;
	}
	for (uint32_t i = 0; i < c->columns; i++) {
		uint64_t n = c->covered[i] < most ? c->covered[i] : most;
		struct style s = {0};

		if (!n)
			continue;
		if (blocks && !is_selected(v, i))
			s.bg = theme_faded(v->theme, theme_heat(v->theme, n, most));
		else if (blocks)
			s.bg = theme_heat(v->theme, n, most);
		else if (v->theme->depth != PALETTE_NONE)
			s.fg = theme_heat(v->theme, n, most);
		pane_put(p, left + (int)i, y,
			 blocks ? U' ' : (char32_t)theme_heat_glyph(n, most), s);
	}
}

/* ---- title and axis ---- */

int chart_picture_title(const struct chart_picture *v, const struct chart_strip *s,
			struct pane p, int y)
{
	const struct style dim = {.attr = ATTR_DIM};
	char words[3 * LABEL_MAX], count[NUMBER_THINGS_MAX], share[LABEL_MAX], ids[32];
	int x;

	ids[0] = '\0';
	if (s->pid != PROFILE_NO_ID && s->tid != PROFILE_NO_ID)
		snprintf(ids, sizeof ids, " %" PRId32 "/%" PRId32, s->pid, s->tid);
	else if (s->tid != PROFILE_NO_ID)
		snprintf(ids, sizeof ids, " %" PRId32, s->tid);
	if (s->is_time)
		label_duration(s->count, count);
	else
		number_things(s->count, "samples", count);
	snprintf(words, sizeof words, "%s  %.80s, %s", ids, count,
		 label_share(s->count, s->all, share));
	x = pane_name(p, 0, y, p.area.w - (int)strlen(words),
		      (struct style){.attr = ATTR_BOLD}, s->name);
	x += pane_print(p, x, y, dim, words);
	return v->tree->profile->states ? x + draw_legend(v, s->cells, p, x, y) : x;
}

#define LABEL_APART 14 /* least number of columns between labels of the axis */

/* 1, 2 or 5 times a power of ten, large enough to leave room for labels. */
static uint64_t axis_step(const struct chart_picture *v)
{
	uint64_t wanted = v->window.period, step = 1;

	wanted = wanted > UINT64_MAX / LABEL_APART ? UINT64_MAX : wanted * LABEL_APART;
	while (step < wanted && step <= UINT64_MAX / 10) {
		if (2 * step >= wanted)
			return 2 * step;
		if (5 * step >= wanted)
			return 5 * step;
		step *= 10;
	}
	return step;
}

void chart_picture_axis(const struct chart_picture *v, struct pane p, int x, int y)
{
	const struct style dim = {.attr = ATTR_DIM};
	const struct chart_window *w = &v->window;
	uint64_t step = axis_step(v), end = number_add(w->from, w->columns * w->period);
	uint64_t at = w->from / step * step;
	char number[LABEL_MAX + 2];

	for (uint32_t i = 0; i < w->columns; i++)
		pane_put(p, x + (int)i, y, v->theme->ascii ? U'-' : U'─', dim);
	if (at < w->from)
		at = number_add(at, step);
	for (; at < end && at <= UINT64_MAX - step; at += step) {
		int column = x + (int)((at - w->from) / w->period);

		number_plain_seconds(at, number);
		if (column + (int)strlen(number) + 2 > p.area.w)
			break;
		pane_put(p, column, y, v->theme->ascii ? U'+' : U'┴', dim);
		column += 1 + pane_print(p, column + 1, y, dim, number);
		pane_print(p, column, y, dim, "s");
	}
}
