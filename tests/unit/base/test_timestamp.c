#include "lib/unit.h"

#include "base/timestamp.h"

#define S  UINT64_C(1000000000)
#define MS UINT64_C(1000000)
#define T  (UINT64_C(1700000000) * S) /* 2023-11-14 22:13:20 UTC */

static void assert_timestamp(const char *word, uint64_t expected)
{
	uint64_t ns = 0;

	assert_true(timestamp_parse(word, &ns));
	assert_int_equal(ns, expected);
}

TEST(timestamps_are_read_as_they_are_written)
{
	static const uint64_t moments[] = {T, T + 500 * MS, T + 1, T + 120 * MS};
	char words[TIMESTAMP_MAX];

	for (size_t i = 0; i < sizeof moments / sizeof *moments; i++)
		assert_timestamp(timestamp_text(moments[i], words), moments[i]);
	assert_string_equal(timestamp_text(T + 500 * MS, words), "2023-11-14T22:13:20.5");
	assert_timestamp("2023-11-14", UINT64_C(1699920000) * S);
	assert_timestamp("2023-11-14 22:13", T - 20 * S);
}

TEST(a_timestamp_may_have_a_zone)
{
	assert_timestamp("2023-11-14T22:13:20Z", T);
	assert_timestamp("2023-11-14T23:13:20+01:00", T);
	assert_timestamp("2023-11-14T18:43:20.25-0330", T + 250 * MS);
	assert_timestamp("2023-11-15 00:13+02", T - 20 * S);
}

TEST(what_is_no_timestamp_is_refused)
{
	static const char *const words[] = {
	    "",
	    "tomorrow",
	    "1969-01-01",
	    "2023-13-14",
	    "2023-11-14T25:00",
	    "2023-11-14T22:13:20.",
	    "2023-11-14T22:13:20 CET",
	    "2023-11-14T22:13:20+1",
	    "2023-11-14T22:13:20+01:",
	    "2023-11-14T22:13:20+01:0",
	    "2023-11-14T22:13:20+24:00",
	    "2023-11-14T22:13:20Zulu",
	    "2023-11-14T22:13:20,5",
	    "3023-11-14",
	};
	uint64_t ns;

	for (size_t i = 0; i < sizeof words / sizeof *words; i++)
		if (timestamp_parse(words[i], &ns))
			fail_msg("%s is taken for one", words[i]);
}
