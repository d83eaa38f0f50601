/* How surprising a difference is, against published values and a differently written formula. */

#include "lib/unit.h"

#include <math.h>

#include "analysis/compare/significance.h"
#include "lib/made_profile.h"

/* cmocka compares floats, which have only seven digits. */
static void assert_near(double is, double expected, double within)
{
	if (!(fabs(is - expected) <= within))
		fail_msg("%.12g is not within %g of %.12g", is, within, expected);
}

static double x_log_x(double x)
{
	return x > 0 ? x * log(x) : 0;
}

/* The same G2 from sums of rows and columns, without expected values. */
static double slow_g2(double a, double n, double b, double m)
{
	return 2 *
	       (x_log_x(a) + x_log_x(n - a) + x_log_x(b) + x_log_x(m - b) - x_log_x(n) -
		x_log_x(m) - x_log_x(a + b) - x_log_x(n + m - a - b) + x_log_x(n + m));
}

TEST(g2_is_the_log_likelihood_ratio)
{
	struct dice d = {1};

	for (int i = 0; i < 10000; i++) {
		uint32_t n = 1 + dice_below(&d, 3000), m = 1 + dice_below(&d, 50000);
		uint32_t a = dice_below(&d, n + 1), b = dice_below(&d, m + 1);

		assert_near(significance_g2(a, n, b, m), slow_g2(a, n, b, m), 1e-4);
	}
	/* 30 of 2,000 against none of 41,000: 2 (30 ln(30 / (30/43)) + ...) */
	assert_near(significance_g2(30, 2000, 0, 41000), slow_g2(30, 2000, 0, 41000),
		    1e-6);
	assert_true(significance_g2(5, 10, 50, 100) < 1e-9);
	assert_true(significance_g2(0, 0, 7, 100) == 0);
	assert_true(significance_g2(3, 10, 0, 0) == 0);
	assert_true(significance_g2(10, 10, 100, 100) == 0);
}

/* For 30 in a second and 60 in 20 s, 4.29 and 85.7 are expected. */
TEST(rates_are_compared_by_time)
{
	double expected = 90.0 / 21;

	assert_near(significance_rate(30, 1, 60, 20),
		    2 * (30 * log(30 / expected) + 60 * log(60 / (20 * expected))), 1e-9);
	assert_near(significance_rate(30, 1, 0, 20), 2 * 30 * log(21), 1e-9);
	assert_near(significance_rate(0, 1, 60, 20), 2 * 60 * log(21.0 / 20), 1e-9);
	assert_true(significance_rate(3, 1, 60, 20) < 1e-9);
	assert_true(significance_rate(0, 1, 0, 20) == 0);
	assert_true(significance_rate(3, 0, 60, 20) == 0);
	assert_true(significance_rate(3, 1, 60, 0) == 0);
}

/*
 * The quantiles found in every table of the normal distribution; far out, the first term of the
 * tail.
 */
TEST(chance_is_both_tails_of_a_normal_deviate)
{
	assert_near(significance_log_chance(0), 0, 1e-12);
	assert_near(significance_log_chance(0.674490), log10(0.5), 1e-6);
	assert_near(significance_log_chance(-1.959964), log10(0.05), 1e-6);
	assert_near(significance_log_chance(2.575829), -2, 1e-6);
	assert_near(significance_log_chance(3.290527), -3, 1e-6);
	assert_near(significance_log_chance(36.9999), significance_log_chance(37.0001),
		    0.01);
	assert_true(significance_log_chance(1e6) < -1e11);
}

/* Quantiles of Student's t, for 95 %, 99.9 % and 99.9999 %. */
TEST(t_becomes_a_normal_deviate_that_is_as_unlikely)
{
	static const struct {
		double freedom, t95, t999, t6;
	} rows[] = {{3, 3.182446, 12.923979, 130.1546},
		    {5, 2.570582, 6.868827, 28.4785},
		    {10, 2.228139, 4.586894, 10.5165},
		    {30, 2.042272, 3.645959, 6.1191},
		    {1e6, 1.959966, 3.290538, 4.8917}};

	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		double freedom = rows[i].freedom;

		assert_near(significance_quantile(freedom), rows[i].t95,
			    0.01 * rows[i].t95);
		assert_near(significance_deviate(rows[i].t95, freedom), 1.959964, 0.04);
		assert_near(significance_deviate(-rows[i].t999, freedom), -3.290527, 0.1);
		assert_near(significance_deviate(rows[i].t6, freedom), 4.8916, 0.2);
	}
}

/* Welch's degrees of freedom are fractions; two recordings a side have between one and two. */
TEST(t_of_two_recordings_a_side_lies_between_its_neighbours)
{
	static const struct {
		double freedom, t95;
	} rows[] = {
	    {1, 12.706205}, {1.25, 8.028}, {1.5, 6.017}, {1.75, 4.949}, {2, 4.302653}};

	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		double t = significance_quantile(rows[i].freedom);

		assert_true(t > 0.999 * rows[i].t95 && t < 1.03 * rows[i].t95);
	}
}

/* The example of Benjamini and Hochberg 1995, section 4.1: four of 15 at 0.05. */
TEST(q_is_that_of_benjamini_and_hochberg)
{
	double p[15] = {0.7590, 0.0001, 0.0004, 0.0019, 0.0095, 0.0201, 0.0278, 0.0298,
			0.0344, 0.0459, 0.3240, 0.4262, 0.5719, 0.6528, 1.0000};
	struct error err = ERROR_INIT;
	int reported = 0;

	for (int i = 0; i < 15; i++)
		p[i] = log10(p[i] * 15); /* all have the same weight */
	assert_true(significance_q(p, 15, &err));
	for (int i = 0; i < 15; i++)
		reported += p[i] <= 0.05;
	assert_int_equal(reported, 4);
	assert_near(p[1], 0.0001 * 15, 1e-8);
	assert_near(p[4], 0.0095 * 15 / 4, 1e-6);
	assert_near(p[6], 0.0298 * 15 / 7, 1e-6); /* the smallest of those after it */
	assert_near(p[0], 0.7590 * 15 / 14, 1e-5);
	assert_near(p[14], 1, 1e-12);
	assert_true(significance_q(p, 0, &err));
}
