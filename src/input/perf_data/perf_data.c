/*
 * perf_data.c - the reader of recordings of Linux perf.
 *
 * The records of a recording are not in order of time. perf_stream splits and decompresses them,
 * and perf_features takes the records that perf itself writes. perf_recording collects samples,
 * each call chain once, and the records that change names and maps, into a perf_batch. perf_replay
 * goes through a batch in order of time, with the names of threads and the maps (perf_maps: address
 * to module) as they were at each time. address_names gets the names from symbols/, once for each
 * address.
 *
 * A plain file is read twice. First perf_scan finds the times of samples on all CPUs. From these it
 * makes a profile of all samples at their times but without stacks, which is shown immediately; and
 * it finds for each offset of the file the earliest time of anything after it. So in the second
 * pass, samples that no earlier one can follow are replayed by other threads (replay_workers), and
 * not all samples must be held. Pipes, packed recordings and those with perf_scan_is_unfit()
 * records are replayed in one batch, when everything has been read. The profile is the same. If a
 * file is modified meanwhile and has such a record in the second pass, it is refused.
 *
 * A live stream is replayed round by round. perf empties its buffers round after round, and marks
 * the end of each. Nothing after such a mark is older than the newest record of the previous round
 * (FINISHED_ROUND in perf.data-file-format.txt), so everything older is replayed and shown. A
 * sample that is older nevertheless is counted as late. Of a stream without rounds, HELD_MOST is
 * held at most, and older samples are late as well.
 *
 * --call-graph dwarf records copies of stacks instead of chains: see perf_unwinding.
 */

#include "input/formats.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/mem.h"
#include "base/number.h"
#include "input/perf_data/perf_code.h"
#include "input/perf_data/address_names.h"
#include "input/perf_data/perf_features.h"
#include "input/perf_data/perf_recording.h"
#include "input/perf_data/replay_workers.h"
#include "input/perf_data/perf_replay.h"
#include "input/perf_data/perf_scan.h"
#include "input/perf_data/perf_unwinding.h"
#include "input/perf_records/record_history.h"
#include "symbols/module.h"

/* A live stream. Times are of the recording, unless stated otherwise. */
struct live {
	/* ns; less than requested when memory is short. 0: everything is kept */
	uint64_t keep;
	uint64_t round;	 /* the latest time at the end of the previous round */
	uint64_t told;	 /* the recorder's latest tick, ... */
	uint64_t looked; /* ... and that of the previous round */
	uint64_t passed; /* everything before this has been replayed */
	uint64_t first;	 /* approximately the first time; 0: no round has ended */
	uint64_t spared; /* when `keep` was last reduced, ... */
	size_t used;	 /* ... and the memory in use then */
	size_t stored;	 /* number of events in the builder, ... */
	bool dummies;	 /* ... including the dummies */
	/* held bytes that may be read by a replay, see is_replay_due() */
	uint64_t worth;
	uint64_t taken; /* the time of the last replay, by clock_now() */
};

struct perf_data {
	struct reading *reading;    /* borrowed */
	struct perf_stream *stream; /* owned */
	struct perf_file file;
	struct perf_recording recording;
	struct perf_scan scan;
	struct perf_maps *maps; /* owned */
	struct perf_features features;
	struct perf_symbols
	    *symbols;		 /* owned; NULL: not begun, or no names are requested */
	struct perf_batch early; /* empty between two steps, but keeps its memory */
	struct live live;
	/* from records; the replay counts in the reading's losses */
	struct losses losses;
	bool kernel; /* there are samples in the kernel */
	uint64_t records;
	uint64_t end; /* the offset where reading had to stop; 0: everything was read */
};

static unsigned probe_perf_data(struct text head)
{
	return perf_file_begins(head) ? 100 : 0;
}

/* ---- records ---- */

static bool take_record(struct perf_data *d, const struct perf_record *r,
			struct error *err)
{
	d->records++;
	if (r->type == PERF_RECORD_SAMPLE) {
		/*
		 * Linux creates the list of the kernel's symbols for each reader, which takes
		 * longer than everything else for a small recording: it is read in the background,
		 * and only if there are samples in the kernel. A scan already knows.
		 */
		if (!d->kernel && !d->recording.scanned &&
		    (r->misc & PERF_MISC_MODE) == PERF_MODE_KERNEL) {
			d->kernel = true;
			if (d->symbols)
				perf_symbols_expect_kernel(d->symbols);
		}
		return perf_recording_sample(&d->recording, r, err);
	}
	if (r->type < PERF_RECORD_HEADER_ATTR)
		return perf_recording_other(&d->recording, r, err);
	return perf_user_record_take(&d->features, d->stream, r, err);
}

/* There are no more records: note why, unless it is the end of the recording. */
static void note_end(struct perf_data *d)
{
	enum stream_end end = perf_stream_end(d->stream);

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

/*
 * perf record --threads: "data.0" and so on contain only records. Links may make the same file
 * appear as several parts.
 */
static bool take_parts(struct perf_data *d, struct error *err)
{
	const char *directory = source_directory(d->reading->source);
	struct perf_stream *whole = d->stream;
	struct intern *files = intern_new(err);
	char path[4096];
	bool ok = files != NULL;

	for (unsigned i = 0; ok && directory; i++) {
		struct source *source;
		bool fresh = true;
		struct stat st;

		if (snprintf(path, sizeof path, "%s/data.%u", directory, i) >=
			(int)sizeof path ||
		    access(path, F_OK) != 0)
			break;
		source = source_open_regular(path, err);
		if (!source) {
			ok = error_at(err, "%s", strrchr(path, '/') + 1);
			break;
		}
		if (source_file(source) >= 0 && fstat(source_file(source), &st) == 0) {
			const uint64_t key[] = {(uint64_t)st.st_dev, (uint64_t)st.st_ino};
			uint32_t number, count = intern_count(files);

			ok = intern_put(files,
					(struct text){(const char *)key, sizeof key},
					&number, err);
			fresh = ok && number == count;
		}
		if (ok && !fresh)
			losses_count(d->reading->losses, LOSS_PART_AGAIN, 0);
		if (ok && fresh) {
			d->stream = perf_stream_new(source, 0, err);
			ok = d->stream && take_records(d, err);
			perf_stream_free(d->stream);
			d->stream = whole;
		}
		source_close(source);
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
				 "no samples in this perf.data: perf was killed before "
				 "it had written any");
	return error_set(err, ERROR_FORMAT,
			 "no samples in this perf.data: the recording was idle or too "
			 "short; record for longer, more often (-F) or on all CPUs (-a)");
}

/* ---- in one batch ---- */

/* With samples in the kernel, this starts reading its symbols in the background. */
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

/* Must a single builder see all samples in order? See replay_workers_run(). */
static bool is_of_whole(const struct perf_data *d)
{
	const struct reading_options *o = d->reading->options;

	return o->live || o->switches || o->instructions_of || o->inlined || o->lines;
}

static bool run_players(struct perf_data *d, const struct perf_replayed *of,
			const struct batch_source *cutter, struct error *err)
{
	/* several threads only if the chains do not move while they are read */
	unsigned threads =
	    d->recording.chain_ends.at ? reading_threads(d->reading->options) : 1;

	return replay_workers_run(of, cutter, threads, is_of_whole(d), err);
}

static bool pass_all(void *arg, struct replay_workers *players, struct error *err)
{
	(void)err;
	return replay_workers_pass(players, arg);
}

static bool replay_held(struct perf_data *d, const struct perf_replayed *of,
			struct error *err)
{
	struct perf_batch all = {0};
	struct batch_source cutter = {pass_all, &all};
	struct perf_unwinding *u = NULL;
	bool ok = perf_recording_take(&d->recording, UINT64_MAX, &all, err);

	/* one thread unwinds stacks, while others replay the unwound ones */
	if (ok && d->recording.copies.count) {
		u = perf_unwinding_new(
		    d->reading, d->symbols ? perf_symbols_source(d->symbols)->pool : NULL,
		    &d->recording, &all, d->maps, err);
		cutter = (struct batch_source){perf_unwinding_pass, u};
		ok = u != NULL;
	}
	ok = ok && run_players(d, of, &cutter, err);
	if (u)
		perf_unwinding_count(u, d->reading->losses);
	perf_unwinding_free(u);
	perf_batch_release(&all);
	return ok;
}

/* The features follow the records. */
static bool take_features(struct perf_data *d, struct error *err)
{
	uint64_t at = d->file.data.offset + d->file.data.size;
	struct source *behind = source_part(d->reading->source, at, UINT64_MAX, err);
	struct perf_stream *s = behind ? perf_stream_new(behind, at, err) : NULL;
	bool ok = false;

	if (s && source_size(d->reading->source) < at) {
		ok = true; /* truncated within the records: note_end() reports it */
	} else if (s) {
		perf_stream_limit(s, 0);
		ok = perf_file_end(&d->file, s, &d->features, err);
	}
	perf_stream_free(s);
	source_close(behind);
	return ok;
}

/* ---- in steps ---- */

/* Pass on everything before `floor`, which no earlier record can follow. */
static bool pass_on(struct perf_data *d, struct replay_workers *players, uint64_t floor,
		    struct error *err)
{
	return perf_recording_take(&d->recording, floor, &d->early, err) &&
	       replay_workers_pass(players, &d->early);
}

static bool pass_steps(void *arg, struct replay_workers *players, struct error *err)
{
	struct perf_data *d = arg;
	uint64_t floor, passed = 0;
	struct perf_record r;

	while (perf_stream_next(d->stream, &r, err)) {
		/*
		 * the file was modified since the scan: data that other threads read would change
		 */
		if ((r.type != PERF_RECORD_SAMPLE && perf_scan_is_unfit(&r)) ||
		    perf_stream_is_packed(d->stream))
			return perf_recording_changed(err);
		if (!take_record(d, &r, err))
			return false;
		if (d->records % PERF_SCAN_STEP != 0)
			continue;
		if (!reading_is_wanted(d->reading->progress, err))
			return false;
		floor = perf_scan_floor(&d->scan, perf_stream_offset(d->stream));
		if (floor <= passed || !perf_recording_is_ripe(&d->recording))
			continue;
		passed = floor;
		if (!pass_on(d, players, floor, err))
			return false;
	}

	if (err->kind != ERROR_NONE)
		return false;
	note_end(d);
	return pass_on(d, players, UINT64_MAX, err);
}

/* ---- live ---- */

#define ALL	    UINT64_MAX
#define LOOK_MS	    200 /* the audience is called this often while no input comes */
#define HELD_MOST   ((size_t)64 << 20)	/* bytes of samples in a stream without rounds */
#define CHAINS_MOST (UINT64_C(8) << 20) /* bytes of call chains in the cache */
#define SPARE_EACH  NS_PER_SECOND
#define KEEP_LEAST  NS_PER_SECOND
#define SHOWN	    (10 * NS_PER_SECOND) /* the screen may show a profile of this age */
/* samples of an ended process come at most this late */
#define AFTER	   (10 * NS_PER_SECOND)
#define WORTH	   64 /* held bytes that may be read per byte of input */
#define WORTH_MOST (4 * (uint64_t)HELD_MOST)
#define TAKE_EACH  NS_PER_SECOND /* replay at least this often */
#define DUMMY_TYPE 1		 /* PERF_TYPE_SOFTWARE, and ... */
#define DUMMY	   9 /* ... PERF_COUNT_SW_DUMMY: records maps, and has no samples */

/* The time of a record, as in perf_recording.c: without its own, the latest so far. */
static uint64_t time_of_record(const struct perf_recording *recording,
			       const struct perf_record *r)
{
	const struct perf_events *e = &recording->events;
	bool is_sample = r->type == PERF_RECORD_SAMPLE;
	uint32_t event = r->type < PERF_RECORD_HEADER_ATTR
			     ? perf_events_of(e, r->body, is_sample)
			     : UINT32_MAX;
	struct perf_trailer t = {.timed = false};
	struct perf_sample s;

	if (event == UINT32_MAX)
		return recording->latest;
	if (is_sample)
		return perf_sample_parse(r->body, &e->rows[event].attr, &s) ? s.time : 0;
	return perf_trailer_parse(r->body, &e->rows[event].attr, &t) && t.timed
		   ? t.time
		   : recording->latest;
}

/* How long a record must be kept for saving; false: it is of no use in another recording. */
static bool kept_kind_of(const struct perf_record *r, enum record_lifetime *kind)
{
	switch (r->type) {
	case PERF_RECORD_MMAP:
	case PERF_RECORD_MMAP2:
	case PERF_RECORD_COMM:
	case PERF_RECORD_EXIT:
	case PERF_RECORD_FORK:
	case PERF_RECORD_NAMESPACES:
	case PERF_RECORD_KSYMBOL:
	case PERF_RECORD_BPF_EVENT:
	case PERF_RECORD_CGROUP:
		*kind = RECORD_STATE;
		return true;
	case PERF_RECORD_HEADER_ATTR:
	case PERF_RECORD_EVENT_TYPE:
	case PERF_RECORD_BUILD_ID:
	case PERF_RECORD_ID_INDEX:
	case PERF_RECORD_THREAD_MAP:
	case PERF_RECORD_CPU_MAP:
	case PERF_RECORD_EVENT_UPDATE:
	case PERF_RECORD_TIME_CONV:
	case PERF_RECORD_FEATURE:
		*kind = RECORD_PERMANENT;
		return true;
	default:
		*kind = RECORD_MOMENT;
		return r->type < PERF_RECORD_HEADER_ATTR ||
		       r->type == PERF_RECORD_FINISHED_ROUND;
	}
}

static bool take_and_keep(struct perf_data *d, const struct perf_record *r,
			  struct error *err)
{
	struct record_history *kept = d->reading->options->kept;
	enum record_lifetime kind;

	if (!take_record(d, r, err))
		return false;
	if (kept && kept_kind_of(r, &kind))
		record_history_put(kept, kind, time_of_record(&d->recording, r), r->type,
				   r->misc, r->body, TEXT(""));
	return true;
}

/* Mark new events as used. A dummy is known to have samples only when the first comes. */
static void use_events(struct perf_data *d)
{
	struct perf_events *e = &d->recording.events;

	for (size_t i = d->live.stored; i < e->count; i++) {
		const struct perf_attr *a = &e->rows[i].attr;

		if (d->live.dummies || a->type != DUMMY_TYPE || a->config != DUMMY)
			e->rows[i].used = true;
	}
}

/* Serve the audience until input comes. Called before each read of input. */
static bool wait_for_input(void *arg, struct error *err)
{
	struct perf_data *d = arg;

	do {
		if (!reading_goes_on(d->reading, err))
			return false;
	} while (!source_wait(d->reading->source, LOOK_MS));
	return true;
}

/*
 * Fields: u64 time, CPU time, events lost, throttled, own samples left out; see
 * recorder/recorder.h.
 */
static void take_tick(struct perf_data *d, const struct perf_record *r)
{
	struct live_figures *f = &d->reading->progress->live;
	struct bytes b = bytes_of(r->body);
	uint64_t tick = bytes_u64(&b), spent = bytes_u64(&b);

	losses_count(&d->losses, ASIDE_RECORD, r->offset);
	bytes_skip(&b, 8); /* LOST records report lost events too */
	if (b.short_read || tick < d->live.told)
		return;
	atomic_store(&f->throttled, bytes_u64(&b));
	atomic_store(&f->own, bytes_u64(&b));
	atomic_store(&f->spent, spent);
	atomic_store(&f->tick, tick);
	atomic_store(&f->came, clock_now());
	d->live.told = tick;
}

/* Replay everything before `floor`. */
static bool replay_until(struct perf_data *d, struct perf_replay *p, uint64_t floor,
			 struct error *err)
{
	struct live *l = &d->live;
	struct perf_events *e = &d->recording.events;
	struct perf_batch early = {0};
	bool forgot, ok = perf_recording_take(&d->recording, floor, &early, err);

	/* only once: there may be many dummies */
	if (d->recording.surprised && !l->dummies) {
		l->dummies = true;
		l->stored = 0;
	}
	if (l->stored != e->count) { /* new events */
		use_events(d);
		perf_events_store_from(e, l->stored, d->reading->builder);
		l->stored = e->count;
	}
	if (ok)
		losses_add(&d->losses, LOSS_LATE,
			   perf_batch_drop_before(&early, l->passed), 0);
	ok = ok && perf_replay_batch(p, &early, err);
	perf_batch_release(&early);
	if (floor == ALL)
		floor = d->recording.latest;
	l->passed = floor > l->passed ? floor : l->passed;
	ok = ok && perf_recording_forget_chains(&d->recording, CHAINS_MOST, &forgot, err);
	if (ok && forgot)
		perf_replay_chains(p, d->recording.chains);
	return ok;
}

/*
 * When less memory is left than a third of the memory in use, drop an eighth of the kept time, and
 * another eighth if a second later even more is in use; otherwise everything would be lost.
 */
static void spare_memory(struct perf_data *d)
{
	struct live *l = &d->live;
	uint64_t now = l->passed, held = now > l->first ? now - l->first : 0;
	size_t used = mem_used();

	if (!l->first || mem_left() > used / 3 || used <= l->used ||
	    now < l->spared + SPARE_EACH)
		return;
	if (l->keep && l->keep < held)
		held = l->keep;
	held -= held / 8;
	l->spared = now;
	l->used = used;
	l->keep = held > KEEP_LEAST ? held : KEEP_LEAST;
	builder_keep(d->reading->builder, l->keep);
	atomic_store(&d->reading->progress->live.keep, l->keep);
}

/*
 * Replaying a round reads all held samples. A stream that holds much for a far future, and whose
 * rounds complete next to nothing, must wait: for a second, or until enough input has come.
 */
static bool is_replay_due(struct perf_data *d)
{
	struct live *l = &d->live;
	uint64_t load = perf_batch_load(&d->recording.held), now = clock_now();

	if (load > l->worth && now - l->taken < TAKE_EACH)
		return false;
	l->worth -= load < l->worth ? load : l->worth;
	l->taken = now;
	return true;
}

static bool end_round(struct perf_data *d, struct perf_replay *p, struct error *err)
{
	struct live *l = &d->live;
	struct builder *b = d->reading->builder;
	struct record_history *kept = d->reading->options->kept;
	struct live_figures *f = &d->reading->progress->live;
	/* the time up to which records or the recorder's ticks are complete */
	uint64_t floor = l->round > l->looked ? l->round : l->looked;

	if (d->recording.latest == 0)
		floor = ALL; /* samples without times are in order */
	if (floor > l->passed && is_replay_due(d) && !replay_until(d, p, floor, err))
		return false;
	l->first = l->first ? l->first : d->recording.latest;
	spare_memory(d);
	builder_until(b, l->looked);
	if (kept && l->keep && l->looked > l->keep && l->looked - l->keep > SHOWN)
		record_history_until(kept, l->looked - l->keep - SHOWN);
	if (!perf_replay_forget(p, l->passed > AFTER ? l->passed - AFTER : 0, err))
		return false;
	l->round = d->recording.latest;
	l->looked = l->told;
	atomic_store(&f->lost,
		     perf_recording_lost(&d->recording) + d->losses.of[LOSS_LATE].count);
	atomic_store(&f->gone, builder_gone(b));
	return reading_goes_on(d->reading, err);
}

/* Take the records that follow, and replay and show them round by round. */
static bool run_live(struct perf_data *d, struct perf_replay *p, struct error *err)
{
	const struct perf_batch *held = &d->recording.held;
	struct live *l = &d->live;
	struct perf_record r;

	while (perf_stream_next(d->stream, &r, err)) {
		l->worth += WORTH * (uint64_t)r.body.len;
		l->worth = l->worth < WORTH_MOST ? l->worth : WORTH_MOST;
		if (r.type == PERF_RECORD_TICK && d->reading->options->ticks)
			take_tick(d, &r);
		else if (!take_and_keep(d, &r, err))
			return false;
		if (r.type != PERF_RECORD_FINISHED_ROUND &&
		    perf_batch_load(held) <= HELD_MOST)
			continue;
		if (!end_round(d, p, err))
			return false;
		/* without rounds, or if they complete nothing, hold at most HELD_MOST */
		if (r.type != PERF_RECORD_FINISHED_ROUND &&
		    perf_batch_load(held) > HELD_MOST / 2 &&
		    !replay_until(d, p, ALL, err))
			return false;
	}
	if (err->kind != ERROR_NONE || !replay_until(d, p, ALL, err))
		return false;
	losses_add(&d->losses, LOSS_LATE_NAME, perf_events_renamed(&d->recording.events),
		   0);
	note_end(d);
	return address_names_tell(perf_replay_places(p), d->reading->losses, err);
}

/* ---- reading in one of these ways ---- */

static bool replay(struct perf_data *d, struct error *err)
{
	const struct reading_options *options = d->reading->options;
	struct module_kernel k = {.host = text_of(d->features.host),
				  .release = text_of(d->features.release)};
	struct build_id id = {.len = 0};
	struct batch_source steps = {pass_steps, d};
	struct perf_replay *live = NULL;
	struct symbolizer namer;
	struct perf_replayed of = {.reading = d->reading,
				   .events = &d->recording.events,
				   .chains = d->recording.chains,
				   .maps = d->maps};
	bool ok;

	/*
	 * Pipes and packed recordings lack the build id of the vDSO. On the recorded machine, it is
	 * the vDSO of the running kernel.
	 */
	if (options->symbols && module_kernel_runs_here(&k))
		id = module_vdso_build_id();
	if (id.len && !perf_modules_guess_build_id(
			  perf_maps_modules(d->maps), TEXT("[vdso]"),
			  (struct text){(const char *)id.bytes, id.len}, err))
		return false;
	perf_events_store(&d->recording.events, d->reading->builder);
	if (!begin_symbols(d, err))
		return false;
	if (d->symbols && options->instructions_of) {
		of.code =
		    perf_code_new(options, d->symbols, perf_maps_modules(d->maps), err);
		of.only_code = options->instructions_in != NULL;
		if (!of.code)
			return false;
	}
	if (d->symbols) {
		namer = perf_symbols_symbolizer(d->symbols, !is_of_whole(d));
		of.symbols = &namer;
	}
	if (d->recording.live) {
		live = perf_replay_new(&of, err);
		ok = live && run_live(d, live, err);
		perf_replay_free(live);
	} else {
		ok = d->recording.in_batches ? run_players(d, &of, &steps, err)
					     : replay_held(d, &of, err);
	}
	ok = ok && (!of.code || perf_code_finish(of.code, d->reading->builder, err));
	if (d->symbols)
		perf_symbols_tell(d->symbols, d->reading);
	perf_code_free(of.code);
	return ok;
}

static bool read_live(struct perf_data *d, struct error *err)
{
	struct perf_record r = {.type = 0};

	d->live.keep = d->reading->options->keep;
	perf_stream_wait_with(d->stream, (struct perf_waiter){wait_for_input, d});
	/* before the first sample: events, features, and everything that already runs */
	while (r.type != PERF_RECORD_SAMPLE && r.type != PERF_RECORD_FINISHED_INIT &&
	       r.type != PERF_RECORD_FINISHED_ROUND &&
	       perf_stream_next(d->stream, &r, err))
		if (!take_and_keep(d, &r, err))
			return false;
	use_events(d);
	d->live.stored = d->recording.events.count; /* replay() stores them */
	d->recording.surprised = false;
	if (err->kind != ERROR_NONE)
		return false;
	if (perf_unwinding_is_due(&d->recording))
		return error_set(err, ERROR_FORMAT,
				 "stacks of --call-graph dwarf cannot be unwound live; "
				 "record with -g, or write a file and open that");
	d->recording.named = d->kernel = true;
	/* count stacks instead of unwinding them */
	d->recording.copies.given_up = !d->recording.copies.unwanted;
	d->recording.copies.unwanted = true;
	return replay(d, err) && has_samples(d, err);
}

/* Collect everything first, then replay it. */
static bool read_at_once(struct perf_data *d, struct error *err)
{
	/* if the features can be read first, the symbols can be read in the background */
	bool first = perf_file_is_seekable(&d->file, d->reading->source);

	if ((first && (!take_features(d, err) || !begin_symbols(d, err))) ||
	    !take_records(d, err) ||
	    (!first && !perf_file_end(&d->file, d->stream, &d->features, err)) ||
	    !take_parts(d, err) || !has_samples(d, err))
		return false;
	perf_features_written(d->reading->builder, d->reading->source);
	return replay(d, err);
}

static bool read_in_steps(struct perf_data *d, struct error *err)
{
	d->recording.scanned = d->recording.named = d->recording.in_batches = true;
	perf_features_written(d->reading->builder, d->reading->source);
	return take_features(d, err) && replay(d, err) && has_samples(d, err);
}

static bool read_all(struct perf_data *d, struct error *err)
{
	struct losses *all = d->reading->losses;
	bool live = d->recording.live, steps = false, due;

	if (!perf_file_begin(&d->file, d->stream, &d->features, err))
		return false;
	/* unwinding needs all samples together: then a scan only makes the preview */
	due = perf_unwinding_is_due(&d->recording);
	if (!live && (!due || d->reading->options->audience)) {
		if (!perf_scan_run(&d->scan, d->reading, &d->file, &d->recording.events,
				   &steps, err))
			return false;
		steps = steps && !due && d->recording.fixed;
		d->kernel = d->scan.kernel;
	}
	/* perf writes the size of the records when it finishes */
	if (!live && !d->file.piped && d->file.data.size == 0 &&
	    !source_directory(d->reading->source))
		losses_count(&d->losses, LOSS_UNFINISHED, 0);
	if (!(live    ? read_live(d, err)
	      : steps ? read_in_steps(d, err)
		      : read_at_once(d, err)))
		return false;
	for (enum loss_reason why = 0; why < LOSS_REASONS; why++)
		losses_add(all, why, d->losses.of[why].count,
			   d->losses.of[why].first_line);
	losses_add(all, LOSS_EVENTS_LOST, perf_recording_lost(&d->recording),
		   d->recording.lost_first);
	losses_add(all, LOSS_DEFERRED, d->recording.deferred.unmet, 0);
	losses_add(all, LOSS_MAPS, perf_maps_left_out(d->maps), 0);
	perf_unwinding_tell(&d->recording, all);
	return true;
}

static bool read_profile(struct reading *r, struct error *err)
{
	struct perf_data d = {.reading = r};
	bool ok = false;

	r->losses->by_byte = d.losses.by_byte = true;
	d.stream = perf_stream_new(r->source, 0, err);
	d.maps = d.stream ? perf_maps_new(err) : NULL;
	if (d.maps) {
		d.features = (struct perf_features){.builder = r->builder,
						    .events = &d.recording.events,
						    .modules = perf_maps_modules(d.maps),
						    .losses = &d.losses,
						    .kept = r->options->kept};
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
    .probe = probe_perf_data,
    .read = read_profile,
    .not_cached = true,
};
