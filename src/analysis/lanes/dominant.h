/* dominant.h - who has most of each cell of a heat map. */

#ifndef ANALYSIS_DOMINANT_H
#define ANALYSIS_DOMINANT_H

#include "analysis/heatmap.h"
#include "analysis/lanes/lanes.h"

#define DOMINANT_ROWS 15 /* rows that are told apart, at most */

/* Who competes for the cells: the lanes of row 0, those of row 1 ..., and all others together. */
struct contest {
	const struct lanes *lanes;
	const uint32_t *row; /* by lane: its row, or anything else: one of the others */
	uint32_t rows;	     /* at most DOMINANT_ROWS */
};

/* Where two have as much of a cell the lower row wins, and any of them against the others. */
struct dominant {
	uint32_t rows;	    /* those of the contest; `rows` stands for the others */
	uint8_t *of;	    /* owned: as map->counts; DOMINANT_NONE: an empty cell */
	uint64_t *most;	    /* owned: the same: what the winner has of it */
	uint8_t *of_column; /* owned: by column without cells, all of which are alike */
	uint64_t *levels;   /* owned: the same: how many spans of the winner cover it */
};

#define DOMINANT_NONE UINT8_MAX

/*
 * In the cells of a map, of the samples that it was made of. All that the contest borrows may go
 * then; the map is to be told again. Release with dominant_release().
 */
bool dominant_build(struct dominant *d, const struct heatmap *map,
		    const struct contest *contest, const struct profile *p,
		    const struct bits *which, struct error *err);
void dominant_release(struct dominant *d);

/* The row of a cell, `rows` for the others, DOMINANT_NONE for nobody. */
uint32_t dominant_look(const struct dominant *d, const struct heatmap *map,
		       uint32_t column, uint32_t row);

/* How many of its samples the winner has, or ns of spans. */
uint64_t dominant_count(const struct dominant *d, const struct heatmap *map,
			uint32_t column, uint32_t row);

#endif
