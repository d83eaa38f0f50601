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

/* The start of a row, in ns after the start of its column: ceil(row * period / rows). */
static uint64_t row_start(const struct heatmap *map, uint32_t row)
{
	uint64_t whole = map->period / map->rows, rest = map->period % map->rows;

	return whole * row + (rest * row + map->rows - 1) / map->rows;
}

struct range heatmap_cell(const struct heatmap *map, uint32_t column, uint32_t row)
{
	/* no overflow: a sample lies in or after it */
	uint64_t start = map->period * column;
	uint64_t from = row_start(map, row), to = row_start(map, row + 1);

	return (struct range){number_add(start, from), number_add(start, to)};
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

/* ---- which columns have cells ---- */

static void find_moments(struct bits *busy, const struct heatmap *map,
			 const struct profile *p, const struct bits *which)
{
	uint64_t origin = profile_origin(p), column = 0, end = 0;

	for (uint64_t i = 0; i < p->samples.count; i++) {
		uint64_t at = p->samples.time[i] - origin;

		if (at < end || !bits_has(which, i))
			continue;
		column = at / map->period;
		bits_add(busy, column);
		end = (column + 1) * map->period;
		if (end <= at) /* past the largest time */
			break;
	}
}

/* Find the columns in which a span begins or ends. */
static void find_ends(struct bits *busy, const struct heatmap *map,
		      const struct profile *p, const struct bits *which)
{
	uint64_t origin = profile_origin(p);

	for (uint64_t i = 0; i < p->samples.count; i++) {
		uint64_t from = p->samples.time[i] - origin;
		uint64_t to = profile_row_end(p, i) - origin;

		if (to <= from || !bits_has(which, i))
			continue;
		bits_add(busy, from / map->period);
		bits_add(busy, (to - 1) / map->period);
	}
}

static bool give_blocks(struct heatmap *map, const struct bits *busy, struct error *err)
{
	uint32_t n = 0;

	map->block = mem_array(map->columns, sizeof *map->block, "heat map columns", err);
	if (!map->block)
		return false;
	for (uint32_t c = 0; c < map->columns; c++)
		if (bits_has(busy, c))
			map->block[c] = ++n;
	if (!map->spans)
		return true;
	map->level = mem_array(map->columns, sizeof *map->level, "heat map columns", err);
	return map->level != NULL;
}

/* Allocate cells: only for columns that contain something, if these are less than half. */
static bool make_cells(struct heatmap *map, const struct profile *p,
		       const struct bits *which, uint64_t *cells, struct error *err)
{
	struct bits busy = {0};
	uint64_t columns = map->columns;
	bool ok = true;

	if (columns * map->rows > HEATMAP_CELLS_FEW) {
		if (!bits_build(&busy, columns, err))
			return false;
		if (map->spans)
			find_ends(&busy, map, p, which);
		else
			find_moments(&busy, map, p, which);
		if (bits_population(&busy) < columns / 2) {
			columns = bits_population(&busy);
			ok = give_blocks(map, &busy, err);
		}
		bits_release(&busy);
	}
	*cells = columns * map->rows;
	map->counts =
	    ok ? mem_array((size_t)*cells, sizeof *map->counts, "heat map cells", err)
	       : NULL;
	return map->counts != NULL;
}

uint64_t heatmap_look(const struct heatmap *map, uint32_t column, uint32_t row)
{
	struct range cell;

	if (!map->block || map->block[column])
		return map->counts[heatmap_place(map, column, row)];
	if (!map->level || !map->level[column])
		return 0;
	cell = heatmap_cell(map, column, row);
	return map->level[column] * (cell.to - cell.from);
}

uint64_t heatmap_sum(const struct heatmap *map, uint32_t column)
{
	uint64_t sum = 0;

	if (map->block && !map->block[column])
		return map->level ? map->level[column] * map->period : 0;
	for (uint32_t r = 0; r < map->rows; r++)
		sum += map->counts[heatmap_place(map, column, r)];
	return sum;
}

/* ---- moments ---- */

void heatmap_add(struct heatmap *map, uint32_t column, uint32_t row, uint64_t n)
{
	uint64_t *count;

	if (n == 0) /* columns without samples have no cells */
		return;
	count = &map->counts[heatmap_place(map, column, row)];
	*count += n;
	map->samples += n;
	if (*count > map->peak)
		map->peak = *count;
}

/* Samples are sorted by time, so most are in the cell of the previous one. */
static void count_samples(struct heatmap *map, const struct profile *p,
			  const struct bits *which)
{
	uint64_t origin = profile_origin(p);
	struct range cell = {0, 0};
	uint32_t column, row;
	uint64_t *count = NULL;

	for (uint64_t i = 0; i < p->samples.count; i++) {
		uint64_t at = p->samples.time[i] - origin, n;

		if (!bits_has(which, i))
			continue;
		if (!count || at >= cell.to) {
			heatmap_find(map, at, &column, &row);
			cell = heatmap_cell(map, column, row);
			count = &map->counts[heatmap_place(map, column, row)];
		}
		n = profile_row_count(p, i);
		map->samples += n;
		*count += n;
		if (*count > map->peak)
			map->peak = *count;
	}
}

/* ---- spans ---- */

/* Add `by` to this cell and all later ones. A change at the start of a column needs no cell. */
static void change_later_cells(struct heatmap *map, int64_t *change, uint32_t column,
			       uint32_t row, int by)
{
	if (row == map->rows) {
		column++;
		row = 0;
	}
	if (column == map->columns)
		return;
	if (row == 0 && map->level)
		map->level[column] += (uint64_t)(int64_t)by;
	else
		change[heatmap_place(map, column, row)] += by;
}

/*
 * A span covers its first and its last cell in part, and all cells between them. For the cells
 * between, only the changes at both ends are noted.
 */
static void cover_cells(struct heatmap *map, int64_t *change, uint64_t from, uint64_t to)
{
	uint32_t column, row;
	struct range cell;

	heatmap_find(map, from, &column, &row);
	cell = heatmap_cell(map, column, row);
	if (to <= cell.to) {
		map->counts[heatmap_place(map, column, row)] += to - from;
		return;
	}
	map->counts[heatmap_place(map, column, row)] += cell.to - from;
	change_later_cells(map, change, column, row + 1, 1);
	heatmap_find(map, to - 1, &column, &row);
	cell = heatmap_cell(map, column, row);
	map->counts[heatmap_place(map, column, row)] += to - cell.from;
	change_later_cells(map, change, column, row, -1);
}

static void add_up(struct heatmap *map, uint64_t count, uint64_t peak)
{
	map->samples += count;
	map->peak = peak > map->peak ? peak : map->peak;
}

/*
 * `change` has by how much the number of spans that cover a cell exceeds that of the cell before
 * it; for columns without cells, `level` has the same for the first cell of the column. No
 * overflow: the sum of all durations fits.
 */
static bool count_spans(struct heatmap *map, const struct profile *p,
			const struct bits *which, uint64_t cells, struct error *err)
{
	uint64_t origin = profile_origin(p), covering = 0;
	int64_t *change = mem_array((size_t)cells, sizeof *change, "heat map cells", err);

	if (!change)
		return false;
	for (uint64_t i = 0; i < p->samples.count; i++) {
		uint64_t from = p->samples.time[i] - origin;
		uint64_t to = profile_row_end(p, i) - origin;

		if (to > from && bits_has(which, i))
			cover_cells(map, change, from, to);
	}
	for (uint32_t c = 0; c < map->columns; c++) {
		covering += map->level ? map->level[c] : 0;
		if (map->block && !map->block[c]) {
			map->level[c] = covering;
			/* the first cell is the longest, as row_start() rounds up */
			add_up(map, covering * map->period, covering * row_start(map, 1));
			continue;
		}
		for (uint32_t r = 0; r < map->rows; r++) {
			uint64_t i = heatmap_place(map, c, r);
			struct range cell;

			covering += (uint64_t)change[i];
			/* empty cells are not written, so they take up no physical memory */
			if (covering) {
				cell = heatmap_cell(map, c, r);
				map->counts[i] += covering * (cell.to - cell.from);
			}
			add_up(map, map->counts[i], map->counts[i]);
		}
	}
	mem_free(change);
	return true;
}

static bool make_map(struct heatmap *map, const struct profile *p,
		     const struct bits *which, uint64_t *cells, struct error *err)
{
	uint64_t columns;

	assert(map->period > 0 && map->rows > 0 && map->rows <= HEATMAP_ROWS_MAX);
	if (!p->has_times)
		return error_set(err, ERROR_FORMAT,
				 "the samples have no times, so there is no heat map");
	columns = heatmap_columns(p, map->period);
	if (columns > HEATMAP_COLUMNS_MAX)
		return error_set(
		    err, ERROR_LIMIT,
		    "%" PRIu64
		    " columns are too many for a heat map; use a longer period",
		    columns);
	if (columns * map->rows > HEATMAP_CELLS_MAX)
		return error_set(err, ERROR_LIMIT,
				 "%" PRIu64 " columns of %" PRIu32
				 " rows are too many for a heat map; use a longer period "
				 "or fewer rows",
				 columns, map->rows);
	map->columns = (uint32_t)columns;
	return make_cells(map, p, which, cells, err);
}

bool heatmap_build_empty(struct heatmap *map, const struct profile *p,
			 const struct bits *which, bool spans, uint64_t period,
			 uint32_t rows, struct error *err)
{
	uint64_t cells;

	*map = (struct heatmap){
	    .period = period, .rows = rows, .spans = spans, .counted = p->counted};
	if (make_map(map, p, which, &cells, err))
		return true;
	heatmap_release(map);
	return false;
}

bool heatmap_build(struct heatmap *map, const struct profile *p, const struct bits *which,
		   bool spans, uint64_t period, uint32_t rows, struct error *err)
{
	uint64_t cells;
	bool ok;

	*map = (struct heatmap){
	    .period = period, .rows = rows, .spans = spans, .counted = p->counted};
	ok = make_map(map, p, which, &cells, err);
	if (ok && !spans)
		count_samples(map, p, which);
	else if (ok)
		ok = count_spans(map, p, which, cells, err);
	if (!ok)
		heatmap_release(map);
	return ok;
}

void heatmap_release(struct heatmap *map)
{
	mem_free(map->counts);
	mem_free(map->block);
	mem_free(map->level);
	*map = (struct heatmap){0};
}
