/* change_hue.h - how loud a change is, and its colour: blue less, red more, yellow new. */

#ifndef ANALYSIS_COMPARE_CHANGE_HUE_H
#define ANALYSIS_COMPARE_CHANGE_HUE_H

#include "analysis/compare/comparison.h"

/*
 * By points: the change in percent of the whole of the larger side, so that those of what a frame
 * calls, and its own, add up to the frame's, and a narrow box that happens to have doubled is not
 * louder than a wide one that grew by a fifth. By share that is the change of the share.
 */
double change_points(const struct comparison *c, struct change change);

/*
 * Where the sides are parts of a whole: of what a frame has on both sides, how much more of it is the
 * subject's than the baseline's, in per cent: 100 of what only the subject has, -100 of the other.
 */
double change_mixture(struct change change);
int change_mixture_step(double percent);

/* The steps are the same for every comparison: two sides that are alike are pale. */
#define CHANGE_STEPS 4
extern const double change_step_from[CHANGE_STEPS + 1]; /* points */

/* -CHANGE_STEPS ... CHANGE_STEPS; 0: hardly any. */
int change_step(double points);

/* 0xrrggbb, each one of the 256 of terminals; text on it is black. */
#define CHANGE_HUE_NEW	0xffd700u
#define CHANGE_HUE_GONE 0x5f87ffu
uint32_t change_hue_of_step(int step);
uint32_t change_hue(const struct comparison *c, struct change change);

#endif
