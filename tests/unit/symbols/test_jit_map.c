#include "lib/unit.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "symbols/jit_map.h"

static struct jit_map *map_of(const char *text)
{
	struct error err = ERROR_INIT;
	struct jit_map *m = jit_map_new(mem_text(text, strlen(text), &err), strlen(text));

	assert_non_null(m);
	return m;
}

static void assert_at(const struct jit_map *m, uint64_t address, const char *expected)
{
	char line[128] = "none";
	struct symbol s;
	bool found = jit_map_find(m, address, &s);
	struct symbol first, last;

	/* addresses in between have the same answer */
	assert_true(s.from <= address && (s.to > address || address == UINT64_MAX));
	assert_int_equal(jit_map_find(m, s.from, &first), found);
	assert_int_equal(jit_map_find(m, s.to - 1, &last), found);
	assert_true(!found || (first.start == s.start && last.start == s.start));
	if (found)
		snprintf(line, sizeof line, "%.*s+%lu", (int)s.name.len, s.name.at,
			 (unsigned long)(address - s.start));
	assert_string_equal(line, expected);
}

TEST(a_name_is_all_that_follows_the_numbers)
{
	struct jit_map *m = map_of("1000 10 JS:~f node:internal/x:1:2\n"
				   "0x2000 0x10 other\r\n"
				   "3000 8 last");

	assert_at(m, 0x1003, "JS:~f node:internal/x:1:2+3");
	assert_at(m, 0x1010, "none");
	assert_at(m, 0x200f, "other+15");
	assert_at(m, 0x3007, "last+7");
	jit_map_free(m);
}

TEST(a_later_line_takes_addresses_from_earlier_ones)
{
	struct jit_map *m = map_of("1000 100 big\n"
				   "1040 10 in it\n"
				   "5000 10 gone\n"
				   "4ff0 100 over it\n");

	assert_at(m, 0x103f, "big+63");
	assert_at(m, 0x1040, "in it+0");
	assert_at(m, 0x1050, "big+80");
	assert_at(m, 0x5008, "over it+24");
	jit_map_free(m);
}

TEST(what_is_no_line_of_a_map_is_left_out)
{
	struct jit_map *m = map_of("\n1000\n1000 10\n1000 10 \nx 10 f\n1000 0 empty\n"
				   "ffffffffffffffff 10 wraps\n-1 10 f\n");

	for (uint64_t at = 0; at < 0x2000; at++) {
		assert_at(m, at, "none");
		assert_at(m, UINT64_MAX - at, "none");
	}
	jit_map_free(m);
}

/*
 * Arbitrary overlaps: for each address the last line that contains it, found by checking all lines.
 */
TEST(maps_of_any_overlaps_agree_with_a_simple_search)
{
	unsigned seed = 1;

	for (int round = 0; round < 50; round++) {
		char text[4096] = "", expected[32];
		unsigned start[40], size[40];
		struct jit_map *m;

		for (int i = 0; i < 40; i++) {
			seed = seed * 1103515245 + 12345;
			start[i] = seed >> 16 & 127;
			size[i] = (seed >> 24 & 31) + 1;
			snprintf(text + strlen(text), sizeof text - strlen(text),
				 "%x %x f%d\n", start[i], size[i], i);
		}
		m = map_of(text);
		for (unsigned at = 0; at < 170; at++) {
			strcpy(expected, "none");
			for (int i = 0; i < 40; i++) {
				if (at >= start[i] && at - start[i] < size[i])
					snprintf(expected, sizeof expected, "f%d+%u", i,
						 at - start[i]);
			}
			assert_at(m, at, expected);
		}
		jit_map_free(m);
	}
}
