#include "lib/unit.h"

#include <fcntl.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "lib/work_dir.h"
#include "program.h"

/*
 * A directory with a reader in it, and a pipe that all processes started by the reader hold open.
 */
struct place {
	char dir[WORK_DIR], alive[96], path[4096];
	int held; /* the end to read from; -1: not opened yet */
	struct terminal *t;
};

static int start(void **state)
{
	struct place *p = calloc(1, sizeof *p);

	assert_non_null(p);
	work_dir_make(p->dir, "plugin");
	snprintf(p->alive, sizeof p->alive, "%s/alive", p->dir);
	assert_int_equal(mkfifo(p->alive, 0600), 0);
	p->held = open(p->alive, O_RDONLY | O_NONBLOCK);
	assert_true(p->held >= 0);
	snprintf(p->path, sizeof p->path, "PATH=%s:%s", p->dir, getenv("PATH"));
	*state = p;
	return 0;
}

static int stop(void **state)
{
	struct place *p = *state;

	if (p->t)
		terminal_free(p->t);
	close(p->held);
	work_dir_remove(p->dir);
	free(p);
	return 0;
}

/* Start the program on a file for a reader that consists of these shell lines. */
static struct terminal *open_with(struct place *p, const char *lines)
{
	const char *env[] = {p->path, NULL};
	char file[96], never[112];
	const char *argv[] = {program_name(), "--input-format", "it", file, NULL};
	FILE *script;

	snprintf(file, sizeof file, "%s/flarescope-read-it", p->dir);
	script = fopen(file, "w");
	assert_non_null(script);
	snprintf(never, sizeof never, "%s.never", file);
	assert_int_equal(mkfifo(never, 0600), 0);
	fprintf(script, "#!/bin/sh\nexec 9> '%s'\necho alive >&9\n%s", p->alive, lines);
	fclose(script);
	assert_int_equal(chmod(file, 0700), 0);
	p->t = terminal_start_with(132, 24, argv, env);
	return p->t;
}

/* It has run, and no process has the pipe open any more: reading it reaches the end. */
static void expect_gone(struct place *p)
{
	struct pollfd of = {.fd = p->held, .events = POLLIN};
	char bytes[64];
	bool has_run = false;

	while (poll(&of, 1, 10000) == 1) {
		if (!(of.revents & POLLIN)) {
			assert_true(has_run);
			return;
		}
		has_run |= read(p->held, bytes, sizeof bytes) > 0;
	}
	fail_msg("what the reader has started still runs");
}

/* Samples of some seconds, then nothing more, as nothing is ever written into that pipe. */
#define SOME_THEN_NOTHING                                                                \
	"i=0\n"                                                                          \
	"while [ $i -lt 5000 ]; do i=$((i + 1)); echo \"$((i / 100)).5 app;work 1\"; "   \
	"done\n"                                                                         \
	"{ read x < \"$0.never\"; } &\nread x < \"$0.never\"\n"

TEST_WITH(what_it_prints_is_shown_while_it_comes_and_control_c_ends_it, start, stop)
{
	struct place *p = *state;
	struct terminal *t = open_with(p, SOME_THEN_NOTHING);

	terminal_expect(t, "loading ");
	terminal_expect(t, "▏work");
	terminal_type(t, "\003");
	terminal_expect_in_row(t, 0, "incomplete: ");
	expect_gone(p);
	assert_false(terminal_has_ended(t));
	terminal_type(t, "q");
	assert_int_equal(terminal_wait(t), 0);
}

TEST_WITH(leaving_ends_it, start, stop)
{
	struct place *p = *state;
	struct terminal *t = open_with(p, SOME_THEN_NOTHING);

	terminal_expect(t, "▏work");
	terminal_type(t, "q");
	assert_int_equal(terminal_wait(t), 0);
	expect_gone(p);
}

TEST_WITH(it_cannot_take_the_keys, start, stop)
{
	struct place *p = *state;
	struct terminal *t =
	    open_with(p, "{ read x < /dev/tty; } 2> /dev/null && exit 1\n"
			 "read x && exit 2\n"
			 "echo '1.5 app;work;more 1'\n");

	terminal_expect(t, "▏more");
	terminal_type(t, "y");
	terminal_expect(t, "--input-format it");
	terminal_type(t, "qq");
	assert_int_equal(terminal_wait(t), 0);
	expect_gone(p);
}

TEST_WITH(when_it_fails_there_is_an_error_and_no_profile, start, stop)
{
	struct place *p = *state;
	struct terminal *t = open_with(p, "echo '1.5 app;work;more 1'\n"
					  "printf 'no \\033[2Jstep\\n' >&2\nexit 7\n");

	assert_int_equal(terminal_wait(t), 1);
	assert_true(terminal_shows(t, "flarescope-read-it failed with status 7: no "));
	expect_gone(p);
}
