/* cell_winners.h - the row of lanes that has most of each cell of a heat map. */

#ifndef ANALYSIS_CELL_WINNERS_H
#define ANALYSIS_CELL_WINNERS_H

#include "analysis/heatmap.h"
#include "analysis/lanes/lanes.h"

#define CELL_WINNER_ROWS 15 /* the most rows that can be distinguished */

/*
 * The rows that compete for the cells: several lanes may share one, and all remaining lanes share
 * one more.
 */
struct cell_contest {
	const struct lanes *lanes;
	/* by lane: its row; any other value: one of the remaining lanes */
	const uint32_t *row;
	uint32_t rows; /* at most CELL_WINNER_ROWS */
};

/*
 * If two rows have the same part of a cell, the lower number wins; the remaining lanes lose to any
 * row.
 */
struct cell_winners {
	/* as in the contest; the number `rows` stands for the remaining lanes */
	uint32_t rows;
	uint8_t *of;	    /* owned: like map->counts; CELL_WINNER_NONE: an empty cell */
	uint64_t *most;	    /* owned: the same: the count of the winner */
	uint8_t *of_column; /* owned: by column without cells, which is uniform */
	uint64_t *levels;   /* owned: the same: the number of the winner's spans in it */
};

#define CELL_WINNER_NONE UINT8_MAX

/*
 * Find the winner of each cell of a map, among the samples from which the map was made. Nothing of
 * the contest is kept; to read the result, pass the same map again. Release with
 * cell_winners_release().
 */
bool cell_winners_build(struct cell_winners *d, const struct heatmap *map,
			const struct cell_contest *contest, const struct profile *p,
			const struct bits *which, struct error *err);
void cell_winners_release(struct cell_winners *d);

/*
 * The row that has most of a cell, `rows` for the remaining lanes, CELL_WINNER_NONE for an empty
 * cell.
 */
uint32_t cell_winners_look(const struct cell_winners *d, const struct heatmap *map,
			   uint32_t column, uint32_t row);

/* The winner's samples in the cell, or ns of spans. */
uint64_t cell_winners_count(const struct cell_winners *d, const struct heatmap *map,
			    uint32_t column, uint32_t row);

#endif
