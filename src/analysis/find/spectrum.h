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
	double *power;	/* owned: of noise 1 on average */
	double *ground; /* owned: the background, by which the power is divided */
};

/*
 * Of the deviations from their mean, up to `fastest` cycles in all; the background is not below
 * `least`. `length` is at most SPECTRUM_LONGEST. Release with spectrum_release().
 */
#define SPECTRUM_LONGEST (1u << 18)
bool spectrum_build(struct spectrum *s, const double *series, uint32_t length,
		    double fastest, double least, struct error *err);
void spectrum_release(struct spectrum *s);

/* In place: the discrete Fourier transform of 2^bits complex numbers, real parts at even places. */
bool spectrum_transform(double *numbers, unsigned bits, struct error *err);

#endif
