#include "analysis/find/activity.h"

#include "analysis/included.h"
#include "analysis/sampled_clock.h"
#include "base/mem.h"

/* ---- the steps ---- */

struct range activity_span(const struct profile *p, struct range r)
{
	struct range whole = range_whole(p);

	r.from = r.from > whole.from ? r.from : whole.from;
	r.to = r.to < whole.to ? r.to : whole.to;
	if (r.to < r.from)
		r.to = r.from;
	return r;
}

/*
 * The moments of a step: their number, the sum of their offsets in the step (ns), and the sum of
 * the squares of these.
 */
struct in_step {
	double count, far, squares;
};

/* Add the moments of a step to its level and to those of its neighbours. */
static void put_moments(struct activity *a, uint64_t step, struct in_step in)
{
	double far = in.far / (double)a->step;
	double squares = in.squares / ((double)a->step * (double)a->step);

	if (step > 0 && step - 1 < a->count)
		a->level[step - 1] += (in.count - 2 * far + squares) / 2;
	if (step < a->count)
		a->level[step] += in.count / 2 + far - squares;
	if (step + 1 < a->count)
		a->level[step + 1] += squares / 2;
}

/*
 * Add a span. Its parts of the first and the last step are added immediately. For the whole steps
 * between them, only the changes of the number of spans are noted.
 */
static void add_span(struct activity *a, double *change, uint64_t from, uint64_t to)
{
	uint64_t first = from / a->step, last = (to - 1) / a->step;

	if (first == last) {
		a->level[first] += (double)(to - from);
		return;
	}
	a->level[first] += (double)((first + 1) * a->step - from);
	a->level[last] += (double)(to - last * a->step);
	change[first + 1] += 1;
	change[last] -= 1;
}

/* The moments of the current step; times must ascend. */
struct counting_moments {
	uint64_t step, from; /* the current step, and its start */
	struct in_step in;
};

static inline void count_moment(struct activity *a, struct counting_moments *c,
				uint64_t time)
{
	uint64_t at = time - c->from;

	if (at >= a->step) { /* most moments are in the same step as the previous one */
		put_moments(a, c->step, c->in);
		c->in = (struct in_step){0};
		c->step += at / a->step;
		c->from += at / a->step * a->step;
		at %= a->step;
	}
	c->in.count++;
	c->in.far += (double)at;
	c->in.squares += (double)at * (double)at;
}

static void count_moments(struct activity *a, const struct profile *p,
			  const struct activity_query *q, struct range span)
{
	struct counting_moments c = {.from = profile_origin(p) + a->from};
	const uint64_t *time = p->samples.time;
	const struct bits which = *q->which;
	uint64_t first, last;

	range_samples(p, span, &first, &last);
	for (uint64_t i = first; i < last; i++)
		if (bits_has(&which, i))
			count_moment(a, &c, time[i]);
	put_moments(a, c.step, c.in);
}

static bool count_spans(struct activity *a, const struct profile *p,
			const struct activity_query *q, struct range span,
			struct error *err)
{
	uint64_t origin = profile_origin(p), first, last;
	double *change = mem_array(a->count, sizeof *change, "steps of time", err);
	double covering = 0;

	if (!change)
		return false;
	range_samples(p, (struct range){0, span.to}, &first, &last);
	for (uint64_t i = first; i < last; i++) {
		uint64_t from = p->samples.time[i] - origin;
		uint64_t to = profile_row_end(p, i) - origin;

		if (!bits_has(q->which, i))
			continue;
		from = from > span.from ? from : span.from;
		to = to < span.to ? to : span.to;
		if (from < to)
			add_span(a, change, from - span.from, to - span.from);
	}
	for (uint32_t i = 0; i < a->count; i++) {
		covering += change[i];
		a->level[i] += covering * (double)a->step;
	}
	mem_free(change);
	return true;
}

static bool make_steps(struct activity *a, struct range span, uint64_t step,
		       struct error *err)
{
	uint64_t steps =
	    (span.to - span.from) / step + ((span.to - span.from) % step > 0);

	*a = (struct activity){.from = span.from, .step = step};
	if (steps >= UINT32_MAX)
		return error_set(err, ERROR_LIMIT, "too many steps of time");
	a->count = (uint32_t)steps;
	a->level = mem_array(a->count, sizeof *a->level, "steps of time", err);
	return a->level != NULL;
}

static void add_up(struct activity *a)
{
	for (uint32_t i = 0; i < a->count; i++)
		a->total += a->level[i];
}

bool activity_build(struct activity *a, const struct profile *p,
		    const struct activity_query *q, struct error *err)
{
	struct range span = activity_span(p, q->range);

	if (!make_steps(a, span, q->step, err))
		return false;
	if (q->spans && !count_spans(a, p, q, span, err)) {
		activity_release(a);
		return false;
	}
	if (!q->spans)
		count_moments(a, p, q, span);
	add_up(a);
	return true;
}

bool activity_build_moments(struct activity *a, const struct activity_moments *m,
			    struct error *err)
{
	struct counting_moments c = {0};

	if (!make_steps(a, m->span, m->step, err))
		return false;
	for (uint64_t i = 0; i < m->count; i++)
		count_moment(a, &c, m->time[i]);
	put_moments(a, c.step, c.in);
	add_up(a);
	return true;
}

void activity_release(struct activity *a)
{
	mem_free(a->level);
	*a = (struct activity){0};
}

/* ---- the sampling period ---- */

/* True for "sched:sched_switch"; false for "cycles:ppp", which has modifiers. */
static bool is_tracepoint(struct text name)
{
	static const char modifiers[] = "ukhIGHpPSDWeb";
	bool after = false, other = false;

	for (size_t i = 0; i < name.len; i++) {
		if (after && !memchr(modifiers, name.at[i], sizeof modifiers - 1))
			other = true;
		after |= name.at[i] == ':';
	}
	return other;
}

/*
 * Find the median gap between samples of an event on the same CPU, or thread if the CPU is not
 * known, from a histogram in eighths of powers of two; 0: there are no gaps.
 */
#define EIGHTHS 8
static bool median_gap(const struct profile *p, uint32_t event, uint64_t *gap,
		       struct error *err)
{
	uint64_t counts[64 * EIGHTHS] = {0}, all = 0, seen = 0;
	uint64_t *last = mem_array((size_t)PROFILE_NO_CPU + p->thread_count, sizeof *last,
				   "threads", err);

	if (!last)
		return false;
	for (uint64_t i = 0; i < p->samples.count; i++) {
		const struct context *c = profile_context(p, i);
		uint64_t at = p->samples.time[i], *before;

		if (c->event != event)
			continue;
		before =
		    &last[c->cpu == PROFILE_NO_CPU ? PROFILE_NO_CPU + c->thread : c->cpu];
		if (*before && at > *before) {
			uint64_t ns = at - *before;
			unsigned power = 63 - (unsigned)__builtin_clzll(ns);
			unsigned eighth =
			    (unsigned)(power > 3 ? ns >> (power - 3) & 7 : 0);

			counts[power * EIGHTHS + eighth]++;
			all++;
		}
		*before = at;
	}
	mem_free(last);
	*gap = 0;
	for (unsigned i = 0; all && i < 64 * EIGHTHS; i++) {
		seen += counts[i];
		if (seen * 2 < all)
			continue;
		*gap = (UINT64_C(1) << i / EIGHTHS) / EIGHTHS * (EIGHTHS + i % EIGHTHS);
		break;
	}
	return true;
}

static bool tick_of(const struct profile *p, uint32_t event, uint64_t *tick,
		    struct error *err)
{
	struct sampled_clock clock = sampled_clock_of(p, event);

	*tick = clock.period;
	if (clock.period || p->events[event].spans ||
	    is_tracepoint(profile_string(p, p->events[event].name)))
		return true;
	return median_gap(p, event, tick, err);
}

/* events examined for ALL_EVENTS, each in a pass over the samples */
#define EVENTS_ASKED 8

bool activity_tick(const struct profile *p, uint32_t event, uint64_t *tick,
		   struct error *err)
{
	uint64_t slowest = 0;

	if (event != ALL_EVENTS)
		return tick_of(p, event, tick, err);
	for (uint32_t e = 0; e < p->event_count && e < EVENTS_ASKED; e++) {
		if (!tick_of(p, e, tick, err))
			return false;
		slowest = *tick > slowest ? *tick : slowest;
	}
	*tick = slowest;
	return true;
}
