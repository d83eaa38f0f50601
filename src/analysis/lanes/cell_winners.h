/* cell_winners.h - which row of lanes has most of each cell of a heat map. */

#ifndef ANALYSIS_CELL_WINNERS_H
#define ANALYSIS_CELL_WINNERS_H

#include "analysis/heatmap.h"
#include "analysis/lanes/lanes.h"

#define CELL_WINNER_ROWS 15 /* rows that are told apart, at most */

/* The rows that compete for the cells: lanes share them, and all other lanes are one more. */
struct cell_contest {
	const struct lanes *lanes;
	const uint32_t *row; /* by lane: its row; any other value: one of the others */
	uint32_t rows;	     /* at most CELL_WINNER_ROWS */
};

/* If two rows have the same part of a cell the lower number wins; the others lose to any row. */
struct cell_winners {
	uint32_t rows;	    /* those of the contest; `rows` stands for the others */
	uint8_t *of;	    /* owned: as map->counts; CELL_WINNER_NONE: an empty cell */
	uint64_t *most;	    /* owned: the same: the count of the winner */
	uint8_t *of_column; /* owned: by column without cells, which is uniform */
	uint64_t *levels;   /* owned: the same: the number of spans of the winner in it */
};

#define CELL_WINNER_NONE UINT8_MAX

/*
 * Find the winner of each cell of a map, among the samples that the map was made of. Nothing of
 * the contest is kept; the same map is given again to read the result. Release with
 * cell_winners_release().
 */
bool cell_winners_build(struct cell_winners *d, const struct heatmap *map,
			const struct cell_contest *contest, const struct profile *p,
			const struct bits *which, struct error *err);
void cell_winners_release(struct cell_winners *d);

/* The row that has most of a cell, `rows` for the others, CELL_WINNER_NONE for an empty cell. */
uint32_t cell_winners_look(const struct cell_winners *d, const struct heatmap *map,
			   uint32_t column, uint32_t row);

/* The samples of the cell that the winner has, or ns of spans. */
uint64_t cell_winners_count(const struct cell_winners *d, const struct heatmap *map,
			    uint32_t column, uint32_t row);

#endif
