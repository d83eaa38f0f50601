/* heat_hues.h - the heat map where a cell has the hue of the name that dominates it. */

#ifndef VIEW_HEAT_HUES_H
#define VIEW_HEAT_HUES_H

#include "view/heat/heat_geometry.h"
#include "view/heat/heat_view.h"

/* Are hues drawn? Not where the cells show shares. */
bool heat_hues_shown(const struct heat_view *v);

/* The hue of a cell; v->hues->count: that of all other names. False: nothing is there, or was
 * `found` there. Where no sample fell into a cell that CPUs were busy in, that of the cell before. */
bool heat_hues_of(const struct heat_view *v, uint32_t column, uint32_t row, bool found,
		  uint32_t *hue);

/* `hue` NAME_HUES: that of all others. The more the brighter, or on light ground the darker. */
colour heat_hues_colour(const struct theme *t, uint32_t hue, uint64_t value,
			uint64_t peak);

/* Where the colours do not suffice: a, b ..., a capital from half the peak on; of others - and =. */
char heat_hues_letter(uint32_t hue, uint64_t value, uint64_t peak);

/* What a search has not found, beside hues: faint, and never a hue. */
colour heat_hues_unmatched(const struct theme *t, uint64_t value, uint64_t peak);

/* How a cell looks that has `value`, of which a search found `found`. */
void heat_hues_paint(const struct heat_view *v, uint32_t column, uint32_t row,
		     colour *drawn, char *glyph);

/* The names beside the map, and what stands at a place of the pane: false: no name. */
void heat_hues_legend(const struct heat_view *v, const struct heat_geometry *g,
		      struct pane p);
bool heat_hues_at(const struct heat_view *v, int x, int y, struct pane p, uint32_t *hue);

/* "cc1plus has 5 of 8 samples" of a cell, or of what a search found there; "" of an empty one. */
#define HEAT_HUES_WORDS 340
const char *heat_hues_words(const struct heat_view *v, uint32_t column, uint32_t row,
			    char buf[HEAT_HUES_WORDS]);

#endif
