#include "input/perf_replay.h"

#include <stdlib.h>

#include "base/mem.h"
#include "input/perf_chain.h"
#include "input/perf_change.h"
#include "input/perf_places.h"
#include "input/perf_threads.h"
#include "profile/order.h"

#define DEEPEST	     65000 /* frames of one stack; perf's own limit is 127 unless raised */
#define PUBLISH_EACH 65536 /* samples */

/* What a chain was the last time: most come again soon, or never. */
struct remembered {
	uint32_t stack;
	uint32_t version; /* of the maps; 0: it was not yet */
	bool kernel;	  /* all of it: it is the same in all processes */
};

struct replay {
	struct reading *reading;		/* borrowed */
	const struct perf_recording *recording; /* borrowed */
	struct perf_maps *maps;			/* borrowed */
	struct perf_threads *threads;		/* owned */
	struct perf_places *places;		/* owned */
	struct remembered *stacks;		/* owned: by chain */
	struct perf_step *steps;		/* owned: one chain */
	size_t steps_room;
	uint32_t *sample_order, *change_order; /* owned */
	size_t change;			       /* the next one */
};

/* ---- changes ---- */

/* u32 pid, tid; the name */
static bool take_comm(struct replay *p, struct bytes b, bool *whole, struct error *err)
{
	int32_t tid;

	bytes_skip(&b, 4);
	tid = (int32_t)bytes_u32(&b);
	*whole = !b.short_read;
	return !*whole ||
	       perf_threads_name(p->threads, tid,
				 bytes_name((struct text){b.at, bytes_left(&b)}), err);
}

static bool take_fork(struct replay *p, struct bytes b, struct error *err)
{
	struct perf_fork f;

	return !perf_change_fork(b, &f) ||
	       perf_threads_fork(p->threads, f.tid, f.ptid, err);
}

static bool take_change(struct replay *p, const struct perf_change *c, struct error *err)
{
	struct bytes b = bytes_of((struct text){p->recording->bytes + c->at, c->size});
	bool whole = true, ok = true;

	if (c->type == PERF_RECORD_COMM)
		ok = take_comm(p, b, &whole, err);
	else if (c->type == PERF_RECORD_FORK)
		ok = take_fork(p, b, err);
	ok = ok && (!whole || perf_change_maps(c, b, p->maps, &whole, err));
	losses_count(p->reading->losses, whole ? ASIDE_RECORD : LOSS_RECORD, c->offset);
	return ok;
}

/* Those that were before a sample: by time, and where times are equal by place. */
static bool take_changes_before(struct replay *p, uint64_t time, uint32_t after,
				struct error *err)
{
	const struct perf_recording *r = p->recording;

	for (; p->change < r->change_count; p->change++) {
		uint32_t at = p->change_order[p->change];

		if (r->change_time[at] > time ||
		    (r->change_time[at] == time && at >= after))
			break;
		if (!take_change(p, &r->changes[at], err))
			return false;
	}
	return true;
}

/* ---- samples ---- */

/* A chain begins at the leaf, a stack at its root. */
static bool build_stack(struct replay *p, uint32_t chain, uint32_t space,
			struct remembered *known, struct error *err)
{
	struct bytes b = bytes_of(intern_get(p->recording->chains, chain));
	enum perf_mode mode = PERF_MODE_USER;
	size_t n = 0, most = bytes_left(&b) / 8;
	struct perf_step step;

	if (!mem_reserve(&p->steps, &p->steps_room, most + 1, sizeof *p->steps,
			 "frames of a stack", err))
		return false;
	known->kernel = true;
	while (n < DEEPEST && perf_chain_next(&b, &mode, &step)) {
		known->kernel &= step.mode == PERF_MODE_KERNEL;
		p->steps[n++] = step;
	}
	losses_add(p->reading->losses, LOSS_DEEP, bytes_left(&b) / 8, 0);
	known->stack = 0;
	while (n--)
		if (!perf_places_push(p->places,
				      perf_maps_find(p->maps, space, p->steps[n].mode,
						     p->steps[n].address),
				      &known->stack, err))
			return false;
	return true;
}

static bool stack_of(struct replay *p, const struct perf_taken *t, uint32_t *stack,
		     struct error *err)
{
	struct remembered *known = &p->stacks[t->chain];
	uint32_t space = perf_maps_space(p->maps, t->pid), version;

	if (!perf_maps_version(p->maps, known->kernel ? 0 : space, &version, err))
		return false;
	if (known->version != version &&
	    (!build_stack(p, t->chain, space, known, err) ||
	     !perf_maps_version(p->maps, known->kernel ? 0 : space, &known->version,
				err)))
		return false;
	*stack = known->stack;
	return true;
}

static bool add_sample(struct replay *p, uint32_t at, struct error *err)
{
	const struct perf_taken *t = &p->recording->samples[at];
	struct sample s = {
	    .time = t->timed ? p->recording->time[at] : 0,
	    .weight = t->weight,
	    .cpu = t->cpu,
	    .event = p->recording->events.rows[t->event].row,
	    .timed = t->timed,
	};

	if (!perf_threads_row(p->threads, t->pid, t->tid, &s.thread, err) ||
	    !stack_of(p, t, &s.stack, err))
		return false;
	builder_sample(p->reading->builder, &s);
	return true;
}

static bool go_through(struct replay *p, struct error *err)
{
	const struct perf_recording *r = p->recording;

	for (uint32_t i = 0; i < r->count; i++) {
		uint32_t at = p->sample_order[i];

		if (!take_changes_before(p, r->time[at], r->samples[at].after, err) ||
		    !add_sample(p, at, err) ||
		    (i % PUBLISH_EACH == 0 && !reading_goes_on(p->reading, err)))
			return false;
	}
	return take_changes_before(p, UINT64_MAX, UINT32_MAX, err);
}

bool perf_replay(struct reading *reading, const struct perf_recording *recording,
		 struct perf_maps *maps, const struct perf_symbols *symbols,
		 struct error *err)
{
	struct replay p = {.reading = reading, .recording = recording, .maps = maps};
	bool ok;

	p.threads = perf_threads_new(reading->builder, err);
	p.places = p.threads ? perf_places_new(reading->builder, perf_maps_modules(maps),
					       symbols, reading->options->addresses, err)
			     : NULL;
	p.sample_order =
	    p.places ? order_by_time(recording->time, (uint32_t)recording->count, err)
		     : NULL;
	p.change_order = p.sample_order
			     ? order_by_time(recording->change_time,
					     (uint32_t)recording->change_count, err)
			     : NULL;
	p.stacks = p.change_order ? mem_array(intern_count(recording->chains),
					      sizeof *p.stacks, "call chains", err)
				  : NULL;
	ok = p.stacks && go_through(&p, err);
	losses_add(reading->losses, LOSS_MAPS, perf_maps_left_out(maps), 0);
	perf_threads_free(p.threads);
	perf_places_free(p.places);
	free(p.stacks);
	free(p.steps);
	free(p.sample_order);
	free(p.change_order);
	return ok;
}
