#include "analysis/chart/chart_threads.h"

#include <stdlib.h>

#include "base/mem.h"

/* The value of each context in the range. Release with mem_free(). */
static uint64_t *count_contexts(const struct flame *f, const struct derived_tree *derived,
				struct error *err)
{
	const struct profile *p = f->tree->profile;
	uint64_t *counts =
	    mem_array((size_t)p->context_count + 1, sizeof *counts, "threads", err);
	bool drops = derived && derived_tree_drops(derived);
	bool ones = !drops && !f->spans && f->weigh == WEIGH_SAMPLES && !p->samples.many;

	if (counts && ones)
		flame_tally(f, p->samples.context, counts);
	if (counts && !ones && !drops)
		flame_add_up(f, p->samples.context, counts);
	for (uint64_t i = 0; counts && drops && (i = flame_next(f, i)) < f->last; i++)
		if (derived_tree_node(derived, f->tree->leaf[i]) != NODE_DROPPED)
			counts[p->samples.context[i]] += flame_value(f, i);
	return counts;
}

/* Ties are in the order of their lanes. */
static int by_count(const void *a, const void *b)
{
	const struct chart_thread *x = a, *y = b;

	if (x->count != y->count)
		return x->count < y->count ? 1 : -1;
	return x->lane < y->lane ? -1 : x->lane > y->lane;
}

bool chart_threads_count(struct chart_threads *t, const struct flame *f,
			 const struct derived_tree *derived, struct error *err)
{
	uint64_t *counts = count_contexts(f, derived, err);
	uint32_t kept = 0;

	if (!counts)
		return false;
	for (uint32_t i = 0; i < t->lanes.count; i++)
		t->list[i] = (struct chart_thread){.lane = i};
	for (uint32_t i = 0; i < t->lanes.of_count; i++)
		if (t->lanes.of[i] != LANE_NONE)
			t->list[t->lanes.of[i]].count += counts[i];
	t->all = 0;
	for (uint32_t i = 0; i < t->lanes.count; i++) {
		t->all += t->list[i].count;
		if (t->list[i].count)
			t->list[kept++] = t->list[i]; /* room: kept <= i */
	}
	t->count = kept;
	if (kept)
		qsort(t->list, kept, sizeof *t->list, by_count);
	mem_free(counts);
	return true;
}

bool chart_threads_build(struct chart_threads *t, const struct flame *f,
			 const struct derived_tree *derived, struct error *err)
{
	bool ok;

	*t = (struct chart_threads){.count = 0};
	ok = lanes_build(&t->lanes, f->tree->profile, f->which, f->spans != NULL,
			 LANES_THREAD, err);
	if (ok)
		t->list = mem_array((size_t)t->lanes.count + 1, sizeof *t->list,
				    "threads", err);
	ok = t->list && chart_threads_count(t, f, derived, err);
	if (!ok)
		chart_threads_release(t);
	return ok;
}

void chart_threads_release(struct chart_threads *t)
{
	lanes_release(&t->lanes);
	mem_free(t->list);
	*t = (struct chart_threads){.count = 0};
}
