#include "view/heat/heat_hues.h"

#include <inttypes.h>
#include <stdio.h>

#include "base/number.h"
#include "canvas/short_name.h"
#include "view/label.h"

bool heat_hues_shown(const struct heat_view *v)
{
	return v->hues && !heat_view_shares(v);
}

/*
 * The hue of a cell, or of its part that was `found`; `*hue` is v->hues->count for all other names.
 * If CPUs were busy but the cell has no sample, it takes the hue of the previous cell. False: the
 * cell is empty.
 */
static bool heat_hues_of(const struct heat_view *v, uint32_t column, uint32_t row,
			 bool found, uint32_t *hue)
{
	const struct cell_winners *d = found ? v->who_found : v->who;
	const struct heatmap *map = found ? v->matched : v->map;
	int64_t rows = map->rows, at = column * rows + row;

	for (int64_t i = at; i >= 0 && i > at - rows; i--) {
		*hue =
		    cell_winners_look(d, map, (uint32_t)(i / rows), (uint32_t)(i % rows));
		if (*hue != CELL_WINNER_NONE || !v->busy)
			break;
	}
	return *hue != CELL_WINNER_NONE;
}

/* ---- colours ---- */

#define STEPS  3
#define OTHERS NAME_HUES

/*
 * From few to many samples, all from the 6x6x6 cube, so that they are the same with 256 colours.
 * Chosen by search: at each step any two can be distinguished even without red-green vision (best
 * for many samples), and so can the steps of each.
 */
static const colour on_dark[NAME_HUES + 1][STEPS] = {
    {COLOUR_RGB(0x00, 0x5f, 0x87), COLOUR_RGB(0x5f, 0xaf, 0xd7),
     COLOUR_RGB(0x87, 0xd7, 0xff)},
    {COLOUR_RGB(0x87, 0x5f, 0x00), COLOUR_RGB(0xd7, 0x87, 0x00),
     COLOUR_RGB(0xff, 0xd7, 0x5f)},
    {COLOUR_RGB(0x87, 0x00, 0x00), COLOUR_RGB(0xd7, 0x00, 0x00),
     COLOUR_RGB(0xff, 0x5f, 0x5f)},
    {COLOUR_RGB(0x00, 0x87, 0x5f), COLOUR_RGB(0x87, 0xaf, 0x87),
     COLOUR_RGB(0xaf, 0xff, 0xaf)},
    {COLOUR_RGB(0x5f, 0x00, 0xaf), COLOUR_RGB(0xaf, 0x00, 0xaf),
     COLOUR_RGB(0xd7, 0x00, 0xff)},
    {COLOUR_RGB(0x87, 0x87, 0x00), COLOUR_RGB(0x00, 0xd7, 0x5f),
     COLOUR_RGB(0xaf, 0xff, 0x00)},
    {COLOUR_RGB(0x87, 0x00, 0x5f), COLOUR_RGB(0xd7, 0x00, 0x5f),
     COLOUR_RGB(0xff, 0x00, 0xaf)},
    {COLOUR_RGB(0x5f, 0x00, 0xff), COLOUR_RGB(0x5f, 0x5f, 0xff),
     COLOUR_RGB(0xd7, 0x87, 0xff)},
    {COLOUR_RGB(0x4e, 0x4e, 0x4e), COLOUR_RGB(0x80, 0x80, 0x80),
     COLOUR_RGB(0xbc, 0xbc, 0xbc)},
};

static const colour on_light[NAME_HUES + 1][STEPS] = {
    {COLOUR_RGB(0x5f, 0xd7, 0xff), COLOUR_RGB(0x00, 0xaf, 0xff),
     COLOUR_RGB(0x00, 0x87, 0xaf)},
    {COLOUR_RGB(0xff, 0xaf, 0x5f), COLOUR_RGB(0xd7, 0x87, 0x00),
     COLOUR_RGB(0xaf, 0x5f, 0x00)},
    {COLOUR_RGB(0xd7, 0x87, 0x5f), COLOUR_RGB(0xd7, 0x00, 0x00),
     COLOUR_RGB(0x87, 0x00, 0x00)},
    {COLOUR_RGB(0x87, 0xd7, 0xaf), COLOUR_RGB(0x00, 0xd7, 0x5f),
     COLOUR_RGB(0x00, 0xaf, 0x5f)},
    {COLOUR_RGB(0xaf, 0x87, 0xff), COLOUR_RGB(0xaf, 0x00, 0xff),
     COLOUR_RGB(0x87, 0x00, 0xaf)},
    {COLOUR_RGB(0xaf, 0xaf, 0xff), COLOUR_RGB(0x5f, 0x87, 0xff),
     COLOUR_RGB(0x00, 0x5f, 0xff)},
    {COLOUR_RGB(0xff, 0x87, 0xd7), COLOUR_RGB(0xff, 0x00, 0xd7),
     COLOUR_RGB(0xd7, 0x00, 0x87)},
    {COLOUR_RGB(0xaf, 0x5f, 0xff), COLOUR_RGB(0x87, 0x5f, 0xaf),
     COLOUR_RGB(0x5f, 0x00, 0x5f)},
    {COLOUR_RGB(0xc6, 0xc6, 0xc6), COLOUR_RGB(0x94, 0x94, 0x94),
     COLOUR_RGB(0x58, 0x58, 0x58)},
};

static bool is_light(const struct theme *t)
{
	return theme_ground(t) != COLOUR_DEFAULT || t->light;
}

#define ANSI(r, g, b) COLOUR_RGB((r)*205, (g)*205, (b)*205)

/* The position of `value` between the steps, in hundredths of a step. */
static unsigned place_of(uint64_t value, uint64_t peak)
{
	const uint64_t end = (STEPS - 1) * 100;

	return (unsigned)(peak > 1 ? number_share(value - 1, peak - 1, end) : end);
}

colour heat_hues_colour(const struct theme *t, uint32_t hue, uint64_t value,
			uint64_t peak)
{
	const colour *steps = is_light(t) ? on_light[hue] : on_dark[hue];
	unsigned at;

	if (!value)
		return theme_ground(t);
	if (t->depth < PALETTE_256) {
		/*
		 * With 8 or 16 colours, letters distinguish names; these colours are
		 * readable on black and on white.
		 */
		static const colour of[NAME_HUES + 1] = {ANSI(1, 0, 0), ANSI(0, 1, 0),
							 ANSI(1, 0, 1), ANSI(0, 1, 1)};

		if (hue == 4 && t->depth == PALETTE_16)
			return COLOUR_RGB(0x5c, 0x5c, 0xff);
		return of[hue];
	}
	at = place_of(value, peak);
	if (t->depth == PALETTE_256) /* blends would be rounded to other hues */
		return steps[(at + 50) / 100];
	return at % 100 ? theme_blend(steps[at / 100], steps[at / 100 + 1], at % 100)
			: steps[at / 100];
}

char heat_hues_letter(uint32_t hue, uint64_t value, uint64_t peak)
{
	bool many = value >= peak - peak / 2;

	if (!value)
		return ' ';
	if (hue == OTHERS)
		return many ? '=' : '-';
	return (char)((many ? 'A' : 'a') + hue);
}

colour heat_hues_unmatched(const struct theme *t, uint64_t value, uint64_t peak)
{
	unsigned at = place_of(value, peak) / 2; /* percent */

	if (is_light(t))
		return theme_blend(COLOUR_RGB(0xf0, 0xf0, 0xf0),
				   COLOUR_RGB(0xd8, 0xd8, 0xd8), at);
	return theme_blend(COLOUR_RGB(0x1c, 0x1c, 0x1c), COLOUR_RGB(0x34, 0x34, 0x34),
			   at);
}

void heat_hues_paint(const struct heat_view *v, uint32_t column, uint32_t row,
		     colour *drawn, char *glyph)
{
	uint64_t count = heat_view_value(v, column, row),
		 found = heat_view_found(v, column, row);
	uint64_t value = v->matched ? found : count;
	uint64_t peak = v->matched ? heat_view_found_peak(v) : heat_view_peak(v);
	uint32_t hue = OTHERS;

	if (!count)
		return;
	if (!value && v->theme->depth >= PALETTE_256)
		*drawn = heat_hues_unmatched(v->theme, count, heat_view_peak(v));
	if (!value) {
		*glyph = '.';
		return;
	}
	if (!heat_hues_of(v, column, row, v->matched != NULL, &hue) ||
	    hue >= v->hues->count)
		hue = OTHERS;
	*drawn = heat_hues_colour(v->theme, hue, value, peak);
	*glyph = heat_hues_letter(hue, value, peak);
}

/* ---- the names beside the map ---- */

/* The lines below the heading. */
struct legend {
	uint32_t hues[NAME_HUES + 1]; /* by line; OTHERS: all names without a line */
	int count;
	uint64_t more;		    /* names without a line */
	uint32_t hidden[NAME_HUES]; /* the hues of names without a line */
	int hidden_count;
};

static struct legend legend_of(const struct heat_view *v, const struct heat_geometry *g)
{
	const struct name_hues *h = v->hues;
	int room = g->cells.h - 1 - (v->wished ? 2 : 0), shown = 0, lines;
	struct legend l = {.more = h->others_names};

	for (uint32_t i = 0; i < h->count; i++)
		shown += h->named[i].kept > 0;
	lines = shown + (l.more > 0);
	if (lines > room) /* the last line is for all names that do not fit */
		shown = room > 1 ? room - 1 : 0;
	for (uint32_t i = 0; i < h->count; i++) {
		if (!h->named[i].kept)
			continue;
		if (l.count < shown)
			l.hues[l.count++] = i; /* room: at most NAME_HUES */
		else
			l.hidden[l.hidden_count++] = i; /* room: the same */
	}
	l.more += (uint64_t)l.hidden_count;
	if (l.more && room > 0)
		l.hues[l.count++] = OTHERS; /* room: one more */
	return l;
}

/* The name of a hue. Modules are shown without their directory. */
static struct text name_of(const struct name_hues *h, uint32_t hue)
{
	struct text name = name_hues_name(h, hue);

	return h->by == HUES_MODULE ? text_basename(name) : name;
}

/* Draw the hues of the names that have no separate line. */
static void draw_hidden(const struct heat_view *v, const struct heat_geometry *g,
			const struct legend *l, struct pane p, int x, int y)
{
	for (int i = 0; i < l->hidden_count; i++) {
		colour c = heat_hues_colour(v->theme, l->hidden[i], 1, 1);
		char letter = heat_hues_letter(l->hidden[i], 1, 1);

		if (g->per_line == 2)
			pane_put(p, x + i, y, U' ', (struct style){.bg = c});
		else
			pane_put(p, x + i, y, (char32_t)letter, (struct style){.fg = c});
	}
}

static void draw_name(const struct heat_view *v, const struct heat_geometry *g,
		      const struct legend *l, uint32_t hue, struct pane p, int y)
{
	struct style s = {0};
	colour c = heat_hues_colour(v->theme, hue, 1, 1);
	colour few = heat_hues_colour(v->theme, hue, 1, 2);
	int x = g->legend + 3, room = p.area.w - x, w;
	char words[LABEL_MAX];
	const struct hued_name *n;
	char number[LABEL_MAX];

	if (g->per_line == 2) {
		pane_put(p, g->legend, y, U' ', (struct style){.bg = few});
		pane_put(p, g->legend + 1, y, U' ', (struct style){.bg = c});
	} else {
		s.fg = v->theme->depth == PALETTE_NONE ? COLOUR_DEFAULT : c;
		pane_put(p, g->legend + 1, y, (char32_t)heat_hues_letter(hue, 1, 1), s);
	}
	n = &v->hues->named[hue == OTHERS ? 0 : hue];
	words[0] = '\0';
	if (hue == OTHERS)
		snprintf(words, LABEL_MAX, "%s other%s", number_grouped(l->more, number),
			 l->more == 1 ? "" : "s");
	else if (!n->alone && n->tid != PROFILE_NO_ID)
		snprintf(words, LABEL_MAX, " %" PRId32, n->tid);
	w = (int)strlen(words);
	if (hue != OTHERS)
		x += pane_name(p, x, y, room - w, (struct style){0},
			       name_of(v->hues, hue));
	x += pane_print(p, x, y, (struct style){.attr = hue == OTHERS ? ATTR_DIM : 0},
			words);
	if (hue == OTHERS)
		draw_hidden(v, g, l, p, x + 1, y);
}

void heat_hues_legend(const struct heat_view *v, const struct heat_geometry *g,
		      struct pane p)
{
	const struct legend l = legend_of(v, g);

	pane_print(p, g->legend, g->cells.y, (struct style){.attr = ATTR_DIM},
		   hues_by_names[v->hues->by]);
	for (int i = 0; i < l.count && i < g->cells.h - 1; i++)
		draw_name(v, g, &l, l.hues[i], p, g->cells.y + 1 + i);
}

bool heat_hues_at(const struct heat_view *v, int x, int y, struct pane p, uint32_t *hue)
{
	struct heat_geometry g;
	struct legend l;
	int line;

	if (!v->map || !heat_hues_shown(v) || v->is_other)
		return false;
	g = heat_geometry_of(v, p);
	l = legend_of(v, &g);
	line = y - g.cells.y - 1;
	if (g.legend < 0 || x < g.legend || line < 0 || line >= l.count)
		return false;
	*hue = l.hues[line];
	return true;
}

/* ---- a cell in words ---- */

#define NAME_SHOWN 32 /* columns */

const char *heat_hues_words(const struct heat_view *v, uint32_t column, uint32_t row,
			    char buf[HEAT_HUES_WORDS])
{
	const struct cell_winners *d = v->matched ? v->who_found : v->who;
	const struct heatmap *map = v->matched ? v->matched : v->map;
	bool spans = map->spans;
	uint32_t hue = cell_winners_look(d, map, column, row);
	uint64_t most = cell_winners_count(d, map, column, row);
	char n[LABEL_MAX], of[LABEL_MAX], id[LABEL_MAX] = "", shown[SHORT_NAME_MAX];
	struct text name = TEXT("others");

	buf[0] = '\0';
	if (hue == CELL_WINNER_NONE)
		return buf;
	if (hue < v->hues->count) {
		const struct hued_name *named = &v->hues->named[hue];

		name = name_of(v->hues, hue);
		if (!named->alone && named->tid != PROFILE_NO_ID)
			snprintf(id, sizeof id, " %" PRId32, named->tid);
	}
	name = short_name(name, NAME_SHOWN, v->theme->ascii, shown);
	snprintf(buf, HEAT_HUES_WORDS, "%.*s%s %s of %s%s", (int)name.len, name.at, id,
		 label_value(most, spans, n),
		 label_value(heatmap_count(map, column, row), spans, of),
		 v->matched ? " found" : "");
	return buf;
}
