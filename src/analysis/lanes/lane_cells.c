#include <inttypes.h>

#include "analysis/lanes/lanes.h"
#include "base/mem.h"
#include "base/number.h"

/* The state while samples are counted. */
struct lane_counting {
	struct lane_cells *cells;
	const struct profile *p;
	const struct bits *which;
	const uint32_t *of;    /* borrowed: by sample, its context or stack */
	uint32_t *row;	       /* owned: by context or stack, its row */
	uint64_t from, period; /* of the first column, on the recording's clock */
	/* owned: for spans, by cell: how many more cover it than the previous cell */
	int64_t *change;
	uint64_t column, begin, end; /* for spans: the current column, ns */
};

/* ---- moments ---- */

/* Samples are sorted by time, so those of a column are consecutive. */
static void count_moments(struct lane_counting *n, uint64_t first, uint64_t last)
{
	struct lane_cells *c = n->cells;
	uint64_t column = 0, end = number_add(n->from, n->period);

	for (uint64_t i = first; i < last; i++) {
		uint64_t time = n->p->samples.time[i];

		if (!bits_has(n->which, i))
			continue;
		if (time >= end) {
			column = (time - n->from) / n->period;
			end = number_add(n->from + column * n->period, n->period);
		}
		c->counts[(uint64_t)n->row[n->of[i]] * c->columns + column] +=
		    profile_row_count(n->p, i);
	}
}

/* ---- spans ---- */

/*
 * Count the part [from, to) of a span, in ns from the first column on. It covers its first and its
 * last cell in part, and all cells between them.
 */
static void cover_lane_cells(struct lane_counting *n, uint64_t row, uint64_t from,
			     uint64_t to)
{
	uint64_t *counts = &n->cells->counts[row * n->cells->columns];
	int64_t *change = &n->change[row * n->cells->columns];
	uint64_t a, b;

	/* most spans are in the column in which the previous one began */
	if (from >= n->end || from < n->begin) {
		n->column = from / n->period;
		n->begin = n->column * n->period;
		n->end = number_add(n->begin, n->period);
	}
	a = n->column;
	if (to <= n->end) {
		counts[a] += to - from;
		return;
	}
	b = (to - 1) / n->period;
	counts[a] += n->end - from;
	counts[b] += to - b * n->period;
	change[a + 1]++;
	change[b]--;
}

/* The length of the window; its last column may end after the largest time. */
static uint64_t length_of(uint32_t columns, uint64_t period)
{
	return columns > UINT64_MAX / period ? UINT64_MAX : columns * period;
}

static void count_spans(struct lane_counting *n, uint64_t last)
{
	const struct lane_cells *c = n->cells;
	uint64_t length = length_of(c->columns, n->period);

	for (uint64_t i = 0; i < last; i++) {
		uint64_t from = n->p->samples.time[i], to = profile_row_end(n->p, i);

		if (to <= n->from || to <= from || !bits_has(n->which, i))
			continue;
		from = from > n->from ? from - n->from : 0;
		to -= n->from;
		cover_lane_cells(n, n->row[n->of[i]], from, to < length ? to : length);
	}
	for (uint64_t r = 0; r <= c->rows; r++) {
		uint64_t covering = 0;

		for (uint64_t i = r * c->columns; i < (r + 1) * c->columns; i++) {
			covering += (uint64_t)n->change[i];
			c->counts[i] += covering * n->period;
		}
	}
}

static bool make_cells(struct lane_cells *c, bool spans, int64_t **change,
		       struct error *err)
{
	uint64_t cells = ((uint64_t)c->rows + 1) * c->columns;

	if (cells > LANE_CELLS_MAX)
		return error_set(
		    err, ERROR_LIMIT,
		    "%" PRIu32 " columns of %" PRIu32
		    " lanes are too many; use a longer period or fewer lanes",
		    c->columns, c->rows);
	c->counts = mem_array((size_t)cells + 1, sizeof *c->counts, "lanes", err);
	if (c->counts && spans)
		*change = mem_array((size_t)cells + 1, sizeof **change, "lanes", err);
	return c->counts && (!spans || *change);
}

bool lane_cells_build(struct lane_cells *c, const struct lanes *l,
		      const struct profile *p, const struct bits *which,
		      const struct lane_window *w, struct error *err)
{
	uint64_t length = length_of(w->columns, w->period), first, last;
	struct range window = {w->from, number_add(w->from, length)};
	struct lane_counting n = {.cells = c,
				  .p = p,
				  .which = which,
				  .of = lanes_key(l, p),
				  .from = number_add(profile_origin(p), w->from),
				  .period = w->period};
	bool ok;

	*c = (struct lane_cells){.columns = w->columns, .rows = w->rows};
	if (!p->has_times)
		return error_set(err, ERROR_FORMAT,
				 "the samples have no times, so there are no lanes");
	if (make_cells(c, l->spans, &n.change, err))
		n.row = mem_array((size_t)l->of_count + 1, sizeof *n.row, "lanes", err);
	ok = n.row != NULL;
	for (uint32_t i = 0; ok && i < l->of_count; i++) {
		uint32_t row = l->of[i] == LANE_NONE ? LANE_NONE : w->row[l->of[i]];

		n.row[i] = row < w->rows ? row : w->rows;
	}
	range_samples(p, window, &first, &last);
	if (ok && l->spans)
		count_spans(&n, last);
	else if (ok)
		count_moments(&n, first, last);
	for (uint64_t i = 0; ok && i < (w->rows ? w->rows : UINT64_C(1)) * w->columns;
	     i++)
		if (c->counts[i] > c->peak)
			c->peak = c->counts[i];
	mem_free(n.row);
	mem_free(n.change);
	if (!ok)
		lane_cells_release(c);
	return ok;
}

void lane_cells_release(struct lane_cells *c)
{
	mem_free(c->counts);
	*c = (struct lane_cells){0};
}
