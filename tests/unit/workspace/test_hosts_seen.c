/* Recordings of three hosts on the screen: in the list of files, as lanes, roots and filters. */

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <locale.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "input/recordings.h"
#include "lib/made_profile.h"
#include "lib/seat.h"

#define HOSTS "data/examples/hosts"

static const struct settings plain = {.theme = {.ascii = true}};

/* As the command line has it: --together and the directory. */
static struct recordings files;
static struct settings together;

static int start(void **state)
{
	struct error err = ERROR_INIT;

	together = plain;
	assert_true(recordings_add(&files, seat_file(HOSTS), &err));
	assert_int_equal(files.count, 3);
	together.reading.together = &files;
	*state = seat_new("together", &together, 120, 30);
	return 0;
}

static int stop(void **state)
{
	int ended = seat_stop(state);

	recordings_release(&files);
	return ended;
}

static int list(void **state)
{
	*state = seat_new(seat_file(HOSTS), &plain, 120, 30);
	return 0;
}

/* ---- the list of files ---- */

static void marked_files_are_opened_together(void **state)
{
	struct seat *s = *state;

	assert_true(seat_says(s, "Space mark, to open several"));
	seat_do(s, COMMAND_MARK);
	seat_do(s, COMMAND_DOWN);
	seat_do(s, COMMAND_MARK);
	assert_non_null(strstr(seat_line(s, 1), "*web1.perf.gz"));
	assert_null(strstr(seat_line(s, 2), "*web2"));
	assert_non_null(strstr(seat_line(s, 3), "*web3.perf.gz"));
	seat_do(s, COMMAND_ENTER);
	seat_wait(s);
	assert_true(seat_says(s, "together  2 hosts  cpu-clock 99 Hz"));
	assert_int_equal(seat_samples(s), 630 + 636);
}

static void all_are_marked_or_none(void **state)
{
	struct seat *s = *state;

	seat_do(s, COMMAND_MARK_ALL);
	for (int y = 1; y <= 3; y++)
		assert_non_null(strstr(seat_line(s, y), "*web"));
	seat_do(s, COMMAND_MARK_ALL);
	assert_false(seat_shows(s, "*web"));
	seat_do(s, COMMAND_MARK_ALL);
	seat_do(s, COMMAND_ENTER);
	seat_wait(s);
	assert_true(seat_says(s, "3 hosts"));
}

static void one_that_is_not_marked_is_opened_alone(void **state)
{
	struct seat *s = *state;

	seat_do(s, COMMAND_DOWN);
	seat_do(s, COMMAND_ENTER);
	seat_wait(s);
	assert_true(seat_says(s, "web2.perf.gz  cpu-clock 99 Hz"));
	assert_false(seat_shows(s, "hosts"));
}

/* ---- lanes ---- */

static void hosts_are_the_first_lanes(void **state)
{
	struct seat *s = *state;

	seat_do(s, COMMAND_LANES);
	assert_true(seat_says(s, "3 hosts  L: by thread"));
	assert_non_null(strstr(seat_line(s, 2), "web2 "));
	assert_non_null(strstr(seat_line(s, 2), "38.0 %"));
	seat_do(s, COMMAND_LANES);
	assert_true(seat_says(s, "@web1"));
	assert_true(seat_says(s, "3 threads"));
}

static void a_host_is_kept_or_dropped(void **state)
{
	struct seat *s = *state;

	seat_do(s, COMMAND_LANES);
	seat_do(s, COMMAND_ENTER);
	assert_int_equal(seat_samples(s), 776);
	seat_do(s, COMMAND_UNDO);
	assert_int_equal(seat_samples(s), 2042);
	seat_do(s, COMMAND_DROP);
	assert_int_equal(seat_samples(s), 2042 - 776);
}

static void a_thread_of_one_host_is_kept_and_not_dropped(void **state)
{
	struct seat *s = *state;

	seat_do(s, COMMAND_LANES);
	seat_do(s, COMMAND_LANES);
	seat_do(s, COMMAND_ENTER);
	assert_int_equal(seat_samples(s), 776);
	seat_do(s, COMMAND_UNDO);
	seat_do(s, COMMAND_DROP);
	assert_true(seat_says(s, "of one host cannot be dropped"));
	assert_int_equal(seat_samples(s), 2042);
}

/* ---- everything else ---- */

static void the_list_of_threads_names_hosts(void **state)
{
	struct seat *s = *state;

	seat_do(s, COMMAND_THREADS);
	assert_true(seat_says(s, "@web1"));
	assert_true(seat_says(s, "@web2"));
	seat_do(s, COMMAND_ENTER);
	assert_int_equal(seat_samples(s), 776);
}

static void the_command_line_names_what_was_named(void **state)
{
	struct seat *s = *state;

	seat_do(s, COMMAND_LANES);
	seat_do(s, COMMAND_SHARE);
	assert_true(seat_says(s, "--lanes host"));
	assert_true(seat_says(s, "--together"));
	assert_true(seat_says(s, "web1.perf.gz"));
	assert_true(seat_says(s, "web3.perf.gz"));
}

static void it_is_read_again_for_switches_that_are_not_there(void **state)
{
	struct seat *s = *state;

	seat_do(s, COMMAND_STATE);
	seat_wait(s);
	assert_false(seat_shows(s, "changed since"));
	assert_int_equal(seat_samples(s), 2042);
}

static void instructions_are_of_one_recording(void **state)
{
	struct seat *s = *state;

	seat_do(s, COMMAND_TABLE);
	seat_do(s, COMMAND_ANNOTATE);
	assert_true(seat_says(s, "open the file of that host"));
}

static void any_keys_do_no_harm(void **state)
{
	static const enum command keys[] = {
	    COMMAND_LANES,     COMMAND_DOWN,	  COMMAND_UP,	   COMMAND_ENTER,
	    COMMAND_CANCEL,    COMMAND_SEARCH_IT, COMMAND_DROP,	   COMMAND_UNDO,
	    COMMAND_TABLE,     COMMAND_WHY,	  COMMAND_THREADS, COMMAND_CPUS,
	    COMMAND_CALLERS,   COMMAND_CHART,	  COMMAND_RIGHT,   COMMAND_SELECT,
	    COMMAND_FOLD,      COMMAND_ROOT,	  COMMAND_TREE,	   COMMAND_SHARE,
	    COMMAND_PROCESSES, COMMAND_HELP};
	struct seat *s = *state;

	for (uint64_t seed = 1; seed <= 6; seed++) {
		struct dice d = {seed};

		for (int i = 0; i < 60; i++)
			seat_do_any(s, &d, keys, sizeof keys / sizeof *keys);
	}
}

#define TEST(f)	  cmocka_unit_test_setup_teardown(f, start, stop)
#define LISTED(f) cmocka_unit_test_setup_teardown(f, list, seat_stop)

int main(void)
{
	const struct CMUnitTest tests[] = {
	    LISTED(marked_files_are_opened_together),
	    LISTED(all_are_marked_or_none),
	    LISTED(one_that_is_not_marked_is_opened_alone),
	    TEST(hosts_are_the_first_lanes),
	    TEST(a_host_is_kept_or_dropped),
	    TEST(a_thread_of_one_host_is_kept_and_not_dropped),
	    TEST(the_list_of_threads_names_hosts),
	    TEST(the_command_line_names_what_was_named),
	    TEST(it_is_read_again_for_switches_that_are_not_there),
	    TEST(instructions_are_of_one_recording),
	    TEST(any_keys_do_no_harm),
	};

	setlocale(LC_ALL, "C.UTF-8");
	return cmocka_run_group_tests_name("hosts seen", tests, NULL, NULL);
}
