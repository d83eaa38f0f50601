#include "lib/unit.h"

#include <locale.h>
#include <stdio.h>
#include <stdlib.h>

#include "lib/sheet.h"
#include "view/prompt_view.h"

struct fixture {
	struct prompt_view v;
	struct prompt_history h;
};

static int start(void **state)
{
	struct error err = ERROR_INIT;
	struct fixture *f = calloc(1, sizeof *f);

	if (!f || !prompt_view_open(&f->v, "/", TEXT(""), &f->h, &err))
		return -1;
	*state = f;
	return 0;
}

static int stop(void **state)
{
	struct fixture *f = *state;

	prompt_view_release(&f->v);
	prompt_history_release(&f->h);
	free(f);
	return 0;
}

static enum action_kind press(struct fixture *f, enum command c)
{
	return prompt_view_command(&f->v, &(struct input){.command = c}).kind;
}

static void type(struct fixture *f, const char32_t *runes)
{
	for (; *runes; runes++)
		prompt_view_command(&f->v, &(struct input){.rune = *runes});
}

#define assert_typed(f, expected) assert_string_equal((f)->v.text, expected)

TEST_WITH(characters_go_in_at_the_cursor, start, stop)
{
	struct fixture *f = *state;
	struct action r;

	type(f, U"ac");
	assert_int_equal(press(f, COMMAND_CHAR_BACK), ACTION_REDRAW);
	r = prompt_view_command(&f->v, &(struct input){.rune = U'b'});
	assert_int_equal(r.kind, ACTION_TYPED);
	assert_false(r.settled);
	assert_typed(f, "abc");
	press(f, COMMAND_LINE_START);
	type(f, U"中");
	assert_typed(f, "中abc");
	press(f, COMMAND_LINE_END);
	type(f, U"é");
	assert_typed(f, "中abcé");
	assert_int_equal(f->v.len, 8);
}

TEST_WITH(whole_characters_are_erased_however_many_bytes_they_have, start, stop)
{
	struct fixture *f = *state;

	type(f, U"a中é\U0001f600b");
	press(f, COMMAND_CHAR_BACK);
	assert_int_equal(press(f, COMMAND_ERASE), ACTION_TYPED);
	assert_typed(f, "a中éb");
	press(f, COMMAND_CHAR_BACK);
	press(f, COMMAND_CHAR_BACK);
	assert_int_equal(press(f, COMMAND_DELETE), ACTION_TYPED);
	assert_typed(f, "aéb");
	press(f, COMMAND_CHAR_ON);
	press(f, COMMAND_DELETE);
	assert_typed(f, "aé");
	assert_int_equal(press(f, COMMAND_DELETE), ACTION_REDRAW);
	assert_typed(f, "aé");
}

TEST_WITH(kill_keys_erase_as_readline_does, start, stop)
{
	struct fixture *f = *state;

	type(f, U"one two  ");
	press(f, COMMAND_KILL_WORD);
	assert_typed(f, "one ");
	type(f, U"três four");
	for (int i = 0; i < 4; i++)
		press(f, COMMAND_CHAR_BACK);
	press(f, COMMAND_KILL_END);
	assert_typed(f, "one três ");
	press(f, COMMAND_CHAR_BACK);
	press(f, COMMAND_KILL_WORD);
	assert_typed(f, "one  ");
	press(f, COMMAND_KILL_START);
	assert_typed(f, " ");
	assert_int_equal(f->v.at, 0);
}

TEST_WITH(erasing_in_an_empty_prompt_closes_it, start, stop)
{
	struct fixture *f = *state;

	type(f, U"a");
	press(f, COMMAND_LINE_START);
	assert_int_equal(press(f, COMMAND_ERASE), ACTION_REDRAW);
	press(f, COMMAND_LINE_END);
	assert_int_equal(press(f, COMMAND_ERASE), ACTION_TYPED);
	assert_int_equal(press(f, COMMAND_ERASE), ACTION_CLOSE);
}

TEST_WITH(the_cursor_stops_at_both_ends, start, stop)
{
	struct fixture *f = *state;

	type(f, U"é");
	press(f, COMMAND_CHAR_ON);
	assert_int_equal(f->v.at, 2);
	press(f, COMMAND_CHAR_BACK);
	press(f, COMMAND_CHAR_BACK);
	assert_int_equal(f->v.at, 0);
}

TEST_WITH(control_characters_are_not_typed, start, stop)
{
	struct fixture *f = *state;

	type(f, U"\033\a\u202e\x9b");
	assert_typed(f, "");
	assert_int_equal(press(f, COMMAND_HOVER), ACTION_NONE);
}

TEST_WITH(accepting_and_cancelling_are_told_apart, start, stop)
{
	struct fixture *f = *state;
	struct action r =
	    prompt_view_command(&f->v, &(struct input){.command = COMMAND_ACCEPT});

	assert_int_equal(r.kind, ACTION_TYPED);
	assert_true(r.settled);
	assert_int_equal(press(f, COMMAND_CANCEL), ACTION_CLOSE);
	assert_int_equal(press(f, COMMAND_INTERRUPT), ACTION_CLOSE);
}

TEST_WITH(older_texts_come_back_newest_first, start, stop)
{
	struct fixture *f = *state;

	prompt_history_add(&f->h, TEXT("first"));
	prompt_history_add(&f->h, TEXT("second"));
	prompt_history_add(&f->h, TEXT(""));
	assert_int_equal(press(f, COMMAND_OLDER), ACTION_TYPED);
	assert_typed(f, "second");
	press(f, COMMAND_OLDER);
	assert_typed(f, "first");
	assert_int_equal(press(f, COMMAND_OLDER), ACTION_REDRAW);
	assert_typed(f, "first");
	press(f, COMMAND_NEWER);
	assert_typed(f, "second");
	assert_int_equal(f->v.at, 6);
	press(f, COMMAND_NEWER);
	assert_typed(f, "");
	assert_int_equal(press(f, COMMAND_NEWER), ACTION_REDRAW);
}

TEST_WITH(what_was_being_typed_comes_back_after_older_texts, start, stop)
{
	struct fixture *f = *state;

	prompt_history_add(&f->h, TEXT("first"));
	type(f, U"half");
	press(f, COMMAND_OLDER);
	assert_typed(f, "first");
	press(f, COMMAND_NEWER);
	assert_typed(f, "half");
	type(f, U"x");
	press(f, COMMAND_OLDER);
	press(f, COMMAND_NEWER);
	assert_typed(f, "halfx");
}

TEST_WITH(an_equal_text_is_remembered_once_and_only_so_many, start, stop)
{
	struct fixture *f = *state;
	char text[16];

	prompt_history_add(&f->h, TEXT("a"));
	prompt_history_add(&f->h, TEXT("b"));
	prompt_history_add(&f->h, TEXT("a"));
	assert_int_equal(f->h.count, 2);
	assert_string_equal(f->h.texts[0], "b");
	assert_string_equal(f->h.texts[1], "a");
	for (int i = 0; i < PROMPT_HISTORY + 5; i++) {
		snprintf(text, sizeof text, "t%d", i);
		prompt_history_add(&f->h, text_of(text));
	}
	assert_int_equal(f->h.count, PROMPT_HISTORY);
	assert_string_equal(f->h.texts[0], "t5");
}

TEST_WITH(a_long_text_shows_the_part_around_the_cursor, start, stop)
{
	struct fixture *f = *state;
	struct sheet s;

	sheet_open(&s, 10, 1);
	type(f, U"0123456789ab");
	prompt_view_draw(&f->v, sheet_clean(&s));
	assert_string_equal(sheet_line(&s, 0), "/456789ab");
	assert_int_equal(prompt_view_cursor(&f->v, 10), 9);
	press(f, COMMAND_LINE_START);
	prompt_view_draw(&f->v, sheet_clean(&s));
	assert_string_equal(sheet_line(&s, 0), "/012345678");
	assert_int_equal(prompt_view_cursor(&f->v, 10), 1);
	sheet_close(&s);
}

TEST_WITH(the_cursor_stands_behind_wide_characters, start, stop)
{
	struct fixture *f = *state;
	struct sheet s;

	sheet_open(&s, 10, 1);
	type(f, U"中中");
	assert_int_equal(prompt_view_cursor(&f->v, 10), 5);
	type(f, U"中中中中");
	prompt_view_draw(&f->v, sheet_clean(&s));
	assert_string_equal(sheet_line(&s, 0), "/中中中中");
	assert_int_equal(prompt_view_cursor(&f->v, 10), 9);
	/* an odd number of columns is cut off: the cursor is still after the last character */
	press(f, COMMAND_LINE_START);
	type(f, U"a");
	press(f, COMMAND_LINE_END);
	prompt_view_draw(&f->v, sheet_clean(&s));
	assert_int_equal(prompt_view_cursor(&f->v, 10),
			 1 + 2 * (int)(strlen(sheet_line(&s, 0) + 1) / 3));
	sheet_close(&s);
}

static int use_utf8(void **state)
{
	(void)state;
	setlocale(LC_CTYPE, "C.UTF-8");
	return 0;
}

TEST_GROUP(use_utf8, NULL);
