/* odd_measure.h - what is usual in a timeline, and how odd a number of samples is. */

#ifndef ANALYSIS_FIND_ODD_MEASURE_H
#define ANALYSIS_FIND_ODD_MEASURE_H

#include "analysis/find/timeline.h"

/*
 * Windows of several lengths slide over the timeline: 2, 3, 4, 6, 8, 12 ... slices, up to a
 * twentieth of it. What is usual, and how much it fluctuates, is the profile's own: the median
 * window, and the spread of the windows below it, as times the variance of a Poisson
 * variable (phi of a quasi-Poisson model, McCullagh and Nelder, ch. 6.2), of those within three
 * robust deviations after Anscombe's transform 2 sqrt(x + 3/8) (Biometrika 35, 1948). It is never
 * below 1, nor below that of shorter windows.
 *
 * The score of x samples where m are usual, and x is more, is the signed root of the deviance of a negative
 * binomial variable with that variance, which is as a normal deviate; else 0. doc/analysis.md derives it, and has
 * figures.
 */
#define ODD_LENGTHS 32

struct odd_length {
	uint64_t slices;
	double expected; /* samples */
	double spread;	 /* of windows with fewer samples than usual */
	double needed;	 /* score from which a window is odd */
	uint64_t odd;	 /* so many samples or more */
};

struct odd_measure {
	double rate; /* samples a slice that are usual */
	uint32_t lengths;
	struct odd_length by[ODD_LENGTHS];
};

/* `chance` that there is an odd window in pure noise, at most. */
bool odd_measure_take(struct odd_measure *m, const struct timeline *t, double chance,
		      struct error *err);

/* The score of x samples where m are expected. */
double odd_score_of(double x, double m, double spread);

/* The score of a stretch of so many slices with so many samples, as of the i-th length. */
double odd_score(const struct odd_measure *m, uint32_t i, uint64_t slices,
		 uint64_t samples);

#endif
