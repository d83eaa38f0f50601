/* The map with a hue for each process, thread ...: names beside it, clicks, two files. */

#include "lib/unit.h"

#include <locale.h>
#include <stdio.h>
#include <string.h>

#include "lib/seat.h"
#include "lib/work_dir.h"

static char dir[WORK_DIR], first[WORK_DIR + 20], second[WORK_DIR + 20],
    many[WORK_DIR + 20];

/* In each second `n` samples of this function of "app", and one of "tick". */
struct burst {
	const char *function;
	int from, to, n;
};

static void write_file(char *path, size_t room, const char *name, const struct burst *b,
		       int count, int seconds)
{
	FILE *out;

	snprintf(path, room, "%s/%s", dir, name);
	out = fopen(path, "w");
	assert_non_null(out);
	fputs("# flarescope timed-folded 1\n", out);
	for (int s = 0; s < seconds; s++) {
		fprintf(out, "%d.0 app;tick 1\n", 100 + s);
		for (int i = 0; i < count; i++)
			for (int n = 0; s >= b[i].from && s < b[i].to && n < b[i].n; n++)
				fprintf(out, "%d.%03d app;%s 1\n", 100 + s,
					300 + n * 600 / b[i].n, b[i].function);
	}
	assert_int_equal(fclose(out), 0);
}

static int make_files(void **state)
{
	static const struct burst one[] = {{"alpha", 0, 6, 40}, {"beta", 6, 10, 20}};
	static const struct burst other[] = {{"beta", 0, 9, 50}, {"gamma", 9, 12, 10}};
	static struct burst twelve[12];
	static char names[12][16];

	(void)state;
	setlocale(LC_CTYPE, "C.UTF-8");
	work_dir_make(dir, "hues");
	write_file(first, sizeof first, "first", one, 2, 12);
	write_file(second, sizeof second, "second", other, 2, 12);
	for (int i = 0; i < 12; i++) {
		snprintf(names[i], sizeof names[i], "f%d", i);
		twelve[i] = (struct burst){names[i], i, i + 1, 40 - i};
	}
	write_file(many, sizeof many, "many", twelve, 12, 12);
	return 0;
}

static int remove_files(void **state)
{
	(void)state;
	work_dir_remove(dir);
	return 0;
}

static struct seat *seat_by(const char *path, enum hues_by by, const char *baseline)
{
	static struct settings settings;

	settings = (struct settings){
	    .choice.hues_by = by, .baseline_file = baseline, .theme = {.ascii = true}};
	return seat_new(path, &settings, 120, 40);
}

/* How often this letter, in either case, occurs in these columns of the map's cells. */
static int letters(struct seat *s, int y, int lines, char letter)
{
	int found = 0;

	for (int i = y; i < y + lines; i++) {
		const char *line = seat_line(s, i);

		for (int x = 6; line[x] && x < 90; x++)
			found += (line[x] | 32) == letter;
	}
	return found;
}

TEST(a_cell_has_the_letter_of_who_has_most_of_it)
{
	struct seat *s = seat_by(first, HUES_FUNCTION, NULL);

	assert_true(seat_says(s, "A alpha"));
	assert_true(seat_says(s, "B beta"));
	assert_true(seat_says(s, "C tick"));
	assert_true(letters(s, 2, 10, 'a') > letters(s, 2, 10, 'b'));
	assert_true(letters(s, 2, 10, 'b') > letters(s, 2, 10, 'c'));
	assert_true(seat_says(s, "tick 1 of 1")); /* where the cursor is, below */
	seat_free(s);
}

TEST(by_heat_there_are_none)
{
	struct seat *s = seat_by(first, HUES_HEAT, NULL);

	assert_false(seat_shows(s, "A alpha"));
	assert_true(seat_says(s, "samples"));
	seat_free(s);
}

TEST(a_click_on_a_name_keeps_it_and_undo_brings_the_others_back)
{
	struct seat *s = seat_by(first, HUES_FUNCTION, NULL);
	int x, y;

	assert_int_equal(seat_samples(s), 12 + 240 + 80);
	assert_true(seat_find(s, "B beta", &x, &y));
	seat_mouse(s, COMMAND_PRESS, x, y);
	seat_mouse(s, COMMAND_RELEASE, x, y);
	assert_int_equal(seat_samples(s), 80);
	assert_true(seat_says(s, "B beta"));	/* it keeps its hue, */
	assert_false(seat_shows(s, "A alpha")); /* and a name that is gone has no line */
	seat_do(s, COMMAND_UNDO);
	assert_int_equal(seat_samples(s), 12 + 240 + 80);
	assert_true(seat_says(s, "A alpha"));
	assert_true(seat_find(s, "A alpha", &x, &y));
	seat_mouse(s, COMMAND_PRESS_BASELINE, x, y);
	assert_int_equal(seat_samples(s), 12 + 80); /* with Ctrl it is dropped */
	seat_free(s);
}

TEST(what_has_no_hue_gets_one_when_it_is_kept)
{
	struct seat *s = seat_by(many, HUES_FUNCTION, NULL);
	int x, y;

	assert_true(seat_says(s, "H f7"));
	assert_true(seat_says(s, "= 5 others"));
	assert_true(seat_find(s, "5 others", &x, &y));
	seat_mouse(s, COMMAND_PRESS, x, y);
	assert_int_equal(seat_samples(s), 12 + 32 + 31 + 30 + 29);
	assert_true(seat_says(s, "A f8"));
	assert_true(seat_says(s, "E tick"));
	assert_false(seat_shows(s, "others"));
	seat_free(s);
}

TEST(the_line_below_says_who_has_how_many_of_a_cell)
{
	struct seat *s = seat_by(first, HUES_FUNCTION, NULL);

	assert_true(seat_says(s, "tick 1 of 1"));
	seat_do(s, COMMAND_LAST);
	seat_do(s, COMMAND_FIRST);
	for (int i = 0; i < 8; i++)
		seat_do(s, COMMAND_UP);
	assert_true(seat_shows(s, "alpha 2 of 2") || seat_shows(s, "alpha 3 of 3") ||
		    seat_says(s, "alpha 1 of 1"));
	seat_free(s);
}

TEST(the_command_line_of_the_view_has_it)
{
	struct seat *s = seat_by(first, HUES_MODULE, NULL);

	seat_do(s, COMMAND_SHARE);
	assert_true(seat_says(s, "--colour-by module"));
	seat_free(s);
}

TEST(a_search_shows_who_has_what_it_found)
{
	struct seat *s = seat_by(first, HUES_FUNCTION, NULL);

	seat_do(s, COMMAND_SEARCH);
	seat_answer(s, "beta");
	assert_int_equal(letters(s, 2, 10, 'a'), 0);
	assert_true(letters(s, 2, 10, 'b') > 0);
	assert_true(letters(s, 2, 10, '.') > letters(s, 2, 10, 'b'));
	seat_do(s, COMMAND_SHARES); /* shares are drawn in the same colours */
	assert_false(seat_shows(s, "B beta"));
	seat_free(s);
}

/* "beta" has most in both together: it is A in both maps. */
TEST(of_two_files_a_name_has_one_hue)
{
	struct seat *s = seat_by(first, HUES_FUNCTION, second);
	int x, y;

	assert_true(seat_says(s, "A beta"));
	assert_true(seat_says(s, "B alpha"));
	assert_true(seat_find(s, " B second", &x, &y));
	assert_true(letters(s, 2, y - 3, 'b') > letters(s, 2, y - 3, 'a'));
	assert_true(letters(s, 2, y - 3, 'a') > 0);
	assert_int_equal(letters(s, y + 1, 5, 'b'), 0);
	assert_true(letters(s, y + 1, 5, 'a') > 0);
	seat_free(s);
}

TEST(of_a_name_that_both_files_have_both_are_kept)
{
	struct seat *s = seat_by(first, HUES_PROCESS, second);
	int x, y;

	assert_true(seat_find(s, "A app", &x, &y));
	seat_mouse(s, COMMAND_PRESS, x, y);
	seat_mouse(s, COMMAND_RELEASE, x, y);
	assert_true(seat_find(s, " B second", &x, &y));
	assert_true(letters(s, y + 1, 5, 'a') > 0);
	seat_free(s);
}

TEST(hues_stay_while_columns_change)
{
	struct seat *s = seat_by(first, HUES_FUNCTION, NULL);

	seat_do(s, COMMAND_ZOOM_IN);
	seat_do(s, COMMAND_ZOOM_IN);
	assert_true(seat_says(s, "A alpha"));
	seat_do(s, COMMAND_ZOOM_OUT);
	seat_size(s, 80, 24);
	assert_true(seat_says(s, "A alpha"));
	assert_true(seat_says(s, "B beta"));
	seat_free(s);
}

TEST_GROUP(make_files, remove_files);
