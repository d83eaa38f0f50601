#include "lib/unit.h"

#include <locale.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "lib/seat.h"

#define DEEP 300 /* frames: more than fit in a byte */

/* The name of a text is that of its first frame; a demangled one is long. */
#define LONG_NAME                                                                        \
	"std::_Rb_tree<std::basic_string<char>,std::pair<std::basic_string<char>const,"  \
	"std::vector<std::basic_string<char>>>,std::_Select1st<std::pair<"               \
	"std::basic_string<char>const,std::vector<std::basic_string<char>>>>,"           \
	"std::less<std::basic_string<char>>>::_M_get_insert_unique_pos"

static char path[] = "/tmp/flarescope-menus-XXXXXX";

static void write_stacks(FILE *f)
{
	fputs(LONG_NAME "_a;main;work 100\n" LONG_NAME "_b;main;rest 50\n", f);
	fputs("short;main 850\ndeep", f);
	for (int i = 0; i < DEEP; i++)
		fprintf(f, ";f%d", i);
	fputs(" 1000\n", f);
}

/* Folded stacks: rows stand for many samples, and threads have no numbers. */
static int start(void **state)
{
	static const struct settings settings;
	FILE *f;

	snprintf(path, sizeof path, "%s", "/tmp/flarescope-menus-XXXXXX");
	f = fdopen(mkstemp(path), "w");
	if (!f)
		return -1;
	write_stacks(f);
	fclose(f);
	*state = seat_new(path, &settings, 160, 30);
	return 0;
}

static int stop(void **state)
{
	seat_free(*state);
	return unlink(path);
}

TEST_WITH(menus_count_the_samples_that_rows_stand_for, start, stop)
{
	struct seat *s = *state;

	seat_do(s, COMMAND_PROCESSES);
	assert_true(seat_says(s, "1,000  50.0 %"));
	assert_true(seat_says(s, "850  42.5 %"));
	assert_true(seat_says(s, "100   5.0 %"));
}

TEST_WITH(a_process_with_a_long_name_can_be_kept_alone, start, stop)
{
	struct seat *s = *state;

	seat_do(s, COMMAND_PROCESSES);
	seat_do_n(s, 2, COMMAND_DOWN);
	seat_do(s, COMMAND_ENTER);
	assert_int_equal(seat_samples(s), 100);
	seat_do(s, COMMAND_UNDO);
	seat_do(s, COMMAND_PROCESSES);
	seat_do_n(s, 2, COMMAND_DOWN);
	seat_do(s, COMMAND_DROP);
	assert_int_equal(seat_samples(s), 1900);
}

TEST_WITH(a_thread_without_a_number_is_chosen_by_its_name, start, stop)
{
	struct seat *s = *state;

	seat_do(s, COMMAND_THREADS);
	assert_true(seat_says(s, "      ?  short"));
	seat_do_n(s, 1, COMMAND_DOWN);
	seat_do(s, COMMAND_ENTER);
	assert_int_equal(seat_samples(s), 850);
}

/* ---- processes and their threads ---- */

static void write_samples(FILE *f, const char *name, int pid, int tid, int count)
{
	static int time;

	for (int i = 0; i < count; i++, time++)
		fprintf(f, "%s %d/%d [000] %d.%06d: cycles:\n\t1 f (/bin/x)\n\n", name,
			pid, tid, 10 + time / 10, time % 10 * 100000);
}

/* One process whose threads have names of their own, and two with the same name. */
static int start_processes(void **state)
{
	static const struct settings settings;
	FILE *f;

	snprintf(path, sizeof path, "%s", "/tmp/flarescope-menus-XXXXXX");
	f = fdopen(mkstemp(path), "w");
	if (!f)
		return -1;
	write_samples(f, "python3", 100, 100, 10);
	write_samples(f, "worker", 100, 101, 40);
	write_samples(f, "gc", 100, 102, 20);
	write_samples(f, "sh", 200, 200, 15);
	write_samples(f, "sh", 300, 300, 5);
	fclose(f);
	*state = seat_new(path, &settings, 120, 36);
	return 0;
}

static bool line_has(struct seat *s, const char *words, const char *more)
{
	int x, y;

	return seat_find(s, words, &x, &y) && strstr(seat_line(s, y), more);
}

TEST_WITH(a_process_is_a_pid_and_its_threads_stand_below_it, start_processes, stop)
{
	struct seat *s = *state;

	seat_do(s, COMMAND_PROCESSES);
	assert_true(line_has(s, "▾     100  python3", "70  77.8 %"));
	assert_true(line_has(s, "├     101  worker", "40  44.4 %"));
	assert_true(line_has(s, "├     102  gc", "20  22.2 %"));
	assert_true(line_has(s, "└     100  python3", "10  11.1 %"));
	assert_true(line_has(s, "      200  sh", "15  16.7 %"));
	assert_true(line_has(s, "      300  sh", "5   5.6 %"));
	seat_do(s, COMMAND_DOWN);
	seat_do(s, COMMAND_LEFT); /* from one of its threads */
	assert_true(line_has(s, "▸     100  python3", "3 threads"));
	assert_false(seat_shows(s, "101  worker"));
	seat_do(s, COMMAND_DOWN);
	seat_do(s, COMMAND_RIGHT); /* it has only one */
	assert_false(seat_shows(s, "└     200"));
	seat_do(s, COMMAND_UP);
	seat_do(s, COMMAND_RIGHT);
	assert_true(seat_says(s, "├     101  worker"));
}

/* The numbers are for the range, the bars for the whole recording. */
/* With a number on the left and a count on the right there was no room for names. */
TEST_WITH(on_a_narrow_screen_names_and_shares_are_left, start_processes, stop)
{
	struct seat *s = *state;

	seat_size(s, 40, 20);
	seat_do(s, COMMAND_PROCESSES);
	assert_true(line_has(s, "▾ python3     100 ", " 77.8 % │"));
	assert_true(line_has(s, "  sh          200 ", " 16.7 % │"));
	assert_true(line_has(s, " ├ worker      101 ", " 44.4 % │"));
	assert_true(line_has(s, " └ python3     100 ", " 11.1 % │"));
	seat_do(s, COMMAND_CANCEL);
	seat_do(s, COMMAND_THREADS);
	assert_true(line_has(s, "│ worker      101 ", " 44.4 % │"));
	assert_false(line_has(s, "worker      101", "40"));
}

/* What does not fit is cut, but the share is not. */
TEST_WITH(a_long_name_on_a_narrow_screen_begins_as_it_does, start, stop)
{
	struct seat *s = *state;

	seat_size(s, 40, 20);
	seat_do(s, COMMAND_PROCESSES);
	assert_true(line_has(s, "std::_Rb_tree<std::basi", "  5.0 % │"));
}

TEST_WITH(of_a_part_it_is_said_what_the_bars_of_a_list_are_of, start_processes, stop)
{
	struct seat *s = *state;

	seat_do(s, COMMAND_PROCESSES);
	assert_true(seat_says(s, " Processes in the range "));
	assert_false(seat_shows(s, "bars"));
	seat_do(s, COMMAND_CANCEL);
	seat_ask(s, COMMAND_RANGE, "0,0.5");
	seat_do(s, COMMAND_PROCESSES);
	assert_true(seat_says(s, "Processes in the range; bars: all time"));
	seat_do(s, COMMAND_CANCEL);
	seat_do(s, COMMAND_THREADS);
	assert_true(seat_says(s, "Threads in the range; bars: all time"));
}

TEST_WITH(a_process_or_a_thread_of_it_is_kept_or_dropped, start_processes, stop)
{
	struct seat *s = *state;

	seat_do(s, COMMAND_PROCESSES);
	seat_do(s, COMMAND_ENTER);
	assert_true(seat_says(s, "  process python3 100 (20 dropped)"));
	seat_do(s, COMMAND_UNDO);
	seat_do(s, COMMAND_PROCESSES);
	seat_do(s, COMMAND_DOWN);
	seat_do(s, COMMAND_DROP);
	assert_true(seat_says(s, "  without thread worker 101 (40 dropped)"));
	seat_do(s, COMMAND_PROCESSES);
	assert_true(line_has(s, "▾     100  python3", "30  60.0 %"));
	seat_do(s, COMMAND_CANCEL);
	seat_do(s, COMMAND_UNDO);
	seat_do(s, COMMAND_THREADS);
	assert_true(line_has(s, "101  worker   python3 100", "40  44.4 %"));
	seat_do(s, COMMAND_LEFT);
	seat_do(s, COMMAND_ENTER);
	assert_int_equal(seat_samples(s), 40);
}

TEST_WITH(a_list_is_searched_as_the_words_are_typed, start_processes, stop)
{
	struct seat *s = *state;

	seat_do(s, COMMAND_PROCESSES);
	seat_do(s, COMMAND_SEARCH);
	assert_int_equal(workspace_place(s->w), PLACE_PROMPT);
	seat_type(s, "sh");
	seat_answer(s, "x");
	assert_true(seat_says(s, "no line of this list matches"));
	seat_do(s, COMMAND_SEARCH);
	seat_answer(s, "SH"); /* a capital letter makes it case-sensitive */
	assert_true(seat_says(s, "no line of this list matches"));
	seat_do(s, COMMAND_SEARCH);
	seat_answer(s, "sh");
	seat_do(s, COMMAND_NEXT);
	seat_do(s, COMMAND_ENTER);
	assert_true(seat_says(s, "  process sh 300 (85 dropped)"));
}

TEST(events_are_searched)
{
	struct seat events;

	seat_open(&events, seat_file("tests/cli/data/events.txt"),
		  &(struct settings){.file = NULL}, 80, 24);
	assert_true(seat_says(&events, "  cycles  "));
	seat_do(&events, COMMAND_EVENTS);
	seat_do(&events, COMMAND_SEARCH);
	seat_answer(&events, "fau");
	seat_do(&events, COMMAND_ENTER);
	assert_true(seat_says(&events, "  page-faults  "));
	seat_close(&events);
}

TEST_WITH(escape_ends_the_search_of_a_list_first, start_processes, stop)
{
	struct seat *s = *state;

	seat_do(s, COMMAND_THREADS);
	seat_do(s, COMMAND_NEXT);
	assert_true(seat_says(s, "search for something in this list first: /"));
	seat_do(s, COMMAND_SEARCH);
	seat_answer(s, "GC");
	seat_do(s, COMMAND_SEARCH);
	seat_type(s, "gc");
	seat_do(s, COMMAND_CANCEL); /* of the prompt: as before */
	assert_int_equal(workspace_place(s->w), PLACE_MENU);
	seat_do(s, COMMAND_CANCEL);
	assert_int_equal(workspace_place(s->w), PLACE_MENU);
	seat_do(s, COMMAND_SEARCH);
	seat_answer(s, "sh ");
	seat_do_n(s, 3, COMMAND_NEXT); /* wraps around the end */
	seat_do(s, COMMAND_PREVIOUS);
	seat_do(s, COMMAND_DROP);
	assert_true(seat_says(s, "  without thread sh 200 (15 dropped)"));
	seat_do(s, COMMAND_CPUS);
	seat_do(s, COMMAND_SEARCH);
	seat_answer(s, "cpu");
	seat_do(s, COMMAND_CANCEL);
	seat_do(s, COMMAND_CANCEL);
	assert_int_equal(workspace_place(s->w), PLACE_MAP);
}

/*
 * On every screen and after any keys the cursor is on a line of the list, and everything can be
 * closed.
 */
TEST_WITH(any_keys_leave_a_list_in_order, start_processes, stop)
{
	static const enum command keys[] = {
	    COMMAND_LEFT, COMMAND_RIGHT,   COMMAND_UP,	    COMMAND_DOWN,
	    COMMAND_TOP,  COMMAND_BOTTOM,  COMMAND_PAGE_UP, COMMAND_PAGE_DOWN,
	    COMMAND_NEXT, COMMAND_PREVIOUS};
	struct seat *s = *state;
	unsigned seed = 7;

	for (int i = 0; i < 300; i++) {
		seat_size(s, 40 + rand_r(&seed) % 160, 10 + rand_r(&seed) % 50);
		seat_do(s, rand_r(&seed) % 2 ? COMMAND_PROCESSES : COMMAND_THREADS);
		assert_int_equal(workspace_place(s->w), PLACE_MENU);
		if (rand_r(&seed) % 2) {
			seat_do(s, COMMAND_SEARCH);
			seat_answer(s, rand_r(&seed) % 2 ? "s" : "nothing");
		}
		for (int k = rand_r(&seed) % 12; k > 0; k--)
			seat_do(
			    s,
			    keys[(size_t)rand_r(&seed) % (sizeof keys / sizeof *keys)]);
		if (rand_r(&seed) % 3 == 0) {
			seat_do(s, COMMAND_ENTER);
			assert_true(seat_samples(s) > 0 && seat_samples(s) < 90);
			seat_do(s, COMMAND_UNDO);
		} else {
			while (workspace_place(s->w) == PLACE_MENU)
				seat_do(s, COMMAND_CANCEL);
		}
		assert_int_equal(seat_samples(s), 90);
	}
}

TEST_WITH(a_long_filter_is_proposed_whole, start, stop)
{
	struct seat *s = *state;

	seat_do(s, COMMAND_PROCESSES);
	seat_do_n(s, 2, COMMAND_DOWN);
	seat_do(s, COMMAND_DROP);
	seat_do(s, COMMAND_PROCESSES);
	seat_do_n(s, 2, COMMAND_DOWN);
	seat_do(s, COMMAND_DROP);
	assert_int_equal(seat_samples(s), 1850);
	seat_do(s, COMMAND_FILTER);
	assert_non_null(strstr(seat_line(s, -1), "insert_unique_pos_b\\E$"));
	seat_do(s, COMMAND_ACCEPT);
	assert_int_equal(workspace_place(s->w), PLACE_GRAPH);
	assert_int_equal(seat_samples(s), 1850);
}

TEST_WITH(the_command_line_names_all_of_a_deep_zoom, start, stop)
{
	struct seat *s = *state;

	seat_do_n(s, DEEP + 1, COMMAND_UP); /* the process and its frames */
	seat_do(s, COMMAND_ENTER);
	seat_do(s, COMMAND_SHARE);
	assert_non_null(strstr(workspace_copied(s->w), " --zoom 'deep;f0;f1;"));
	assert_non_null(strstr(workspace_copied(s->w), ";f298;f299' "));
}

TEST_WITH(a_command_line_holds_no_control_bytes, start, stop)
{
	static const char hostile[] = "\\Qa\x15id\r\x1b[201~'\xc3\xa9";
	struct settings settings = {.choice.search = text_of(hostile)};
	struct seat other = {0};

	seat_open(&other, path, &settings, 160, 30);
	seat_do(&other, COMMAND_SHARE);
	assert_non_null(
	    strstr(workspace_copied(other.w),
		   " --search $'\\134Qa\\025id\\015\\033[201~\\047\xc3\xa9' "));
	seat_close(&other);
}

static int use_utf8(void **state)
{
	(void)state;
	setlocale(LC_CTYPE, "C.UTF-8");
	return 0;
}

TEST_GROUP(use_utf8, NULL);
