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

/*
 * A value of Student's t with these degrees of freedom as the normal deviate that is as unlikely (Wallace
 * 1959); within a few per cent of its chance from three degrees on, and on the side of more.
 */
double surprise_deviate(double t, double freedom);

/* Of Student's t, so that 95 % lie between this and its opposite (Fisher and Cornish 1960); of 1 and 2 degrees as tables have it, between
 * 2 and 3 a little too small. */
double surprise_quantile(double freedom);

/* The logarithm, to base 10, of how often chance alone is as far from 0 as this normal deviate. */
double surprise_log_chance(double z);

/*
 * Benjamini and Hochberg 1995, weighted (Genovese, Roeder and Wasserman 2006): for each of `count`
 * chances divided by their weights, which sum to 1, given as logarithms to base 10, the q at which it would be
 * among those reported, so that of all that have q < 0.01 one in a hundred is expected to be false.
 * Overwrites them with q. Order does not matter. False and an error when memory runs out.
 */
bool surprise_q(double *log_p, uint32_t count, struct error *err);

#endif
