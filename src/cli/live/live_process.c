#include "cli/live/live_process.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include "recorder/recorder.h"

#ifdef HAVE_CONFIG_H
#include <config.h>
#endif

#ifndef PACKAGE_VERSION
#define PACKAGE_VERSION "(built by hand)"
#endif

/* Set by signal handlers, so they must be global (tools/check-globals lists them). */
static volatile sig_atomic_t stopped, lifeline;

static void note_stop_signal(int signal)
{
	(void)signal;
	stopped = 1;
}

/* Handler in the reading process without a screen: end the recording, whose rest is then read. */
static void end_recording(int signal)
{
	(void)signal;
	(void)!write(lifeline, "", 1);
}

/* The same for a stream of another recorder: replace standard input by an empty file. */
static void end_stream(int signal)
{
	(void)signal;
	(void)dup2(lifeline, STDIN_FILENO);
}

/* The report of the child when it has begun, or its error. */
struct start {
	bool ok, user_only;
	struct error err;
};

#define WORDS_MOST   12
#define NUMBERS_ROOM (LIVE_PIDS_MOST * 12 + 8)

/* The equivalent command line, for the header of the recording. */
struct recorder_command {
	const char *words[WORDS_MOST];
	char frequency[16], pids[NUMBERS_ROOM];
};

static void know_command(struct recorder_command *c, const struct live_words *w)
{
	const char *words[WORDS_MOST - 1] = {"flarescope", "record", "-F", c->frequency,
					     "-g"};
	size_t count = 5, len = 0;

	snprintf(c->frequency, sizeof c->frequency, "%u",
		 (unsigned)(w->frequency ? w->frequency : RECORDER_FREQUENCY));
	for (uint32_t i = 0; i < w->pid_count; i++)
		len += (size_t)snprintf(c->pids + len, sizeof c->pids - len, "%s%d",
					/* room: for all */
					i ? "," : "", (int)w->pids[i]);
	words[count++] = w->pid_count ? "-p" : "-a";
	if (w->pid_count)
		words[count++] = c->pids;
	if (w->cpus) {
		words[count++] = "-C";
		words[count++] = w->cpus;
	}
	if (w->cgroup) {
		words[count++] = "-G";
		words[count++] = w->cgroup;
	}
	memcpy(c->words, words, sizeof words);
	c->words[count] = NULL;
}

static struct recorder_options options_of(const struct live_words *w,
					  const struct recorder_command *c,
					  const int32_t *without, size_t without_count)
{
	return (struct recorder_options){.frequency = w->frequency,
					 .pids = w->pids,
					 .pid_count = w->pid_count,
					 .cpus = w->cpus,
					 .cgroup = w->cgroup,
					 .without = without,
					 .without_count = without_count,
					 .duration = w->duration,
					 .ticks = true,
					 .version = "flarescope " PACKAGE_VERSION,
					 .words = c->words};
}

static void handle(int signal, void (*handler)(int signal))
{
	struct sigaction a = {.sa_handler = handler};

	sigemptyset(&a.sa_mask);
	sigaction(signal, &a, NULL);
}

/* In the child: record this host, and report the start to `told`. */
static void record_to_pipe(const struct live_words *w, pid_t parent, int out, int told,
			   int line)
{
	const int32_t own[] = {(int32_t)parent, (int32_t)getpid()};
	int nothing = open("/dev/null", O_RDWR | O_CLOEXEC);
	struct recorder_command c;
	struct recorder_options o;
	struct start s = {.err = ERROR_INIT};
	struct recorder *r;

	/* keys of the terminal are for the process with the screen */
	handle(SIGINT, SIG_IGN);
	handle(SIGQUIT, SIG_IGN);
	handle(SIGTSTP, SIG_IGN);
	handle(SIGPIPE, SIG_IGN);
	handle(SIGTERM, note_stop_signal);
	handle(SIGHUP, note_stop_signal);
	prctl(PR_SET_PDEATHSIG, SIGTERM);
	if (getppid() != parent) /* the parent has ended already */
		stopped = 1;
	/* a confined process may not send signals, but a byte in this pipe raises SIGTERM here */
	fcntl(line, F_SETOWN, getpid());
	fcntl(line, F_SETSIG, SIGTERM);
	fcntl(line, F_SETFL, O_ASYNC | O_NONBLOCK);
	/* a standard stream that stays open would keep its readers waiting */
	for (int i = 0; nothing >= 0 && i < 3; i++)
		dup2(nothing, i);
	if (nothing > 2)
		close(nothing);
	know_command(&c, w);
	o = options_of(w, &c, own, 2);
	r = recorder_open(&o, &s.err);
	s.ok = r != NULL;
	s.user_only = r && recorder_figures(r).user_only;
	while (write(told, &s, sizeof s) < 0 && errno == EINTR)
		;
	close(told);
	if (r)
		recorder_stream(r, out, &stopped, &s.err);
	recorder_close(r);
}

bool live_process_start(struct live_process *p, const struct live_words *w,
			bool *user_only, struct error *err)
{
	int out[2] = {-1, -1}, told[2] = {-1, -1}, line[2] = {-1, -1};
	struct start s = {.err = ERROR_INIT};
	pid_t own = getpid();
	ssize_t n;
	bool ok;

	*p = (struct live_process){.pid = 0};
	if (pipe2(out, O_CLOEXEC) != 0 || pipe2(told, O_CLOEXEC) != 0 ||
	    pipe2(line, O_CLOEXEC) != 0)
		return error_sys(err, "cannot make a pipe");
	p->pid = fork();
	if (p->pid == 0) {
		close(out[0]);
		close(told[0]);
		close(line[1]);
		record_to_pipe(w, own, out[1], told[1], line[0]);
		_exit(0);
	}
	ok = p->pid > 0 || error_sys(err, "cannot start the recording process");
	p->lifeline = line[1] + 1;
	close(out[1]);
	close(told[1]);
	if (ok) {
		do
			n = read(told[0], &s, sizeof s);
		while (n < 0 && errno == EINTR);
		if (n != (ssize_t)sizeof s)
			ok = error_set(err, ERROR_SYSTEM,
				       "the recording process has ended");
	}
	close(told[0]);
	if (ok && !s.ok) {
		*err = s.err;
		ok = false;
	}
	ok = ok && (dup2(out[0], STDIN_FILENO) >= 0 ||
		    error_sys(err, "standard input cannot be replaced"));
	close(out[0]);
	*user_only = s.user_only;
	if (!ok)
		live_process_end(p);
	return ok;
}

static void heed(const struct live_process *p, void (*by)(int))
{
	lifeline = p->lifeline - 1;
	handle(SIGPIPE, SIG_IGN); /* the recorder may have ended already */
	handle(SIGINT, by);
	handle(SIGTERM, by);
	handle(SIGHUP, by);
}

void live_process_heed(const struct live_process *p)
{
	heed(p, end_recording);
}

void live_process_heed_stream(struct live_process *p)
{
	p->lifeline = open("/dev/null", O_RDWR | O_CLOEXEC) + 1;
	if (p->lifeline > 0)
		heed(p, end_stream);
}

/*
 * Make the child end, without waiting for it: this confined process may not send signals, and the
 * thread that reads the pipe keeps it open for a moment. At the latest, the child ends with this
 * process (PR_SET_PDEATHSIG).
 */
void live_process_end(struct live_process *p)
{
	if (p->lifeline > 0) {
		handle(SIGPIPE, SIG_IGN);
		(void)!write(p->lifeline - 1, "", 1);
		close(p->lifeline - 1);
	}
	ssh_messages_end(&p->messages);
	if (p->pid <= 0)
		return;
	close(STDIN_FILENO);
	(void)waitpid(p->pid, NULL, WNOHANG);
	*p = (struct live_process){.pid = 0};
}

bool live_record(const struct live_words *w, int file, bool stream,
		 struct live_recorded *of, struct error *err)
{
	const int32_t own[] = {(int32_t)getpid()};
	struct recorder_figures f;
	struct recorder_options o;
	struct recorder *r;
	struct recorder_command c;
	bool ok;

	know_command(&c, w);
	o = options_of(w, &c, own, 1);
	o.idle = !stream;
	r = recorder_open(&o, err);
	if (!r)
		return false;
	handle(SIGINT, note_stop_signal);
	handle(SIGTERM, note_stop_signal);
	handle(SIGHUP, note_stop_signal);
	if (stream)
		handle(SIGPIPE,
		       SIG_IGN); /* writing to a closed pipe ends the recording */
	ok = stream ? recorder_stream(r, file, &stopped, err)
		    : recorder_file(r, file, &stopped, err);
	f = recorder_figures(r);
	*of = (struct live_recorded){f.samples, f.lost, f.user_only};
	recorder_close(r);
	return ok;
}
