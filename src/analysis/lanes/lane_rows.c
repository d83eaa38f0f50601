#include <stdlib.h>

#include "analysis/lanes/lanes.h"
#include "base/idmap.h"
#include "base/mem.h"

/* Rows before they are in order. */
struct gathering {
	struct lane_row *list; /* borrowed */
	uint32_t count;
	const struct lane_folds *folds; /* borrowed; may be NULL */
	struct idmap rows;		/* of what is folded, by which fold */
};

bool lane_fold_has(const struct lane_fold *f, const struct lanes *l, uint32_t lane)
{
	int32_t pid = l->list[lane].pid;

	return pid == f->pid && text_equal(lane_host(l, lane), f->host) &&
	       (pid != PROFILE_NO_ID || text_equal(lane_name(l, lane), f->name));
}

/* Folds are made by hand: they are few. */
static bool is_folded(const struct gathering *g, const struct lanes *l, uint32_t lane,
		      uint32_t *fold)
{
	const struct lane_folds *f = g->folds;

	for (uint32_t i = 0; f && l->by == LANES_THREAD && i < f->count; i++)
		if (lane_fold_has(&f->list[i], l, lane)) {
			*fold = i;
			return true;
		}
	return false;
}

/* Lanes come with the largest first, so that of a row is its busiest. */
static bool gather(struct gathering *g, const struct lanes *l, uint32_t *of,
		   struct error *err)
{
	for (uint32_t i = 0; i < l->count; i++) {
		uint32_t which = 0;
		bool fold = is_folded(g, l, i, &which);

		of[i] = g->count;
		if (fold && !idmap_put(&g->rows, which, g->count, &of[i], err))
			return false;
		if (of[i] == g->count)
			g->list[g->count++] =
			    (struct lane_row){.lane = i}; /* room: one a lane */
		g->list[of[i]].lanes++;
		g->list[of[i]].folded = fold;
		g->list[of[i]].count += l->list[i].count;
		g->list[of[i]].ran += l->list[i].ran;
	}
	return true;
}

static int by_count(const void *a, const void *b)
{
	const struct lane_row *x = a, *y = b;

	if (x->ran != y->ran)
		return x->ran < y->ran ? 1 : -1;
	if (x->count != y->count)
		return x->count < y->count ? 1 : -1;
	return x->lane < y->lane ? -1 : x->lane > y->lane;
}

/* `place`: by lane, that of the row whose busiest it is. */
static void put_in_order(struct lane_rows *r, const struct gathering *g,
			 const struct lanes *l, uint64_t most, uint32_t *place)
{
	/* until they are sorted, rows are known by their busiest lanes */
	for (uint32_t i = 0; i < l->count; i++)
		r->of[i] = g->list[r->of[i]].lane;
	if (g->count)
		qsort(g->list, g->count, sizeof *g->list, by_count);
	r->shown = most < g->count ? (uint32_t)most : g->count;
	for (uint32_t i = 0; i < g->count; i++) {
		place[g->list[i].lane] = i < r->shown ? i : LANE_NONE;
		r->others += i < r->shown ? 0 : g->list[i].lanes;
		r->others_count += i < r->shown ? 0 : g->list[i].count;
	}
	for (uint32_t i = 0; i < l->count; i++)
		r->of[i] = place[r->of[i]];
}

bool lane_rows_build(struct lane_rows *r, const struct lanes *l,
		     const struct lane_folds *folds, uint64_t most, struct error *err)
{
	size_t n = (size_t)l->count + 1;
	uint32_t *place = mem_array(n, sizeof *place, "lanes", err);
	struct gathering g = {.folds = folds};
	bool ok;

	*r = (struct lane_rows){.list = NULL};
	if (place)
		r->list = mem_array(n, sizeof *r->list, "lanes", err);
	if (r->list)
		r->of = mem_array(n, sizeof *r->of, "lanes", err);
	g.list = r->list;
	ok = r->of && gather(&g, l, r->of, err);
	if (ok)
		put_in_order(r, &g, l, most, place);
	else
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
