#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "tui/keymap.h"

static int start(void **state)
{
	*state = termkey_new_abstract("xterm-256color", TERMKEY_FLAG_UTF8);
	assert_non_null(*state);
	return 0;
}

static int stop(void **state)
{
	termkey_destroy(*state);
	return 0;
}

static enum command find(TermKey *tk, const struct keymap *map, const char *key,
			 enum place where)
{
	TermKeyKey k;

	assert_non_null(termkey_strpkey(tk, key, &k, (TermKeyFormat)0));
	return keymap_find(map, &k, where);
}

static void every_key_of_the_table_is_a_key_and_means_one_thing(void **state)
{
	struct error err = ERROR_INIT;
	struct keymap *map = keymap_new(*state, &err);

	assert_string_equal(err.message, "");
	assert_non_null(map);
	keymap_free(map);
}

static void the_same_key_means_different_things_in_different_places(void **state)
{
	struct error err = ERROR_INIT;
	struct keymap *map = keymap_new(*state, &err);

	assert_non_null(map);
	assert_int_equal(find(*state, map, "C-u", PLACE_GRAPH), COMMAND_PAGE_UP);
	assert_int_equal(find(*state, map, "C-u", PLACE_PROMPT), COMMAND_KILL_START);
	assert_int_equal(find(*state, map, "Space", PLACE_MAP), COMMAND_SELECT);
	assert_int_equal(find(*state, map, "Space", PLACE_GRAPH), COMMAND_NONE);
	assert_int_equal(find(*state, map, "Escape", PLACE_MENU), COMMAND_CANCEL);
	assert_int_equal(find(*state, map, "q", PLACE_PROMPT), COMMAND_NONE);
	keymap_free(map);
}

static struct keymap *two_rows(TermKey *tk, struct command_info first,
			       struct command_info second, struct error *err)
{
	const struct command_info table[] = {{0}, first, second};

	return keymap_from(tk, table, 3, err);
}

static void a_key_twice_where_places_overlap_is_refused(void **state)
{
	struct error err = ERROR_INIT;
	struct command_info one = {"one", PLACE_MAIN, "x F3", "", ""};
	struct command_info two = {"two", PLACE_TABLE | PLACE_MENU, "y F3", "", ""};

	assert_null(two_rows(*state, one, two, &err));
	assert_string_equal(err.message, "two: key F3 is taken");
}

static void a_key_twice_in_places_apart_is_fine(void **state)
{
	struct error err = ERROR_INIT;
	struct command_info one = {"one", PLACE_MAIN, "x", "", ""};
	struct command_info two = {"two", PLACE_MENU, "x", "", ""};
	struct keymap *map = two_rows(*state, one, two, &err);

	assert_non_null(map);
	assert_int_equal(find(*state, map, "x", PLACE_MAP), 1);
	assert_int_equal(find(*state, map, "x", PLACE_MENU), 2);
	keymap_free(map);
}

static void a_key_that_does_not_exist_is_refused(void **state)
{
	struct error err = ERROR_INIT;
	struct command_info one = {"one", PLACE_MAIN, "x", "", ""};
	struct command_info two = {"two", PLACE_MAIN, "Entre", "", ""};

	assert_null(two_rows(*state, one, two, &err));
	assert_string_equal(err.message, "two: no such key: Entre");
}

int main(void)
{
#define TEST(name) cmocka_unit_test_setup_teardown(name, start, stop)
	const struct CMUnitTest tests[] = {
	    TEST(every_key_of_the_table_is_a_key_and_means_one_thing),
	    TEST(the_same_key_means_different_things_in_different_places),
	    TEST(a_key_twice_where_places_overlap_is_refused),
	    TEST(a_key_twice_in_places_apart_is_fine),
	    TEST(a_key_that_does_not_exist_is_refused),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
