/*
 * The screens in README, doc/walk.md and doc/walkthroughs: each is what the program draws.
 *
 * What makes one stands behind the fence before it: "```screen 100x30 openssl.perf.gz 30l V",
 * the size of the terminal, the example (or two, with a comma), and what is typed, a word at a time. <Enter>, <Esc>
 * and <Tab> are keys, press:X,Y, drag:X,Y and release:X,Y the mouse, rows:A-B the part of the
 * screen that is shown, from 1. README is plain text: its screen is the first one there.
 *
 * REMAKE_SCREENS=1 writes what is drawn into these files instead (make screens).
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "lib/work_dir.h"
#include "program.h"

#define FENCE	      "```screen "
#define README_SCREEN "100x30 service.perf.gz"
#define README_BEGINS " flarescope  "
#define LONGEST	      2048

struct screen {
	int columns, rows;
	int first, last; /* of the rows that are shown, from 0 */
	char file[64];
	const char *steps; /* borrowed */
};

static char begun_in[LONGEST];

static struct screen screen_of(const char *spec)
{
	struct screen s = {0};
	int used = 0;
	const char *part = strstr(spec, "rows:");

	if (sscanf(spec, "%dx%d %63s%n", &s.columns, &s.rows, s.file, &used) != 3)
		fail_msg("no size and file: %s", spec);
	s.steps = spec + used;
	s.last = s.rows - 1;
	if (part && sscanf(part, "rows:%d-%d", &s.first, &s.last) == 2) {
		s.first--;
		s.last--;
	}
	assert_in_range(s.last, s.first, s.rows - 1);
	return s;
}

/* ---- what is done on a screen ---- */

static bool mouse(struct terminal *t, const char *word)
{
	int x, y;

	if (sscanf(word, "press:%d,%d", &x, &y) == 2)
		terminal_press(t, x, y);
	else if (sscanf(word, "drag:%d,%d", &x, &y) == 2)
		terminal_drag(t, x, y);
	else if (sscanf(word, "release:%d,%d", &x, &y) == 2)
		terminal_release(t, x, y);
	else
		return false;
	return true;
}

static void type(struct terminal *t, const char *word)
{
	static const char *const keys[][2] = {
	    {"<Enter>", "\r"}, {"<Esc>", "\033"}, {"<Tab>", "\t"}};
	char one[2] = {0};

	while (*word) {
		size_t i = 0;

		while (i < 3 && strncmp(word, keys[i][0], strlen(keys[i][0])) != 0)
			i++;
		one[0] = *word;
		terminal_type(t, i < 3 ? keys[i][1] : one);
		word += i < 3 ? strlen(keys[i][0]) : 1;
	}
}

static void step(struct terminal *t, const char *word)
{
	if (strncmp(word, "rows:", 5) == 0)
		return;
	if (!mouse(t, word))
		type(t, word);
	terminal_settle(t);
}

static struct terminal *drawn(const struct screen *s)
{
	static const char *const env[] = {"NO_COLOR=1", "TZ=UTC", "FLARESCOPE_CACHE=no",
					  NULL};
	char *baseline = strdup(s->file), *file = strsep(&baseline, ",");
	struct terminal *t = program_open_two(s->columns, s->rows, file, baseline, env);
	char *steps = strdup(s->steps), *rest = steps, *word;

	while ((word = strsep(&rest, " ")))
		if (*word)
			step(t, word);
	free(steps);
	free(file);
	return t;
}

/* ---- documents ---- */

/* A line without its end; false when there is none. */
static bool next_line(FILE *in, char line[static LONGEST])
{
	if (!fgets(line, LONGEST, in))
		return false;
	line[strcspn(line, "\n")] = '\0';
	return true;
}

/* Compare the screen with lines of `in`, each as soon as it is drawn. */
static void compare(FILE *in, struct terminal *t, const struct screen *s)
{
	char line[LONGEST];

	for (int y = s->first; y <= s->last; y++) {
		assert_true(next_line(in, line));
		terminal_expect_row(t, y, line);
	}
}

/* Write the screen into `out`, in the place of the lines that `in` has. */
static void remake(FILE *in, FILE *out, struct terminal *t, const struct screen *s,
		   bool fenced)
{
	char line[LONGEST];

	terminal_settle(t);
	for (int y = s->first; y <= s->last; y++)
		fprintf(out, "%s\n", terminal_row(t, y));
	for (int y = s->first; !fenced && y <= s->last; y++)
		assert_true(next_line(in, line));
	while (fenced && next_line(in, line))
		if (strcmp(line, "```") == 0)
			break;
	if (fenced)
		fprintf(out, "```\n");
}

static void one_screen(FILE *in, FILE *out, const char *spec, bool fenced)
{
	struct screen s = screen_of(spec);
	struct terminal *t = drawn(&s);

	if (out)
		remake(in, out, t, &s, fenced);
	else
		compare(in, t, &s);
	terminal_free(t);
}

/* README's screen has no fence, and its first line is known: that one is read again. */
static int screens_in(FILE *in, FILE *out, bool readme)
{
	char line[LONGEST];
	int n = 0;
	long at = ftell(in);

	for (; next_line(in, line); at = ftell(in)) {
		bool here = readme && n == 0 &&
			    strncmp(line, README_BEGINS, strlen(README_BEGINS)) == 0;

		if (here)
			assert_int_equal(fseek(in, at, SEEK_SET), 0);
		else if (out)
			fprintf(out, "%s\n", line);
		if (!here && strncmp(line, FENCE, strlen(FENCE)) != 0)
			continue;
		one_screen(in, out, here ? README_SCREEN : line + strlen(FENCE), !here);
		n++;
	}
	return n;
}

static void document(const char *name, int least)
{
	char path[LONGEST], made[LONGEST];
	bool remaking = getenv("REMAKE_SCREENS");
	FILE *in, *out = NULL;

	snprintf(path, sizeof path, "%s/%s", getenv("srcdir"), name);
	snprintf(made, sizeof made, "%.*s.made", LONGEST - 6, path);
	in = fopen(path, "r");
	assert_non_null(in);
	if (remaking) {
		out = fopen(made, "w");
		assert_non_null(out);
	} else {
		print_message("if a screen of %s differs: make screens, and read it\n",
			      name);
	}
	assert_in_range(screens_in(in, out, strcmp(name, "README") == 0), least, 100);
	fclose(in);
	if (remaking) {
		assert_int_equal(fclose(out), 0);
		assert_int_equal(rename(made, path), 0);
	}
}

static void the_screen_in_readme_is_what_the_program_draws(void **state)
{
	(void)state;
	document("README", 1);
}

static void the_screens_in_the_walk_are_what_the_program_draws(void **state)
{
	(void)state;
	document("doc/walk.md", 9);
}

/* Each has a screen for each step from opening to the cause, all of it in six keys at most. */
static void the_screens_in_the_walkthroughs_are_what_the_program_draws(void **state)
{
	(void)state;
	document("doc/walkthroughs/gc.md", 2);
	document("doc/walkthroughs/cron.md", 2);
	document("doc/walkthroughs/convoy.md", 2);
	document("doc/walkthroughs/start.md", 2);
	document("doc/walkthroughs/versions.md", 2);
}

/* Examples are opened by their names, and what is saved goes where it may. */
static int enter_scratch(void **state)
{
	static char dir[WORK_DIR];
	static const char *const examples[] = {
	    "service.perf.gz", "openssl.perf.gz", "gc.perf.gz",	 "cron.perf.gz",
	    "convoy.perf.gz",  "start.perf.gz",	  "new.perf.gz", "old.perf.gz"};

	assert_non_null(getcwd(begun_in, sizeof begun_in));
	work_dir_make(dir, "screens");
	assert_int_equal(chdir(dir), 0);
	for (size_t i = 0; i < sizeof examples / sizeof *examples; i++)
		assert_int_equal(symlink(program_example(examples[i]), examples[i]), 0);
	*state = dir;
	return 0;
}

static int leave_scratch(void **state)
{
	work_dir_remove(*state);
	return chdir(begun_in);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test(the_screen_in_readme_is_what_the_program_draws),
	    cmocka_unit_test(the_screens_in_the_walk_are_what_the_program_draws),
	    cmocka_unit_test(the_screens_in_the_walkthroughs_are_what_the_program_draws),
	};

	return cmocka_run_group_tests(tests, enter_scratch, leave_scratch);
}
