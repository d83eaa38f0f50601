/* significance.h - the probability that two shares or rates differ by chance. */

#ifndef ANALYSIS_COMPARE_SIGNIFICANCE_H
#define ANALYSIS_COMPARE_SIGNIFICANCE_H

#include <stdbool.h>
#include <stdint.h>

#include "base/error.h"

/*
 * G2 assumes independent samples, but the samples of a profile are not independent. So divide it by
 * the variance relative to independent samples (variation.h). For the formulas, see
 * doc/analysis.md.
 */

/*
 * The log-likelihood ratio G2 of a two-by-two table (Dunning 1993): `k` of `n` samples on one side
 * have a property, and `there` of `n_there` on the other. Fractions of samples are allowed. 0 if
 * the two shares are equal or a side has no samples. If the shares differ only by chance, G2 has a
 * chi-square distribution with one degree of freedom.
 */
double significance_g2(double k, double n, double there, double n_there);

/*
 * G2 for two rates: `k` samples in `length`, and `there` in `length_there`, in any unit of time. 0
 * if the two rates are equal or a length is 0.
 */
double significance_rate(double k, double length, double there, double length_there);

/*
 * The normal deviate that has the same probability as this value of Student's t (Wallace 1959).
 * From three degrees of freedom on, its probability is at most 0.4 % too small. It is at most 8 %
 * too large for |t| < 5, but about twice the correct one for |t| = 100.
 */
double significance_deviate(double t, double freedom);

/*
 * The value that the magnitude of Student's t does not exceed in 95 % of all cases (Fisher and
 * Cornish 1960). The result is exact for one and two degrees of freedom, at most 3 % too large
 * between them, and at most 3 % too small above two.
 */
double significance_quantile(double freedom);

/*
 * The base-10 logarithm of the probability that a normal deviate is at least as far from 0 as `z`.
 */
double significance_log_chance(double z);

/*
 * Convert probabilities p to false discovery rates q (Benjamini and Hochberg 1995; weighted:
 * Genovese, Roeder and Wasserman 2006). `log_p` has `count` base-10 logarithms of p / weight; the
 * weights add up to at most 1. Each logarithm is replaced by q: of all results with q < 0.01, at
 * most one in a hundred is expected to be false. Returns false and an error when memory runs out.
 */
bool significance_q(double *log_p, uint32_t count, struct error *err);

/* The median of `count` numbers, at least one. Sorts the numbers. */
double significance_median(double *numbers, uint32_t count);

#endif
