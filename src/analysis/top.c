#include "analysis/top.h"

#include <stdlib.h>

#include "base/mem.h"

/* A walk through the flame graph; `open` says how often each frame is on the way down. */
struct walk {
	const struct flame *flame;
	struct top_row *rows; /* by frame */
	uint32_t *open;	      /* by frame */
};

static void enter(struct walk *w, uint32_t node)
{
	uint32_t frame = w->flame->tree->frame[node];

	w->rows[frame].self += w->flame->self[node];
	if (w->open[frame]++ == 0)
		w->rows[frame].total += w->flame->total[node];
}

static void leave(struct walk *w, uint32_t node)
{
	w->open[w->flame->tree->frame[node]]--;
}

/* Every node with a value, parents around their children; no recursion: stacks are deep.
 */
static void walk_tree(struct walk *w)
{
	const struct tree *t = w->flame->tree;
	uint32_t node = t->first_child[0];

	while (node) {
		if (w->flame->total[node]) {
			enter(w, node);
			if (t->first_child[node]) {
				node = t->first_child[node];
				continue;
			}
			leave(w, node);
		}
		while (node && !t->next_sibling[node]) {
			node = t->parent[node];
			if (node)
				leave(w, node);
		}
		node = node ? t->next_sibling[node] : 0;
	}
}

bool top_build(struct top *t, const struct flame *f, struct error *err)
{
	const struct profile *p = f->tree->profile;
	struct walk walk = {.flame = f};

	*t = (struct top){.all = f->total[0]};
	walk.open = mem_array(p->frame_count, sizeof *walk.open, "functions", err);
	if (!walk.open)
		return false;
	walk.rows = mem_array(p->frame_count, sizeof *walk.rows, "functions", err);
	if (!walk.rows) {
		mem_free(walk.open);
		return false;
	}
	walk_tree(&walk);
	mem_free(walk.open);
	for (uint32_t i = 1; i < p->frame_count; i++) {
		if (!walk.rows[i].total)
			continue;
		walk.rows[i].frame = i;
		walk.rows[t->count++] = walk.rows[i]; /* room: no more than i */
	}
	t->rows = walk.rows;
	mem_trim(&t->rows, t->count, sizeof *t->rows);
	top_sort(t, p, TOP_SELF, false);
	return true;
}

void top_release(struct top *t)
{
	mem_free(t->rows);
	*t = (struct top){0};
}

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

static int compare_rows(const void *a, const void *b, void *order)
{
	const struct top_row *x = a, *y = b;
	const struct order *o = order;
	int first = o->by == TOP_NAME
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
