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
		free(walk.open);
		return false;
	}
	walk_tree(&walk);
	free(walk.open);
	for (uint32_t i = 1; i < p->frame_count; i++) {
		if (!walk.rows[i].total)
			continue;
		walk.rows[i].frame = i;
		walk.rows[t->count++] = walk.rows[i];
	}
	t->rows = walk.rows;
	mem_trim(&t->rows, t->count, sizeof *t->rows);
	top_sort(t, p, TOP_SELF, false);
	return true;
}

void top_release(struct top *t)
{
	free(t->rows);
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

/* Does `a` belong after `b`? */
static bool is_after(const struct order *o, const struct top_row *a,
		     const struct top_row *b)
{
	int names = o->by == TOP_NAME
			? text_compare(profile_frame_name(o->profile, a->frame),
				       profile_frame_name(o->profile, b->frame))
			: 0;
	int first = o->by == TOP_NAME	? names
		    : o->by == TOP_SELF ? compare_values(a->self, b->self)
					: compare_values(a->total, b->total);

	if (first)
		return o->reverse ? first < 0 : first > 0;
	if (a->total != b->total)
		return a->total < b->total;
	if (a->self != b->self)
		return a->self < b->self;
	return compare_names(o->profile, a->frame, b->frame) > 0;
}

/* Let the row at `at` sink to its place in the heap rows[0, count): the last one on top.
 */
static void sink(struct top_row *rows, uint32_t count, uint32_t at, const struct order *o)
{
	struct top_row row = rows[at];

	while (at < count / 2) {
		uint32_t child = 2 * at + 1;

		if (child + 1 < count && is_after(o, &rows[child + 1], &rows[child]))
			child++;
		if (!is_after(o, &rows[child], &row))
			break;
		rows[at] = rows[child];
		at = child;
	}
	rows[at] = row;
}

/* Heap sort: needs the profile to compare, which qsort() cannot be given. */
void top_sort(struct top *t, const struct profile *p, enum top_order by, bool reverse)
{
	struct order o = {.profile = p, .by = by, .reverse = reverse};

	for (uint32_t i = t->count / 2; i > 0; i--)
		sink(t->rows, t->count, i - 1, &o);
	for (uint32_t end = t->count; end > 1; end--) {
		struct top_row last = t->rows[0];

		t->rows[0] = t->rows[end - 1];
		t->rows[end - 1] = last;
		sink(t->rows, end - 1, 0, &o);
	}
}
