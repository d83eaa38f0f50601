#include "analysis/waiting/state_at.h"

#include "analysis/waiting/waiting_profile.h"

/* The part of a stretch within the range, in ns. */
static uint64_t overlap(const struct profile *w, uint64_t row, struct range r)
{
	uint64_t from = w->samples.time[row], to = profile_row_end(w, row);

	from = from > r.from ? from : r.from;
	to = to < r.to ? to : r.to;
	return from < to ? to - from : 0;
}

static bool find_stretch(const struct profile *w, const struct state_at_query *q,
			 uint64_t *row)
{
	uint64_t origin = profile_origin(w), first, last, most = 0;
	struct range r = {q->range.from + origin, q->range.to + origin};
	uint64_t sums[THREAD_STATES] = {0};
	uint32_t event = 0; /* of the state with the largest total time */

	range_samples(w, q->range, &first, &last);
	if (q->at_once)
		r.to = r.from + 1;
	for (uint64_t i = 0; !q->at_once && i < last; i++) {
		const struct context *c = profile_context(w, i);

		if (c->event < THREAD_STATES && bits_has(q->threads, c->thread) &&
		    bits_has(q->which, i))
			sums[c->event] += overlap(w, i, r);
	}
	for (uint32_t e = 1; e < THREAD_STATES; e++)
		if (sums[e] > sums[event])
			event = e;
	for (uint64_t i = 0; i < last; i++) {
		const struct context *c = profile_context(w, i);
		uint64_t here;

		if (!bits_has(q->threads, c->thread) || !bits_has(q->which, i) ||
		    (!q->at_once && c->event != event))
			continue;
		here = overlap(w, i, r);
		if (here > most) {
			most = here;
			*row = i;
		}
	}
	return most > 0;
}

struct wait_place wait_place_of(const struct waits *w, uint32_t stack)
{
	const struct profile *p = w->profile;
	struct wait_place place = {waits_place(w, stack), 0};
	uint32_t caller;

	while (stack && p->stacks[stack].frame != place.frame)
		stack = p->stacks[stack].parent;
	caller = stack ? p->stacks[p->stacks[stack].parent].frame : 0;
	if (place.frame && !sched_is_kernel(p, place.frame))
		place.caller = caller;
	return place;
}

static void tell_absence(struct state_at *m, const struct waits *w,
			 const struct absence *a)
{
	const struct profile *p = w->profile;

	m->has_absence = true;
	m->absence = *a;
	m->absence.from -= profile_origin(p);
	m->absence.to -= profile_origin(p);
	m->place = wait_place_of(w, a->stack);
	m->is_approximate = a->is_approximate;
	if (a->waker == ABSENCE_NO_WAKER)
		return;
	m->by_interrupt = waits_by_interrupt(w, a->waker);
	m->has_waker = !m->by_interrupt;
	m->waker = profile_context(p, a->waker)->thread;
	m->woken = p->samples.time[a->waker] - profile_origin(p);
	m->waker_place = wait_place_of(w, p->samples.stack[a->waker]);
}

/* ---- states that the profile leaves out ---- */

struct seeking {
	const struct state_at_query *query; /* borrowed */
	struct range range;		    /* times of the clock of the recording */
	struct state_span best;
	uint64_t most;
};

static bool seek(void *arg, const struct state_span *s, struct error *err)
{
	struct seeking *k = arg;
	uint64_t from = s->from > k->range.from ? s->from : k->range.from,
		 to = s->to < k->range.to ? s->to : k->range.to;

	(void)err;
	if (from < to && to - from > k->most && bits_has(k->query->threads, s->thread)) {
		k->most = to - from;
		k->best = *s;
	}
	return true;
}

/*
 * Find the longest stretch of any state in the origin, even one whose state or stack the profile
 * leaves out.
 */
static bool find_any(struct state_at *m, const struct profile *p,
		     const struct state_at_query *q, uint32_t *stack, struct error *err)
{
	uint64_t origin = profile_origin(p);
	struct seeking k = {.query = q,
			    .range = {q->range.from + origin, q->range.to + origin}};
	const struct sched_sink sink = {.stretch = seek, .arg = &k};

	if (q->at_once)
		k.range.to = k.range.from + 1;
	if (!sched_replay(p, &sink, err))
		return false;
	if (!k.most)
		return error_set(err, ERROR_NOTHING,
				 "the state of the thread at that time is not known");
	m->state = k.best.state;
	m->stretch = (struct range){k.best.from - origin, k.best.to - origin};
	m->thread = k.best.thread;
	*stack = k.best.stack;
	return true;
}

bool state_at_find(struct state_at *m, const struct profile *w,
		   const struct state_at_query *q, struct error *err)
{
	const struct profile *p = waiting_profile_origin(w);
	struct waits_choice choice = {.longer = 0};
	struct waits waits = {.count = 0};
	struct bits one = {0};
	uint32_t stack = 0; /* in `p`; 0: unknown */
	uint64_t row = 0;
	bool ok = true;

	*m = (struct state_at){.state = STATE_UNKNOWN};
	if (!p)
		return error_set(err, ERROR_NOTHING,
				 "the state of the thread at that time is not known");
	if (!find_stretch(w, q, &row)) {
		ok = find_any(m, p, q, &stack, err);
	} else {
		m->state = waiting_profile_state(w, profile_context(w, row)->event);
		m->stretch.from = w->samples.time[row] - profile_origin(w);
		m->stretch.to = profile_row_end(w, row) - profile_origin(w);
		m->thread = profile_context(w, row)->thread;
		/* otherwise stacks include wakers */
		stack = w->stacks == p->stacks ? w->samples.stack[row] : 0;
	}
	ok = ok && bits_build(&one, w->thread_count, err);
	if (ok)
		bits_add(&one, m->thread);
	choice.threads = &one;
	choice.ranges = selection_of(&m->stretch);
	ok = ok && waits_build(&waits, p, &choice, err);
	if (ok)
		m->place = wait_place_of(&waits, stack);
	for (size_t i = 0; ok && m->state != STATE_RUNNING && i < waits.count; i++)
		if (waits.rows[i].from - profile_origin(p) <= m->stretch.from)
			tell_absence(m, &waits, &waits.rows[i]);
	waits_release(&waits);
	bits_release(&one);
	return ok;
}
