/* cell_winners.h - the row of lanes that has the most samples in each cell of a heat map. */

#ifndef ANALYSIS_CELL_WINNERS_H
#define ANALYSIS_CELL_WINNERS_H

#include "analysis/heatmap.h"
#include "analysis/lanes/lanes.h"

#define CELL_WINNER_ROWS 15 /* maximum number of rows */

/*
 * The rows that compete for the cells. Several lanes may share a row. The lanes without a row are
 * the remaining lanes.
 */
struct cell_contest {
	const struct lanes *lanes;
	/* by lane: its row; `rows` or more: none */
	const uint32_t *row;
	uint32_t rows; /* at most CELL_WINNER_ROWS */
};

/*
 * The winner of a cell is the row with the most samples, or the most ns of spans. Of rows with
 * equal counts, the first wins; the remaining lanes win only if they have more than any row.
 */
struct cell_winners {
	/* as in the contest; as a winner, this number means the remaining lanes */
	uint32_t rows;
	uint8_t *of; /* owned, indexed like map->counts; CELL_WINNER_NONE: empty cell */
	uint64_t *most;	    /* owned: the counts of the winners, indexed like `of` */
	uint8_t *of_column; /* owned, by column: the winner in a column without cells */
	uint64_t *levels;   /* owned, by column: how many spans of the winner cover it */
};

#define CELL_WINNER_NONE UINT8_MAX

/*
 * Find the winner of each cell of a map made from the samples in `which`. The map is needed again
 * to read the result; the contest is not. Release with cell_winners_release().
 */
bool cell_winners_build(struct cell_winners *d, const struct heatmap *map,
			const struct cell_contest *contest, const struct profile *p,
			const struct bits *which, struct error *err);
void cell_winners_release(struct cell_winners *d);

/* The winner of a cell; `rows`: the remaining lanes; CELL_WINNER_NONE: the cell is empty. */
uint32_t cell_winners_look(const struct cell_winners *d, const struct heatmap *map,
			   uint32_t column, uint32_t row);

/* The number of the winner's samples in the cell, or the ns of its spans there. */
uint64_t cell_winners_count(const struct cell_winners *d, const struct heatmap *map,
			    uint32_t column, uint32_t row);

#endif
