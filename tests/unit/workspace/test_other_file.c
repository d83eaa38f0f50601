/* Two files on the screen: the second is the baseline of the first. */

#include "lib/unit.h"

#include <locale.h>
#include <stdio.h>
#include <string.h>

#include "lib/made_profile.h"
#include "lib/seat.h"
#include "lib/work_dir.h"

#define BEFORE                                                                           \
	"# flarescope timed-folded 1\n"                                                  \
	"1.1 app;main;read 1\n1.2 app;main;read 1\n1.3 app;main;parse 1\n"               \
	"1.4 app;main;read 1\n"
#define AFTER                                                                            \
	"# flarescope timed-folded 1\n"                                                  \
	"5.1 app;main;read 1\n5.2 app;main;check 1\n5.3 app;main;parse 1\n"              \
	"5.4 app;main;check 1\n"

#define BUILD_A                                                                          \
	"# flarescope timed-folded 1\n"                                                  \
	"1.1 ver_a;main;read 1\n1.2 ver_a;main;read 1\n1.3 ver_a;main;parse 1\n"         \
	"1.4 ver_a;main;write 1\n"
#define BUILD_B                                                                          \
	"# flarescope timed-folded 1\n"                                                  \
	"5.1 ver_b;main;read 1\n5.2 ver_b;main;check 1\n5.3 ver_b;main;parse 1\n"        \
	"5.4 ver_b;main;write 1\n"

static char dir[WORK_DIR], before[WORK_DIR + 20], after[WORK_DIR + 20],
    other[WORK_DIR + 20], build_a[WORK_DIR + 20], build_b[WORK_DIR + 20];

static void write_file(char *path, size_t room, const char *name, const char *text)
{
	FILE *out;

	snprintf(path, room, "%s/%s", dir, name);
	out = fopen(path, "w");
	assert_non_null(out);
	assert_true(fputs(text, out) >= 0);
	assert_int_equal(fclose(out), 0);
}

static int make_files(void **state)
{
	(void)state;
	setlocale(LC_CTYPE, "C.UTF-8");
	work_dir_make(dir, "other-file");
	write_file(before, sizeof before, "before", BEFORE);
	write_file(after, sizeof after, "after", AFTER);
	write_file(build_a, sizeof build_a, "build-a", BUILD_A);
	write_file(build_b, sizeof build_b, "build-b", BUILD_B);
	write_file(other, sizeof other, "spans.csv", "name,start,end\nwork,0,5\n");
	return 0;
}

static int remove_files(void **state)
{
	(void)state;
	work_dir_remove(dir);
	return 0;
}

static struct settings settings_of(const char *baseline)
{
	return (struct settings){.baseline_file = baseline, .theme = {.ascii = true}};
}

static struct seat *seat_of(const struct settings *settings)
{
	return seat_new(after, settings, 120, 40);
}

TEST(a_second_file_is_the_baseline)
{
	const struct settings settings = settings_of(before);
	struct seat *s = seat_of(&settings);

	assert_true(seat_says(s, "against B before"));
	assert_true(seat_says(s, "|check new +50 % ^"));
	assert_true(seat_says(s, "|read -50 % v"));
	seat_do(s, COMMAND_DIFFERENTIAL);
	assert_true(seat_says(s, "no frame is gone"));
	seat_do(s, COMMAND_DIFFERENTIAL);
	assert_false(seat_shows(s, "new +50 %"));
	assert_true(seat_says(s, "|check"));
	seat_do(s, COMMAND_DIFFERENTIAL);
	assert_true(seat_says(s, "|check new +50 % ^"));
	seat_free(s);
}

TEST(the_other_file_is_looked_at_from_its_side)
{
	const struct settings settings = settings_of(before);
	struct seat *s = seat_of(&settings);

	seat_do(s, COMMAND_SWAP);
	assert_true(seat_says(s, "|read +50 % ^"));
	seat_do(s, COMMAND_DIFFERENTIAL);
	assert_true(seat_says(s, "|check gone"));
	seat_free(s);
}

/* Nodes are those of both files, whatever is chosen, undone and drawn. */
TEST(all_that_is_chosen_is_chosen_for_both)
{
	static const enum command keys[] = {
	    COMMAND_PANE,  COMMAND_DOWN,     COMMAND_UP,	   COMMAND_UP,
	    COMMAND_ENTER, COMMAND_SORT,     COMMAND_LAYOUT,	   COMMAND_UNDO,
	    COMMAND_REDO,  COMMAND_SWAP,     COMMAND_TABLE,	   COMMAND_DOWN,
	    COMMAND_TABLE, COMMAND_BASELINE, COMMAND_UNDO,	   COMMAND_WHY,
	    COMMAND_WHY,   COMMAND_BASELINE, COMMAND_DIFFERENTIAL,
	};
	static const char *const patterns[] = {"", "main", "read|check", "!parse"};
	const struct settings settings = settings_of(before);
	struct seat *s = seat_of(&settings);
	struct dice d = {1};

	for (int step = 0; step < 400; step++) {
		uint32_t what = dice_below(&d, sizeof keys / sizeof *keys + 3);

		if (what < sizeof keys / sizeof *keys) {
			seat_do(s, keys[what]);
			continue;
		}
		seat_do(s, what % 2 ? COMMAND_FILTER : COMMAND_SEARCH);
		seat_do(s, COMMAND_KILL_START);
		seat_answer(s, patterns[dice_below(&d, 4)]);
	}
	for (int i = 0; i < 40; i++)
		seat_do(s, COMMAND_UNDO);
	for (int i = 0; i < 40; i++)
		seat_do(s, COMMAND_REDO);
	assert_false(seat_shows(s, "that did not work"));
	seat_free(s);
}

TEST(what_differs_is_listed)
{
	const struct settings settings = settings_of(before);
	struct seat *s = seat_of(&settings);

	seat_do(s, COMMAND_WHY);
	assert_true(seat_says(s, "check"));
	assert_true(seat_says(s, "50.0"));
	seat_free(s);
}

TEST(a_second_file_that_cannot_be_compared_is_told_of)
{
	struct settings settings = settings_of("/nowhere/at all");
	struct seat *s = seat_of(&settings);

	assert_true(seat_says(s, "No such file"));
	assert_true(seat_says(s, "|check"));
	seat_free(s);
	settings = settings_of(other);
	s = seat_of(&settings);
	assert_true(seat_says(s, "no event in common"));
	assert_true(seat_says(s, "|check"));
	seat_free(s);
}

TEST(the_baseline_can_be_chosen_from_the_list)
{
	const struct settings settings = settings_of(NULL);
	struct seat *s = seat_new(dir, &settings, 120, 40);

	assert_true(seat_says(s, "choose a file"));
	seat_do(s, COMMAND_TOP); /* ..., after, before, spans.csv */
	for (int i = 0; i < 6 && !seat_shows(s, "before is the baseline"); i++) {
		seat_do(s, COMMAND_DOWN);
		seat_do(s, COMMAND_BASELINE_FILE);
	}
	seat_do(s, COMMAND_UP);
	seat_do(s, COMMAND_ENTER);
	seat_wait(s);
	assert_true(seat_says(s, "against B before"));
	assert_true(seat_says(s, "|check new +50 % ^"));
	for (int i = 0; i < 6 && !seat_shows(s, "choose a file"); i++)
		seat_do(s, COMMAND_CANCEL);
	assert_true(seat_says(s, "choose a file"));
	seat_do(s, COMMAND_DOWN);
	seat_do(s, COMMAND_BASELINE_FILE);
	assert_true(seat_says(s, "no baseline"));
	seat_do(s, COMMAND_UP);
	seat_do(s, COMMAND_ENTER);
	seat_wait(s);
	assert_false(seat_shows(s, "against"));
	seat_free(s);
}

TEST(a_range_of_the_second_file_may_be_named)
{
	struct settings settings = settings_of(before);
	struct seat *s;

	settings.asked.against = "0.25,1";
	s = seat_of(&settings);
	assert_true(seat_says(s, "4 against 2 samples"));
	seat_free(s);
}

static void assert_options(struct seat *s, const char *options)
{
	char wanted[3 * sizeof after];

	snprintf(wanted, sizeof wanted, "flarescope%s %s %s", options, after, before);
	seat_do(s, COMMAND_SHARE);
	assert_string_equal(workspace_copied(s->w), wanted);
}

/* Including the option --swap: without it a swapped view would be the opposite of what is shown. */
TEST(its_command_line_says_how_it_is_held_against)
{
	struct settings settings = settings_of(before);
	struct seat *s = seat_of(&settings);

	assert_options(s, "");
	seat_do(s, COMMAND_SWAP);
	assert_options(s, " --swap");
	seat_do(s, COMMAND_DIFFERENTIAL);
	assert_options(s, " --swap --show elided");
	seat_do(s, COMMAND_DIFFERENTIAL);
	seat_do(s, COMMAND_SWAP);
	assert_options(s, " --show range");
	seat_free(s);
	settings.asked.against = "0.25,1";
	settings.choice.baseline.normalised = NORMALISED_BY_SHARE;
	settings.choice.baseline.swapped = true;
	s = seat_of(&settings);
	assert_true(seat_says(s, ", by share  2 against 4 samples"));
	assert_options(s, " --against 0.25,1 --swap --normalise share");
	seat_free(s);
}

TEST(the_table_has_the_names_of_both)
{
	const struct settings settings = settings_of(before);
	struct seat *s = seat_of(&settings);
	int x, y;

	seat_do(s, COMMAND_TABLE);
	assert_true(seat_find(s, "new +50 % ^", &x, &y));
	assert_non_null(strstr(seat_line(s, y), "  check"));
	assert_true(seat_find(s, "-50 % v", &x, &y));
	assert_non_null(strstr(seat_line(s, y), "  read"));
	seat_do(s, COMMAND_CALLERS); /* of both sides, too */
	assert_true(seat_says(s, "callers of check A 50.0 %, B 0 %  new +50 % ^"));
	assert_true(seat_says(s, "  new +50 % ^  2 against 0 samples"));
	assert_true(seat_says(s, "main new +50 % ^")); /* is its caller */
	seat_free(s);
}

TEST_GROUP(make_files, remove_files);

TEST(two_builds_that_are_called_otherwise_are_compared_as_one)
{
	struct settings settings = settings_of(build_a);
	struct seat *s = seat_new(build_b, &settings, 120, 40);

	assert_true(seat_says(s, "ver_a is compared as ver_b (see --compare-as)"));
	assert_false(seat_shows(s, "ver_a new"));
	assert_false(seat_shows(s, "ver_b new"));
	assert_true(seat_says(s, "|check new"));
	seat_do(s, COMMAND_HEADER);
	assert_true(seat_says(s, "two builds     ver_a is compared as ver_b"));
	seat_do(s, COMMAND_CANCEL);
	seat_do(s, COMMAND_SHARE);
	assert_false(seat_shows(s, "--compare-as"));
	seat_free(s);
	settings.asked.compare_as = "ver_a=ver_b\nnone";
	s = seat_new(build_b, &settings, 120, 40);
	seat_do(s, COMMAND_SHARE);
	assert_true(seat_says(s, "--compare-as ver_a=ver_b"));
	assert_true(seat_says(s, "--compare-as none"));
	seat_free(s);
	settings.asked.compare_as = "none";
	s = seat_new(build_b, &settings, 120, 40);
	assert_true(seat_says(s, "ver_b new"));
	seat_free(s);
}

TEST(the_second_file_keeps_a_filter_of_its_own)
{
	struct settings settings = settings_of(before);
	struct seat *s;

	settings.asked.against_filter = "read";
	s = seat_of(&settings);
	assert_true(seat_says(s, "B before  filter read"));
	assert_true(seat_says(s, "4 against 3 samples"));
	seat_ask(s, COMMAND_FILTER, "check");
	assert_true(seat_says(s, "2 against 3 samples"));
	seat_do(s, COMMAND_SHARE);
	assert_true(seat_says(s, "--filter check"));
	assert_true(seat_says(s, "--against-filter read"));
	seat_do(s, COMMAND_CANCEL);
	seat_do(s, COMMAND_UNDO);
	assert_true(seat_says(s, "4 against 3 samples"));
	seat_do(s, COMMAND_SWAP);
	assert_true(seat_says(s, "3 against 4 samples"));
	seat_free(s);
}

/* What S writes under this name; valid until the next call. */
static const char *saved(struct seat *s, const char *name)
{
	static char text[100000];
	char path[WORK_DIR + 40];
	FILE *in;
	size_t len;

	snprintf(path, sizeof path, "%s/%s", dir, name);
	remove(path);
	seat_ask(s, COMMAND_SAVE, path);
	in = fopen(path, "r");
	if (!in)
		return NULL;
	len = fread(text, 1, sizeof text - 1, in);
	text[len] = '\0';
	fclose(in);
	return text;
}

static void assert_in(const char *text, const char *words)
{
	if (!text || !strstr(text, words))
		fail_msg("no %s in %.3000s", words, text ? text : "(no file)");
}

TEST(what_is_saved_is_the_graph_of_both_sides_that_is_shown)
{
	const struct settings settings = settings_of(build_a);
	struct seat *s = seat_new(build_b, &settings, 160, 40);

	assert_string_equal(saved(s, "d.folded"),
			    "ver_b;main;check 0 1\nver_b;main;parse 1 1\n"
			    "ver_b;main;read 2 1\nver_b;main;write 1 1\n");
	assert_true(
	    seat_says(s, "saved the difference of 4 samples as folded stacks in"));
	assert_in(saved(s, "d.svg"), "against build-a, 0");
	assert_in(saved(s, "d.svg"), "blue less, red more, yellow new");
	assert_in(saved(s, "d.svg"), "change +25.00 %, new");
	assert_in(saved(s, "d.json"), "\"delta\":");
	assert_in(saved(s, "d.timed"), "ver_b;main;check");
	assert_true(
	    seat_says(s, "saved the range alone, 4 samples, as timed folded stacks in"));
	seat_do(s, COMMAND_SWAP);
	assert_in(saved(s, "d.folded"), "ver_b;main;check 1 0\n");
	assert_in(saved(s, "d.svg"), "against build-b, 0");
	seat_do(s, COMMAND_DIFFERENTIAL); /* what is gone */
	assert_string_equal(saved(s, "g.folded"), "ver_b;main;check 1 0\n");
	assert_true(seat_says(
	    s, "saved the removed stacks, with 4 samples, as folded stacks in"));
	assert_in(saved(s, "g.svg"), "1 sample gone, against build-b");
	assert_in(saved(s, "g.svg"), "25.00 % of the baseline, change -25.00 %, gone");
	assert_null(strstr(saved(s, "g.svg"), "parse"));
	seat_do(s, COMMAND_TABLE); /* in place of the graph, which does not change */
	assert_string_equal(saved(s, "g.folded"), "ver_b;main;check 1 0\n");
	seat_do(s, COMMAND_TABLE);
	seat_do(s, COMMAND_SWAP);
	assert_null(saved(s, "g.svg"));
	assert_true(seat_says(s, "nothing is gone, so nothing was saved"));
	seat_do(s, COMMAND_CANCEL);
	seat_do(s, COMMAND_DIFFERENTIAL); /* the range alone */
	assert_string_equal(saved(s, "p.folded"),
			    "ver_b;main;check 1\nver_b;main;parse 1\n"
			    "ver_b;main;read 1\nver_b;main;write 1\n");
	assert_true(seat_says(s, "saved 4 samples as folded stacks in"));
	seat_free(s);
}
