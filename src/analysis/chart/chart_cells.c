#include "analysis/chart/chart_cells.h"

#include <string.h>

#include "base/number.h"

/* A node in the current column; all 0 if it is not in the column. */
struct chart_share {
	uint64_t total; /* ns */
	/* 1, and the number of its callees in the column that have not been added yet */
	uint32_t waiting;
	uint32_t best; /* the largest callee; 0: none yet */
};

struct chart_counting {
	const struct thread_samples *samples;
	const struct chart_window *window;
	struct chart_cells *cells;
	uint64_t *self; /* owned: by node, ns; the only data touched for every sample */
	uint32_t *ends; /* owned: the nodes of this column in which samples end */
	uint32_t end_count;
	struct chart_share *shares; /* owned: by node */
	uint32_t *met;		    /* owned: the nodes of this column */
	uint32_t met_count;
	/* owned: ns of this column, by event; NULL: there are no states */
	uint64_t *by_event;
	uint32_t groups;
	uint32_t column;
	uint64_t end; /* the end of the column, ns after the origin */
};

/* ---- one column ---- */

static void take_time(struct chart_counting *k, const struct thread_sample *s,
		      uint64_t time)
{
	uint32_t node = s->node;

	if (!time)
		return;
	if (k->by_event)
		k->by_event[profile_context(k->samples->profile, s->row)->event] += time;
	if (!k->self[node])
		k->ends[k->end_count++] = node; /* room: one per node */
	k->self[node] += time;
	k->cells->covered[k->column] += time;
}

/* List a node, and those of its callers that are not in the column yet. */
static void meet_path(struct chart_counting *k, uint32_t node)
{
	const uint32_t *parent = k->samples->tree->parent;
	uint32_t callees = 0;

	for (;; node = parent[node], callees = 1) {
		struct chart_share *s = &k->shares[node];

		if (s->waiting) {
			s->waiting += callees;
			return;
		}
		s->waiting = 1 + callees;
		/* room: one per node, as each is listed once */
		k->met[k->met_count++] = node;
		if (node == 0)
			return;
	}
}

/*
 * Add up from a node without callees towards the root, until a caller still waits for another
 * callee.
 */
static void add_up_path(struct chart_counting *k, uint32_t node)
{
	const uint32_t *parent = k->samples->tree->parent;

	for (;;) {
		struct chart_share *s, *best;
		uint64_t total = k->shares[node].total += k->self[node];

		if (node == 0)
			return;
		s = &k->shares[parent[node]];
		best = s->best ? &k->shares[s->best] : NULL;
		s->total += total;
		/*
		 * ties are resolved by the order of the tree, as the order of adding is arbitrary
		 */
		if (!best || total > best->total ||
		    (total == best->total && node < s->best))
			s->best = node;
		node = parent[node];
		if (--s->waiting > 1)
			return;
	}
}

/* Groups are not drawn, and their self time has no stack. */
static void store_stack(struct chart_counting *k)
{
	const struct chart_window *w = k->window;
	size_t at = (size_t)k->column * w->rows;
	uint32_t node = k->shares[0].best, depth = 0;

	if (node && node <= k->groups)
		node = k->shares[node].best;
	for (; node; depth++) {
		const struct chart_share *s = &k->shares[node];

		if (depth >= w->top && depth - w->top < w->rows) {
			k->cells->node[at + depth - w->top] = node;
			k->cells->time[at + depth - w->top] = s->total;
		}
		node = s->best && k->shares[s->best].total >= k->self[node] ? s->best : 0;
	}
	k->cells->depths[k->column] = depth;
}

static void finish_column(struct chart_counting *k)
{
	uint32_t events = k->by_event ? k->samples->profile->event_count : 0, most = 0;

	for (uint32_t e = 1; e < events; e++) /* the first of equal ones */
		if (k->by_event[e] > k->by_event[most])
			most = e;
	if (k->by_event && k->by_event[most])
		k->cells->event[k->column] = (uint16_t)most;
	if (k->by_event)
		memset(k->by_event, 0, events * sizeof *k->by_event);
	for (uint32_t i = 0; i < k->end_count; i++)
		meet_path(k, k->ends[i]);
	for (uint32_t i = 0; i < k->met_count; i++) {
		const struct chart_share *s = &k->shares[k->met[i]];

		if (s->waiting == 1 && !s->total)
			add_up_path(k, k->met[i]);
	}
	if (k->met_count)
		store_stack(k);
	for (uint32_t i = 0; i < k->met_count; i++) {
		k->shares[k->met[i]] = (struct chart_share){0};
		k->self[k->met[i]] = 0;
	}
	k->met_count = k->end_count = 0;
}

/* ---- all columns ---- */

static uint64_t column_end(const struct chart_window *w, uint32_t column)
{
	uint64_t columns = column + UINT64_C(1);

	if (columns > UINT64_MAX / w->period)
		return UINT64_MAX;
	return number_add(w->from, columns * w->period);
}

/* Count a sample in all columns that it overlaps. */
static void count_sample(struct chart_counting *k, const struct thread_sample *s)
{
	const struct chart_window *w = k->window;
	uint64_t at = s->from > w->from ? s->from : w->from;

	while (at < s->to) {
		if (at >= k->end) { /* go on to the column of this time */
			uint64_t column = (at - w->from) / w->period;

			finish_column(k);
			if (column >= w->columns)
				return;
			k->column = (uint32_t)column;
			k->end = column_end(w, k->column);
		}
		if (s->to <= k->end) {
			take_time(k, s, s->to - at);
			return;
		}
		take_time(k, s, k->end - at);
		at = k->end;
	}
}

bool chart_cells_build(struct chart_cells *c, const struct thread_samples *t,
		       const struct chart_window *w, struct error *err)
{
	struct chart_counting k = {.samples = t, .window = w, .cells = c};
	struct thread_sample list[THREAD_READER_ROOM];
	struct thread_reader r;
	struct range range;
	/* moments before the window may extend into it */
	uint64_t lead = t->spans ? 0 : t->longest;
	size_t n = (size_t)t->tree->count + 1, cells = (size_t)w->columns * w->rows;
	bool ok;

	*c = (struct chart_cells){0};
	if ((uint64_t)w->columns * w->rows > CHART_CELLS_MAX)
		return error_set(err, ERROR_LIMIT, "a chart of %u columns and %u depths",
				 w->columns, w->rows);
	k.groups = tree_group_count(t->tree);
	k.end = column_end(w, 0);
	c->columns = w->columns;
	c->rows = w->rows;
	ok = (k.self = mem_array(n, sizeof *k.self, "a chart", err)) &&
	     (k.ends = mem_array(n, sizeof *k.ends, "a chart", err)) &&
	     (k.shares = mem_array(n, sizeof *k.shares, "a chart", err)) &&
	     (k.met = mem_array(n, sizeof *k.met, "a chart", err)) &&
	     (!t->profile->states ||
	      (k.by_event = mem_array(t->profile->event_count, sizeof *k.by_event,
				      "a chart", err))) &&
	     (c->node = mem_array(cells, sizeof *c->node, "a chart", err)) &&
	     (c->time = mem_array(cells, sizeof *c->time, "a chart", err)) &&
	     (c->covered = mem_array(w->columns, sizeof *c->covered, "a chart", err)) &&
	     (c->event = mem_array(w->columns, sizeof *c->event, "a chart", err)) &&
	     (c->depths = mem_array(w->columns, sizeof *c->depths, "a chart", err));
	for (uint32_t i = 0; ok && i < w->columns; i++)
		c->event[i] = CHART_NO_EVENT;
	if (ok && w->columns) {
		range = (struct range){w->from > lead ? w->from - lead : 0,
				       column_end(w, w->columns - 1)};
		r = thread_reader_of(t, range);
		while ((n = thread_reader_read(&r, list, THREAD_READER_ROOM)) > 0)
			for (size_t i = 0; i < n; i++)
				count_sample(&k, &list[i]);
		finish_column(&k);
	}
	mem_free(k.self);
	mem_free(k.ends);
	mem_free(k.shares);
	mem_free(k.met);
	mem_free(k.by_event);
	if (!ok)
		chart_cells_release(c);
	return ok;
}

void chart_cells_release(struct chart_cells *c)
{
	mem_free(c->node);
	mem_free(c->time);
	mem_free(c->covered);
	mem_free(c->event);
	mem_free(c->depths);
	*c = (struct chart_cells){0};
}
