#include "analysis/top.h"

#include <math.h>
#include <stdlib.h>

#include "analysis/functions/function_counts.h"
#include "base/append.h"
#include "base/mem.h"

/* ---- values ---- */

static bool make_rows(struct top *t, const struct function_counts *c, struct error *err)
{
	uint32_t count = 0;

	for (uint32_t i = 1; i < c->tree->profile->frame_count; i++)
		count += c->total[i] || (c->baseline_total && c->baseline_total[i]);
	t->rows = mem_array(count, sizeof *t->rows, "functions", err);
	if (!t->rows)
		return false;
	for (uint32_t i = 1; i < c->tree->profile->frame_count; i++) {
		struct top_row row = {
		    .frame = i, .self = c->self[i], .total = c->total[i]};

		if (c->baseline_total) {
			row.baseline_self = c->baseline_self[i];
			row.baseline_total = c->baseline_total[i];
		}
		if (row.total || row.baseline_total)
			(void)APPEND_WITHIN(t->rows, t->count, count, row);
	}
	return true;
}

static bool build_top(struct top *t, const struct tree *tree,
		      const struct node_counts *subject,
		      const struct node_counts *baseline, struct error *err)
{
	struct function_counts c;
	bool ok = function_counts_build(&c, tree, baseline != NULL, err);

	*t = (struct top){.all = subject->total[0]};
	if (ok) {
		function_counts_walk(&c, subject, baseline);
		ok = make_rows(t, &c, err);
	}
	function_counts_release(&c);
	return ok;
}

/* ---- sorting ---- */

struct order {
	const struct tree *tree;
	enum top_order by;
	bool reverse;
};

/* Larger values come first. */
static int compare_values(uint64_t a, uint64_t b)
{
	return a > b ? -1 : a < b;
}

static int compare_rows(const void *a, const void *b, void *order)
{
	const struct top_row *x = a, *y = b;
	const struct order *o = order;
	double dx = fabs(x->delta), dy = fabs(y->delta);
	/* larger changes come first, growth and decline alike */
	int first = o->by == TOP_CHANGE ? (dx > dy ? -1 : dx < dy)
		    : o->by == TOP_NAME
			? name_order_compare(&o->tree->names, o->tree->profile, x->frame,
					     y->frame, true)
		    : o->by == TOP_SELF ? compare_values(x->self, y->self)
					: compare_values(x->total, y->total);

	if (first)
		return o->reverse ? -first : first;
	if (x->total != y->total)
		return compare_values(x->total, y->total);
	if (x->self != y->self)
		return compare_values(x->self, y->self);
	return name_order_compare(&o->tree->names, o->tree->profile, x->frame, y->frame,
				  false);
}

void top_sort(struct top *t, const struct tree *tree, enum top_order by, bool reverse)
{
	struct order o = {.tree = tree, .by = by, .reverse = reverse};

	qsort_r(t->rows, t->count, sizeof *t->rows, compare_rows, &o);
}

/* ---- the functions ---- */

bool top_count(struct top *t, const struct flame *f, struct error *err)
{
	return build_top(t, f->tree, &(struct node_counts){f->self, f->total}, NULL, err);
}

bool top_count_sides(struct top *t, const struct comparison *c, struct error *err)
{
	const struct node_counts subject = {c->subject.self, c->subject.total};
	const struct node_counts baseline = {c->baseline.self, c->baseline.total};

	if (!build_top(t, c->tree, &subject, &baseline, err))
		return false;
	for (uint32_t i = 0; i < t->count; i++)
		t->rows[i].delta =
		    comparison_change(c, t->rows[i].total, t->rows[i].baseline_total)
			.delta;
	return true;
}

bool top_build(struct top *t, const struct flame *f, struct error *err)
{
	if (!top_count(t, f, err))
		return false;
	top_sort(t, f->tree, TOP_SELF, false);
	return true;
}

bool top_build_first(struct top *t, const struct flame *f, uint32_t count,
		     struct error *err)
{
	struct order o = {.tree = f->tree, .by = TOP_SELF};
	uint32_t chosen = 0;

	if (!top_count(t, f, err))
		return false;
	/* each row that precedes the last of the chosen ones replaces it */
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
	return true;
}

bool top_compare(struct top *t, const struct comparison *c, struct error *err)
{
	if (!top_count_sides(t, c, err))
		return false;
	top_sort(t, c->tree, TOP_SELF, false);
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
