#include "lib/unit.h"

#include <stdio.h>
#include <stdlib.h>

#include "analysis/range_words.h"
#include "base/number.h"
#include "lib/made_profile.h"
#include "view/heat/heat_clock.h"

#define S    NS_PER_SECOND
#define YEAR (UINT64_C(365) * 86400 * S)

static struct profile *thrown(struct dice *d, uint64_t *length)
{
	uint64_t at = (uint64_t)dice_below(d, 40) * YEAR +
		      dice_below(d, 365 * 86400) * S + dice_below(d, S) + 33 * YEAR;
	uint64_t longest = dice_below(d, 2) ? 60 : 20 * 3600;
	struct made_sample made[] = {{.stack = "a", .time = at}, {.stack = "a"}};

	*length = (dice_below(d, (uint32_t)longest) + 1) * S;
	made[1].time = at / S * S + *length;
	return made_profile(made, 2);
}

/* In any time zone, on any day, around midnight and where clocks are put back. */
TEST(what_the_axis_shows_is_read_as_that_moment)
{
	static const char *const zones[] = {"UTC", "XYZ-5:30", "ABC+11",
					    "CET-1CEST,M3.5.0,M10.5.0/3",
					    "NZST-12NZDT,M9.5.0,M4.1.0/3"};
	struct dice d = {7};

	for (int i = 0; i < 5000; i++) {
		uint64_t length, later;
		struct profile *p;
		struct range_place place;
		struct heat_clock clock;
		struct error err = ERROR_INIT;
		struct range r;
		char label[LABEL_MAX], again[LABEL_MAX], words[LABEL_MAX + 10];
		bool local = dice_below(&d, 4) > 0;

		setenv("TZ", zones[dice_below(&d, 5)], 1);
		p = thrown(&d, &length);
		place = range_place_of(p, local);
		clock = heat_clock_of(p);
		clock.local = local;
		later = dice_below(&d, (uint32_t)(length / S)) * S +
			dice_below(&d, 1000) * (S / 1000);
		heat_clock_time(&clock, later, true, label);
		snprintf(words, sizeof words, "%s+1ns", label);
		if (!range_parse(text_of(words), &place, &r, &err))
			fail_msg("%s: %s", words, err.message);
		assert_int_equal(r.to, r.from + 1);
		/* the first of an hour that occurs twice */
		if (r.from != later)
			assert_int_equal(later - r.from, 3600 * S);
		assert_string_equal(heat_clock_time(&clock, r.from, true, again), label);
		profile_free(p);
	}
	unsetenv("TZ");
}

TEST(it_is_told_how_well_the_clock_is_known)
{
	static const struct {
		enum wall_source source;
		const char *words, *zone;
	} known[] = {
	    {WALL_RECORDED, "10:44:23.250 UTC", "the clock: UTC"},
	    {WALL_STARTED, "10:44:23.250 UTC", "the clock: UTC, as --started says"},
	    {WALL_HEADER, "about 10:44:23",
	     "the header does not have the time zone of the recording"},
	    {WALL_FILE, "about 10:44:23 UTC by the file's date",
	     "the clock: UTC, by the file's date: wrong if it was copied"},
	};
	char words[LABEL_MAX];

	for (size_t i = 0; i < sizeof known / sizeof *known; i++) {
		const struct heat_clock c = {.known = true,
					     .source = known[i].source,
					     .origin = INT64_C(1796035463000000000)};

		assert_string_equal(heat_clock_words(&c, S / 4, words), known[i].words);
		assert_string_equal(heat_clock_zone_words(&c, words), known[i].zone);
	}
}
