#include "analysis/chart/chart_cells.h"

#include <string.h>

#include "base/append.h"
#include "base/number.h"

/* Of a node in the column that is being counted: all 0 when it is not in it. */
struct share {
	uint64_t total;	  /* ns */
	uint32_t waiting; /* callees in it that are not added yet, and 1 for itself */
	uint32_t best;	  /* the one with most; 0: none yet */
};

struct counting {
	const struct thread_samples *samples;
	const struct chart_window *window;
	struct chart_cells *cells;
	uint64_t *self; /* owned: by node, ns: these alone are met with every sample */
	uint32_t *ends; /* owned: the nodes of this column at which samples end */
	uint32_t end_count;
	struct share *shares; /* owned: by node */
	uint32_t *met;	      /* owned: those of this column */
	uint32_t met_count;
	uint64_t
	    *by_event; /* owned: ns of this column, by event; NULL: there are no states */
	uint32_t groups;
	uint32_t column;
	uint64_t end; /* ns after the origin: of the column */
};

/* ---- one column ---- */

static void take(struct counting *k, const struct thread_sample *s, uint64_t time)
{
	uint32_t node = s->node;

	if (!time)
		return;
	if (k->by_event)
		k->by_event[profile_context(k->samples->profile, s->row)->event] += time;
	if (!k->self[node])
		k->ends[k->end_count++] = node; /* room: one for each node */
	k->self[node] += time;
	k->cells->covered[k->column] += time;
}

/* A node, and all callers that are not known to be in the column yet. */
static void meet(struct counting *k, uint32_t node)
{
	const uint32_t *parent = k->samples->tree->parent;
	uint32_t callees = 0;

	for (;; node = parent[node], callees = 1) {
		struct share *s = &k->shares[node];

		if (s->waiting) {
			s->waiting += callees;
			return;
		}
		s->waiting = 1 + callees;
		/* room: one for each node, and each is met once */
		k->met[k->met_count++] = node;
		if (node == 0)
			return;
	}
}

/* Of equal ones the first of the tree: the order in which they are added means nothing. */
static void add_to_caller(struct counting *k, uint32_t node, uint32_t caller)
{
	struct share *s = &k->shares[caller];
	const struct share *best = s->best ? &k->shares[s->best] : NULL;
	uint64_t total = k->shares[node].total;

	s->total += total;
	if (!best || total > best->total || (total == best->total && node < s->best))
		s->best = node;
}

/* From a node without callees up as far as it is the last that its caller waits for. */
static void add_up(struct counting *k, uint32_t node)
{
	const uint32_t *parent = k->samples->tree->parent;

	for (;;) {
		k->shares[node].total += k->self[node];
		if (node == 0)
			return;
		add_to_caller(k, node, parent[node]);
		node = parent[node];
		if (--k->shares[node].waiting > 1)
			return;
	}
}

static void store(struct counting *k, uint32_t depth, uint32_t node)
{
	const struct chart_window *w = k->window;
	size_t at = (size_t)k->column * w->rows;

	if (depth < w->top || depth - w->top >= w->rows)
		return;
	k->cells->node[at + depth - w->top] = node;
	k->cells->time[at + depth - w->top] = k->shares[node].total;
}

/* Groups are not drawn, and what they spent themselves has no stack. */
static void store_stack(struct counting *k)
{
	uint32_t node = k->shares[0].best, depth = 0;

	if (node && node <= k->groups)
		node = k->shares[node].best;
	while (node) {
		const struct share *s = &k->shares[node];

		store(k, depth++, node);
		node = s->best && k->shares[s->best].total >= k->self[node] ? s->best : 0;
	}
	k->cells->depths[k->column] = depth;
}

/* Of equal ones the first. */
static void store_event(struct counting *k)
{
	uint32_t count = k->samples->profile->event_count, best = 0;

	for (uint32_t e = 1; e < count; e++)
		if (k->by_event[e] > k->by_event[best])
			best = e;
	if (k->by_event[best])
		k->cells->event[k->column] = (uint16_t)best;
	memset(k->by_event, 0, count * sizeof *k->by_event);
}

static void finish_column(struct counting *k)
{
	if (k->by_event)
		store_event(k);
	for (uint32_t i = 0; i < k->end_count; i++)
		meet(k, k->ends[i]);
	for (uint32_t i = 0; i < k->met_count; i++) {
		const struct share *s = &k->shares[k->met[i]];

		if (s->waiting == 1 && !s->total)
			add_up(k, k->met[i]);
	}
	if (k->met_count)
		store_stack(k);
	for (uint32_t i = 0; i < k->met_count; i++) {
		k->shares[k->met[i]] = (struct share){0};
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

/* On to the column of this time; false: it is behind the last. */
static bool go_on(struct counting *k, uint64_t time)
{
	const struct chart_window *w = k->window;
	uint64_t column;

	if (time < k->end)
		return true;
	finish_column(k);
	column = (time - w->from) / w->period;
	if (column >= w->columns)
		return false;
	k->column = (uint32_t)column;
	k->end = column_end(w, k->column);
	return true;
}

/* A sample, in all columns that it reaches into. */
static void spread(struct counting *k, const struct thread_sample *s)
{
	uint64_t begin = k->window->from, at = s->from > begin ? s->from : begin;

	while (at < s->to && go_on(k, at)) {
		if (s->to <= k->end) {
			take(k, s, s->to - at);
			return;
		}
		take(k, s, k->end - at);
		at = k->end;
	}
}

static void count_all(struct counting *k, struct range range)
{
	struct thread_reader r = thread_reader_of(k->samples, range);
	struct thread_sample list[THREAD_READER_ROOM];
	size_t n;

	while ((n = thread_reader_read(&r, list, THREAD_READER_ROOM)) > 0)
		for (size_t i = 0; i < n; i++)
			spread(k, &list[i]);
	finish_column(k);
}

/* With moments before the window that stand for some of it. */
static struct range range_of(const struct counting *k)
{
	const struct chart_window *w = k->window;
	uint64_t lead = k->samples->spans ? 0 : k->samples->longest;

	return (struct range){w->from > lead ? w->from - lead : 0,
			      column_end(w, w->columns - 1)};
}

static bool find_room(struct chart_cells *c, const struct chart_window *w,
		      struct error *err)
{
	size_t n = (size_t)w->columns * w->rows;

	*c = (struct chart_cells){.columns = w->columns, .rows = w->rows};
	c->node = mem_array(n, sizeof *c->node, "a chart", err);
	c->time = c->node ? mem_array(n, sizeof *c->time, "a chart", err) : NULL;
	c->covered =
	    c->time ? mem_array(w->columns, sizeof *c->covered, "a chart", err) : NULL;
	c->event =
	    c->covered ? mem_array(w->columns, sizeof *c->event, "a chart", err) : NULL;
	c->depths =
	    c->event ? mem_array(w->columns, sizeof *c->depths, "a chart", err) : NULL;
	for (uint32_t i = 0; c->depths && i < w->columns; i++)
		c->event[i] = CHART_NO_EVENT;
	return c->depths != NULL;
}

static bool find_tables(struct counting *k, struct error *err)
{
	size_t n = (size_t)k->samples->tree->count + 1;

	k->self = mem_array(n, sizeof *k->self, "a chart", err);
	k->ends = k->self ? mem_array(n, sizeof *k->ends, "a chart", err) : NULL;
	k->shares = k->ends ? mem_array(n, sizeof *k->shares, "a chart", err) : NULL;
	k->met = k->shares ? mem_array(n, sizeof *k->met, "a chart", err) : NULL;
	if (!k->met || !k->samples->profile->states)
		return k->met != NULL;
	k->by_event = mem_array(k->samples->profile->event_count, sizeof *k->by_event,
				"a chart", err);
	return k->by_event != NULL;
}

bool chart_cells_build(struct chart_cells *c, const struct thread_samples *t,
		       const struct chart_window *w, struct error *err)
{
	struct counting k = {.samples = t, .window = w, .cells = c};
	bool ok;

	*c = (struct chart_cells){0};
	if ((uint64_t)w->columns * w->rows > CHART_CELLS_MAX)
		return error_set(err, ERROR_LIMIT, "a chart of %u columns and %u depths",
				 w->columns, w->rows);
	k.groups = tree_group_count(t->tree);
	k.end = column_end(w, 0);
	ok = find_tables(&k, err);
	ok = ok && find_room(c, w, err);
	if (ok && w->columns)
		count_all(&k, range_of(&k));
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
