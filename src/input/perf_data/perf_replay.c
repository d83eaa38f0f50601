#include "input/perf_data/perf_replay.h"

#include "base/bits.h"
#include "base/idmap.h"
#include "base/intern.h"
#include "base/mem.h"
#include "input/perf_data/known_chains.h"
#include "input/perf_data/perf_batch.h"
#include "input/perf_data/perf_chain.h"
#include "input/perf_data/perf_names.h"
#include "input/perf_data/perf_stream.h"
#include "input/perf_data/perf_threads.h"
#include "input/sched_events.h"
#include "profile/builder.h"

/* ---- the replay ---- */

#define FETCH_AHEAD 6 /* samples */

struct perf_replay {
	struct perf_replayed of;
	struct perf_threads *threads; /* owned */
	struct perf_names *places;    /* owned */
	struct known_chains *known;   /* owned */
	uint32_t *run;		      /* owned: places of one chain */
	size_t run_room;
};

/* A batch under way. */
struct walk {
	struct perf_replay *p;
	const struct perf_sorted *sorted; /* borrowed */
	size_t change;			  /* the next one */
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

static bool take_change(struct perf_replay *p, const struct perf_sorted *s, size_t i,
			bool counted, struct error *err)
{
	const struct perf_change *c = perf_sorted_change(s, i);
	uint64_t time = perf_sorted_change_time(s, i);
	struct bytes b = bytes_of((struct text){s->batch.bytes + c->at, c->size});
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

static bool take_changes_before(struct walk *w, size_t sample, struct error *err)
{
	const struct perf_sorted *s = w->sorted;

	for (; w->change < s->batch.change_count &&
	       perf_sorted_is_before(s, w->change, sample);
	     w->change++)
		if (!take_change(w->p, s, w->change, true, err))
			return false;
	return true;
}

/* ---- samples ---- */

/* Nothing but where its leaf is. */
static bool find_site(struct perf_replay *p, struct text chain, uint32_t space,
		      struct known_chain *is, struct error *err)
{
	struct bytes b = bytes_of(chain);
	enum perf_mode mode = PERF_MODE_USER;
	struct perf_near near = {0};
	struct perf_place place;
	struct perf_step step;

	*is = (struct known_chain){.kernel = true};
	if (!perf_chain_next(&b, &mode, &step))
		return true;
	is->kernel = step.mode == PERF_MODE_KERNEL;
	place = perf_maps_find(p->of.maps, space, step.mode, step.address, &near);
	return perf_code_site(p->of.code, &place, &is->site, err);
}

/* A chain begins at the leaf, a stack at its root. */
static bool build_stack(struct perf_replay *p, struct text chain, uint32_t space,
			struct known_chain *is, struct error *err)
{
	struct bytes b = bytes_of(chain);
	enum perf_mode mode = PERF_MODE_USER;
	size_t n = 0, most = bytes_left(&b) / 8;
	struct perf_near near = {0};
	struct perf_step step;

	if (p->of.only_code)
		return find_site(p, chain, space, is, err);
	if (!mem_reserve(&p->run, &p->run_room, most + 1, sizeof *p->run,
			 "frames of a stack", err))
		return false;
	*is = (struct known_chain){.kernel = true};
	for (; n < STACK_DEEPEST && perf_chain_next(&b, &mode, &step); n++) {
		struct perf_place place =
		    perf_maps_find(p->of.maps, space, step.mode, step.address, &near);

		is->kernel &= step.mode == PERF_MODE_KERNEL;
		if (!perf_names_find(p->places, &place, &p->run[n], err) ||
		    (n == 0 && p->of.code &&
		     !perf_code_site(p->of.code, &place, &is->site, err)))
			return false;
	}
	is->deep = (uint32_t)(bytes_left(&b) / 8);
	while (n--)
		is->stack = perf_names_push(p->places, p->run[n], is->stack);
	return true;
}

/* A chain of a batch, and by what it is known. */
struct chain {
	struct text text;
	uint64_t hash;
};

static bool stack_of(struct perf_replay *p, const struct perf_row *t,
		     const struct chain *c, struct sample *s, struct error *err)
{
	uint32_t space = perf_maps_space(p->of.maps, t->pid), kernel, process;
	const struct known_chain *known;
	struct known_chain is;

	if (!perf_maps_version(p->of.maps, 0, &kernel, err) ||
	    !perf_maps_version(p->of.maps, space, &process, err))
		return false;
	known = known_chains_get(p->known, c->hash, c->text, kernel, process);
	if (known) {
		is = *known;
	} else {
		if (!build_stack(p, c->text, space, &is, err))
			return false;
		known_chains_put(p->known, c->hash, c->text, is.kernel ? kernel : process,
				 &is);
	}
	if (is.deep)
		losses_add(p->of.reading->losses, LOSS_DEEP, is.deep, 0);
	s->stack = is.stack;
	s->site = is.site;
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
		       const struct chain *c, struct error *err)
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
	    !stack_of(p, t, c, &s, err))
		return false;
	builder_sample(p->of.reading->builder, &s);
	return !t->sched || know_other(p, &s, err);
}

static struct text chain_text(const struct perf_replay *p, const struct perf_sorted *s,
			      size_t i)
{
	uint32_t chain = perf_sorted_sample(s, i)->chain;

	return s->batch.chains ? perf_batch_chain_at(&s->batch, chain)
			       : intern_get(p->of.chains, chain);
}

/* Have the memory at hand that the samples to come need: it is all over the place. */
static void fetch_ahead(const struct perf_replay *p, const struct perf_sorted *s,
			size_t i, struct chain *ahead)
{
	if (i + 2 * FETCH_AHEAD < s->batch.count)
		__builtin_prefetch(perf_sorted_sample(s, i + 2 * FETCH_AHEAD));
	if (i + FETCH_AHEAD >= s->batch.count)
		return;
	ahead->text = chain_text(p, s, i + FETCH_AHEAD);
	ahead->hash = known_chains_hash(ahead->text);
	known_chains_fetch(p->known, ahead->hash);
}

/* Who reads a part asks no more than that: the whole is somebody else's. */
static bool goes_on(const struct perf_replay *p, struct error *err)
{
	struct reading *r = p->of.reading;

	return p->of.is_part ? reading_is_wanted(r->progress, err)
			     : reading_goes_on(r, err);
}

bool perf_replay_samples(struct perf_replay *p, const struct perf_sorted *s, size_t from,
			 size_t to, size_t *change, struct error *err)
{
	struct walk w = {.p = p, .sorted = s, .change = *change};
	struct chain ahead[FETCH_AHEAD];

	for (size_t i = from; i < to && i < from + FETCH_AHEAD; i++) {
		ahead[i % FETCH_AHEAD].text = chain_text(p, s, i);
		ahead[i % FETCH_AHEAD].hash =
		    known_chains_hash(ahead[i % FETCH_AHEAD].text);
	}
	for (size_t i = from; i < to; i++) {
		struct chain c = ahead[i % FETCH_AHEAD];

		fetch_ahead(p, s, i, &ahead[i % FETCH_AHEAD]);
		if (!take_changes_before(&w, i, err) ||
		    !add_sample(p, perf_sorted_time(s, i), perf_sorted_sample(s, i), &c,
				err) ||
		    ((i - from) % READING_EACH == 0 && !goes_on(p, err)))
			return false;
	}
	*change = w.change;
	return true;
}

/* What is known of chains is by the builder's numbers, and by versions of the maps. */
static void forget_stacks(struct perf_replay *p)
{
	known_chains_forget(p->known);
	perf_maps_begin_versions(p->of.maps);
}

void perf_replay_chains(struct perf_replay *p, const struct intern *chains)
{
	p->of.chains = chains;
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
	perf_threads_renew(p->threads, p->of.reading->builder);
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
	p->threads = perf_threads_new(r->builder, err);
	p->places = p->threads ? perf_names_new(r->builder, perf_maps_modules(of->maps),
						of->symbols, r->options->addresses, err)
			       : NULL;
	if (p->places)
		p->known = known_chains_new(err);
	if (p->known)
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
	known_chains_free(p->known);
	mem_free(p->run);
	mem_free(p);
}

bool perf_replay_renew(struct perf_replay *p, struct builder *part, struct error *err)
{
	struct perf_names *fresh =
	    perf_names_new(part, perf_maps_modules(p->of.maps), p->of.symbols,
			   p->of.reading->options->addresses, err);

	if (!fresh)
		return false;
	perf_names_free(p->places);
	p->places = fresh;
	perf_threads_renew(p->threads, part);
	forget_stacks(p);
	return true;
}

void perf_replay_at(struct perf_replay *p, uint32_t number)
{
	perf_names_at(p->places, number);
}

bool perf_replay_reasons(const struct perf_replay *p, const struct merge *merge,
			 struct perf_reasons *all, struct error *err)
{
	return perf_names_reasons(p->places, merge, all, err);
}

bool perf_replay_end(const struct perf_replay *p, struct error *err)
{
	return perf_names_tell(p->places, p->of.reading->losses, err);
}
