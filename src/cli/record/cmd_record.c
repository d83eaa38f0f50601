#include "cli/subcommand.h"

#include <fcntl.h>
#include <inttypes.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/stat.h>
#include <termios.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/mem.h"
#include "base/number.h"
#include "base/placement.h"
#include "base/utf8.h"
#include "cli/priority.h"
#include "cli/sandbox.h"
#include "cli/output.h"
#include "cli/record/own_recording.h"
#include "cli/record/perf_command.h"
#include "cli/record/perf_process.h"
#include "cli/record/remote.h"
#include "cli/record/switch_cost.h"
#include "input/recordings.h"
#include "profile/hosts.h"
#include "session/input_line.h"
#include "tui/screen.h"
#include "view/label.h"

/* A recording in progress, and its progress line. */
struct recording {
	const struct perf_command *command; /* borrowed */
	const char *who;		    /* who writes it */
	FILE *messages; /* owned: what perf says; NULL: it says that to the user */
	struct placement_room room; /* where it writes */
	char path[NAME_MAX + 40];   /* of the file there, to perf */
	bool has_file;		    /* which is in its place by now */
	uint64_t begun;		    /* clock_now() */
	int drawn;		    /* columns of the progress on the screen */
};

/* ---- progress: one line, drawn again each second ---- */

/* The bytes of the file so far. */
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

static void draw(struct recording *r, const char *line)
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
 * Beside what a recorded command writes: at the right end of its line, and the cursor stays where
 * the command has left it. Not while the command has the terminal for itself, as an editor or who
 * asks for a password has.
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

/* "1:05", "2:00:00" */
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

/* How long, and how much has been written so far. */
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
		draw(r, line);
		return;
	}
	minutes(spent, elapsed);
	label_size(bytes_of(r), size);
	if (duration && spent > duration + NS_PER_SECOND / 2)
		snprintf(line, sizeof line, "%s is writing the rest  %s", r->who, size);
	else if (duration)
		snprintf(line, sizeof line,
			 "recording  %s of %s  %s  Ctrl-C: stop now and look", elapsed,
			 minutes(duration, whole), size);
	else
		snprintf(line, sizeof line, "recording  %s  %s  Ctrl-C: stop and look",
			 elapsed, size);
	draw(r, line);
}

/* ---- from the first line to the recording's end ---- */

/* A recorded command has the terminal for itself, and so have messages of perf. */
static bool begin(struct recording *r, const struct perf_command *c, struct error *err)
{
	*r = (struct recording){.command = c, .who = "perf", .begun = clock_now()};
	if (!placement_room_begin(&r->room, c->output, err))
		return false;
	if (!c->has_workload) {
		r->messages = tmpfile();
		if (!r->messages)
			return error_sys(err, "cannot create a file for perf's messages");
		fcntl(fileno(r->messages), F_SETFD, FD_CLOEXEC);
	}
	fputs("flarescope: ", stderr);
	perf_command_print(c, stderr);
	return true;
}

/*
 * perf ends by the signal that it was stopped with, and with the status of the command that
 * it recorded, or 255 when it could not run that: what counts is the file.
 */
static bool has_recorded(const struct recording *r, const struct perf_end *end)
{
	if (!r->has_file)
		return false;
	if (end->status < 0)
		return end->signal == SIGINT || end->signal == SIGTERM;
	return end->status == 0 || (r->command->has_workload && end->status != 255);
}

/* What was written gets its name, be it incomplete; not a pipe, which would be waited for, and nothing empty. */
static bool settle(struct recording *r, struct error *err)
{
	struct stat now;

	if (fstatat(r->room.inside, r->room.at.name, &now, AT_SYMLINK_NOFOLLOW) == 0) {
		r->has_file =
		    S_ISDIR(now.st_mode) || (S_ISREG(now.st_mode) && now.st_size > 0);
		if (!r->has_file)
			unlinkat(r->room.inside, r->room.at.name, 0);
	}
	return placement_room_commit(&r->room, r->command->output, err);
}

/* After SIGHUP or SIGTERM: end as if we had not caught it. */
static bool end_as_asked(const struct recording *r, const struct perf_end *end,
			 struct error *err)
{
	fputs("flarescope: ", stderr);
	printable_write(text_of(r->command->output), stderr);
	fputs(!end->killed && has_recorded(r, end) ? " holds what was recorded\n"
						   : " is incomplete\n",
	      stderr);
	raise(end->end_us);
	return error_set(err, ERROR_CANCELLED, "stopped");
}

/* What was drawn goes, and a signal that ends us ends us. */
static bool leave(struct recording *r, const struct perf_end *end, struct error *err)
{
	if (r->drawn && r->command->has_workload)
		draw_beside(r, "");
	else if (r->drawn)
		draw(r, "");
	if (r->messages)
		perf_refusal_show(r->messages, stderr);
	return !end->end_us || end_as_asked(r, end, err);
}

static bool settle_and_leave(struct recording *r, const struct perf_end *end,
			     struct error *err)
{
	struct error failure = ERROR_INIT;
	bool settled = settle(r, &failure), ok = leave(r, end, err);

	if (!settled && !err->kind)
		*err = failure;
	return settled && ok;
}

/* What perf would do we do ourselves, where it is nothing that only perf can. */
static bool run_without_perf(struct recording *r, const struct perf_watcher *watcher,
			     struct error *err)
{
	struct error failure = ERROR_INIT;
	struct own_recording own;
	struct perf_end end = {0};
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
	own_recording_release(&own);
	return ok;
}

/*
 * perf would follow a link at the name of its file, and write into one of somebody else's: it gets that of a
 * new file in a directory that is open, and stays open in perf.
 */
static const char **words_for_perf(struct recording *r, char **joined, struct error *err)
{
	int inside = r->room.inside;

	snprintf(r->path, sizeof r->path, "/proc/self/fd/%d/%s", inside, r->room.at.name);
	if (fcntl(inside, F_SETFD, 0) == 0)
		return perf_command_into(r->command, r->path, joined, err);
	error_sys(err, "cannot run perf");
	return NULL;
}

static bool run(struct recording *r, struct error *err)
{
	bool beside = r->command->has_workload, missing = false;
	const struct perf_watcher watcher = {beside ? show_beside : show_progress, r};
	bool shows = isatty(STDERR_FILENO) && (!beside || screen_usable());
	struct error failure = ERROR_INIT;
	struct perf_end end;
	char *joined = NULL;
	const char **argv = words_for_perf(r, &joined, err);
	bool ok =
	    argv && perf_process_run(argv, r->messages ? fileno(r->messages) : -1,
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

static bool record(const struct perf_command *c, struct error *err)
{
	struct recording r;
	bool ok = begin(&r, c, err) && run(&r, err);

	placement_room_abandon(&r.room); /* unless it is empty by now */
	if (r.messages)
		fclose(r.messages);
	return ok;
}

/* ---- what switches cost ---- */

/* "y" and Enter. */
static bool is_answered_yes(void)
{
	char line[16];

	fputs("flarescope: that slows it down. Record all the same? [y/N] ", stderr);
	fflush(stderr);
	return fgets(line, sizeof line, stdin) && (line[0] == 'y' || line[0] == 'Y');
}

/*
 * Of single processes perf sees what they do themselves: a wake-up is an event of who woke, and
 * most are others, or interrupts on idle CPUs.
 */
static void tell_what_is_missing(const struct perf_command *c)
{
	if (!c->waiting || c->light || c->system_wide)
		return;
	fprintf(
	    stderr,
	    "flarescope: %s is recorded alone: who woke its threads from elsewhere, and "
	    "how long they then waited for a CPU, will not be known; with -a%s%s all of "
	    "the machine is recorded, which costs more, and tells it\n",
	    c->has_workload ? "the command" : "what was named",
	    c->has_workload ? "" : " in its place", geteuid() == 0 ? "" : " (as root)");
}

/* Of single processes nobody knows how much of it is theirs: it is the most that there can be. */
static bool may_cost(const struct perf_command *c, struct error *err)
{
	char words[SWITCH_COST_MAX], most[NUMBER_GROUPED_MAX];
	struct switch_rate rate;

	tell_what_is_missing(c);
	if (!c->waiting || !switch_rate_measure(&rate))
		return true;
	fprintf(stderr, "flarescope: %s%s\n", switch_cost_text(&rate, c->light, words),
		c->system_wide
		    ? ""
		    : "; of its processes only some are recorded, so it is less");
	if (c->light || c->yes || !switch_rate_is_high(&rate))
		return true;
	if (!isatty(STDIN_FILENO) || !isatty(STDERR_FILENO))
		return error_set(err, ERROR_SYSTEM,
				 "that is more than %s a second and CPU, which slows it "
				 "down; to record all the same: --yes; the light way: "
				 "--waiting --switch-events",
				 number_grouped(SWITCHES_UNASKED, most));
	return is_answered_yes() || error_set(err, ERROR_CANCELLED,
					      "nothing was recorded; the light way: "
					      "--waiting --switch-events");
}

/* ---- the result ---- */

static bool noted(const struct profile *p, const char *key, uint64_t *ns)
{
	return number_seconds(text_trim(profile_note(p, key)), ns);
}

/* Where nothing ran there may be no samples: the recording knows better when it began and ended. */
static uint64_t length_of(const struct profile *p)
{
	uint64_t first = p->samples.time[0], last = p->samples.time[p->samples.count - 1];
	uint64_t from, to;

	if (hosts_are_several(p) || !noted(p, "time of first sample", &from) ||
	    !noted(p, "time of last sample", &to))
		return last - first;
	return (to > last ? to : last) - (from < first ? from : first);
}

/* For scripts: a summary, on standard error, as the command may have used standard output. */
static bool tell(const struct options *o, bool waiting, struct error *err)
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
	fprintf(stderr, ": %s in %s; to look at them: flarescope %s",
		number_things(p->samples.count, "samples", n),
		label_duration(length_of(p), length), waiting ? "--state blocked " : "");
	input_line_write(&reading, o->file, false, stderr);
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
					   : tell(&o, c->waiting, err));
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
			      : may_cost(&c, err) && record(&c, err)) &&
		     look_at(&c, err);
	perf_command_release(&c);
	return ok;
}
