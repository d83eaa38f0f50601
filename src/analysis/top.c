#include "analysis/top.h"

#include <math.h>
#include <stdlib.h>

#include "analysis/waiting/waits.h"
#include "base/mem.h"

/* A walk through the flame graph; `open` says how often each frame is on the way down. */
struct walk {
	const struct tree *tree;
	const struct side *subject, *baseline; /* by node; NULL: there is none */
	struct top_row *rows;		       /* by frame */
	uint32_t *open;			       /* by frame */
	uint8_t *scheduler; /* by frame: enum known; NULL: that does not matter */
};

enum known { KNOWN_NOT, KNOWN_NO, KNOWN_YES };

static bool is_scheduler(const struct walk *w, uint32_t frame)
{
	if (w->scheduler[frame] == KNOWN_NOT)
		w->scheduler[frame] =
		    waits_is_scheduler(w->tree->profile, frame) ? KNOWN_YES : KNOWN_NO;
	return w->scheduler[frame] == KNOWN_YES;
}

/*
 * Whose self a node's is. Of threads' time that of the scheduler's functions is of what has called them:
 * all waits end in __schedule, which tells nothing.
 */
static uint32_t whose_self(const struct walk *w, uint32_t node)
{
	const struct tree *t = w->tree;
	uint32_t at = node;

	if (!w->scheduler || !t->frame[node])
		return t->frame[node];
	while (t->frame[at] && is_scheduler(w, t->frame[at]))
		at = t->parent[at];
	return t->frame[at] ? t->frame[at] : t->frame[node];
}

static void enter(struct walk *w, uint32_t node)
{
	uint32_t frame = w->tree->frame[node];
	struct top_row *row = &w->rows[frame];
	bool outermost = w->open[frame]++ == 0;

	if (w->subject->self[node])
		w->rows[whose_self(w, node)].self += w->subject->self[node];
	row->total += outermost ? w->subject->total[node] : 0;
	if (!w->baseline)
		return;
	if (w->baseline->self[node])
		w->rows[whose_self(w, node)].baseline_self += w->baseline->self[node];
	row->baseline_total += outermost ? w->baseline->total[node] : 0;
}

static void leave(struct walk *w, uint32_t node)
{
	w->open[w->tree->frame[node]]--;
}

static bool has_value(const struct walk *w, uint32_t node)
{
	return w->subject->total[node] || (w->baseline && w->baseline->total[node]);
}

/* Every node with a value. */
static void walk_tree(struct walk *w)
{
	struct tree_walk at = {0};
	bool into = true;

	while (tree_walk_on(w->tree, &at, into)) {
		if (at.leaving)
			leave(w, at.node);
		else if ((into = has_value(w, at.node)))
			enter(w, at.node);
	}
}

static bool build(struct top *t, struct walk *walk, struct error *err)
{
	const struct profile *p = walk->tree->profile;

	*t = (struct top){.all = walk->subject->total[0]};
	walk->open = mem_array(p->frame_count, sizeof *walk->open, "functions", err);
	if (!walk->open)
		return false;
	walk->rows = mem_array(p->frame_count, sizeof *walk->rows, "functions", err);
	if (walk->rows && p->states)
		walk->scheduler = mem_array(p->frame_count, 1, "functions", err);
	if (!walk->rows || (p->states && !walk->scheduler)) {
		mem_free(walk->open);
		mem_free(walk->rows);
		return false;
	}
	walk_tree(walk);
	mem_free(walk->open);
	mem_free(walk->scheduler);
	for (uint32_t i = 1; i < p->frame_count; i++) {
		if (!walk->rows[i].total && !walk->rows[i].baseline_total)
			continue;
		walk->rows[i].frame = i;
		walk->rows[t->count++] = walk->rows[i]; /* room: no more than i */
	}
	t->rows = walk->rows;
	mem_trim(&t->rows, t->count, sizeof *t->rows);
	return true;
}

/* ---- their order ---- */

struct order {
	const struct profile *profile;
	enum top_order by;
	bool reverse;
};

static int compare_names(const struct profile *p, uint32_t a, uint32_t b)
{
	int order = text_compare(profile_frame_name(p, a), profile_frame_name(p, b));

	if (!order)
		order =
		    text_compare(profile_frame_module(p, a), profile_frame_module(p, b));
	return order ? order : a < b ? -1 : a > b;
}

/* Larger values come first. */
static int compare_values(uint64_t a, uint64_t b)
{
	return a > b ? -1 : a < b;
}

/* The larger comes first, up or down. */
static int compare_deltas(double a, double b)
{
	return fabs(a) > fabs(b) ? -1 : fabs(a) < fabs(b);
}

static int compare_rows(const void *a, const void *b, void *order)
{
	const struct top_row *x = a, *y = b;
	const struct order *o = order;
	int first = o->by == TOP_CHANGE ? compare_deltas(x->delta, y->delta)
		    : o->by == TOP_NAME
			? text_compare(profile_frame_name(o->profile, x->frame),
				       profile_frame_name(o->profile, y->frame))
		    : o->by == TOP_SELF ? compare_values(x->self, y->self)
					: compare_values(x->total, y->total);

	if (first)
		return o->reverse ? -first : first;
	if (x->total != y->total)
		return compare_values(x->total, y->total);
	if (x->self != y->self)
		return compare_values(x->self, y->self);
	return compare_names(o->profile, x->frame, y->frame);
}

void top_sort(struct top *t, const struct profile *p, enum top_order by, bool reverse)
{
	struct order o = {.profile = p, .by = by, .reverse = reverse};

	qsort_r(t->rows, t->count, sizeof *t->rows, compare_rows, &o);
}

/* The first `count` in order, the others behind them: each in turn takes the place of the last of those. */
static void choose_first(struct top *t, const struct profile *p, uint32_t count)
{
	struct order o = {.profile = p, .by = TOP_SELF};
	uint32_t chosen = 0;

	for (uint32_t i = 0; i < t->count && count; i++) {
		struct top_row row = t->rows[i];
		uint32_t at = chosen < count ? chosen : count - 1;

		if (chosen == count && compare_rows(&row, &t->rows[at], &o) > 0)
			continue;
		chosen += chosen < count;
		t->rows[i] = t->rows[at];
		for (; at > 0 && compare_rows(&row, &t->rows[at - 1], &o) < 0; at--)
			t->rows[at] = t->rows[at - 1];
		t->rows[at] = row;
	}
}

/* ---- the functions ---- */

bool top_build(struct top *t, const struct flame *f, struct error *err)
{
	const struct side side = {.self = f->self, .total = f->total};
	struct walk walk = {.tree = f->tree, .subject = &side};

	if (!build(t, &walk, err))
		return false;
	top_sort(t, f->tree->profile, TOP_SELF, false);
	return true;
}

bool top_build_first(struct top *t, const struct flame *f, uint32_t count,
		     struct error *err)
{
	const struct side side = {.self = f->self, .total = f->total};
	struct walk walk = {.tree = f->tree, .subject = &side};

	if (!build(t, &walk, err))
		return false;
	choose_first(t, f->tree->profile, count);
	return true;
}

bool top_compare(struct top *t, const struct comparison *c, struct error *err)
{
	struct walk walk = {
	    .tree = c->tree, .subject = &c->subject, .baseline = &c->baseline};

	if (!build(t, &walk, err))
		return false;
	for (uint32_t i = 0; i < t->count; i++)
		t->rows[i].delta =
		    comparison_change(c, t->rows[i].total, t->rows[i].baseline_total)
			.delta;
	top_sort(t, c->tree->profile, TOP_SELF, false);
	return true;
}

void top_release(struct top *t)
{
	mem_free(t->rows);
	*t = (struct top){0};
}

bool top_keep_found(struct top *t, const struct tree *tree, const struct search *found,
		    struct error *err)
{
	struct bits frames;
	uint32_t kept = 0;

	if (!bits_build(&frames, tree->profile->frame_count, err))
		return false;
	for (uint32_t node = 1; node < tree->count; node++)
		if (bits_has(&found->nodes, node))
			bits_add(&frames, tree->frame[node]);
	for (uint32_t i = 0; i < t->count; i++)
		if (bits_has(&frames, t->rows[i].frame))
			t->rows[kept++] = t->rows[i]; /* room: kept <= i */
	t->count = kept;
	bits_release(&frames);
	return true;
}
