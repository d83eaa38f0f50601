/* heat_hues.h - the heat map coloured by names: a cell has the hue of the name with most of it. */

#ifndef VIEW_HEAT_HUES_H
#define VIEW_HEAT_HUES_H

#include "view/heat/heat_geometry.h"
#include "view/heat/heat_view.h"

/* Are hues drawn? They are not while cells show shares. */
bool heat_hues_shown(const struct heat_view *v);

/* The colour of a hue, or of all others (NAME_HUES): stronger for a larger value. */
colour heat_hues_colour(const struct theme *t, uint32_t hue, uint64_t value,
			uint64_t peak);

/*
 * A letter for terminals with few colours: a, b ..., a capital from half the peak on; others: - and
 * =.
 */
char heat_hues_letter(uint32_t hue, uint64_t value, uint64_t peak);

/* The colour of cells that do not match the search, if others show hues: a faint grey. */
colour heat_hues_unmatched(const struct theme *t, uint64_t value, uint64_t peak);

/* The colour and the letter of a cell; unchanged for an empty cell. */
void heat_hues_paint(const struct heat_view *v, uint32_t column, uint32_t row,
		     colour *drawn, char *glyph);

/*
 * Draw the names beside the map, and find the name at a place of the pane; false if there is none.
 */
void heat_hues_legend(const struct heat_view *v, const struct heat_geometry *g,
		      struct pane p);
bool heat_hues_at(const struct heat_view *v, int x, int y, struct pane p, uint32_t *hue);

/* "cc1plus 5 of 8": the name with most of a cell, or of its matches; "" for an empty cell. */
#define HEAT_HUES_WORDS 340
const char *heat_hues_words(const struct heat_view *v, uint32_t column, uint32_t row,
			    char buf[HEAT_HUES_WORDS]);

#endif
