#include "lib/unit.h"

#include <stdio.h>
#include <string.h>

#include "analysis/code/jump_lanes.h"

#define LINES 8

/* Instructions of two bytes each; `to` holds the line that each one jumps to, or -1. */
static void assert_drawn(const int to[LINES], const char *expected)
{
	struct error err = ERROR_INIT;
	struct instruction lines[LINES];
	struct jump_lanes j;
	char got[LINES * (JUMP_COLUMNS + 1) + 1];
	size_t len = 0;

	for (int i = 0; i < LINES; i++)
		lines[i] = (struct instruction){
		    .address = 0x100 + 2 * (uint64_t)i,
		    .size = 2,
		    .target = to[i] < 0 ? CODE_NOWHERE : 0x100 + 2 * (uint64_t)to[i]};
	assert_true(jump_lanes_build(&j, lines, LINES, &err));
	for (uint32_t i = 0; i < LINES; i++) {
		for (int c = 0; c < JUMP_COLUMNS; c++)
			got[len++] = (char)jump_lanes_rune(&j, i, c, true);
		got[len++] = '\n';
	}
	got[len] = '\0';
	assert_string_equal(got, expected);
	jump_lanes_release(&j);
}

TEST(an_arrow_goes_from_the_jump_to_its_target)
{
	assert_drawn((const int[LINES]){-1, 4, -1, -1, -1, -1, -1, 5}, "      \n"
								       "    .-\n"
								       "    | \n"
								       "    | \n"
								       "    '>\n"
								       "    .>\n"
								       "    | \n"
								       "    '-\n");
}

TEST(the_shorter_is_nearer_and_lines_cross)
{
	assert_drawn((const int[LINES]){6, -1, 3, -1, -1, 1, -1, -1}, "  .---\n"
								      "  |.->\n"
								      "  ||.-\n"
								      "  ||'>\n"
								      "  ||  \n"
								      "  |'--\n"
								      "  '-->\n"
								      "      \n");
}

TEST(what_finds_no_lane_is_left_out)
{
	assert_drawn((const int[LINES]){-1, 7, 7, 7, 7, 7, 7, -1}, "      \n"
								   "      \n"
								   ".-----\n"
								   "|.----\n"
								   "||.---\n"
								   "|||.--\n"
								   "||||.-\n"
								   "'''''>\n");
}

/* A damaged file may have such targets: between two lines, or before the first. */
TEST(a_target_that_is_no_line_has_no_arrow)
{
	struct instruction lines[2] = {{.address = 0x100, .size = 4, .target = 0x102},
				       {.address = 0x104, .size = 4, .target = 0x10}};
	struct error err = ERROR_INIT;
	struct jump_lanes j;

	assert_true(jump_lanes_build(&j, lines, 2, &err));
	assert_false(j.any);
	jump_lanes_release(&j);
}
