#include "input/perf_data/perf_replay.h"

#include <pthread.h>
#include <string.h>

#include "base/append.h"
#include "base/bits.h"
#include "base/idmap.h"
#include "base/intern.h"
#include "base/mem.h"
#include "base/threads.h"
#include "input/perf_data/perf_batch.h"
#include "input/perf_data/perf_chain.h"
#include "input/perf_data/perf_names.h"
#include "input/perf_data/perf_stream.h"
#include "input/perf_data/perf_threads.h"
#include "input/sched_events.h"
#include "profile/builder.h"
#include "profile/order.h"

/* ---- the replay ---- */

#define FETCH_AHEAD 6 /* samples */

/* What a chain was the last time: most come again soon, or never. */
struct remembered {
	uint32_t stack, site;
	uint32_t version; /* of the maps; 0: it was not yet */
	bool kernel;	  /* all of it: it is the same in all processes */
};

struct perf_replay {
	struct perf_replayed of;
	struct perf_threads *threads; /* owned */
	struct perf_names *places;    /* owned */
	struct remembered *stacks;    /* owned: by chain */
	size_t stack_count, stacks_room;
	uint32_t *run; /* owned: places of one chain */
	size_t run_room;
};

/* The batch under way. */
struct walk {
	struct perf_replay *p;
	const struct perf_batch *batch;
	uint32_t *sample_order, *change_order; /* owned */
	size_t change;			       /* the next one */
};

/* ---- changes ---- */

/* u32 pid, tid; the name */
static bool take_comm(struct perf_replay *p, struct bytes b, bool *whole,
		      struct error *err)
{
	int32_t pid = (int32_t)bytes_u32(&b), tid = (int32_t)bytes_u32(&b);

	*whole = !b.short_read;
	return !*whole ||
	       perf_threads_name(p->threads, pid, tid,
				 bytes_name((struct text){b.at, bytes_left(&b)}), err);
}

/* perf has seen no COMM of it. */
static bool take_told(struct perf_replay *p, struct bytes b, struct error *err)
{
	int32_t tid = (int32_t)bytes_u32(&b);

	return perf_threads_told(p->threads, tid,
				 bytes_name((struct text){b.at, bytes_left(&b)}), err);
}

static bool take_fork(struct perf_replay *p, struct bytes b, struct error *err)
{
	struct perf_fork f;

	return !perf_change_fork(b, &f) || perf_threads_fork(p->threads, &f, err);
}

/* It looks like a FORK. */
static void take_exit(struct perf_replay *p, struct bytes b, uint64_t time)
{
	struct perf_fork f;

	if (perf_change_fork(b, &f))
		perf_threads_exit(p->threads, f.tid, time);
}

static bool take_change(struct perf_replay *p, const struct perf_change *c, uint64_t time,
			struct text body, struct error *err)
{
	struct bytes b = bytes_of(body);
	bool whole = true, ok = true;

	if (c->type == PERF_CHANGE_TOLD)
		return take_told(p, b, err);
	if (c->type == PERF_RECORD_COMM)
		ok = take_comm(p, b, &whole, err);
	else if (c->type == PERF_RECORD_FORK)
		ok = take_fork(p, b, err);
	else if (c->type == PERF_RECORD_EXIT)
		take_exit(p, b, time);
	ok = ok && (!whole || perf_change_maps(c, b, p->of.maps, &whole, err));
	losses_count(p->of.reading->losses, whole ? ASIDE_RECORD : LOSS_RECORD,
		     c->offset);
	return ok;
}

/* Those that were before a sample: by time, and where times are equal by place. */
static bool take_changes_before(struct walk *w, uint64_t time, uint32_t after,
				struct error *err)
{
	const struct perf_batch *b = w->batch;

	for (; w->change < b->change_count; w->change++) {
		uint32_t at = w->change_order[w->change];
		const struct perf_change *c = &b->changes[at];

		if (b->change_time[at] > time ||
		    (b->change_time[at] == time && c->number >= after))
			break;
		if (!take_change(w->p, c, b->change_time[at],
				 (struct text){b->bytes + c->at, c->size}, err))
			return false;
	}
	return true;
}

/* ---- samples ---- */

/* Nothing but where its leaf is. */
static bool find_site(struct perf_replay *p, uint32_t chain, uint32_t space,
		      struct remembered *known, struct error *err)
{
	struct bytes b = bytes_of(intern_get(p->of.chains, chain));
	enum perf_mode mode = PERF_MODE_USER;
	struct perf_place place;
	struct perf_step step;

	*known = (struct remembered){.kernel = true};
	if (!perf_chain_next(&b, &mode, &step))
		return true;
	known->kernel = step.mode == PERF_MODE_KERNEL;
	place = perf_maps_find(p->of.maps, space, step.mode, step.address);
	return perf_code_site(p->of.code, &place, &known->site, err);
}

/* A chain begins at the leaf, a stack at its root. */
static bool build_stack(struct perf_replay *p, uint32_t chain, uint32_t space,
			struct remembered *known, struct error *err)
{
	struct bytes b = bytes_of(intern_get(p->of.chains, chain));
	enum perf_mode mode = PERF_MODE_USER;
	size_t n = 0, most = bytes_left(&b) / 8;
	struct perf_step step;

	if (p->of.only_code)
		return find_site(p, chain, space, known, err);
	if (!mem_reserve(&p->run, &p->run_room, most + 1, sizeof *p->run,
			 "frames of a stack", err))
		return false;
	known->kernel = true;
	known->site = 0;
	for (; n < STACK_DEEPEST && perf_chain_next(&b, &mode, &step); n++) {
		struct perf_place place =
		    perf_maps_find(p->of.maps, space, step.mode, step.address);

		known->kernel &= step.mode == PERF_MODE_KERNEL;
		if (!perf_names_find(p->places, &place, &p->run[n], err) ||
		    (n == 0 && p->of.code &&
		     !perf_code_site(p->of.code, &place, &known->site, err)))
			return false;
	}
	losses_add(p->of.reading->losses, LOSS_DEEP, bytes_left(&b) / 8, 0);
	known->stack = 0;
	while (n--)
		known->stack = perf_names_push(p->places, p->run[n], known->stack);
	return true;
}

static bool stack_of(struct perf_replay *p, const struct perf_row *t, struct sample *s,
		     struct error *err)
{
	struct remembered *known = &p->stacks[t->chain];
	uint32_t space = perf_maps_space(p->of.maps, t->pid), version;

	if (!perf_maps_version(p->of.maps, known->kernel ? 0 : space, &version, err))
		return false;
	if (known->version != version &&
	    (!build_stack(p, t->chain, space, known, err) ||
	     !perf_maps_version(p->of.maps, known->kernel ? 0 : space, &known->version,
				err)))
		return false;
	s->stack = known->stack;
	s->site = known->site;
	return true;
}

static bool know_other(struct perf_replay *p, const struct sample *like,
		       struct error *err)
{
	struct sched s = sched_of(like->sched);
	uint32_t row;
	bool is_new;

	if (s.other <= 0)
		return true;
	if (!perf_threads_other(p->threads, s.other, &is_new, &row, err))
		return false;
	if (is_new)
		sched_event_know(p->of.reading->builder, like, row);
	return true;
}

static bool add_sample(struct perf_replay *p, uint64_t time, const struct perf_row *t,
		       struct error *err)
{
	struct sample s = {
	    .time = t->timed ? time : 0,
	    .weight = t->weight,
	    .duration = t->is_span && t->timed ? t->weight : 0,
	    .cpu = t->cpu,
	    .event = t->event == PERF_SWITCH_RECORD
			 ? sched_event_of_records(p->of.reading->builder)
			 : p->of.events->rows[t->event].row,
	    .timed = t->timed,
	    .sched = t->sched,
	};

	if (!perf_threads_row(p->threads, t->pid, t->tid, &s.thread, err) ||
	    !stack_of(p, t, &s, err))
		return false;
	builder_sample(p->of.reading->builder, &s);
	return !t->sched || know_other(p, &s, err);
}

/* Have the memory at hand that the samples to come need: it is all over the place. */
static void fetch_ahead(const struct walk *w, size_t i)
{
	const struct perf_replay *p = w->p;
	const struct perf_batch *b = w->batch;
	uint32_t chain;

	if (i + 3 * FETCH_AHEAD >= b->count)
		return;
	__builtin_prefetch(&b->samples[w->sample_order[i + 3 * FETCH_AHEAD]]);
	chain = b->samples[w->sample_order[i + 2 * FETCH_AHEAD]].chain;
	__builtin_prefetch(&p->stacks[chain]);
	intern_fetch_place(p->of.chains, chain);
	chain = b->samples[w->sample_order[i + FETCH_AHEAD]].chain;
	if (!p->stacks[chain].version)
		intern_fetch_text(p->of.chains, chain);
}

static bool go_through(struct walk *w, struct error *err)
{
	const struct perf_batch *b = w->batch;

	for (size_t i = 0; i < b->count; i++) {
		uint32_t at = w->sample_order[i];
		const struct perf_row *t = &b->samples[at];

		fetch_ahead(w, i);
		if (!take_changes_before(w, b->time[at], t->after, err) ||
		    !add_sample(w->p, b->time[at], t, err) ||
		    (i % READING_EACH == 0 && !reading_goes_on(w->p->of.reading, err)))
			return false;
	}
	return take_changes_before(w, UINT64_MAX, UINT32_MAX, err);
}

/* Those that are new know nothing. */
static bool make_room(struct perf_replay *p, const struct perf_batch *b,
		      struct error *err)
{
	size_t wanted = p->stack_count;

	for (size_t i = 0; i < b->count; i++)
		if (b->samples[i].chain >= wanted)
			wanted = (size_t)b->samples[i].chain + 1;
	if (!mem_reserve(&p->stacks, &p->stacks_room, wanted, sizeof *p->stacks,
			 "call chains", err))
		return false;
	if (wanted) /* there may be no samples, and no room at all */
		memset(p->stacks + p->stack_count, 0,
		       (wanted - p->stack_count) * sizeof *p->stacks);
	p->stack_count = wanted;
	return true;
}

/* What is known of chains is by the builder's numbers, and by versions of the maps. */
static void forget_stacks(struct perf_replay *p)
{
	p->stack_count = 0;
	perf_maps_begin_versions(p->of.maps);
}

void perf_replay_chains(struct perf_replay *p, const struct intern *chains)
{
	p->of.chains = chains;
	forget_stacks(p);
}

/* Without memory for new tables the old ones do for now. */
static void renew(struct perf_replay *p)
{
	struct error err = ERROR_INIT;
	size_t count = 0;
	uint32_t *frames = builder_renew(p->of.reading->builder, &count, &err);

	if (!frames)
		return;
	perf_names_renew(p->places, frames, count);
	perf_threads_renew(p->threads);
	forget_stacks(p);
	mem_free(frames);
}

static bool forget_processes(struct perf_replay *p, uint64_t before, struct error *err)
{
	struct idmap gone = {0};
	bool ok = perf_threads_forget(p->threads, before, &gone, err) &&
		  (!gone.count || perf_maps_forget(p->of.maps, &gone, err));

	idmap_release(&gone);
	return ok;
}

static bool forget_modules(struct perf_replay *p, struct error *err)
{
	struct bits gone = {0};

	if (!perf_maps_forget_modules(p->of.maps, &gone, err))
		return false;
	for (uint32_t i = 0; gone.words && i < gone.count; i++)
		if (bits_has(&gone, i))
			perf_names_forget(p->places, i);
	bits_release(&gone);
	return true;
}

bool perf_replay_forget(struct perf_replay *p, uint64_t before, struct error *err)
{
	if (builder_is_worn(p->of.reading->builder))
		renew(p);
	if (perf_maps_versions_are_many(p->of.maps))
		forget_stacks(p);
	return forget_processes(p, before, err) && (p->of.code || forget_modules(p, err));
}

bool perf_replay_batch(struct perf_replay *p, const struct perf_batch *batch,
		       struct error *err)
{
	struct walk w = {.p = p, .batch = batch};
	bool ok = make_room(p, batch, err);

	w.sample_order =
	    ok ? order_by_time(batch->time, (uint32_t)batch->count, err) : NULL;
	w.change_order =
	    w.sample_order
		? order_by_time(batch->change_time, (uint32_t)batch->change_count, err)
		: NULL;
	ok = w.change_order && go_through(&w, err);
	mem_free(w.sample_order);
	mem_free(w.change_order);
	return ok;
}

struct perf_replay *perf_replay_new(const struct perf_replayed *of, struct error *err)
{
	struct perf_replay *p = mem_array(1, sizeof *p, "recording", err);
	const struct reading *r = of->reading;

	if (!p)
		return NULL;
	p->of = *of;
	p->threads = perf_threads_new(r->builder, err);
	p->places = p->threads ? perf_names_new(r->builder, perf_maps_modules(of->maps),
						of->symbols, r->options->addresses, err)
			       : NULL;
	if (p->places)
		return p;
	perf_replay_free(p);
	return NULL;
}

void perf_replay_free(struct perf_replay *p)
{
	if (!p)
		return;
	perf_threads_free(p->threads);
	perf_names_free(p->places);
	mem_free(p->stacks);
	mem_free(p->run);
	mem_free(p);
}

bool perf_replay_end(const struct perf_replay *p, struct error *err)
{
	return perf_names_tell(p->places, p->of.reading->losses, err);
}

/* ---- read by one thread, replayed by another ---- */

#define WAITING_MOST 2 /* batches: one side is seldom far ahead */

struct perf_replay_queue {
	struct perf_replay *replay;	  /* borrowed; of whoever is `busy` */
	const struct perf_cutter *cutter; /* borrowed */

	pthread_mutex_t lock; /* guards the rest */
	pthread_cond_t changed;
	struct perf_batch waiting[WAITING_MOST]; /* owned */
	unsigned count;
	bool busy;    /* one of them is being replayed, by whichever thread */
	bool all_cut; /* no more are coming */
	bool stopped;
	struct error err; /* why; the first one */
};

static void stop(struct perf_replay_queue *r, const struct error *err)
{
	if (!r->stopped)
		r->err = *err;
	r->stopped = true;
	pthread_cond_broadcast(&r->changed);
}

/* With the lock, which is given up meanwhile: there is a batch, and nobody is busy. */
static void replay_one(struct perf_replay_queue *r)
{
	struct perf_batch batch = r->waiting[0];
	struct error err = ERROR_INIT;
	bool ok;

	r->busy = true;
	r->count--;
	for (unsigned i = 0; i < r->count; i++)
		r->waiting[i] = r->waiting[i + 1];
	pthread_cond_broadcast(&r->changed);
	pthread_mutex_unlock(&r->lock);
	ok = perf_replay_batch(r->replay, &batch, &err);
	perf_batch_release(&batch);
	pthread_mutex_lock(&r->lock);
	r->busy = false;
	if (!ok)
		stop(r, &err);
	pthread_cond_broadcast(&r->changed);
}

/*
 * With the lock: replay what waits until at most `most` are left. The cutter does it too
 * when it has nothing better to do, for it may be alone.
 */
static void replay_until(struct perf_replay_queue *r, unsigned most)
{
	while (r->count > most && !r->stopped) {
		if (r->busy)
			pthread_cond_wait(&r->changed, &r->lock);
		else
			replay_one(r);
	}
}

bool perf_replay_queue_pass(struct perf_replay_queue *r, struct perf_batch *batch)
{
	bool going;

	pthread_mutex_lock(&r->lock);
	replay_until(r, WAITING_MOST - 1);
	going = !r->stopped && APPEND_FIXED(r->waiting, r->count, *batch);
	if (going) {
		*batch = (struct perf_batch){0};
		pthread_cond_broadcast(&r->changed);
	}
	pthread_mutex_unlock(&r->lock);
	return going;
}

static void cut(struct perf_replay_queue *r)
{
	struct error err = ERROR_INIT;
	bool ok = r->cutter->cut(r->cutter->arg, r, &err);

	pthread_mutex_lock(&r->lock);
	if (!ok)
		stop(r, &err);
	r->all_cut = true;
	pthread_cond_broadcast(&r->changed);
	replay_until(r, 0);
	pthread_mutex_unlock(&r->lock);
}

static void follow(struct perf_replay_queue *r)
{
	pthread_mutex_lock(&r->lock);
	while (!r->stopped && !(r->all_cut && r->count == 0)) {
		if (r->count && !r->busy)
			replay_one(r);
		else
			pthread_cond_wait(&r->changed, &r->lock);
	}
	pthread_mutex_unlock(&r->lock);
}

static void work(void *arg, unsigned i)
{
	if (i == 0)
		cut(arg);
	else
		follow(arg);
}

bool perf_replay_queue_run(struct perf_replay *replay, const struct perf_cutter *cutter,
			   unsigned threads, struct error *err)
{
	struct perf_replay_queue r = {.replay = replay, .cutter = cutter};

	pthread_mutex_init(&r.lock, NULL);
	pthread_cond_init(&r.changed, NULL);
	threads_run(threads < 2 ? 1 : 2, work, &r);
	pthread_cond_destroy(&r.changed);
	pthread_mutex_destroy(&r.lock);
	for (unsigned i = 0; i < r.count; i++)
		perf_batch_release(&r.waiting[i]);
	if (r.stopped)
		*err = r.err;
	return !r.stopped;
}
