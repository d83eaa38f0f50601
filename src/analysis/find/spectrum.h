/* spectrum.h - how much of an activity comes and goes how often, against what chance does. */

#ifndef ANALYSIS_FIND_SPECTRUM_H
#define ANALYSIS_FIND_SPECTRUM_H

#include <stdint.h>

#include "base/error.h"

/*
 * The periodogram of a series of `length` equal steps: row i is of what comes i * `cycles` times
 * in all of it. `cycles` is between a quarter and a half, so that nothing lies far from a row.
 *
 * Noise has a power that varies from row to row as an exponential distribution about its
 * mean, which is smooth: the background. Activity with memory (what is busy stays so for a while) has
 * more at low frequencies, so the background is fitted to each place by itself.
 */
struct spectrum {
	uint32_t count;
	double cycles;
	double *power;	/* owned, with all that follows: of noise 1 on average */
	double *ground; /* the background, by which the power is divided */

	/* What is the same for all series of this length. */
	uint32_t length;
	unsigned bits; /* half of the padded series has 2^bits steps */
	/* complex numbers, of two at a time both real parts and then both imaginary ones: */
	double *turns;	 /* e^(-i pi k / 2^bits), by row k */
	double *circles; /* what the transform multiplies by */
	double *padded;	 /* the series, and its transform */
	double *logs;	 /* of power */
	double *places;	 /* logarithms of the cycles of each row */
};

/*
 * For series of `length` steps, at most SPECTRUM_LONGEST, up to `fastest` cycles in all. Release
 * with spectrum_release().
 */
#define SPECTRUM_LONGEST (1u << 18)
bool spectrum_build(struct spectrum *s, uint32_t length, double fastest,
		    struct error *err);
void spectrum_release(struct spectrum *s);

/* Fill it with the deviations of a series from its mean; the background is not below `least`. */
void spectrum_fill(struct spectrum *s, const double *series, double mean, double least);

#endif
