#include "cli/subcommand.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <poll.h>
#include <pthread.h>
#include <spawn.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "analysis/range.h"
#include "base/clock.h"
#include "base/mem.h"
#include "base/memory_stream.h"
#include "base/number.h"
#include "base/placement.h"
#include "base/utf8.h"
#include "choice/shell_line.h"
#include "cli/live/live_process.h"
#include "cli/live/live_words.h"
#include "cli/live/triggers.h"
#include "cli/options.h"
#include "cli/output.h"
#include "cli/priority.h"
#include "cli/sandbox.h"
#include "input/perf_records/record_history.h"
#include "input/reading.h"
#include "input/recordings.h"
#include "profile/store.h"
#include "profile/wall_clock.h"
#include "recorder/recorder.h"
#include "sandbox/helper.h"

/* How long records are kept: half a minute before and after a moment, plus a few seconds. */
#define FLIGHT_KEEPS (UINT64_C(70) * 1000000000) /* ns */

#define LOOK_EACH      NS_PER_SECOND
#define AROUND	       (30 * NS_PER_SECOND)
#define MAKE_ROOM_MOST 3 /* old files that may be removed for a new one */

/*
 * Watches the triggers of a live recording, and saves the samples around each moment at which
 * one fires. With a screen, the thread of the reader uses it, too (reading_options.witness), and
 * messages wait until the screen is closed.
 */
struct flight_recorder {
	pthread_mutex_t lock; /* guards everything except borrowed members */
	unsigned owners;
	bool ended;  /* borrowed members are invalid: do nothing any more */
	bool screen; /* a screen is shown, so messages are held back */
	struct memory_stream said;
	struct audience audience;
	const struct options *options; /* borrowed */
	const struct live_words *words;
	struct triggers triggers;
	uint64_t told;	 /* reported value of triggers.slow */
	uint64_t looked; /* the last look, by clock_now() */
	uint64_t since;	 /* everything before was checked */
	/* a moment waits to be saved until the time after it has been recorded */
	bool waits;
	uint64_t at;
	const struct trigger *why; /* the trigger of that moment */
	struct session *last;	   /* owned: the latest session while `waits`; or NULL */
	struct error err;
};

/* ---- a file ---- */

/* Choose "20261128-083012-busy.flare", or "-busy-2.flare" when that name exists. */
static void make_name(const struct flight_recorder *f, const struct profile *p,
		      char name[FLIGHT_FILE_NAME])
{
	struct wall_clock clock;
	uint64_t at = f->at;
	char stamp[MOMENT_STAMP + 1];
	struct stat st;
	time_t second;
	struct tm tm;
	int number = 1;

	if (wall_clock_of(p, &clock))
		at += (uint64_t)clock.offset;
	second = (time_t)(at / NS_PER_SECOND);
	if (!gmtime_r(&second, &tm) ||
	    strftime(stamp, sizeof stamp, "%Y%m%d-%H%M%S", &tm) != MOMENT_STAMP)
		snprintf(stamp, sizeof stamp, "00000000-000000");
	snprintf(name, FLIGHT_FILE_NAME, "%s-%s.flare", stamp,
		 trigger_names[f->why->kind]);
	while (fstatat(f->options->moments->directory, name, &st, AT_SYMLINK_NOFOLLOW) ==
	       0)
		snprintf(name, FLIGHT_FILE_NAME, "%s-%s-%d.flare", stamp,
			 trigger_names[f->why->kind], ++number);
}

/* Sets `*full` when there is no space left. */
static bool write_file(const struct flight_recorder *f, const struct profile *p,
		       const char *name, bool *full, struct error *err)
{
	struct helper *h = f->options->settings.reading.helper;
	struct flight_files *m = f->options->moments;
	int fd = helper_moment_begin(h, m, name, err);
	FILE *out = fd >= 0 ? fdopen(fd, "wb") : NULL;
	bool ok = out && store_write(p, TEXT(""), out, err);

	*full = errno == ENOSPC;
	if (!out && fd >= 0) {
		error_sys(err, "no room for it");
		close(fd);
	}
	if (out && fclose(out) != 0 && ok) {
		*full = errno == ENOSPC;
		ok = error_sys(err, "cannot be written");
	}
	if (ok)
		ok = helper_moment_commit(h, m, err);
	else if (fd >= 0)
		helper_moment_abandon(h, m);
	return ok || error_at(err, "%.200s/%s", f->words->save_to, name);
}

/*
 * Write the file. When the disk is full, remove a few of the oldest files, but not all, as others
 * may have filled the disk.
 */
static bool make_file(const struct flight_recorder *f, const struct profile *p,
		      const char *name, struct error *err)
{
	int gone = 0;
	bool full;

	errno = 0;
	while (!write_file(f, p, name, &full, err)) {
		if (!full || ++gone > MAKE_ROOM_MOST ||
		    !helper_moment_make_room(f->options->settings.reading.helper,
					     f->options->moments))
			return false;
		*err = (struct error)ERROR_INIT;
		errno = 0;
	}
	return true;
}

static FILE *listener(const struct flight_recorder *f)
{
	return f->screen ? f->said.out : stderr;
}

static void tell_kept(const struct flight_recorder *f, const char *name, uint64_t samples)
{
	char n[NUMBER_THINGS_MAX];
	FILE *out = listener(f);

	fprintf(out, "flarescope: %s (", name);
	printable_write(text_of(f->why->words), out);
	fprintf(out, "): %s\n", number_things(samples, "samples", n));
	fflush(out);
}

/* Report a failure and continue with the next moment. */
static void tell_failure(const struct flight_recorder *f, struct error *err)
{
	FILE *out = listener(f);

	fputs("flarescope: ", out);
	printable_write(text_of(err->message), out);
	fputs("; not saved\n", out);
	fflush(out);
	*err = (struct error)ERROR_INIT;
}

/* Report slow names once, as each look may find more. */
static void tell_slow(struct flight_recorder *f)
{
	char n[NUMBER_THINGS_MAX];

	if (f->told || !f->triggers.slow)
		return;
	f->told = f->triggers.slow;
	fprintf(listener(f),
		"flarescope: a pattern of --save-when takes too long on %s: these and "
		"similar names count as not matching\n",
		number_things(f->told, "names", n));
	fflush(listener(f));
}

/* Save the samples of the minute, with the tables of the whole profile. Failures are reported. */
static bool save_moment(struct flight_recorder *f, const struct profile *p,
			struct error *err)
{
	uint64_t origin = profile_origin(p), first, last;
	uint64_t from = f->at > origin + AROUND ? f->at - AROUND - origin : 0;
	struct profile part;
	char name[FLIGHT_FILE_NAME];

	range_samples(p, (struct range){from, f->at - origin + AROUND}, &first, &last);
	f->waits = false;
	f->since = f->at + AROUND;
	if (first >= last)
		return true;
	part = profile_part(p, first, last);
	part.origin = origin ? origin : 1; /* marks a part that has its own end */
	make_name(f, p, name);
	if (!make_file(f, &part, name, err)) {
		tell_failure(f, err);
		return true;
	}
	tell_kept(f, name, part.samples.count);
	return true;
}

/* ---- looking ---- */

/* Look for a moment in a snapshot, or save the one that waits. `ended`: the recording has ended. */
static bool look_for_moment(struct flight_recorder *f, const struct session *s,
			    bool ended, struct error *err)
{
	const struct profile *p = s->profile;

	if (!f->waits) {
		f->why = triggers_look(&f->triggers, s, f->since, ended, &f->at, err);
		tell_slow(f);
		f->waits = f->why != NULL;
		if (!f->waits && p->samples.end > f->since + 2 * AROUND)
			f->since = p->samples.end - 2 * AROUND;
	}
	if (err->kind)
		return false;
	return !f->waits || (!ended && p->samples.end < f->at + AROUND) ||
	       save_moment(f, p, err);
}

static bool wants(void *arg)
{
	struct flight_recorder *f = arg;
	uint64_t now = clock_now();
	bool wants;

	pthread_mutex_lock(&f->lock);
	wants = !f->ended && !f->err.kind && now - f->looked >= LOOK_EACH;
	if (wants)
		f->looked = now;
	pthread_mutex_unlock(&f->lock);
	return wants;
}

/*
 * Look at a snapshot, and keep its session while a moment waits, in case the recording ends.
 * Call with the lock held.
 */
static bool open_and_look(struct flight_recorder *f, struct profile *p, bool ended)
{
	struct session *s = session_new(p, &f->options->settings, &f->err);
	bool ok = s && look_for_moment(f, s, ended, &f->err);

	session_free(f->last);
	f->last = ok && f->waits ? s : NULL;
	if (!f->last)
		session_free(s);
	return ok;
}

static void show_live_preview(void *arg, struct profile *preview)
{
	struct flight_recorder *f = arg;

	pthread_mutex_lock(&f->lock);
	if (f->ended)
		profile_free(preview);
	else
		open_and_look(f, preview, false);
	pthread_mutex_unlock(&f->lock);
}

static void join_owners(void *arg)
{
	struct flight_recorder *f = arg;

	pthread_mutex_lock(&f->lock);
	f->owners++;
	pthread_mutex_unlock(&f->lock);
}

static void leave_owners(void *arg)
{
	struct flight_recorder *f = arg;
	bool last;

	pthread_mutex_lock(&f->lock);
	last = --f->owners == 0;
	pthread_mutex_unlock(&f->lock);
	if (!last)
		return;
	triggers_release(&f->triggers);
	pthread_mutex_destroy(&f->lock);
	mem_free(f);
}

/* ---- with and without a screen ---- */

static struct flight_recorder *begin_flight_recorder(const struct options *o,
						     const struct live_words *w,
						     struct error *err)
{
	struct flight_recorder *f = mem_array(1, sizeof *f, "flight recorder", err);

	if (!f)
		return NULL;
	f->options = o;
	f->words = w;
	f->owners = 1;
	f->audience = (struct audience){.wants = wants,
					.show = show_live_preview,
					.arg = f,
					.join = join_owners,
					.leave = leave_owners};
	pthread_mutex_init(&f->lock, NULL);
	for (unsigned i = 0; i < w->condition_count; i++)
		if (!triggers_add(&f->triggers, w->conditions[i], err)) {
			leave_owners(f);
			return NULL;
		}
	return f;
}

/*
 * Read the recording to its end and look at it once a second. Each minute around a moment at
 * which a condition held is written to DIRECTORY/20261128-083012-busy.flare (UTC); further
 * moments within the half minute belong to the same file. When the files exceed the limit or the
 * disk is full, the oldest are removed: only files with exactly such names (-busy.flare,
 * -busy-2.flare), as listed in struct options. Each file is reported on standard error.
 */
static bool flight_recorder_run(const struct options *o, const struct live_words *w,
				struct error *err)
{
	struct reading_options reading = o->settings.reading;
	struct flight_recorder *f = begin_flight_recorder(o, w, err);
	struct profile *p;
	bool ok;

	if (!f)
		return false;
	reading.audience = &f->audience;
	p = recordings_run(o->file, &reading, NULL, err);
	ok = p && open_and_look(f, p, true);
	if (p && f->err.kind) {
		*err = f->err;
		ok = false;
	}
	session_free(f->last);
	leave_owners(f);
	return ok;
}

static struct flight_recorder *flight_recorder_beside(const struct options *o,
						      const struct live_words *w,
						      struct error *err)
{
	struct flight_recorder *f = begin_flight_recorder(o, w, err);

	if (f && !memory_stream_open(&f->said, err)) {
		leave_owners(f);
		return NULL;
	}
	if (f)
		f->screen = true;
	return f;
}

static const struct audience *flight_recorder_audience(const struct flight_recorder *f)
{
	return &f->audience;
}

/*
 * The screen is closed: save a waiting moment, print the messages, and stop using borrowed
 * members.
 */
static void flight_recorder_end(struct flight_recorder *f)
{
	struct error err = ERROR_INIT;
	char *said;

	pthread_mutex_lock(&f->lock);
	f->ended = true;
	if (f->last && f->waits)
		save_moment(f, f->last->profile, &err);
	session_free(f->last);
	f->last = NULL;
	said = memory_stream_take(&f->said, NULL, &err);
	pthread_mutex_unlock(&f->lock);
	if (said)
		fputs(said, stderr);
	if (f->err.kind) {
		fputs("flarescope: ", stderr);
		printable_write(text_of(f->err.message), stderr);
		fputs("; nothing was saved after that\n", stderr);
	}
	mem_free(said);
	leave_owners(f);
}

/* ---- the command on the remote host ---- */

static void put_words(const struct live_words *w, const char *cgroup, FILE *out)
{
	fprintf(out, " -F %u",
		(unsigned)(w->frequency ? w->frequency : RECORDER_FREQUENCY));
	for (uint32_t i = 0; i < w->pid_count; i++)
		fprintf(out, "%s%d", i ? "," : " -p ", (int)w->pids[i]);
	if (w->cpus) {
		fputs(" -C ", out);
		shell_line_word(text_of(w->cpus), true, out);
	}
	if (w->cgroup) {
		fprintf(out, " %s ", cgroup);
		shell_line_word(text_of(w->cgroup), true, out);
	}
}

static void put_flarescope(const struct live_words *w, FILE *out)
{
	char seconds[NUMBER_SECONDS_MAX];

	fputs("flarescope live --headless -o -", out);
	put_words(w, "--cgroup", out);
	if (w->duration)
		fprintf(out, " --duration %s",
			number_plain_seconds(w->duration, seconds));
}

/* perf applies a control group to the events named before it. */
static void put_perf(const struct live_words *w, FILE *out)
{
	char seconds[NUMBER_SECONDS_MAX];

	fputs("perf record -q -g -k CLOCK_MONOTONIC -o - --control fifo:\"$d/c\"", out);
	if (w->cgroup)
		fputs(" -e cpu-clock", out);
	if (!w->pid_count)
		fputs(" -a", out);
	put_words(w, "-G", out);
	if (w->duration)
		fprintf(out, " -- sleep %s", number_plain_seconds(w->duration, seconds));
}

/*
 * A background job of a shell has no input and ignores SIGINT, so `w` reads from our side and stops
 * the recorder. SIGPIPE is ignored: if perf were killed by a lost connection, its sleep would
 * continue to run. perf writes records when a buffer is half full, which takes 10 s, or at any
 * control command.
 */
static bool make_script(const struct live_words *w, char **script, struct error *err)
{
	struct memory_stream m;

	if (!memory_stream_open(&m, err))
		return false;
	fputs("trap \"\" PIPE; w() { { dd bs=1 count=1 <&3; kill -INT $p; } >/dev/null "
	      "2>&1 & w=$!; "
	      "}; e() { { wait $p; } 2>/dev/null; s=$?; kill $w 2>/dev/null; }; "
	      "exec 3<&0; if command -v flarescope >/dev/null 2>&1; then ",
	      m.out);
	put_flarescope(w, m.out);
	fputs(" 3<&- </dev/null & p=$!; w; e; else "
	      "d=$(mktemp -d) && mkfifo \"$d/c\" || exit 1; ",
	      m.out);
	put_perf(w, m.out);
	fputs(" 3<&- </dev/null & p=$!; w; "
	      "{ exec 4<>\"$d/c\"; while kill -0 $p; do echo ping >&4; sleep 0.1 || "
	      "sleep 1; done; } >/dev/null 2>&1 3<&- & "
	      "e; rm -rf \"$d\"; fi; exit $s",
	      m.out);
	*script = memory_stream_take(&m, NULL, err);
	return *script != NULL;
}

/* Quote the script for any remote shell. */
static char *make_line(const struct live_words *w, struct error *err)
{
	struct memory_stream m;
	char *script;

	if (!make_script(w, &script, err))
		return NULL;
	if (!memory_stream_open(&m, err)) {
		mem_free(script);
		return NULL;
	}
	fputs("exec sh -c '", m.out);
	for (const char *c = script; *c; c++)
		if (*c == '\'')
			fputs("'\\''", m.out);
		else
			putc(*c, m.out);
	putc('\'', m.out);
	mem_free(script);
	return memory_stream_take(&m, NULL, err);
}

/* ---- ssh ---- */

/* Start ssh with `in` as its input, `out` as its output, and `messages` as its standard error. */
static pid_t start_ssh(const char *host, const char *line, int in, int out, int messages)
{
	const char *argv[] = {"sh",  "-c", "exec ${FLARESCOPE_SSH:-ssh} \"$@\"",
			      "ssh", "-T", host,
			      line,  NULL};
	posix_spawn_file_actions_t files;
	pid_t pid = -1;

	posix_spawn_file_actions_init(&files);
	posix_spawn_file_actions_adddup2(&files, in, STDIN_FILENO);
	posix_spawn_file_actions_adddup2(&files, out, STDOUT_FILENO);
	posix_spawn_file_actions_adddup2(&files, messages, STDERR_FILENO);
	if (posix_spawn(&pid, "/bin/sh", &files, NULL, (char *const *)argv, environ) != 0)
		pid = -1;
	posix_spawn_file_actions_destroy(&files);
	return pid;
}

/* Wait for the first bytes before drawing, as ssh may still ask for a password. */
static bool wait_for_it(const char *host, int out, pid_t pid, struct error *err)
{
	struct pollfd p = {.fd = out, .events = POLLIN};
	int status = 0;

	while (poll(&p, 1, -1) < 0 && errno == EINTR)
		;
	if (p.revents & POLLIN)
		return true;
	while (waitpid(pid, &status, 0) < 0 && errno == EINTR)
		;
	if (WIFEXITED(status) && WEXITSTATUS(status) == 255)
		return error_set(err, ERROR_SYSTEM, "%.100s: ssh could not connect",
				 host);
	return error_set(err, ERROR_SYSTEM,
			 "%.100s: nothing was recorded there: flarescope or perf must be "
			 "installed there, and allowed to record",
			 host);
}

static bool connect_it(struct live_process *p, const char *host, const char *line,
		       int in[2], int out[2], struct error *err)
{
	p->pid = start_ssh(host, line, in[0], out[1], p->messages.into);
	close(in[0]);
	close(out[1]);
	p->lifeline = in[1] + 1;
	if (p->pid < 0)
		error_set(err, ERROR_SYSTEM, "ssh cannot be started");
	else if (wait_for_it(host, out[0], p->pid, err) && dup2(out[0], STDIN_FILENO) < 0)
		error_sys(err, "standard input cannot be replaced");
	close(out[0]);
	if (err->kind)
		live_process_end(p);
	return !err->kind;
}

/*
 * Start ssh to w->host, which records with flarescope if installed, otherwise with perf, which is
 * made to write its records ten times a second. The stream replaces our standard input, after any
 * password prompt. It ends when the lifeline is written to or closed. Returns false and sets an
 * error when no stream arrives.
 */
static bool live_remote_start(struct live_process *p, const struct live_words *w,
			      struct error *err)
{
	int in[2], out[2];
	char *line;
	bool ok;

	if (!w->host[0] || w->host[0] == '-' || strchr(w->host, ','))
		return error_set(err, ERROR_USAGE,
				 "--host needs the name of one host, as ssh takes it");
	line = make_line(w, err);
	if (!line)
		return false;
	if (!ssh_messages_begin(&p->messages, err)) {
		mem_free(line);
		return false;
	}
	if (pipe2(in, O_CLOEXEC) != 0 || pipe2(out, O_CLOEXEC) != 0) {
		mem_free(line);
		return error_sys(err, "cannot make a pipe");
	}
	ok = connect_it(p, w->host, line, in, out, err);
	mem_free(line);
	return ok;
}

#define RECORDS_MOST (UINT64_C(256) << 20) /* bytes */

/* Set the reading options for the stream. */
static void set_reading(struct options *o, const struct live_words *w)
{
	struct reading_options *r = &o->settings.reading;

	r->live = true;
	r->ticks = !w->piped && !w->host; /* another host has another clock */
	if (!w->piped)
		r->format = "perf-data";
	r->keep = w->keep;
	r->sparing = false; /* the length of a stream is unlimited */
	r->cache = NULL;
}

static bool is_allowed(const struct options *o, const struct live_words *w,
		       struct error *err)
{
	if (o->baseline_file || o->settings.reading.together)
		return error_set(
		    err, ERROR_USAGE,
		    "live takes one recording, of this host or on standard input (-)");
	if (o->settings.choice.waiting.states || o->settings.reading.field)
		return error_set(
		    err, ERROR_USAGE,
		    "live shows what ran; --state and --field need a finished recording");
	if (o->started.count)
		return error_set(err, ERROR_USAGE,
				 "live data has the time of day; --started is for "
				 "finished recordings");
	if (w->piped && (w->records || w->host))
		return error_set(err, ERROR_USAGE,
				 "standard input is recorded elsewhere: give --freq, "
				 "--pid, --cpu, --cgroup and --duration there");
	return true;
}

static void tell_user_only(void)
{
	fputs("flarescope: no permission to record kernel code "
	      "(kernel.perf_event_paranoid): only user code is shown\n",
	      stderr);
}

/* Start recording, unless the stream comes from a pipe. */
static bool start_live_recording(struct live_process *p, const struct live_words *w,
				 struct error *err)
{
	bool user_only = false;

	if (w->piped)
		return true;
	if (w->host)
		return live_remote_start(p, w, err);
	if (!live_process_start(p, w, &user_only, err))
		return false;
	if (user_only)
		tell_user_only();
	return true;
}

typedef bool run_on(const struct options *o, const void *arg, struct error *err);

/* Context for the functions below that run a command. */
struct flight_place {
	const struct live_words *words;
	struct flight_files *moments; /* NULL: no moments are saved */
};

/* The screen can save the raw records too; they may use a quarter of the memory. */
static bool open_with(struct options *o, struct flight_recorder *f, struct error *err)
{
	uint64_t most = o->memory ? o->memory / 4 : RECORDS_MOST;
	struct record_history *kept = record_history_new(most, err);
	bool ok;

	o->settings.reading.kept = kept;
	o->settings.reading.witness = f ? flight_recorder_audience(f) : NULL;
	ok = kept && cmd_open_run(o, err);
	record_history_free(kept);
	return ok;
}

static bool run_open(const struct options *o, const void *place, struct error *err)
{
	const struct flight_place *at = place;
	struct flight_recorder *f = NULL;
	struct options with = *o;
	bool ok;

	if (at->moments) {
		f = flight_recorder_beside(o, at->words, err);
		if (!f)
			return false;
	}
	ok = open_with(&with, f, err);
	if (f)
		flight_recorder_end(f);
	return ok;
}

static bool run_convert(const struct options *o, const void *arg, struct error *err)
{
	(void)arg;
	return cmd_convert_run(o, err);
}

/* Record, and run one of these functions on the stream. `moments`: see struct options. */
static bool watch_stream(const struct live_words *w, enum taker taker, run_on *run,
			 const void *arg, struct flight_files *moments, struct error *err)
{
	struct options o;
	struct sandbox sandbox;
	struct live_process process = {.pid = 0};
	bool ok = options_parse(&o, taker, w->count, w->rest, err) &&
		  is_allowed(&o, w, err) && start_live_recording(&process, w, err);

	if (ok) {
		set_reading(&o, w);
		if (w->headless && w->piped)
			live_process_heed_stream(&process);
		else if (w->headless)
			live_process_heed(&process);
		o.moments = moments;
		if (o.nice)
			priority_lower();
		sandbox_limit_memory(o.memory);
		ok = sandbox_enter(&sandbox, &o, taker, err) && run(&o, arg, err);
		sandbox_leave(&sandbox);
	}
	live_process_end(&process);
	options_release(&o);
	return ok;
}

/* ---- without a screen ---- */

static void tell_written(const char *path, uint64_t samples, uint64_t lost)
{
	char n[NUMBER_THINGS_MAX], l[NUMBER_GROUPED_MAX];

	fputs("flarescope: ", stderr);
	printable_write(text_of(path), stderr);
	fprintf(stderr, ": %s", number_things(samples, "samples", n));
	if (lost)
		fprintf(stderr, ", %s lost", number_grouped(lost, l));
	putc('\n', stderr);
}

/* A .data holds the raw recording, so options of views and reading are errors. */
static bool is_plain(const struct live_words *w, struct error *err)
{
	if (w->keep_given)
		return error_set(err, ERROR_USAGE,
				 "a .data file has the whole recording; --keep is for "
				 "what is shown, and for --save-when");
	for (int i = 1; i < w->count; i++)
		if (strcmp(w->rest[i], "-") != 0 && strcmp(w->rest[i], "--nice") != 0)
			return error_set(err, ERROR_USAGE,
					 "%.80s has no meaning for a .data file, which "
					 "has the records unchanged",
					 w->rest[i]);
	return true;
}

static bool is_nice(const struct live_words *w)
{
	for (int i = 1; i < w->count; i++)
		if (strcmp(w->rest[i], "--nice") == 0)
			return true;
	return false;
}

/* Write the recording itself, which perf can read. */
static bool record_data(const struct live_words *w, struct error *err)
{
	struct live_recorded of = {.samples = 0};
	struct placement p;
	int file, directory;
	bool ok;

	if (!is_plain(w, err))
		return false;
	file = placement_begin(&p, w->output, PLACEMENT_NEW | PLACEMENT_PRIVATE, err);
	if (file < 0)
		return false;
	/* the path may change before the end; pipes are left alone */
	directory = p.directory < 0 ? -1 : fcntl(p.directory, F_DUPFD_CLOEXEC, 3);
	/* even if the process is killed, the file so far is readable */
	if (!placement_commit(&p, w->output, err)) {
		close(file);
		if (directory >= 0)
			close(directory);
		return false;
	}
	if (is_nice(w))
		priority_lower();
	ok = live_record_file(w, file, &of, err);
	if (close(file) != 0 && ok)
		ok = error_sys(err, "%s", w->output);
	if (of.user_only)
		tell_user_only();
	if (ok)
		tell_written(w->output, of.samples, of.lost);
	else if (!of.samples && directory >= 0)
		unlinkat(directory, p.name, 0);
	if (directory >= 0)
		close(directory);
	return ok;
}

/* Write a stream for another reader, whose header gives the clock. */
static bool record_stream(const struct live_words *w, struct error *err)
{
	struct live_recorded of = {.samples = 0};

	if (isatty(STDOUT_FILENO))
		return error_set(err, ERROR_USAGE,
				 "-o - writes a binary stream, which a terminal cannot "
				 "show: pipe it to flarescope live -");
	if (!is_plain(w, err))
		return false;
	if (is_nice(w))
		priority_lower();
	if (!live_record_stream(w, STDOUT_FILENO, &of, err))
		return false;
	if (of.user_only)
		tell_user_only();
	return true;
}

static bool is_data(const char *path)
{
	return text_ends(text_of(path), TEXT(".data"));
}

static bool run_flight(const struct options *o, const void *place, struct error *err)
{
	const struct flight_place *at = place;

	return flight_recorder_run(o, at->words, err);
}

/* Save moments into the directory of --save-to. A smaller --keep would lose them. */
static bool keep_spikes(const struct live_words *w, enum taker taker, run_on *run,
			struct error *err)
{
	struct flight_files moments;
	const struct flight_place at = {w, &moments};
	bool ok;

	if (w->keep < FLIGHT_KEEPS)
		return error_set(
		    err, ERROR_USAGE,
		    "--save-when keeps the minute around a moment: --keep must be 70 "
		    "s or more");
	ok = flight_files_open(&moments, w->save_to, trigger_names, w->save_most, err) &&
	     watch_stream(w, taker, run, &at, &moments, err);
	flight_files_close(&moments);
	return ok;
}

static bool look_on(const struct live_words *w, struct error *err)
{
	const struct flight_place nowhere = {w, NULL};

	if (w->condition_count)
		return keep_spikes(w, TAKER_OPEN, run_open, err);
	return watch_stream(w, TAKER_OPEN, run_open, &nowhere, NULL, err);
}

static bool collect(struct live_words *w, struct error *err)
{
	char option[] = "--output";

	if (w->condition_count && !w->output)
		return keep_spikes(w, TAKER_FIND, run_flight, err);
	if (!w->output || w->condition_count)
		return error_set(err, ERROR_USAGE,
				 "--headless needs --output FILE.flare or FILE.data, or "
				 "--save-when");
	if (strcmp(w->output, "-") == 0 && !w->piped && !w->host)
		return record_stream(w, err);
	if (is_data(w->output) && w->host)
		return error_set(err, ERROR_USAGE,
				 "record --host writes a .data file of another host; "
				 "live --headless writes a .flare file of it");
	if (is_data(w->output) && w->piped)
		return error_set(err, ERROR_USAGE,
				 "standard input is a recording already: tee saves it; "
				 "--output FILE.flare saves what is read from it");
	if (is_data(w->output))
		return record_data(w, err);
	if (!text_ends(text_of(w->output), TEXT(".flare")))
		return error_set(err, ERROR_USAGE,
				 "%.200s: --output writes FILE.flare or FILE.data; "
				 "export converts these to other formats",
				 w->output);
	return live_words_add(w, option, err) &&
	       live_words_add(w, (char *)w->output, err) &&
	       watch_stream(w, TAKER_CONVERT, run_convert, NULL, NULL, err);
}

bool cmd_live_main(int argc, char **argv, struct error *err)
{
	struct live_words w;
	bool ok = live_words_parse(&w, argc, argv, err);

	if (ok && w.help)
		usage_print(subcommand_find("live"), stdout);
	else if (ok && w.headless)
		ok = collect(&w, err);
	else if (ok && w.output)
		ok = error_set(err, ERROR_USAGE,
			       "--output needs --headless; on the screen a key saves");
	else if (ok && !w.piped && !w.duration && !output_is_terminal())
		ok = error_set(err, ERROR_USAGE,
			       "there is no terminal: --headless --output FILE.flare "
			       "records without one, --duration 5 ends by itself");
	else
		ok = ok && look_on(&w, err);
	live_words_release(&w);
	return ok;
}
