/*
 * tree_view.c - the call tree: one row per frame, which opens and closes, with values or changes.
 */

#include <inttypes.h>
#include <stdio.h>

#include "analysis/graph/tree_rows.h"
#include "base/number.h"
#include "view/difference.h"
#include "view/label.h"
#include "view/list.h"
#include "view/status.h"

#define HEADER	  1   /* lines above the rows */
#define BAR_FROM  100 /* least width of a pane with bars */
#define BAR_WIDTH 10

struct tree_view {
	struct tree_rows rows;	     /* owned */
	const struct theme *theme;   /* borrowed */
	const struct search *search; /* borrowed; NULL: nothing is searched */
	const char *instead;	     /* borrowed: drawn in place of the rows; or NULL */
	struct list list;
	uint32_t cursor; /* a node */
	/* the order of a single side, while two are compared */
	enum tree_order before;
	bool is_time;		     /* values are nanoseconds */
	uint64_t percent_of;	     /* the value that is 100 % */
	const struct choice *choice; /* borrowed */
	bool focused;
};

void tree_view_write_options(const void *self, FILE *out)
{
	static const char *const orders[TREE_ORDERS] = {
	    [TREE_BY_SELF] = "self", [TREE_BY_NAME] = "name"};
	const struct tree_rows *r = &((const struct tree_view *)self)->rows;
	uint32_t depth = 0; /* of the deepest row: closed rows are printed, too */

	for (uint32_t i = 0; i < r->count; i++)
		if (r->rows[i].level > depth)
			depth = r->rows[i].level;
	fprintf(out, " --depth %" PRIu32, depth);
	if (orders[r->order])
		fprintf(out, " --sort %s", orders[r->order]);
}

static const struct tree *tree_of(const struct tree_view *v)
{
	return v->rows.flame->tree;
}

/* The row under the cursor; NULL if there is none. */
static const struct tree_row *row_here(const struct tree_view *v)
{
	return v->list.cursor < v->rows.count ? &v->rows.rows[v->list.cursor] : NULL;
}

/* ---- drawing ---- */

/* The indentation depends on the visible rows, so that deep ones are not pushed out of the pane. */
struct indent {
	uint32_t from; /* the level that is not indented */
	uint32_t most; /* the most levels of indentation */
};

static struct indent indent_of(const struct tree_view *v, int height, int width)
{
	struct indent in = {0, width > 12 ? (uint32_t)width / 6 : 2};
	uint32_t low = UINT32_MAX, high = 0, line;

	for (int y = 0; y < height && list_at(&v->list, y, height, &line); y++) {
		uint32_t level = v->rows.rows[line].level;

		low = level < low ? level : low;
		high = level > high ? level : high;
	}
	if (high > in.most)
		in.from = low;
	return in;
}

/* Draw the shares on both sides and the change; returns the column after them. */
static int draw_change(const struct tree_view *v, struct pane p, int y,
		       const struct tree_row *row, struct style s)
{
	const struct comparison *c = v->rows.comparison;
	struct change change = comparison_total(c, row->node);
	char a[LABEL_MAX], b[LABEL_MAX], numbers[3 * LABEL_MAX];
	int x;

	snprintf(numbers, sizeof numbers, "%8s %8s ",
		 label_share(row->value, c->subject.value, a),
		 row->more ? "" : label_share(change.baseline, c->baseline.value, b));
	x = pane_print(p, 0, y, s, numbers);
	if (!row->more)
		difference_draw(v->theme, difference_of(c, change), v->theme->ascii, "",
				p, x, y, s);
	return x + DIFFERENCE_WIDTH + 1;
}

/* Draw a bar for the share of all. */
static int draw_bar(const struct tree_view *v, struct pane p, int x, int y,
		    const struct tree_row *row, struct style box)
{
	uint64_t total = row->value < v->percent_of ? row->value : v->percent_of;
	int cells =
	    v->percent_of ? (int)number_share(total, v->percent_of, 2 * BAR_WIDTH) : 0;

	for (int i = 0; i < (cells + 1) / 2; i++) {
		if (v->theme->depth == PALETTE_NONE || v->theme->ascii)
			pane_put(p, x + i, y, U'=', (struct style){0});
		else
			pane_put(p, x + i, y, 2 * i + 1 < cells ? U'█' : U'▌',
				 (struct style){.fg = box.bg});
	}
	return x + BAR_WIDTH + 2;
}

static int draw_values(const struct tree_view *v, struct pane p, int y,
		       const struct tree_row *row, struct style s)
{
	char self[LABEL_MAX], total[LABEL_MAX], n[LABEL_MAX], numbers[3 * LABEL_MAX];

	label_share(row->value, v->percent_of, total);
	snprintf(self, sizeof self, "%s", "");
	if (!row->more)
		label_share(flame_own(v->rows.flame, row->node), v->percent_of, self);
	snprintf(numbers, sizeof numbers, "%8s %8s  ", total, self);
	if (p.area.w >= BAR_FROM)
		snprintf(numbers, sizeof numbers, "%8s %8s %12s  ", total, self,
			 label_value(row->value, v->is_time, n));
	return pane_print(p, 0, y, s, numbers);
}

static const char *mark_of(const struct tree_view *v, const struct tree_row *row)
{
	if (row->more)
		return v->theme->ascii ? "+" : "▸";
	if (row->leaf)
		return " ";
	if (v->theme->ascii)
		return row->open ? "-" : "+";
	return row->open ? "▾" : "▸";
}

/* Print the level of a row that is deeper than the indentation. Returns the column after it. */
static int draw_indent(struct pane p, int x, int y, uint32_t level, struct indent in,
		       struct style s)
{
	uint32_t deep = level - in.from;
	char words[24];

	if (deep <= in.most)
		return x + 2 * (int)deep;
	snprintf(words, sizeof words, "%u> ", (unsigned)level);
	s.attr |= s.attr & ATTR_REVERSE ? 0 : ATTR_DIM;
	x += 2 * (int)in.most;
	return x + pane_print(p, x, y, s, words);
}

static void draw_name(const struct tree_view *v, struct pane p, int x, int y,
		      const struct tree_row *row, struct style s)
{
	const struct tree *t = tree_of(v);
	uint32_t frame = t->frame[row->node];
	char words[NUMBER_THINGS_MAX];

	if (row->more) {
		s.attr |= s.attr & ATTR_REVERSE ? 0 : ATTR_DIM;
		pane_print(p, x, y, s, number_things(row->more, "more frames", words));
		return;
	}
	x += pane_name(p, x, y, p.area.w - x, s, tree_label(t, row->node));
	s.attr |= s.attr & ATTR_REVERSE ? 0 : ATTR_DIM;
	if (frame)
		pane_name(p, x + 2, y, p.area.w - x - 2, s,
			  profile_frame_module(t->profile, frame));
}

static void draw_row(const struct tree_view *v, struct pane p, int y, uint32_t line,
		     struct indent in)
{
	const struct tree_row *row = &v->rows.rows[line];
	const struct tree *t = tree_of(v);
	uint32_t frame = t->frame[row->node];
	struct style s = {0}, box = {0};
	int x;

	if (frame)
		box = theme_frame(v->theme, hue_kind(t->profile, frame), TEXT("a"));
	if (!row->more && v->search && v->search->nodes.words &&
	    bits_has(&v->search->nodes, row->node))
		s = theme_found_words(v->theme);
	if (v->focused && line == v->list.cursor)
		s.attr |= ATTR_REVERSE;
	for (int i = 0; i < p.area.w; i++)
		pane_put(p, i, y, U' ', s);
	x = v->rows.comparison ? draw_change(v, p, y, row, s)
			       : draw_values(v, p, y, row, s);
	if (p.area.w >= BAR_FROM && !v->rows.comparison)
		x = draw_bar(v, p, x, y, row, box);
	x = draw_indent(p, x, y, row->level, in, s);
	pane_print(p, x, y, s, mark_of(v, row));
	if (!row->more && v->theme->depth != PALETTE_NONE && box.bg)
		pane_put(p, x + 2, y, U' ', (struct style){.bg = box.bg});
	draw_name(v, p, x + 4, y, row, s);
}

/* The column of the names, after all numbers. */
static int names_from(const struct tree_view *v, struct pane p)
{
	if (v->rows.comparison)
		return 18 + DIFFERENCE_WIDTH + 1;
	return p.area.w >= BAR_FROM ? 32 + BAR_WIDTH + 2 : 19;
}

static void draw_heads(const struct tree_view *v, struct pane p, struct indent in)
{
	const struct style head = {.attr = ATTR_BOLD | ATTR_UNDERLINE};
	static const char *const of[PERCENT_BASES] = {"", "  % of all kept",
						      "  % of everything"};
	enum tree_order order = v->rows.order;
	char names[160], from[40] = "";

	if (in.from)
		snprintf(from, sizeof from, "  from level %u on", (unsigned)in.from);
	if (v->rows.comparison)
		snprintf(names, sizeof names, "%6s %s %8s  change of all %s  frame%s%s%s",
			 "A", order == TREE_BY_TOTAL ? "v" : " ", "B",
			 order == TREE_BY_CHANGE ? "v" : " ",
			 order == TREE_BY_NAME ? " v" : "",
			 order == TREE_BY_SELF ? " by self" : "", from);
	else
		snprintf(names, sizeof names, "%6s %s %6s %s %*s  frame%s%s%s", "total",
			 order == TREE_BY_TOTAL ? "v" : " ", "self",
			 order == TREE_BY_SELF ? "v" : " ", names_from(v, p) - 20, "",
			 order == TREE_BY_NAME ? " v" : "", of[v->choice->percent], from);
	pane_print(p, 0, 0, head, names);
}

static void draw_tree_view(const void *self, struct pane p)
{
	const struct tree_view *v = self;
	int height = p.area.h - HEADER;
	struct indent in = {0, 0};
	uint32_t line;

	if (v->rows.flame)
		in = indent_of(v, height, p.area.w - names_from(v, p));
	draw_heads(v, p, in);
	if (v->instead || v->rows.count == 0 || v->rows.rows[0].leaf)
		pane_print(p, 2, 2, (struct style){0},
			   v->instead ? v->instead : "no samples in this range");
	if (v->instead || v->rows.count == 0 || v->rows.rows[0].leaf)
		return;
	for (int y = 0; y < height; y++)
		if (list_at(&v->list, y, height, &line))
			draw_row(v, p, y + HEADER, line, in);
}

/* ---- moving, opening and closing ---- */

static void note_cursor(struct tree_view *v)
{
	const struct tree_row *row = row_here(v);

	v->cursor = row ? row->node : 0;
}

/* List the rows again, with the cursor on `node`, in the same line of the screen as before. */
static bool list_anew(struct tree_view *v, uint32_t node, struct error *err)
{
	uint32_t line = v->list.cursor - v->list.scroll;
	bool ok = tree_rows_show(&v->rows, v->rows.flame, v->rows.comparison, err);

	list_resize(&v->list, v->rows.count);
	v->list.cursor = ok ? tree_rows_of(&v->rows, node) : 0;
	v->list.scroll = v->list.cursor > line ? v->list.cursor - line : 0;
	return ok;
}

/* The same after a command. Without memory there are no rows, until the next update reports it. */
static struct action relist(struct tree_view *v, uint32_t node, struct pane p)
{
	struct error err = ERROR_INIT;

	if (!list_anew(v, node, &err))
		return ACTION(UPDATE);
	list_point(&v->list, v->list.cursor, p.area.h - HEADER);
	note_cursor(v);
	return ACTION(REDRAW);
}

/* The same, scrolling no further than necessary. */
static struct action go_to(struct tree_view *v, uint32_t node, struct pane p)
{
	uint32_t scroll = v->list.scroll;
	struct action r = relist(v, node, p);

	v->list.scroll = scroll < v->list.cursor ? scroll : v->list.cursor;
	list_point(&v->list, v->list.cursor, p.area.h - HEADER);
	return r;
}

static struct action open_row(struct tree_view *v, const struct tree_row *row,
			      struct pane p)
{
	uint32_t node = row->node, line = v->list.cursor;
	struct action r;

	if (row->more) {
		tree_rows_open(&v->rows, node, TREE_OPEN_ALL);
		r = relist(v, node, p);
		list_point(&v->list, line, p.area.h - HEADER);
		note_cursor(v);
		return r;
	}
	tree_rows_open(&v->rows, node, row->open ? TREE_CLOSED : TREE_OPEN);
	return relist(v, node, p);
}

static struct action point_at_line(struct tree_view *v, uint32_t line, struct pane p)
{
	list_point(&v->list, line, p.area.h - HEADER);
	note_cursor(v);
	return ACTION(REDRAW);
}

static struct action go_right(struct tree_view *v, struct pane p)
{
	const struct tree_row *row = row_here(v);

	if (!row)
		return ACTION(REDRAW);
	if (row->more || (!row->leaf && !row->open))
		return open_row(v, row, p);
	return row->open ? point_at_line(v, v->list.cursor + 1, p) : ACTION(REDRAW);
}

/* Close an open row; from a closed one go to its caller. */
static struct action go_left(struct tree_view *v, struct pane p)
{
	const struct tree_row *row = row_here(v);
	uint32_t line = v->list.cursor;

	if (!row)
		return ACTION(REDRAW);
	if (row->open)
		return open_row(v, row, p);
	while (line > 0 && v->rows.rows[line].level >= row->level)
		line--;
	return point_at_line(v, line, p);
}

/* Go to the first or the last row with the same caller. */
static struct action go_aside(struct tree_view *v, bool last, struct pane p)
{
	const struct tree_row *row = row_here(v);
	uint32_t at = v->list.cursor;

	for (uint32_t i = at;
	     row && i < v->rows.count && v->rows.rows[i].level >= row->level;
	     i += last ? 1 : UINT32_MAX)
		if (v->rows.rows[i].level == row->level)
			at = i;
	return point_at_line(v, at, p);
}

static struct action sort_tree(struct tree_view *v, enum tree_order by, struct pane p)
{
	v->rows.order = by;
	return relist(v, v->cursor, p);
}

static struct action press_in_tree(struct tree_view *v, const struct input *in,
				   struct pane p)
{
	int numbers = v->rows.comparison ? 35 : 18; /* the columns before the names */
	uint32_t line;

	if (in->y < HEADER)
		return sort_tree(v,
				 in->x < 9	      ? TREE_BY_TOTAL
				 : in->x >= numbers   ? TREE_BY_NAME
				 : v->rows.comparison ? TREE_BY_CHANGE
						      : TREE_BY_SELF,
				 p);
	if (!list_at(&v->list, in->y - HEADER, p.area.h - HEADER, &line))
		return ACTION(NONE);
	point_at_line(v, line, p);
	if (!v->rows.rows[line].leaf || v->rows.rows[line].more)
		return open_row(v, &v->rows.rows[line], p);
	return ACTION(REDRAW);
}

static struct action next_match(struct tree_view *v, bool back, struct pane p)
{
	struct error err = ERROR_INIT;
	uint32_t found;

	if (!v->rows.count || !v->search || !v->search->nodes.words)
		return ACTION(NONE);
	if (!tree_rows_next(&v->rows, &v->search->nodes, v->cursor, back, &found, &err))
		return ACTION(UPDATE);
	if (!found)
		return ACTION(NONE);
	tree_rows_reveal(&v->rows, found);
	return go_to(v, found, p);
}

static struct action run_tree_command(void *self, const struct input *in, struct pane p)
{
	struct tree_view *v = self;
	const struct tree_row *row = row_here(v);
	enum tree_order next;

	if (list_move(&v->list, in, p.area.h - HEADER)) {
		note_cursor(v);
		return ACTION(REDRAW);
	}
	if (commands[in->command].kind == KIND_FRAME)
		return view_frame_action(in->command, tree_of(v),
					 row && !row->more ? row->node : 0);
	switch (in->command) {
	case COMMAND_LEFT:
		return go_left(v, p);
	case COMMAND_RIGHT:
		return go_right(v, p);
	case COMMAND_FIRST:
	case COMMAND_LAST:
		return go_aside(v, in->command == COMMAND_LAST, p);
	case COMMAND_SORT:
		next = (enum tree_order)(v->rows.order + 1);
		if (next == TREE_BY_CHANGE && !v->rows.comparison)
			next = TREE_ORDERS;
		return sort_tree(v, next == TREE_ORDERS ? TREE_BY_TOTAL : next, p);
	case COMMAND_NEXT:
	case COMMAND_PREVIOUS:
		return next_match(v, in->command == COMMAND_PREVIOUS, p);
	case COMMAND_ENTER:
		return row && (!row->leaf || row->more) ? open_row(v, row, p)
							: ACTION(REDRAW);
	case COMMAND_HOTTEST:
		if (!row || row->more)
			return ACTION(REDRAW);
		return go_to(v, tree_rows_open_hottest(&v->rows, row->node), p);
	case COMMAND_PRESS:
		return press_in_tree(v, in, p);
	case COMMAND_CANCEL:
		return ACTION(CLOSE);
	default:
		return ACTION(NONE);
	}
}

/* ---- as one of the views ---- */

static bool update_tree_view(void *self, const struct view_data *data, struct pane p,
			     struct error *err)
{
	struct tree_view *v = self;
	const struct comparison *compared =
	    data->choice->baseline.look.graph == GRAPH_PLAIN ? NULL : data->comparison;

	(void)p;
	v->theme = data->theme;
	v->search = data->search;
	v->is_time = data->is_time;
	v->percent_of = data->percent_of;
	v->choice = data->choice;
	v->instead = data->instead;
	/* initially by changes; after a comparison the order of one side comes back */
	if (compared && !v->rows.comparison) {
		v->before = v->rows.order;
		v->rows.order = TREE_BY_CHANGE;
	} else if (!compared && v->rows.comparison) {
		v->rows.order = v->before;
	}
	v->rows.flame = data->flame;
	v->rows.comparison = compared;
	return list_anew(v, v->cursor, err);
}

static void prepare_tree_view(void *self, struct pane p, bool focused)
{
	struct tree_view *v = self;

	v->focused = focused;
	list_fit(&v->list, p.area.h - HEADER);
}

static bool draw_tree_detail(const void *self, const struct status *s, struct pane p)
{
	const struct tree_view *v = self;
	const struct tree_row *row = row_here(v);
	struct flame_pointed at;

	if (!row || row->more)
		return false;
	at = (struct flame_pointed){
	    .node = row->node, .run = {row->node, row->node, 1}, .value = row->value};
	status_frame(s, &at, p);
	return true;
}

/* Open rows stay open; nothing is listed until the next update_tree_view(). */
static void follow_tree_change(void *self, const struct tree *old, const struct tree *new,
			       const uint32_t *frames)
{
	struct tree_view *v = self;

	if (v->rows.nodes)
		tree_rows_follow(&v->rows, old, new, frames, &v->cursor);
	else
		v->cursor = 0;
	list_resize(&v->list, 0);
	v->search = NULL;
}

static void release_tree_view(void *self)
{
	struct tree_view *v = self;

	tree_rows_release(&v->rows);
	list_resize(&v->list, 0);
	v->cursor = 0;
}

const struct view_ops tree_view_ops = {
    .size = sizeof(struct tree_view),
    .enter = "open",
    .update = update_tree_view,
    .prepare = prepare_tree_view,
    .draw = draw_tree_view,
    .detail = draw_tree_detail,
    .command = run_tree_command,
    .follow = follow_tree_change,
    .release = release_tree_view,
};
