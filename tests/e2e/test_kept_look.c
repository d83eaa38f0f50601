/*
 * The display menu stores its settings, and a reader that a file has taken over can store nothing
 * else.
 */

#include "lib/unit.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "lib/work_dir.h"
#include "program.h"

struct place {
	char dir[WORK_DIR], home[128], command[8192];
	struct terminal *t;
};

static int start(void **state)
{
	struct place *p = calloc(1, sizeof *p);

	assert_non_null(p);
	work_dir_make(p->dir, "kept");
	snprintf(p->home, sizeof p->home, "XDG_CONFIG_HOME=%s", p->dir);
	*state = p;
	return 0;
}

static int stop(void **state)
{
	struct place *p = *state;

	if (p->t)
		terminal_free(p->t);
	work_dir_remove(p->dir);
	free(p);
	return 0;
}

static void open_again(struct place *p)
{
	const char *env[] = {p->home, NULL};

	if (p->t)
		terminal_free(p->t);
	p->t = program_open(120, 36, program_example("service.perf.gz"), env);
}

/* Check the settings that `config` prints for these options, and the file. */
static void assert_config(struct place *p, const char *const wanted[])
{
	char *said;

	snprintf(
	    p->command, sizeof p->command,
	    "XDG_CONFIG_HOME='%s' '%s' config | tr -s ' '; cat '%s/flarescope/config'",
	    p->dir, program_name(), p->dir);
	said = program_printed(p->command);
	for (; *wanted; wanted++)
		if (!strstr(said, *wanted))
			fail_msg("no '%s' in:\n%s", *wanted, said);
	free(said);
}

#define BOTTOM 35 /* the line with the possible values of the cursor's line */

/* Move down to the line of this option, from the line above it. */
static void go_down(struct terminal *t, const char *option)
{
	char wanted[40], before[600];

	snprintf(wanted, sizeof wanted, " --%s ", option);
	while (!strstr(terminal_row(t, BOTTOM), wanted)) {
		snprintf(before, sizeof before, "%s", terminal_row(t, BOTTOM));
		if (strstr(before, "save these"))
			fail_msg("no line for%s", wanted);
		terminal_type(t, "j");
		terminal_expect_other_row(t, BOTTOM, before);
	}
}

static void open_menu(struct terminal *t, const char *option)
{
	terminal_type(t, "m");
	terminal_expect_in_row(t, BOTTOM, "--theme");
	go_down(t, option);
}

TEST_WITH(what_is_kept_is_in_force_the_next_time, start, stop)
{
	static const char *const dark[] = {
	    "direction down on the screen",	"config:",
	    "\nlayout icicle on the screen",	"rows 25\n",
	    "theme auto on the screen default", NULL};
	static const char *const usual[] = {"layout flame on the screen default",
					    "direction down\nrows 25\n", NULL};
	struct place *p = *state;

	snprintf(p->command, sizeof p->command,
		 "mkdir '%s/flarescope'; echo 'direction down' > '%s/flarescope/config'",
		 p->dir, p->dir);
	free(program_printed(p->command));
	open_again(p);
	open_menu(p->t, "rows");
	terminal_expect(p->t, "--direction   down");
	terminal_type(p->t, "lll");
	terminal_expect(p->t, "--rows auto 10 25 [49]");
	terminal_type(p->t, "h");
	terminal_expect(p->t, "--rows auto 10 [25] 49");
	go_down(p->t, "layout");
	terminal_type(p->t, "l");
	terminal_expect(p->t, "--layout      icicle");
	terminal_type(p->t, "G\r");
	terminal_expect(p->t,
			"flarescope/config: --rows 25 --direction down --layout icicle");
	assert_config(p, dark);
	open_again(p);
	open_menu(p->t, "layout");
	terminal_expect(p->t, "--rows        25");
	terminal_expect(p->t, "--layout      icicle");
	terminal_type(p->t, "l");
	terminal_expect(p->t, "--layout      flame");
	terminal_type(p->t, "G\r");
	terminal_expect(p->t, "saved in ");
	assert_config(p, usual);
}

/* A reader that a file has taken over sends requests to its helper. */
TEST_WITH(what_a_file_has_taken_over_keeps_only_how_things_look, start, stop)
{
	static const char *const answers[] = {"the screen does not save 'no-sandbox'",
					      "the screen does not save 'memory'",
					      "'filter' cannot be saved",
					      "the screen does not save 'nice'",
					      "done",
					      "the screen does not save 'no-sandbox'",
					      "'mauve' is not one of",
					      "cannot be saved",
					      "done"};
	static const char *const kept[] = {"scale dark on the screen",
					   "no-sandbox no always default", NULL};
	struct place *p = *state;
	const char *env[] = {p->home, "ATTEMPTS=keep", NULL};
	char file[128], line[256];
	const char *argv[] = {"tests/sandbox/taken_over", file, NULL};

	snprintf(file, sizeof file, "%s/stacks.folded", p->dir);
	snprintf(p->command, sizeof p->command, "echo 'main;work 3' > '%s'", file);
	free(program_printed(p->command));
	p->t = terminal_start_with(400, 40, argv, env);
	for (size_t i = 0; i < sizeof answers / sizeof *answers; i++) {
		snprintf(line, sizeof line, "keep %zu: ", i);
		terminal_expect_output(p->t, line);
		terminal_expect_output(p->t, answers[i]);
	}
	terminal_expect(p->t, "work");
	assert_config(p, kept);
}

/* The number before these words in the bottom line. */
static double figure_before(struct terminal *t, const char *words)
{
	const char *row = terminal_row(t, BOTTOM), *at = strstr(row, words);
	char digits[40];
	size_t n = 0;

	assert_non_null(at);
	while (at > row && strchr("0123456789.,", at[-1]))
		at--;
	for (; strchr("0123456789.,", *at) && n + 1 < sizeof digits; at++)
		if (*at != ',')
			digits[n++] = *at;
	digits[n] = '\0';
	return strtod(digits, NULL);
}

/* The figures belong to the picture above: its bytes are among those received. */
TEST_WITH(how_long_it_takes_is_said_when_it_is_asked_for, start, stop)
{
	struct place *p = *state;
	char before[600];
	double bytes;
	size_t sent;

	open_again(p);
	assert_false(terminal_shows(p->t, "terminal"));
	open_menu(p->t, "timing");
	terminal_type(p->t, "l");
	terminal_expect_in_row(p->t, BOTTOM, "--timing no [yes]");
	terminal_type(p->t, "\033");
	terminal_expect_in_row(p->t, BOTTOM, " ms  ");
	terminal_expect_in_row(p->t, BOTTOM, "key ");
	terminal_expect_in_row(p->t, BOTTOM, "count ");
	terminal_expect_in_row(p->t, BOTTOM, "MB");
	terminal_settle(p->t); /* otherwise earlier output is taken for the response */
	snprintf(before, sizeof before, "%s", terminal_row(p->t, BOTTOM));
	terminal_mark(p->t);
	terminal_type(p->t, "i");
	terminal_expect_other_row(p->t, BOTTOM, before);
	bytes = figure_before(p->t, " bytes");
	sent = terminal_sent(p->t);
	assert_true(bytes > 100 && bytes <= (double)sent);
	assert_true(figure_before(p->t, " ms") < 1000);
	open_menu(p->t, "timing");
	terminal_type(p->t, "l");
	terminal_expect_in_row(p->t, BOTTOM, "--timing [no] yes");
	terminal_type(p->t, "\033");
	terminal_expect_in_row(p->t, BOTTOM, "help");
	assert_false(terminal_shows(p->t, " ms  "));
}
