/* test_spectrum.c - periodic parts of a series. */

#include "lib/unit.h"

#include <math.h>

#include "analysis/find/spectrum.h"

#define PI 3.14159265358979323846
#define LONGEST                                                                          \
	17000 /* its transform does not fit into the L1 cache of a CPU: see spectrum.c */

static double numbers[LONGEST];

/* The power of one row of a series with its mean removed, padded to `padded` steps. */
static double power_of(const double *series, double mean, uint32_t length,
		       uint32_t padded, uint32_t row)
{
	double re = 0, im = 0;

	for (uint32_t i = 0; i < length; i++) {
		double turn = 2 * PI * (double)((uint64_t)i * row % padded) / padded;

		re += (series[i] - mean) * cos(turn);
		im += (series[i] - mean) * sin(turn);
	}
	return re * re + im * im;
}

TEST(rows_have_the_power_of_a_series_of_any_length)
{
	static const uint32_t lengths[] = {2,	 3,    4,    7,	   16,	   31,
					   32,	 33,   100,  127,  128,	   129,
					   1000, 2048, 5001, 9000, LONGEST};
	uint32_t dice = 7;

	for (size_t l = 0; l < sizeof lengths / sizeof *lengths; l++) {
		uint32_t length = lengths[l], padded = 4;
		double mean = 0;
		struct error err = ERROR_INIT;
		struct spectrum s;

		while (padded < 2 * length)
			padded *= 2;
		for (uint32_t i = 0; i < length; i++) {
			dice = dice * 1664525 + 1013904223;
			numbers[i] = dice / 4294967296.0 + 0.3 * (i % 5);
			mean += numbers[i] / length;
		}
		assert_true(spectrum_build(&s, length, length / 2.0, &err));
		for (int again = 0; again < 2; again++) {
			spectrum_fill(&s, numbers, mean, 1e-9);
			for (uint32_t row = 0; row < s.count; row += s.count / 200 + 1) {
				double power =
				    power_of(numbers, mean, length, padded, row);

				assert_true(fabs(s.power[row] * s.ground[row] - power) <
					    1e-8 * (power + length));
			}
		}
		spectrum_release(&s);
	}
}
