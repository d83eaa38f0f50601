#include "cli/subcommand.h"

#include <config.h>
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <termios.h>
#include <time.h>
#include <unistd.h>

#include "analysis/perf_options.h"
#include "base/append.h"
#include "base/clock.h"
#include "base/mem.h"
#include "base/number.h"
#include "base/placement.h"
#include "base/text.h"
#include "base/utf8.h"
#include "cli/output.h"
#include "cli/record/perf_command.h"
#include "cli/record/perf_process.h"
#include "cli/record/remote.h"
#include "cli/sandbox.h"
#include "input/recordings.h"
#include "input/scan.h"
#include "profile/hosts.h"
#include "recorder/recorder.h"
#include "recorder/small_file.h"
#include "session/input_options.h"
#include "tui/screen.h"
#include "view/label.h"

/* Counts of /proc/stat: context switches since boot, and online CPUs. */
struct switch_count {
	uint64_t switches;
	unsigned cpus;
};

/* Context switches per second on all CPUs. */
struct switch_rate {
	double per_second;
	unsigned cpus;
};

#define SWITCH_RATE_MS 400

/* Up to this rate per CPU, switches are recorded without asking. */
#define SWITCHES_UNASKED 20000

/*
 * The text: "this machine switches threads 3,412 times a second (1,706 on each of 2 CPUs);
 * recording that with stacks takes about 0.6 % of its CPUs and writes 1.4 MB a second". `light`:
 * with records of --switch-events, which have no stacks.
 */
#define SWITCH_COST_MAX 320

/*
 * Measured with threads that only wake each other: per switch with a stack of 15 frames, including
 * its wake-up; and the two records of a switch without stacks.
 */
#define NS_WITH_STACKS	  3500
#define BYTES_WITH_STACKS 400
#define BYTES_OF_RECORDS  96

/* ---- the rate of switches ---- */

/* False if the system has no counts. */
static bool count_now(struct switch_count *count)
{
	struct line_file f;
	struct text line;
	bool told = false;

	*count = (struct switch_count){0};
	if (!line_file_open(&f, "/proc/stat"))
		return false;
	while (line_file_next(&f, &line)) {
		if (text_starts(line, TEXT("cpu")) && line.len > 3 &&
		    scan_is_digit(line.at[3]))
			count->cpus++;
		told |= text_starts(line, TEXT("ctxt ")) &&
			number_u64(text_from(line, 5), &count->switches);
	}
	line_file_close(&f);
	return told && count->cpus;
}

/* Measure twice, SWITCH_RATE_MS apart. The rate is 0 if the count has not grown. */
static bool switch_rate_measure(struct switch_rate *rate)
{
	const struct timespec pause = {.tv_nsec = SWITCH_RATE_MS * 1000000L};
	struct switch_count before, after;
	uint64_t since = clock_now(), ns;

	if (!count_now(&before))
		return false;
	/* a signal may shorten this: the clock gives the real time */
	nanosleep(&pause, NULL);
	if (!count_now(&after))
		return false;
	ns = clock_now() - since;
	*rate = (struct switch_rate){.cpus = after.cpus};
	if (after.switches > before.switches && ns)
		rate->per_second = (double)(after.switches - before.switches) *
				   (double)NS_PER_SECOND / (double)ns;
	return true;
}

static const char *switch_cost_text(const struct switch_rate *rate, bool light,
				    char buf[static SWITCH_COST_MAX])
{
	char all[NUMBER_GROUPED_MAX], each[NUMBER_GROUPED_MAX], size[LABEL_MAX],
	    share[64];
	double cpu = rate->per_second * NS_WITH_STACKS / NS_PER_SECOND * 100 / rate->cpus;
	double bytes = rate->per_second * (light ? BYTES_OF_RECORDS : BYTES_WITH_STACKS);

	if (light)
		snprintf(share, sizeof share, "too little CPU time to measure");
	else
		snprintf(share, sizeof share, "about %.1f %% of its CPU time", cpu);
	number_grouped(number_rounded(rate->per_second, UINT64_MAX), all);
	number_grouped(number_rounded(rate->per_second / rate->cpus, UINT64_MAX), each);
	snprintf(
	    buf, SWITCH_COST_MAX,
	    "this machine switches threads %s times a second (%s on each of %u CPU%s); "
	    "to record that %s takes %s and writes %s a second",
	    all, each, rate->cpus, rate->cpus == 1 ? "" : "s",
	    light ? "without stacks" : "with stacks", share,
	    label_size(number_rounded(bytes, UINT64_MAX), size));
	return buf;
}

#define OWN_PIDS_MOST 256

/* The recording that the command line requests, and its file. Pointers are borrowed. */
struct own_recording {
	const struct perf_command *command;
	struct recorder_options options;
	int32_t pids[OWN_PIDS_MOST];
	bool all;		 /* all CPUs, although a command is run */
	const char *const *work; /* the command and its arguments; NULL: none */
	int file;		 /* owned; -1: none */
	int told[2];		 /* owned: pipe for the result of the recording process */
};

#ifndef PACKAGE_VERSION
#define PACKAGE_VERSION "(built by hand)"
#endif

static void close_if_open(int fd)
{
	if (fd >= 0)
		close(fd);
}

/* ---- options of perf ---- */

static bool take_pids(struct own_recording *own, struct text list, struct error *err)
{
	while (list.len) {
		const char *comma = memchr(list.at, ',', list.len);
		size_t len = comma ? (size_t)(comma - list.at) : list.len;
		int32_t pid;

		if (!number_i32(text_upto(list, len), &pid) || pid <= 0 ||
		    !APPEND_FIXED(own->pids, own->options.pid_count, pid))
			return error_set(err, ERROR_USAGE,
					 "-p takes up to %d process ids: -p 17,18",
					 OWN_PIDS_MOST);
		list = text_from(list, len + 1);
	}
	return true;
}

/* Take an option; `word` is the word that contains it. Options that only perf knows are refused. */
static bool take_option(struct own_recording *own, const struct perf_use *use,
			const char *argument, const char *word, struct error *err)
{
	const struct perf_option *o = use->option;
	bool whole = o && o->argument == PERF_ARGUMENT_WITH && argument;
	uint64_t rate;

	if (o && o->letter == 'a')
		own->all = true;
	else if (o && o->letter == 'g')
		own->options.no_callers = false;
	else if (whole && strcmp(o->name, "call-graph") == 0 &&
		 strcmp(argument, "fp") == 0)
		own->options.no_callers = false;
	else if (whole && o->letter == 'p')
		return take_pids(own, text_of(argument), err);
	else if (whole && o->letter == 'F' && number_u64(text_of(argument), &rate) &&
		 rate > 0 && rate <= UINT32_MAX)
		own->options.frequency = (uint32_t)rate;
	else if (whole && o->letter == 'C')
		own->options.cpus = argument;
	else if (whole && o->letter == 'G')
		own->options.cgroup = argument;
	else if (!whole || o->letter != 'o') /* -o has been parsed already */
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

/*
 * Parse the words meant for perf. False and an error that names the word that needs perf, or when
 * the file cannot be created in `room`. Close the descriptors even after a failure.
 */
static bool own_recording_begin(struct own_recording *own, const struct perf_command *c,
				const struct placement_room *room, struct error *err)
{
	size_t at = 2; /* after "perf record" */

	*own = (struct own_recording){.command = c, .file = -1, .told = {-1, -1}};
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
	own->file = placement_room_file(room);
	if (own->file < 0)
		return error_sys(err, "cannot write %.200s", c->output);
	return pipe2(own->told, O_CLOEXEC) == 0 ||
	       error_sys(err, "cannot start the recording process");
}

/* ---- the command ---- */

/* A process that waits before it executes the command. */
struct waiting_command {
	pid_t pid;
	/* owned: a byte written to `go` starts it; `failed` returns errno of execvp() */
	int go, failed;
};

static bool start_work(struct waiting_command *w, const char *const *words,
		       const sigset_t *usual, struct error *err)
{
	int go[2], failed[2];

	*w = (struct waiting_command){.go = -1, .failed = -1};
	if (pipe2(go, O_CLOEXEC) != 0)
		return error_sys(err, "cannot run %.80s", words[0]);
	if (pipe2(failed, O_CLOEXEC) != 0) {
		close(go[0]);
		close(go[1]);
		return error_sys(err, "cannot run %.80s", words[0]);
	}
	w->pid = fork();
	if (w->pid == 0) {
		int why;
		char byte;

		close(go[1]); /* otherwise the child would hold its own pipe open */
		prctl(PR_SET_PDEATHSIG, 0);
		sigprocmask(SIG_SETMASK, usual, NULL);
		signal(SIGXFSZ, SIG_DFL); /* ignored only in our process */
		if (read(go[0], &byte, 1) != 1)
			_exit(1);
		execvp(words[0], (char *const *)words);
		why = errno;
		(void)!write(failed[1], &why, sizeof why);
		_exit(127);
	}
	close(go[0]);
	close(failed[1]);
	w->go = go[1];
	w->failed = failed[0];
	return w->pid > 0 || error_sys(err, "cannot run %.80s", words[0]);
}

static bool let_go(const struct waiting_command *w, const char *name, struct error *err)
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

/* ---- in the recording process ---- */

/* The result, sent to the parent. */
struct told {
	bool ok;
	struct error err;
	struct recorder_figures figures;
};

static int recorder_run(void *arg, const volatile sig_atomic_t *stop,
			const sigset_t *usual)
{
	struct own_recording *own = arg;
	struct told t = {.err = ERROR_INIT};
	struct waiting_command w = {.go = -1, .failed = -1};
	struct recorder *r = NULL;

	t.ok = !own->work || start_work(&w, own->work, usual, &t.err);
	if (own->work) {
		own->options.until = w.pid;
		if (!own->all && !own->options.pid_count) {
			/* room: it is empty */
			own->pids[own->options.pid_count++] = w.pid;
			own->options.on_exec = true;
		}
	}
	if (t.ok)
		r = recorder_open(&own->options, &t.err);
	t.ok = r && (!own->work || let_go(&w, own->work[0], &t.err)) &&
	       recorder_file(r, own->file, stop, &t.err);
	if (r)
		t.figures = recorder_figures(r);
	if (!t.ok && !t.figures.bytes)
		(void)!ftruncate(own->file, 0); /* nothing was recorded */
	recorder_close(r);
	close_if_open(w.go);
	close_if_open(w.failed);
	/* when stopped early, end the command too, like perf */
	if (w.pid > 0 && waitpid(w.pid, NULL, WNOHANG) == 0)
		kill(w.pid, SIGTERM);
	(void)!write(own->told[1], &t, sizeof t);
	return t.ok ? 0 : 1;
}

/* ---- in the parent ---- */

/*
 * Record in a forked process, like perf_process_run(), until Ctrl-C, the end of the duration, or of
 * the command. False and an error when nothing was recorded.
 */
static bool own_recording_run(struct own_recording *own,
			      const struct perf_watcher *watcher, struct perf_exit *end,
			      struct error *err)
{
	const struct perf_stand_in in = {recorder_run, own};
	char lost[NUMBER_THINGS_MAX];
	struct told t;
	ssize_t n;

	fflush(NULL); /* otherwise buffered output might be written twice */
	if (!perf_process_stand_in(&in, watcher, end, err))
		return false;
	close(own->told[1]);
	own->told[1] = -1;
	do
		n = read(own->told[0], &t, sizeof t);
	while (n < 0 && errno == EINTR);
	if (n != (ssize_t)sizeof t)
		return end->killed || error_set(err, ERROR_SYSTEM,
						"the recording process was killed: %s",
						strsignal(end->signal));
	if (!t.ok) {
		*err = t.err;
		return false;
	}
	if (t.figures.user_only)
		fputs("flarescope: kernel code of these processes is not recorded: that "
		      "needs root, CAP_PERFMON, or kernel.perf_event_paranoid of at most "
		      "1\n",
		      stderr);
	if (t.figures.lost)
		fprintf(stderr, "flarescope: %s lost, because the buffer was full\n",
			number_things(t.figures.lost, "records", lost));
	return true;
}

/* A recording in progress, and its progress line. */
struct recording {
	const struct perf_command *command; /* borrowed */
	const char *who;		    /* name of the recorder, for messages */
	/* owned: perf's messages; NULL: perf writes them to our standard error */
	FILE *messages;
	struct placement_room room; /* the directory for its file */
	bool has_file;		    /* the file has been moved to its final name */
	uint64_t begun;		    /* clock_now() */
	int drawn;		    /* width of the progress line on the screen */
};

/* ---- progress: one line, redrawn every second ---- */

/* Bytes in the file so far. */
static uint64_t bytes_of(const struct recording *r)
{
	struct stat now;

	return fstatat(r->room.inside, r->room.at.name, &now, AT_SYMLINK_NOFOLLOW) == 0 &&
		       S_ISREG(now.st_mode)
		   ? (uint64_t)now.st_size
		   : 0;
}

static int columns_of_terminal(void)
{
	struct winsize size;

	if (ioctl(STDERR_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col > 1)
		return size.ws_col - 1;
	return 79;
}

static void draw_progress_line(struct recording *r, const char *line)
{
	int width = columns_of_terminal(), len = (int)strlen(line);

	if (len > width)
		len = width;
	fprintf(stderr, "\r%.*s%*s\r%.*s", len, line, r->drawn > len ? r->drawn - len : 0,
		"", len, line);
	fflush(stderr);
	r->drawn = len;
}

/*
 * Draw beside the output of a recorded command: at the right end of the line, restoring the cursor.
 * Not while the command uses the terminal itself, as an editor or a password prompt does.
 */
static void draw_beside(struct recording *r, const char *line)
{
	int width = columns_of_terminal(), len = (int)strlen(line), least;
	struct termios modes;

	if (len > width || tcgetattr(STDERR_FILENO, &modes) != 0 ||
	    (modes.c_lflag & (ICANON | ECHO)) != (ICANON | ECHO))
		return;
	least = r->drawn > len && r->drawn <= width ? r->drawn : len;
	fprintf(stderr, "\0337\033[%dG\033[K%*s\0338", width + 1 - least, least, line);
	fflush(stderr);
	r->drawn = len;
}

/* A duration: "1:05", "2:00:00". */
static const char *minutes(uint64_t ns, char *buf)
{
	uint64_t s = ns / NS_PER_SECOND;

	if (s >= 3600)
		snprintf(buf, LABEL_MAX, "%" PRIu64 ":%02" PRIu64 ":%02" PRIu64, s / 3600,
			 s / 60 % 60, s % 60);
	else
		snprintf(buf, LABEL_MAX, "%" PRIu64 ":%02" PRIu64, s / 60, s % 60);
	return buf;
}

/* Show the time and the bytes written so far. */
static void show_beside(void *arg, bool is_ending)
{
	struct recording *r = arg;
	char line[256], elapsed[LABEL_MAX], size[LABEL_MAX];

	snprintf(line, sizeof line, "%s%s  %s  %s", is_ending ? r->who : "",
		 is_ending ? " is writing the rest" : "recording",
		 minutes(clock_now() - r->begun, elapsed), label_size(bytes_of(r), size));
	draw_beside(r, line);
}

static void show_progress(void *arg, bool is_ending)
{
	struct recording *r = arg;
	char line[256], elapsed[LABEL_MAX], whole[LABEL_MAX], size[LABEL_MAX];
	uint64_t duration = r->command->duration, spent = clock_now() - r->begun;

	if (is_ending) {
		snprintf(line, sizeof line,
			 "%s is writing the rest; Ctrl-C again: do not wait", r->who);
		draw_progress_line(r, line);
		return;
	}
	minutes(spent, elapsed);
	label_size(bytes_of(r), size);
	if (duration && spent > duration + NS_PER_SECOND / 2)
		snprintf(line, sizeof line, "%s is writing the rest  %s", r->who, size);
	else if (duration)
		snprintf(line, sizeof line,
			 "recording  %s of %s  %s  Ctrl-C: stop now and open", elapsed,
			 minutes(duration, whole), size);
	else
		snprintf(line, sizeof line, "recording  %s  %s  Ctrl-C: stop and open",
			 elapsed, size);
	draw_progress_line(r, line);
}

/* ---- running the recording ---- */

/*
 * perf ends by the signal that stopped it, with the status of the command, or with 255 when it
 * could not run that; so success is judged by the file.
 */
static bool has_recorded(const struct recording *r, const struct perf_exit *end)
{
	if (!r->has_file)
		return false;
	if (end->status < 0)
		return end->signal == SIGINT || end->signal == SIGTERM;
	return end->status == 0 || (r->command->has_workload && end->status != 255);
}

/*
 * Give the recording its name, even if it is incomplete, unless it is empty; not for a pipe, which
 * would block. Then erase the progress line. If a signal is to end this process, it does so here.
 */
static bool settle_and_leave(struct recording *r, const struct perf_exit *end,
			     struct error *err)
{
	struct error failure = ERROR_INIT;
	struct stat now;
	bool settled;

	if (fstatat(r->room.inside, r->room.at.name, &now, AT_SYMLINK_NOFOLLOW) == 0) {
		r->has_file =
		    S_ISDIR(now.st_mode) || (S_ISREG(now.st_mode) && now.st_size > 0);
		if (!r->has_file)
			unlinkat(r->room.inside, r->room.at.name, 0);
	}
	settled = placement_room_commit(&r->room, r->command->output, &failure);
	if (r->drawn && r->command->has_workload)
		draw_beside(r, "");
	else if (r->drawn)
		draw_progress_line(r, "");
	if (r->messages)
		perf_refusal_show(r->messages, stderr);
	if (end->end_us) { /* end as if the signal had not been caught */
		fputs("flarescope: ", stderr);
		printable_write(text_of(r->command->output), stderr);
		fputs(!end->killed && has_recorded(r, end) ? " holds what was recorded\n"
							   : " is incomplete\n",
		      stderr);
		raise(end->end_us);
		error_set(err, ERROR_CANCELLED, "stopped");
	}
	if (!settled && !err->kind)
		*err = failure;
	return settled && !end->end_us;
}

/* Record without perf, if nothing in the command needs it. */
static bool run_without_perf(struct recording *r, const struct perf_watcher *watcher,
			     struct error *err)
{
	struct error failure = ERROR_INIT;
	struct own_recording own;
	struct perf_exit end = {0};
	bool ok = own_recording_begin(&own, r->command, &r->room, err);

	r->who = "flarescope";
	if (ok) {
		fputs("flarescope: there is no perf in PATH, so flarescope records by "
		      "itself\n",
		      stderr);
		ok = own_recording_run(&own, watcher, &end, &failure);
		ok = settle_and_leave(r, &end, err) && ok;
		if (failure.kind && !err->kind)
			*err = failure;
	}
	close_if_open(own.file);
	close_if_open(own.told[0]);
	close_if_open(own.told[1]);
	return ok;
}

/*
 * perf would follow a link at the name of its file, and write into the file of another user. So it
 * gets the name of a new file in an open directory that it inherits.
 */
static bool run_perf(struct recording *r, struct error *err)
{
	bool beside = r->command->has_workload, missing = false;
	const struct perf_watcher watcher = {beside ? show_beside : show_progress, r};
	bool shows = isatty(STDERR_FILENO) && (!beside || screen_usable());
	struct error failure = ERROR_INIT;
	struct perf_exit end;
	char path[NAME_MAX + 40], *joined = NULL;
	const char **argv;
	bool ok;

	snprintf(path, sizeof path, "/proc/self/fd/%d/%s", r->room.inside,
		 r->room.at.name);
	if (fcntl(r->room.inside, F_SETFD, 0) != 0)
		return error_sys(err, "cannot run perf");
	argv = perf_command_into(r->command, path, &joined, err);
	ok = argv && perf_process_run(argv, r->messages ? fileno(r->messages) : -1,
				      shows ? &watcher : NULL, &end, &missing, &failure);
	mem_free(argv);
	mem_free(joined);
	if (missing)
		return run_without_perf(r, shows ? &watcher : NULL, err);
	if (!ok && failure.kind)
		*err = failure;
	return ok && settle_and_leave(r, &end, err) &&
	       (has_recorded(r, &end) ||
		perf_refusal_explain(r->command, &end, r->messages, err));
}

/* A recorded command, and messages of perf, need the terminal. */
static bool record_with_perf(const struct perf_command *c, struct error *err)
{
	struct recording r = {.command = c, .who = "perf", .begun = clock_now()};
	bool ok = placement_room_begin(&r.room, c->output, err);

	if (ok && !c->has_workload) {
		r.messages = tmpfile();
		ok = r.messages ||
		     error_sys(err, "cannot create a file for perf's messages");
	}
	if (r.messages)
		fcntl(fileno(r.messages), F_SETFD, FD_CLOEXEC);
	if (ok) {
		fputs("flarescope: ", stderr);
		perf_command_print(c, stderr);
		ok = run_perf(&r, err);
	}
	placement_room_abandon(&r.room); /* remains if it is not empty */
	if (r.messages)
		fclose(r.messages);
	return ok;
}

/* ---- the cost of recording switches ---- */

/* For single processes, their share of the switches is unknown: the estimate is an upper bound. */
static bool may_cost(const struct perf_command *c, struct error *err)
{
	char words[SWITCH_COST_MAX], most[NUMBER_GROUPED_MAX], answer[16];
	struct switch_rate rate;

	if (!c->waiting)
		return true;
	/*
	 * When single processes are recorded, perf sees only their own events: a wake-up is an
	 * event of the waker, which is usually another process, or an interrupt on an idle CPU.
	 */
	if (!c->light && !c->system_wide)
		fprintf(stderr,
			"flarescope: only %s is recorded: wake-ups from other processes, "
			"and how long its threads then waited for a CPU, will not be "
			"known; with -a%s%s the whole machine is recorded, which costs "
			"more, and shows them\n",
			c->has_workload ? "the command" : "what was named",
			c->has_workload ? "" : " in its place",
			geteuid() == 0 ? "" : " (as root)");
	if (!switch_rate_measure(&rate))
		return true;
	fprintf(stderr, "flarescope: %s%s\n", switch_cost_text(&rate, c->light, words),
		c->system_wide ? "" : "; it is less if only some processes are recorded");
	if (c->light || c->yes || rate.per_second <= (double)SWITCHES_UNASKED * rate.cpus)
		return true;
	if (!isatty(STDIN_FILENO) || !isatty(STDERR_FILENO))
		return error_set(
		    err, ERROR_SYSTEM,
		    "that is more than %s per second and CPU, which slows it down; to "
		    "record anyway: --yes; the cheap variant: --waiting --switch-events",
		    number_grouped(SWITCHES_UNASKED, most));
	fputs("flarescope: that slows it down. Record anyway? [y/N] ", stderr);
	fflush(stderr);
	return (fgets(answer, sizeof answer, stdin) &&
		(answer[0] == 'y' || answer[0] == 'Y')) ||
	       error_set(
		   err, ERROR_CANCELLED,
		   "nothing was recorded; the cheap variant: --waiting --switch-events");
}

/* ---- the summary ---- */

/*
 * If nothing ran there may be no samples: prefer the times of beginning and end that the recording
 * states.
 */
static uint64_t length_of(const struct profile *p)
{
	uint64_t first = p->samples.time[0], last = p->samples.time[p->samples.count - 1];
	uint64_t from, to;

	if (hosts_are_several(p) ||
	    !number_seconds(text_trim(profile_note(p, "time of first sample")), &from) ||
	    !number_seconds(text_trim(profile_note(p, "time of last sample")), &to))
		return last - first;
	return (to > last ? to : last) - (from < first ? from : first);
}

/*
 * For scripts: print the summary to standard error, as the command may have used standard output.
 */
static bool tell_summary(const struct options *o, bool waiting, struct error *err)
{
	struct reading_options reading = o->settings.reading;
	struct profile *p;
	char n[NUMBER_THINGS_MAX], length[LABEL_MAX];

	reading.symbols = false;
	p = recordings_run(o->file, &reading, NULL, err);
	if (!p)
		return false;
	fputs("flarescope: ", stderr);
	printable_write(text_of(o->file), stderr);
	if (hosts_are_several(p))
		fprintf(stderr, ", %s", number_things(p->hosts.count, "hosts", n));
	fprintf(stderr, ": %s in %s; to open them: flarescope %s",
		number_things(p->samples.count, "samples", n),
		label_duration(length_of(p), length), waiting ? "--state blocked " : "");
	input_options_write(&reading, o->file, false, stderr);
	putc('\n', stderr);
	output_explain_no_screen("so nothing is opened");
	profile_free(p);
	return true;
}

static bool look_at(const struct perf_command *c, struct error *err)
{
	char open[] = "open", end[] = "--", together[] = "--together";
	char *argv[] = {open, c->hosts ? together : end, (char *)c->output, NULL};
	struct options o;
	struct sandbox sandbox;
	bool ok = options_parse(&o, TAKER_OPEN, 3, argv, err);

	o.no_sandbox |= c->no_sandbox;
	if (ok) {
		if (o.nice || c->nice)
			priority_lower();
		sandbox_limit_memory(o.memory);
		ok = sandbox_enter(&sandbox, &o, TAKER_OPEN, err) &&
		     (output_is_terminal() ? cmd_open_run(&o, err)
					   : tell_summary(&o, c->waiting, err));
		sandbox_leave(&sandbox);
	}
	options_release(&o);
	return ok;
}

bool cmd_record_main(int argc, char **argv, struct error *err)
{
	struct perf_command c;
	bool ok = perf_command_build(&c, argc, argv, err);

	if (ok && c.help)
		usage_print(subcommand_find("record"), stdout);
	else if (ok && c.print)
		perf_command_print(&c, stdout);
	else
		ok = ok &&
		     (c.hosts ? remote_record(&c, err)
			      : may_cost(&c, err) && record_with_perf(&c, err)) &&
		     look_at(&c, err);
	perf_command_release(&c);
	return ok;
}
