#include "lib/unit.h"

#include <stdio.h>
#include <string.h>

#include "lib/seat.h"
#include "workspace/menus/look.h"

/* Options by name: their words, and whether they can be kept; one of the rows with a name is. */
enum option_id {
#define GROUP(title, id)
#define OPTION(id, name, letter, argument, takers, help) OPTION_##id,
#include "cli/options.def"
#undef OPTION
	OPTION_COUNT
};

static const struct {
	const char *name, *argument;
} options[] = {
#define OPTION(id, name, letter, argument, takers, help) {name, argument},
#include "cli/options.def"
#undef OPTION
#undef GROUP
};

#define KEPT_SCREEN 1
#define KEPT_EVERY  2
static const int kept[OPTION_COUNT] = {
#define GROUP(title, id)
#define OPTION(id, name, letter, argument, takers, help)
#undef KEPT
#define KEPT(id, where) [OPTION_##id] = KEPT_##where,
#include "cli/options.def"
#undef OPTION
#undef GROUP
};

/* Without the option it is that of samples, and waits of any length. */
static bool is_of_states(uint32_t row, const char *argument)
{
	const char *values = look_row(row)->values;
	enum state_part part;

	return look_is_state(row, &part) &&
	       ((strncmp(values, "samples|", 8) == 0 &&
		 strcmp(values + 8, argument) == 0) ||
		(strncmp(values, "any|", 4) == 0 && strcmp(argument, "DURATION") == 0));
}

TEST(every_row_of_the_menu_is_an_option_with_these_words)
{
	for (uint32_t i = 0; i < look_count(); i++) {
		const struct look_row *row = look_row(i);
		int found = 0, is_kept = 0;

		for (int id = 0; id < OPTION_COUNT; id++) {
			if (strcmp(options[id].name, row->option) != 0)
				continue;
			found += strncmp(options[id].argument, "N|auto", 6) == 0 ||
				 strcmp(options[id].argument, "PERCENT") == 0 ||
				 (!*options[id].argument &&
				  strcmp(row->values, "no|yes") == 0) ||
				 strcmp(options[id].argument, row->values) == 0 ||
				 is_of_states(i, options[id].argument);
			is_kept |= kept[id] == KEPT_SCREEN;
		}
		if (found == 0)
			fail_msg("--%s %s is none", row->option, row->values);
		assert_int_equal(is_kept, row->kept);
	}
}

static void put(struct seat *s, const char *option)
{
	enum state_part part;

	seat_do(s, COMMAND_LOOK);
	for (uint32_t i = 0; i < look_count() && strcmp(look_row(i)->option, option) != 0;
	     i++)
		if (!look_is_state(i, &part)) /* it has no switches */
			seat_do(s, COMMAND_DOWN);
}

static int start(void **state)
{
	static const struct settings settings = {.theme = {.ascii = true}};

	*state = seat_new(seat_file("data/examples/service.perf.gz"), &settings, 120, 36);
	return 0;
}

TEST_WITH(a_value_is_chosen_and_the_picture_follows, start, seat_stop)
{
	struct seat *s = *state;

	put(s, "layout");
	assert_true(seat_says(s, "--layout [flame] icicle"));
	seat_do(s, COMMAND_RIGHT);
	assert_true(seat_says(s, "--layout flame [icicle]"));
	assert_true(seat_says(s, "--layout      icicle"));
	seat_do(s, COMMAND_CANCEL);
	seat_do(s, COMMAND_SHARE);
	assert_non_null(strstr(workspace_copied(s->w), "--layout icicle"));
}

/* Each row round once: all its words come, and it is as before. */
TEST_WITH(values_go_round_in_either_direction, start, seat_stop)
{
	struct seat *s = *state;

	seat_size(s, 240, 40); /* where no line is without its option */
	for (uint32_t i = 0; i < look_count(); i++) {
		const char *words = look_row(i)->values;
		enum state_part part;
		char first[80];
		int count = 1;

		if (look_is_state(i, &part))
			continue;
		for (; *words; words++)
			count += *words == '|';
		put(s, look_row(i)->option);
		snprintf(first, sizeof first, "--%s [%.*s]", look_row(i)->option,
			 (int)strcspn(look_row(i)->values, "|"), look_row(i)->values);
		assert_true(seat_says(s, first));
		for (int n = 0; n < count; n++)
			seat_do(s, COMMAND_ENTER);
		seat_do(s, COMMAND_HOVER); /* what was said goes with the next command */
		seat_do_n(s, count, COMMAND_LEFT);
		seat_do(s, COMMAND_TOP);
		seat_do(s, COMMAND_CANCEL);
		put(s, look_row(i)->option);
		assert_true(seat_says(s, first));
		seat_do(s, COMMAND_CANCEL);
	}
}

TEST_WITH(of_two_sides_the_menu_begins_with_how_they_are_compared, start, seat_stop)
{
	struct seat *s = *state;

	seat_do(s, COMMAND_LOOK);
	assert_false(seat_shows(s, "* per second"));
	seat_do(s, COMMAND_CANCEL);
	seat_do(s, COMMAND_RANGE);
	seat_answer(s, "15.6,16");
	seat_do(s, COMMAND_DIFFERENTIAL);
	seat_do(s, COMMAND_LOOK);
	assert_true(seat_says(s, "* per second"));
	assert_true(seat_says(s, "--theme"));
	seat_do(s, COMMAND_DOWN);
	seat_do(s, COMMAND_RIGHT); /* there is no value to go on to */
	seat_do(s, COMMAND_CANCEL);
	assert_false(seat_shows(s, "everything else, by share"));
	seat_do(s, COMMAND_LOOK);
	seat_do(s, COMMAND_DOWN);
	seat_do(s, COMMAND_ENTER);
	assert_int_not_equal(workspace_place(s->w), PLACE_MENU);
	assert_true(seat_says(s, "everything else, by share"));
}

TEST_WITH(arrows_on_the_last_line_keep_nothing, start, seat_stop)
{
	struct seat *s = *state;

	seat_do(s, COMMAND_LOOK);
	seat_do(s, COMMAND_BOTTOM);
	seat_do(s, COMMAND_RIGHT);
	assert_false(seat_shows(s, "nothing is kept here"));
	seat_do(s, COMMAND_ENTER);
	assert_true(seat_says(s, "nothing is kept here"));
}

TEST_WITH(what_the_user_says_of_the_background_goes_before_the_terminal, start, seat_stop)
{
	struct seat *s = *state;

	assert_false(workspace_is_light(s->w));
	put(s, "theme");
	seat_do_n(s, 2, COMMAND_RIGHT);
	assert_true(seat_says(s, "auto dark [light]"));
	assert_true(workspace_is_light(s->w));
	seat_do(s, COMMAND_LEFT);
	workspace_suit(s->w, true);
	assert_false(workspace_is_light(s->w));
	seat_do(s, COMMAND_LEFT);
	assert_true(workspace_is_light(s->w));
}

/* 4,613 samples are kept in all of the file, 11,882 are there with the idle ones. */
TEST_WITH(percentages_are_of_what_the_menu_says, start, seat_stop)
{
	struct seat *s = *state;

	seat_do(s, COMMAND_RANGE);
	seat_answer(s, "10,20");
	seat_do(s, COMMAND_TABLE);
	assert_true(seat_says(s, "total 71 (34.1 % of the range, 1.5 % of all), all"));
	assert_true(seat_says(s, "71  34.1 %           71  34.1 %    mark_reachable"));
	put(s, "percent");
	seat_do(s, COMMAND_RIGHT);
	seat_do(s, COMMAND_CANCEL);
	assert_true(seat_says(s, "self 71 (1.5 %)"));
	assert_true(seat_says(s, "total 71 (1.5 % of all, 34.1 % of the range), all"));
	assert_true(seat_says(s, "71   1.5 %           71   1.5 %    mark_reachable"));
	assert_true(seat_says(s, "function  % of all kept"));
	put(s, "percent");
	seat_do(s, COMMAND_RIGHT);
	seat_do(s, COMMAND_CANCEL);
	assert_true(seat_says(s, "total 71 (0.6 % of everything, 34.1 % of the range)"));
	assert_true(seat_says(s, "71   0.6 %           71   0.6 %    mark_reachable"));
	seat_do(s, COMMAND_TABLE);
	seat_do(s, COMMAND_PANE);
	assert_true(seat_says(s, "total 208 (1.8 % of everything, 100 % of the range)"));
	seat_do(s, COMMAND_SHARE);
	assert_non_null(strstr(workspace_copied(s->w), "--percent everything"));
}
