#include "lib/unit.h"

#include <unistd.h>

#include "tui/keyboard.h"

#define NEVER 1000000 /* ms: an Escape waits longer than the test */

static int start_with(void **state, const char *term, int escape_ms)
{
	struct error err = ERROR_INIT;

	*state = keyboard_new(term, true, escape_ms, &err);
	assert_non_null(*state);
	return 0;
}

static int start(void **state)
{
	return start_with(state, "xterm-256color", NEVER);
}

static int stop(void **state)
{
	keyboard_free(*state);
	return 0;
}

TEST_WITH(a_full_buffer_takes_no_more, start, stop)
{
	static const char most[4096] = "";
	struct text full = {most, sizeof most};

	assert_true(keyboard_push(*state, full));
	assert_false(keyboard_push(*state, TEXT("q")));
}

static int start_impatient(void **state)
{
	return start_with(state, "xterm-256color", 0);
}

static void type(void *keyboard, const char *bytes)
{
	assert_true(keyboard_push(keyboard, text_of(bytes)));
}

static void assert_nothing(void *keyboard, enum place place)
{
	struct input in;

	assert_false(keyboard_next(keyboard, place, &in));
}

#define assert_next(keyboard, place, ...)                                                \
	assert_next_at(keyboard, place, (struct input){.command = __VA_ARGS__},          \
		       __FILE__, __LINE__)
static void assert_next_at(void *keyboard, enum place place, struct input expected,
			   const char *file, int line)
{
	struct input in = {0};

	if (!keyboard_next(keyboard, place, &in)) {
		print_error("nothing was understood\n");
		_fail(file, line);
	}
	if (in.command == expected.command && in.count == expected.count &&
	    in.x == expected.x && in.y == expected.y && in.rune == expected.rune)
		return;
	print_error("understood: %s, count %d, at %d,%d, character %#x\n",
		    commands[in.command].name ? commands[in.command].name : "nothing",
		    in.count, in.x, in.y, (unsigned)in.rune);
	_fail(file, line);
}

TEST_WITH(keys_become_commands, start, stop)
{
	type(*state, "h\033[Dk\033OA \r\t\033[Z\033OP\x03");
	assert_next(*state, PLACE_MAP, COMMAND_LEFT);
	assert_next(*state, PLACE_MAP, COMMAND_LEFT);
	assert_next(*state, PLACE_MAP, COMMAND_UP);
	assert_next(*state, PLACE_MAP, COMMAND_UP);
	assert_next(*state, PLACE_MAP, COMMAND_SELECT);
	assert_next(*state, PLACE_MAP, COMMAND_ENTER);
	assert_next(*state, PLACE_MAP, COMMAND_PANE);
	assert_next(*state, PLACE_MAP, COMMAND_PANE);
	assert_next(*state, PLACE_MAP, COMMAND_HELP);
	assert_next(*state, PLACE_MAP, COMMAND_INTERRUPT);
	assert_nothing(*state, PLACE_MAP);
}

TEST_WITH(home_and_end_work_in_every_spelling, start, stop)
{
	static const char *const home[] = {"\033[H", "\033OH", "\033[1~", "\033[7~"};
	static const char *const end[] = {"\033[F", "\033OF", "\033[4~", "\033[8~"};

	for (int i = 0; i < 4; i++) {
		type(*state, home[i]);
		assert_next(*state, PLACE_MAP, COMMAND_FIRST);
		type(*state, end[i]);
		assert_next(*state, PLACE_MAP, COMMAND_LAST);
	}
}

TEST_WITH(a_key_that_means_nothing_is_skipped, start, stop)
{
	type(*state, "\033[99~\033[24~\"l");
	assert_next(*state, PLACE_MAP, COMMAND_RIGHT);
}

TEST_WITH(digits_before_a_key_are_its_count, start, stop)
{
	type(*state, "12lh0");
	assert_next(*state, PLACE_MAP, COMMAND_RIGHT, .count = 12);
	assert_next(*state, PLACE_MAP, COMMAND_LEFT);
	assert_next(*state, PLACE_MAP, COMMAND_FIRST);
	type(*state, "10j99999999999999999999k");
	assert_next(*state, PLACE_MAP, COMMAND_DOWN, .count = 10);
	assert_next(*state, PLACE_MAP, COMMAND_UP, .count = 1000000);
}

TEST_WITH(escape_takes_back_digits_and_nothing_else, start_impatient, stop)
{
	type(*state, "12\033");
	assert_nothing(*state, PLACE_MAP);
	type(*state, "l\033");
	assert_next(*state, PLACE_MAP, COMMAND_RIGHT);
	assert_next(*state, PLACE_MAP, COMMAND_CANCEL);
}

TEST_WITH(a_prompt_gets_characters_as_they_are, start, stop)
{
	type(*state, "q1 é😀\x7f\x15\033[D\r");
	assert_next(*state, PLACE_PROMPT, COMMAND_NONE, .rune = 'q');
	assert_next(*state, PLACE_PROMPT, COMMAND_NONE, .rune = '1');
	assert_next(*state, PLACE_PROMPT, COMMAND_NONE, .rune = ' ');
	assert_next(*state, PLACE_PROMPT, COMMAND_NONE, .rune = 0xe9);
	assert_next(*state, PLACE_PROMPT, COMMAND_NONE, .rune = 0x1f600);
	assert_next(*state, PLACE_PROMPT, COMMAND_ERASE);
	assert_next(*state, PLACE_PROMPT, COMMAND_KILL_START);
	assert_next(*state, PLACE_PROMPT, COMMAND_CHAR_BACK);
	assert_next(*state, PLACE_PROMPT, COMMAND_ACCEPT);
	assert_nothing(*state, PLACE_PROMPT);
}

TEST_WITH(a_prompt_gets_no_control_characters, start, stop)
{
	type(*state, "\x01\x18\x1e"
		     "a");
	assert_next(*state, PLACE_PROMPT, COMMAND_LINE_START);
	assert_next(*state, PLACE_PROMPT, COMMAND_NONE, .rune = 'a');
}

TEST_WITH(an_escape_alone_waits_to_see_whether_it_begins_a_key, start, stop)
{
	assert_int_equal(keyboard_timeout(*state), -1);
	type(*state, "\033");
	assert_nothing(*state, PLACE_MAP);
	assert_in_range(keyboard_timeout(*state), 1, NEVER);
	type(*state, "[C");
	assert_next(*state, PLACE_MAP, COMMAND_RIGHT);
	assert_nothing(*state, PLACE_MAP);
	assert_int_equal(keyboard_timeout(*state), -1);
}

TEST_WITH(an_escape_alone_is_a_key_in_the_end, start_impatient, stop)
{
	type(*state, "\033");
	assert_next(*state, PLACE_MAP, COMMAND_CANCEL);
	assert_nothing(*state, PLACE_MAP);
	assert_int_equal(keyboard_timeout(*state), -1);
}

/* On a slow link several keys may arrive in one piece. */
TEST_WITH(an_escape_and_the_keys_behind_it_are_each_told, start, stop)
{
	type(*state, "\033qx\033\033\r\033[C\033é");
	assert_next(*state, PLACE_PROMPT, COMMAND_CANCEL);
	assert_true(keyboard_has_more(*state));
	assert_int_equal(keyboard_timeout(*state), 0);
	assert_next(*state, PLACE_MAP, COMMAND_QUIT);
	assert_next(*state, PLACE_PROMPT, COMMAND_NONE, .rune = 'x');
	assert_next(*state, PLACE_PROMPT, COMMAND_CANCEL);
	assert_next(*state, PLACE_MAP, COMMAND_CANCEL);
	assert_next(*state, PLACE_MAP, COMMAND_ENTER);
	assert_next(*state, PLACE_MAP, COMMAND_RIGHT);
	assert_next(*state, PLACE_PROMPT, COMMAND_CANCEL);
	assert_next(*state, PLACE_PROMPT, COMMAND_NONE, .rune = 0xe9);
	assert_nothing(*state, PLACE_MAP);
	assert_false(keyboard_has_more(*state));
	assert_int_equal(keyboard_timeout(*state), -1);
}

TEST_WITH(behind_an_escape_may_be_an_arrow_or_the_mouse, start, stop)
{
	type(*state, "12\033\033[C\033\033OA\033\033[<0;3;2M");
	assert_next(*state, PLACE_MAP, COMMAND_RIGHT); /* Escape dropped the digits */
	assert_next(*state, PLACE_MAP, COMMAND_CANCEL);
	assert_next(*state, PLACE_MAP, COMMAND_UP);
	assert_next(*state, PLACE_MAP, COMMAND_CANCEL);
	assert_next(*state, PLACE_MAP, COMMAND_PRESS, .x = 2, .y = 1);
	assert_nothing(*state, PLACE_MAP);
}

TEST_WITH(a_key_with_alt_in_its_sequence_is_no_escape, start, stop)
{
	type(*state, "\033[1;3A\033[113;3ul");
	assert_next(*state, PLACE_MAP, COMMAND_RIGHT);
	assert_nothing(*state, PLACE_MAP);
}

TEST_WITH(escapes_alone_are_all_told_in_the_end, start_impatient, stop)
{
	type(*state, "\033\033\033");
	for (int i = 0; i < 3; i++)
		assert_next(*state, PLACE_MAP, COMMAND_CANCEL);
	type(*state, "\033O");
	assert_next(*state, PLACE_PROMPT, COMMAND_CANCEL);
	assert_next(*state, PLACE_MAP, COMMAND_MAXIMISE);
	assert_nothing(*state, PLACE_MAP);
}

TEST_WITH(the_mouse_counts_cells_from_0, start, stop)
{
	type(*state, "\033[<0;1;1M\033[<32;10;5M\033[<0;300;100m");
	assert_next(*state, PLACE_MAP, COMMAND_PRESS, .x = 0, .y = 0);
	assert_next(*state, PLACE_MAP, COMMAND_DRAG, .x = 9, .y = 4);
	assert_next(*state, PLACE_MAP, COMMAND_RELEASE, .x = 299, .y = 99);
	assert_nothing(*state, PLACE_MAP);
}

TEST_WITH(a_move_without_a_button_is_no_release, start, stop)
{
	type(*state, "\033[<35;10;5M");
	assert_next(*state, PLACE_MAP, COMMAND_HOVER, .x = 9, .y = 4);
	assert_nothing(*state, PLACE_MAP);
}

TEST_WITH(other_buttons_and_modifiers_mean_other_things, start, stop)
{
	type(*state, "\033[<4;2;2M\033[<36;3;3M\033[<2;2;2M\033[<2;2;2m\033[<1;2;2M");
	assert_next(*state, PLACE_MAP, COMMAND_EXTEND, .x = 1, .y = 1);
	assert_next(*state, PLACE_MAP, COMMAND_EXTEND, .x = 2, .y = 2);
	assert_next(*state, PLACE_MAP, COMMAND_BACK, .x = 1, .y = 1);
	type(*state, "\033[<16;2;2M\033[<48;3;3M\033[<16;3;3m");
	assert_next(*state, PLACE_MAP, COMMAND_PRESS_BASELINE, .x = 1, .y = 1);
	assert_next(*state, PLACE_MAP, COMMAND_DRAG, .x = 2, .y = 2);
	assert_next(*state, PLACE_MAP, COMMAND_RELEASE, .x = 2, .y = 2);
	type(*state, "\033[<64;2;2M\033[<65;2;2M\033[<80;2;2M\033[<81;2;2M");
	assert_next(*state, PLACE_MAP, COMMAND_WHEEL_UP, .x = 1, .y = 1);
	assert_next(*state, PLACE_MAP, COMMAND_WHEEL_DOWN, .x = 1, .y = 1);
	assert_next(*state, PLACE_MAP, COMMAND_WHEEL_IN, .x = 1, .y = 1);
	assert_next(*state, PLACE_MAP, COMMAND_WHEEL_OUT, .x = 1, .y = 1);
	assert_nothing(*state, PLACE_MAP);
}

TEST_WITH(of_many_moves_that_wait_only_the_last_counts, start, stop)
{
	type(*state, "\033[<35;1;1M\033[<35;2;1M\033[<35;3;1M");
	assert_next(*state, PLACE_MAP, COMMAND_HOVER, .x = 2);
	assert_nothing(*state, PLACE_MAP);
	type(*state, "\033[<0;3;1M\033[<32;4;1M\033[<32;5;1M\033[<0;5;1m\033[<35;6;1M");
	assert_next(*state, PLACE_MAP, COMMAND_PRESS, .x = 2);
	assert_next(*state, PLACE_MAP, COMMAND_DRAG, .x = 4);
	assert_int_equal(keyboard_timeout(*state), 0);
	assert_next(*state, PLACE_MAP, COMMAND_RELEASE, .x = 4);
	assert_next(*state, PLACE_MAP, COMMAND_HOVER, .x = 5);
	assert_nothing(*state, PLACE_MAP);
}

TEST_WITH(moving_the_mouse_does_not_lose_a_count, start, stop)
{
	type(*state, "12\033[<35;1;1Ml");
	assert_next(*state, PLACE_MAP, COMMAND_HOVER);
	assert_next(*state, PLACE_MAP, COMMAND_RIGHT, .count = 12);
}

TEST_WITH(the_old_reports_of_the_mouse_work, start, stop)
{
	type(*state, "\033[M !!\033[M#!!");
	assert_next(*state, PLACE_MAP, COMMAND_PRESS);
	assert_next(*state, PLACE_MAP, COMMAND_RELEASE);
}

TEST_WITH(noise_of_any_length_does_no_harm, start_impatient, stop)
{
	struct input in;
	int fd[2], told = 0;

	assert_int_equal(pipe(fd), 0);
	for (int i = 0; i < 20; i++) {
		char noise[512];

		for (size_t j = 0; j < sizeof noise; j++)
			noise[j] = j % 7 ? (char)(i * 37 + (int)j * 11) : '\033';
		assert_int_equal(write(fd[1], noise, sizeof noise), sizeof noise);
		assert_true(keyboard_read(*state, fd[0]));
		while (keyboard_next(*state, PLACE_PROMPT, &in))
			told++;
	}
	assert_in_range(told, 1, 20 * 512);
	close(fd[1]);
	close(fd[0]);
}

TEST_WITH(the_end_of_the_terminal_is_noticed, start, stop)
{
	struct input in;
	int fd[2];

	assert_int_equal(pipe(fd), 0);
	assert_int_equal(write(fd[1], "l", 1), 1);
	close(fd[1]);
	assert_true(keyboard_read(*state, fd[0]));
	assert_true(keyboard_next(*state, PLACE_MAP, &in));
	assert_false(keyboard_read(*state, fd[0]));
	close(fd[0]);
}

TEST(an_unknown_terminal_still_has_keys)
{
	struct error err = ERROR_INIT;
	struct keyboard *k = keyboard_new("no-such-terminal", false, NEVER, &err);

	assert_non_null(k);
	type(k, "q\033[A");
	assert_next(k, PLACE_MAP, COMMAND_QUIT);
	assert_next(k, PLACE_MAP, COMMAND_UP);
	keyboard_free(k);
}

/* ---- key bindings ---- */

static int start_keys(void **state)
{
	*state = termkey_new_abstract("xterm-256color", TERMKEY_FLAG_UTF8);
	assert_non_null(*state);
	return 0;
}

static int stop_keys(void **state)
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

TEST_WITH(every_key_of_the_table_is_a_key_and_means_one_thing, start_keys, stop_keys)
{
	struct error err = ERROR_INIT;
	struct keymap *map = keymap_new(*state, &err);

	assert_string_equal(err.message, "");
	assert_non_null(map);
	keymap_free(map);
}

TEST_WITH(the_same_key_means_different_things_in_different_places, start_keys, stop_keys)
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

TEST_WITH(a_key_twice_where_places_overlap_is_refused, start_keys, stop_keys)
{
	struct error err = ERROR_INIT;
	struct command_info one = {.name = "one", .where = PLACE_MAIN, .keys = "x F3"};
	struct command_info two = {
	    .name = "two", .where = PLACE_TABLE | PLACE_MENU, .keys = "y F3"};

	assert_null(two_rows(*state, one, two, &err));
	assert_string_equal(err.message, "two: key F3 is taken");
}

TEST_WITH(a_key_twice_in_places_apart_is_fine, start_keys, stop_keys)
{
	struct error err = ERROR_INIT;
	struct command_info one = {.name = "one", .where = PLACE_MAIN, .keys = "x"};
	struct command_info two = {.name = "two", .where = PLACE_MENU, .keys = "x"};
	struct keymap *map = two_rows(*state, one, two, &err);

	assert_non_null(map);
	assert_int_equal(find(*state, map, "x", PLACE_MAP), 1);
	assert_int_equal(find(*state, map, "x", PLACE_MENU), 2);
	keymap_free(map);
}

TEST_WITH(a_key_that_does_not_exist_is_refused, start_keys, stop_keys)
{
	struct error err = ERROR_INIT;
	struct command_info one = {.name = "one", .where = PLACE_MAIN, .keys = "x"};
	struct command_info two = {.name = "two", .where = PLACE_MAIN, .keys = "Entre"};

	assert_null(two_rows(*state, one, two, &err));
	assert_string_equal(err.message, "two: no such key: Entre");
}
