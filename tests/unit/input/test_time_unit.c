#include "lib/unit.h"

#include "input/time_unit.h"

/* The guess for `n` samples in `length` seconds on a clock that starts at `begin` seconds. */
static enum time_unit guess(enum time_unit unit, double begin, double length, uint64_t n)
{
	double second = 1e9 / (double)time_unit_ns(unit);
	struct time_spread spread = {
	    .first = (uint64_t)(begin * second),
	    .last = (uint64_t)((begin + length) * second),
	    .samples = n,
	    .complete = n < 65536,
	};

	return time_unit_guess(&spread);
}

TEST(usual_recordings_have_the_unit_they_were_made_with)
{
	static const struct {
		double length, samples;
	} ways[] = {
	    {1, 49},	 {10, 490},  {5, 49},	  {60, 5000}, {600, 29400},
	    {30, 30000}, {120, 900}, {20, 65536}, {4, 65536}, {2000, 60000},
	};
	static const double clocks[] = {900, 86400, 8640000, 1.7e9};

	for (enum time_unit u = TIME_UNIT_NS; u <= TIME_UNIT_MS; u++)
		for (size_t i = 0; i < sizeof ways / sizeof *ways; i++)
			for (size_t c = 0; c < sizeof clocks / sizeof *clocks; c++)
				assert_int_equal(guess(u, clocks[c], ways[i].length,
						       (uint64_t)ways[i].samples),
						 u);
}

TEST(a_few_samples_are_no_short_recording)
{
	struct time_spread two = {
	    .first = 181012024, .last = 181012025, .samples = 2, .complete = true};
	struct time_spread one = {.first = 1810120240000000,
				  .last = 1810120240000000,
				  .samples = 1,
				  .complete = true};

	assert_int_equal(time_unit_guess(&two), TIME_UNIT_MS);
	assert_int_equal(time_unit_guess(&one), TIME_UNIT_US); /* microseconds of 2027 */
}

TEST(no_time_gets_too_large_for_its_unit)
{
	struct time_spread large = {
	    .first = UINT64_MAX - 1, .last = UINT64_MAX, .samples = 2};

	assert_int_equal(time_unit_guess(&large), TIME_UNIT_NS);
}

TEST(the_usual_unit_wins_where_little_is_known)
{
	struct time_spread spread = {.first = 1000000000000,
				     .last = 1000000100000,
				     .samples = 20,
				     .complete = true};

	assert_int_equal(time_unit_guess(&spread), TIME_UNIT_US);
	spread.usual = TIME_UNIT_NS;
	assert_int_not_equal(time_unit_guess(&spread), TIME_UNIT_S);
	spread = (struct time_spread){.first = 81012024000000000,
				      .last = 81012024020000000,
				      .samples = 3,
				      .usual = TIME_UNIT_NS,
				      .complete = true};
	assert_int_equal(time_unit_guess(&spread), TIME_UNIT_NS);
}
