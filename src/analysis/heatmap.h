/* heatmap.h - the number of samples, or the time of spans, in each slice of each period. */

#ifndef ANALYSIS_HEATMAP_H
#define ANALYSIS_HEATMAP_H

#include "analysis/range.h"
#include "base/bits.h"

#define HEATMAP_COLUMNS_MAX 1000000 /* 11 days of seconds */
#define HEATMAP_ROWS_MAX    1000
#define HEATMAP_CELLS_MAX   50000000 /* 400 MB; twice that while spans are counted */
#define HEATMAP_CELLS_FEW   100000   /* maps up to this size have all their cells */

/*
 * Each column is a period, usually a second, and each row a slice of the period. Row 0 is the
 * earliest slice. A sample at an offset in the period is in row floor(offset * rows / period),
 * computed in integers. This is the subsecond-offset heat map of FlameScope, which uses floating
 * point.
 *
 * For spans, the count of a cell is the total length, in ns, of the parts of spans that lie in it:
 * if two spans cover the whole cell, this is twice the length of the cell.
 */
struct heatmap {
	uint64_t period; /* ns per column */
	uint32_t columns, rows;
	bool spans; /* counts are ns of spans */
	/*
	 * static: show numbers of concurrent spans in this unit, such as "thread"; NULL: show times
	 */
	const char *counted;
	uint64_t peak;	  /* the largest count */
	uint64_t samples; /* sum of all counts */

	/* Owned: the cells of all columns in order, or only of columns with a `block`. */
	uint64_t *counts;

	/*
	 * Owned, by column: 1 + the position of its cells in `counts`, as a number of columns; 0:
	 * the column has no cells. NULL: all columns have cells.
	 */
	uint32_t *block;

	/*
	 * Owned, by column: for a column without cells, the number of spans that cover it. NULL for
	 * moments, and if `block` is NULL.
	 */
	uint64_t *level;
};

/*
 * Count the samples in `which` (one bit per sample), which are all spans or all moments. The
 * columns cover the time from profile_origin() to the end of all samples of the profile. In a large
 * map, if samples begin or end in fewer than half of the columns, only these have cells; any other
 * column takes 4 bytes, or 12 for spans. Fails with ERROR_LIMIT if there are more than
 * HEATMAP_COLUMNS_MAX columns or HEATMAP_CELLS_MAX cells, and with ERROR_FORMAT if the profile has
 * no times. Release with heatmap_release().
 */
bool heatmap_build(struct heatmap *map, const struct profile *p, const struct bits *which,
		   bool spans, uint64_t period, uint32_t rows, struct error *err);
/* Like heatmap_build(), but all counts are 0: the caller adds samples with heatmap_add(). */
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

/* Called by heatmap_count() if some columns have no cells. */
uint64_t heatmap_look(const struct heatmap *map, uint32_t column, uint32_t row);

static inline uint64_t heatmap_count(const struct heatmap *map, uint32_t column,
				     uint32_t row)
{
	return map->block ? heatmap_look(map, column, row)
			  : map->counts[(uint64_t)column * map->rows + row];
}

/* The sum of the cells of a column. */
uint64_t heatmap_sum(const struct heatmap *map, uint32_t column);

/*
 * The default period: one second. For a profile of spans that is shorter than a second, it is 1, 2
 * or 5 times a power of ten: the longest such period that gives at least twenty columns, but not
 * less than HEATMAP_FINEST.
 */
#define HEATMAP_FINEST 10000 /* ns */
uint64_t heatmap_usual_period(const struct profile *p);

/* The number of columns for a period; it may exceed HEATMAP_COLUMNS_MAX. */
uint64_t heatmap_columns(const struct profile *p, uint64_t period);

/* The time of a cell. Neighbouring cells have no gap between them and do not overlap. */
struct range heatmap_cell(const struct heatmap *map, uint32_t column, uint32_t row);

/* The cell that contains a time (ns after the origin), or the nearest cell of the map. */
void heatmap_find(const struct heatmap *map, uint64_t at, uint32_t *column,
		  uint32_t *row);

#endif
