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
#include <poll.h>
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

/*
 * The parent of a process, 0 if it is not there. Its name, which may hold anything, goes to `name`.
 */
static pid_t parent_of(const char *pid, char name[32])
{
	char path[64], text[1024], *end, *from;
	int parent = 0;
	size_t n;
	FILE *f;

	snprintf(path, sizeof path, "/proc/%.20s/stat", pid);
	f = fopen(path, "r");
	if (!f)
		return 0;
	n = fread(text, 1, sizeof text - 1, f);
	fclose(f);
	text[n] = '\0';
	end = strrchr(text, ')');
	from = strchr(text, '(');
	if (!end || !from)
		return 0;
	sscanf(end + 1, " %*c %d", &parent);
	*end = '\0';
	snprintf(name, 32, "%s", from + 1);
	return parent;
}

/*
 * Kill our children; with a report, name them as what made the test fail. Without /proc there is
 * the test alone.
 */
static void kill_children(pid_t test, bool report)
{
	DIR *proc = opendir("/proc");
	struct dirent *entry;
	char name[32];

	if (test > 0)
		kill(test, SIGKILL);
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

/* SIGHUP, SIGINT and SIGTERM are blocked and waited for, as is the end of a child. */
static bool is_interrupted(void)
{
	sigset_t pending;

	sigpending(&pending);
	return sigismember(&pending, SIGHUP) > 0 || sigismember(&pending, SIGINT) > 0 ||
	       sigismember(&pending, SIGTERM) > 0;
}

/* Wait for a child until `deadline`. 0: there was none that ended by then; -1: there is none. */
static pid_t wait_until(double deadline, int *status)
{
	for (int ms = 1;; ms = ms < 8 ? 2 * ms : 10) {
		pid_t pid = waitpid(-1, status, WNOHANG);

		if (pid || now() >= deadline || is_interrupted())
			return pid;
		poll(NULL, 0, ms);
	}
}

/*
 * All that is left of the test ends; false: nothing had to be killed. A test that has not ended is
 * asked first, so that it can remove its files.
 */
static bool end_the_rest(pid_t test, bool ended)
{
	double deadline = now() + GRACE;
	bool killed = false;
	int status, times = 0;

	if (!ended)
		kill(test, SIGTERM);
	for (pid_t pid; (pid = waitpid(-1, &status, WNOHANG)) >= 0;) {
		if (pid == test)
			test = 0;
		if (pid || now() < deadline) {
			if (!pid)
				poll(NULL, 0, 5);
			continue;
		}
		if (times++ == 3) {
			puts("Bail out! what is left cannot be ended");
			break;
		}
		kill_children(ended ? 0 : test, ended && !killed);
		killed = true;
		deadline = now() + (times < 3 ? 0.2 : GRACE);
	}
	return killed;
}

/* A file of our own in TMPDIR, without a name. */
static FILE *open_words(void)
{
	const char *dir = getenv("TMPDIR");
	char path[4096];
	int fd;

	snprintf(path, sizeof path, "%s/flarescope-test.XXXXXX",
		 dir && *dir ? dir : "/tmp");
	fd = mkstemp(path);
	if (fd < 0) {
		printf("Bail out! bounded: %s: %s\n", path, strerror(errno));
		return NULL;
	}
	unlink(path);
	return fdopen(fd, "w+");
}

/* Signals do what they do by default, also where whoever runs the tests ignores one: nohup. */
static void run(char **argv, FILE *words)
{
	sigset_t none;

	for (int i = 1; i < NSIG; i++)
		signal(i, SIG_DFL);
	sigemptyset(&none);
	sigprocmask(SIG_SETMASK, &none, NULL);
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

/* What ends the test early; but for those that are ignored, as SIGHUP is under nohup. */
static sigset_t ending_signals(void)
{
	static const int each[] = {SIGHUP, SIGINT, SIGTERM};
	struct sigaction a;
	sigset_t set;

	sigemptyset(&set);
	for (size_t i = 0; i < sizeof each / sizeof *each; i++)
		if (!sigaction(each[i], NULL, &a) && a.sa_handler != SIG_IGN)
			sigaddset(&set, each[i]);
	return set;
}

int main(int argc, char **argv)
{
	const char *most = getenv("TEST_SECONDS");
	double seconds = most && *most ? atof(most) : 3600;
	double begun = now(), cpu;
	FILE *words = open_words();
	int status = 0, other;
	struct rusage used;
	sigset_t ours = ending_signals();
	bool ended = false, killed;
	pid_t test, pid;

	if (argc < 2 || !words)
		return 2;
#ifdef PR_SET_CHILD_SUBREAPER
	prctl(PR_SET_CHILD_SUBREAPER, 1);
#endif
	sigprocmask(SIG_BLOCK, &ours, NULL);
	test = fork();
	if (!test)
		run(argv + 1, words);
	while (!ended && (pid = wait_until(begun + seconds, &other)) > 0)
		if (pid == test) {
			ended = true;
			status = other;
		}
	print(words);
	if (!ended && is_interrupted())
		puts("Bail out! interrupted");
	else if (!ended)
		printf("Bail out! no end after %g s\n", now() - begun);
	fflush(stdout);
	killed = end_the_rest(ended ? 0 : test, ended);
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
