#include "input/plugin/plugin_watch.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#define FILES_MOST 65536   /* descriptors to close on a Linux without close_range() */
#define PIPE_MOST  1048576 /* the maximum size of a pipe, unless root has raised it */

/* The only descriptors that the watching process keeps. */
enum { OWNER, MESSAGES };

struct watch {
	pid_t reader;
	bool quiet;   /* standard error of the reader has been closed */
	bool in_line; /* its last line is not finished */
	struct plugin_report report;
};

static void tell_owner(int owner, const struct plugin_report *report)
{
	const char *at = (const char *)report;
	size_t left = sizeof *report;

	while (left) {
		ssize_t n = write(owner, at, left);

		if (n < 0 && errno != EINTR)
			return;
		if (n > 0) {
			at += n;
			left -= (size_t)n;
		}
	}
}

/* ---- the reader's process ---- */

/* Limit the memory; a lower limit stays in force. */
static bool limit(uint64_t memory)
{
	struct rlimit l;

	if (getrlimit(RLIMIT_DATA, &l) != 0)
		return false;
	if (l.rlim_max > memory)
		l.rlim_max = (rlim_t)memory;
	l.rlim_cur = l.rlim_max;
	return setrlimit(RLIMIT_DATA, &l) == 0;
}

static bool give_files(const struct plugin_job *job)
{
	int in = job->keeps_input ? STDIN_FILENO : open("/dev/null", O_RDONLY);

	/* if 0 was free, that is where it has opened */
	return (in == STDIN_FILENO ||
		(dup2(in, STDIN_FILENO) == STDIN_FILENO && close(in) == 0)) &&
	       dup2(job->out, STDOUT_FILENO) == STDOUT_FILENO &&
	       dup2(job->messages[1], STDERR_FILENO) == STDERR_FILENO;
}

static void become_reader(const struct plugin_job *job)
{
	struct plugin_report failure = {.end = PLUGIN_NOT_RUN};
	sigset_t none;

	setpgid(0, 0);
	prctl(PR_SET_PDEATHSIG, SIGKILL); /* in case the watching process is killed */
	sigemptyset(&none);
	if (give_files(job) && limit(job->memory)) {
		sigprocmask(SIG_SETMASK, &none, NULL);
		execve(job->argv[0], job->argv, environ);
	}
	failure.status = errno;
	tell_owner(job->owner, &failure);
	_exit(127);
}

/* ---- the watching process ---- */

static void on_child(int sig)
{
	(void)sig; /* it only interrupts ppoll() */
}

/*
 * Close all other descriptors: one may be the write end of a pipe whose reader waits for the end.
 */
static bool keep_files(const struct plugin_job *job)
{
	bool ok = dup2(job->owner, OWNER) == OWNER &&
		  dup2(job->messages[0], MESSAGES) == MESSAGES &&
		  fcntl(MESSAGES, F_SETFL, O_NONBLOCK) == 0;

#ifdef SYS_close_range
	if (syscall(SYS_close_range, MESSAGES + 1, ~0U, 0) == 0)
		return ok;
#endif
	for (int fd = MESSAGES + 1; fd < FILES_MOST; fd++)
		close(fd);
	return ok;
}

static void keep_message(struct plugin_report *r, const char *bytes, size_t n)
{
	size_t kept = r->bytes < PLUGIN_FIRST ? (size_t)r->bytes : PLUGIN_FIRST;
	size_t first = n < PLUGIN_FIRST - kept ? n : PLUGIN_FIRST - kept,
	       old = r->last_length;

	memcpy(r->first + kept, bytes, first);
	bytes += first;
	n -= first;
	if (n > PLUGIN_LAST) {
		bytes += n - PLUGIN_LAST;
		n = PLUGIN_LAST;
	}
	if (old > PLUGIN_LAST - n) {
		memmove(r->last, r->last + old - (PLUGIN_LAST - n), PLUGIN_LAST - n);
		old = PLUGIN_LAST - n;
	}
	memcpy(r->last + old, bytes, n);
	r->last_length = (uint32_t)(old + n);
}

/*
 * Read the messages available now: at most as many as a pipe holds, so that a program that keeps
 * writing cannot hold us up.
 */
static void hear(struct watch *w)
{
	char bytes[4096];
	ssize_t n = 1;

	for (size_t all = 0; !w->quiet && all < PIPE_MOST; all += (size_t)n) {
		n = read(MESSAGES, bytes, sizeof bytes);
		w->quiet = n == 0 || (n < 0 && errno != EAGAIN && errno != EINTR);
		if (n <= 0)
			return;
		keep_message(&w->report, bytes, (size_t)n);
		w->report.bytes += (uint64_t)n;
		for (ssize_t i = 0; i < n; i++) {
			w->report.lines += !w->in_line;
			w->in_line = bytes[i] != '\n';
		}
	}
}

/* False when our process has ended or closed its side. */
static bool watch_reader(struct watch *w, uint64_t seconds)
{
	struct timespec until, now, left;
	bool ended = false;
	sigset_t in_wait;

	sigfillset(&in_wait);
	sigdelset(&in_wait, SIGCHLD);
	clock_gettime(CLOCK_MONOTONIC, &until);
	until.tv_sec += (time_t)seconds;
	for (;;) {
		struct pollfd of[] = {
		    [OWNER] = {.fd = OWNER, .events = POLLIN},
		    [MESSAGES] = {.fd = w->quiet ? -1 : MESSAGES, .events = POLLIN}};
		siginfo_t info = {.si_pid = 0};

		clock_gettime(CLOCK_MONOTONIC, &now);
		left.tv_sec = until.tv_sec - now.tv_sec;
		left.tv_nsec = until.tv_nsec - now.tv_nsec;
		if (left.tv_nsec < 0) {
			left.tv_sec--;
			left.tv_nsec += 1000000000;
		}
		/* an ended reader stays a zombie, so its pid cannot be reused yet */
		ended = waitid(P_PID, (id_t)w->reader, &info,
			       WEXITED | WNOHANG | WNOWAIT) != 0 ||
			info.si_pid == w->reader;
		if (ended || left.tv_sec < 0)
			break;
		if (ppoll(of, 2, &left, &in_wait) <= 0)
			continue;
		if (of[OWNER].revents)
			return false;
		if (of[MESSAGES].revents)
			hear(w);
	}
	w->report.end = ended ? PLUGIN_ENDED : PLUGIN_LATE;
	return true;
}

static void become_watch(const struct plugin_job *job)
{
	struct sigaction usual = {.sa_handler = SIG_DFL},
			 child = {.sa_handler = on_child};
	struct watch w = {.report.end = PLUGIN_NOT_RUN};
	bool ok;

	setsid();
	/* the reader would inherit ignored ones */
	for (int sig = 1; sig < NSIG; sig++)
		sigaction(sig, &usual, NULL);
	sigaction(SIGCHLD, &child, NULL);
	w.reader = fork();
	if (w.reader == 0)
		become_reader(job);
	w.report.status = errno;
	if (w.reader < 0) {
		tell_owner(job->owner, &w.report);
		_exit(1);
	}
	/* parent and child both do this, as either may run first */
	setpgid(w.reader, w.reader);
	ok = keep_files(job) && watch_reader(&w, job->seconds);
	kill(-w.reader, SIGKILL);
	if (ok)
		hear(&w);
	if (w.report.end == PLUGIN_LATE)
		/* before waiting, in case the reader hangs in the kernel */
		tell_owner(OWNER, &w.report);
	while (waitpid(w.reader, &w.report.status, 0) < 0 && errno == EINTR)
		;
	if (ok && w.report.end != PLUGIN_LATE)
		tell_owner(OWNER, &w.report);
	_exit(0);
}

pid_t plugin_watch_start(const struct plugin_job *job)
{
	sigset_t all, before;
	pid_t pid;
	int failed;

	sigfillset(&all);
	/* our handlers must not run in the child */
	pthread_sigmask(SIG_SETMASK, &all, &before);
	pid = fork();
	if (pid == 0)
		become_watch(job);
	failed = errno;
	pthread_sigmask(SIG_SETMASK, &before, NULL);
	errno = failed;
	return pid;
}
