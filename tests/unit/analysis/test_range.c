#include "lib/unit.h"

#include <inttypes.h>
#include <stdio.h>

#include "analysis/range_words.h"
#include "base/number.h"
#include "lib/made_profile.h"

#define S NS_PER_SECOND

static struct range parsed(const char *text)
{
	struct error err = ERROR_INIT;
	struct range r = {1, 1};

	if (!range_parse(text_of(text), NULL, &r, &err))
		fail_msg("%s", err.message);
	return r;
}

TEST(a_range_is_read_however_it_is_written)
{
	static const char *const ways[] = {"11.2,11.36",
					   "11.2-11.36",
					   "11.2 11.36",
					   "11.36,11.2",
					   " 11.2 , 11.36",
					   "11.2 - 11.36",
					   "11.2..11.36",
					   "11.2s,11.36s",
					   "11.200–11.360 s",
					   "11200-11360ms",
					   "11.2 s - 11360 ms",
					   "11200000,11360000 us",
					   "11200000000ns 11360000000 ns",
					   "11.2s 11.36s",
					   "11200ms..11.36s",
					   "11.2+0.16",
					   "11.2 + 160 ms",
					   "11200ms+.16",
					   "11200 ms,11.36"};

	for (size_t i = 0; i < sizeof ways / sizeof *ways; i++) {
		assert_int_equal(parsed(ways[i]).from, 11200000000);
		assert_int_equal(parsed(ways[i]).to, 11360000000);
	}
	assert_true(range_is_all(parsed("0,")));
	assert_int_equal(parsed("3,").to, UINT64_MAX);
	assert_int_equal(parsed("3,").from, 3 * S);
}

TEST(a_range_may_have_one_end)
{
	static const char *const to_the_end[] = {"3,", "3..", "3-", "3s,", "3000 ms,"};
	static const char *const from_the_start[] = {",3", "..3", ", 3 s", "0-3",
						     ",3000ms"};

	for (size_t i = 0; i < sizeof to_the_end / sizeof *to_the_end; i++) {
		assert_int_equal(parsed(to_the_end[i]).from, 3 * S);
		assert_int_equal(parsed(to_the_end[i]).to, UINT64_MAX);
	}
	for (size_t i = 0; i < sizeof from_the_start / sizeof *from_the_start; i++) {
		assert_int_equal(parsed(from_the_start[i]).from, 0);
		assert_int_equal(parsed(from_the_start[i]).to, 3 * S);
	}
}

/* In every unit and for every size, to the nanosecond. */
TEST(units_say_the_same)
{
	static const char *const units[] = {"ns", "us", "ms", "s", "\xc2\xb5s"};
	static const int places[] = {0, 3, 6, 9, 3};
	struct dice d = {3};

	for (int i = 0; i < 2000; i++) {
		uint64_t ns = (uint64_t)dice_below(&d, UINT32_MAX) << dice_below(&d, 24);
		int unit = (int)dice_below(&d, 5);
		uint64_t one = 1;
		char text[100];

		for (int n = 0; n < places[unit]; n++)
			one *= 10;
		snprintf(text, sizeof text, "0,%" PRIu64 ".%0*" PRIu64 "%s%s", ns / one,
			 places[unit] ? places[unit] : 1, ns % one,
			 dice_below(&d, 2) ? " " : "", units[unit]);
		assert_int_equal(parsed(text).to, ns);
	}
}

TEST(what_is_no_range_is_refused_with_an_example)
{
	static const char *const bad[] = {"",
					  ",",
					  "a,b",
					  "1,2,3",
					  "1e3,4",
					  "-1,2",
					  "1,x",
					  "1d,2d",
					  "s",
					  "5 6 7",
					  "1 s 2",
					  "6.5",
					  "0",
					  "6.5s",
					  "10:44:23",
					  "+5",
					  ",+5",
					  "5+",
					  "5+-2",
					  "1+2,3",
					  "1+2+3",
					  "1+10:44",
					  "10:44,12",
					  "12,10:44",
					  "-5,10:44",
					  "-5,3",
					  "--5",
					  "-",
					  "-5 6",
					  "10:60,10:61",
					  "24:00,24:01",
					  "10:4,10:5",
					  "10:44:234,10:45",
					  "10:44:2x+2",
					  "1:2:3:4,5",
					  ":,:",
					  "10:44 s,10:45 s",
					  "5124095576030431h,9h",
					  "20000000000s,",
					  "0,18446744073709551616ns",
					  "+2"};

	for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
		struct error err = ERROR_INIT;
		struct range r = {3, 4};

		assert_false(range_parse(text_of(bad[i]), NULL, &r, &err));
		assert_int_equal(err.kind, ERROR_USAGE);
		assert_non_null(strstr(err.message, "600ms,2s"));
		assert_int_equal(r.from, 3);
	}
}

TEST(a_written_range_is_read_back_the_same)
{
	struct dice d = {5};
	char buf[RANGE_TEXT_MAX];

	assert_string_equal(range_text(RANGE_ALL, buf), "0,");
	for (int i = 0; i < 1000; i++) {
		uint64_t from = (uint64_t)dice_below(&d, UINT32_MAX)
				<< dice_below(&d, 31);
		struct range r = {from, from + dice_below(&d, UINT32_MAX)}, back;

		back = parsed(range_text(r, buf));
		assert_int_equal(back.from, r.from);
		assert_int_equal(back.to, r.to);
	}
}

TEST(a_range_begins_with_its_first_moment_and_ends_before_its_last)
{
	static const struct made_sample made[] = {
	    {.stack = "a", .time = 5 * S + 1},	{.stack = "a", .time = 6 * S},
	    {.stack = "a", .time = 6 * S},	{.stack = "a", .time = 7 * S},
	    {.stack = "a", .time = UINT64_MAX},
	};
	struct profile *p = made_profile(made, 5);
	uint64_t first, last;

	range_samples(p, (struct range){1, S}, &first, &last);
	assert_int_equal(first, 0);
	assert_int_equal(last, 1);
	range_samples(p, (struct range){S, 2 * S}, &first, &last);
	assert_int_equal(first, 1);
	assert_int_equal(last, 3);
	range_samples(p, RANGE_ALL, &first, &last);
	assert_int_equal(first, 0);
	assert_int_equal(last, 5);
	range_samples(p, (struct range){UINT64_MAX - 1, UINT64_MAX - 1}, &first, &last);
	assert_int_equal(first, 5);
	assert_int_equal(last, 5);
	assert_int_equal(range_whole(p).from, 1);
	range_samples(p, range_whole(p), &first, &last);
	assert_int_equal(last - first, 5);
	profile_free(p);
}

static void assert_told(struct range r, uint64_t whole_to, uint64_t to)
{
	struct range told = range_shown(r, (struct range){5, whole_to});

	assert_int_equal(told.from, r.from);
	assert_int_equal(told.to, to);
}

TEST(what_is_told_of_a_range_ends_where_the_profile_does)
{
	const uint64_t ms = S / 1000, us = S / 1000000, end = 90 * S + 680516001;

	assert_told((struct range){80 * S, 600 * S}, end, 90 * S + 681 * ms);
	assert_told((struct range){80 * S, end}, end, end);
	assert_told((struct range){80 * S, 85 * S}, end, 85 * S);
	assert_told((struct range){80 * S, UINT64_MAX}, end, UINT64_MAX);
	assert_told((struct range){95 * S, 96 * S}, end, 96 * S);
	assert_told((struct range){0, S}, 34 * ms + 1, 34 * ms);
	assert_told((struct range){0, S}, 400 * us + 501, 401 * us);
	assert_told((struct range){0, S}, 4321, 4321);
	assert_told((struct range){0, UINT64_MAX - 1}, UINT64_MAX - 2,
		    UINT64_MAX / ms * ms);
}
