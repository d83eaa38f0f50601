/* On the screen: the active confinement, job control, and where files can be saved. */

#include "lib/unit.h"

#include <dirent.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "lib/work_dir.h"
#include "program.h"

struct place {
	char dir[WORK_DIR], fifo[96], file[4096];
	struct terminal *t;
};

static int start(void **state)
{
	struct place *p = calloc(1, sizeof *p);

	assert_non_null(p);
	work_dir_make(p->dir, "confined");
	snprintf(p->fifo, sizeof p->fifo, "%s/fifo", p->dir);
	assert_int_equal(mkfifo(p->fifo, 0600), 0);
	snprintf(p->file, sizeof p->file, "%s", program_example("service.perf.gz"));
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

/* The number after `name` in a status file of /proc; -1 if it is missing. */
static long status_of(const char *path, const char *name)
{
	FILE *f = fopen(path, "r");
	char line[256];
	long value = -1;

	while (f && fgets(line, sizeof line, f))
		if (strncmp(line, name, strlen(name)) == 0)
			value = strtol(line + strlen(name), NULL, 10);
	if (f)
		fclose(f);
	return value;
}

/* A process whose parent is `parent`; 0 if there is none. */
static long child_of(long parent)
{
	DIR *dir = opendir("/proc");
	const struct dirent *e;
	char path[300];
	long found = 0;

	assert_non_null(dir);
	while (!found && (e = readdir(dir))) {
		snprintf(path, sizeof path, "/proc/%s/status", e->d_name);
		if (e->d_name[0] >= '1' && e->d_name[0] <= '9' &&
		    status_of(path, "PPid:") == parent)
			found = strtol(e->d_name, NULL, 10);
	}
	closedir(dir);
	return found;
}

/* Does `command` print this? */
static bool prints(const char *command, const char *text)
{
	char *out = program_printed(command);
	bool has = strstr(out, text) != NULL;

	free(out);
	return has;
}

TEST_WITH(all_threads_are_confined_and_the_helper_is_not, start, stop)
{
	struct place *p = *state;
	char path[300], version[4200];
	const struct dirent *e;
	long pid, helper, threads = 0;
	DIR *dir;

	snprintf(version, sizeof version, "'%s' --version", program_name());
	if (prints(version, "no limit of system calls")) {
		print_message("# NOT TESTED: calls are not limited in this build\n");
		return;
	}
	p->t = program_open(120, 40, p->file, NULL);
	pid = child_of(child_of(getpid())); /* the terminal's leader is in between */
	helper = child_of(pid);
	assert_true(pid && helper);
	snprintf(path, sizeof path, "/proc/%ld/task", pid);
	dir = opendir(path);
	assert_non_null(dir);
	while ((e = readdir(dir))) {
		if (e->d_name[0] == '.')
			continue;
		snprintf(path, sizeof path, "/proc/%ld/task/%s/status", pid, e->d_name);
		assert_int_equal(status_of(path, "Seccomp:"), 2);
		assert_int_equal(status_of(path, "NoNewPrivs:"), 1);
		threads++;
	}
	closedir(dir);
	assert_true(threads > 0);
	snprintf(path, sizeof path, "/proc/%ld/status", helper);
	assert_int_equal(status_of(path, "Seccomp:"),
			 status_of("/proc/self/status", "Seccomp:"));
	terminal_type(p->t, "q");
	assert_int_equal(terminal_wait(p->t), 0);
	assert_int_equal(child_of(pid), 0); /* no process is left */
}

TEST_WITH(ctrl_z_in_a_pipeline_stops_both_sides_and_gives_the_shell, start, stop)
{
	static const char *const env[] = {"PS1=ready> ", "ENV=", NULL};
	const char *argv[] = {"/bin/sh", "-i", NULL};
	struct place *p = *state;
	char line[9000];
	int writer;

	p->t = terminal_start_with(120, 40, argv, env);
	terminal_expect(p->t, "ready>");
	snprintf(line, sizeof line, "(cat '%s'; cat '%s') | '%s' -\r", p->file, p->fifo,
		 program_name());
	terminal_type(p->t, line);
	terminal_expect(p->t, "samples (");
	terminal_expect(p->t, "quit");
	terminal_mark(p->t);
	terminal_type(p->t, "\032");
	terminal_expect_output(p->t, "Stopped");
	terminal_expect_output(p->t, "ready>");
	terminal_type(p->t, "echo shell $((40 + 2))\r");
	terminal_expect_output(p->t, "shell 42");
	terminal_mark(p->t);
	terminal_type(p->t, "fg\r");
	terminal_expect(p->t, "quit");
	writer = open(p->fifo, O_WRONLY); /* the left side waits for one */
	assert_true(writer >= 0);
	close(writer);
	terminal_expect_gone(p->t, "loading ");
	terminal_mark(p->t);
	terminal_type(p->t, "q");
	terminal_expect_output(p->t, "ready>");
	terminal_type(p->t, "exit\r");
	assert_int_equal(terminal_wait(p->t), 0);
}

static void save_as(struct place *p, const char *dir, const char *name)
{
	char keys[256];

	snprintf(keys, sizeof keys, "S\025%s/%s\r", dir, name);
	terminal_type(p->t, keys);
}

TEST_WITH(only_exports_are_saved_and_only_where_they_do_no_harm, start, stop)
{
	struct place *p = *state;
	char path[128], hidden[96];
	struct stat st;

	p->t = program_open(200, 40, p->file, NULL);
	save_as(p, p->dir, "authorized_keys");
	terminal_expect(p->t, "must end in one of .folded");
	terminal_type(p->t, "\033");
	save_as(p, "/dev/shm", "flarescope-test.folded");
	terminal_expect(p->t, "/dev/shm is a place where programs look for");
	terminal_type(p->t, "\033");
	snprintf(hidden, sizeof hidden, "%s/.config", p->dir);
	assert_int_equal(mkdir(hidden, 0700), 0);
	save_as(p, hidden, "it.json");
	terminal_expect(p->t, ".config is a place where programs look for");
	terminal_type(p->t, "\033");
	save_as(p, p->dir, ".eslintrc.json");
	terminal_expect(p->t, ".eslintrc.json is a place where programs look for");
	terminal_type(p->t, "\033");
	snprintf(path, sizeof path, "%s/link.folded", p->dir);
	assert_int_equal(symlink("/dev/null", path), 0);
	save_as(p, p->dir, "link.folded");
	terminal_expect(p->t, "overwrite it?");
	terminal_type(p->t, "yes\r");
	terminal_expect(p->t, "link.folded is not a file that can be replaced");
	assert_int_equal(lstat(path, &st), 0);
	assert_true(S_ISLNK(st.st_mode));
	save_as(p, p->dir, "good.svg");
	terminal_expect(p->t, "saved 4,613 samples");
	snprintf(path, sizeof path, "%s/good.svg", p->dir);
	assert_int_equal(access(path, F_OK), 0);
}

TEST_WITH(of_files_that_others_write_too_only_profiles_are_replaced, start, stop)
{
	static const char theirs[] = "{\"name\":\"web\",\"version\":\"1.0\"}\n";
	struct place *p = *state;
	char path[128], found[64] = "";
	FILE *f;

	snprintf(path, sizeof path, "%s/package.json", p->dir);
	f = fopen(path, "w");
	assert_non_null(f);
	fputs(theirs, f);
	fclose(f);
	p->t = program_open(200, 40, p->file, NULL);
	save_as(p, p->dir, "package.json");
	terminal_expect(p->t, "overwrite it?");
	terminal_type(p->t, "yes\r");
	terminal_expect(p->t, "package.json is not a profile, and is not replaced");
	f = fopen(path, "r");
	assert_non_null(f);
	assert_int_equal(fread(found, 1, sizeof found - 1, f), sizeof theirs - 1);
	fclose(f);
	assert_string_equal(found, theirs);
	save_as(p, p->dir, "ours.json");
	terminal_expect(p->t, "saved 4,613 samples");
	save_as(p, p->dir, "ours.json");
	terminal_expect(p->t, "overwrite it?");
	terminal_type(p->t, "yes\r");
	terminal_expect(p->t, "saved 4,613 samples");
}

TEST_WITH(without_its_helper_it_says_so_and_goes_on, start, stop)
{
	struct place *p = *state;
	long pid;

	p->t = program_open(200, 40, p->file, NULL);
	pid = child_of(child_of(child_of(getpid())));
	assert_true(pid > 0);
	assert_int_equal(kill((pid_t)pid, SIGKILL), 0);
	save_as(p, p->dir, "none.svg");
	terminal_expect(p->t, "the helper process has ended");
	terminal_type(p->t, "\033");
	terminal_expect_gone(p->t, "save as");
	terminal_type(p->t, "q");
	assert_int_equal(terminal_wait(p->t), 0);
}
