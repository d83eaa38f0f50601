/* dominant.h - which lane has most of each cell of a heat map. */

#ifndef ANALYSIS_DOMINANT_H
#define ANALYSIS_DOMINANT_H

#include "analysis/heatmap.h"
#include "analysis/lanes/lanes.h"

#define DOMINANT_ROWS 15 /* lanes that are told apart, at most */

/*
 * The largest lanes, one each, and all others together compete for a cell; where two have as much
 * of it the larger lane wins, and any of them against the others.
 */
struct dominant {
	const struct heatmap *map; /* borrowed: whose cells these are */
	uint32_t rows;	    /* lanes that are told apart; `rows` stands for the others */
	uint8_t *of;	    /* owned: as map->counts; DOMINANT_NONE: an empty cell */
	uint8_t *of_column; /* owned: by column without cells, all of which are alike */
};

#define DOMINANT_NONE UINT8_MAX

/* Of the samples that the map was made of. `rows` as above. Release with dominant_release(). */
bool dominant_build(struct dominant *d, const struct heatmap *map, const struct lanes *l,
		    const struct profile *p, const struct bits *which, uint32_t rows,
		    struct error *err);
void dominant_release(struct dominant *d);

/* The lane of a cell, `rows` for the others, DOMINANT_NONE for nobody. */
uint32_t dominant_look(const struct dominant *d, uint32_t column, uint32_t row);

#endif
