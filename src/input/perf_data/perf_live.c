#include "input/perf_data/perf_live.h"

#include "base/clock.h"
#include "base/mem.h"
#include "base/number.h"
#include "input/perf_records/kept_records.h"

#define ALL	    UINT64_MAX
#define LOOK_MS	    200 /* how often somebody may look while nothing comes */
#define CHAINS_MOST (UINT64_C(8) << 20) /* bytes of call chains that are known again */
#define SPARE_EACH  NS_PER_SECOND
#define KEEP_LEAST  NS_PER_SECOND
#define SHOWN	    (10 * NS_PER_SECOND) /* a picture that is looked at is no older */
#define AFTER	    (10 * NS_PER_SECOND) /* what has ended is in no sample any more */
#define WORTH	    64			 /* bytes held that a byte that comes is worth */
#define WORTH_MOST  (4 * (uint64_t)PERF_LIVE_HELD)
#define TAKE_EACH   NS_PER_SECOND /* at least, whatever it is worth */
#define DUMMY_TYPE  1		  /* PERF_TYPE_SOFTWARE, and ... */
#define DUMMY	    9 /* ... PERF_COUNT_SW_DUMMY: it tells of maps, and has no samples */

/* ---- records that may be written again ---- */

/* As perf_recording.c has it: what has no time is of the latest so far. */
static uint64_t time_of(const struct perf_recording *recording,
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

/* False: it is of no use in another recording. */
static bool kind_of(const struct perf_record *r, enum kept_kind *kind)
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
		*kind = KEPT_STATE;
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
		*kind = KEPT_ALWAYS;
		return true;
	default:
		*kind = KEPT_MOMENT;
		return r->type < PERF_RECORD_HEADER_ATTR ||
		       r->type == PERF_RECORD_FINISHED_ROUND;
	}
}

static bool take_and_keep(struct perf_live *l, const struct perf_record *r,
			  struct error *err)
{
	struct kept_records *kept = l->reading->options->kept;
	enum kept_kind kind;

	if (!l->take(l->arg, r, err))
		return false;
	if (kept && kind_of(r, &kind))
		kept_records_put(kept, kind, time_of(l->recording, r), r->type, r->misc,
				 r->body, TEXT(""));
	return true;
}

/* What the profile has let go, the records need not have. */
static void let_go(struct perf_live *l, uint64_t until)
{
	struct kept_records *kept = l->reading->options->kept;

	if (kept && l->keep && until > l->keep && until - l->keep > SHOWN)
		kept_records_until(kept, until - l->keep - SHOWN);
}

/* ---- what comes first ---- */

static bool is_dummy(const struct perf_event *e)
{
	return e->attr.type == DUMMY_TYPE && e->attr.config == DUMMY;
}

/* Those that are new have samples to come: of a dummy that is known when there is one. */
static void use_events(struct perf_live *l)
{
	struct perf_events *e = &l->recording->events;

	for (size_t i = l->stored; i < e->count; i++)
		if (l->dummies || !is_dummy(&e->rows[i]))
			e->rows[i].used = true;
}

/* Let the audience look until something comes: between any two bytes, wherever they are cut. */
static bool wait(void *arg, struct error *err)
{
	struct perf_live *l = arg;

	do {
		if (!reading_goes_on(l->reading, err))
			return false;
	} while (!source_wait(l->reading->source, LOOK_MS));
	return true;
}

static bool is_first_sample(const struct perf_record *r)
{
	return r->type == PERF_RECORD_SAMPLE || r->type == PERF_RECORD_FINISHED_INIT ||
	       r->type == PERF_RECORD_FINISHED_ROUND;
}

bool perf_live_begin(struct perf_live *l, struct error *err)
{
	struct perf_record r = {.type = 0};

	perf_stream_wait_with(l->stream, (struct perf_waiter){wait, l});
	while (!is_first_sample(&r) && perf_stream_next(l->stream, &r, err))
		if (!take_and_keep(l, &r, err))
			return false;
	use_events(l);
	l->stored = l->recording->events.count; /* by whoever replays */
	l->recording->surprised = false;
	return err->kind == ERROR_NONE;
}

/* ---- rounds ---- */

/* u64 when, CPU time, events lost, throttled, own samples left out: recorder/recorder.h */
static void take_tick(struct perf_live *l, const struct perf_record *r)
{
	struct live_figures *f = &l->reading->progress->live;
	struct bytes b = bytes_of(r->body);
	uint64_t tick = bytes_u64(&b), spent = bytes_u64(&b);

	losses_count(l->losses, ASIDE_RECORD, r->offset);
	bytes_skip(&b, 8); /* the kernel tells of them, too */
	if (b.short_read || tick < l->told)
		return;
	atomic_store(&f->throttled, bytes_u64(&b));
	atomic_store(&f->own, bytes_u64(&b));
	atomic_store(&f->spent, spent);
	atomic_store(&f->tick, tick);
	atomic_store(&f->came, clock_now());
	l->told = tick;
}

/* An event that was told late has its place in the profile, too. */
static void store_events(struct perf_live *l)
{
	struct perf_events *e = &l->recording->events;

	if (l->recording->surprised && !l->dummies) { /* once, as there may be many */
		l->dummies = true;
		l->stored = 0;
	}
	if (l->stored == e->count)
		return;
	use_events(l);
	perf_events_store_from(e, l->stored, l->reading->builder);
	l->stored = e->count;
}

static bool replay(struct perf_live *l, struct perf_replay *p, uint64_t floor,
		   struct error *err)
{
	struct perf_batch early = {0};
	bool forgot, ok = perf_recording_take(l->recording, floor, &early, err);

	store_events(l);
	if (ok)
		losses_add(l->losses, LOSS_LATE,
			   perf_batch_drop_before(&early, l->passed), 0);
	ok = ok && perf_replay_batch(p, &early, err);
	perf_batch_release(&early);
	if (floor == ALL)
		floor = l->recording->latest;
	l->passed = floor > l->passed ? floor : l->passed;
	ok = ok && perf_recording_forget_chains(l->recording, CHAINS_MOST, &forgot, err);
	if (ok && forgot)
		perf_replay_chains(p, l->recording->chains);
	return ok;
}

/* What is known to be whole. Samples without times are in the order in which they come. */
static uint64_t floor_of(const struct perf_live *l)
{
	if (l->recording->latest == 0)
		return ALL;
	return l->round > l->looked ? l->round : l->looked;
}

/*
 * When less memory is left than a third of what is used, an eighth of what is kept goes, and another when still more
 * is used a second later: all of it would go otherwise.
 */
static void spare_memory(struct perf_live *l)
{
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
	builder_keep(l->reading->builder, l->keep);
	atomic_store(&l->reading->progress->live.keep, l->keep);
}

/*
 * Replaying a round goes through all that is held. A stream that holds much for a far future, and ends round
 * after round with next to nothing, has to wait: for a second, or until as much has come as pays for it.
 */
static bool is_due(struct perf_live *l)
{
	uint64_t load = perf_batch_load(&l->recording->held), now = clock_now();

	if (load > l->worth && now - l->taken < TAKE_EACH)
		return false;
	l->worth -= load < l->worth ? load : l->worth;
	l->taken = now;
	return true;
}

/* A recorder's look is known to be whole as well as the newest record is. */
static bool end_round(struct perf_live *l, struct perf_replay *p, struct error *err)
{
	struct live_figures *f = &l->reading->progress->live;
	uint64_t floor = floor_of(l);

	if (floor > l->passed && is_due(l) && !replay(l, p, floor, err))
		return false;
	l->first = l->first ? l->first : l->recording->latest;
	spare_memory(l);
	builder_until(l->reading->builder, l->looked);
	let_go(l, l->looked);
	if (!perf_replay_forget(p, l->passed > AFTER ? l->passed - AFTER : 0, err))
		return false;
	l->round = l->recording->latest;
	l->looked = l->told;
	atomic_store(&f->lost,
		     perf_recording_lost(l->recording) + l->losses->of[LOSS_LATE].count);
	atomic_store(&f->gone, builder_gone(l->reading->builder));
	return reading_goes_on(l->reading, err);
}

/* Of a stream without rounds, or one of which nothing is ever whole, no more than so much is held. */
static bool relieve(struct perf_live *l, struct perf_replay *p, struct error *err)
{
	const struct perf_batch *held = &l->recording->held;

	if (perf_batch_load(held) <= l->most)
		return true;
	return end_round(l, p, err) &&
	       (perf_batch_load(held) <= l->most / 2 || replay(l, p, ALL, err));
}

static bool take(struct perf_live *l, const struct perf_record *r, struct error *err)
{
	if (r->type != PERF_RECORD_TICK || !l->reading->options->ticks)
		return take_and_keep(l, r, err);
	take_tick(l, r);
	return true;
}

bool perf_live_run(struct perf_live *l, struct perf_replay *p, struct error *err)
{
	struct perf_record r;

	while (perf_stream_next(l->stream, &r, err)) {
		const bool ends = r.type == PERF_RECORD_FINISHED_ROUND;

		l->worth += WORTH * (uint64_t)r.body.len;
		l->worth = l->worth < WORTH_MOST ? l->worth : WORTH_MOST;
		if (!take(l, &r, err) ||
		    !(ends ? end_round(l, p, err) : relieve(l, p, err)))
			return false;
	}
	if (err->kind != ERROR_NONE || !replay(l, p, ALL, err))
		return false;
	losses_add(l->losses, LOSS_LATE_NAME, perf_events_renamed(&l->recording->events),
		   0);
	return true;
}
