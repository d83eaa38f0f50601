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

/*
 * It is a copy of a process with threads, so it may only call what a signal handler may: no
 * memory is asked for, nothing is printed. Threads of ours cannot do its work: they end with
 * us, and Ctrl-C or a crash would leave the reader running.
 */

#define FILES_MOST 65536   /* descriptors to be closed where Linux has no call for it */
#define PIPE_MOST  1048576 /* bytes in a pipe, unless root has made it larger */

/* Where the descriptors are that the watching process needs; it has no others. */
enum { OWNER, MESSAGES };

struct watch {
	pid_t reader;
	bool quiet;   /* nothing can come from its standard error any more */
	bool in_line; /* the last line there is not finished */
	struct plugin_report report;
};

static void tell(int owner, const struct plugin_report *report)
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

/* Who had less keeps that. */
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

/* Standard input may be free here: then the file that has nothing is there at once. */
static bool give_nothing(void)
{
	int nothing = open("/dev/null", O_RDONLY);

	if (nothing == STDIN_FILENO)
		return true;
	return dup2(nothing, STDIN_FILENO) == STDIN_FILENO && close(nothing) == 0;
}

static bool give_files(const struct plugin_job *job)
{
	return (job->keeps_input || give_nothing()) &&
	       dup2(job->out, STDOUT_FILENO) == STDOUT_FILENO &&
	       dup2(job->messages[1], STDERR_FILENO) == STDERR_FILENO;
}

static void become_reader(const struct plugin_job *job)
{
	struct plugin_report failure = {.end = PLUGIN_NOT_RUN};
	sigset_t none;

	setpgid(0, 0);
	prctl(PR_SET_PDEATHSIG, SIGKILL); /* should somebody kill who watches it */
	sigemptyset(&none);
	if (give_files(job) && limit(job->memory)) {
		sigprocmask(SIG_SETMASK, &none, NULL);
		execve(job->argv[0], job->argv, environ);
	}
	failure.status = errno;
	tell(job->owner, &failure);
	_exit(127);
}

/* ---- the watching process ---- */

static void on_child(int sig)
{
	(void)sig; /* it has woken ppoll() */
}

static void close_from(unsigned first)
{
#ifdef SYS_close_range
	if (syscall(SYS_close_range, first, ~0U, 0) == 0)
		return;
#endif
	for (unsigned fd = first; fd < FILES_MOST; fd++)
		close((int)fd);
}

/* Whatever else is open may be a pipe for whose end somebody waits. */
static bool keep_files(const struct plugin_job *job)
{
	bool ok = dup2(job->owner, OWNER) == OWNER &&
		  dup2(job->messages[0], MESSAGES) == MESSAGES &&
		  fcntl(MESSAGES, F_SETFL, O_NONBLOCK) == 0;

	close_from(MESSAGES + 1);
	return ok;
}

static void keep(struct plugin_report *r, const char *bytes, size_t n)
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

/* What is there now; a pipe holds no more, and whoever goes on writing is heard again. */
static void hear(struct watch *w)
{
	char bytes[4096];
	ssize_t n = 1;

	for (size_t all = 0; !w->quiet && all < PIPE_MOST; all += (size_t)n) {
		n = read(MESSAGES, bytes, sizeof bytes);
		w->quiet = n == 0 || (n < 0 && errno != EAGAIN && errno != EINTR);
		if (n <= 0)
			return;
		keep(&w->report, bytes, (size_t)n);
		w->report.bytes += (uint64_t)n;
		for (ssize_t i = 0; i < n; i++) {
			w->report.lines += !w->in_line;
			w->in_line = bytes[i] != '\n';
		}
	}
}

/* It stays a zombie, so that its number is nobody else's yet. */
static bool has_ended(const struct watch *w)
{
	siginfo_t info = {.si_pid = 0};

	return waitid(P_PID, (id_t)w->reader, &info, WEXITED | WNOHANG | WNOWAIT) != 0 ||
	       info.si_pid == w->reader;
}

static struct timespec left_of(const struct timespec *until)
{
	struct timespec now, left;

	clock_gettime(CLOCK_MONOTONIC, &now);
	left.tv_sec = until->tv_sec - now.tv_sec;
	left.tv_nsec = until->tv_nsec - now.tv_nsec;
	if (left.tv_nsec < 0) {
		left.tv_sec--;
		left.tv_nsec += 1000000000;
	}
	return left;
}

/* False: nobody wants it any more. */
static bool watch(struct watch *w, uint64_t seconds)
{
	struct timespec until, left;
	bool ended = false;
	sigset_t in_wait;

	sigfillset(&in_wait);
	sigdelset(&in_wait, SIGCHLD);
	clock_gettime(CLOCK_MONOTONIC, &until);
	until.tv_sec += (time_t)seconds;
	while (left = left_of(&until), !(ended = has_ended(w)) && left.tv_sec >= 0) {
		struct pollfd of[] = {
		    [OWNER] = {.fd = OWNER, .events = POLLIN},
		    [MESSAGES] = {.fd = w->quiet ? -1 : MESSAGES, .events = POLLIN}};

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

/* What is ignored here would stay ignored in the reader. */
static void usual_signals(void)
{
	struct sigaction usual = {.sa_handler = SIG_DFL};

	for (int sig = 1; sig < NSIG; sig++)
		sigaction(sig, &usual, NULL);
}

static void become_watch(const struct plugin_job *job)
{
	struct sigaction child = {.sa_handler = on_child};
	struct watch w = {.report.end = PLUGIN_NOT_RUN};
	bool ok;

	setsid();
	usual_signals();
	sigaction(SIGCHLD, &child, NULL);
	w.reader = fork();
	if (w.reader == 0)
		become_reader(job);
	w.report.status = errno;
	if (w.reader < 0) {
		tell(job->owner, &w.report);
		_exit(1);
	}
	setpgid(w.reader, w.reader); /* whoever comes first */
	ok = keep_files(job) && watch(&w, job->seconds);
	kill(-w.reader, SIGKILL);
	if (ok)
		hear(&w);
	if (w.report.end == PLUGIN_LATE)
		tell(OWNER, &w.report); /* should it hang in the kernel */
	while (waitpid(w.reader, &w.report.status, 0) < 0 && errno == EINTR)
		;
	if (ok && w.report.end != PLUGIN_LATE)
		tell(OWNER, &w.report);
	_exit(0);
}

pid_t plugin_watch_start(const struct plugin_job *job)
{
	sigset_t all, before;
	pid_t pid;
	int failed;

	sigfillset(&all);
	pthread_sigmask(SIG_SETMASK, &all, &before); /* our handlers are not its own */
	pid = fork();
	if (pid == 0)
		become_watch(job);
	failed = errno;
	pthread_sigmask(SIG_SETMASK, &before, NULL);
	errno = failed;
	return pid;
}
