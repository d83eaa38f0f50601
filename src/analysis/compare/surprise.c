#include "analysis/compare/surprise.h"

#include <math.h>
#include <stdlib.h>

#include "base/mem.h"

/* What one cell of the table adds: O ln(O / E). */
static double cell(double seen, double expected)
{
	return seen > 0 ? seen * log(seen / expected) : 0;
}

double surprise_g2(double k, double n, double there, double n_there)
{
	double p = n + n_there > 0 ? (k + there) / (n + n_there) : 0, g2;

	if (n <= 0 || n_there <= 0 || p <= 0 || p >= 1)
		return 0;
	g2 = cell(k, n * p) + cell(n - k, n * (1 - p)) + cell(there, n_there * p) +
	     cell(n_there - there, n_there * (1 - p));
	return g2 > 0 ? 2 * g2 : 0; /* rounding leaves some 1e-12 about 0 */
}

double surprise_rate(double k, double length, double there, double length_there)
{
	double rate, g2;

	if (length <= 0 || length_there <= 0 || k + there <= 0)
		return 0;
	rate = (k + there) / (length + length_there);
	g2 = cell(k, rate * length) + cell(there, rate * length_there);
	return g2 > 0 ? 2 * g2 : 0;
}

double surprise_chance(double chi_square)
{
	return chi_square > 0 ? erfc(sqrt(chi_square / 2)) : 1;
}

struct chance {
	double p;
	uint32_t place;
};

static int compare_chances(const void *a, const void *b)
{
	const struct chance *x = a, *y = b;

	if (x->p != y->p)
		return x->p < y->p ? -1 : 1;
	return x->place < y->place ? -1 : x->place > y->place;
}

bool surprise_q(double *p, uint32_t count, struct error *err)
{
	struct chance *sorted = mem_array(count, sizeof *sorted, "rows", err);
	double least = 1;

	if (!sorted)
		return false;
	for (uint32_t i = 0; i < count; i++)
		sorted[i] = (struct chance){p[i], i};
	qsort(sorted, count, sizeof *sorted, compare_chances);
	for (uint32_t i = count; i > 0; i--) {
		double q = sorted[i - 1].p * (double)count / (double)i;

		if (q < least)
			least = q;
		p[sorted[i - 1].place] = least;
	}
	mem_free(sorted);
	return true;
}
