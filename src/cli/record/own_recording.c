#include "cli/record/own_recording.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "analysis/perf_options.h"
#include "base/append.h"
#include "base/number.h"

#ifdef HAVE_CONFIG_H
#include <config.h>
#endif

#ifndef PACKAGE_VERSION
#define PACKAGE_VERSION "(built by hand)"
#endif

/* ---- the words of perf ---- */

static bool take_pids(struct own_recording *own, struct text list, struct error *err)
{
	while (list.len) {
		const char *comma = memchr(list.at, ',', list.len);
		size_t len = comma ? (size_t)(comma - list.at) : list.len;
		int32_t pid;

		if (!number_i32(text_upto(list, len), &pid) || pid <= 0 ||
		    !APPEND_FIXED(own->pids, own->options.pid_count, pid))
			return error_set(
			    err, ERROR_USAGE,
			    "-p takes up to %d numbers of processes: -p 17,18",
			    OWN_PIDS_MOST);
		list = text_from(list, len + 1);
	}
	return true;
}

static bool take_rate(struct own_recording *own, struct text rate, const char *word,
		      struct error *err)
{
	uint64_t value;

	if (!number_u64(rate, &value) || value == 0 || value > UINT32_MAX)
		return perf_refusal_missing(word, err);
	own->options.frequency = (uint32_t)value;
	return true;
}

/* One option; `word` is where it stands. What only perf knows is refused by that. */
static bool take_option(struct own_recording *own, const struct perf_use *use,
			const char *argument, const char *word, struct error *err)
{
	const struct perf_option *o = use->option;
	bool whole = o && o->argument == PERF_ARGUMENT_WITH && argument;

	if (o && o->letter == 'a')
		own->all = true;
	else if (o && o->letter == 'g')
		own->options.no_callers = false;
	else if (whole && strcmp(o->name, "call-graph") == 0 &&
		 strcmp(argument, "fp") == 0)
		own->options.no_callers = false;
	else if (whole && o->letter == 'F')
		return take_rate(own, text_of(argument), word, err);
	else if (whole && o->letter == 'p')
		return take_pids(own, text_of(argument), err);
	else if (whole && o->letter == 'C')
		own->options.cpus = argument;
	else if (whole && o->letter == 'G')
		own->options.cgroup = argument;
	else if (!whole || o->letter != 'o') /* that one the command knows already */
		return perf_refusal_missing(word, err);
	return true;
}

static bool take_word(struct own_recording *own, const char *const *argv, size_t *at,
		      struct error *err)
{
	const char *word = argv[*at];
	struct perf_word rest = perf_word_of(text_of(word));
	struct perf_use use;

	if (word[0] != '-' || !word[1])
		return perf_refusal_missing(word, err);
	while (perf_word_next(&rest, &use)) {
		const char *argument = use.has_argument ? use.argument.at : NULL;

		if (use.option && use.option->argument == PERF_ARGUMENT_WITH &&
		    !argument && argv[*at + 1])
			argument = argv[++*at];
		if (!take_option(own, &use, argument, word, err))
			return false;
	}
	return true;
}

static bool understand(struct own_recording *own, const struct perf_command *c,
		       struct error *err)
{
	size_t at = 2; /* behind "perf record" */

	if (c->waiting)
		return perf_refusal_missing("--waiting", err);
	own->options.no_callers = true;
	own->options.idle = true;
	for (; c->argv[at] && strcmp(c->argv[at], "--") != 0; at++)
		if (!take_word(own, c->argv, &at, err))
			return false;
	own->options.pids = own->pids;
	own->options.duration = c->duration;
	own->options.version = "flarescope " PACKAGE_VERSION;
	own->options.words = c->argv;
	if (c->has_workload && c->argv[at])
		own->work = c->argv + at + 1;
	own->all |= own->options.cpus != NULL || own->options.cgroup != NULL;
	return true;
}

bool own_recording_begin(struct own_recording *own, const struct perf_command *c,
			 const struct placement_room *room, struct error *err)
{
	*own = (struct own_recording){.command = c, .file = -1, .told = {-1, -1}};
	if (!understand(own, c, err))
		return false;
	own->file = placement_room_file(room);
	if (own->file < 0)
		return error_sys(err, "cannot write %.200s", c->output);
	return pipe2(own->told, O_CLOEXEC) == 0 ||
	       error_sys(err, "cannot start a process that records");
}

void own_recording_release(struct own_recording *own)
{
	if (own->file >= 0)
		close(own->file);
	for (int i = 0; i < 2; i++)
		if (own->told[i] >= 0)
			close(own->told[i]);
	own->file = own->told[0] = own->told[1] = -1;
}

/* ---- the command ---- */

/* A process that becomes the command when it is let go. */
struct work {
	pid_t pid;
	int go, failed; /* owned: written to let it go; read: errno of execvp() */
};

static void become(const char *const *words, int go, int failed, const sigset_t *usual)
{
	int why;
	char byte;

	prctl(PR_SET_PDEATHSIG, 0);
	sigprocmask(SIG_SETMASK, usual, NULL);
	signal(SIGXFSZ, SIG_DFL); /* ignored by us alone */
	if (read(go, &byte, 1) != 1)
		_exit(1);
	execvp(words[0], (char *const *)words);
	why = errno;
	(void)!write(failed, &why, sizeof why);
	_exit(127);
}

static bool start_work(struct work *w, const char *const *words, const sigset_t *usual,
		       struct error *err)
{
	int go[2], failed[2];

	*w = (struct work){.go = -1, .failed = -1};
	if (pipe2(go, O_CLOEXEC) != 0)
		return error_sys(err, "cannot run %.80s", words[0]);
	if (pipe2(failed, O_CLOEXEC) != 0) {
		close(go[0]);
		close(go[1]);
		return error_sys(err, "cannot run %.80s", words[0]);
	}
	w->pid = fork();
	if (w->pid == 0) {
		close(go[1]); /* or nobody would be missed who holds it */
		become(words, go[0], failed[1], usual);
	}
	close(go[0]);
	close(failed[1]);
	w->go = go[1];
	w->failed = failed[0];
	return w->pid > 0 || error_sys(err, "cannot run %.80s", words[0]);
}

static bool let_go(const struct work *w, const char *name, struct error *err)
{
	int why = 0;
	ssize_t n;

	if (write(w->go, "", 1) != 1)
		return error_sys(err, "cannot run %.80s", name);
	do
		n = read(w->failed, &why, sizeof why);
	while (n < 0 && errno == EINTR);
	errno = why;
	return n != (ssize_t)sizeof why || error_sys(err, "cannot run %.80s", name);
}

/* Told to end before it has: so is the command, as by perf. */
static void end_work(struct work *w)
{
	if (w->go >= 0)
		close(w->go);
	if (w->failed >= 0)
		close(w->failed);
	if (w->pid <= 0)
		return;
	if (waitpid(w->pid, NULL, WNOHANG) == 0)
		kill(w->pid, SIGTERM);
}

/* ---- in the process that records ---- */

/* What it says at its end. */
struct told {
	bool ok;
	struct error err;
	struct recorder_figures figures;
};

static bool record(struct own_recording *own, struct work *w,
		   const volatile sig_atomic_t *stop, const sigset_t *usual,
		   struct told *t)
{
	struct recorder *r = NULL;
	bool ok = !own->work || start_work(w, own->work, usual, &t->err);

	if (own->work) {
		own->options.until = w->pid;
		if (!own->all && !own->options.pid_count) {
			own->pids[own->options.pid_count++] = w->pid; /* room: none yet */
			own->options.on_exec = true;
		}
	}
	if (ok)
		r = recorder_open(&own->options, &t->err);
	ok = r && (!own->work || let_go(w, own->work[0], &t->err)) &&
	     recorder_file(r, own->file, stop, &t->err);
	if (r)
		t->figures = recorder_figures(r);
	if (!ok && !t->figures.bytes)
		(void)!ftruncate(own->file, 0); /* nothing is left of it */
	recorder_close(r);
	return ok;
}

static int run(void *arg, const volatile sig_atomic_t *stop, const sigset_t *usual)
{
	struct own_recording *own = arg;
	struct told t = {.err = ERROR_INIT};
	struct work w = {.go = -1, .failed = -1};

	t.ok = record(own, &w, stop, usual, &t);
	end_work(&w);
	(void)!write(own->told[1], &t, sizeof t);
	return t.ok ? 0 : 1;
}

/* ---- in ours ---- */

static void warn_of(const struct recorder_figures *f)
{
	char n[NUMBER_THINGS_MAX];

	if (f->user_only)
		fputs("flarescope: what the kernel does for these processes is not "
		      "recorded: that wants root, CAP_PERFMON, or "
		      "kernel.perf_event_paranoid of at most 1\n",
		      stderr);
	if (f->lost)
		fprintf(stderr, "flarescope: %s lost, as there was no room for them\n",
			number_things(f->lost, "records", n));
}

bool own_recording_run(struct own_recording *own, const struct perf_watcher *watcher,
		       struct perf_end *end, struct error *err)
{
	const struct perf_stand_in in = {run, own};
	struct told t;
	ssize_t n;

	fflush(NULL); /* or what waits there might be written twice */
	if (!perf_process_stand_in(&in, watcher, end, err))
		return false;
	close(own->told[1]);
	own->told[1] = -1;
	do
		n = read(own->told[0], &t, sizeof t);
	while (n < 0 && errno == EINTR);
	if (n != (ssize_t)sizeof t)
		return end->killed || error_set(err, ERROR_SYSTEM,
						"the process that records was killed: %s",
						strsignal(end->signal));
	if (!t.ok) {
		*err = t.err;
		return false;
	}
	warn_of(&t.figures);
	return true;
}
