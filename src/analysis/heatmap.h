/* heatmap.h - how many samples fell into each slice of a second, or how long spans took. */

#ifndef ANALYSIS_HEATMAP_H
#define ANALYSIS_HEATMAP_H

#include "analysis/range.h"
#include "base/bits.h"

#define HEATMAP_COLUMNS_MAX 1000000 /* 11 days of seconds; more is a broken clock */
#define HEATMAP_ROWS_MAX    1000
#define HEATMAP_CELLS_MAX   50000000 /* 400 MB; twice that while spans are counted */
#define HEATMAP_CELLS_FEW   100000   /* so few are all allocated, empty or not */

/*
 * One column per period (a second, mostly), one row per slice of it; row 0 is the earliest
 * slice. Cell (c, r) holds the samples with r = floor(offset * rows / period), in integer
 * nanoseconds. FlameScope's subsecond-offset heat map, without its floating point.
 *
 * For spans a cell has the time, in ns, that they cover in it: its whole length where one
 * was going on all the time, twice that where two were.
 */
struct heatmap {
	uint64_t period; /* ns a column */
	uint32_t columns, rows;
	bool spans; /* counts are ns, */
	const char *
	    counted; /* static: what each is one of, "thread"; NULL: no number of them is told */
	uint64_t peak;	  /* the largest count, 0 when there are no samples */
	uint64_t samples; /* sum of all counts */

	/* Owned: the cells of all columns in their order, or of those that `block` has. */
	uint64_t *counts;

	/*
	 * Owned, by column: 1 + the place of its cells in `counts`, in columns; 0: it has
	 * no cells. NULL: all columns have.
	 */
	uint32_t *block;

	/*
	 * Owned, by column without cells: how many spans cover it. NULL without `block`,
	 * and for moments.
	 */
	uint64_t *level;
};

/*
 * Count the samples in `which` (one bit a sample), which are all `spans`, or all moments.
 * The columns reach from profile_origin() to the end of the profile's samples, counted or
 * not. Memory is used for columns in which something begins or ends; each of the others
 * costs 4 bytes, 12 of spans. ERROR_LIMIT when that is more than HEATMAP_COLUMNS_MAX
 * columns or HEATMAP_CELLS_MAX cells, ERROR_FORMAT when the profile has no times. Release
 * with heatmap_release().
 */
bool heatmap_build(struct heatmap *map, const struct profile *p, const struct bits *which,
		   bool spans, uint64_t period, uint32_t rows, struct error *err);
/*
 * The same, but nothing is counted: the caller does, with heatmap_add(), for samples in
 * `which`.
 */
bool heatmap_build_empty(struct heatmap *map, const struct profile *p,
			 const struct bits *which, bool spans, uint64_t period,
			 uint32_t rows, struct error *err);
void heatmap_add(struct heatmap *map, uint32_t column, uint32_t row, uint64_t n);

void heatmap_release(struct heatmap *map);

/* What heatmap_count() calls where not all columns have cells. */
uint64_t heatmap_look(const struct heatmap *map, uint32_t column, uint32_t row);

static inline uint64_t heatmap_count(const struct heatmap *map, uint32_t column,
				     uint32_t row)
{
	return map->block ? heatmap_look(map, column, row)
			  : map->counts[(uint64_t)column * map->rows + row];
}

/* The sum of its cells. */
uint64_t heatmap_sum(const struct heatmap *map, uint32_t column);

/*
 * The period where none is chosen: a second. Spans that are all over in less get a finer
 * one, in at least some twenty columns of 1, 2 or 5 times a power of ten, but none below
 * HEATMAP_FINEST.
 */
#define HEATMAP_FINEST 10000 /* ns */
uint64_t heatmap_usual_period(const struct profile *p);

/* How many columns of `period` the profile has; may exceed HEATMAP_COLUMNS_MAX. */
uint64_t heatmap_columns(const struct profile *p, uint64_t period);

/* The time of one cell: [from, to). Neighbouring cells touch without gap or overlap. */
struct range heatmap_cell(const struct heatmap *map, uint32_t column, uint32_t row);

/* The cell that a time (ns after the origin) falls in, clipped to the map. */
void heatmap_find(const struct heatmap *map, uint64_t at, uint32_t *column,
		  uint32_t *row);

#endif
