/*
 * The screens in doc/walk.md and doc/walkthroughs: each is drawn by the program.
 *
 * The words that make one follow the fence before it, "```screen 100x30 openssl.perf.gz 30l V", see
 * scene.h.
 *
 * REMAKE_SCREENS=1 writes the screens into these files instead (make screens).
 */
#include "lib/unit.h"

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "lib/work_dir.h"
#include "program.h"
#include "scene.h"

#define FENCE	"```screen "
#define LONGEST 2048

static char begun_in[LONGEST];

/* The terminal after all steps of the scene. */
static struct terminal *drawn(struct scene s)
{
	static const char *const env[] = {"NO_COLOR=1", "TZ=UTC", "FLARESCOPE_CACHE=no",
					  NULL};
	struct terminal *t = program_open_two(s.columns, s.rows, s.file,
					      *s.baseline ? s.baseline : NULL, env);
	char bytes[SCENE_BYTES];

	while (scene_step(&s, bytes)) {
		terminal_type(t, bytes);
		terminal_settle(t);
	}
	return t;
}

/* ---- documents ---- */

/* A line without its end; false at the end. */
static bool next_line(FILE *in, char line[static LONGEST])
{
	if (!fgets(line, LONGEST, in))
		return false;
	line[strcspn(line, "\n")] = '\0';
	return true;
}

/* Compare the screen with lines of `in`, each as soon as it is drawn. */
static void compare(FILE *in, struct terminal *t, const struct scene *s)
{
	char line[LONGEST];

	for (int y = s->first; y <= s->last; y++) {
		assert_true(next_line(in, line));
		terminal_expect_row(t, y, line);
	}
}

/* Write the screen into `out`, in place of the lines in `in`. */
static void remake(FILE *in, FILE *out, struct terminal *t, const struct scene *s)
{
	char line[LONGEST];

	terminal_settle(t);
	for (int y = s->first; y <= s->last; y++)
		fprintf(out, "%s\n", terminal_row(t, y));
	while (next_line(in, line))
		if (strcmp(line, "```") == 0)
			break;
	fprintf(out, "```\n");
}

static void one_screen(FILE *in, FILE *out, const char *words)
{
	struct scene s = scene_of(words);
	struct terminal *t = drawn(s);

	if (out)
		remake(in, out, t, &s);
	else
		compare(in, t, &s);
	terminal_free(t);
}

static int screens_in(FILE *in, FILE *out)
{
	char line[LONGEST];
	int n = 0;

	while (next_line(in, line)) {
		if (out)
			fprintf(out, "%s\n", line);
		if (strncmp(line, FENCE, strlen(FENCE)) != 0)
			continue;
		one_screen(in, out, line + strlen(FENCE));
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
	assert_in_range(screens_in(in, out), least, 100);
	fclose(in);
	if (remaking) {
		assert_int_equal(fclose(out), 0);
		assert_int_equal(rename(made, path), 0);
	}
}

TEST(the_screens_in_the_walk_are_what_the_program_draws)
{
	document("doc/walk.md", 9);
}

/* Each has a screen for each step from opening to the cause, with at most six keys in total. */
TEST(the_screens_in_the_walkthroughs_are_what_the_program_draws)
{
	document("doc/walkthroughs/gc.md", 2);
	document("doc/walkthroughs/cron.md", 2);
	document("doc/walkthroughs/convoy.md", 2);
	document("doc/walkthroughs/start.md", 2);
	document("doc/walkthroughs/versions.md", 2);
	document("doc/walkthroughs/orders.md", 2);
}

/* Examples are opened by their names, and files are saved where that is allowed. */
static int enter_scratch(void **state)
{
	static char dir[WORK_DIR];
	static const char *const examples[] = {
	    "service.perf.gz", "openssl.perf.gz", "gc.perf.gz",
	    "cron.perf.gz",    "convoy.perf.gz",  "start.perf.gz",
	    "new.perf.gz",     "old.perf.gz",	  "orders.perf.gz"};

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

TEST_GROUP(enter_scratch, leave_scratch);
