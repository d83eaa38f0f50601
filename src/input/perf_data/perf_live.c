#include "input/perf_data/perf_live.h"

#include "base/clock.h"

#define LOOK_MS	    200 /* how often somebody may look while nothing comes */
#define CHAINS_MOST (UINT64_C(32) << 20) /* bytes of call chains that are known again */
#define DUMMY_TYPE  1			 /* PERF_TYPE_SOFTWARE, and ... */
#define DUMMY	    9 /* ... PERF_COUNT_SW_DUMMY: it tells of maps, and has no samples */

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
		if (!l->take(l->arg, &r, err))
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

	if (r->type == PERF_RECORD_TICK) {
		take_tick(l, r);
		return true;
	}
	if (!l->take(l->arg, r, err))
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
