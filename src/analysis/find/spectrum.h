/* spectrum.h - the power of each frequency in an activity, relative to noise. */

#ifndef ANALYSIS_FIND_SPECTRUM_H
#define ANALYSIS_FIND_SPECTRUM_H

#include <stdint.h>

#include "base/error.h"

/*
 * The periodogram of a series of `length` equal steps. Row i stands for i * `cycles` cycles per
 * series. `cycles` is between 1/4 and 1/2, so every frequency is close to a row.
 *
 * The power of noise has an exponential distribution. Its mean, the background, is a smooth
 * function of the frequency: a busy system remains busy for a while, so low frequencies have more
 * power. The background is fitted locally.
 */
struct spectrum {
	uint32_t count; /* number of rows */
	double cycles;
	double *power;	/* owned: one block for all arrays; the mean for noise is 1 */
	double *ground; /* the background, by row; `power` has been divided by it */

	uint32_t length;
	unsigned bits; /* the padded series has 2 * 2^bits steps */
	/* `turns`, `circles` and `padded` alternate between two real and two imaginary parts */
	double *turns;	 /* e^(-i pi k / 2^bits), by row k */
	double *circles; /* the twiddle factors of the transform */
	double *padded;	 /* the padded series, then its transform */
	double *logs;	 /* logarithms of the power, not divided by `ground` */
	double *places;	 /* logarithms of the frequencies of rows, in cycles per series */
};

/*
 * Allocate a spectrum for series of `length` steps, at most SPECTRUM_LONGEST, with frequencies up
 * to `fastest` cycles per series. Release with spectrum_release().
 */
#define SPECTRUM_LONGEST (1u << 18)
bool spectrum_build(struct spectrum *s, uint32_t length, double fastest,
		    struct error *err);
void spectrum_release(struct spectrum *s);

/* Compute the spectrum of `series` minus `mean`; the background is set to `least` or more. */
void spectrum_fill(struct spectrum *s, const double *series, double mean, double least);

#endif
