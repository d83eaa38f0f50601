/* heatmap.h - how many samples fell into each slice of a second, or how long spans took. */

#ifndef ANALYSIS_HEATMAP_H
#define ANALYSIS_HEATMAP_H

#include "analysis/range.h"
#include "base/bits.h"

#define HEATMAP_COLUMNS_MAX 1000000 /* 11 days of seconds; more suggests a broken clock */
#define HEATMAP_ROWS_MAX    1000
#define HEATMAP_CELLS_MAX   50000000 /* 400 MB; twice that while spans are counted */
#define HEATMAP_CELLS_FEW   100000   /* up to here, empty cells are allocated */

/*
 * One column per period (usually a second), one row per slice of it; row 0 is the earliest slice.
 * Cell (c, r) counts the samples with r = floor(offset * rows / period), in integer nanoseconds.
 * This is FlameScope's subsecond-offset heat map, without its floating point.
 *
 * For spans, a cell holds the time, in ns, that they cover in it: its whole length for one span,
 * twice its length for two concurrent ones.
 */
struct heatmap {
	uint64_t period; /* ns per column */
	uint32_t columns, rows;
	bool spans; /* counts are ns */
	/*
	 * static: the unit of concurrent spans, such as "thread"; NULL: their number is not shown
	 */
	const char *counted;
	uint64_t peak;	  /* the largest count, 0 without samples */
	uint64_t samples; /* sum of all counts */

	/* Owned: the cells of all columns in order, or only of columns with a `block`. */
	uint64_t *counts;

	/*
	 * Owned, by column: 1 + the position of its cells in `counts`, in columns; 0: the column
	 * has no cells. NULL: all columns have cells.
	 */
	uint32_t *block;

	/*
	 * Owned, by column without cells: the number of spans that cover it. NULL without `block`,
	 * and for moments.
	 */
	uint64_t *level;
};

/*
 * Count the samples in `which` (one bit per sample), which are all `spans` or all moments. The
 * columns reach from profile_origin() to the end of the profile's samples, counted or not. Cells
 * are allocated for columns in which something begins or ends; each other column costs 4 bytes, 12
 * for spans. ERROR_LIMIT when there are more than HEATMAP_COLUMNS_MAX columns or HEATMAP_CELLS_MAX
 * cells, ERROR_FORMAT when the profile has no times. Release with heatmap_release().
 */
bool heatmap_build(struct heatmap *map, const struct profile *p, const struct bits *which,
		   bool spans, uint64_t period, uint32_t rows, struct error *err);
/* The same without counting: the caller adds the samples of `which` with heatmap_add(). */
bool heatmap_build_empty(struct heatmap *map, const struct profile *p,
			 const struct bits *which, bool spans, uint64_t period,
			 uint32_t rows, struct error *err);
void heatmap_add(struct heatmap *map, uint32_t column, uint32_t row, uint64_t n);

void heatmap_release(struct heatmap *map);

/* The index of a cell in `counts`; its column must have cells. */
static inline uint64_t heatmap_place(const struct heatmap *map, uint32_t column,
				     uint32_t row)
{
	uint64_t block = map->block ? map->block[column] - 1 : column;

	return block * map->rows + row;
}

/* heatmap_count() for a map in which some columns have no cells. */
uint64_t heatmap_look(const struct heatmap *map, uint32_t column, uint32_t row);

static inline uint64_t heatmap_count(const struct heatmap *map, uint32_t column,
				     uint32_t row)
{
	return map->block ? heatmap_look(map, column, row)
			  : map->counts[(uint64_t)column * map->rows + row];
}

/* The sum of a column's cells. */
uint64_t heatmap_sum(const struct heatmap *map, uint32_t column);

/*
 * The default period: a second. If all spans end sooner, it is finer: 1, 2 or 5 times a power of
 * ten, chosen to give at least about twenty columns, but not less than HEATMAP_FINEST.
 */
#define HEATMAP_FINEST 10000 /* ns */
uint64_t heatmap_usual_period(const struct profile *p);

/* The number of columns for a `period`; may exceed HEATMAP_COLUMNS_MAX. */
uint64_t heatmap_columns(const struct profile *p, uint64_t period);

/* The time of one cell: [from, to). Neighbouring cells touch without gap or overlap. */
struct range heatmap_cell(const struct heatmap *map, uint32_t column, uint32_t row);

/* The cell of a time (ns after the origin), clamped to the map. */
void heatmap_find(const struct heatmap *map, uint64_t at, uint32_t *column,
		  uint32_t *row);

#endif
