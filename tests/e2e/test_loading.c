#include "lib/unit.h"

#include <stdio.h>
#include <stdlib.h>

#include "lib/slow_file.h"
#include "program.h"

/* In the help, and nowhere else. */
#define HELP "Move left: a column earlier"

struct loading {
	struct slow_file file;
	struct terminal *t;
};

/* Start the program on a file of which some seconds exist and more will come. */
static int start(void **state)
{
	struct loading *l = calloc(1, sizeof *l);
	const char *argv[] = {program_name(), NULL, NULL};

	assert_non_null(l);
	*state = l;
	slow_file_make(&l->file);
	argv[1] = l->file.pipe;
	l->t = terminal_start(100, 30, argv);
	for (int i = 0; i < 4; i++)
		slow_file_feed(&l->file);
	terminal_expect(l->t, "loading ");
	return 0;
}

static int stop(void **state)
{
	struct loading *l = *state;

	terminal_free(l->t);
	slow_file_remove(&l->file);
	free(l);
	return 0;
}

TEST_WITH(the_map_is_there_before_the_file_ends, start, stop)
{
	struct loading *l = *state;
	char words[64];

	terminal_expect(l->t, "└0");
	terminal_expect(l->t, "▏main");
	terminal_type(l->t, "?");
	terminal_expect(l->t, HELP);
	terminal_type(l->t, "?");
	terminal_expect_gone(l->t, HELP);
	terminal_type(l->t, ":0.5,1.5\r");
	terminal_expect(l->t, "1,000 of ");
	slow_file_feed(&l->file);
	slow_file_end(&l->file);
	snprintf(words, sizeof words, "1,000 of %ld,000 samples",
		 l->file.samples / SLOW_FILE_RATE);
	terminal_expect(l->t, words);
	terminal_expect_gone(l->t, "loading ");
	terminal_type(l->t, "q");
	assert_int_equal(terminal_wait(l->t), 0);
}

TEST_WITH(more_is_shown_as_it_comes, start, stop)
{
	struct loading *l = *state;

	terminal_expect(l->t, "3,999 of 3,999 samples");
	slow_file_feed(&l->file);
	terminal_expect(l->t, "4,999 of 4,999 samples");
}

TEST_WITH(leaving_meanwhile_gives_the_terminal_back, start, stop)
{
	struct loading *l = *state;

	terminal_type(l->t, "q");
	assert_int_equal(terminal_wait(l->t), 0);
	assert_true(terminal_is_cooked(l->t));
	assert_true(terminal_sent_text(l->t, "\033[?1049l"));
}

TEST_WITH(control_c_stops_the_loading_and_then_leaves, start, stop)
{
	struct loading *l = *state;

	terminal_type(l->t, "\003");
	terminal_expect_in_row(l->t, 0, "incomplete: ");
	terminal_expect_gone(l->t, "loading ");
	terminal_type(l->t, "\003");
	assert_int_equal(terminal_wait(l->t), 0);
	assert_true(terminal_is_cooked(l->t));
}
