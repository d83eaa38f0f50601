#include "input/perf_data/perf_live.h"

#include "base/clock.h"
#include "base/number.h"
#include "input/perf_records/kept_records.h"

#define LOOK_MS	    200 /* how often somebody may look while nothing comes */
#define CHAINS_MOST (UINT64_C(32) << 20) /* bytes of call chains that are known again */
#define SHOWN	    (10 * NS_PER_SECOND) /* a picture that is looked at is no older */
#define DUMMY_TYPE  1			 /* PERF_TYPE_SOFTWARE, and ... */
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
	uint64_t keep = l->reading->options->keep;

	if (kept && keep && until > keep && until - keep > SHOWN)
		kept_records_until(kept, until - keep - SHOWN);
}

/* ---- what comes first ---- */

static void use_events(struct perf_events *e)
{
	for (size_t i = 0; i < e->count; i++)
		if (e->rows[i].attr.type != DUMMY_TYPE || e->rows[i].attr.config != DUMMY)
			e->rows[i].used = true;
}

/* Wait for the next record, and let the audience look meanwhile. */
static bool next(struct perf_live *l, struct perf_record *r, struct error *err)
{
	while (!perf_stream_has_next(l->stream) &&
	       !source_wait(l->reading->source, LOOK_MS))
		if (!reading_goes_on(l->reading, err))
			return false;
	return perf_stream_next(l->stream, r, err);
}

static bool is_first_sample(const struct perf_record *r)
{
	return r->type == PERF_RECORD_SAMPLE || r->type == PERF_RECORD_FINISHED_INIT ||
	       r->type == PERF_RECORD_FINISHED_ROUND;
}

bool perf_live_begin(struct perf_live *l, struct error *err)
{
	struct perf_record r = {.type = 0};

	while (!is_first_sample(&r) && next(l, &r, err))
		if (!take_and_keep(l, &r, err))
			return false;
	use_events(&l->recording->events);
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

static bool replay(struct perf_live *l, struct perf_replay *p, uint64_t floor,
		   struct error *err)
{
	struct perf_batch early = {0};
	bool forgot, ok = perf_recording_take(l->recording, floor, &early, err);

	if (ok)
		losses_add(l->losses, LOSS_LATE,
			   perf_batch_drop_before(&early, l->passed), 0);
	ok = ok && perf_replay_batch(p, &early, err);
	perf_batch_release(&early);
	l->passed = floor > l->passed ? floor : l->passed;
	ok = ok && perf_recording_forget_chains(l->recording, CHAINS_MOST, &forgot, err);
	if (ok && forgot)
		perf_replay_chains(p, l->recording->chains);
	return ok;
}

/* A recorder's look is known to be whole as well as the newest record is. */
static bool end_round(struct perf_live *l, struct perf_replay *p, uint64_t *looked,
		      struct error *err)
{
	struct live_figures *f = &l->reading->progress->live;
	uint64_t floor = l->round > *looked ? l->round : *looked;

	if (floor > l->passed && !replay(l, p, floor, err))
		return false;
	builder_until(l->reading->builder, *looked);
	let_go(l, *looked);
	l->round = l->recording->latest;
	*looked = l->told;
	atomic_store(&f->lost,
		     perf_recording_lost(l->recording) + l->losses->of[LOSS_LATE].count);
	atomic_store(&f->gone, builder_gone(l->reading->builder));
	return reading_goes_on(l->reading, err);
}

/* An event that was told late has its place in the profile, too. */
static bool take(struct perf_live *l, const struct perf_record *r, struct error *err)
{
	size_t events = l->recording->events.count;

	if (r->type == PERF_RECORD_TICK && l->reading->options->ticks) {
		take_tick(l, r);
		return true;
	}
	if (!take_and_keep(l, r, err))
		return false;
	if (l->recording->events.count > events) {
		use_events(&l->recording->events);
		perf_events_store(&l->recording->events, l->reading->builder);
	}
	return true;
}

bool perf_live_run(struct perf_live *l, struct perf_replay *p, struct error *err)
{
	uint64_t looked = 0;
	struct perf_record r;

	while (next(l, &r, err)) {
		if (!take(l, &r, err))
			return false;
		if (r.type == PERF_RECORD_FINISHED_ROUND &&
		    !end_round(l, p, &looked, err))
			return false;
	}
	return err->kind == ERROR_NONE && replay(l, p, UINT64_MAX, err);
}
