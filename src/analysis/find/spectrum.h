/* spectrum.h - the strength of each frequency in an activity, divided by that of noise. */

#ifndef ANALYSIS_FIND_SPECTRUM_H
#define ANALYSIS_FIND_SPECTRUM_H

#include <stdint.h>

#include "base/error.h"

/*
 * The periodogram of a series of `length` equal steps. Row i has the frequency of i * `cycles`
 * cycles in the whole series. `cycles` is between a quarter and a half, so that every frequency is
 * close to a row.
 *
 * The power of noise varies from row to row with an exponential distribution; its mean, the
 * background, is a smooth function of the frequency. Activity with memory (a busy system remains
 * busy for a while) has more power at low frequencies, so the background is fitted locally.
 */
struct spectrum {
	uint32_t count;
	double cycles;
	double *power;	/* owned, with all pointers below: noise has 1 on average */
	double *ground; /* the background that `power` is divided by */

	/* For all series of this length: */
	uint32_t length;
	unsigned bits; /* the padded series has 2 * 2^bits steps */
	/* complex numbers, in pairs: two real parts, then two imaginary parts: */
	double *turns;	 /* e^(-i pi k / 2^bits), by row k */
	double *circles; /* the twiddle factors of the transform */
	double *padded;	 /* the padded series, then its transform */
	double *logs;	 /* logarithms of `power` */
	double *places;	 /* logarithms of the cycles of each row */
};

/*
 * For series of `length` steps, at most SPECTRUM_LONGEST, and frequencies up to `fastest` cycles in
 * the whole series. Release with spectrum_release().
 */
#define SPECTRUM_LONGEST (1u << 18)
bool spectrum_build(struct spectrum *s, uint32_t length, double fastest,
		    struct error *err);
void spectrum_release(struct spectrum *s);

/* Compute the spectrum of a series without its mean. The background is at least `least`. */
void spectrum_fill(struct spectrum *s, const double *series, double mean, double least);

#endif
