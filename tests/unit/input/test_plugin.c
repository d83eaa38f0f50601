#include "lib/unit.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "input/plugin/plugin_readers.h"
#include "input/reading.h"
#include "lib/hunger.h"
#include "lib/work_dir.h"
#include "profile/profile.h"

#define HANG "tail -f /dev/null > /dev/null\n" /* it ends when the pipe closes */

/* A directory that is all of PATH except for the system's, and a pipe that readers may open. */
struct place {
	char dir[WORK_DIR], pipe[96], *path;
};

static int start(void **state)
{
	struct place *p = calloc(1, sizeof *p);
	char path[4096];

	assert_non_null(p);
	work_dir_make(p->dir, "plugin");
	snprintf(p->pipe, sizeof p->pipe, "%s/pipe", p->dir);
	assert_int_equal(mkfifo(p->pipe, 0600), 0);
	p->path = strdup(getenv("PATH"));
	snprintf(path, sizeof path, "%s:/usr/bin:/bin", p->dir);
	setenv("PATH", path, 1);
	setenv("XDG_CONFIG_HOME", p->dir, 1);
	*state = p;
	return 0;
}

static int stop(void **state)
{
	struct place *p = *state;

	setenv("PATH", p->path, 1);
	work_dir_remove(p->dir);
	free(p->path);
	free(p);
	return 0;
}

static void make(const struct place *p, const char *name, const char *lines)
{
	char file[128];
	FILE *script;

	snprintf(file, sizeof file, "%s/flarescope-read-%s", p->dir, name);
	script = fopen(file, "w");
	assert_non_null(script);
	fprintf(script, "#!/bin/sh\nalive='%s'\n%s", p->pipe, lines);
	fclose(script);
	assert_int_equal(chmod(file, 0700), 0);
}

static struct profile *read_by(const char *name, struct progress *progress,
			       struct error *err)
{
	struct reading_options o = {.format = name, .threads = 1};

	return reading_run("/dev/null", &o, progress, err);
}

static unsigned files_open(void)
{
	DIR *dir = opendir("/proc/self/fd");
	unsigned n = 0;

	assert_non_null(dir);
	while (readdir(dir))
		n++;
	closedir(dir);
	return n;
}

/* As before the test: no extra descriptor, process or zombie. */
static void assert_nothing_left(unsigned files)
{
	assert_int_equal(files_open(), files);
	assert_int_equal(waitpid(-1, NULL, WNOHANG), -1);
	assert_int_equal(errno, ECHILD);
}

TEST_WITH(when_memory_runs_out_nothing_stays, start, stop)
{
	unsigned files = files_open();
	struct profile *p = NULL;

	make(*state, "it", "echo '1.5 a;b 1'; echo '2.5 a;c 1'; echo said >&2\n");
	for (unsigned n = 1; !p; n++) {
		struct error err = ERROR_INIT;

		hunger_due = n;
		p = read_by("it", NULL, &err);
		hunger_due = 0;
		if (!p)
			assert_int_equal(err.kind, ERROR_MEMORY);
		assert_nothing_left(files);
	}
	assert_int_equal(p->samples.count, 2);
	profile_free(p);
}

TEST_WITH(when_descriptors_run_out_nothing_stays, start, stop)
{
	unsigned files = files_open(), failed = 0;
	struct rlimit was, few;
	struct profile *p = NULL;

	make(*state, "it", "echo '1.5 a;b 1'\n");
	assert_int_equal(getrlimit(RLIMIT_NOFILE, &was), 0);
	few = was;
	for (few.rlim_cur = 3; !p; few.rlim_cur++) {
		struct error err = ERROR_INIT;

		setrlimit(RLIMIT_NOFILE, &few);
		p = read_by("it", NULL, &err);
		setrlimit(RLIMIT_NOFILE, &was);
		if (!p) /* or the shell reports it, which has the same limits */
			assert_true(err.kind == ERROR_SYSTEM || err.kind == ERROR_FORMAT);
		failed += !p;
		assert_nothing_left(files);
	}
	assert_true(failed > 0);
	profile_free(p);
}

TEST_WITH(standard_files_that_are_closed_are_no_trap, start, stop)
{
	struct error err = ERROR_INIT;
	int in = dup(STDIN_FILENO), out = dup(STDOUT_FILENO);
	struct profile *p;

	make(*state, "it", "echo '1.5 a;b 1'; cat\n");
	close(STDIN_FILENO);
	close(STDOUT_FILENO);
	p = read_by("it", NULL, &err);
	dup2(in, STDIN_FILENO);
	dup2(out, STDOUT_FILENO);
	close(in);
	close(out);
	assert_non_null(p);
	assert_int_equal(p->samples.count, 1);
	profile_free(p);
}

/* Reading on a separate thread, from a reader that has reached its last command. */
struct reading_thread {
	const struct place *place;
	struct progress progress;
	struct error err;
	pthread_t thread;
};

static void *read_forever(void *arg)
{
	struct reading_thread *r = arg;

	assert_null(read_by("hang", &r->progress, &r->err));
	return NULL;
}

static void begin(struct reading_thread *r, const struct place *p)
{
	FILE *pipe;

	*r = (struct reading_thread){.place = p, .err = ERROR_INIT};
	make(p, "hang", "echo x > \"$alive\"\n" HANG);
	assert_int_equal(pthread_create(&r->thread, NULL, read_forever, r), 0);
	pipe = fopen(p->pipe, "r"); /* waits for the reader */
	assert_non_null(pipe);
	assert_int_equal(getc(pipe), 'x');
	assert_int_equal(getc(pipe), '\n');
	assert_int_equal(getc(pipe), EOF); /* else the next one would get this writer */
	fclose(pipe);
}

static void end(struct reading_thread *r)
{
	atomic_store(&r->progress.cancel, true);
	pthread_join(r->thread, NULL);
}

TEST_WITH(cancelling_ends_a_reader_that_says_nothing, start, stop)
{
	unsigned files = files_open();
	struct reading_thread r;

	begin(&r, *state);
	end(&r);
	assert_int_equal(r.err.kind, ERROR_CANCELLED);
	assert_nothing_left(files);
}

/* The process that watches a reader must not keep the pipes of another one open. */
TEST_WITH(readers_at_the_same_time_do_not_wait_for_each_other, start, stop)
{
	struct error err = ERROR_INIT;
	struct reading_thread first, second;
	struct profile *p;

	begin(&first, *state);
	begin(&second, *state);
	make(*state, "it", "echo '1.5 a;b 1'\n");
	p = read_by("it", NULL, &err);
	assert_non_null(p);
	profile_free(p);
	end(&first);
	assert_int_equal(first.err.kind, ERROR_CANCELLED);
	end(&second);
	assert_int_equal(second.err.kind, ERROR_CANCELLED);
}

/* A process that left its process group cannot be killed, but is not waited for. */
TEST_WITH(a_process_that_has_left_does_not_hold_the_end_up, start, stop)
{
	struct error err = ERROR_INIT;
	struct place *place = *state;
	struct profile *p;
	long pid = 0;
	FILE *pipe;

	make(place, "it",
	     "setsid sh -c 'echo $$ > \"$1\"; exec cat \"$1\"' - \"$alive\" &\n"
	     "read x < \"$alive\"; echo $x > \"$alive.pid\"\necho '1.5 a;b 1'\n");
	p = read_by("it", NULL, &err);
	assert_non_null(p);
	profile_free(p);
	strcat(place->pipe, ".pid");
	pipe = fopen(place->pipe, "r");
	assert_non_null(pipe);
	assert_int_equal(fscanf(pipe, "%ld", &pid), 1);
	fclose(pipe);
	assert_int_equal(kill((pid_t)pid, SIGKILL), 0); /* it was still running */
}

TEST_WITH(the_list_is_in_order_and_has_each_name_once, start, stop)
{
	struct error err = ERROR_INIT;
	struct plugin_readers list;
	struct plugin_reader one;
	char path[4096];

	make(*state, "b", "");
	make(*state, "a", "");
	make(*state, "a2-x", "");
	snprintf(path, sizeof path, "%s:%s:/nowhere", getenv("PATH"),
		 ((struct place *)*state)->dir);
	setenv("PATH", path, 1);
	assert_true(plugin_readers_list(&list, &err));
	assert_int_equal(list.count, 3);
	assert_string_equal(plugin_reader_name(&list.rows[0]), "a");
	assert_string_equal(plugin_reader_name(&list.rows[1]), "a2-x");
	assert_string_equal(plugin_reader_name(&list.rows[2]), "b");
	plugin_readers_release(&list);
	assert_true(plugin_readers_find("a2-x", &one, &err));
	plugin_reader_release(&one);
	assert_false(plugin_readers_find("c", &one, &err));
	assert_int_equal(err.kind, ERROR_USAGE);
	unsetenv("PATH");
	err = (struct error)ERROR_INIT;
	assert_false(plugin_readers_find("a", &one, &err));
}
