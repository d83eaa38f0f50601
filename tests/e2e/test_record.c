#include "lib/unit.h"

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "lib/work_dir.h"
#include "program.h"

/* A directory with the recording in it; removed with all its contents. */
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

/* All tests except those with a fake perf need one that may record here. */
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

TEST_WITH(a_recording_ends_in_its_heat_map, start, stop)
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

TEST_WITH(control_c_ends_the_recording_and_opens_it, start, stop)
{
	struct terminal *t;

	need_perf();
	t = record(*state, NULL, NULL, NULL);
	terminal_expect(t, "recording  0:01");
	terminal_expect(t, "Ctrl-C: stop and open");
	assert_true(terminal_is_cooked(t));
	terminal_type(t, "\003");
	terminal_expect(t, "% of the range");
	terminal_expect(t, " samples");
	terminal_type(t, "q");
	assert_int_equal(terminal_wait(t), 0);
	assert_false(terminal_shows(t, "recording"));
	assert_false(terminal_shows(t, "perf is writing the rest"));
}

TEST_WITH(being_terminated_ends_perf_as_well, start, stop)
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
	free(program_printed(command)); /* the whole file, or this fails */
}

TEST_WITH(progress_stands_beside_what_a_command_writes, start, stop)
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

TEST_WITH(a_command_may_have_the_terminal_for_itself, start, stop)
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

TEST_WITH(without_call_graphs_the_line_of_the_root_says_how_to_have_them, start, stop)
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
	terminal_resize(p->t, 80, 18); /* leaves one line for a frame */
	terminal_expect_in_row(p->t, 16, remedy);
	terminal_type(p->t, "q");
	assert_int_equal(terminal_wait(p->t), 0);
}

/* A perf that takes Ctrl-C as a request to hurry, but does not: it keeps writing. */
TEST_WITH(a_second_control_c_does_not_wait_for_perf, start, stop)
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
	terminal_expect(p->t, "kB  Ctrl-C"); /* it has reached its last command */
	terminal_type(p->t, "\003");
	terminal_expect(p->t, "perf is writing the rest; Ctrl-C again");
	terminal_type(p->t, "\003");
	assert_int_equal(terminal_wait(p->t), -SIGINT);
	assert_true(terminal_shows(p->t, "r.data is incomplete"));
}

/* The machine appears to switch threads ten million times a second. */
TEST_WITH(a_busy_machine_is_not_slowed_down_without_asking, start, stop)
{
	struct place *p = *state;
	char perf[96], path[4096], script_of[4096], stat[96], command[4300];
	const char *env[] = {path, NULL};
	const char *argv[] = {"/usr/bin/env", "perl",	      script_of, "10000000",
			      stat,	      program_name(), "record",	 "-o",
			      p->file,	      "--waiting",    NULL};
	FILE *script;

	snprintf(script_of, sizeof script_of, "%s/tests/lib/switching.pl",
		 getenv("srcdir"));
	snprintf(stat, sizeof stat, "%s/stat", p->dir);
	snprintf(command, sizeof command, "perl '%s' 0 '%s' true", script_of, stat);
	if (system(command) != 0) {
		print_message("SKIPPED: there can be no /proc/stat of its own here\n");
		skip();
	}
	snprintf(perf, sizeof perf, "%s/perf", p->dir);
	script = fopen(perf, "w");
	assert_non_null(script);
	fprintf(script, "#!/bin/sh\necho perf runs \"$2\" > '%s/ran'\nexit 1\n", p->dir);
	fclose(script);
	assert_int_equal(chmod(perf, 0700), 0);
	snprintf(path, sizeof path, "PATH=%s:%s", p->dir, getenv("PATH"));
	p->t = terminal_start_with(80, 24, argv, env);
	terminal_expect(p->t, "Record anyway? [y/N]");
	terminal_type(p->t, "\r");
	assert_int_equal(terminal_wait(p->t), 1);
	assert_true(terminal_shows(p->t, "nothing was recorded; the cheap variant"));
	snprintf(perf, sizeof perf, "%s/ran", p->dir);
	assert_int_not_equal(access(perf, F_OK), 0);
	terminal_free(p->t);

	p->t = terminal_start_with(80, 24, argv, env);
	terminal_expect(p->t, "Record anyway? [y/N]");
	terminal_type(p->t, "y\r");
	assert_int_equal(terminal_wait(p->t), 1);
	assert_int_equal(access(perf, F_OK), 0);
}
