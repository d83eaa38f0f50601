/* odd_measure.h - what is usual in a timeline, and how odd a number of samples is. */

#ifndef ANALYSIS_FIND_ODD_MEASURE_H
#define ANALYSIS_FIND_ODD_MEASURE_H

#include "analysis/find/timeline.h"

/*
 * Windows of several lengths, each twice as long as the one before, slide over the timeline.
 * What is usual is the profile's own: the samples a slice as in the middle half of its windows,
 * and `spread`, how many times a Poisson variable's variance the samples of a window have (phi
 * of a quasi-Poisson model, McCullagh and Nelder, ch. 6.2), over the windows within four robust
 * deviations of the median after Anscombe's transform 2 sqrt(x + 3/8) (Biometrika 35, 1948).
 * The spread is never below 1, nor below that of shorter windows: what has a memory fluctuates
 * more the longer one looks, and a clock, which fluctuates less, is not held to that.
 *
 * The score of x samples where m were expected is the signed root of the deviance of a negative
 * binomial variable with that variance, of a Poisson variable where the spread is 1: as a normal
 * deviate, but right in the tails, where Anscombe's is too small for many and too large for few.
 */
#define ODD_LENGTHS 32

struct odd_length {
	uint64_t slices;
	double expected; /* samples */
	double below,
	    above;     /* spread of windows with fewer samples than usual, with more */
	double needed; /* score from which a window is odd */
	uint64_t hot, cold; /* so many samples or more; so many or fewer */
	bool can_be_cold;
};

struct odd_measure {
	double rate; /* samples a slice that are usual */
	uint32_t lengths;
	struct odd_length by[ODD_LENGTHS];
};

/* Chance that a profile of pure noise has an odd window. */
#define ODD_CHANCE 0.0075

bool odd_measure_take(struct odd_measure *m, const struct timeline *t, struct error *err);

/* The score of a stretch of so many slices with so many samples; negative: too few. */
double odd_score(const struct odd_measure *m, uint32_t i, uint64_t slices,
		 uint64_t samples);

#endif
