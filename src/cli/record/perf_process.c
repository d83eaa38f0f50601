#include "cli/record/perf_process.h"

#include <errno.h>
#include <signal.h>
#include <spawn.h>
#include <string.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <unistd.h>

/*
 * Signals are blocked and waited for, so no handler runs: nothing is asked of one that is
 * not there, and no byte is lost between a test and a sleep. A timer wakes us for the
 * progress; it sleeps otherwise.
 */
struct waiting {
	sigset_t wanted, before;
	struct sigaction child, alarm; /* as they were */
};

static const int ends[] = {SIGINT, SIGTERM, SIGHUP, SIGQUIT};

static void begin_waiting(struct waiting *w)
{
	struct sigaction usual = {.sa_handler = SIG_DFL}, now;

	sigemptyset(&w->wanted);
	for (size_t i = 0; i < sizeof ends / sizeof *ends; i++) {
		/* as under nohup, or in the background of a script */
		if (sigaction(ends[i], NULL, &now) == 0 && now.sa_handler != SIG_IGN)
			sigaddset(&w->wanted, ends[i]);
	}
	sigaddset(&w->wanted, SIGCHLD);
	sigaddset(&w->wanted, SIGALRM);
	sigprocmask(SIG_BLOCK, &w->wanted, &w->before);
	sigaction(SIGCHLD, &usual, &w->child);
	sigaction(SIGALRM, &usual, &w->alarm);
}

static void wake_each_second(bool wake)
{
	struct itimerval each = {0};

	each.it_interval.tv_sec = each.it_value.tv_sec = wake ? 1 : 0;
	setitimer(ITIMER_REAL, &each, NULL);
}

/* Signals of the timer and of the child have done their work; others are still for us. */
static void end_waiting(const struct waiting *w)
{
	struct sigaction ignore = {.sa_handler = SIG_IGN};

	wake_each_second(false);
	sigaction(SIGALRM, &ignore, NULL);
	sigaction(SIGCHLD, &ignore, NULL);
	sigaction(SIGALRM, &w->alarm, NULL);
	sigaction(SIGCHLD, &w->child, NULL);
	sigprocmask(SIG_SETMASK, &w->before, NULL);
}

static bool start(const char *const argv[], int messages, const struct waiting *w,
		  pid_t *pid, bool *missing, struct error *err)
{
	posix_spawn_file_actions_t files;
	posix_spawnattr_t attributes;
	sigset_t usual;
	int failed;

	sigemptyset(&usual);
	sigaddset(&usual, SIGXFSZ); /* ignored by us alone */
	failed = posix_spawn_file_actions_init(&files);
	if (!failed && (failed = posix_spawnattr_init(&attributes)))
		posix_spawn_file_actions_destroy(&files);
	if (!failed) {
		posix_spawnattr_setflags(&attributes,
					 POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF);
		posix_spawnattr_setsigmask(&attributes, &w->before);
		posix_spawnattr_setsigdefault(&attributes, &usual);
		if (messages >= 0)
			failed = posix_spawn_file_actions_adddup2(&files, messages,
								  STDERR_FILENO);
		if (!failed)
			failed = posix_spawnp(pid, argv[0], &files, &attributes,
					      (char *const *)argv, environ);
		posix_spawnattr_destroy(&attributes);
		posix_spawn_file_actions_destroy(&files);
	}
	*missing = failed == ENOENT;
	errno = failed;
	return !failed || error_sys(err, "cannot run %.80s", argv[0]);
}

static bool has_ended(pid_t pid, struct perf_end *end)
{
	int status;

	if (waitpid(pid, &status, WNOHANG) != pid)
		return false;
	end->status = WIFEXITED(status) ? WEXITSTATUS(status) : -1;
	end->signal = WIFSIGNALED(status) ? WTERMSIG(status) : 0;
	return true;
}

/* The first signal asks perf to write what it has, which may take a while; no third is needed. */
static void pass_on(int sig, pid_t pid, bool again, struct perf_end *end)
{
	if (sig != SIGINT || again)
		end->end_us = sig;
	end->killed = again;
	/* From the terminal it has its own Ctrl-C already; another does no harm. */
	kill(pid, again ? SIGKILL : sig == SIGINT ? SIGINT : SIGTERM);
}

static void wait_for(pid_t pid, const struct waiting *w,
		     const struct perf_watcher *watcher, struct perf_end *end)
{
	bool ending = false;
	int sig = 0;

	while (!has_ended(pid, end)) {
		if (watcher)
			watcher->look(watcher->arg, ending);
		if (sigwait(&w->wanted, &sig) != 0 || sig == SIGCHLD || sig == SIGALRM)
			continue;
		pass_on(sig, pid, ending, end);
		ending = true;
	}
}

bool perf_process_run(const char *const argv[], int messages,
		      const struct perf_watcher *watcher, struct perf_end *end,
		      bool *missing, struct error *err)
{
	struct waiting w;
	pid_t pid;
	bool ok;

	*end = (struct perf_end){0};
	begin_waiting(&w);
	ok = start(argv, messages, &w, &pid, missing, err);
	if (ok) {
		wake_each_second(watcher != NULL);
		wait_for(pid, &w, watcher, end);
	}
	end_waiting(&w);
	return ok;
}
