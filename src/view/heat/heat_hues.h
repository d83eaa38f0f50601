/* heat_hues.h - a heat map coloured by name: each cell has the hue of its most frequent name. */

#ifndef VIEW_HEAT_HUES_H
#define VIEW_HEAT_HUES_H

#include "view/heat/heat_geometry.h"
#include "view/heat/heat_view.h"

/* Are hues drawn? False while cells show shares. */
bool heat_hues_shown(const struct heat_view *v);

/* The colour of a hue, or of all other names (NAME_HUES). It is stronger for larger values. */
colour heat_hues_colour(const struct theme *t, uint32_t hue, uint64_t value,
			uint64_t peak);

/*
 * A character for a hue, for terminals with few colours: 'a', 'b' ..., or 'A', 'B' ... from half
 * the peak on; for all other names '-' or '='.
 */
char heat_hues_letter(uint32_t hue, uint64_t value, uint64_t peak);

/* The colour of a cell without matches of the search: a faint grey. */
colour heat_hues_unmatched(const struct theme *t, uint64_t value, uint64_t peak);

/* Set the colour and the character of a cell; both are unchanged for an empty cell. */
void heat_hues_paint(const struct heat_view *v, uint32_t column, uint32_t row,
		     colour *drawn, char *glyph);

/*
 * heat_hues_legend() draws the names beside the map. heat_hues_at() finds the hue of the name at a
 * position in the pane; false if there is none.
 */
void heat_hues_legend(const struct heat_view *v, const struct heat_geometry *g,
		      struct pane p);
bool heat_hues_at(const struct heat_view *v, int x, int y, struct pane p, uint32_t *hue);

/* The most frequent name in a cell or, with a search, in its matches: "cc1plus 5 of 8"; or "". */
#define HEAT_HUES_WORDS 340
const char *heat_hues_words(const struct heat_view *v, uint32_t column, uint32_t row,
			    char buf[HEAT_HUES_WORDS]);

#endif
