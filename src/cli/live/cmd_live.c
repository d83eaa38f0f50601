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

/* Save the samples of the minute, with the tables of the whole profile. Failures are reported. */
static void save_moment(struct flight_recorder *f, const struct profile *p,
			struct error *err)
{
	uint64_t origin = profile_origin(p), first, last;
	uint64_t from = f->at > origin + AROUND ? f->at - AROUND - origin : 0;
	struct profile part;
	char name[FLIGHT_FILE_NAME], n[NUMBER_THINGS_MAX];
	FILE *out = listener(f);

	range_samples(p, (struct range){from, f->at - origin + AROUND}, &first, &last);
	f->waits = false;
	f->since = f->at + AROUND;
	if (first >= last)
		return;
	part = profile_part(p, first, last);
	part.origin = origin ? origin : 1; /* marks a part that has its own end */
	make_name(f, p, name);
	if (make_file(f, &part, name, err)) {
		fprintf(out, "flarescope: %s (", name);
		printable_write(text_of(f->why->words), out);
		fprintf(out, "): %s\n", number_things(part.samples.count, "samples", n));
	} else { /* continue with the next moment */
		fputs("flarescope: ", out);
		printable_write(text_of(err->message), out);
		fputs("; not saved\n", out);
		*err = (struct error)ERROR_INIT;
	}
	fflush(out);
}

/* ---- looking ---- */

/* Look for a moment in a snapshot, or save the one that waits. `ended`: the recording has ended. */
static bool look_for_moment(struct flight_recorder *f, const struct session *s,
			    bool ended, struct error *err)
{
	const struct profile *p = s->profile;
	char n[NUMBER_THINGS_MAX];

	if (!f->waits) {
		f->why = triggers_look(&f->triggers, s, f->since, ended, &f->at, err);
		if (!f->told && f->triggers.slow) { /* once, as each look may find more */
			f->told = f->triggers.slow;
			fprintf(listener(f),
				"flarescope: a pattern of --save-when takes too long on "
				"%s: these and similar names count as not matching\n",
				number_things(f->told, "names", n));
			fflush(listener(f));
		}
		f->waits = f->why != NULL;
		if (!f->waits && p->samples.end > f->since + 2 * AROUND)
			f->since = p->samples.end - 2 * AROUND;
	}
	if (err->kind)
		return false;
	if (f->waits && (ended || p->samples.end >= f->at + AROUND))
		save_moment(f, p, err);
	return true;
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

/*
 * The command in single quotes, for any remote shell. A background job of a shell has no input and
 * ignores SIGINT, so `w` reads from our side and stops the recorder. SIGPIPE is ignored: if perf
 * were killed by a lost connection, its sleep would continue to run. perf writes records when a
 * buffer is half full, which takes 10 s, or at any control command. It applies a control group to
 * the events named before it.
 */
static char *make_line(const struct live_words *w, struct error *err)
{
	char seconds[NUMBER_SECONDS_MAX], *script;
	struct memory_stream m;

	if (!memory_stream_open(&m, err))
		return NULL;
	number_plain_seconds(w->duration, seconds);
	fputs("trap \"\" PIPE; w() { { dd bs=1 count=1 <&3; kill -INT $p; } >/dev/null "
	      "2>&1 & w=$!; "
	      "}; e() { { wait $p; } 2>/dev/null; s=$?; kill $w 2>/dev/null; }; "
	      "exec 3<&0; if command -v flarescope >/dev/null 2>&1; then "
	      "flarescope live --headless -o -",
	      m.out);
	put_words(w, "--cgroup", m.out);
	if (w->duration)
		fprintf(m.out, " --duration %s", seconds);
	fputs(" 3<&- </dev/null & p=$!; w; e; else "
	      "d=$(mktemp -d) && mkfifo \"$d/c\" || exit 1; "
	      "perf record -q -g -k CLOCK_MONOTONIC -o - --control fifo:\"$d/c\"",
	      m.out);
	if (w->cgroup)
		fputs(" -e cpu-clock", m.out);
	if (!w->pid_count)
		fputs(" -a", m.out);
	put_words(w, "-G", m.out);
	if (w->duration)
		fprintf(m.out, " -- sleep %s", seconds);
	fputs(" 3<&- </dev/null & p=$!; w; "
	      "{ exec 4<>\"$d/c\"; while kill -0 $p; do echo ping >&4; sleep 0.1 || "
	      "sleep 1; done; } >/dev/null 2>&1 3<&- & "
	      "e; rm -rf \"$d\"; fi; exit $s",
	      m.out);
	script = memory_stream_take(&m, NULL, err);
	if (!script || !memory_stream_open(&m, err)) {
		mem_free(script);
		return NULL;
	}
	fputs("exec sh -c ", m.out);
	shell_line_word(text_of(script), false, m.out);
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

	if (!w->host[0] || w->host[0] == '-' || strchr(w->host, ','))
		return error_set(err, ERROR_USAGE,
				 "--host needs the name of one host, as ssh takes it");
	line = make_line(w, err);
	if (!line || !ssh_messages_begin(&p->messages, err)) {
		mem_free(line);
		return false;
	}
	if (pipe2(in, O_CLOEXEC) != 0 || pipe2(out, O_CLOEXEC) != 0) {
		mem_free(line);
		return error_sys(err, "cannot make a pipe");
	}
	p->pid = start_ssh(w->host, line, in[0], out[1], p->messages.into);
	mem_free(line);
	close(in[0]);
	close(out[1]);
	p->lifeline = in[1] + 1;
	if (p->pid < 0)
		error_set(err, ERROR_SYSTEM, "ssh cannot be started");
	else if (wait_for_it(w->host, out[0], p->pid, err) &&
		 dup2(out[0], STDIN_FILENO) < 0)
		error_sys(err, "standard input cannot be replaced");
	close(out[0]);
	if (err->kind)
		live_process_end(p);
	return !err->kind;
}

#define RECORDS_MOST (UINT64_C(256) << 20) /* bytes */

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

typedef bool run_on(const struct options *o, const struct live_words *w,
		    struct error *err);

/*
 * Run the screen, beside a flight recorder if moments are saved. The screen can save the raw
 * records too; they may use a quarter of the memory.
 */
static bool run_open(const struct options *o, const struct live_words *w,
		     struct error *err)
{
	struct options with = *o;
	struct flight_recorder *f = NULL;
	struct record_history *kept;
	bool ok;

	if (o->moments) {
		f = begin_flight_recorder(o, w, err);
		if (!f)
			return false;
		if (!memory_stream_open(&f->said, err)) {
			leave_owners(f);
			return false;
		}
		f->screen = true;
		with.settings.reading.witness = &f->audience;
	}
	kept = record_history_new(o->memory ? o->memory / 4 : RECORDS_MOST, err);
	with.settings.reading.kept = kept;
	ok = kept && cmd_open_run(&with, err);
	record_history_free(kept);
	if (f)
		flight_recorder_end(f);
	return ok;
}

static bool run_convert(const struct options *o, const struct live_words *w,
			struct error *err)
{
	(void)w;
	return cmd_convert_run(o, err);
}

/* Record, and run one of these functions on the stream. `moments`: see struct options. */
static bool watch_stream(const struct live_words *w, enum taker taker, run_on *run,
			 struct flight_files *moments, struct error *err)
{
	struct options o;
	struct sandbox sandbox;
	struct live_process process = {.pid = 0};
	struct reading_options *reading = &o.settings.reading;
	bool user_only = false;
	bool ok =
	    options_parse(&o, taker, w->count, w->rest, err) && is_allowed(&o, w, err) &&
	    (w->piped || (w->host ? live_remote_start(&process, w, err)
				  : live_process_start(&process, w, &user_only, err)));

	if (ok) {
		if (user_only)
			tell_user_only();
		reading->live = true;
		reading->ticks =
		    !w->piped && !w->host; /* another host has another clock */
		if (!w->piped)
			reading->format = "perf-data";
		reading->keep = w->keep;
		reading->sparing = false; /* the length of a stream is unlimited */
		reading->cache = NULL;
		if (w->headless && w->piped)
			live_process_heed_stream(&process);
		else if (w->headless)
			live_process_heed(&process);
		o.moments = moments;
		if (o.nice)
			priority_lower();
		sandbox_limit_memory(o.memory);
		ok = sandbox_enter(&sandbox, &o, taker, err) && run(&o, w, err);
		sandbox_leave(&sandbox);
	}
	live_process_end(&process);
	options_release(&o);
	return ok;
}

/* ---- without a screen ---- */

/*
 * A .data holds the raw recording, so options of views and reading are errors. `*nice`: lower the
 * priority.
 */
static bool is_plain(const struct live_words *w, bool *nice, struct error *err)
{
	*nice = false;
	if (w->keep_given)
		return error_set(err, ERROR_USAGE,
				 "a .data file has the whole recording; --keep is for "
				 "what is shown, and for --save-when");
	for (int i = 1; i < w->count; i++) {
		if (strcmp(w->rest[i], "--nice") == 0)
			*nice = true;
		else if (strcmp(w->rest[i], "-") != 0)
			return error_set(err, ERROR_USAGE,
					 "%.80s has no meaning for a .data file, which "
					 "has the records unchanged",
					 w->rest[i]);
	}
	return true;
}

/* Write the recording itself, which perf can read. */
static bool record_data(const struct live_words *w, struct error *err)
{
	struct live_recorded of = {.samples = 0};
	struct placement p;
	char n[NUMBER_THINGS_MAX], lost[NUMBER_GROUPED_MAX];
	int file, directory;
	bool nice, ok;

	if (!is_plain(w, &nice, err))
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
	if (nice)
		priority_lower();
	ok = live_record(w, file, false, &of, err);
	if (close(file) != 0 && ok)
		ok = error_sys(err, "%s", w->output);
	if (of.user_only)
		tell_user_only();
	if (ok) {
		fputs("flarescope: ", stderr);
		printable_write(text_of(w->output), stderr);
		fprintf(stderr, ": %s", number_things(of.samples, "samples", n));
		if (of.lost)
			fprintf(stderr, ", %s lost", number_grouped(of.lost, lost));
		putc('\n', stderr);
	} else if (!of.samples && directory >= 0) {
		unlinkat(directory, p.name, 0);
	}
	if (directory >= 0)
		close(directory);
	return ok;
}

/* Write a stream for another reader, whose header gives the clock. */
static bool record_stream(const struct live_words *w, struct error *err)
{
	struct live_recorded of = {.samples = 0};
	bool nice;

	if (isatty(STDOUT_FILENO))
		return error_set(err, ERROR_USAGE,
				 "-o - writes a binary stream, which a terminal cannot "
				 "show: pipe it to flarescope live -");
	if (!is_plain(w, &nice, err))
		return false;
	if (nice)
		priority_lower();
	if (!live_record(w, STDOUT_FILENO, true, &of, err))
		return false;
	if (of.user_only)
		tell_user_only();
	return true;
}

/* Save moments into the directory of --save-to. A smaller --keep would lose them. */
static bool keep_spikes(const struct live_words *w, enum taker taker, run_on *run,
			struct error *err)
{
	struct flight_files moments;
	bool ok;

	if (w->keep < FLIGHT_KEEPS)
		return error_set(
		    err, ERROR_USAGE,
		    "--save-when keeps the minute around a moment: --keep must be 70 "
		    "s or more");
	ok = flight_files_open(&moments, w->save_to, trigger_names, w->save_most, err) &&
	     watch_stream(w, taker, run, &moments, err);
	flight_files_close(&moments);
	return ok;
}

static bool collect(struct live_words *w, struct error *err)
{
	char option[] = "--output";
	bool is_data = w->output && text_ends(text_of(w->output), TEXT(".data"));

	if (w->condition_count && !w->output)
		return keep_spikes(w, TAKER_FIND, flight_recorder_run, err);
	if (!w->output || w->condition_count)
		return error_set(err, ERROR_USAGE,
				 "--headless needs --output FILE.flare or FILE.data, or "
				 "--save-when");
	if (strcmp(w->output, "-") == 0 && !w->piped && !w->host)
		return record_stream(w, err);
	if (is_data && w->host)
		return error_set(err, ERROR_USAGE,
				 "record --host writes a .data file of another host; "
				 "live --headless writes a .flare file of it");
	if (is_data && w->piped)
		return error_set(err, ERROR_USAGE,
				 "standard input is a recording already: tee saves it; "
				 "--output FILE.flare saves what is read from it");
	if (is_data)
		return record_data(w, err);
	if (!text_ends(text_of(w->output), TEXT(".flare")))
		return error_set(err, ERROR_USAGE,
				 "%.200s: --output writes FILE.flare or FILE.data; "
				 "export converts these to other formats",
				 w->output);
	return live_words_add(w, option, err) &&
	       live_words_add(w, (char *)w->output, err) &&
	       watch_stream(w, TAKER_CONVERT, run_convert, NULL, err);
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
	else if (ok)
		ok = w.condition_count
			 ? keep_spikes(&w, TAKER_OPEN, run_open, err)
			 : watch_stream(&w, TAKER_OPEN, run_open, NULL, err);
	live_words_release(&w);
	return ok;
}
