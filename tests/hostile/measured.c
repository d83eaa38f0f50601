/* measured.c - run a command under a clock, and say how it ended and what it took.
 *
 * Usage: measured REPORT SECONDS COMMAND [ARG...]
 *
 * When it has not ended after so many seconds its process group is killed. REPORT is a file that
 * gets one line:
 *
 *	exit|signal|late NUMBER cpu MILLISECONDS wall MILLISECONDS peak KILOBYTES sanitized 0|1
 */

#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#if defined __SANITIZE_ADDRESS__ || defined __SANITIZE_THREAD__
#define SANITIZED 1
#elif defined __has_feature
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer)
#define SANITIZED 1
#endif
#endif
#ifndef SANITIZED
#define SANITIZED 0
#endif

static pid_t child;
static volatile sig_atomic_t late;

static void time_is_up(int signal)
{
	(void)signal;
	late = 1;
	kill(-child, SIGKILL);
}

static long now(void)
{
	struct timespec t;

	clock_gettime(CLOCK_MONOTONIC, &t);
	return t.tv_sec * 1000 + t.tv_nsec / 1000000;
}

static long milliseconds(struct timeval t)
{
	return t.tv_sec * 1000 + t.tv_usec / 1000;
}

static void report(const char *path, int status, long wall, const struct rusage *used)
{
	FILE *out = fopen(path, "w");
	const char *end = late ? "late" : WIFSIGNALED(status) ? "signal" : "exit";
	int number = WIFSIGNALED(status) ? WTERMSIG(status) : WEXITSTATUS(status);

	if (!out ||
	    fprintf(out, "%s %d cpu %ld wall %ld peak %ld sanitized %d\n", end, number,
		    milliseconds(used->ru_utime) + milliseconds(used->ru_stime), wall,
		    used->ru_maxrss, SANITIZED) < 0 ||
	    fclose(out) != 0) {
		perror(path);
		exit(2);
	}
}

int main(int argc, char **argv)
{
	struct rusage used;
	long begun = now();
	int status;

	if (argc < 4)
		return 2;
	child = fork();
	if (child < 0)
		return 2;
	if (child == 0) {
		setpgid(0, 0);
		execvp(argv[3], argv + 3);
		_exit(127);
	}
	setpgid(child, child);
	signal(SIGALRM, time_is_up);
	alarm((unsigned)atoi(argv[2]));
	while (wait4(child, &status, 0, &used) < 0)
		if (errno != EINTR)
			return 2;
	alarm(0);
	report(argv[1], status, now() - begun, &used);
	return 0;
}
