/* significance.h - the probability of a difference between two shares or rates by chance. */

#ifndef ANALYSIS_COMPARE_SIGNIFICANCE_H
#define ANALYSIS_COMPARE_SIGNIFICANCE_H

#include <stdbool.h>
#include <stdint.h>

#include "base/error.h"

/*
 * These functions assume independent samples. The samples of a profile are not: divide G2 by how
 * much more they vary (variation.h) before using it. doc/analysis.md derives everything.
 */

/*
 * The log-likelihood ratio G2 of a two-by-two table (Dunning 1993): `k` of `n` samples on one side
 * have a property, `there` of `n_there` on the other (fractions of samples if values are weighed).
 * 0 if both shares are equal or a side has no samples; chi-square distributed with one degree of
 * freedom if they differ by chance.
 */
double significance_g2(double k, double n, double there, double n_there);

/*
 * The same for two rates: `k` in `length`, `there` in `length_there` (in any unit of time). 0
 * if both rates are equal or a side has no length.
 */
double significance_rate(double k, double length, double there, double length_there);

/*
 * The normal deviate that is as unlikely as this value of Student's t (Wallace 1959); within a few
 * percent of its chance from three degrees of freedom on, and never too unlikely.
 */
double significance_deviate(double t, double freedom);

/*
 * The value that the magnitude of Student's t does not exceed in 95 % of cases (Fisher and Cornish
 * 1960). For one and two degrees of freedom it is that of tables; between two and three it is
 * slightly too small.
 */
double significance_quantile(double freedom);

/* The base-10 logarithm of the chance that a normal deviate is at least as far from 0. */
double significance_log_chance(double z);

/*
 * Benjamini and Hochberg 1995, weighted (Genovese, Roeder and Wasserman 2006). `log_p` has
 * `count` base-10 logarithms of chances divided by their weights, which sum to 1. Each is
 * replaced by the q at which it would be reported, so that one in a hundred of all with q <
 * 0.01 is expected to be false. Order does not matter. False and an error when memory runs out.
 */
bool significance_q(double *log_p, uint32_t count, struct error *err);

/* The median of `count` numbers, at least one. Sorts them. */
double significance_median(double *numbers, uint32_t count);

#endif
