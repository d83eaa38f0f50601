/*
 * bounded - run a test so that it ends, with all it has started, and say how long it took.
 *
 *	bounded COMMAND [ARG ...]
 *
 * After TEST_SECONDS, or an hour, the test has failed. Processes that it leaves behind are its
 * own, whatever sessions they have made: they have a moment to end by themselves, then they are
 * killed, and the test has failed. Standard output goes by way of a file, so that nobody who
 * holds it open holds up the driver. The last line is for tests/seconds:
 *
 *	# took 1.25 s, 0.75 s of CPU
 */
#include <dirent.h>
#include <errno.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>
#ifdef __linux__
#include <sys/prctl.h>
#endif

#define GRACE 5 /* seconds for what a test has told to end, and has not waited for */

static double now(void)
{
	struct timespec t;

	clock_gettime(CLOCK_MONOTONIC, &t);
	return (double)t.tv_sec + (double)t.tv_nsec / 1e9;
}

/* The parent of a process, 0 if it is not there. Its name goes to `name`. */
static pid_t parent_of(const char *pid, char name[32])
{
	char path[64], line[512], *end;
	int parent = 0;
	FILE *f;

	snprintf(path, sizeof path, "/proc/%.20s/stat", pid);
	f = fopen(path, "r");
	if (!f)
		return 0;
	if (fgets(line, sizeof line, f) && (end = strrchr(line, ')')) != NULL) {
		sscanf(end + 1, " %*c %d", &parent);
		*end = '\0';
		snprintf(name, 32, "%s", strchr(line, '(') ? strchr(line, '(') + 1 : "");
	}
	fclose(f);
	return parent;
}

/* Kill our children; with a report, name them as what made the test fail. */
static void kill_children(bool report)
{
	DIR *proc = opendir("/proc");
	struct dirent *entry;
	char name[32];

	while (proc && (entry = readdir(proc)) != NULL) {
		int pid = atoi(entry->d_name);

		if (pid <= 0 || parent_of(entry->d_name, name) != getpid())
			continue;
		if (report)
			printf("Bail out! left running: %s (%d)\n", name, pid);
		kill(pid, SIGKILL);
	}
	if (proc)
		closedir(proc);
}

/* Wait for a child until `deadline`. 0: there was none that ended by then; -1: there is none. */
static pid_t wait_until(double deadline, int *status)
{
	for (;;) {
		pid_t pid = waitpid(-1, status, WNOHANG);
		double left = deadline - now();
		struct timespec t = {(time_t)left,
				     (long)((left - (double)(time_t)left) * 1e9)};
		sigset_t wanted;
		int signal;

		if (pid || left <= 0)
			return pid;
		sigemptyset(&wanted);
		sigaddset(&wanted, SIGCHLD);
		sigaddset(&wanted, SIGHUP);
		sigaddset(&wanted, SIGINT);
		sigaddset(&wanted, SIGTERM);
		signal = sigtimedwait(&wanted, NULL, &t);
		if (signal > 0 && signal != SIGCHLD)
			return 0;
	}
}

/* All that is left of the test ends; false: nothing had to be killed. */
static bool end_the_rest(bool patient)
{
	double deadline = now() + (patient ? GRACE : 0);
	bool killed = false;
	int status;

	for (pid_t pid; (pid = wait_until(deadline, &status)) >= 0;) {
		if (pid && !killed)
			continue;
		kill_children(patient && !killed);
		killed = true;
		deadline = now() + GRACE;
	}
	return killed;
}

static void run(char **argv, const sigset_t *before, FILE *words)
{
	sigprocmask(SIG_SETMASK, before, NULL);
	if (dup2(fileno(words), STDOUT_FILENO) < 0)
		_exit(126);
	execvp(argv[0], argv);
	fprintf(stderr, "bounded: %s: %s\n", argv[0], strerror(errno));
	_exit(127);
}

/* cmocka up to 1.1.5 (Debian 12) says "not ok" of what is skipped. */
static void print(FILE *words)
{
	char *line = NULL;
	size_t size = 0;

	rewind(words);
	while (getline(&line, &size, words) > 0) {
		const char *from = line;
		int end = 0;

		sscanf(line, "not ok %*d # SKIP%n", &end);
		if (end)
			from += strlen("not ");
		fputs(from, stdout);
		if (from[0] && from[strlen(from) - 1] != '\n')
			putchar('\n');
	}
	free(line);
}

int main(int argc, char **argv)
{
	double seconds = getenv("TEST_SECONDS") ? atof(getenv("TEST_SECONDS")) : 3600;
	double begun = now(), cpu;
	FILE *words = tmpfile();
	int status = 0, other;
	struct rusage used;
	sigset_t ours, before;
	bool ended = false, killed;
	pid_t test, pid;

	if (argc < 2 || !words)
		return 2;
#ifdef PR_SET_CHILD_SUBREAPER
	prctl(PR_SET_CHILD_SUBREAPER, 1);
#endif
	sigemptyset(&ours);
	sigaddset(&ours, SIGCHLD);
	sigaddset(&ours, SIGHUP);
	sigaddset(&ours, SIGINT);
	sigaddset(&ours, SIGTERM);
	sigprocmask(SIG_BLOCK, &ours, &before);
	test = fork();
	if (!test)
		run(argv + 1, &before, words);
	while (!ended && (pid = wait_until(begun + seconds, &other)) > 0)
		if (pid == test) {
			ended = true;
			status = other;
		}
	print(words);
	if (!ended)
		printf("Bail out! no end after %g s\n", now() - begun);
	fflush(stdout);
	killed = end_the_rest(ended);
	getrusage(RUSAGE_CHILDREN, &used);
	cpu = (double)(used.ru_utime.tv_sec + used.ru_stime.tv_sec) +
	      (double)(used.ru_utime.tv_usec + used.ru_stime.tv_usec) / 1e6;
	printf("# took %.2f s, %.2f s of CPU\n", now() - begun, cpu);
	if (!ended || killed)
		return 1;
	if (WIFSIGNALED(status))
		printf("Bail out! ended by signal %d\n", WTERMSIG(status));
	return WIFEXITED(status) ? WEXITSTATUS(status) : 1;
}
