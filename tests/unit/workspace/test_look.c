#include "lib/unit.h"

#include <stdio.h>
#include <string.h>

#include "lib/seat.h"
#include "workspace/menus/look.h"

static bool is_of_states(enum choice_id id)
{
	return choice_table[id].changes == CHANGES_PROFILE;
}

static void put(struct seat *s, const char *option)
{
	seat_do(s, COMMAND_LOOK);
	for (enum choice_id id = 0;
	     id < CHOICE_COUNT && strcmp(choice_table[id].name, option) != 0; id++)
		if (*choice_table[id].label && !is_of_states(id)) /* it has no switches */
			seat_do(s, COMMAND_DOWN);
}

/* Every value in a menu is also one of the option, and the first is the default. */
TEST(every_value_of_the_menu_is_one_of_the_option)
{
	for (enum choice_id id = 0; id < CHOICE_COUNT; id++) {
		char word[CHOICE_VALUE_MAX], value[CHOICE_VALUE_MAX];
		struct choice c = {.event = 0};

		if (!*choice_table[id].label)
			continue;
		for (unsigned n = 0; choice_step_word(id, n, word); n++) {
			struct error err = ERROR_INIT;

			assert_int_equal(choice_is_usual(&c, id), n == 0);
			assert_true(choice_is(&c, id, word));
			assert_string_equal(choice_value(&c, id, value), word);
			if (n)
				assert_true(choice_parse(&c, NULL, id, word, &err));
			choice_step(&c, id, 1);
		}
		assert_true(choice_is_usual(&c, id)); /* it is back at the start */
	}
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

/* Each row through all its values once: all its words appear, and it is unchanged in the end. */
TEST_WITH(values_go_round_in_either_direction, start, seat_stop)
{
	struct seat *s = *state;

	seat_size(s, 240, 40); /* where every line shows its option */
	for (enum choice_id id = 0; id < CHOICE_COUNT; id++) {
		char first[80], word[CHOICE_VALUE_MAX];
		int count = 0;

		if (!*choice_table[id].label || is_of_states(id))
			continue;
		while (choice_step_word(id, (unsigned)count, word))
			count++;
		put(s, choice_table[id].name);
		choice_step_word(id, 0, word);
		snprintf(first, sizeof first, "--%s [%s]", choice_table[id].name, word);
		assert_true(seat_says(s, first));
		for (int n = 0; n < count; n++)
			seat_do(s, COMMAND_ENTER);
		seat_do(s, COMMAND_HOVER); /* messages disappear with the next command */
		seat_do_n(s, count, COMMAND_LEFT);
		seat_do(s, COMMAND_TOP);
		seat_do(s, COMMAND_CANCEL);
		put(s, choice_table[id].name);
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
	seat_do(s, COMMAND_RIGHT); /* there is no other value */
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
	assert_false(seat_shows(s, "nothing is saved here"));
	seat_do(s, COMMAND_ENTER);
	assert_true(seat_says(s, "nothing is saved here"));
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

/* 4,613 samples of the file are kept, 11,882 including the idle ones. */
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
