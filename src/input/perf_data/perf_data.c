/*
 * A recording is not in order of time. perf_stream cuts and unpacks its records
 * (perf_features takes those of perf itself); perf_recording collects samples, each call
 * chain once, and the records that change names and maps, into a perf_batch; perf_replay
 * goes through a batch by time, with the names of threads and the maps (perf_maps:
 * address to module) as they were at that moment; perf_names asks symbols/ once for each
 * place.
 *
 * A plain file is walked through twice. perf_scan first finds the times of parts of it on
 * all CPUs. That gives a profile with all samples at their times, but no stacks, to be
 * shown at once; and it tells for each place of the file how early anything behind it is.
 * So while records are read, what nothing earlier follows can be replayed by a second
 * thread, and not all samples are kept. Pipes, packed recordings and those whose records
 * change what others mean (perf_scan.h) are read at once: one batch, when all is there.
 * The profile is the same. A file that somebody writes to meanwhile may have such a
 * record on the second walk: it is refused then.
 *
 * Stacks of --call-graph dwarf are copies of memory, and have no chain: perf_unwinding.
 */

#include "input/formats.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "input/perf_data/perf_code.h"
#include "input/perf_data/perf_file.h"
#include "input/perf_data/perf_names.h"
#include "input/perf_data/perf_features.h"
#include "input/perf_data/perf_live.h"
#include "input/perf_data/perf_recording.h"
#include "input/perf_data/perf_players.h"
#include "input/perf_data/perf_scan.h"
#include "input/perf_data/perf_unwinding.h"
#include "symbols/module.h"

/*
 * A recording is cut into records, which are collected (perf_recording) until they can be gone
 * through by time (perf_replay). There are two ways, which give the same profile. At once: all
 * is collected first. In steps, if perf_scan has been through the file before: what nothing
 * earlier can follow any more is replayed by another thread while the rest is being cut.
 */
struct perf_data {
	struct reading *reading;    /* borrowed */
	struct perf_stream *stream; /* owned */
	struct perf_file file;
	struct perf_recording recording;
	struct perf_scan scan;
	struct perf_maps *maps; /* owned */
	struct perf_features features;
	struct perf_symbols
	    *symbols;		 /* owned; NULL: not begun, or no names are asked for */
	struct perf_batch early; /* empty, but for its room, until something is taken */
	struct perf_live live;
	struct losses losses; /* of records; the reading's are for who replays */
	bool kernel;	      /* there are samples in the kernel */
	uint64_t records;
	uint64_t end; /* where nothing more could be read, 0: they were all read */
};

static unsigned probe(struct text head)
{
	return perf_file_begins(head) ? 100 : 0;
}

/* ---- records ---- */

/*
 * Linux writes the names of the kernel anew for each reader, which takes longer than all else that a
 * small recording needs: they are read beside the rest, and where nothing was in the kernel not
 * at all. A scan has found out before there were other threads.
 */
static void note_kernel(struct perf_data *d, const struct perf_record *r)
{
	if (d->kernel || d->recording.scanned ||
	    (r->misc & PERF_MISC_MODE) != PERF_MODE_KERNEL)
		return;
	d->kernel = true;
	if (d->symbols)
		perf_symbols_expect_kernel(d->symbols);
}

static bool take_record(struct perf_data *d, const struct perf_record *r,
			struct error *err)
{
	struct perf_user_records own = {.stream = d->stream,
					.events = &d->recording.events,
					.features = &d->features,
					.losses = &d->losses,
					.kept = d->reading->options->kept};

	d->records++;
	if (r->type == PERF_RECORD_SAMPLE) {
		note_kernel(d, r);
		return perf_recording_sample(&d->recording, r, err);
	}
	if (r->type < PERF_RECORD_HEADER_ATTR)
		return perf_recording_other(&d->recording, r, err);
	return perf_user_record_take(&own, r, err);
}

/* Why there are no more records. */
static void note_end(struct perf_data *d)
{
	enum perf_end end = perf_stream_end(d->stream);

	if (end == PERF_END_WHOLE)
		return;
	d->end = perf_stream_offset(d->stream);
	losses_count(&d->losses, end == PERF_END_DAMAGED ? LOSS_PACKED : LOSS_RECORDS_CUT,
		     d->end);
}

static bool take_records(struct perf_data *d, struct error *err)
{
	struct perf_record r;

	while (perf_stream_next(d->stream, &r, err))
		if (!take_record(d, &r, err) ||
		    (d->records % READING_EACH == 0 && !reading_goes_on(d->reading, err)))
			return false;
	if (err->kind != ERROR_NONE)
		return false;
	note_end(d);
	return true;
}

/* Links may make one file several parts. */
static bool is_fresh(const struct source *part, struct intern *files, bool *fresh,
		     struct error *err)
{
	uint32_t number, count = intern_count(files);
	uint64_t key[2];
	struct stat st;

	*fresh = true;
	if (source_file(part) < 0 || fstat(source_file(part), &st) != 0)
		return true;
	key[0] = (uint64_t)st.st_dev;
	key[1] = (uint64_t)st.st_ino;
	if (!intern_put(files, (struct text){(const char *)key, sizeof key}, &number,
			err))
		return false;
	*fresh = number == count;
	return true;
}

/* perf record --threads: "data.0" and so on have records and nothing else. */
static bool take_part(struct perf_data *d, const char *path, struct intern *files,
		      struct error *err)
{
	struct perf_stream *whole = d->stream;
	struct source *source = source_open_regular(path, err);
	bool fresh = false, ok;

	if (!source)
		return error_at(err, "%s", strrchr(path, '/') + 1);
	d->stream = NULL;
	ok = is_fresh(source, files, &fresh, err);
	if (ok && !fresh)
		losses_count(d->reading->losses, LOSS_PART_AGAIN, 0);
	if (ok && fresh) {
		d->stream = perf_stream_new(source, err);
		ok = d->stream && take_records(d, err);
	}
	perf_stream_free(d->stream);
	source_close(source);
	d->stream = whole;
	return ok;
}

static bool take_parts(struct perf_data *d, struct error *err)
{
	const char *directory = source_directory(d->reading->source);
	struct intern *files = intern_new(err);
	char path[4096];
	bool ok = files != NULL;

	for (unsigned i = 0; ok && directory; i++) {
		if (snprintf(path, sizeof path, "%s/data.%u", directory, i) >=
			(int)sizeof path ||
		    access(path, F_OK) != 0)
			break;
		ok = take_part(d, path, files, err);
	}
	intern_free(files);
	return ok;
}

static bool has_samples(const struct perf_data *d, struct error *err)
{
	uint64_t end = d->end ? d->end : d->losses.of[LOSS_RECORDS_CUT].first_line;

	if (d->recording.samples)
		return true;
	if (d->losses.of[ASIDE_OFF_CPU].count)
		return error_set(err, ERROR_FORMAT, "%s", READING_SUMS_ONLY);
	if (end)
		return error_set(err, ERROR_FORMAT,
				 "no samples before byte %" PRIu64
				 ", where this perf.data is damaged or cut off",
				 end);
	if (d->losses.of[LOSS_RECORD].count)
		return error_set(err, ERROR_FORMAT,
				 "no samples in this perf.data: %" PRIu64
				 " of its records were not understood, the first at byte "
				 "%" PRIu64,
				 d->losses.of[LOSS_RECORD].count,
				 d->losses.of[LOSS_RECORD].first_line);
	if (d->features.is_directory && !source_directory(d->reading->source))
		return error_set(err, ERROR_FORMAT,
				 "no samples in this file of a recording with --threads: "
				 "they are in the files beside it; open the directory");
	if (d->losses.of[LOSS_UNFINISHED].count)
		return error_set(err, ERROR_FORMAT,
				 "no samples in this perf.data, which was not finished: "
				 "perf was killed before it had written any");
	return error_set(err, ERROR_FORMAT,
			 "no samples in this perf.data: the recording was idle or too "
			 "short; record for longer, more often (-F) or on all CPUs (-a)");
}

/* ---- all of it ---- */

/*
 * The build id of the vDSO is missing in pipes and packed recordings. On the machine that was
 * recorded it is the running kernel's.
 */
static bool know_vdso(struct perf_data *d, struct error *err)
{
	struct module_kernel k = {.host = text_of(d->features.host),
				  .release = text_of(d->features.release)};
	struct build_id id = {.len = 0};

	if (d->reading->options->symbols && module_kernel_runs_here(&k))
		id = module_vdso_build_id();
	return !id.len || perf_modules_guess_build_id(
			      perf_maps_modules(d->maps), TEXT("[vdso]"),
			      (struct text){(const char *)id.bytes, id.len}, err);
}

/* Those of the kernel are read from here on if it is known that it has samples. */
static bool begin_symbols(struct perf_data *d, struct error *err)
{
	const struct reading_options *options = d->reading->options;

	if (!options->symbols || d->symbols)
		return true;
	d->symbols =
	    perf_symbols_new(options, &d->features, perf_maps_modules(d->maps), err);
	if (d->symbols && d->kernel)
		perf_symbols_expect_kernel(d->symbols);
	return d->symbols != NULL;
}

/* Where in functions samples were, if that is asked for. */
static bool begin_code(struct perf_data *d, struct perf_replayed *of, struct error *err)
{
	const char *wanted = d->reading->options->instructions_of;

	if (!wanted || !d->symbols)
		return true;
	of->code = perf_code_new(d->reading->options, d->symbols,
				 perf_maps_modules(d->maps), err);
	of->only_code = d->reading->options->instructions_in != NULL;
	return of->code != NULL;
}

/* What replaying it is of the whole, and not of parts: see perf_players_run(). */
static bool is_of_whole(const struct perf_data *d)
{
	const struct reading_options *o = d->reading->options;

	return o->live || o->switches || o->instructions_of || o->inlined || o->lines;
}

/* Have it replayed by one way or the other, with names if they are asked for. */
static bool replay(struct perf_data *d,
		   bool (*way)(struct perf_data *d, const struct perf_replayed *of,
			       struct error *err),
		   struct error *err)
{
	struct perf_namer namer;
	struct perf_replayed of = {.reading = d->reading,
				   .events = &d->recording.events,
				   .chains = d->recording.chains,
				   .maps = d->maps};
	bool ok;

	if (!know_vdso(d, err))
		return false;
	perf_events_store(&d->recording.events, d->reading->builder);
	if (!begin_symbols(d, err) || !begin_code(d, &of, err))
		return false;
	if (d->symbols) {
		namer = perf_symbols_namer(d->symbols, !is_of_whole(d));
		of.symbols = &namer;
	}
	ok = way(d, &of, err) &&
	     (!of.code || perf_code_finish(of.code, d->reading->builder, err));
	if (d->symbols)
		perf_symbols_tell(d->symbols, d->reading);
	perf_code_free(of.code);
	return ok;
}

/* Several: only where chains do not move while they are looked at. */
static unsigned threads_for(const struct perf_data *d)
{
	return d->recording.chain_ends.at ? reading_threads(d->reading->options) : 1;
}

static bool play(struct perf_data *d, const struct perf_replayed *of,
		 const struct perf_cutter *cutter, struct error *err)
{
	return perf_players_run(of, cutter, threads_for(d), is_of_whole(d), err);
}

/* What a thread unwinds while others replay what was unwound before. */
struct unwound {
	struct perf_unwinding *unwinding; /* borrowed */
	const struct perf_batch *all;	  /* borrowed */
};

static bool unwind(void *arg, struct perf_players *players, struct error *err)
{
	const struct unwound *w = arg;

	return perf_unwinding_pass(w->unwinding, w->all, players, err);
}

static bool replay_unwound(struct perf_data *d, const struct perf_replayed *of,
			   const struct perf_batch *all, struct error *err)
{
	struct unwound w = {.all = all};
	struct perf_cutter cutter = {unwind, &w};
	bool ok;

	w.unwinding = perf_unwinding_new(
	    d->reading, d->symbols ? perf_symbols_source(d->symbols)->pool : NULL,
	    &d->recording, d->maps, err);
	if (!w.unwinding)
		return false;
	ok = play(d, of, &cutter, err);
	perf_unwinding_count(w.unwinding, d->reading->losses);
	perf_unwinding_free(w.unwinding);
	return ok;
}

static bool pass_all(void *arg, struct perf_players *players, struct error *err)
{
	(void)err;
	return perf_players_pass(players, arg);
}

static bool replay_held(struct perf_data *d, const struct perf_replayed *of,
			struct error *err)
{
	struct perf_batch all = {0};
	struct perf_cutter cutter = {pass_all, &all};
	bool ok = perf_recording_take(&d->recording, UINT64_MAX, &all, err) &&
		  (d->recording.copies.count ? replay_unwound(d, of, &all, err)
					     : play(d, of, &cutter, err));

	perf_batch_release(&all);
	return ok;
}

/* The features stand behind the records. */
static bool take_features(struct perf_data *d, struct error *err)
{
	uint64_t at = d->file.data.offset + d->file.data.size;
	struct source *behind = source_part(d->reading->source, at, UINT64_MAX, err);
	struct perf_stream *s = behind ? perf_stream_new(behind, err) : NULL;
	bool ok = false;

	if (s && source_size(d->reading->source) < at) {
		ok = true; /* cut within the records, as note_end() says */
	} else if (s) {
		perf_stream_begin_at(s, at);
		perf_stream_limit(s, 0);
		ok = perf_file_end(&d->file, s, &d->features, &d->losses, err);
	}
	perf_stream_free(s);
	source_close(behind);
	return ok;
}

/* First everything is collected, then gone through. */
static bool read_at_once(struct perf_data *d, struct error *err)
{
	/* then looking for names can begin before the records are read */
	bool first = perf_file_is_at_hand(&d->file, d->reading->source);

	if ((first && (!take_features(d, err) || !begin_symbols(d, err))) ||
	    !take_records(d, err) ||
	    (!first &&
	     !perf_file_end(&d->file, d->stream, &d->features, &d->losses, err)) ||
	    !take_parts(d, err) || !has_samples(d, err))
		return false;
	perf_features_written(d->reading->builder, d->reading->source);
	return replay(d, replay_held, err);
}

/* ---- in steps, where that can be done ---- */

/* What is certain not to be preceded by anything any more. */
static bool pass_on(struct perf_data *d, struct perf_players *players, uint64_t floor,
		    struct error *err)
{
	return perf_recording_take(&d->recording, floor, &d->early, err) &&
	       perf_players_pass(players, &d->early);
}

/* Between the two walks: what the other thread is looking at must not change under it. */
static bool has_changed(const struct perf_data *d, const struct perf_record *r)
{
	return (r->type != PERF_RECORD_SAMPLE && perf_scan_is_unfit(r)) ||
	       perf_stream_is_packed(d->stream);
}

static bool end_step(struct perf_data *d, struct perf_players *players, uint64_t *passed,
		     struct error *err)
{
	uint64_t floor = perf_scan_floor(&d->scan, perf_stream_offset(d->stream));

	if (!reading_is_wanted(d->reading->progress, err))
		return false;
	if (floor <= *passed || !perf_recording_is_ripe(&d->recording))
		return true;
	*passed = floor;
	return pass_on(d, players, floor, err);
}

static bool cut(void *arg, struct perf_players *players, struct error *err)
{
	struct perf_data *d = arg;
	uint64_t passed = 0;
	struct perf_record r;

	while (perf_stream_next(d->stream, &r, err)) {
		if (has_changed(d, &r))
			return perf_recording_changed(err);
		if (!take_record(d, &r, err) || (d->records % PERF_SCAN_STEP == 0 &&
						 !end_step(d, players, &passed, err)))
			return false;
	}
	if (err->kind != ERROR_NONE)
		return false;
	note_end(d);
	return pass_on(d, players, UINT64_MAX, err);
}

static bool replay_in_steps(struct perf_data *d, const struct perf_replayed *of,
			    struct error *err)
{
	struct perf_cutter cutter = {cut, d};

	return play(d, of, &cutter, err);
}

static bool read_in_steps(struct perf_data *d, struct error *err)
{
	d->recording.scanned = d->recording.named = d->recording.in_batches = true;
	perf_features_written(d->reading->builder, d->reading->source);
	return take_features(d, err) && replay(d, replay_in_steps, err) &&
	       has_samples(d, err);
}

/* ---- as it comes ---- */

static bool take_live(void *arg, const struct perf_record *r, struct error *err)
{
	return take_record(arg, r, err);
}

static bool replay_live(struct perf_data *d, const struct perf_replayed *of,
			struct error *err)
{
	struct perf_replay *p = perf_replay_new(of, err);
	bool ok = p && perf_live_run(&d->live, p, err);

	if (ok)
		note_end(d);
	ok = ok && perf_replay_end(p, err);
	perf_replay_free(p);
	return ok;
}

static bool read_live(struct perf_data *d, struct error *err)
{
	d->live = (struct perf_live){.reading = d->reading,
				     .stream = d->stream,
				     .recording = &d->recording,
				     .losses = &d->losses,
				     .most = PERF_LIVE_HELD,
				     .take = take_live,
				     .keep = d->reading->options->keep,
				     .arg = d};
	if (!perf_live_begin(&d->live, err))
		return false;
	if (perf_unwinding_is_due(&d->recording))
		return error_set(err, ERROR_FORMAT,
				 "stacks of --call-graph dwarf cannot be unwound as they "
				 "come; record with -g, or write a file and open that");
	d->recording.named = d->kernel = true;
	perf_unwinding_give_up(&d->recording);
	return replay(d, replay_live, err) && has_samples(d, err);
}

static void join_losses(struct perf_data *d)
{
	struct losses *all = d->reading->losses;

	for (enum loss_reason why = 0; why < LOSS_REASONS; why++)
		losses_add(all, why, d->losses.of[why].count,
			   d->losses.of[why].first_line);
	losses_add(all, LOSS_EVENTS_LOST, perf_recording_lost(&d->recording),
		   d->recording.lost_first);
	losses_add(all, LOSS_DEFERRED, d->recording.deferred.unmet, 0);
	losses_add(all, LOSS_MAPS, perf_maps_left_out(d->maps), 0);
	perf_unwinding_tell(&d->recording, all);
}

/* Where stacks are to be unwound, all is needed at once, and a scan for its preview alone. */
static bool scan(struct perf_data *d, bool *steps, struct error *err)
{
	bool due = perf_unwinding_is_due(&d->recording);

	*steps = false;
	if (due && !d->reading->options->audience)
		return true;
	if (!perf_scan_run(&d->scan, d->reading, &d->file, &d->recording.events, steps,
			   err))
		return false;
	*steps = *steps && !due && d->recording.fixed;
	d->kernel = d->scan.kernel;
	return true;
}

static bool read_all(struct perf_data *d, struct error *err)
{
	bool steps = false, ok;

	if (!perf_file_begin(&d->file, d->stream, &d->recording.events, &d->losses, err))
		return false;
	if (!d->recording.live && !scan(d, &steps, err))
		return false;
	/* perf writes at its end how much there is */
	if (!d->recording.live && !d->file.piped && d->file.data.size == 0 &&
	    !source_directory(d->reading->source))
		losses_count(&d->losses, LOSS_UNFINISHED, 0);
	if (d->recording.live)
		ok = read_live(d, err);
	else if (steps)
		ok = read_in_steps(d, err);
	else
		ok = read_at_once(d, err);
	if (ok)
		join_losses(d);
	return ok;
}

static bool read_profile(struct reading *r, struct error *err)
{
	struct perf_data d = {.reading = r};
	bool ok = false;

	r->losses->by_byte = d.losses.by_byte = true;
	d.stream = perf_stream_new(r->source, err);
	d.maps = d.stream ? perf_maps_new(err) : NULL;
	if (d.maps) {
		d.features = (struct perf_features){.builder = r->builder,
						    .events = &d.recording.events,
						    .modules = perf_maps_modules(d.maps)};
		d.recording.switches = r->options->switches;
		d.recording.live = r->options->live;
		d.recording.events.fields = r->fields;
		perf_unwinding_begin(r, &d.recording);
		ok = perf_recording_begin(&d.recording, &d.losses, err) &&
		     read_all(&d, err);
	}
	perf_recording_release(&d.recording);
	perf_batch_release(&d.early);
	perf_scan_release(&d.scan);
	perf_symbols_free(d.symbols);
	perf_maps_free(d.maps);
	perf_stream_free(d.stream);
	return ok;
}

const struct format perf_data_format = {
    .name = "perf-data",
    .help = "recordings of Linux perf: perf record -F 99 -a -g -o FILE",
    .probe = probe,
    .read = read_profile,
    .elsewhere = true,
};
