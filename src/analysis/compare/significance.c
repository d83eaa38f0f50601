#include "analysis/compare/significance.h"

#include <math.h>
#include <stdlib.h>

#include "base/mem.h"

/* The contribution of one cell of the table: O ln(O / E). */
static double compute_contribution(double seen, double expected)
{
	return seen > 0 ? seen * log(seen / expected) : 0;
}

double significance_g2(double k, double n, double there, double n_there)
{
	double p = n + n_there > 0 ? (k + there) / (n + n_there) : 0, g2;

	if (n <= 0 || n_there <= 0 || p <= 0 || p >= 1)
		return 0;
	g2 = compute_contribution(k, n * p) + compute_contribution(n - k, n * (1 - p)) +
	     compute_contribution(there, n_there * p) +
	     compute_contribution(n_there - there, n_there * (1 - p));
	return g2 > 0 ? 2 * g2 : 0; /* rounding errors are some 1e-12 */
}

double significance_rate(double k, double length, double there, double length_there)
{
	double rate, g2;

	if (length <= 0 || length_there <= 0 || k + there <= 0)
		return 0;
	rate = (k + there) / (length + length_there);
	g2 = compute_contribution(k, rate * length) +
	     compute_contribution(there, rate * length_there);
	return g2 > 0 ? 2 * g2 : 0;
}

double significance_deviate(double t, double freedom)
{
	double z = (8 * freedom + 1) / (8 * freedom + 3) *
		   sqrt(freedom * log1p(t * t / freedom));

	return t < 0 ? -z : z;
}

double significance_quantile(double freedom)
{
	const double z = 1.959964, z3 = z * z * z, z5 = z3 * z * z, z7 = z5 * z * z;

	/* The series has too few terms. Between these two, the logarithm is nearly linear in 1 / f. */
	if (freedom <= 1)
		return 12.70620;
	if (freedom <= 2)
		return 4.302653 * pow(12.70620 / 4.302653, 2 / freedom - 1);
	return z + (z3 + z) / (4 * freedom) +
	       (5 * z5 + 16 * z3 + 3 * z) / (96 * freedom * freedom) +
	       (3 * z7 + 19 * z5 + 17 * z3 - 15 * z) /
		   (384 * freedom * freedom * freedom);
}

#define FAR 37.0 /* from here on erfc() underflows */

double significance_log_chance(double z)
{
	const double ten = 2.302585092994046;

	z = fabs(z);
	if (z < FAR)
		return log10(erfc(z / sqrt(2)));
	return -(z * z / 2 + log(z * sqrt(M_PI / 2))) / ten;
}

struct chance {
	double log_p;
	uint32_t place;
};

static int compare_chances(const void *a, const void *b)
{
	const struct chance *x = a, *y = b;

	if (x->log_p != y->log_p)
		return x->log_p < y->log_p ? -1 : 1;
	return x->place < y->place ? -1 : x->place > y->place;
}

bool significance_q(double *log_p, uint32_t count, struct error *err)
{
	struct chance *sorted = mem_array(count, sizeof *sorted, "rows", err);
	double least = 0;

	if (!sorted)
		return false;
	for (uint32_t i = 0; i < count; i++)
		sorted[i] = (struct chance){log_p[i], i};
	qsort(sorted, count, sizeof *sorted, compare_chances);
	for (uint32_t i = count; i > 0; i--) {
		double q = sorted[i - 1].log_p - log10((double)i);

		if (q <
		    least) /* rounded, to not depend on the last bits of a logarithm */
			least = nearbyint(q * 1e6) / 1e6;
		log_p[sorted[i - 1].place] = pow(10, least);
	}
	mem_free(sorted);
	return true;
}

/* ---- medians ---- */

static int compare_numbers(const void *a, const void *b)
{
	const double *x = a, *y = b;

	return *x < *y ? -1 : *x > *y;
}

double significance_median(double *numbers, uint32_t count)
{
	uint32_t half = count / 2;

	qsort(numbers, count, sizeof *numbers, compare_numbers);
	return count % 2 ? numbers[half] : (numbers[half - 1] + numbers[half]) / 2;
}
