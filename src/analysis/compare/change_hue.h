/* change_hue.h - the size of a change and its colour: blue less, red more, yellow new. */

#ifndef ANALYSIS_COMPARE_CHANGE_HUE_H
#define ANALYSIS_COMPARE_CHANGE_HUE_H

#include "analysis/compare/comparison.h"

/*
 * The change in percent of the whole of the larger side. So the points of a frame's callees and its
 * self value add up to those of the frame, and a narrow box that happens to have doubled is not
 * louder than a wide one that grew by a fifth. If sides are compared by share, it is the change of
 * the share.
 */
double change_points(const struct comparison *c, struct change change);

/*
 * For sides that are two parts of a whole: how much more of the frame belongs to the subject than
 * to the baseline, in percent of both: 100 if only the subject has it, -100 if only the baseline
 * has it.
 */
double change_mixture(struct change change);
int change_mixture_step(double percent);

/* The steps are the same for every comparison, so two similar sides are pale. */
#define CHANGE_STEPS 4
extern const double change_step_from[CHANGE_STEPS + 1]; /* points */

/* From -CHANGE_STEPS to CHANGE_STEPS; 0: hardly any change. */
int change_step(double points);

/* 0xrrggbb, each one of the 256 colours of terminals; text on it is black. */
#define CHANGE_HUE_NEW	0xffd700u
#define CHANGE_HUE_GONE 0x5f87ffu
uint32_t change_hue_of_step(int step);
uint32_t change_hue(const struct comparison *c, struct change change);

#endif
