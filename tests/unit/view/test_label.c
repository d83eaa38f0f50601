#include "lib/unit.h"

#include "base/number.h"
#include "lib/made_profile.h"
#include "view/label.h"

#define S  NS_PER_SECOND
#define MS UINT64_C(1000000)

static char buf[LABEL_MAX];

TEST(a_share_is_never_rounded_up_to_all_or_down_to_nothing)
{
	assert_string_equal(label_share(0, 0, buf), "0 %");
	assert_string_equal(label_share(0, 10, buf), "0 %");
	assert_string_equal(label_share(10, 10, buf), "100 %");
	assert_string_equal(label_share(49, 1000, buf), "4.9 %");
	assert_string_equal(label_share(1, 3, buf), "33.3 %");
	assert_string_equal(label_share(1, 1000000, buf), "<0.1 %");
	assert_string_equal(label_share(499, 1000000, buf), "<0.1 %");
	assert_string_equal(label_share(500, 1000000, buf), "0.1 %");
	assert_string_equal(label_share(999999, 1000000, buf), "99.9 %");
	assert_string_equal(label_share(UINT64_MAX - 1, UINT64_MAX, buf), "99.9 %");
}

TEST(durations_use_the_unit_that_suits_them)
{
	assert_string_equal(label_duration(0, buf), "0 s");
	assert_string_equal(label_duration(500, buf), "0.5 us");
	assert_string_equal(label_duration(20000, buf), "20 us");
	assert_string_equal(label_duration(160 * MS, buf), "160 ms");
	assert_string_equal(label_duration(34500000, buf), "34.5 ms");
	assert_string_equal(label_duration(3280 * MS, buf), "3.280 s");
	assert_string_equal(label_duration(120 * S, buf), "120.0 s");
	assert_string_equal(label_duration(605 * S, buf), "10 m 05 s");
	assert_string_equal(label_duration(7200 * S, buf), "2 h 00 m");
	assert_string_equal(label_duration(90060 * S, buf), "25 h 01 m");
}

TEST(in_a_narrow_place_three_digits_are_enough)
{
	assert_string_equal(label_brief(0, buf), "0ns");
	assert_string_equal(label_brief(999, buf), "999ns");
	assert_string_equal(label_brief(1000, buf), "1us");
	assert_string_equal(label_brief(999499, buf), "999us");
	assert_string_equal(label_brief(999500, buf), "1ms");
	assert_string_equal(label_brief(34567890, buf), "34.6ms");
	assert_string_equal(label_brief(3280 * MS, buf), "3.28s");
	assert_string_equal(label_brief(99999 * S, buf), "99999s");
}

TEST(few_threads_have_two_digits_in_six_characters)
{
	assert_string_equal(label_threads(0, S, buf), "0");
	assert_string_equal(label_threads(128 * S, S, buf), "128");
	assert_string_equal(label_threads(20700 * MS, S, buf), "20.7");
	assert_string_equal(label_threads(2700 * MS, S, buf), "2.70");
	assert_string_equal(label_threads(270 * MS, S, buf), "0.27");
	assert_string_equal(label_threads(99600000, S, buf), "0.10");
	assert_string_equal(label_threads(43 * MS, S, buf), "0.043");
	assert_string_equal(label_threads(9960000, S, buf), "0.010");
	assert_string_equal(label_threads(4300000, S, buf), "0.0043");
	assert_string_equal(label_threads(999999, S, buf), "0.0010");
	assert_string_equal(label_threads(994000, S, buf), "9.9e-4");
	assert_string_equal(label_threads(17000, S / 10, buf), "1.7e-4");
	assert_string_equal(label_threads(99999, S, buf), "1.0e-4");
	assert_string_equal(label_threads(1, S, buf), "1.0e-9");
}

TEST(values_are_counts_or_times)
{
	assert_string_equal(label_value(321, false, buf), "321");
	assert_string_equal(label_value(1234567, false, buf), "1,234,567");
	assert_string_equal(label_value(34500000, true, buf), "34.5 ms");
}

TEST(a_range_shows_milliseconds_and_more_only_where_it_says_something)
{
	assert_string_equal(label_range(RANGE_ALL, false, buf), "whole profile");
	assert_string_equal(
	    label_range((struct range){61200 * MS, 64480 * MS}, false, buf),
	    "61.200–64.480 s");
	assert_string_equal(
	    label_range((struct range){61200 * MS, 64480 * MS}, true, buf),
	    "61.200-64.480 s");
	assert_string_equal(label_range((struct range){S, S + 500000}, true, buf),
			    "1.000-1.0005 s");
	assert_string_equal(label_range((struct range){S, UINT64_MAX}, true, buf),
			    "1.000 s to the end");
	assert_string_equal(label_range((struct range){0, UINT64_MAX - 1}, true, buf),
			    "0.000-18446744073.709551614 s");
}

TEST(sizes_use_decimal_units)
{
	assert_string_equal(label_size(0, buf), "0 B");
	assert_string_equal(label_size(999, buf), "999 B");
	assert_string_equal(label_size(1200, buf), "1.2 kB");
	assert_string_equal(label_size(340000, buf), "340 kB");
	assert_string_equal(label_size(1200000, buf), "1.2 MB");
	assert_string_equal(label_size(UINT64_C(5000000000000000), buf), "5000 TB");
}

TEST(only_periods_of_clocks_are_times)
{
	static const struct made_sample one = {.stack = "f"};
	struct profile *p = made_profile(&one, 1);

	assert_true(flame_is_time(p, 0, WEIGH_PERIOD));
	assert_true(flame_is_time(p, ALL_EVENTS, WEIGH_PERIOD));
	assert_false(flame_is_time(p, 0, WEIGH_SAMPLES));
	profile_free(p);
}
