#include "analysis/heatmap.h"

#include <assert.h>
#include <inttypes.h>

#include "base/mem.h"
#include "base/number.h"

#define COLUMNS_FEW 20

uint64_t heatmap_columns(const struct profile *p, uint64_t period)
{
	struct range whole = range_whole(p);

	return whole.to ? (whole.to - 1) / period + 1 : 0;
}

uint64_t heatmap_usual_period(const struct profile *p)
{
	struct range whole = range_whole(p);
	uint64_t length = whole.to - whole.from, period = NS_PER_SECOND;

	if (!p->samples.duration || length >= NS_PER_SECOND)
		return period;
	for (int i = 0; period / 2 >= HEATMAP_FINEST && length / period < COLUMNS_FEW;
	     i++)
		period = i % 3 == 1 ? period / 5 * 2 : period / 2;
	return period;
}

/* When row `row` of a column begins, in ns after the column: ceil(row * period / rows).
 */
static uint64_t row_start(const struct heatmap *map, uint32_t row)
{
	uint64_t whole = map->period / map->rows, rest = map->period % map->rows;

	return whole * row + (rest * row + map->rows - 1) / map->rows;
}

struct range heatmap_cell(const struct heatmap *map, uint32_t column, uint32_t row)
{
	uint64_t start = map->period * column; /* fits: a sample lies in or after it */
	uint64_t from = row_start(map, row), to = row_start(map, row + 1);

	return (struct range){
	    from > UINT64_MAX - start ? UINT64_MAX : start + from,
	    to > UINT64_MAX - start ? UINT64_MAX : start + to,
	};
}

void heatmap_find(const struct heatmap *map, uint64_t at, uint32_t *column, uint32_t *row)
{
	*column = 0;
	*row = 0;
	if (map->columns == 0)
		return;
	if (at / map->period >= map->columns) {
		*column = map->columns - 1;
		*row = map->rows - 1;
		return;
	}
	*column = (uint32_t)(at / map->period);
	*row = (uint32_t)number_share(at % map->period, map->period, map->rows);
}

/* Samples are sorted by time, so most fall into the cell of the one before. */
static void count_samples(struct heatmap *map, const struct profile *p,
			  const struct bits *which)
{
	uint64_t origin = profile_origin(p);
	struct range cell = {0, 0};
	uint32_t column, row;
	uint64_t *count = NULL;

	for (uint64_t i = 0; i < p->samples.count; i++) {
		uint64_t at = p->samples.time[i] - origin;

		if (!bits_has(which, i))
			continue;
		if (!count || at >= cell.to) {
			heatmap_find(map, at, &column, &row);
			cell = heatmap_cell(map, column, row);
			count = &map->counts[(uint64_t)column * map->rows + row];
		}
		map->samples++;
		if (++*count > map->peak)
			map->peak = *count;
	}
}

/* ---- stretches of time ---- */

/*
 * A stretch covers its first and its last cell in part, and all between them. Of those it is
 * only noted where they begin and end: `going_on` says how many stretches more cover a cell
 * than the one before.
 */
static void cover(struct heatmap *map, int64_t *going_on, uint64_t from, uint64_t to)
{
	uint32_t column, row;
	struct range cell;
	uint64_t first, last;

	heatmap_find(map, from, &column, &row);
	cell = heatmap_cell(map, column, row);
	first = (uint64_t)column * map->rows + row;
	if (to <= cell.to) {
		map->counts[first] += to - from;
		return;
	}
	map->counts[first] += cell.to - from;
	heatmap_find(map, to - 1, &column, &row);
	cell = heatmap_cell(map, column, row);
	last = (uint64_t)column * map->rows + row;
	map->counts[last] += to - cell.from;
	going_on[first + 1]++;
	going_on[last]--;
}

/* Nothing overflows: all durations together fit. */
static void finish_spans(struct heatmap *map, const int64_t *going_on)
{
	uint64_t covering = 0;

	for (uint32_t c = 0; c < map->columns; c++) {
		for (uint32_t r = 0; r < map->rows; r++) {
			uint64_t i = (uint64_t)c * map->rows + r;
			struct range cell;

			covering += (uint64_t)going_on[i];
			if (covering) { /* what is empty costs no memory */
				cell = heatmap_cell(map, c, r);
				map->counts[i] += covering * (cell.to - cell.from);
			}
			map->samples += map->counts[i];
			map->peak =
			    map->counts[i] > map->peak ? map->counts[i] : map->peak;
		}
	}
}

static bool count_spans(struct heatmap *map, const struct profile *p,
			const struct bits *which, struct error *err)
{
	uint64_t origin = profile_origin(p);
	int64_t *going_on = mem_array((size_t)map->columns * map->rows + 1,
				      sizeof *going_on, "heat map cells", err);

	if (!going_on)
		return false;
	for (uint64_t i = 0; i < p->samples.count; i++) {
		uint64_t from = p->samples.time[i] - origin;
		uint64_t to = profile_row_end(p, i) - origin;

		if (to > from && bits_has(which, i))
			cover(map, going_on, from, to);
	}
	finish_spans(map, going_on);
	mem_free(going_on);
	return true;
}

bool heatmap_build(struct heatmap *map, const struct profile *p, const struct bits *which,
		   bool spans, uint64_t period, uint32_t rows, struct error *err)
{
	uint64_t columns;

	assert(period > 0 && rows > 0 && rows <= HEATMAP_ROWS_MAX);
	*map = (struct heatmap){.period = period, .rows = rows, .spans = spans};
	if (!p->has_times)
		return error_set(err, ERROR_FORMAT,
				 "the samples have no times, so there is no heat map");
	columns = heatmap_columns(p, period);
	if (columns > HEATMAP_COLUMNS_MAX)
		return error_set(err, ERROR_LIMIT,
				 "%" PRIu64 " columns are more than a heat map can have: "
				 "a longer period is needed",
				 columns);
	if (columns * rows > HEATMAP_CELLS_MAX)
		return error_set(err, ERROR_LIMIT,
				 "%" PRIu64 " columns of %" PRIu32
				 " rows are more cells than a heat map can have: a "
				 "longer period or fewer rows are needed",
				 columns, rows);
	map->columns = (uint32_t)columns;
	map->counts =
	    mem_array((size_t)columns * rows, sizeof *map->counts, "heat map cells", err);
	if (!map->counts)
		return false;
	if (!spans)
		count_samples(map, p, which);
	else if (!count_spans(map, p, which, err)) {
		heatmap_release(map);
		return false;
	}
	return true;
}

void heatmap_release(struct heatmap *map)
{
	mem_free(map->counts);
	*map = (struct heatmap){0};
}
