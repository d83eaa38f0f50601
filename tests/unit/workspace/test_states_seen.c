/* The time of threads in a state in the place of samples, by one key, made behind the screen. */

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <locale.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "analysis/waiting/thread_state.h"
#include "lib/seat.h"
#include "lib/work_dir.h"

/*
 * Made by hand: two workers cook. Each second the flusher holds a lock from .110 to .422, for which they
 * wait from .150 and .160, and a pool of one thread gets one job of 4 ms at .901. Nobody is blocked in D.
 */
#define LOCK "tests/cli/data/lock.txt"

static const struct settings plain = {.theme = {.ascii = true}};

static int start(void **state)
{
	*state = seat_new(seat_file(LOCK), &plain, 120, 30);
	return 0;
}

static int stop(void **state)
{
	seat_free(*state);
	return 0;
}

/* The key, and wait for what comes of it. */
static void next(struct seat *s)
{
	seat_do(s, COMMAND_STATE);
	seat_wait(s);
}

static void undo(struct seat *s, enum command c)
{
	seat_do(s, c);
	seat_wait(s);
}

static void the_key_goes_round_the_states_and_back_to_samples(void **state)
{
	struct seat *s = *state;

	assert_true(seat_says(s, "` state"));
	assert_true(seat_says(s, "58 of 58 samples"));
	next(s);
	assert_true(seat_says(s, "lock.txt  running "));
	assert_true(seat_says(s, "running: time that threads had a CPU; `: blocked"));
	next(s);
	assert_true(seat_says(s, "lock.txt  blocked "));
	assert_true(seat_says(s, "9.040 s of 9.040 s (100 %)"));
	next(s); /* nobody was in D */
	assert_true(seat_says(s, "lock.txt  waiting for a CPU "));
	assert_true(seat_says(s, "no thread was blocked in D. waiting for a CPU: woken"));
	next(s);
	assert_true(seat_says(s, "lock.txt  time of threads "));
	assert_true(seat_says(s, "14.989 s of 14.989 s (100 %)"));
	next(s);
	assert_true(seat_says(s, "lock.txt  cpu-clock"));
	assert_true(seat_says(s, "58 of 58 samples"));
	next(s);
	assert_true(seat_says(s, "lock.txt  running "));
}

/* From .2 to .3 all four wait, in the first second three, as the pool is not seen before it runs. From .4
 * to .5 the flusher waits for 90 ms, the workers for 22.0 and 22.1, the pool for 100. */
static void a_cell_is_how_many_threads_were_in_it_on_average(void **state)
{
	struct seat *s = *state;

	next(s);
	next(s);
	assert_true(seat_says(s, " threads\n"));
	assert_true(seat_says(s, "@ 4.00"));
	assert_true(seat_says(s, "0 s 0 ms: 0 threads"));
	seat_do_n(s, 2, COMMAND_UP);
	assert_true(seat_says(s, "0 s 200 ms: 3.00 threads"));
	seat_do(s, COMMAND_RIGHT);
	assert_true(seat_says(s, "1 s 200 ms: 4.00 threads"));
	seat_do_n(s, 2, COMMAND_UP);
	assert_true(seat_says(s, "1 s 400 ms: 2.34 threads"));
	seat_do(s, COMMAND_CELLS);
	assert_true(seat_says(s, "a cell is how many threads, on average"));
}

static void what_the_user_has_done_stays(void **state)
{
	struct seat *s = *state;

	seat_ask(s, COMMAND_RANGE, "0.1,0.6");
	seat_ask(s, COMMAND_FILTER, "comm=worker-1");
	seat_ask(s, COMMAND_SEARCH, "lock");
	next(s);
	next(s);
	assert_true(seat_says(s, "lock.txt  blocked "));
	assert_true(seat_says(s, "0.100"));
	assert_true(seat_says(s, "process worker-1"));
	assert_true(seat_says(s, "272 ms of 1.108 s"));
	assert_true(seat_says(s, "/lock: 272 ms"));
	next(s);
	next(s);
	next(s);
	assert_true(seat_says(s, "lock.txt  cpu-clock"));
	assert_true(seat_says(s, "process worker-1"));
	assert_true(seat_says(s, "2 of 29 samples"));
}

static void undo_goes_back_to_the_state_before(void **state)
{
	struct seat *s = *state;

	next(s);
	next(s);
	seat_ask(s, COMMAND_RANGE, "1,2");
	undo(s, COMMAND_UNDO);
	assert_true(seat_says(s, "lock.txt  blocked "));
	assert_true(seat_says(s, "whole profile"));
	undo(s, COMMAND_UNDO);
	assert_true(seat_says(s, "lock.txt  running "));
	undo(s, COMMAND_UNDO);
	assert_true(seat_says(s, "lock.txt  cpu-clock"));
	undo(s, COMMAND_UNDO);
	assert_true(seat_says(s, "nothing to undo"));
	for (int i = 0; i < 3; i++)
		undo(s, COMMAND_REDO);
	assert_true(seat_says(s, "lock.txt  blocked "));
	assert_true(seat_says(s, "1.000"));
	assert_false(seat_shows(s, "whole profile"));
}

static void a_view_is_shared_with_its_state(void **state)
{
	struct seat *s = *state;

	seat_size(s, 200, 40);
	seat_do(s, COMMAND_SHARE);
	assert_false(seat_shows(s, "--state"));
	next(s);
	next(s);
	seat_do(s, COMMAND_SHARE);
	assert_true(seat_says(s, "flarescope --state blocked "));
}

static void what_is_asked_meanwhile_holds_for_what_comes(void **state)
{
	struct seat *s = *state;

	seat_do(s, COMMAND_STATE);
	seat_do(s, COMMAND_STATE); /* a second press: the one after */
	seat_ask(s, COMMAND_FILTER, "comm=pool");
	seat_wait(s);
	assert_true(seat_says(s, "lock.txt  blocked "));
	assert_true(seat_says(s, "process pool"));
	assert_true(seat_says(s, "3.080 s of 3.080 s (100 %)"));
}

static void it_can_be_stopped(void **state)
{
	struct seat *s = *state;

	seat_do(s, COMMAND_STATE);
	assert_true(workspace_wake_fd(s->w) >= 0);
	assert_true(seat_says(s, "Esc: stop"));
	seat_do(s, COMMAND_CANCEL);
	assert_int_equal(workspace_wake_fd(s->w), -1);
	assert_true(seat_says(s, "58 of 58 samples"));
	assert_true(seat_says(s, "stopped: what is shown stays"));
}

/* Else the next one would say that the file has changed. */
static void a_file_is_read_for_its_switches_once(void **state)
{
	struct seat *s = *state;
	char dir[WORK_DIR], path[WORK_DIR + 16], command[4200];

	work_dir_make(dir, "states");
	snprintf(path, sizeof path, "%s/lock.txt", dir);
	snprintf(command, sizeof command, "cp '%s' '%s'", seat_file(LOCK), path);
	assert_int_equal(system(command), 0);
	seat_close(s);
	seat_open(s, path, &plain, 120, 30);
	next(s);
	assert_int_equal(unlink(path), 0);
	for (int i = 0; i < 3; i++)
		next(s);
	assert_true(seat_says(s, "lock.txt  time of threads "));
	next(s);
	assert_true(seat_says(s, "58 of 58 samples"));
	work_dir_remove(dir);
}

static void a_file_that_is_opened_in_a_state_has_samples_too(void **state)
{
	struct seat *s = *state;
	struct settings o = plain;

	o.states = STATES_BLOCKED;
	o.reading.switches = true;
	seat_close(s);
	seat_open(s, seat_file(LOCK), &o, 120, 30);
	assert_true(seat_says(s, "lock.txt  blocked "));
	for (int i = 0; i < 3; i++)
		next(s);
	assert_true(seat_says(s, "58 of 58 samples"));
}

static void refuses(struct seat *s, const char *file, const char *words)
{
	seat_close(s);
	seat_open(s, seat_file(file), &plain, 200, 30);
	assert_false(seat_shows(s, "` state"));
	next(s);
	assert_true(seat_says(s, words));
}

static void without_switches_it_is_said_how_to_record_them(void **state)
{
	refuses(
	    *state, "tests/cli/data/small.txt",
	    "it has no switches of the scheduler, so nothing tells of waiting; record "
	    "them with: perf record -a -e cpu-clock/freq=99/ -e sched:sched_switch");
	refuses(*state, "tests/cli/data/stacks.folded", "record them with: perf record");
}

int main(void)
{
#define TEST(f) cmocka_unit_test_setup_teardown(f, start, stop)
	const struct CMUnitTest tests[] = {
	    TEST(the_key_goes_round_the_states_and_back_to_samples),
	    TEST(a_cell_is_how_many_threads_were_in_it_on_average),
	    TEST(what_the_user_has_done_stays),
	    TEST(undo_goes_back_to_the_state_before),
	    TEST(a_view_is_shared_with_its_state),
	    TEST(what_is_asked_meanwhile_holds_for_what_comes),
	    TEST(it_can_be_stopped),
	    TEST(a_file_is_read_for_its_switches_once),
	    TEST(a_file_that_is_opened_in_a_state_has_samples_too),
	    TEST(without_switches_it_is_said_how_to_record_them),
	};

	setlocale(LC_ALL, "C.UTF-8");
	return cmocka_run_group_tests(tests, NULL, NULL);
}
