/*
 * measure - the cost of one run of a program: prints one line "WALL-NS USER-NS SYSTEM-NS PEAK-KIB
 * STATUS" on standard output.
 *
 * 	measure [-i IN] [-o OUT] COMMAND [ARGUMENT]...
 *
 * The command reads IN and writes OUT; both are /dev/null by default, and so is its standard error.
 * The peak is the largest resident size of any of its processes.
 */

#include <fcntl.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

static uint64_t now_ns(void)
{
	struct timespec ts;

	clock_gettime(CLOCK_MONOTONIC, &ts);
	return (uint64_t)ts.tv_sec * 1000000000 + (uint64_t)ts.tv_nsec;
}

static uint64_t ns_of(struct timeval tv)
{
	return (uint64_t)tv.tv_sec * 1000000000 + (uint64_t)tv.tv_usec * 1000;
}

static void redirect(int to, const char *path, int flags)
{
	int fd = open(path, flags, 0666);

	if (fd < 0 || dup2(fd, to) < 0)
		_exit(126);
	close(fd);
}

int main(int argc, char **argv)
{
	const char *in = "/dev/null", *out = "/dev/null";
	struct rusage cost;
	uint64_t start, wall;
	int option, status;
	pid_t pid;

	while ((option = getopt(argc, argv, "+i:o:")) != -1) {
		if (option == 'i')
			in = optarg;
		else if (option == 'o')
			out = optarg;
		else
			return 2;
	}
	if (optind >= argc) {
		fprintf(stderr,
			"usage: measure [-i IN] [-o OUT] COMMAND [ARGUMENT]...\n");
		return 2;
	}
	start = now_ns();
	pid = fork();
	if (pid == 0) {
		redirect(STDIN_FILENO, in, O_RDONLY);
		redirect(STDOUT_FILENO, out, O_WRONLY | O_CREAT | O_TRUNC);
		redirect(STDERR_FILENO, "/dev/null", O_WRONLY);
		execvp(argv[optind], argv + optind);
		_exit(127);
	}
	if (pid < 0 || wait4(pid, &status, 0, &cost) != pid)
		return 1;
	wall = now_ns() - start;
	printf("%llu %llu %llu %ld %d\n", (unsigned long long)wall,
	       (unsigned long long)ns_of(cost.ru_utime),
	       (unsigned long long)ns_of(cost.ru_stime), cost.ru_maxrss,
	       WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status));
	return 0;
}
