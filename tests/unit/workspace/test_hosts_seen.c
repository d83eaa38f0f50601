/* Recordings of three hosts on the screen: in the list of files, as lanes, roots and filters. */

#include "lib/unit.h"

#include <locale.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "input/recordings.h"
#include "lib/made_profile.h"
#include "lib/seat.h"

#define HOSTS "data/examples/hosts"

static const struct settings plain = {.theme = {.ascii = true}};

/* As given on the command line: --together and the directory. */
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

TEST_WITH(marked_files_are_opened_together, list, seat_stop)
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

TEST_WITH(all_are_marked_or_none, list, seat_stop)
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

TEST_WITH(one_that_is_not_marked_is_opened_alone, list, seat_stop)
{
	struct seat *s = *state;

	seat_do(s, COMMAND_DOWN);
	seat_do(s, COMMAND_ENTER);
	seat_wait(s);
	assert_true(seat_says(s, "web2.perf.gz  cpu-clock 99 Hz"));
	assert_false(seat_shows(s, "hosts"));
}

/* ---- lanes ---- */

TEST_WITH(hosts_are_the_first_lanes, start, stop)
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

TEST_WITH(a_host_is_kept_or_dropped, start, stop)
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

TEST_WITH(a_thread_of_one_host_is_kept_and_not_dropped, start, stop)
{
	struct seat *s = *state;

	seat_do(s, COMMAND_LANES);
	seat_do(s, COMMAND_LANES);
	seat_do(s, COMMAND_ENTER);
	assert_int_equal(seat_samples(s), 776);
	seat_do(s, COMMAND_UNDO);
	seat_do(s, COMMAND_DROP);
	assert_true(seat_says(s, "of one host can be kept, but not dropped"));
	assert_int_equal(seat_samples(s), 2042);
}

/* ---- everything else ---- */

TEST_WITH(the_list_of_threads_names_hosts, start, stop)
{
	struct seat *s = *state;

	seat_do(s, COMMAND_THREADS);
	assert_true(seat_says(s, "@web1"));
	assert_true(seat_says(s, "@web2"));
	seat_do(s, COMMAND_ENTER);
	assert_int_equal(seat_samples(s), 776);
}

TEST_WITH(the_command_line_names_what_was_named, start, stop)
{
	struct seat *s = *state;

	seat_do(s, COMMAND_LANES);
	seat_do(s, COMMAND_SHARE);
	assert_true(seat_says(s, "--lanes host"));
	assert_true(seat_says(s, "--together"));
	assert_true(seat_says(s, "web1.perf.gz"));
	assert_true(seat_says(s, "web3.perf.gz"));
}

TEST_WITH(it_is_read_again_for_switches_that_are_not_there, start, stop)
{
	struct seat *s = *state;

	seat_do(s, COMMAND_STATE);
	seat_wait(s);
	assert_false(seat_shows(s, "changed since"));
	assert_int_equal(seat_samples(s), 2042);
}

TEST_WITH(instructions_are_of_one_recording, start, stop)
{
	struct seat *s = *state;

	seat_do(s, COMMAND_TABLE);
	seat_do(s, COMMAND_ANNOTATE);
	assert_true(seat_says(s, "open the file of that host"));
}

TEST_WITH(any_keys_do_no_harm, start, stop)
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

static int use_utf8(void **state)
{
	(void)state;
	setlocale(LC_ALL, "C.UTF-8");
	return 0;
}

TEST_GROUP(use_utf8, NULL);
