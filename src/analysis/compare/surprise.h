/* surprise.h - how unlikely a difference between two shares is by chance. */

#ifndef ANALYSIS_COMPARE_SURPRISE_H
#define ANALYSIS_COMPARE_SURPRISE_H

#include <stdbool.h>
#include <stdint.h>

#include "base/error.h"

/*
 * The numbers here are for samples that know nothing of each other. Those of a profile do: what
 * is divided by how much more they vary (overdispersion.h) may be compared. doc/analysis.md
 * derives all of it.
 */

/*
 * The log-likelihood ratio G2 of a two-by-two table (Dunning 1993): `k` of `n` samples on one
 * side have something, `there` of `n_there` on the other (parts of samples, where values are
 * weighed). 0 where both shares are equal or a
 * side has no samples; chi-square with one degree of freedom where they differ by chance.
 */
double surprise_g2(double k, double n, double there, double n_there);

/*
 * The same of two rates: `k` in `length`, `there` in `length_there` (in any unit of time). 0 where
 * both rates are equal or a side has no length.
 */
double surprise_rate(double k, double length, double there, double length_there);

/* How often chance alone gives a chi-square of one degree of freedom of at least this much. */
double surprise_chance(double chi_square);

/*
 * Benjamini and Hochberg 1995: for each of `count` chances p, the q at which it would be among
 * those reported, so that of all that have q < 0.01 one in a hundred is expected to be false.
 * Overwrites them. Order does not matter. False and an error when memory runs out.
 */
bool surprise_q(double *p, uint32_t count, struct error *err);

/* What has a q below this stands out. */
#define STANDS_OUT_BELOW 0.01

#endif
