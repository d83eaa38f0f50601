/* A live recording of this host, on which one process burns CPU for 300 ms of each two seconds. */

#include "lib/unit.h"

#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/number.h"
#include "program.h"

#define EACH (2 * NS_PER_SECOND)
#define BURN (NS_PER_SECOND * 3 / 10)

static volatile uint64_t burnt;

/* Tests look for this name. */
__attribute__((noinline, noclone)) void live_test_burns(uint64_t until);
void live_test_burns(uint64_t until)
{
	while (clock_now() < until)
		for (int i = 0; i < 200000; i++)
			burnt = burnt + 1;
}

#define BURNS_MOST 4096

/* When it burns, as reported by the process itself. */
struct burns {
	_Atomic unsigned count;
	struct burn {
		uint64_t from, to;
	} of[BURNS_MOST];
};

static void burn_now_and_then(struct burns *b)
{
	for (unsigned i = 0; i < BURNS_MOST; i++) {
		uint64_t now = clock_now(), next = (now / EACH + 1) * EACH;
		(void)poll(NULL, 0, (int)((next - now) / 1000000)); /* wait until then */
		b->of[i] = (struct burn){clock_now(), UINT64_MAX};
		b->count = i + 1;
		live_test_burns(b->of[i].from + BURN);
		b->of[i].to = clock_now();
	}
}

/* ---- a process, and the program that watches it ---- */

struct watched {
	pid_t pid;
	struct burns *burns; /* owned; written by the process */
	char words[16];
	struct terminal *t;
	char saved[64];
};

static bool may_record(void)
{
	char command[512];

	snprintf(
	    command, sizeof command,
	    "%s live --headless --duration 0.1 -p %d -o /tmp/flarescope-live-%d.data "
	    "2>/dev/null; rm -f /tmp/flarescope-live-%d.data",
	    program_name(), (int)getpid(), (int)getpid(), (int)getpid());
	return system(command) == 0 &&
	       access("/proc/sys/kernel/perf_event_paranoid", R_OK) == 0;
}

static void forget_saved(const struct watched *w)
{
	static const char *const endings[] = {".flare", ".data", ".part.flare",
					      ".part.data"};
	char path[100];

	for (size_t i = 0; i < sizeof endings / sizeof *endings; i++) {
		snprintf(path, sizeof path, "%s%s", w->saved, endings[i]);
		unlink(path);
	}
}

/* `more`: options after the usual ones; `variable`: of the environment, or NULL. */
static int start_with(void **state, const char *const *more, const char *variable)
{
	struct watched *w = calloc(1, sizeof *w);
	const char *argv[16] = {program_name(), "live", "--pid", NULL};
	const char *env[] = {variable, NULL};
	size_t n = 4;

	assert_non_null(w);
	while (*more && n + 1 < sizeof argv / sizeof *argv)
		argv[n++] = *more++;
	*state = w;
	w->burns = mmap(NULL, sizeof *w->burns, PROT_READ | PROT_WRITE,
			MAP_SHARED | MAP_ANONYMOUS, -1, 0);
	assert_ptr_not_equal(w->burns, MAP_FAILED);
	w->pid = fork();
	assert_true(w->pid >= 0);
	if (w->pid == 0) {
		prctl(PR_SET_PDEATHSIG, SIGKILL);
		burn_now_and_then(w->burns);
		_exit(0);
	}
	snprintf(w->words, sizeof w->words, "%d", (int)w->pid);
	snprintf(w->saved, sizeof w->saved, "/tmp/flarescope-live-%d", (int)getpid());
	forget_saved(w);
	argv[3] = w->words;
	w->t = terminal_start_with(120, 36, argv, env);
	return 0;
}

static int start(void **state)
{
	return start_with(state, (const char *[]){"--keep", "30", NULL}, NULL);
}

static char kept_in[] = "/tmp/flarescope-kept-XXXXXX";

static int start_keeping(void **state)
{
	if (!mkdtemp(kept_in))
		return -1;
	return start_with(state,
			  (const char *[]){"-F", "499", "--save-when",
					   "search /live_test_burns/ > 50% for 100ms",
					   "--save-to", kept_in, NULL},
			  NULL);
}

/* A shell takes the place of ssh and runs the remote command here. */
static char ssh[] = "/tmp/flarescope-ssh-XXXXXX";
static bool perf_records;

static int start_elsewhere(void **state)
{
	int fd = mkstemp(ssh);
	FILE *script = fd >= 0 ? fdopen(fd, "w") : NULL;
	char variable[64];

	if (!script)
		return -1;
	perf_records =
	    system("perf record -q -e cpu-clock -a -o /dev/null -- true 2>/dev/null") ==
	    0;
	fputs("#!/bin/sh\nshift 2\nexec sh -c \"$1\"\n", script);
	fchmod(fd, 0700);
	fclose(script);
	snprintf(variable, sizeof variable, "FLARESCOPE_SSH=%s", ssh);
	return start_with(state, (const char *[]){"--host", "here", NULL}, variable);
}

static int stop(void **state)
{
	struct watched *w = *state;

	terminal_free(w->t);
	kill(w->pid, SIGKILL);
	waitpid(w->pid, NULL, 0);
	forget_saved(w);
	munmap(w->burns, sizeof *w->burns);
	free(w);
	return 0;
}

/* The end of the row of the range: "61 of 61 samples". */
static uint64_t samples_shown(struct terminal *t)
{
	terminal_expect(t, " samples (100 %)"); /* it may be in progress */
	return program_number_before(t, " samples (100 %)");
}

/* The title shows the length and the number of samples. */
static void wait_for_more(struct terminal *t)
{
	char title[512];

	snprintf(title, sizeof title, "%s", terminal_row(t, 0));
	terminal_expect_other_row(t, 0, title);
}

/* Among a few samples, those of the fork and of waking up would be more than 5 %. */
static void wait_for_samples(struct terminal *t, uint64_t count)
{
	while (samples_shown(t) < count)
		wait_for_more(t);
}

TEST_WITH(what_burns_is_there_within_a_moment, start, stop)
{
	struct watched *w = *state;
	uint64_t before;

	terminal_expect(w->t, "live_test_burns");
	terminal_expect(w->t, " samples (100 %)");
	terminal_expect(w->t, "live ");
	before = samples_shown(w->t);
	while (samples_shown(w->t) == before) /* until it burns again */
		wait_for_more(w->t);
	assert_true(samples_shown(w->t) > before);
	terminal_type(w->t, "q");
	assert_int_equal(terminal_wait(w->t), 0);
	assert_true(terminal_is_cooked(w->t));
}

TEST_WITH(a_frozen_view_stays_while_samples_come, start, stop)
{
	struct watched *w = *state;
	uint64_t then;

	terminal_expect(w->t, "live_test_burns");
	terminal_expect(w->t, " samples (100 %)");
	terminal_type(w->t, "z");
	terminal_expect(w->t, "frozen");
	terminal_settle(w->t);
	then = samples_shown(w->t);
	terminal_expect_gone(w->t, "frozen  0 new samples");
	assert_int_equal(samples_shown(w->t), then);
	terminal_type(w->t, "z");
	terminal_expect(w->t, "live ");
	while (samples_shown(w->t) == then)
		wait_for_more(w->t);
	assert_true(samples_shown(w->t) > then);
}

/* Save to a file whose name ends in this. */
static void save_as(struct watched *w, const char *ending)
{
	char keys[100];

	terminal_type(w->t, "S");
	terminal_expect(w->t, "save as");
	snprintf(keys, sizeof keys, "\025%s%s\r", w->saved, ending);
	terminal_type(w->t, keys);
	snprintf(keys, sizeof keys, "in %s%s", w->saved, ending);
	terminal_expect(w->t, keys);
}

static uint64_t total_of(const struct watched *w, const char *ending, const char *then)
{
	char command[300], *printed;
	uint64_t total;

	snprintf(command, sizeof command, "%s export --idle show %s%s %s", program_name(),
		 w->saved, ending, then);
	printed = program_printed(command);
	total = program_folded_total(printed);
	free(printed);
	return total;
}

/* Did the process report burning at that time, to a millisecond? */
static bool burnt_at(const struct burns *b, double seconds)
{
	for (unsigned i = 0; i < b->count; i++)
		if (seconds > (double)b->of[i].from / 1e9 - 0.001 &&
		    seconds < (double)b->of[i].to / 1e9 + 0.001)
			return true;
	return false;
}

static void assert_burns_in_time(const struct watched *w)
{
	char command[300], *printed;
	unsigned samples = 0;

	snprintf(command, sizeof command,
		 "%s export --format timed-folded %s.flare | grep live_test_burns",
		 program_name(), w->saved);
	printed = program_printed(command);
	for (char *line = strtok(printed, "\n"); line; line = strtok(NULL, "\n")) {
		samples++;
		if (!burnt_at(w->burns, strtod(line, NULL)))
			fail_msg("it did not burn then: %s", line);
	}
	free(printed);
	assert_true(samples > 0);
}

/*
 * The counts of the frozen picture equal those of the file; and nearly all are in the burning
 * function.
 */
TEST_WITH(what_is_saved_is_what_was_seen, start, stop)
{
	struct watched *w = *state;
	uint64_t seen, total;

	terminal_expect(w->t, "live_test_burns");
	wait_for_samples(w->t, 60);
	terminal_type(w->t, "z");
	terminal_expect(w->t, "frozen");
	terminal_settle(w->t);
	seen = samples_shown(w->t);
	save_as(w, ".flare");
	total = total_of(w, ".flare", "");
	assert_int_equal(total, seen);
	assert_true(100 * total_of(w, ".flare", "| grep live_test_burns || true") >=
		    95 * total);
	assert_burns_in_time(w);
}

/*
 * A recording with the same counts, also as counted by perf, if it is available; and a second of
 * it.
 */
TEST_WITH(the_recording_itself_can_be_saved, start, stop)
{
	struct watched *w = *state;
	char command[300], *printed;
	uint64_t seen, part;

	terminal_expect(w->t, "live_test_burns");
	wait_for_samples(w->t, 60);
	terminal_type(w->t, "z");
	terminal_expect(w->t, "frozen");
	terminal_settle(w->t);
	seen = samples_shown(w->t);
	save_as(w, ".data");
	assert_int_equal(total_of(w, ".data", ""), seen);
	assert_true(100 * total_of(w, ".data", "| grep live_test_burns || true") >=
		    95 * seen);
	snprintf(
	    command, sizeof command,
	    "if command -v perf > /dev/null; then perf script -i %s.data -F time -G; "
	    "fi 2> /dev/null | grep -c . || true",
	    w->saved);
	printed = program_printed(command);
	assert_true(strtoull(printed, NULL, 10) == seen ||
		    strtoull(printed, NULL, 10) == 0);
	free(printed);

	/* the same for a range that contains the first sample */
	terminal_type(w->t, ":");
	terminal_expect(w->t, "range FROM,TO");
	terminal_type(w->t, "\0250,1.5\r");
	terminal_expect_gone(w->t, "all so far");
	save_as(w, ".part.data");
	save_as(w, ".part.flare");
	part = total_of(w, ".part.flare", "");
	assert_int_equal(total_of(w, ".part.data", ""), part);
	assert_true(part > 0);
	assert_true(part <= seen);
}

TEST_WITH(what_was_recorded_stays_when_the_process_has_ended, start, stop)
{
	struct watched *w = *state;

	terminal_expect(w->t, "live_test_burns");
	terminal_expect(w->t, " samples (100 %)");
	kill(w->pid, SIGKILL);
	waitpid(w->pid, NULL, 0);
	terminal_expect_gone(w->t, "live ");
	terminal_expect(w->t, "whole profile");
	terminal_type(w->t, "z");
	terminal_expect(w->t, "nothing is recorded here");
	w->pid = fork(); /* for the end of the test */
	if (w->pid == 0)
		_exit(0);
}

/* The last half minute is written when it ends. */
TEST_WITH(a_moment_is_kept_while_somebody_looks, start_keeping, stop)
{
	struct watched *w = *state;
	char command[300], *printed;

	terminal_expect(w->t, "live_test_burns");
	terminal_expect(w->t, " samples (100 %)");
	while (samples_shown(w->t) < 200) /* it burns for the second time */
		wait_for_more(w->t);
	wait_for_more(w->t); /* and has been displayed */
	terminal_type(w->t, "q");
	assert_int_equal(terminal_wait(w->t), 0);
	snprintf(command, sizeof command, "%s export %s/*-search.flare", program_name(),
		 kept_in);
	printed = program_printed(command);
	assert_non_null(strstr(printed, "live_test_burns"));
	free(printed);
	snprintf(command, sizeof command, "rm -r %s", kept_in);
	free(program_printed(command));
}

/* The seconds in the title; -1 if it has no length. */
static double seconds_shown(struct terminal *t)
{
	const char *row = terminal_row(t, 0), *at = strstr(row, " s  ");
	const char *from = at ? at : row;

	while (from > row && strchr("0123456789.", from[-1]))
		from--;
	return at ? strtod(from, NULL) : strstr(row, " ms  ") ? 0 : -1;
}

/* perf alone would show nothing for ten seconds: the first picture would contain them all. */
TEST_WITH(another_host_is_seen_within_a_moment, start_elsewhere, stop)
{
	struct watched *w = *state;

	if (!perf_records)
		skip();
	terminal_expect(w->t, " samples (100 %)");
	assert_true(seconds_shown(w->t) >= 0);
	assert_true(seconds_shown(w->t) < 8);
	terminal_expect(w->t, "live_test_burns");
	terminal_type(w->t, "q");
	assert_int_equal(terminal_wait(w->t), 0);
	unlink(ssh);
}

TEST_WITH(killed_it_takes_the_recorder_along, start, stop)
{
	struct watched *w = *state;
	char command[200], *left;

	terminal_expect(w->t, "live_test_burns");
	terminal_expect(w->t, " samples (100 %)");
	terminal_signal(w->t, SIGKILL);
	terminal_wait(w->t);
	snprintf(command, sizeof command,
		 "for i in $(seq 2000); do left=$(grep -la 'liv[e].--pid.%d.' "
		 "/proc/[0-9]*/cmdline 2>/dev/null) || break; done; echo \"$left\"",
		 (int)w->pid);
	left = program_printed(command);
	assert_string_equal(left, "\n");
	free(left);
}

static const char *missing(void)
{
	return may_record() ? NULL : "perf events may not be recorded here";
}

TEST_NEEDS(missing);
