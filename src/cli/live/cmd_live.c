#include "cli/subcommand.h"

#include <fcntl.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "base/mem.h"
#include "base/number.h"
#include "base/placement.h"
#include "base/utf8.h"
#include "cli/live/flight_recorder.h"
#include "cli/live/live_process.h"
#include "cli/live/live_remote.h"
#include "cli/live/live_words.h"
#include "cli/live/triggers.h"
#include "cli/output.h"
#include "cli/priority.h"
#include "cli/sandbox.h"
#include "input/perf_records/kept_records.h"

#define RECORDS_MOST (UINT64_C(256) << 20) /* bytes */

/* What is said of the recording, into what reads it. */
static void set_reading(struct options *o, const struct live_words *w)
{
	struct reading_options *r = &o->settings.reading;

	r->live = true;
	r->ticks = !w->piped && !w->host; /* those of another host have its clock */
	if (!w->piped)
		r->format = "perf-data";
	r->keep = w->keep;
	r->sparing = false; /* a stream is as long as somebody looks */
	r->cache = NULL;
}

static bool is_allowed(const struct options *o, const struct live_words *w,
		       struct error *err)
{
	if (o->baseline_file || o->settings.reading.together)
		return error_set(err, ERROR_USAGE,
				 "live is of one recording, of this host or on standard "
				 "input (-)");
	if (o->settings.choice.waiting.states || o->settings.reading.field)
		return error_set(err, ERROR_USAGE,
				 "live tells what ran; --state and --field are of "
				 "recordings that have ended");
	if (o->started.count)
		return error_set(err, ERROR_USAGE,
				 "what comes live tells what time it is; --started is of "
				 "recordings that have ended");
	if (w->piped && (w->records || w->host))
		return error_set(
		    err, ERROR_USAGE,
		    "what comes on standard input is recorded elsewhere: --freq, --pid, "
		    "--cpu, --cgroup and --duration are said there");
	return true;
}

static void tell_user_only(void)
{
	fputs("flarescope: the kernel's side may not be seen "
	      "(kernel.perf_event_paranoid): only code of the processes is shown\n",
	      stderr);
}

/* What is recorded here; a pipe has it already. */
static bool start(struct live_process *p, const struct live_words *w, struct error *err)
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

/* For the runs of commands below: they have no other way to know of them. */
struct flight_place {
	const struct live_words *words;
	struct moments *moments; /* NULL: nothing is kept by itself */
};

/* A key saves the records themselves, too: they may have a quarter of the memory. */
static bool open_with(struct options *o, struct flight_recorder *f, struct error *err)
{
	uint64_t most = o->memory ? o->memory / 4 : RECORDS_MOST;
	struct kept_records *kept = kept_records_new(most, err);
	bool ok;

	o->settings.reading.kept = kept;
	o->settings.reading.witness = f ? flight_recorder_audience(f) : NULL;
	ok = kept && cmd_open_run(o, err);
	kept_records_free(kept);
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

/* Record, and run one of these on what comes. `moments`: see struct options. */
static bool watch(const struct live_words *w, enum taker taker, run_on *run,
		  const void *arg, struct moments *moments, struct error *err)
{
	struct options o;
	struct sandbox sandbox;
	struct live_process process = {.pid = 0};
	bool ok = options_parse(&o, taker, w->count, w->rest, err) &&
		  is_allowed(&o, w, err) && start(&process, w, err);

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

static void tell(const char *path, uint64_t samples, uint64_t lost)
{
	char n[NUMBER_THINGS_MAX], l[NUMBER_GROUPED_MAX];

	fputs("flarescope: ", stderr);
	printable_write(text_of(path), stderr);
	fprintf(stderr, ": %s", number_things(samples, "samples", n));
	if (lost)
		fprintf(stderr, ", %s lost", number_grouped(lost, l));
	putc('\n', stderr);
}

/* A .data is as it was recorded: what is of views and of reading has no say in it. */
static bool is_plain(const struct live_words *w, struct error *err)
{
	if (w->keep_given)
		return error_set(err, ERROR_USAGE,
				 "a .data has all that is recorded; --keep is of what is "
				 "shown, and of --save-when");
	for (int i = 1; i < w->count; i++)
		if (strcmp(w->rest[i], "-") != 0 && strcmp(w->rest[i], "--nice") != 0)
			return error_set(
			    err, ERROR_USAGE,
			    "%.80s has no meaning for a .data, which has the "
			    "records as they are",
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

/* The recording itself, which perf reads as well. */
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
	/* its path may lead elsewhere by the end, and a pipe is not ours */
	directory = p.directory < 0 ? -1 : fcntl(p.directory, F_DUPFD_CLOEXEC, 3);
	/* it may be killed at any time, and what is there then can be read */
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
		tell(w->output, of.samples, of.lost);
	else if (!of.samples && directory >= 0)
		unlinkat(directory, p.name, 0);
	if (directory >= 0)
		close(directory);
	return ok;
}

/* For who reads it elsewhere; its clock is known there by what the stream says. */
static bool record_stream(const struct live_words *w, struct error *err)
{
	struct live_recorded of = {.samples = 0};

	if (isatty(STDOUT_FILENO))
		return error_set(err, ERROR_USAGE,
				 "-o - is a stream of records, which no terminal shows: "
				 "pipe it to flarescope live -");
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

/* In the directory that moments are kept in; with less to keep they would be gone before. */
static bool keep_spikes(const struct live_words *w, enum taker taker, run_on *run,
			struct error *err)
{
	struct moments moments;
	const struct flight_place at = {w, &moments};
	bool ok;

	if (w->keep < FLIGHT_KEEPS)
		return error_set(
		    err, ERROR_USAGE,
		    "--save-when keeps the minute around a moment: --keep must be 70 "
		    "s or more");
	ok = moments_open(&moments, w->save_to, trigger_names, w->save_most, err) &&
	     watch(w, taker, run, &at, &moments, err);
	moments_close(&moments);
	return ok;
}

static bool look_on(const struct live_words *w, struct error *err)
{
	const struct flight_place nowhere = {w, NULL};

	if (w->condition_count)
		return keep_spikes(w, TAKER_OPEN, run_open, err);
	return watch(w, TAKER_OPEN, run_open, &nowhere, NULL, err);
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
				 "record --host writes a .data of another host; live "
				 "--headless keeps a .flare of it");
	if (is_data(w->output) && w->piped)
		return error_set(
		    err, ERROR_USAGE,
		    "what comes on standard input is a recording already: tee "
		    "keeps it; --output FILE.flare keeps what is read of it");
	if (is_data(w->output))
		return record_data(w, err);
	if (!text_ends(text_of(w->output), TEXT(".flare")))
		return error_set(
		    err, ERROR_USAGE,
		    "%.200s: --output writes FILE.flare or FILE.data; export "
		    "makes anything else of those",
		    w->output);
	return live_words_add(w, option, err) &&
	       live_words_add(w, (char *)w->output, err) &&
	       watch(w, TAKER_CONVERT, run_convert, NULL, NULL, err);
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
			       "--output is of --headless; on the screen a key saves");
	else if (ok && !w.piped && !w.duration && !output_is_terminal())
		ok = error_set(err, ERROR_USAGE,
			       "there is no terminal to watch on: --headless --output "
			       "FILE.flare records without one, --duration 5 ends by "
			       "itself");
	else
		ok = ok && look_on(&w, err);
	live_words_release(&w);
	return ok;
}
