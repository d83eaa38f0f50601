#include "view/flame/sandwich_view.h"

#include <stdio.h>
#include <string.h>

#include "analysis/transform/function_name.h"
#include "analysis/transform/derived_counts.h"
#include "base/mem.h"
#include "base/number.h"
#include "base/utf8.h"
#include "canvas/block.h"
#include "view/flame/flame_view.h"
#include "view/frame_box.h"
#include "view/label.h"
#include "view/status.h"

#define TRAIL	     16 /* functions to which Escape can go back */
#define COLUMNS	     24 /* bars that show when the function ran */
#define THE_FUNCTION 1	/* the node of the function in both trees */

/* Levels that are not drawn in each half: "all", and the function, which has its own line. */
#define HIDDEN_LEVELS 2

/* The call paths that lead to the function, or those that start at it. */
struct half {
	struct derived_counts of; /* owned; .derived is NULL: there is nothing to show */
	struct search found;	  /* owned: the matches of the search among its frames */
	struct choice choice;
	struct flame_view view;
};

enum { CALLERS, CALLEES, HALVES };

struct sandwich_view {
	char *trail[TRAIL]; /* owned: names of functions; the last one is shown */
	int count;
	const struct tree *of;	   /* borrowed: the tree of the halves; NULL: none yet */
	struct tree_results whole; /* borrowed */
	bool compares;		   /* two sides are compared */
	const struct theme *theme; /* borrowed */
	struct half halves[HALVES];
	int active;		/* the half with the cursor */
	uint64_t when[COLUMNS]; /* samples of the function by time */
	struct bits counted;	/* owned: the samples counted in `when` */
	bool has_times;		/* `when` is valid */
	uint64_t percent_of;
	bool is_time, focused;
	const char *instead; /* borrowed: drawn in place of the halves; or NULL */
	char why[360];	     /* why there is nothing to show; or "" */
};

static struct text name_of(const struct sandwich_view *v)
{
	return v->count ? text_of(v->trail[v->count - 1]) : TEXT("");
}

struct text sandwich_view_function(const void *self)
{
	return name_of(self);
}

void sandwich_view_forget(void *self)
{
	struct sandwich_view *v = self;

	for (int i = 0; i < HALVES; i++) {
		struct half *h = &v->halves[i];

		flame_view_release(&h->view);
		search_release(&h->found);
		derived_counts_release(&h->of);
		*h = (struct half){.found = {.matches = 0}};
	}
	bits_release(&v->counted);
	v->has_times = false;
	v->of = NULL;
}

bool sandwich_view_show(void *self, struct text function, struct error *err)
{
	struct sandwich_view *v = self;
	char *own;

	if (v->count && text_equal(name_of(v), function))
		return true;
	own = mem_text(function.at, function.len, err);
	if (!own)
		return false;
	if (v->count == TRAIL) {
		mem_free(v->trail[0]);
		memmove(v->trail, v->trail + 1, sizeof v->trail - sizeof *v->trail);
		v->count--;
	}
	v->trail[v->count++] = own; /* room: the oldest was dropped */
	sandwich_view_forget(v);
	return true;
}

/* ---- counts ---- */

/* Count the samples of the function by time. Spans have no single time, so they are not counted. */
static void count_when(struct sandwich_view *v)
{
	const struct derived_tree *derived = v->halves[CALLEES].of.derived;
	const struct comparison *c = v->whole.comparison;
	/* NULL: nothing is compared */
	const struct side *range = !c ? NULL : c->swapped ? &c->baseline : &c->subject;
	const struct tree *t = derived_tree_first(derived)->leaf || !range
				   ? derived_tree_first(derived)
				   : range->flame->tree;
	const uint32_t *joint = range ? range->joint.node : NULL;
	const struct profile *p = t->profile;
	uint64_t from, each;

	memset(v->when, 0, sizeof v->when);
	v->has_times = p->has_times && !p->server && t->leaf && !v->whole.flame->spans &&
		       p->samples.count;
	if (!v->has_times)
		return;
	from = p->samples.time[0];
	/* rounded up, so that the last column includes the end */
	each = (p->samples.end - from) / COLUMNS + 1;
	for (uint64_t row = 0; row < p->samples.count; row++) {
		uint64_t at = (p->samples.time[row] - from) / each;
		uint32_t node = joint ? joint[t->leaf[row]] : t->leaf[row];

		if (bits_has(v->whole.flame->which, row) &&
		    derived_tree_node(derived, node) != NODE_DROPPED)
			v->when[at] += profile_row_count(p, row); /* room: see `each` */
	}
}

/* Copy a set; an empty one stays empty. */
static bool copy_bits(struct bits *to, const struct bits *from, struct error *err)
{
	bits_release(to);
	if (!from->words)
		return true;
	if (!bits_build(to, from->count, err))
		return false;
	memcpy(to->words, from->words, (from->count / 64 + 1) * sizeof *from->words);
	return true;
}

/* Count again if other samples of the same tree are kept. */
static bool follow_when(struct sandwich_view *v, struct error *err)
{
	const struct bits *which = v->whole.flame->which;

	if (!which || bits_equal(&v->counted, which))
		return true;
	if (!copy_bits(&v->counted, which, err))
		return false;
	count_when(v);
	return true;
}

static bool make_half(struct sandwich_view *v, int which, const struct bits *function,
		      struct error *err)
{
	struct half *h = &v->halves[which];

	if (!derived_counts_build_side(&h->of, &v->whole, function, which == CALLERS,
				       err))
		return false;
	h->choice.icicle = which == CALLEES;
	h->choice.order = ORDER_VALUE;
	h->choice.unfolded = true;
	h->view = (struct flame_view){.flame = &h->of.flame,
				      .theme = v->theme,
				      .choice = &h->choice,
				      .cursor = THE_FUNCTION,
				      .rootless = HIDDEN_LEVELS};
	return true;
}

static bool make_halves(struct sandwich_view *v, struct error *err)
{
	struct bits function = {0};
	struct error unknown = ERROR_INIT;
	bool ok = bits_build(&function, v->of->profile->frame_count, err);

	v->why[0] = '\0';
	if (ok &&
	    !function_name_find(v->of->profile, name_of(v), &function, NULL, &unknown)) {
		snprintf(v->why, sizeof v->why, "%s", unknown.message);
		bits_release(&function);
		return true;
	}
	ok = ok && make_half(v, CALLERS, &function, err) &&
	     make_half(v, CALLEES, &function, err);
	bits_release(&function);
	if (!ok)
		sandwich_view_forget(v);
	return ok;
}

/* Mark the nodes of this half that match the search, once for each search. */
static bool find_in_half(struct half *h, const struct search *search, struct error *err)
{
	const struct tree *t = h->of.derived->tree;
	const struct bits none = {0}, *frames = search ? &search->frames : &none;

	h->view.search = &h->found;
	if (bits_equal(&h->found.frames, frames))
		return true;
	search_release(&h->found);
	if (!frames->words)
		return true;
	if (!bits_build(&h->found.nodes, t->count, err))
		return false;
	for (uint32_t n = 1; n < t->count; n++)
		if (t->frame[n] < frames->count && bits_has(frames, t->frame[n]))
			bits_add(&h->found.nodes, n);
	return copy_bits(&h->found.frames, frames, err);
}

/*
 * The line of the function. Callers get at least half of the lines, and as many as they need of
 * those that callees leave.
 */
static int middle(const struct sandwich_view *v, struct pane p)
{
	int room = p.area.h - 2, up, down;

	up = flame_geometry_levels(&v->halves[CALLERS].view) - HIDDEN_LEVELS;
	down = flame_geometry_levels(&v->halves[CALLEES].view) - HIDDEN_LEVELS;
	up = up < 1 ? 1 : up;
	down = down < 1 ? 1 : down;
	if (up > room - down)
		up = room - down > room / 2 ? room - down : up > room / 2 ? room / 2 : up;
	return 1 + (up > 0 ? up : 0);
}

int sandwich_view_height(const void *self)
{
	const struct sandwich_view *v = self;
	int lines = 2; /* the title, and the function */

	for (int i = 0; i < HALVES; i++) {
		int levels = flame_geometry_levels(&v->halves[i].view) - HIDDEN_LEVELS;

		lines += levels < 1 ? 1 : levels;
	}
	return lines;
}

/* The pane of a half. Its first line is overwritten by the title, or by the function. */
static struct pane pane_of(const struct sandwich_view *v, int half, struct pane p)
{
	int mid = middle(v, p);

	return half == CALLERS
		   ? pane_inside(p, (struct rect){0, 0, p.area.w, mid})
		   : pane_inside(p, (struct rect){0, mid, p.area.w, p.area.h - mid});
}

static bool lay_out(struct sandwich_view *v, struct pane p, struct error *err)
{
	for (int i = 0; i < HALVES; i++)
		if (!flame_view_update(&v->halves[i].view, p, err))
			return false;
	for (int i = 0; i < HALVES; i++)
		flame_view_clip(&v->halves[i].view, pane_of(v, i, p));
	return true;
}

/* Colours show changes of totals: self values of callers do not belong to the function. */
static bool follow_half(struct sandwich_view *v, struct half *h,
			const struct view_data *data, struct error *err)
{
	struct view_data half = *data;

	derived_counts_update_values(&h->of, &v->whole);
	half.flame = &h->of.flame;
	half.comparison = v->compares ? &h->of.sides : NULL;
	h->choice.baseline.look = data->choice->baseline.look;
	h->choice.baseline.look.self = false;
	half.choice = &h->choice;
	h->view.theme = data->theme;
	return flame_view_choose(&h->view, &half, err) &&
	       find_in_half(h, v->whole.search, err);
}

static bool update_sandwich_view(void *self, const struct view_data *data, struct pane p,
				 struct error *err)
{
	struct sandwich_view *v = self;
	bool compares = data->functions.comparison &&
			data->choice->baseline.look.graph != GRAPH_PLAIN;

	v->theme = data->theme;
	v->instead = data->instead;
	v->whole = data->functions;
	v->percent_of = data->percent_of;
	v->is_time = data->is_time;
	if (v->of != v->whole.flame->tree || !v->halves[CALLEES].of.derived ||
	    !v->whole.comparison != !v->halves[CALLEES].of.sides.tree) {
		sandwich_view_forget(v);
		v->of = v->whole.flame->tree;
		if (!make_halves(v, err))
			return false;
	}
	v->compares = compares;
	for (int i = 0; i < HALVES && v->halves[i].of.derived; i++)
		if (!follow_half(v, &v->halves[i], data, err))
			return false;
	return !v->halves[CALLEES].of.derived ||
	       (follow_when(v, err) && lay_out(v, p, err));
}

static void prepare_sandwich_view(void *self, struct pane p, bool focused)
{
	struct sandwich_view *v = self;

	(void)p;
	v->focused = focused;
	for (int i = 0; i < HALVES; i++)
		v->halves[i].view.focused = focused && i == v->active;
}

/* ---- drawing ---- */

/* The value of the function on side A. */
static uint64_t value_of(const struct sandwich_view *v)
{
	const struct derived_counts *of = &v->halves[CALLEES].of;

	if (!of->derived || of->flame.tree->count <= THE_FUNCTION)
		return 0;
	return v->compares ? of->sides.subject.total[THE_FUNCTION]
			   : of->flame.total[THE_FUNCTION];
}

/* Does the function have a value on either side? */
static bool has_any(const struct sandwich_view *v)
{
	const struct derived_counts *of = &v->halves[CALLEES].of;

	return value_of(v) || (v->compares && of->flame.tree->count > THE_FUNCTION &&
			       of->sides.baseline.total[THE_FUNCTION]);
}

static struct difference change_of(const struct sandwich_view *v)
{
	return difference_at(&v->halves[CALLEES].of.sides, THE_FUNCTION, false);
}

/* " 34.5 %, 1,234 samples", for two sides " A 34.5 %, B 12 %  +22 % ^" */
static void write_share(const struct sandwich_view *v, char *words, size_t room)
{
	const struct comparison *c = v->whole.comparison;
	const struct comparison *sides = &v->halves[CALLEES].of.sides;
	char n[LABEL_MAX], a[LABEL_MAX], b[LABEL_MAX];

	if (v->compares)
		snprintf(words, room, " A %s, B %s  %s",
			 label_share(value_of(v), c->subject.value, a),
			 label_share(sides->baseline.total[THE_FUNCTION],
				     c->baseline.value, b),
			 difference_words(change_of(v), v->theme->ascii, n));
	else
		snprintf(words, room, " %s, %s %s",
			 label_share(value_of(v), v->percent_of, a),
			 label_value(value_of(v), v->is_time, n),
			 v->is_time	    ? ""
			 : value_of(v) == 1 ? "sample"
					    : "samples");
}

static void clear_line(struct pane p, int y)
{
	pane_fill(pane_inside(p, (struct rect){0, y, p.area.w, 1}), (struct style){0});
}

/* "callers of NAME, and below what it calls   34.5 %, 1,234 samples   when ▁▂▃" */
static void draw_title(const struct sandwich_view *v, struct pane p)
{
	const struct style dim = {.attr = ATTR_DIM}, bold = {.attr = ATTR_BOLD};
	char words[4 * LABEL_MAX], bars[COLUMNS * 4];
	int x = 1, right = p.area.w - 1;

	write_share(v, words, sizeof words);
	clear_line(p, 0);
	if (v->has_times && p.area.w >= 70) {
		block_line(v->when, COLUMNS, v->theme->ascii, bars, sizeof bars);
		right -= COLUMNS;
		pane_print(p, right, 0, bold, bars);
		right -= 6;
		pane_print(p, right, 0, dim, "when");
	}
	right -= utf8_columns(text_of(words)) + 1;
	x += pane_print(p, x, 0, dim, "callers of ");
	x += pane_name(p, x, 0, right - x, bold, name_of(v));
	pane_print(p, x, 0, (struct style){0}, words);
}

static void draw_function(const struct sandwich_view *v, struct pane p, int y)
{
	const struct half *h = &v->halves[CALLEES];
	const struct flame_view *a = &v->halves[v->active].view;
	struct style s =
	    frame_box_style(v->theme, h->of.flame.tree, THE_FUNCTION,
			    h->of.flame.total[THE_FUNCTION], h->of.flame.total[0]);
	int width = h->view.layout.width;

	if (v->compares && v->theme->depth != PALETTE_NONE)
		s = difference_style(v->theme, change_of(v));
	s.attr |= ATTR_BOLD;
	if (v->focused && a->cursor <= THE_FUNCTION)
		s = (struct style){.attr = ATTR_REVERSE | ATTR_BOLD};
	clear_line(p, y);
	frame_box_draw(p, 0, y, width, s, v->theme->ascii, TEXT(""));
	pane_name(p, 1, y, width - 1, s, name_of(v));
}

static void draw_absence(const struct sandwich_view *v, int half, struct pane p, int y)
{
	static const char *const words[HALVES] = {"no sampled function calls it",
						  "it calls no sampled function"};

	if (flame_geometry_levels(&v->halves[half].view) <= HIDDEN_LEVELS)
		pane_print(p, 2, y, (struct style){.attr = ATTR_DIM}, words[half]);
}

static void draw_sandwich_view(const void *self, struct pane p)
{
	const struct sandwich_view *v = self;
	int mid;

	if (v->instead || v->why[0] || !has_any(v)) {
		pane_print(p, 2, p.area.h / 2, (struct style){0},
			   v->instead  ? v->instead
			   : v->why[0] ? v->why
				       : "this function has no samples in the range");
		return;
	}
	mid = middle(v, p);
	for (int i = 0; i < HALVES; i++)
		flame_view_draw(&v->halves[i].view, pane_of(v, i, p));
	draw_title(v, p);
	draw_function(v, p, mid);
	draw_absence(v, CALLERS, p, mid - 1);
	draw_absence(v, CALLEES, p, mid + 1);
}

/* ---- details of the frame under the cursor ---- */

/* The values of the frame under the cursor; callers have no self values here. */
static struct top_row row_here(const struct sandwich_view *v)
{
	uint32_t node = flame_view_pointed(&v->halves[v->active].view).node;
	bool is_caller = v->active == CALLERS && node > THE_FUNCTION;
	const struct derived_counts *of = &v->halves[is_caller ? CALLERS : CALLEES].of;
	struct top_row row;

	node = node < THE_FUNCTION ? THE_FUNCTION : node;
	row = (struct top_row){.frame = of->flame.tree->frame[node],
			       .self = of->flame.self[node],
			       .total = of->flame.total[node]};
	if (v->compares) {
		row.self = of->sides.subject.self[node];
		row.total = of->sides.subject.total[node];
		row.baseline_self = of->sides.baseline.self[node];
		row.baseline_total = of->sides.baseline.total[node];
	}
	if (is_caller)
		row.self = row.baseline_self = 0;
	return row;
}

static bool draw_sandwich_detail(const void *self, const struct status *s, struct pane p)
{
	const struct sandwich_view *v = self;
	struct status here =
	    *s; /* shares refer to the range, even if paths are leaf first */
	struct top_row row;

	if (!has_any(v))
		return false;
	row = row_here(v);
	here.comparison = v->compares ? v->whole.comparison : NULL;
	status_function(&here, v->of->profile, &row, p);
	return true;
}

/* ---- commands ---- */

/* Move the cursor across the function's line to the other half. */
static void cross(struct sandwich_view *v, enum command c)
{
	int to = c == COMMAND_UP || c == COMMAND_PAGE_UP ? CALLERS : CALLEES;

	if (v->halves[v->active].view.cursor > THE_FUNCTION ||
	    (c != COMMAND_UP && c != COMMAND_DOWN && c != COMMAND_PAGE_UP &&
	     c != COMMAND_PAGE_DOWN))
		return;
	v->active = to;
	v->halves[to].view.cursor = THE_FUNCTION;
}

static struct action about_frame(const struct sandwich_view *v, enum command c)
{
	uint32_t frame = row_here(v).frame;

	return (struct action){.kind = ACTION_FRAME,
			       .command = c,
			       .id = frame,
			       .text = profile_frame_name(v->of->profile, frame),
			       .module = profile_frame_module(v->of->profile, frame)};
}

static struct action press_in_sandwich(struct sandwich_view *v, const struct input *in,
				       struct pane p)
{
	int mid = middle(v, p);
	int half = in->y < mid ? CALLERS : CALLEES;
	struct flame_view *f = &v->halves[half].view;
	uint32_t node = THE_FUNCTION;

	if (in->y == 0)
		return ACTION(REDRAW);
	if (in->y != mid &&
	    !flame_geometry_place(f, in->x, half == CALLERS ? in->y : in->y - mid,
				  pane_of(v, half, p), &node))
		return ACTION(REDRAW);
	v->active = half;
	f->cursor = node;
	return ACTION(REDRAW);
}

static struct action run_sandwich_command(void *self, const struct input *in,
					  struct pane p)
{
	struct sandwich_view *v = self;

	if (in->command == COMMAND_CANCEL || in->command == COMMAND_BACK) {
		/* back to the previous function; after the first one, close the view */
		if (v->count)
			mem_free(v->trail[--v->count]);
		sandwich_view_forget(v);
		return v->count ? ACTION(UPDATE) : ACTION(CLOSE);
	}
	if (!has_any(v))
		return ACTION(NONE);
	if (commands[in->command].kind == KIND_MOVE) {
		struct flame_view *f;

		cross(v, in->command);
		f = &v->halves[v->active].view;
		flame_view_command(f, in, pane_of(v, v->active, p));
		if (f->cursor < THE_FUNCTION)
			f->cursor = THE_FUNCTION;
		return ACTION(REDRAW);
	}
	if (in->command == COMMAND_ENTER || in->command == COMMAND_CALLERS) {
		struct action r = about_frame(v, COMMAND_CALLERS);

		if (flame_view_pointed(&v->halves[v->active].view).merged)
			return ACTION_SAY(
			    "these are too narrow to distinguish; a wider screen "
			    "shows more, top --callers lists all callers");
		return function_name_is_in(name_of(v), r.text, r.module) ? ACTION(REDRAW)
									 : r;
	}
	if (commands[in->command].kind == KIND_FRAME)
		return about_frame(v, in->command);
	return in->command == COMMAND_PRESS ? press_in_sandwich(v, in, p) : ACTION(NONE);
}

static void release_sandwich_view(void *self)
{
	struct sandwich_view *v = self;

	sandwich_view_forget(v);
	while (v->count)
		mem_free(v->trail[--v->count]);
}

const struct view_ops sandwich_view_ops = {
    .size = sizeof(struct sandwich_view),
    .enter = "its callers",
    .update = update_sandwich_view,
    .prepare = prepare_sandwich_view,
    .draw = draw_sandwich_view,
    .detail = draw_sandwich_detail,
    .command = run_sandwich_command,
    .release = release_sandwich_view,
};
