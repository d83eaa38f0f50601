#include "lib/unit.h"

#include <locale.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "lib/seat.h"

static char path[] = "/tmp/flarescope-shapes-XXXXXX";

/* 100 samples; 60 of them end in memcpy, which has three callers. */
static void write_stacks(FILE *f)
{
	fputs("server;main;read;memcpy 30\n"
	      "server;main;write;memcpy 20\n"
	      "server;main;write;flush 15\n"
	      "client;main;parse;memcpy 10\n"
	      "client;main;parse 25\n",
	      f);
}

static int start(void **state)
{
	static const struct settings settings;
	FILE *f;

	snprintf(path, sizeof path, "%s", "/tmp/flarescope-shapes-XXXXXX");
	f = fdopen(mkstemp(path), "w");
	if (!f)
		return -1;
	write_stacks(f);
	fclose(f);
	*state = seat_new(path, &settings, 120, 30);
	return 0;
}

static int stop(void **state)
{
	seat_free(*state);
	return unlink(path);
}

/* The line of figures shows what the cursor is on: "total 60 (60.0 % ...". */
static bool cursor_is_on(struct seat *s, const char *total)
{
	char words[64];

	snprintf(words, sizeof words, "total %s (", total);
	return seat_says(s, words);
}

/* To the first box beneath the root. */
static void go_to_memcpy(struct seat *s)
{
	seat_do(s, COMMAND_LEAF_FIRST);
	seat_do(s, COMMAND_TOP);
	seat_do(s, COMMAND_UP);
	for (int i = 0; i < 3 && !seat_shows(s, "total 60 ("); i++)
		seat_do(s, COMMAND_RIGHT);
}

TEST_WITH(leaf_first_a_function_is_one_tower, start, stop)
{
	struct seat *s = *state;

	go_to_memcpy(s);
	assert_true(cursor_is_on(s, "60"));
	assert_true(seat_says(s, "leaf first: all"));
	seat_do(s, COMMAND_UP);
	assert_false(seat_shows(s, "total 60 ("));
	seat_do(s, COMMAND_LEAF_FIRST);
	assert_false(seat_shows(s, "leaf first: all"));
	assert_true(seat_says(s, "server"));
}

TEST_WITH(undo_comes_back_to_the_roots_and_their_names, start, stop)
{
	struct seat *s = *state;

	seat_do(s, COMMAND_LEAF_FIRST);
	assert_false(seat_shows(s, "server"));
	seat_do(s, COMMAND_UNDO);
	assert_false(seat_shows(s, "leaf first: all"));
	assert_true(seat_says(s, "server"));
	seat_do(s, COMMAND_REDO);
	assert_true(seat_says(s, "leaf first: all"));
}

TEST_WITH(a_function_is_focused_on_and_that_taken_back, start, stop)
{
	struct seat *s = *state;

	go_to_memcpy(s);
	seat_do(s, COMMAND_TRANSFORM);
	assert_true(seat_says(s, "focus memcpy"));
	assert_false(seat_shows(s, "focus-subtree")); /* the path to it is reversed */
	seat_do(s, COMMAND_ENTER);
	assert_int_equal(seat_samples(s), 60);
	assert_true(seat_says(s, "leaf first, focus memcpy: all"));
	seat_do(s, COMMAND_TRANSFORM);
	assert_true(seat_says(s, "in force"));
	seat_do(s, COMMAND_DROP);
	assert_int_equal(seat_samples(s), 100);
	assert_true(seat_says(s, "leaf first: all"));
	seat_do(s, COMMAND_UNDO);
	assert_int_equal(seat_samples(s), 60);
	seat_do(s, COMMAND_UNDO);
	assert_int_equal(seat_samples(s), 100);
}

TEST_WITH(at_the_root_the_key_that_goes_to_a_frame_is_named, start, stop)
{
	struct seat *s = *state;

	seat_do(s, COMMAND_TRANSFORM);
	assert_true(seat_says(s, "no function here; "));
	assert_false(seat_shows(s, "{up}"));
	assert_true(seat_says(s, ": a frame"));
}

TEST_WITH(the_table_has_what_is_left_and_is_never_leaf_first, start, stop)
{
	struct seat *s = *state;

	seat_do(s, COMMAND_LEAF_FIRST);
	seat_do(s, COMMAND_TABLE);
	assert_true(seat_says(s, "self 60 (")); /* the function in which samples end */
	seat_do(s, COMMAND_TRANSFORM);
	assert_true(seat_says(s, "drop memcpy"));
	seat_do_n(s, 1, COMMAND_DOWN);
	seat_do(s, COMMAND_ENTER);
	assert_int_equal(seat_samples(s), 40);
	assert_false(seat_shows(s, "memcpy  "));
	assert_true(seat_says(s, "drop memcpy")); /* the transformation in force */
	assert_true(seat_says(s, "flush"));
}

TEST_WITH(the_call_tree_is_asked_as_the_graph_is, start, stop)
{
	struct seat *s = *state;

	seat_do(s, COMMAND_TREE);
	seat_do(s, COMMAND_LAST);
	seat_do(s, COMMAND_DOWN);
	seat_do(s, COMMAND_RIGHT);
	seat_do(s, COMMAND_DOWN);
	seat_do(s, COMMAND_TRANSFORM);
	assert_true(seat_says(s, "focus-subtree server;main"));
	seat_do(s, COMMAND_ENTER);
	assert_int_equal(seat_samples(s), 65);
}

TEST_WITH(the_command_line_repeats_it, start, stop)
{
	struct seat *s = *state;

	go_to_memcpy(s);
	seat_do(s, COMMAND_TRANSFORM);
	seat_do(s, COMMAND_ENTER);
	seat_do(s, COMMAND_SHARE);
	assert_non_null(strstr(workspace_copied(s->w),
			       "flarescope --reverse --transform focus=memcpy"));
}

TEST_WITH(nothing_is_compared_then, start, stop)
{
	struct seat *s = *state;

	seat_do(s, COMMAND_LEAF_FIRST);
	seat_do(s, COMMAND_BASELINE);
	assert_false(seat_says(s, "one side"));
	assert_true(seat_says(s, "leaf first: all"));
}

static int use_utf8(void **state)
{
	(void)state;
	setlocale(LC_ALL, "C.UTF-8");
	return 0;
}

TEST_GROUP(use_utf8, NULL);
