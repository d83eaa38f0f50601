#include <stdlib.h>

#include "analysis/lanes/lanes.h"
#include "base/idmap.h"
#include "base/mem.h"

/* Rows before they are sorted. */
struct row_gathering {
	struct lane_row *list; /* borrowed */
	uint32_t count;
	struct idmap rows; /* of folded processes, by fold */
};

bool lane_fold_has(const struct lane_fold *f, const struct lanes *l, uint32_t lane)
{
	int32_t pid = l->list[lane].pid;

	return pid == f->pid && text_equal(lane_host(l, lane), f->host) &&
	       (pid != PROFILE_NO_ID || text_equal(lane_name(l, lane), f->name));
}

/*
 * Lanes come in descending order, so the first lane of a row is its busiest. There are few folds,
 * as the user makes them.
 */
static bool gather_rows(struct row_gathering *g, const struct lanes *l,
			const struct lane_folds *folds, uint32_t *of, struct error *err)
{
	for (uint32_t i = 0; i < l->count; i++) {
		uint32_t fold = 0,
			 count = folds && l->by == LANES_THREAD ? folds->count : 0;
		struct lane_row *row;

		while (fold < count && !lane_fold_has(&folds->list[fold], l, i))
			fold++;
		of[i] = g->count;
		if (fold < count && !idmap_put(&g->rows, fold, g->count, &of[i], err))
			return false;
		if (of[i] == g->count)
			g->list[g->count++] =
			    (struct lane_row){.lane = i}; /* room: one per lane */
		row = &g->list[of[i]];
		row->lanes++;
		row->folded = fold < count;
		row->count += l->list[i].count;
		row->ran += l->list[i].ran;
	}
	return true;
}

static int compare_rows(const void *a, const void *b)
{
	const struct lane_row *x = a, *y = b;

	if (x->ran != y->ran)
		return x->ran < y->ran ? 1 : -1;
	if (x->count != y->count)
		return x->count < y->count ? 1 : -1;
	return x->lane < y->lane ? -1 : x->lane > y->lane;
}

bool lane_rows_build(struct lane_rows *r, const struct lanes *l,
		     const struct lane_folds *folds, uint64_t most, struct error *err)
{
	size_t n = (size_t)l->count + 1;
	uint32_t *place = mem_array(n, sizeof *place, "lanes", err);
	struct row_gathering g = {.count = 0};
	bool ok;

	*r = (struct lane_rows){.list = NULL};
	if (place)
		r->list = mem_array(n, sizeof *r->list, "lanes", err);
	if (r->list)
		r->of = mem_array(n, sizeof *r->of, "lanes", err);
	g.list = r->list;
	ok = r->of && gather_rows(&g, l, folds, r->of, err);
	/* until they are sorted, rows are identified by their busiest lanes */
	for (uint32_t i = 0; ok && i < l->count; i++)
		r->of[i] = g.list[r->of[i]].lane;
	if (ok && g.count)
		qsort(g.list, g.count, sizeof *g.list, compare_rows);
	r->shown = most < g.count ? (uint32_t)most : g.count;
	for (uint32_t i = 0; ok && i < g.count; i++) {
		place[g.list[i].lane] = i < r->shown ? i : LANE_NONE;
		r->others += i < r->shown ? 0 : g.list[i].lanes;
		r->others_count += i < r->shown ? 0 : g.list[i].count;
	}
	for (uint32_t i = 0; ok && i < l->count; i++)
		r->of[i] = place[r->of[i]];
	if (!ok)
		lane_rows_release(r);
	mem_free(place);
	idmap_release(&g.rows);
	return ok;
}

void lane_rows_release(struct lane_rows *r)
{
	mem_free(r->list);
	mem_free(r->of);
	*r = (struct lane_rows){0};
}
