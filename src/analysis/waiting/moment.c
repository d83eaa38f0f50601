#include "analysis/waiting/moment.h"

#include "analysis/waiting/waiting_profile.h"

/* How much of a stretch counts: of those that begin before the end, in order of time. */
static uint64_t overlap(const struct profile *w, uint64_t row, struct range r)
{
	uint64_t from = w->samples.time[row], to = profile_row_end(w, row);

	from = from > r.from ? from : r.from;
	to = to < r.to ? to : r.to;
	return from < to ? to - from : 0;
}

/* The state that they were in for longest, be it in many stretches. */
static uint32_t longest_event(const struct profile *w, const struct moment_query *q,
			      struct range r, uint64_t last)
{
	uint64_t sums[THREAD_STATES] = {0};
	uint32_t best = 0;

	for (uint64_t i = 0; i < last; i++) {
		const struct context *c = profile_context(w, i);

		if (c->event < THREAD_STATES && bits_has(q->threads, c->thread) &&
		    bits_has(q->which, i))
			sums[c->event] += overlap(w, i, r);
	}
	for (uint32_t e = 1; e < THREAD_STATES; e++)
		if (sums[e] > sums[best])
			best = e;
	return best;
}

static bool find_stretch(const struct profile *w, const struct moment_query *q,
			 uint64_t *row)
{
	uint64_t origin = profile_origin(w), first, last, most = 0;
	struct range r = {q->range.from + origin, q->range.to + origin};
	uint32_t event = 0;

	range_samples(w, q->range, &first, &last);
	if (q->at_once)
		r.to = r.from + 1;
	else
		event = longest_event(w, q, r, last);
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

/* Of the user's side also what has called it: a lock is taken by somebody. */
static struct moment_place place_at(const struct waits *w, uint32_t stack)
{
	const struct profile *p = w->profile;
	struct moment_place place = {waits_place(w, stack), 0};
	uint32_t caller;

	while (stack && p->stacks[stack].frame != place.frame)
		stack = p->stacks[stack].parent;
	caller = stack ? p->stacks[p->stacks[stack].parent].frame : 0;
	if (place.frame && !sched_is_kernel(p, place.frame))
		place.caller = caller;
	return place;
}

static void tell_absence(struct moment *m, const struct waits *w, const struct absence *a)
{
	const struct profile *p = w->profile;

	m->has_absence = true;
	m->absence = *a;
	m->absence.from -= profile_origin(p);
	m->absence.to -= profile_origin(p);
	m->place = place_at(w, a->stack);
	m->is_approximate = a->is_approximate;
	if (a->waker == ABSENCE_NO_WAKER)
		return;
	m->by_interrupt = waits_by_interrupt(w, a->waker);
	m->has_waker = !m->by_interrupt;
	m->waker = profile_context(p, a->waker)->thread;
	m->woken = p->samples.time[a->waker] - profile_origin(p);
	m->waker_place = place_at(w, p->samples.stack[a->waker]);
}

bool moment_find(struct moment *m, const struct profile *w, const struct moment_query *q,
		 struct error *err)
{
	const struct profile *p = waiting_profile_origin(w);
	struct waits_choice choice = {.longer = 0};
	struct waits waits = {.count = 0};
	struct bits one = {0};
	uint64_t row = 0;
	bool ok;

	*m = (struct moment){.state = STATE_UNKNOWN};
	if (!p || !find_stretch(w, q, &row))
		return error_set(err, ERROR_NOTHING, "nothing is known of it then");
	m->state = waiting_profile_state(w, profile_context(w, row)->event);
	m->stretch.from = w->samples.time[row] - profile_origin(w);
	m->stretch.to = profile_row_end(w, row) - profile_origin(w);
	m->thread = profile_context(w, row)->thread;
	ok = bits_build(&one, w->thread_count, err);
	if (ok)
		bits_add(&one, m->thread);
	choice.threads = &one;
	choice.ranges = selection_of(&m->stretch);
	ok = ok && waits_build(&waits, p, &choice, err);
	if (ok && w->stacks == p->stacks) /* else those of wakers */
		m->place = place_at(&waits, w->samples.stack[row]);
	for (size_t i = 0; ok && m->state != STATE_RUNNING && i < waits.count; i++)
		if (waits.rows[i].from - profile_origin(p) <= m->stretch.from)
			tell_absence(m, &waits, &waits.rows[i]);
	waits_release(&waits);
	bits_release(&one);
	return ok;
}
