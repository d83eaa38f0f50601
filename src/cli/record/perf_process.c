#include "cli/record/perf_process.h"

#include <errno.h>
#include <inttypes.h>
#include <signal.h>
#include <spawn.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/number.h"
#include "base/utf8.h"

/* Longer than perf's usage text. */
#define SHOWN_MOST (16 * 1024)

#define USAGE TEXT(" Usage: perf record")

#define PARANOID "/proc/sys/kernel/perf_event_paranoid"

/*
 * Signals are blocked and waited for with sigwait(), so there are no handlers, and no signal is
 * lost between a test and a sleep. A timer wakes us up for the progress line.
 */
struct signal_waiting {
	sigset_t wanted, before;
	struct sigaction child, alarm; /* the previous actions */
};

static const int ends[] = {SIGINT, SIGTERM, SIGHUP, SIGQUIT};

static void begin_waiting(struct signal_waiting *w)
{
	struct sigaction usual = {.sa_handler = SIG_DFL}, now;

	sigemptyset(&w->wanted);
	for (size_t i = 0; i < sizeof ends / sizeof *ends; i++) {
		/* ignored signals stay ignored, as under nohup or in the background of a script */
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

/* Discard pending signals of the timer and of the child; leave others to our process. */
static void end_waiting(const struct signal_waiting *w)
{
	struct sigaction ignore = {.sa_handler = SIG_IGN};

	wake_each_second(false);
	sigaction(SIGALRM, &ignore, NULL);
	sigaction(SIGCHLD, &ignore, NULL);
	sigaction(SIGALRM, &w->alarm, NULL);
	sigaction(SIGCHLD, &w->child, NULL);
	sigprocmask(SIG_SETMASK, &w->before, NULL);
}

static bool start_perf(const char *const argv[], int messages,
		       const struct signal_waiting *w, pid_t *pid, bool *missing,
		       struct error *err)
{
	posix_spawn_file_actions_t files;
	posix_spawnattr_t attributes;
	sigset_t usual;
	int failed;

	sigemptyset(&usual);
	sigaddset(&usual, SIGXFSZ); /* ignored only in our process */
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

static bool has_ended(pid_t pid, struct perf_exit *end)
{
	int status;

	if (waitpid(pid, &status, WNOHANG) != pid)
		return false;
	end->status = WIFEXITED(status) ? WEXITSTATUS(status) : -1;
	end->signal = WIFSIGNALED(status) ? WTERMSIG(status) : 0;
	return true;
}

/* The first signal makes perf finish the file, which may take a while; the second kills it. */
static void pass_on(int sig, pid_t pid, bool again, volatile sig_atomic_t *stop,
		    struct perf_exit *end)
{
	if (sig != SIGINT || again)
		end->end_us = sig;
	end->killed = again;
	if (stop && !again) {
		*stop = 1;
		return;
	}
	/* the terminal sends Ctrl-C to perf too; a second one is harmless */
	kill(pid, again ? SIGKILL : sig == SIGINT ? SIGINT : SIGTERM);
}

/* `stop` is read by a stand-in; NULL: perf, which gets signals. */
static void wait_for(pid_t pid, const struct signal_waiting *w,
		     volatile sig_atomic_t *stop, const struct perf_watcher *watcher,
		     struct perf_exit *end)
{
	bool ending = false;
	int sig = 0;

	while (!has_ended(pid, end)) {
		if (watcher)
			watcher->look(watcher->arg, ending);
		if (sigwait(&w->wanted, &sig) != 0 || sig == SIGCHLD || sig == SIGALRM)
			continue;
		pass_on(sig, pid, ending, stop, end);
		ending = true;
	}
}

bool perf_process_run(const char *const argv[], int messages,
		      const struct perf_watcher *watcher, struct perf_exit *end,
		      bool *missing, struct error *err)
{
	struct signal_waiting w;
	pid_t pid;
	bool ok;

	*end = (struct perf_exit){0};
	begin_waiting(&w);
	ok = start_perf(argv, messages, &w, &pid, missing, err);
	if (ok) {
		wake_each_second(watcher != NULL);
		wait_for(pid, &w, NULL, watcher, end);
	}
	end_waiting(&w);
	return ok;
}

/* Signals stay blocked in the child: Ctrl-C is handled by the parent, which sets `*stop`. */
static pid_t fork_stand_in(const struct perf_stand_in *in,
			   const volatile sig_atomic_t *stop, const sigset_t *usual)
{
	pid_t own = getpid(), pid = fork();

	if (pid != 0)
		return pid;
	prctl(PR_SET_PDEATHSIG, SIGKILL);
	if (getppid() != own)
		_exit(1);
	_exit(in->record(in->arg, stop, usual));
}

bool perf_process_stand_in(const struct perf_stand_in *in,
			   const struct perf_watcher *watcher, struct perf_exit *end,
			   struct error *err)
{
	void *shared = mmap(NULL, sizeof(sig_atomic_t), PROT_READ | PROT_WRITE,
			    MAP_SHARED | MAP_ANONYMOUS, -1, 0);
	volatile sig_atomic_t *stop = shared;
	struct signal_waiting w;
	pid_t pid;

	*end = (struct perf_exit){0};
	if (shared == MAP_FAILED)
		return error_sys(err, "cannot start the recording process");
	begin_waiting(&w);
	pid = fork_stand_in(in, stop, &w.before);
	if (pid < 0) {
		error_sys(err, "cannot start the recording process");
	} else {
		wake_each_second(watcher != NULL);
		wait_for(pid, &w, stop, watcher, end);
	}
	end_waiting(&w);
	munmap(shared, sizeof(sig_atomic_t));
	return pid >= 0;
}

/* ---- why perf did not record ---- */

/* A line of the messages without its line end; false when there are no more. */
static bool next_line(FILE *messages, char *line, int room, struct text *text)
{
	if (!fgets(line, room, messages))
		return false;
	*text = text_of(line);
	if (text_ends(*text, TEXT("\n")))
		text->len--;
	return true;
}

/* Print a line escaped, except its tabs. */
static void write_line(struct text line, FILE *out)
{
	const char *tab;

	while (line.len && (tab = memchr(line.at, '\t', line.len))) {
		size_t before = (size_t)(tab - line.at);

		printable_write(text_upto(line, before), out);
		putc('\t', out);
		line = text_from(line, before + 1);
	}
	printable_write(line, out);
	putc('\n', out);
}

void perf_refusal_show(FILE *messages, FILE *out)
{
	char line[1024];
	struct text text;
	long shown = 0;

	rewind(messages);
	while (shown < SHOWN_MOST && next_line(messages, line, sizeof line, &text)) {
		/* after "  Error: unknown option `frob'" follow all options, 130 lines */
		if (text_starts(text, USAGE))
			break;
		/* as "[ perf record: Woken up 1 times to write data ]" */
		if (text_starts(text, TEXT("[ perf record: ")))
			continue;
		write_line(text, out);
		shown += (long)text.len;
	}
}

bool perf_refusal_missing(const char *what, struct error *err)
{
	return error_set(err, ERROR_SYSTEM,
			 "there is no perf in PATH; install it: the package is "
			 "linux-perf in Debian, linux-tools-$(uname -r) in Ubuntu, perf "
			 "in Fedora and others; %.60s needs it: without perf there are "
			 "only -F, -p, -a, -C, -G, -g, -o, --duration and a command",
			 what);
}

static bool tells_of(FILE *messages, const char *words)
{
	char line[1024];
	struct text text;

	rewind(messages);
	while (next_line(messages, line, sizeof line, &text))
		if (strstr(line, words))
			return true;
	return false;
}

/*
 * Messages of perf 3 to 6: "Access to performance monitoring ... is limited", "Permission denied".
 */
static bool tells_of_permission(FILE *messages)
{
	return tells_of(messages, "perf_event_paranoid") ||
	       tells_of(messages, "ermission") || tells_of(messages, "not permitted") ||
	       tells_of(messages, "is limited");
}

/*
 * "No permissions to read /sys/kernel/tracing/events/...", in older versions
 * "/sys/kernel/debug/...".
 */
static bool tells_of_tracepoints(FILE *messages)
{
	return tells_of(messages, "/tracing/") || tells_of(messages, "trace events");
}

/* False on systems other than Linux, and on old Linux. */
static bool read_paranoid(int32_t *value)
{
	FILE *f = fopen(PARANOID, "re");
	char line[32];
	struct text text;
	bool known =
	    f && next_line(f, line, sizeof line, &text) && number_i32(text, value);

	if (f)
		fclose(f);
	return known;
}

/*
 * Users other than root may record all CPUs if the value is at most 0, the kernel part of their own
 * processes if at most 1, and the rest of them if at most 2 (kernel.org,
 * admin-guide/sysctl/kernel). Debian and Ubuntu add 3 and 4: nothing at all.
 */
static bool explain_permission(const struct perf_command *c, int32_t paranoid,
			       struct error *err)
{
	if (geteuid() == 0)
		return error_set(err, ERROR_SYSTEM,
				 "perf is not allowed to record here, even as root; a "
				 "container needs --cap-add=PERFMON and a seccomp "
				 "profile that allows perf_event_open");
	if (c->system_wide && paranoid > 0)
		return error_set(err, ERROR_SYSTEM,
				 "only root may record all CPUs here "
				 "(kernel.perf_event_paranoid is %" PRId32
				 "); run as root, or sudo sysctl "
				 "kernel.perf_event_paranoid=0%s",
				 paranoid,
				 paranoid > 2 ? ""
					      : ", or record a process of your own: -p "
						"PID");
	if (paranoid > 2)
		return error_set(err, ERROR_SYSTEM,
				 "only root may record here "
				 "(kernel.perf_event_paranoid is %" PRId32
				 "); run as root, or sudo sysctl "
				 "kernel.perf_event_paranoid=1",
				 paranoid);
	return error_set(
	    err, ERROR_SYSTEM,
	    "perf may not record this (kernel.perf_event_paranoid is %" PRId32
	    "); run as root, or record a process of your own, or for "
	    "tracepoints sudo sysctl kernel.perf_event_paranoid=-1",
	    paranoid);
}

bool perf_refusal_explain(const struct perf_command *c, const struct perf_exit *end,
			  FILE *messages, struct error *err)
{
	int32_t paranoid = 0;
	bool known = read_paranoid(&paranoid);
	bool refused = known && geteuid() != 0 && paranoid > (c->system_wide ? 0 : 2);

	if (messages)
		refused = tells_of_permission(messages);
	if (refused && end->status > 0 && geteuid() != 0 && messages &&
	    tells_of_tracepoints(messages))
		return error_set(
		    err, ERROR_SYSTEM,
		    "only root may list tracepoints here; run as root%s",
		    c->waiting
			? "; the cheap variant needs none: --waiting --switch-events"
			: "");
	if (refused && end->status > 0)
		return explain_permission(c, paranoid, err);
	if (end->status < 0)
		return error_set(err, ERROR_SYSTEM, "perf record was killed: %s",
				 strsignal(end->signal));
	if (end->status == 0)
		return error_set(err, ERROR_SYSTEM, "perf record wrote no %.100s",
				 c->output);
	if (messages && tells_of(messages, "Error: unknown "))
		return error_set(err, ERROR_USAGE,
				 "perf record does not accept this; to list its options: "
				 "perf record -h");
	return error_set(err, ERROR_SYSTEM, "perf record failed with status %d",
			 end->status);
}
