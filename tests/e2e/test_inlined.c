#include "lib/unit.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "lib/built_program.h"
#include "program.h"

static struct built_program built;

static struct terminal *open_it(int columns, int rows, const char *option)
{
	const char *argv[] = {program_name(),  "--symfs", "/",
			      built.recording, option,	  NULL};
	struct terminal *t = terminal_start(columns, rows, argv);

	terminal_expect(t, " samples");
	return t;
}

static void comes_and_goes(struct terminal *t)
{
	terminal_expect(t, "outer");
	assert_false(terminal_shows(t, "middle"));
	terminal_type(t, ":0.05,0.2\r\t");
	terminal_expect(t, "15 of ");
	terminal_type(t, "kk\r");
	terminal_expect(t, "all > app > main");
	terminal_type(t, "x");
	terminal_expect(t, "middle");
	terminal_expect(t, "inlined functions: at ");
	assert_true(terminal_shows(t, "15 of "));
	assert_true(terminal_shows(t, "all > app > main"));
	terminal_type(t, "x");
	terminal_expect(t, "inlined functions are hidden");
	terminal_expect_gone(t, "middle");
	assert_true(terminal_shows(t, "15 of "));
	assert_true(terminal_shows(t, "all > app > main"));
}

TEST_WITH(the_key_shows_inlined_functions_and_takes_them_away, NULL, program_stop)
{
	*state = open_it(80, 24, NULL);
	comes_and_goes(*state);
}

TEST_WITH(so_it_does_on_a_large_screen, NULL, program_stop)
{
	*state = open_it(200, 60, NULL);
	comes_and_goes(*state);
}

TEST_WITH(they_come_by_themselves_with_inline, NULL, program_stop)
{
	*state = open_it(80, 24, "--inline");
	terminal_expect(*state, "middle");
	terminal_expect(*state, "inner");
}

TEST_WITH(of_standard_input_it_says_why_not, NULL, program_stop)
{
	const char *argv[] = {"/bin/sh", "-c", "\"$FLARESCOPE\" --inline - < \"$0\"",
			      program_example("service.perf.gz"), NULL};

	*state = terminal_start(80, 24, argv);
	terminal_expect(*state, "standard input cannot be read again");
}

TEST_WITH(the_key_again_stops_it, NULL, program_stop)
{
	built_program_record(&built, 50000);
	*state = open_it(80, 24, NULL);
	terminal_expect(*state, "50,000 samples");
	terminal_expect(*state, "quit");
	terminal_type(*state, "xx");
	terminal_expect(*state, "stopped: no inlined functions are shown");
	terminal_type(*state, "h");
	terminal_expect_gone(*state, "stopped: ");
	assert_false(terminal_shows(*state, "incomplete"));
	assert_false(terminal_shows(*state, "middle"));
	built_program_record(&built, built.samples);
}

/* The output of a batch command for the recording with these options. Release with free(). */
static char *printed(const char *command, const char *options)
{
	char line[8192];

	snprintf(line, sizeof line, "'%s' %s --symfs / %s %s", program_name(), command,
		 options, built.recording);
	return program_printed(line);
}

TEST_WITH(batch_commands_have_them_at_once, NULL, program_stop)
{
	static const char *const commands[] = {"export", "flame", "top"};
	char *facts = printed("info", "--inline");

	*state = NULL;
	assert_non_null(strstr(facts, "inlined functions: at "));
	free(facts);
	facts = printed("export", "--inline --annotate all");
	assert_non_null(strstr(facts, "app;main;outer;middle_[i];inner_[i] "));
	free(facts);
	for (size_t i = 0; i < sizeof commands / sizeof *commands; i++) {
		char *with = printed(commands[i], "--inline");
		char *without = printed(commands[i], "");

		assert_string_not_equal(with, without);
		assert_non_null(strstr(with, "middle"));
		free(with);
		free(without);
	}
}

static const char *missing(void)
{
	return built_program_make(&built) ? NULL : "no program can be built here";
}

static int remove_built(void **state)
{
	(void)state;
	built_program_remove(&built);
	return 0;
}

TEST_NEEDS(missing);
TEST_GROUP(NULL, remove_built);
