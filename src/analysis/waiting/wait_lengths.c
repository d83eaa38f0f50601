#include "analysis/waiting/wait_lengths.h"

#include "analysis/waiting/thread_state.h"
#include "base/append.h"
#include "base/mem.h"

struct wait_counting {
	struct wait_lengths *lengths;
	const struct profile *p;
	uint64_t *seen;	  /* owned: by function, 1 + the last row counted for it */
	uint32_t running; /* the event of running time; event_count: none */
};

static uint32_t running_event(const struct profile *p)
{
	const char *running = thread_states[STATE_RUNNING].title;
	uint32_t e = 0;

	while (e < p->event_count &&
	       !text_equal(profile_string(p, p->events[e].name), text_of(running)))
		e++;
	return e;
}

static int bucket_of(uint64_t ns)
{
	int k = 0;

	while (ns >>= 1)
		k++;
	return k;
}

static bool put_length(struct wait_lengths *l, uint32_t frame, uint64_t ns, int bucket,
		       struct error *err)
{
	struct wait_length *length;

	if (!l->by_frame[frame]) {
		if (!APPEND(l->list, l->count, l->room, "lengths of waits", err,
			    (struct wait_length){0}))
			return false;
		l->by_frame[frame] = (uint32_t)l->count;
	}
	length = &l->list[l->by_frame[frame] - 1];
	length->count++;
	length->buckets[bucket]++;
	length->longest = ns > length->longest ? ns : length->longest;
	return true;
}

static bool count_row(struct wait_counting *c, uint64_t row, struct error *err)
{
	uint64_t ns = c->p->samples.duration[row];
	struct wait_lengths *l = c->lengths;
	int bucket = bucket_of(ns);

	l->shortest = bucket < l->shortest ? bucket : l->shortest;
	l->longest = bucket > l->longest ? bucket : l->longest;
	for (uint32_t s = c->p->samples.stack[row]; s; s = c->p->stacks[s].parent) {
		uint32_t frame = c->p->stacks[s].frame;

		if (c->seen[frame] == row + 1)
			continue;
		c->seen[frame] = row + 1;
		if (!put_length(l, frame, ns, bucket, err))
			return false;
	}
	return true;
}

static bool count_all(struct wait_counting *c, const struct flame *f, struct error *err)
{
	uint64_t row = flame_next(f, 0);

	for (; row < f->last; row = flame_next(f, row + 1))
		if (profile_context(c->p, row)->event != c->running &&
		    c->p->samples.duration[row] && !count_row(c, row, err))
			return false;
	return true;
}

bool wait_lengths_build(struct wait_lengths *l, const struct flame *f, struct error *err)
{
	const struct profile *p = f->tree->profile;
	struct wait_counting c = {.lengths = l, .p = p, .running = running_event(p)};
	bool ok;

	*l = (struct wait_lengths){.shortest = WAIT_BUCKETS - 1};
	if (!p->states || !p->samples.duration || (c.running == 0 && p->event_count == 1))
		return true;
	l->by_frame = mem_array(p->frame_count, sizeof *l->by_frame, "functions", err);
	c.seen = l->by_frame ? mem_array(p->frame_count, sizeof *c.seen, "functions", err)
			     : NULL;
	ok = c.seen && count_all(&c, f, err);
	mem_free(c.seen);
	return ok;
}

void wait_lengths_release(struct wait_lengths *l)
{
	mem_free(l->list);
	mem_free(l->by_frame);
	*l = (struct wait_lengths){0};
}

const struct wait_length *wait_lengths_of(const struct wait_lengths *l, uint32_t frame)
{
	uint32_t at = l->by_frame ? l->by_frame[frame] : 0;

	return at ? &l->list[at - 1] : NULL;
}
