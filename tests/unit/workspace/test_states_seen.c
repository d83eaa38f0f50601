/* The time of threads in a state in place of samples, with one key, computed in the background. */

#include "lib/unit.h"

#include <locale.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "analysis/waiting/state_at.h"
#include "analysis/waiting/waiting_profile.h"
#include "input/reading.h"
#include "lib/seat.h"
#include "lib/work_dir.h"

/*
 * Written by hand: two workers cook. Each second the flusher holds a lock from .110 to .422, for
 * which they wait from .150 and .160, and a pool of one thread gets one job of 4 ms at .901. No
 * thread is blocked in D.
 */
#define LOCK "tests/cli/data/lock.txt"

static const struct settings plain = {.theme = {.ascii = true}};

static int start(void **state)
{
	*state = seat_new(seat_file(LOCK), &plain, 120, 30);
	return 0;
}

/* If the files have long paths the command line is a page, which the next key would close. */
static void share(struct seat *s)
{
	seat_do(s, COMMAND_SHARE);
	if (seat_shows(s, "The command line of this view"))
		seat_do(s, COMMAND_CANCEL);
}

/* Presses the key and waits for the result. */
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

TEST_WITH(the_key_goes_round_the_states_and_back_to_samples, start, seat_stop)
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
	next(s); /* no thread was in D */
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

/*
 * From .2 to .3 all four wait, in the first second three, as the pool is not recorded before it
 * runs. From .4 to .5 the flusher waits for 90 ms, the workers for 22.0 and 22.1, the pool for 100.
 */
TEST_WITH(a_cell_is_how_many_threads_were_in_it_on_average, start, seat_stop)
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
	assert_true(seat_says(s, "a cell is the number of threads, on average"));
}

/* Each line begins with what the state is, and ends with the keys for the next steps. */
TEST_WITH(what_is_told_of_a_state_fits_into_80_columns, start, seat_stop)
{
	struct seat *s = *state;

	seat_size(s, 80, 24);
	next(s);
	next(s);
	assert_true(seat_says(s, " blocked: where threads waited; `: in D; m: who woke; "
				 "I: hide waits for work\n"));
	next(s);
	assert_true(seat_says(s, " no thread was blocked in D. waiting for a CPU: woken, "
				 "not yet running; `: all\n"));
	next(s);
	assert_true(seat_says(s, " time of threads: all their time; `: samples; I: "
				 "hide waits for work\n"));
}

/* The line extends to the left edge of the menu, whose lines cover its end. */
TEST_WITH(what_is_told_of_a_graph_fits_into_80_columns, start, seat_stop)
{
	static const char *const told[] = {
	    " wakeup: who woke blocked threads, and where; `: in D",
	    " offwake: where threads stopped, --, who woke them; `: in D",
	    " chain: where threads stopped, --, who woke them, --, who woke those; `: in "
	    "D",
	    " hotcold: time that threads ran (red) and were blocked (blue); `: all",
	};
	struct seat *s = *state;

	seat_size(s, 80, 24);
	seat_do(s, COMMAND_LOOK);
	assert_true(seat_says(s, " [samples] running blocked disk runnable preempted "
				 "unknown io syscall all\n"));
	seat_do(s, COMMAND_DOWN);
	assert_true(seat_says(s, " --graph [offcpu] wakeup offwake chain hotcold\n"));
	for (size_t i = 0; i < sizeof told / sizeof *told; i++) {
		seat_do(s, COMMAND_RIGHT);
		seat_wait(s);
		assert_true(seat_says(s, told[i]));
	}
}

TEST_WITH(what_the_user_has_done_stays, start, seat_stop)
{
	struct seat *s = *state;

	seat_ask(s, COMMAND_RANGE, "0.1,0.6");
	seat_ask(s, COMMAND_FILTER, "comm=worker-1");
	seat_ask(s, COMMAND_SEARCH, "lock");
	next(s);
	next(s);
	assert_true(seat_says(s, "lock.txt  blocked "));
	assert_true(seat_says(s, "0.100"));
	assert_true(seat_says(s, "thread worker-1"));
	assert_true(seat_says(s, "272 ms of 1.108 s"));
	assert_true(seat_says(s, "/lock: 272 ms"));
	next(s);
	next(s);
	next(s);
	assert_true(seat_says(s, "lock.txt  cpu-clock"));
	assert_true(seat_says(s, "thread worker-1"));
	assert_true(seat_says(s, "2 of 29 samples"));
}

TEST_WITH(undo_goes_back_to_the_state_before, start, seat_stop)
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

TEST_WITH(a_view_is_shared_with_its_state, start, seat_stop)
{
	struct seat *s = *state;

	seat_size(s, 200, 40);
	share(s);
	assert_null(strstr(workspace_copied(s->w), "--state"));
	next(s);
	next(s);
	share(s);
	assert_non_null(strstr(workspace_copied(s->w), "flarescope --state blocked "));
}

TEST_WITH(what_is_asked_meanwhile_holds_for_what_comes, start, seat_stop)
{
	struct seat *s = *state;

	seat_do(s, COMMAND_STATE);
	seat_do(s, COMMAND_STATE); /* a second press: the next one */
	seat_ask(s, COMMAND_FILTER, "comm=pool");
	seat_wait(s);
	assert_true(seat_says(s, "lock.txt  blocked "));
	assert_true(seat_says(s, "thread pool"));
	assert_true(seat_says(s, "3.080 s of 3.080 s (100 %)"));
}

TEST_WITH(it_can_be_stopped, start, seat_stop)
{
	struct seat *s = *state;

	seat_do(s, COMMAND_STATE);
	assert_true(workspace_wake_fd(s->w) >= 0);
	assert_true(seat_says(s, "Esc: stop"));
	seat_do(s, COMMAND_CANCEL);
	assert_int_equal(workspace_wake_fd(s->w), -1);
	assert_true(seat_says(s, "58 of 58 samples"));
	assert_true(seat_says(s, "stopped: the view stays the same"));
}

/* Otherwise the next one would report that the file has changed. */
TEST_WITH(a_file_is_read_for_its_switches_once, start, seat_stop)
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

TEST_WITH(a_file_that_is_opened_in_a_state_has_samples_too, start, seat_stop)
{
	struct seat *s = *state;
	struct settings o = plain;

	o.choice.waiting.states = STATES_BLOCKED;
	o.reading.switches = true;
	seat_close(s);
	seat_open(s, seat_file(LOCK), &o, 120, 30);
	assert_true(seat_says(s, "lock.txt  blocked "));
	for (int i = 0; i < 3; i++)
		next(s);
	assert_true(seat_says(s, "58 of 58 samples"));
}

/*
 * Otherwise each wait would end in __schedule: the table's first line would be that, with
 * everything.
 */
TEST_WITH(self_is_of_who_called_the_scheduler, start, seat_stop)
{
	struct seat *s = *state;

	next(s);
	next(s);
	seat_do(s, COMMAND_TABLE);
	seat_size(s, 99, 30);
	assert_true(
	    seat_says(s, "5.260 s  58.2 %      5.260 s  58.2 %    futex_wait_queue"));
	assert_true(seat_says(s, "0 s     0 %      9.040 s   100 %    __schedule"));
}

/* Eight for the lock, eight sleeps ...: as top --state blocked prints it. */
TEST_WITH(the_table_says_how_often_and_how_long_functions_waited, start, seat_stop)
{
	struct seat *s = *state;

	next(s);
	next(s);
	seat_do(s, COMMAND_TABLE);
	assert_true(seat_says(s, "waits    longest  lengths "));
	assert_true(
	    seat_says(s, "58.2 %          20     995 ms  8...1443    futex_wait_q"));
	assert_true(
	    seat_says(s, "41.8 %           8     670 ms  ......88    do_nanosleep"));
	seat_size(s, 99, 30);
	assert_false(seat_shows(s, "longest"));
	seat_size(s, 120, 30);
	next(s); /* running, in the end */
	next(s);
	next(s);
	assert_true(seat_says(s, "58 of 58 samples"));
	assert_false(seat_shows(s, "longest"));
}

/*
 * The pool waits for a job, and the flusher for its next cycle; that the flusher holds the lock
 * while it waits for the disk, and that the workers wait for the lock, is something else.
 */
TEST_WITH(waits_for_work_are_left_out_by_a_key, start, seat_stop)
{
	struct seat *s = *state;

	next(s);
	next(s);
	assert_true(seat_says(s, "; I: hide waits for work"));
	assert_true(seat_says(s, "9.040 s of 9.040 s (100 %)"));
	seat_do(s, COMMAND_IDLE);
	assert_true(seat_says(s, "3.380 s in spans (idle hidden)"));
	assert_true(seat_says(
	    s, "waits for work, which fill most of a thread's recording, are hidden"));
	assert_false(seat_shows(s, "next_job"));
	assert_true(seat_says(s, "flusher"));
	share(s);
	assert_non_null(strstr(workspace_copied(s->w), "--state blocked --idle hide "));
	seat_do(s, COMMAND_IDLE);
	assert_true(seat_says(s, "5.660 s in spans (idle only)"));
	assert_true(seat_says(s, "|pool"));
	seat_do(s, COMMAND_IDLE);
	assert_true(seat_says(s, "9.040 s of 9.040 s (100 %)"));
	seat_do(s, COMMAND_IDLE);
	for (int i = 0; i < 3; i++)
		next(s);
	assert_true(seat_says(s, "58 samples (5 idle hidden)")); /* as before */
}

/* Changes a line of the menu by one step, and waits for the result. */
static void turn(struct seat *s, enum command c)
{
	seat_do(s, c);
	seat_wait(s);
}

TEST_WITH(the_menu_has_states_that_the_key_does_not_reach, start, seat_stop)
{
	struct seat *s = *state;

	seat_do(s, COMMAND_LOOK);
	assert_true(seat_says(s, "time of threads"));
	assert_true(seat_says(s, "--state [samples] running blocked disk runnable"));
	turn(s, COMMAND_LEFT);
	assert_true(seat_says(s, "lock.txt  time of threads "));
	assert_true(seat_says(s, "--state       all"));
	turn(s, COMMAND_LEFT); /* nor are there requests and calls */
	assert_true(seat_says(s, "no thread was unknown. preempted: ready to run"));
	assert_true(seat_says(s, "lock.txt  preempted "));
	assert_true(seat_says(s, "--state       preempted"));
	turn(s, COMMAND_LEFT);
	assert_true(seat_says(s, "lock.txt  waiting for a CPU "));
	turn(s, COMMAND_RIGHT);
	assert_true(seat_says(s, "lock.txt  preempted "));
	seat_do(s, COMMAND_CANCEL);
	undo(s, COMMAND_UNDO);
	assert_true(seat_says(s, "lock.txt  waiting for a CPU "));
	for (int i = 0; i < 3; i++)
		undo(s, COMMAND_UNDO);
	assert_true(seat_says(s, "58 of 58 samples"));
}

TEST_WITH(the_menu_has_the_graphs_of_who_woke_whom, start, seat_stop)
{
	static const char *const graphs[] = {"wakeup", "offwake", "chain"};
	struct seat *s = *state;
	char words[40];

	seat_do(s, COMMAND_LOOK);
	seat_do(s, COMMAND_DOWN);
	assert_true(seat_says(s, "--graph [offcpu] wakeup offwake chain hotcold"));
	for (int i = 0; i < 3; i++) {
		turn(s, COMMAND_RIGHT);
		snprintf(words, sizeof words, "--graph       %s", graphs[i]);
		assert_true(seat_says(s, words));
		assert_true(seat_says(s, "lock.txt  blocked "));
	}
	assert_true(seat_says(s, "|--"));
	assert_true(
	    seat_says(s, "chain: where threads stopped, --, who woke them, --, "));
	seat_do(s, COMMAND_CANCEL);
	share(s);
	assert_non_null(strstr(workspace_copied(s->w), "--state blocked --graph chain"));
	undo(s, COMMAND_UNDO);
	share(s);
	assert_non_null(strstr(workspace_copied(s->w), "--graph offwake"));
	undo(s, COMMAND_UNDO);
	share(s);
	assert_non_null(strstr(workspace_copied(s->w), "--graph wakeup"));
	assert_null(strstr(workspace_copied(s->w), "--root"));
	undo(s, COMMAND_UNDO);
	undo(s, COMMAND_REDO);
	undo(s, COMMAND_REDO);
	share(s);
	assert_non_null(strstr(workspace_copied(s->w), "--graph offwake"));
	assert_null(strstr(workspace_copied(s->w), "--root"));
	next(s); /* samples have no such graph */
	next(s);
	next(s);
	assert_true(seat_says(s, "58 of 58 samples"));
}

TEST_WITH(what_ran_and_what_was_blocked_is_one_graph_by_the_menu, start, seat_stop)
{
	struct seat *s = *state;

	seat_do(s, COMMAND_LOOK);
	seat_do(s, COMMAND_DOWN);
	turn(s, COMMAND_LEFT);
	assert_true(seat_says(s, "hotcold: time that threads ran (red) and were"));
	seat_do(s, COMMAND_CANCEL);
	share(s);
	assert_non_null(strstr(workspace_copied(s->w), "--graph hotcold"));
	assert_null(strstr(workspace_copied(s->w), "--against"));
	undo(s, COMMAND_UNDO);
	assert_true(seat_says(s, "58 of 58 samples"));
	assert_false(seat_shows(s, "compared"));
	undo(s, COMMAND_REDO);
	share(s);
	assert_non_null(strstr(workspace_copied(s->w), "--graph hotcold"));
	next(s);
	share(s);
	assert_null(strstr(workspace_copied(s->w), "--graph"));
	assert_null(strstr(workspace_copied(s->w), "--normalise"));
	assert_true(seat_says(s, "14.989 s of 14.989 s (100 %)"));
	assert_false(seat_shows(s, "against"));
}

TEST_WITH(the_menu_leaves_out_short_and_long_waits, start, seat_stop)
{
	struct seat *s = *state;

	next(s);
	next(s);
	assert_true(seat_says(s, "9.040 s of 9.040 s (100 %)"));
	seat_do(s, COMMAND_LOOK);
	seat_do_n(s, 2, COMMAND_DOWN);
	assert_true(seat_says(s, "--longer [any] 10us 100us 1ms 10ms 100ms 1s"));
	turn(s, COMMAND_LEFT);
	assert_true(seat_says(s, "no wait has such a length. blocked: where threads"));
	assert_true(seat_says(s, "--longer      100ms"));
	turn(s, COMMAND_LEFT);
	assert_true(seat_says(s, "--longer      10ms"));
	assert_false(seat_shows(s, "9.040 s of 9.040 s (100 %)"));
	seat_do(s, COMMAND_DOWN);
	turn(s, COMMAND_LEFT);
	turn(s, COMMAND_LEFT);
	assert_true(seat_says(s, "--shorter     100ms"));
	seat_do(s, COMMAND_CANCEL);
	share(s);
	assert_non_null(strstr(workspace_copied(s->w), "--longer 10ms --shorter 100ms"));
	for (int i = 0; i < 4; i++)
		undo(s, COMMAND_UNDO);
	assert_true(seat_says(s, "9.040 s of 9.040 s (100 %)"));
}

TEST_WITH(undo_shows_waits_for_work_again, start, seat_stop)
{
	struct seat *s = *state;

	next(s);
	next(s);
	seat_do(s, COMMAND_IDLE);
	assert_true(seat_says(s, "3.380 s in spans (idle hidden)"));
	seat_do(s, COMMAND_UNDO);
	assert_true(seat_says(s, "9.040 s of 9.040 s (100 %)"));
	assert_true(seat_says(s, "lock.txt  blocked "));
	seat_do(s, COMMAND_REDO);
	assert_true(seat_says(s, "3.380 s in spans (idle hidden)"));
	next(s);
	undo(s, COMMAND_UNDO); /* as before */
	assert_true(seat_says(s, "3.380 s in spans (idle hidden)"));
}

/* ---- why ---- */

/*
 * In each second the workers wait from .15 to .42; a search for the flusher's name matches the
 * frame of the thread they wait for.
 */
TEST_WITH(why_of_a_stall_begins_with_what_was_waited_for, start, seat_stop)
{
	struct seat *s = *state;
	int x, y;

	seat_size(s, 160, 40);
	seat_ask(s, COMMAND_RANGE, "1.17,1.4");
	seat_do(s, COMMAND_WHY);
	seat_wait(s);
	assert_true(seat_says(s, "lock.txt  blocked "));
	assert_true(seat_says(s, "no thread ran here: what they waited for"));
	assert_true(seat_find(s, "what threads waited for", &x, &y));
	assert_non_null(
	    strstr(seat_line(s, y + 1),
		   "blocked: take_order → pthread_mutex_lock, waiting for flusher "
		   "in flush_under_lock → pthread_mutex_unlock"));
	undo(s, COMMAND_UNDO);
	assert_true(seat_says(s, "lock.txt  cpu-clock"));
	assert_true(seat_says(s, "functions threads processes"));
	assert_false(seat_shows(s, " waits all"));
}

TEST_WITH(enter_shows_a_wait_with_who_ended_it_in_the_graph, start, seat_stop)
{
	struct seat *s = *state;

	seat_size(s, 160, 50);
	next(s);
	next(s);
	seat_ask(s, COMMAND_RANGE, "1.17,1.4");
	seat_do(s, COMMAND_WHY);
	assert_true(seat_says(s, " pthread_mutex_lock  wait"));
	assert_true(seat_says(s, "waiting for  flusher in flush_under_lock → "));
	seat_do(s, COMMAND_ENTER);
	seat_wait(s);
	assert_true(seat_says(s, "chain: where threads stopped, --, who woke them"));
	assert_true(seat_says(s, "/pthread_mutex_lock: "));
	assert_true(seat_says(s, "pthread_mutex_lock"));
	assert_true(seat_says(s, "|flusher"));
	share(s);
	assert_non_null(strstr(workspace_copied(s->w), "--state blocked --graph chain"));
}

/* A thread of the kernel sleeps from .1 to .9 of each second. */
static void write_sleeper(const char *path)
{
	static const char frame[] = "\tffffffff81000001 %s ([kernel.kallsyms])\n";
	static const char *const stops[] = {"__schedule", "schedule", "kdamond_fn",
					    "kthread"};
	static const char to[] = "prev_comm=%s prev_pid=%d prev_prio=120 prev_state=%c "
				 "==> next_comm=%s next_pid=%d next_prio=120\n";
	FILE *f = fopen(path, "w");

	assert_non_null(f);
	for (int i = 1; i < 6; i++) {
		fprintf(f, "k 9/9 [000] %d.1: sched:sched_switch: ", i);
		fprintf(f, to, "k", 9, 'S', "swapper/0", 0);
		for (size_t at = 0; at < sizeof stops / sizeof *stops; at++)
			fprintf(f, frame, stops[at]);
		fprintf(f,
			"\nswapper 0/0 [000] %d.9: sched:sched_waking: comm=k pid=9 "
			"prio=120 target_cpu=000\n",
			i);
		fprintf(f, frame, "hrtimer_wakeup");
		fprintf(f, frame, "asm_sysvec_apic_timer_interrupt");
		fprintf(f, "\nswapper 0/0 [000] %d.9: sched:sched_switch: ", i);
		fprintf(f, to, "swapper/0", 0, 'R', "k", 9);
		fputc('\n', f);
	}
	assert_int_equal(fclose(f), 0);
}

/* The caller of the scheduler, as the row says: the scheduler itself is where all threads stop. */
TEST_WITH(enter_shows_where_a_thread_of_the_kernel_waited, start, seat_stop)
{
	struct seat *s = *state;
	char dir[WORK_DIR], path[WORK_DIR + 16];

	work_dir_make(dir, "states");
	snprintf(path, sizeof path, "%s/k.txt", dir);
	write_sleeper(path);
	seat_close(s);
	seat_open(s, path, &plain, 160, 50);
	next(s);
	next(s);
	seat_ask(s, COMMAND_RANGE, "1,1.5");
	seat_do(s, COMMAND_WHY);
	assert_true(seat_says(s, "blocked: kdamond_fn, waiting for an interrupt"));
	seat_do(s, COMMAND_ENTER);
	seat_wait(s);
	assert_true(seat_says(s, "/kdamond_fn: "));
	work_dir_remove(dir);
}

/*
 * All of the workers' running time stays the same; for a single second the other threads cannot be
 * distinguished from the next.
 */
TEST_WITH(why_of_what_ran_goes_on_to_be_of_what_ran, start, seat_stop)
{
	struct seat *s = *state;

	seat_ask(s, COMMAND_RANGE, "1.5,2.5");
	seat_do(s, COMMAND_WHY);
	seat_wait(s);
	assert_true(seat_says(s, "lock.txt  cpu-clock"));
	assert_true(seat_says(s, "`: what threads waited for"));
}

/* ---- lanes ---- */

/* All time of threads, by lanes, with 100 ms per column. */
static void open_lanes_of(struct seat *s, unsigned states)
{
	struct settings o = plain;

	o.choice.waiting.states = states;
	o.reading.switches = true;
	o.choice.lanes = 1 + LANES_THREAD;
	o.choice.period = 100000000;
	seat_close(s);
	seat_open(s, seat_file(LOCK), &o, 120, 30);
}

static void open_lanes(struct seat *s)
{
	open_lanes_of(s, STATES_ALL);
}

TEST_WITH(lanes_show_states_and_a_convoy_is_seen, start, seat_stop)
{
	struct seat *s = *state;

	open_lanes(s);
	assert_true(seat_says(s, "- blocked"));
	assert_true(seat_says(s, "# running"));
	assert_true(seat_says(s, "w for CPU"));
	assert_true(seat_says(s, "p preempt"));
	assert_false(seat_shows(s, "in D")); /* no thread was */
	/*
	 * four lines per lane, with the largest running time first: the cursor is on the first
	 * lane's first column
	 */
	assert_non_null(strstr(seat_line(s, 2), "worker-2 100/103"));
	assert_non_null(
	    strstr(seat_line(s, 2), "│o----######----######----######----#####"));
	assert_non_null(
	    strstr(seat_line(s, 5), "│o#--########--########--########--#######"));
	assert_non_null(strstr(seat_line(s, 6), "worker-1 100/102"));
	assert_true(seat_says(s, "Enter what it did"));
}

TEST_WITH(enter_says_what_a_thread_waited_for_and_goes_to_who_woke_it, start, seat_stop)
{
	struct seat *s = *state;

	open_lanes(s);
	seat_do(s, COMMAND_DOWN); /* worker-1 */
	seat_do_n(s, 2, COMMAND_RIGHT);
	assert_true(seat_says(s, "Enter what it did"));
	seat_do(s, COMMAND_ENTER);
	assert_true(seat_says(s, "worker-1: blocked 0.272 s in take_order -> "
				 "pthread_mutex_lock, then 0.001 s for a CPU"));
	assert_true(seat_says(s, "woken by flusher (101) in flush_under_lock -> "
				 "pthread_mutex_unlock  Enter: go there"));
	assert_true(seat_says(s, "Enter who woke it"));
	seat_do(s, COMMAND_ENTER);
	assert_true(
	    seat_says(s, "flusher: running 0.009 s in about flusher -> clock_nanosleep"));
	assert_false(seat_shows(s, "go there"));
	assert_true(seat_says(s, "flusher  0 s 400 ms: ")); /* .422 is in that column */
	seat_do(s, COMMAND_LEFT);
	assert_false(seat_shows(s, "running 0.009"));
	seat_do(s, COMMAND_ENTER);
	assert_true(
	    seat_says(s, "flusher: blocked 0.3 s in write_page -> clock_nanosleep"));
	assert_true(seat_says(s, "woken by an interrupt"));
}

TEST_WITH(who_woke_is_known_to_have_run_where_only_the_blocked_are_shown, start,
	  seat_stop)
{
	struct seat *s = *state;

	open_lanes_of(s, STATES_BLOCKED);
	seat_do_n(s, 2, COMMAND_DOWN); /* worker-1 */
	seat_do_n(s, 2, COMMAND_RIGHT);
	seat_do(s, COMMAND_ENTER);
	assert_true(seat_says(s, "worker-1: blocked 0.272 s in take_order -> "));
	seat_do(s, COMMAND_ENTER);
	assert_true(
	    seat_says(s, "flusher: running 0.009 s in about flusher -> clock_nanosleep"));
}

TEST_WITH(on_the_name_enter_keeps_the_lane, start, seat_stop)
{
	struct seat *s = *state;

	open_lanes(s);
	seat_do(s, COMMAND_DOWN);
	seat_do(s, COMMAND_LEFT);
	assert_true(seat_says(s, "Enter only this"));
	seat_do(s, COMMAND_UP);
	seat_do(s, COMMAND_RIGHT);
	assert_true(seat_says(s, "Enter what it did"));
	seat_do(s, COMMAND_LEFT);
	seat_do(s, COMMAND_ENTER);
	assert_true(seat_says(s, "thread worker-2 103"));
}

TEST_WITH(lanes_of_other_profiles_have_heat_as_before, start, seat_stop)
{
	struct seat *s = *state;

	seat_do(s, COMMAND_LANES);
	seat_do(s, COMMAND_RIGHT);
	assert_true(seat_says(s, "Enter only this"));
	assert_false(seat_shows(s, "- blocked"));
	next(s);
	next(s); /* lanes stay, and now show blocked time */
	assert_true(seat_says(s, "- blocked"));
	assert_false(seat_shows(s, "# running"));
}

/* ---- a moment, against all absences ---- */

static void check_moment(const struct profile *w, const struct bits *threads,
			 const struct bits *which, const struct waits *waits,
			 const struct absence *a)
{
	uint64_t origin = profile_origin(w);
	struct state_at_query q = {.threads = threads, .which = which, .at_once = true};
	struct error err = ERROR_INIT;
	struct state_at m;

	q.range.from = a->from - origin + (a->to - a->from) / 2;
	q.range.to = q.range.from + 1;
	assert_true(state_at_find(&m, w, &q, &err));
	assert_true(m.has_absence);
	assert_int_equal(m.absence.from + origin, a->from);
	assert_int_equal(m.absence.to + origin, a->to);
	assert_int_equal(m.absence.blocked, a->blocked);
	assert_int_equal(m.absence.runnable, a->runnable);
	assert_int_equal(m.absence.unknown, a->unknown);
	assert_int_equal(m.thread, a->thread);
	assert_int_equal(m.place.frame, waits_place(waits, a->stack));
	assert_int_equal(m.has_waker, a->waker != ABSENCE_NO_WAKER &&
					  !waits_by_interrupt(waits, a->waker));
}

TEST_WITH(what_is_told_of_a_moment_is_what_waits_prints, start, seat_stop)
{
	struct settings o = {.reading = {.switches = true}};
	struct progress progress = {.samples = 0};
	struct error err = ERROR_INIT;
	struct profile *p = reading_run(seat_file(LOCK), &o.reading, &progress, &err), *w;
	const struct waits_choice all = {.ranges = selection_of(&RANGE_ALL)};
	struct bits which, thread;
	struct waits waits;

	assert_non_null(p);
	assert_true(waits_build(&waits, p, &all, &err));
	assert_true(waits.count > 30);
	w = waiting_profile(p, &(struct waiting_choice){.states = STATES_ALL}, &err);
	assert_true(bits_build(&which, w->samples.count, &err));
	bits_fill(&which);
	for (size_t i = 0; i < waits.count; i++) {
		assert_true(bits_build(&thread, w->thread_count, &err));
		bits_add(&thread, waits.rows[i].thread);
		check_moment(w, &thread, &which, &waits, &waits.rows[i]);
		bits_release(&thread);
	}
	bits_release(&which);
	waits_release(&waits);
	profile_free(w);
	profile_free(p);
}

static void refuses(struct seat *s, const char *file, const char *words)
{
	seat_close(s);
	seat_open(s, seat_file(file), &plain, 200, 30);
	assert_false(seat_shows(s, "` state"));
	next(s);
	assert_true(seat_says(s, words));
}

TEST_WITH(without_switches_it_is_said_how_to_record_them, start, seat_stop)
{
	refuses(*state, "tests/cli/data/small.txt",
		"it has no switches, so waits are unknown; flarescope record "
		"--waiting has them, or perf record -a -e cpu-clock/freq=99/ -e "
		"sched:sched_switch");
	refuses(*state, "tests/cli/data/stacks.folded",
		"flarescope record --waiting has them");
}

static int use_utf8(void **state)
{
	(void)state;
	setlocale(LC_ALL, "C.UTF-8");
	return 0;
}

TEST_GROUP(use_utf8, NULL);

/*
 * Four threads take orders, one keeps them: in the second convoy all wait for 1.28 s
 * (doc/walkthroughs/orders.md).
 */
TEST(the_key_to_odd_moments_goes_to_where_most_threads_wait_the_longest)
{
	struct settings o = plain;
	struct seat own, *s = &own;

	o.choice.waiting.states = STATES_BLOCKED;
	o.reading.switches = true;
	seat_open(s, seat_file("data/examples/orders.perf.gz"), &o, 130, 30);
	seat_do(s, COMMAND_ANOMALY_NEXT);
	assert_true(seat_says(s, " waited throughout (W: why)"));
	assert_true(seat_says(s, "2.514692-3.795135 s"));
	seat_do(s, COMMAND_ANOMALY_NEXT);
	assert_true(seat_says(s, "this is the longest time in which most wait"));
	seat_do(s, COMMAND_WHY);
	assert_true(seat_says(s, "__GI___lll_lock_wait"));
	seat_close(s);
}
