#include "input/perf_data/perf_replay.h"

#include <stdio.h>

#include "base/append.h"
#include "base/bits.h"
#include "base/idmap.h"
#include "base/intern.h"
#include "base/mem.h"
#include "input/perf_data/perf_batch.h"
#include "input/perf_data/perf_chain.h"
#include "input/perf_data/address_names.h"
#include "input/perf_data/perf_stream.h"
#include "input/sched_events.h"
#include "profile/builder.h"

/* ---- names of threads ---- */

#define NO_ROW UINT32_MAX
#define MANY   1024 /* ended threads */

struct thread_name {
	uint32_t comm;	      /* 0: unknown */
	uint32_t row;	      /* in the profile, for `pid` and `leader_comm`; or NO_ROW */
	uint32_t leader_comm; /* 0: unknown, or the thread is its own leader */
	uint32_t leader;      /* index in `rows`, or NO_ROW */
	int32_t pid;
	int32_t tid, process; /* as recorded; PROFILE_NO_ID: unknown */
	bool is_seen;	      /* it is in the profile */
	bool has_ended;
	uint64_t ended; /* time of its end */
};

/* The names of threads at one time. Records change them, in order of time. */
struct thread_names {
	struct builder *builder;  /* borrowed */
	struct intern *comms;	  /* owned */
	struct thread_name *rows; /* owned */
	size_t count, room;
	struct idmap by_tid;
	size_t ended; /* number of ended threads */
	size_t many;  /* when this many have ended, some are forgotten */
};

static bool find_thread(struct thread_names *t, int32_t tid, struct thread_name **thread,
			struct error *err)
{
	uint32_t fresh = (uint32_t)t->count, at;

	if (!idmap_put(&t->by_tid, (uint32_t)tid, fresh, &at, err))
		return false;
	if (at == fresh && !APPEND(t->rows, t->count, t->room, "threads", err,
				   (struct thread_name){.row = NO_ROW,
							.leader = NO_ROW,
							.tid = tid,
							.process = PROFILE_NO_ID}))
		return false;
	*thread = &t->rows[at];
	return true;
}

/* From now on the tid belongs to a thread of this process. */
static void begin_thread(struct thread_names *t, struct thread_name *thread, int32_t pid)
{
	t->ended -= thread->has_ended;
	thread->has_ended = false;
	thread->process = pid;
	thread->row = NO_ROW;
	thread->leader = NO_ROW;
}

/* COMM: a thread has this name from now on. */
static bool name_thread(struct thread_names *t, int32_t pid, int32_t tid,
			struct text comm, struct error *err)
{
	struct thread_name *thread;

	if (!find_thread(t, tid, &thread, err) ||
	    !intern_put(t->comms, comm, &thread->comm, err))
		return false;
	begin_thread(t, thread, pid);
	return true;
}

/* FORK: a new thread has the name of its parent. */
static bool fork_thread(struct thread_names *t, const struct perf_fork *f,
			struct error *err)
{
	struct thread_name *thread;
	uint32_t comm;

	if (f->tid == f->ptid)
		return true;
	if (!find_thread(t, f->ptid, &thread, err))
		return false;
	if (thread->process == PROFILE_NO_ID)
		thread->process = f->ppid;
	comm = thread->comm;
	if (!find_thread(t, f->tid, &thread, err))
		return false;
	begin_thread(t, thread, f->pid);
	thread->comm = comm;
	return true;
}

/* The name of a thread's leader at this time, if recorded; see struct thread. */
static uint32_t leader_comm(const struct thread_names *t, struct thread_name *thread,
			    int32_t pid)
{
	uint32_t at;

	if (pid == thread->tid || pid == PROFILE_NO_ID)
		return 0;
	if (thread->leader == NO_ROW || t->rows[thread->leader].tid != pid) {
		if (!idmap_get(&t->by_tid, (uint32_t)pid, &at))
			return 0;
		thread->leader = at;
	}
	return t->rows[thread->leader].comm;
}

/* The thread of a sample in the profile; a thread without a name is called ":21". */
static bool thread_row(struct thread_names *t, int32_t pid, int32_t tid, uint32_t *row,
		       struct error *err)
{
	struct thread_name *thread;
	struct thread put = {.pid = pid, .tid = tid};
	uint32_t at, leader;
	struct text comm;
	char unnamed[16];

	if (idmap_get(&t->by_tid, (uint32_t)tid, &at))
		thread = &t->rows[at];
	else if (!find_thread(t, tid, &thread, err))
		return false;
	leader = leader_comm(t, thread, pid);
	*row = thread->row;
	if (thread->row != NO_ROW && thread->pid == pid && thread->leader_comm == leader)
		return true;
	if (thread->process == PROFILE_NO_ID)
		thread->process = pid;
	thread->pid = pid;
	thread->leader_comm = leader;
	comm = intern_get(t->comms, thread->comm);
	if (thread->comm == 0) {
		snprintf(unnamed, sizeof unnamed, ":%d", (int)tid);
		comm = text_of(unnamed);
	}
	put.comm = builder_string(t->builder, comm);
	if (leader)
		put.process = builder_string(t->builder, intern_get(t->comms, leader));
	*row = thread->row = builder_thread_in(t->builder, &put);
	return true;
}

/* The builder's numbers have changed, or there is another builder. */
static void renew_threads(struct thread_names *t, struct builder *b)
{
	t->builder = b;
	for (size_t i = 0; i < t->count; i++) {
		t->rows[i].row = NO_ROW;
		t->rows[i].is_seen = false;
	}
}

static bool ended_before(const struct thread_name *thread, uint64_t time)
{
	return thread->has_ended && thread->ended < time;
}

/*
 * When many threads have ended: forget those that ended before this time. The pids of processes
 * without remaining threads become keys of `gone`. False and an error: nothing has changed.
 */
static bool forget_threads(struct thread_names *t, uint64_t before, struct idmap *gone,
			   struct error *err)
{
	struct thread_names kept = {.builder = t->builder}, old = *t;
	struct idmap living = {0};
	bool ok;

	if (t->ended < t->many)
		return true;
	kept.comms = intern_new(err);
	ok = kept.comms != NULL;
	for (size_t i = 0; ok && i < t->count; i++) {
		const struct thread_name *from = &t->rows[i];
		struct thread_name *to;
		uint32_t comm, at;

		if (ended_before(from, before))
			continue;
		ok = find_thread(&kept, from->tid, &to, err) &&
		     intern_put(kept.comms, intern_get(t->comms, from->comm), &comm,
				err) &&
		     idmap_put(&living, (uint32_t)from->process, 0, &at, err);
		if (!ok)
			break;
		*to = *from;
		to->comm = comm;
		to->row = NO_ROW; /* the number of its leader's name has changed too */
		to->leader = NO_ROW;
		kept.ended += from->has_ended;
	}
	kept.many = 2 * kept.ended + kept.count / 2 + MANY;
	for (size_t i = 0; ok && i < t->count; i++) {
		const struct thread_name *thread = &t->rows[i];
		uint32_t pid = (uint32_t)thread->process, at;

		ok = !ended_before(thread, before) || thread->process == PROFILE_NO_ID ||
		     idmap_get(&living, pid, &at) || idmap_put(gone, pid, 0, &at, err);
	}
	if (ok) {
		*t = kept;
		kept = old;
	}
	intern_free(kept.comms);
	mem_free(kept.rows);
	idmap_release(&kept.by_tid);
	idmap_release(&living);
	return ok;
}

/* ---- changes ---- */

#define FETCH_AHEAD 6 /* samples */

struct perf_replay {
	struct perf_replayed of;
	struct thread_names threads;
	struct address_names *places; /* owned: frames of addresses */
	struct chain_cache *known;    /* owned: stacks of chains */
	uint32_t *run;		      /* owned: frame entries of one chain */
	size_t run_room;
};

static bool take_change(struct perf_replay *p, const struct perf_sorted *s, size_t i,
			bool counted, struct error *err)
{
	const struct perf_change *c = perf_sorted_change(s, i);
	const struct bytes body =
	    bytes_of((struct text){s->batch.bytes + c->at, c->size});
	struct bytes b = body;
	struct thread_names *t = &p->threads;
	bool whole = true, ok = true;
	struct thread_name *thread;
	struct perf_fork f;
	int32_t pid, tid;
	uint32_t at;

	switch (c->type) {
	case PERF_CHANGE_TOLD: /* u32 tid; the name, which is used only if there is no other */
		tid = (int32_t)bytes_u32(&b);
		if (!find_thread(t, tid, &thread, err) || thread->comm)
			return err->kind == ERROR_NONE;
		thread->row = NO_ROW;
		return intern_put(t->comms,
				  bytes_name((struct text){b.at, bytes_left(&b)}),
				  &thread->comm, err);
	case PERF_RECORD_COMM: /* u32 pid, tid; the name */
		pid = (int32_t)bytes_u32(&b);
		tid = (int32_t)bytes_u32(&b);
		whole = !b.short_read;
		ok = !whole ||
		     name_thread(t, pid, tid,
				 bytes_name((struct text){b.at, bytes_left(&b)}), err);
		break;
	case PERF_RECORD_FORK:
		ok = !perf_change_fork(b, &f) || fork_thread(t, &f, err);
		break;
	case PERF_RECORD_EXIT: /* has the same fields as FORK */
		if (!perf_change_fork(b, &f) || f.tid <= 0 ||
		    !idmap_get(&t->by_tid, (uint32_t)f.tid, &at))
			break;
		/* the thread keeps its name, as a few samples may follow */
		thread = &t->rows[at];
		t->ended += !thread->has_ended;
		thread->has_ended = true;
		thread->ended = perf_sorted_change_time(s, i);
		break;
	default:
		break;
	}
	ok = ok && (!whole || perf_change_maps(c, body, p->of.maps, &whole, err));
	if (counted)
		losses_count(p->of.reading->losses, whole ? ASIDE_RECORD : LOSS_RECORD,
			     c->offset);
	return ok;
}

bool perf_replay_changes(struct perf_replay *p, const struct perf_sorted *s, size_t from,
			 size_t to, bool counted, struct error *err)
{
	for (size_t i = from; i < to; i++)
		if (!take_change(p, s, i, counted, err))
			return false;
	return true;
}

/* ---- samples ---- */

/* A chain begins at the leaf, a stack at the root. */
static bool build_stack(struct perf_replay *p, struct text chain, uint32_t space,
			struct known_chain *is, struct error *err)
{
	struct bytes b = bytes_of(chain);
	enum perf_mode mode = PERF_MODE_USER;
	size_t n = 0, most = bytes_left(&b) / 8;
	struct map_hint near = {0};
	struct perf_step step;

	if (!mem_reserve(&p->run, &p->run_room, most + 1, sizeof *p->run,
			 "frames of a stack", err))
		return false;
	*is = (struct known_chain){.kernel = true};
	for (; n < STACK_DEEPEST && perf_chain_next(&b, &mode, &step); n++) {
		struct perf_place place =
		    perf_maps_find(p->of.maps, space, step.mode, step.address, &near);

		is->kernel &= step.mode == PERF_MODE_KERNEL;
		if (p->of.only_code) /* only the site of the leaf */
			return perf_code_site(p->of.code, &place, &is->site, err);
		if (!address_names_find(p->places, &place, &p->run[n], err) ||
		    (n == 0 && p->of.code &&
		     !perf_code_site(p->of.code, &place, &is->site, err)))
			return false;
	}
	is->deep = (uint32_t)(bytes_left(&b) / 8);
	while (n--)
		is->stack = address_names_push(p->places, p->run[n], is->stack);
	return true;
}

/* A chain of a batch, and its hash in the cache. */
struct chain {
	struct text text;
	uint64_t hash;
};

static bool find_stack(struct perf_replay *p, const struct batch_sample *t,
		       const struct chain *c, struct sample *s, struct error *err)
{
	uint32_t space = perf_maps_space(p->of.maps, t->pid), kernel, process;
	const struct known_chain *known;
	struct known_chain is;

	if (!perf_maps_version(p->of.maps, 0, &kernel, err) ||
	    !perf_maps_version(p->of.maps, space, &process, err))
		return false;
	known = chain_cache_get(p->known, c->hash, c->text, kernel, process);
	if (known) {
		is = *known;
	} else {
		if (!build_stack(p, c->text, space, &is, err))
			return false;
		chain_cache_put(p->known, c->hash, c->text, is.kernel ? kernel : process,
				&is);
	}
	if (is.deep)
		losses_add(p->of.reading->losses, LOSS_DEEP, is.deep, 0);
	s->stack = is.stack;
	s->site = is.site;
	return true;
}

static bool add_sample(struct perf_replay *p, uint64_t time, const struct batch_sample *t,
		       const struct chain *c, struct error *err)
{
	struct sample s = {
	    .time = t->timed ? time : 0,
	    .weight = t->weight,
	    .duration = t->is_span && t->timed ? t->weight : 0,
	    .cpu = t->cpu,
	    .timed = t->timed,
	    .sched = t->sched,
	};
	int32_t other = t->sched ? sched_of(t->sched).other : 0;
	struct thread_name *thread;
	uint32_t row;

	if (t->event == PERF_SWITCH_RECORD)
		s.event = sched_event_of_records(p->of.reading->builder);
	else
		s.event = p->of.events->rows[t->event].row;
	if (!thread_row(&p->threads, t->pid, t->tid, &s.thread, err) ||
	    !find_stack(p, t, c, &s, err))
		return false;
	builder_add_sample(p->of.reading->builder, &s);
	if (other <= 0)
		return true;
	if (!find_thread(&p->threads, other, &thread, err))
		return false;
	if (thread->is_seen)
		return true;
	/* it occurs for the first time, in another thread's sample */
	thread->is_seen = true;
	if (!thread_row(&p->threads, thread->row == NO_ROW ? PROFILE_NO_ID : thread->pid,
			other, &row, err))
		return false;
	sched_event_know(p->of.reading->builder, &s, row);
	return true;
}

static struct text chain_of(const struct perf_replay *p, const struct perf_sorted *s,
			    size_t i)
{
	uint32_t chain = perf_sorted_sample(s, i)->chain;

	return s->batch.chains ? perf_batch_chain_at(&s->batch, chain)
			       : intern_get(p->of.chains, chain);
}

bool perf_replay_samples(struct perf_replay *p, const struct perf_sorted *s, size_t from,
			 size_t to, size_t *change, struct error *err)
{
	struct reading *r = p->of.reading;
	struct chain ahead[FETCH_AHEAD];

	for (size_t i = from; i < to && i < from + FETCH_AHEAD; i++) {
		ahead[i % FETCH_AHEAD].text = chain_of(p, s, i);
		ahead[i % FETCH_AHEAD].hash =
		    chain_cache_hash(ahead[i % FETCH_AHEAD].text);
	}
	for (size_t i = from; i < to; i++) {
		struct chain *next = &ahead[i % FETCH_AHEAD], c = *next;

		/* prefetch the data of the next samples, which is scattered over memory */
		if (i + 2 * FETCH_AHEAD < s->batch.count)
			__builtin_prefetch(perf_sorted_sample(s, i + 2 * FETCH_AHEAD));
		if (i + FETCH_AHEAD < s->batch.count) {
			next->text = chain_of(p, s, i + FETCH_AHEAD);
			next->hash = chain_cache_hash(next->text);
			chain_cache_fetch(p->known, next->hash);
		}
		for (; *change < s->batch.change_count &&
		       perf_sorted_is_before(s, *change, i);
		     ++*change)
			if (!take_change(p, s, *change, true, err))
				return false;
		if (!add_sample(p, perf_sorted_time(s, i), perf_sorted_sample(s, i), &c,
				err))
			return false;
		/* the reading of a part can only be cancelled: previews show the whole */
		if ((i - from) % READING_EACH == 0 &&
		    !(p->of.is_part ? reading_is_wanted(r->progress, err)
				    : reading_goes_on(r, err)))
			return false;
	}
	return true;
}

/* The cache contains numbers of the builder and versions of the maps. */
static void forget_stacks(struct perf_replay *p)
{
	chain_cache_forget(p->known);
	perf_maps_begin_versions(p->of.maps);
}

void perf_replay_chains(struct perf_replay *p, const struct intern *chains)
{
	p->of.chains = chains;
}

bool perf_replay_forget(struct perf_replay *p, uint64_t before, struct error *err)
{
	struct builder *b = p->of.reading->builder;
	struct error ignored = ERROR_INIT;
	struct idmap pids = {0};
	struct bits modules = {0};
	uint32_t *frames = NULL;
	size_t count = 0;
	bool ok;

	if (builder_is_worn(b))
		frames =
		    builder_renew(b, &count, &ignored); /* NULL: keep the old tables */
	if (frames) {
		address_names_renew(p->places, frames, count);
		renew_threads(&p->threads, b);
		forget_stacks(p);
		mem_free(frames);
	}
	if (perf_maps_versions_are_many(p->of.maps))
		forget_stacks(p);
	ok = forget_threads(&p->threads, before, &pids, err) &&
	     (!pids.count || perf_maps_forget(p->of.maps, &pids, err));
	idmap_release(&pids);
	if (!ok || p->of.code)
		return ok;
	if (!perf_maps_forget_modules(p->of.maps, &modules, err))
		return false;
	for (uint32_t i = 0; modules.words && i < modules.count; i++)
		if (bits_has(&modules, i))
			address_names_forget(p->places, i);
	bits_release(&modules);
	return true;
}

bool perf_replay_batch(struct perf_replay *p, struct perf_batch *batch, struct error *err)
{
	struct perf_sorted s;
	size_t change = 0;
	bool ok = perf_sorted_begin(&s, batch, err) &&
		  perf_replay_samples(p, &s, 0, s.batch.count, &change, err) &&
		  perf_replay_changes(p, &s, change, s.batch.change_count, true, err);

	perf_sorted_release(&s);
	return ok;
}

struct perf_replay *perf_replay_new(const struct perf_replayed *of, struct error *err)
{
	struct perf_replay *p = mem_array(1, sizeof *p, "recording", err);
	const struct reading *r = of->reading;

	if (!p)
		return NULL;
	p->of = *of;
	p->threads.builder = r->builder;
	p->threads.many = MANY;
	p->threads.comms = intern_new(err);
	/* the idle threads of the CPUs have no record */
	if (p->threads.comms && name_thread(&p->threads, 0, 0, TEXT("swapper"), err))
		p->places = address_names_new(r->builder, perf_maps_modules(of->maps),
					      of->symbols, r->options->addresses, err);
	if (p->places)
		p->known = chain_cache_new(err);
	if (p->known)
		return p;
	perf_replay_free(p);
	return NULL;
}

void perf_replay_free(struct perf_replay *p)
{
	if (!p)
		return;
	intern_free(p->threads.comms);
	mem_free(p->threads.rows);
	idmap_release(&p->threads.by_tid);
	address_names_free(p->places);
	chain_cache_free(p->known);
	mem_free(p->run);
	mem_free(p);
}

bool perf_replay_renew(struct perf_replay *p, struct builder *part, struct error *err)
{
	struct address_names *fresh =
	    address_names_new(part, perf_maps_modules(p->of.maps), p->of.symbols,
			      p->of.reading->options->addresses, err);

	if (!fresh)
		return false;
	address_names_free(p->places);
	p->places = fresh;
	renew_threads(&p->threads, part);
	forget_stacks(p);
	return true;
}

struct address_names *perf_replay_places(const struct perf_replay *p)
{
	return p->places;
}
