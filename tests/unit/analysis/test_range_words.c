#include "lib/unit.h"

#include <stdlib.h>

#include "analysis/range_words.h"
#include "base/number.h"
#include "base/timestamp.h"
#include "lib/made_profile.h"

#define S	 NS_PER_SECOND
#define MS	 (S / 1000)
#define DAY	 (86400 * S)
#define MIDNIGHT (UINT64_C(1795219200) * S) /* Sat Nov 21 00:00:00 2026 UTC */

/* A recording from `at` until exactly `length` later. */
static struct profile *recorded(uint64_t at, uint64_t length)
{
	const struct made_sample made[] = {{.stack = "a", .time = at},
					   {.stack = "a", .time = at + length - 1}};

	return made_profile(made, 2);
}

static uint64_t clock_at(int h, int m, int s)
{
	return MIDNIGHT + ((uint64_t)(h * 60 + m) * 60 + (uint64_t)s) * S;
}

static struct range placed(const struct profile *p, const char *text)
{
	const struct range_place place = range_place_of(p, false);
	struct error err = ERROR_INIT;
	struct range r = {1, 1};

	if (!range_parse(text_of(text), &place, &r, &err))
		fail_msg("%s", err.message);
	return r;
}

static void assert_placed(const struct profile *p, const char *text, uint64_t from,
			  uint64_t to)
{
	struct range r = placed(p, text);

	if (r.from != from || r.to != to)
		fail_msg("%s: %.9f %.9f", text, (double)r.from / 1e9, (double)r.to / 1e9);
}

static void assert_refused(const struct profile *p, const char *text,
			   enum error_kind kind, const char *words)
{
	const struct range_place place = range_place_of(p, false);
	struct error err = ERROR_INIT;
	struct range r = {3, 4};

	assert_false(range_parse(text_of(text), &place, &r, &err));
	assert_int_equal(err.kind, kind);
	if (!strstr(err.message, words))
		fail_msg("%s: %s", text, err.message);
	assert_int_equal(r.from, 3);
	assert_int_equal(r.to, 4);
}

TEST(the_last_seconds_are_counted_back_from_the_end)
{
	const uint64_t end = 90 * S + 680516002;
	struct profile *p = recorded(5 * S, end + 1);

	assert_placed(p, "-5", end + 1 - 5 * S, end + 1);
	assert_placed(p, "-5,", end + 1 - 5 * S, end + 1);
	assert_placed(p, "-600ms", end + 1 - 600 * MS, end + 1);
	assert_placed(p, "-1m", end + 1 - 60 * S, end + 1);
	assert_placed(p, "-1ns", end, end + 1);
	assert_placed(p, "-5,-2", end + 1 - 5 * S, end + 1 - 2 * S);
	assert_placed(p, "-2,-5", end + 1 - 5 * S, end + 1 - 2 * S);
	assert_placed(p, "-5..-2 s", end + 1 - 5 * S, end + 1 - 2 * S);
	assert_placed(p, "-5+2", end + 1 - 5 * S, end + 1 - 3 * S);
	assert_placed(p, "80,-2", 80 * S, end + 1 - 2 * S);
	assert_placed(p, ",-2", 0, end + 1 - 2 * S);
	assert_placed(p, "-1h", 0, end + 1);
	assert_placed(p, "-100+20", 0, end + 1 - 80 * S);
	assert_refused(p, "-100+2", ERROR_NOTHING, "before the profile begins");
	assert_refused(p, "90,-20", ERROR_USAGE, "ends before it begins");
	assert_refused(p, "10:44:23+2", ERROR_USAGE,
		       "the time of day of this recording is not known");
	profile_free(p);
}

TEST(a_length_is_added_to_where_it_begins)
{
	struct profile *p = recorded(5 * S, 90 * S);

	assert_placed(p, "6.5+1.5", 6500 * MS, 8 * S);
	assert_placed(p, "6.5 s + 250 ms", 6500 * MS, 6750 * MS);
	assert_placed(p, "6.5+250ms", 6500 * MS, 6750 * MS);
	assert_placed(p, "600ms+2", 600 * MS, 2600 * MS);
	assert_placed(p, "1m+0.5m", 60 * S, 90 * S);
	assert_placed(p, "600ms,2s", 600 * MS, 2 * S);
	assert_placed(p, "0.000000001+1ns", 1, 2);
	assert_placed(p, "18446744073s+1h", UINT64_C(18446744073) * S, UINT64_MAX);
	profile_free(p);
}

TEST(times_of_day_are_those_of_the_clock)
{
	struct profile *p = recorded(clock_at(10, 44, 20) + 250 * MS, 90 * S);
	char day[TIMESTAMP_MAX], second_day[TIMESTAMP_MAX], date[2 * TIMESTAMP_MAX + 8];

	assert_placed(p, "10:44:23+2", 3 * S, 5 * S);
	assert_placed(p, "10:44:23,10:44:25", 3 * S, 5 * S);
	assert_placed(p, "10:44:25,10:44:23", 3 * S, 5 * S);
	assert_placed(p, "10:44:23.5-10:44:25.000000001", 3500 * MS, 5 * S + 1);
	assert_placed(p,
		      "10:44:23\xe2\x80\x93"
		      "10:44:25",
		      3 * S, 5 * S);
	snprintf(date, sizeof date, "%s+2", timestamp_text(clock_at(10, 44, 23), day));
	assert_placed(p, date, 3 * S, 5 * S);
	snprintf(date, sizeof date, "%sZ..", timestamp_text(clock_at(10, 44, 23), day));
	assert_placed(p, date, 3 * S, UINT64_MAX);
	snprintf(date, sizeof date, "%s,%s",
		 timestamp_text(clock_at(10, 44, 23) + 500 * MS, day),
		 timestamp_text(clock_at(10, 44, 25), second_day));
	assert_placed(p, date, 3500 * MS, 5 * S);
	snprintf(date, sizeof date, "%s-0100,", timestamp_text(clock_at(9, 44, 23), day));
	assert_placed(p, date, 3 * S, UINT64_MAX);
	assert_refused(p, "2001-02-03T10:44:23+2", ERROR_NOTHING, "from 10:44:20 UTC");
	assert_refused(p, "2001-13-03T10:44:23+2", ERROR_USAGE, "expected FROM,TO");
	assert_refused(p, "2001-02-03T10:44:23,10:45", ERROR_USAGE, "expected FROM,TO");
	assert_placed(p, "10:45+250ms", 40 * S, 40 * S + 250 * MS);
	assert_placed(p, "10:45,", 40 * S, UINT64_MAX);
	assert_placed(p, ",10:45", 0, 40 * S);
	assert_placed(p, "10:45,-2", 40 * S, 88 * S + 250 * MS);
	assert_placed(p, "10:44:18+5", 0, 3 * S);
	assert_placed(p, "10:40,10:44:23", 0, 3 * S);
	assert_placed(p, "10:44:23,12:00", 3 * S, 4540 * S);
	assert_refused(p, "10:44:18+2", ERROR_NOTHING,
		       "from 10:44:20 UTC to 10:45:50 UTC");
	assert_refused(p, ",10:44", ERROR_NOTHING, "from 10:44:20 UTC");
	assert_refused(p, "11:00,12:00", ERROR_NOTHING, "at '11:00,12:00'");
	assert_refused(p, "10:40+1", ERROR_NOTHING, "10:40+1");
	profile_free(p);
}

/* While a file is being read it is not known yet how long it will be. */
TEST(what_is_behind_the_end_may_come)
{
	struct profile *p = recorded(clock_at(10, 44, 20), 90 * S);
	struct range_place place = range_place_of(p, false);
	struct error err = ERROR_INIT;
	struct range r;

	place.growing = true;
	assert_true(range_parse(TEXT("10:46:20+1"), &place, &r, &err));
	assert_int_equal(r.from, 120 * S);
	profile_free(p);
}

TEST(midnight_may_lie_between)
{
	struct profile *p = recorded(clock_at(23, 59, 50), 30 * S);

	assert_placed(p, "23:59:55,00:00:10", 5 * S, 20 * S);
	assert_placed(p, "0:00:05+5", 15 * S, 20 * S);
	assert_placed(p, "0:00,0:00:10", 10 * S, 20 * S);
	assert_placed(p, "23:59,0:00:10", 0, 20 * S);
	assert_placed(p, "0:00:10,23:59:55", 5 * S, 20 * S);
	assert_placed(p, "23:59:55,0:30", 5 * S, 10 * S + 1800 * S);
	profile_free(p);

	p = recorded(clock_at(22, 0, 0), 3 * DAY);
	assert_placed(p, "23:00,1:00", 3600 * S, 3 * 3600 * S);
	assert_placed(p, "1:00,23:00", 3 * 3600 * S, 25 * 3600 * S);
	profile_free(p);
}

/* In Berlin 02:00-03:00 is skipped on 29 March 2026, and occurs twice on 25 October. */
TEST(clocks_are_put_forward_and_back)
{
	const uint64_t march = UINT64_C(1774746000) * S;   /* 02:00 CET is 03:00 CEST */
	const uint64_t october = UINT64_C(1792890000) * S; /* 03:00 CEST is 02:00 CET */
	struct profile *p = recorded(march - 600 * S, 1200 * S);
	struct range_place place;
	struct error err = ERROR_INIT;
	struct range r;

	setenv("TZ", "CET-1CEST,M3.5.0,M10.5.0/3", 1);
	place = range_place_of(p, true);
	assert_true(range_parse(TEXT("1:55,3:05"), &place, &r, &err));
	assert_int_equal(r.from, 300 * S);
	assert_int_equal(r.to, 900 * S);
	profile_free(p);

	p = recorded(october - 600 * S, 1200 * S);
	place = range_place_of(p, true);
	assert_true(range_parse(TEXT("2:55,2:05"), &place, &r, &err));
	assert_int_equal(r.from, 300 * S);
	assert_int_equal(r.to, 900 * S);
	profile_free(p);
	unsetenv("TZ");
}

/* A profile at the limits of what a clock can show; nothing overflows. */
TEST(no_clock_is_known_at_the_end_of_time)
{
	static const char *const words[] = {"10:44,10:45", "23:59:59.999999999+9h", "-5",
					    "10:44+5", "0:00,"};
	const uint64_t begins[] = {MIDNIGHT, INT64_MAX / 2 - DAY, INT64_MAX / 2 + 1,
				   INT64_MAX - 10 * S};

	for (size_t b = 0; b < sizeof begins / sizeof *begins; b++) {
		struct profile *p = recorded(begins[b], 9 * S);

		for (size_t i = 0; i < sizeof words / sizeof *words; i++) {
			const struct range_place place = range_place_of(p, false);
			struct error err = ERROR_INIT;
			struct range r = {0, 0};

			range_parse(text_of(words[i]), &place, &r, &err);
			assert_true(r.from <= r.to);
		}
		profile_free(p);
	}
}

TEST(what_depends_on_the_profile_is_checked_without_one)
{
	static const char *const good[] = {"-5", "10:44:23+2", "-5,-2", "10:44,10:45"};
	struct error err = ERROR_INIT;

	for (size_t i = 0; i < sizeof good / sizeof *good; i++) {
		struct range r = {1, 1};

		assert_true(range_parse(text_of(good[i]), NULL, &r, &err));
		assert_true(range_is_all(r));
	}
}
