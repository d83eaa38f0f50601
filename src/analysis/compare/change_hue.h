/* change_hue.h - the colour of a frame that has changed: blue less, red more, yellow new. */

#ifndef ANALYSIS_COMPARE_CHANGE_HUE_H
#define ANALYSIS_COMPARE_CHANGE_HUE_H

#include "analysis/compare/comparison.h"

/*
 * By points: the change in percent of the whole of the larger side, so that those of what a frame
 * calls, and its own, add up to the frame's, and a narrow box that happens to have doubled is not
 * louder than a wide one that grew by a fifth.
 */
double change_points(const struct comparison *c, struct change change);

/* 0xrrggbb, one of a few steps; text on it is black. */
uint32_t change_hue(const struct comparison *c, struct change change);

#endif
