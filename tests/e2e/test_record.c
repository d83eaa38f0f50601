#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "lib/work_dir.h"
#include "program.h"

/* A directory of our own, with the recording in it; removed with all that is there. */
struct place {
	char dir[WORK_DIR], file[96];
	struct terminal *t;
};

static int start(void **state)
{
	struct place *p = calloc(1, sizeof *p);

	assert_non_null(p);
	work_dir_make(p->dir, "record");
	snprintf(p->file, sizeof p->file, "%s/r.data", p->dir);
	*state = p;
	return 0;
}

static int stop(void **state)
{
	struct place *p = *state;

	if (p->t)
		terminal_free(p->t);
	work_dir_remove(p->dir);
	free(p);
	return 0;
}

/* All tests but those with a perf of their own need one that may record here. */
static void need_perf(void)
{
	if (system("perf record -F 49 -a -g -o - -- true > /dev/null 2>&1") == 0)
		return;
	print_message("SKIPPED: perf is not here, or may not record\n");
	skip();
}

/* "flarescope record MORE... -o FILE" on a screen of 80x24. */
static struct terminal *record(struct place *p, const char *more, const char *value,
			       const char *const env[])
{
	const char *argv[] = {program_name(), "record", "-o", p->file, more, value, NULL};

	p->t = terminal_start_with(80, 24, argv, env);
	return p->t;
}

static void a_recording_ends_in_its_heat_map(void **state)
{
	struct terminal *t;
	int x, y;

	need_perf();
	t = record(*state, "--duration", "1", NULL);
	terminal_expect(t, "flarescope: perf record -F 49 -a -g -o /tmp/");
	terminal_expect(t, "recording  0:00 of 0:01");
	terminal_expect(t, "% of the range");
	terminal_expect(t, "r.data");
	program_map(t, &x, &y);
	terminal_type(t, "q");
	assert_int_equal(terminal_wait(t), 0);
}

static void control_c_ends_the_recording_and_opens_it(void **state)
{
	struct terminal *t;

	need_perf();
	t = record(*state, NULL, NULL, NULL);
	terminal_expect(t, "recording  0:01");
	terminal_expect(t, "Ctrl-C: stop and look");
	assert_true(terminal_is_cooked(t));
	terminal_type(t, "\003");
	terminal_expect(t, "% of the range");
	terminal_expect(t, " samples");
	terminal_type(t, "q");
	assert_int_equal(terminal_wait(t), 0);
	assert_false(terminal_shows(t, "recording"));
	assert_false(terminal_shows(t, "perf is writing the rest"));
}

static void being_terminated_ends_perf_as_well(void **state)
{
	struct place *p = *state;
	char command[256];

	need_perf();
	record(p, NULL, NULL, NULL);
	terminal_expect(p->t, "recording  0:01");
	terminal_signal(p->t, SIGTERM);
	assert_int_equal(terminal_wait(p->t), -SIGTERM);
	assert_true(terminal_shows(p->t, "r.data holds what was recorded"));
	snprintf(command, sizeof command, "'%s' info '%s' 2>&1", program_name(), p->file);
	free(program_printed(command)); /* all of it, or this fails */
}

static void progress_stands_beside_what_a_command_writes(void **state)
{
	struct place *p = *state;
	const char *argv[] = {program_name(),
			      "record",
			      "-F",
			      "999",
			      "-o",
			      p->file,
			      "--",
			      "sh",
			      "-c",
			      "echo name?; read x; echo \"$x!\"; i=0; "
			      "while [ $i -lt 99999 ]; do i=$((i + 1)); done",
			      NULL};
	int x, y;

	need_perf();
	p->t = terminal_start(80, 24, argv);
	terminal_expect(p->t, "name?");
	terminal_expect(p->t, "recording  0:01  ");
	assert_true(terminal_shows(p->t, "name?"));
	terminal_cursor(p->t, &x, &y);
	assert_int_equal(x, 0);
	terminal_type(p->t, "Tyger\r");
	terminal_expect(p->t, "% of the range");
	assert_true(terminal_sent_text(p->t, "Tyger!"));
	terminal_type(p->t, "q");
	assert_int_equal(terminal_wait(p->t), 0);
}

static void a_command_may_have_the_terminal_for_itself(void **state)
{
	struct place *p = *state;
	const char *argv[] = {program_name(),
			      "record",
			      "-F",
			      "999",
			      "-o",
			      p->file,
			      "--",
			      "sh",
			      "-c",
			      "stty -icanon; echo ready; i=0; "
			      "while [ $i -lt 999999 ]; do i=$((i + 1)); done",
			      NULL};

	need_perf();
	p->t = terminal_start(80, 24, argv);
	terminal_expect_output(p->t, "ready\r\n");
	terminal_mark(p->t);
	terminal_expect(p->t, "% of the range");
	assert_false(terminal_sent_text(p->t, "recording  0:"));
	terminal_type(p->t, "q");
	assert_int_equal(terminal_wait(p->t), 0);
}

static void without_call_graphs_the_line_of_the_root_says_how_to_have_them(void **state)
{
	static const char remedy[] =
	    "no call graphs in this recording; record with: perf record -g";
	struct place *p = *state;
	const char *argv[] = {program_name(), p->file, NULL};
	char command[256];

	need_perf();
	snprintf(
	    command, sizeof command,
	    "perf record -F 999 -a -o '%s' -- sh -c 'i=0; while [ $i -lt 99999 ]; do "
	    "i=$((i + 1)); done' > /dev/null 2>&1",
	    p->file);
	assert_int_equal(system(command), 0);
	p->t = terminal_start(80, 24, argv);
	terminal_expect_in_row(p->t, 21, remedy);
	terminal_resize(p->t, 80, 18); /* one line is left for a frame */
	terminal_expect_in_row(p->t, 16, remedy);
	terminal_type(p->t, "q");
	assert_int_equal(terminal_wait(p->t), 0);
}

/* A perf that takes Ctrl-C for the wish to hurry, and does not: it writes and writes. */
static void a_second_control_c_does_not_wait_for_perf(void **state)
{
	struct place *p = *state;
	char perf[96], path[4096];
	const char *env[] = {path, NULL};
	FILE *script;

	snprintf(perf, sizeof perf, "%s/perf", p->dir);
	script = fopen(perf, "w");
	assert_non_null(script);
	fputs("#!/bin/sh\ntrap '' INT\nprintf %05000d 0 > \"$7\"\nexec tail -f "
	      "/dev/null\n",
	      script);
	fclose(script);
	assert_int_equal(chmod(perf, 0700), 0);
	snprintf(path, sizeof path, "PATH=%s:%s", p->dir, getenv("PATH"));
	record(p, NULL, NULL, env);
	terminal_expect(p->t, "kB  Ctrl-C"); /* it has come to its last command */
	terminal_type(p->t, "\003");
	terminal_expect(p->t, "perf is writing the rest; Ctrl-C again");
	terminal_type(p->t, "\003");
	assert_int_equal(terminal_wait(p->t), -SIGINT);
	assert_true(terminal_shows(p->t, "r.data is incomplete"));
}

/* Two processes that pass a byte to and fro on one CPU, until one of them is ended. */
static void pass_a_byte(size_t cpu)
{
	cpu_set_t set;
	int ends[2];
	char byte = 0;

	CPU_ZERO(&set);
	CPU_SET(cpu, &set);
	if (sched_setaffinity(0, sizeof set, &set) != 0 ||
	    socketpair(AF_UNIX, SOCK_STREAM, 0, ends) != 0)
		_exit(1);
	alarm(120);
	if (fork() != 0) {
		close(ends[1]);
		if (write(ends[0], &byte, 1) != 1)
			_exit(1);
	} else {
		close(ends[0]);
		ends[0] = ends[1];
		alarm(120);
	}
	while (read(ends[0], &byte, 1) == 1 && write(ends[0], &byte, 1) == 1)
		;
	_exit(0);
}

static void a_busy_machine_is_not_slowed_down_without_asking(void **state)
{
	struct place *p = *state;
	char perf[96], path[4096];
	const char *env[] = {path, NULL};
	size_t cpus = (size_t)sysconf(_SC_NPROCESSORS_ONLN);
	pid_t *pids = calloc(cpus, sizeof *pids);
	FILE *script;

	assert_non_null(pids);
	snprintf(perf, sizeof perf, "%s/perf", p->dir);
	script = fopen(perf, "w");
	assert_non_null(script);
	fprintf(script, "#!/bin/sh\necho perf runs \"$2\" > '%s/ran'\nexit 1\n", p->dir);
	fclose(script);
	assert_int_equal(chmod(perf, 0700), 0);
	snprintf(path, sizeof path, "PATH=%s:%s", p->dir, getenv("PATH"));
	for (size_t i = 0; i < cpus; i++) {
		pids[i] = fork();
		if (pids[i] == 0)
			pass_a_byte(i);
	}
	record(p, "--waiting", NULL, env);
	terminal_expect(p->t, "Record all the same? [y/N]");
	terminal_type(p->t, "\r");
	assert_int_equal(terminal_wait(p->t), 1);
	assert_true(terminal_shows(p->t, "nothing was recorded; the light way"));
	snprintf(perf, sizeof perf, "%s/ran", p->dir);
	assert_int_not_equal(access(perf, F_OK), 0);
	terminal_free(p->t);

	record(p, "--waiting", NULL, env);
	terminal_expect(p->t, "Record all the same? [y/N]");
	terminal_type(p->t, "y\r");
	assert_int_equal(terminal_wait(p->t), 1);
	assert_int_equal(access(perf, F_OK), 0);
	for (size_t i = 0; i < cpus; i++) {
		kill(pids[i], SIGKILL);
		waitpid(pids[i], NULL, 0);
	}
	free(pids);
}

int main(void)
{
#define TEST(name) cmocka_unit_test_setup_teardown(name, start, stop)
	const struct CMUnitTest tests[] = {
	    TEST(a_recording_ends_in_its_heat_map),
	    TEST(control_c_ends_the_recording_and_opens_it),
	    TEST(being_terminated_ends_perf_as_well),
	    TEST(progress_stands_beside_what_a_command_writes),
	    TEST(a_command_may_have_the_terminal_for_itself),
	    TEST(without_call_graphs_the_line_of_the_root_says_how_to_have_them),
	    TEST(a_busy_machine_is_not_slowed_down_without_asking),
	    TEST(a_second_control_c_does_not_wait_for_perf),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
