#include "analysis/find/odd_moments.h"

#include <stdlib.h>

#include "analysis/find/activity.h"
#include "analysis/find/odd_reason.h"
#include "analysis/find/odd_single.h"
#include "analysis/find/odd_stripe.h"
#include "analysis/find/odd_windows.h"
#include "base/append.h"
#include "base/number.h"

const char *const odd_kind_names[ODD_KINDS] = {"spot", "column", "stripe", "stall",
					       "single"};

void odd_moments_release(struct odd_moments *o)
{
	mem_free(o->moment);
	mem_free(o->by_time);
	*o = (struct odd_moments){0};
}

/* ---- too many samples, or too few ---- */

struct gathering {
	struct odd_moments *out;
	const struct profile *profile;
	const struct odd_query *query;
	size_t room;
};

/* That a profile of pure noise has something; of single-threaded stretches all together. */
#define CHANCE	      0.0065
#define CHANCE_SINGLE 0.00005

static bool add_window(struct gathering *g, const struct timeline *t,
		       const struct odd_window *w, struct error *err)
{
	struct odd_moment m = {.range = timeline_range(t, w->from, w->to),
			       .times = 1,
			       .samples = w->samples,
			       .expected = w->expected,
			       .frame = ODD_NOBODY,
			       .thread = ODD_NOBODY};

	m.one = m.range;
	m.score = w->score < 0 ? -w->score : w->score;
	m.kind = w->score < 0					? ODD_STALL
		 : m.range.to - m.range.from < ODD_COLUMN_LEAST ? ODD_SPOT
								: ODD_COLUMN;
	return APPEND(g->out->moment, g->out->count, g->room, "odd moments", err, m);
}

/* Spots that lie in it are a part of it. */
static bool add_stripe(struct gathering *g, const struct timeline *t,
		       const struct odd_stripe *s, struct error *err)
{
	struct odd_moments *o = g->out;
	struct odd_moment m = {.kind = ODD_STRIPE,
			       .range = timeline_range(t, 0, t->slices),
			       .samples = s->samples,
			       .expected = s->expected,
			       .score = s->score,
			       .frame = ODD_NOBODY,
			       .thread = ODD_NOBODY};
	uint64_t begin = m.range.from / NS_PER_SECOND * NS_PER_SECOND;
	uint32_t kept = 0;

	for (uint32_t i = 0; i < o->count; i++)
		if (o->moment[i].kind == ODD_STRIPE &&
		    odd_stripe_touches(s, o->moment[i].one))
			return true;
	for (uint32_t i = 0; g->query->kinds & ODD_EACH_SPOT && i < o->count; i++)
		if (o->moment[i].kind == ODD_SPOT &&
		    odd_stripe_touches(s, o->moment[i].range))
			return true;
	m.one = (struct range){number_add(begin, s->from), number_add(begin, s->to)};
	m.times = (uint32_t)((m.range.to - begin) / NS_PER_SECOND);
	for (uint32_t i = 0; i < o->count; i++)
		if (o->moment[i].kind != ODD_SPOT ||
		    !odd_stripe_touches(s, o->moment[i].range))
			o->moment[kept++] = o->moment[i]; /* room: kept <= i */
	o->count = kept;
	return APPEND(o->moment, o->count, g->room, "odd moments", err, m);
}

static bool gather_stripes(struct gathering *g, const struct timeline *t,
			   const struct odd_measure *measure, uint64_t tick,
			   struct error *err)
{
	struct odd_stripes stripes;

	if (!(g->query->kinds >> ODD_STRIPE & 1))
		return true;
	if (!(g->query->kinds & ODD_EACH_SPOT))
		odd_stripes_gather(g->out->moment, &g->out->count);
	if (!odd_stripes_find(&stripes, measure, t, tick, err))
		return false;
	for (uint32_t i = 0; i < stripes.count; i++)
		if (!add_stripe(g, t, &stripes.stripe[i], err))
			return false;
	return true;
}

/* What is found to tell other things apart was not asked for. */
static void drop_unwanted(struct gathering *g)
{
	struct odd_moments *o = g->out;
	uint32_t kept = 0;

	for (uint32_t i = 0; i < o->count; i++)
		if (g->query->kinds >> o->moment[i].kind & 1)
			o->moment[kept++] = o->moment[i]; /* room: kept <= i */
	o->count = kept;
}

static bool gather_windows(struct gathering *g, struct error *err)
{
	struct timeline_query query = {.which = &g->query->kept->samples,
				       .range = g->query->range,
				       .samples = g->query->kept->count};
	struct odd_windows hot = {0}, cold = {0};
	struct odd_measure measure;
	struct timeline t;
	bool ok;

	if (!(g->query->kinds & ODD_EVERY_KIND & ~(1u << ODD_SINGLE)))
		return true;
	if (!activity_tick(g->profile, g->query->event, &query.tick, err) ||
	    !timeline_build(&t, g->profile, &query, err))
		return false;
	ok = odd_measure_take(&measure, &t, CHANCE, err) &&
	     odd_windows_find(&hot, &measure, &t, ODD_HOT, err) &&
	     odd_windows_find_cold(&cold, &hot, &measure, &t, CHANCE, err);
	for (size_t i = 0; ok && i < hot.count; i++)
		ok = add_window(g, &t, &hot.window[i], err);
	for (size_t i = 0; ok && i < cold.count; i++)
		ok = add_window(g, &t, &cold.window[i], err);
	ok = ok && gather_stripes(g, &t, &measure, query.tick, err);
	drop_unwanted(g);
	g->out->left_out += hot.left_out + cold.left_out;
	odd_windows_release(&hot);
	odd_windows_release(&cold);
	timeline_release(&t);
	return ok;
}

/* ---- one thread alone ---- */

#define SINGLE_SLICE  4	 /* samples of the process */
#define ALONE_SHARE   10 /* others have at most one sample in so many */
#define ALONE_SAMPLES 20

/* What only has a name in common may be one program, started again and again. */
#define ALONE_ELSEWHERE 0.25

static bool add_single(struct gathering *g, const struct odd_single *single,
		       const struct timeline *t, const struct odd_window *w,
		       struct error *err)
{
	struct odd_moment m = {.kind = ODD_SINGLE,
			       .range = timeline_range(t, w->from, w->to),
			       .times = 1,
			       .samples = w->samples,
			       .expected = w->expected,
			       .score = -w->score,
			       .frame = ODD_NOBODY,
			       .thread = single->thread};
	uint64_t all = (w->to - w->from) * t->slice;

	m.one = m.range;
	if (all < ALONE_SAMPLES || m.range.to - m.range.from < ODD_SINGLE_LEAST ||
	    all / ALONE_SHARE < w->samples)
		return true;
	if (g->profile->threads[single->thread].pid == PROFILE_NO_ID &&
	    (double)(single->samples - (all - w->samples)) <
		ALONE_ELSEWHERE * (double)all)
		return true;
	return APPEND(g->out->moment, g->out->count, g->room, "odd moments", err, m);
}

/* Far fewer samples of the other threads than are usual among so many of the process. */
static bool gather_single(struct gathering *g, const struct odd_single *single,
			  const struct timeline *t, double chance, struct error *err)
{
	struct odd_windows windows = {0};
	struct odd_measure measure;
	bool ok = odd_measure_take(&measure, t, chance, err) &&
		  odd_windows_find(&windows, &measure, t, ODD_COLD, err);

	for (size_t i = 0; ok && i < windows.count; i++)
		ok = add_single(g, single, t, &windows.window[i], err);
	odd_windows_release(&windows);
	return ok;
}

static bool gather_each_single(struct gathering *g, const struct odd_singles *singles,
			       struct error *err)
{
	const struct timeline_query query = {.which = &g->query->kept->samples,
					     .range = g->query->range};
	struct timeline_shares shares = {
	    .count = singles->count, .roles = singles->roles, .slice = SINGLE_SLICE};
	struct timeline timelines[ODD_SINGLES_MAX];
	bool ok = true;

	for (uint32_t i = 0; i < singles->count; i++)
		shares.samples[i] = singles->single[i].of_all;
	if (!timelines_build_shares(timelines, g->profile, &query, &shares, err))
		return false;
	for (uint32_t i = 0; i < singles->count; i++) {
		ok = ok && gather_single(g, &singles->single[i], &timelines[i],
					 CHANCE_SINGLE / singles->count, err);
		timeline_release(&timelines[i]);
	}
	return ok;
}

static bool gather_singles(struct gathering *g, struct error *err)
{
	struct odd_singles singles;
	bool ok;

	if (!(g->query->kinds >> ODD_SINGLE & 1))
		return true;
	if (!odd_singles_build(&singles, g->profile, g->query, err))
		return false;
	ok = singles.count == 0 || gather_each_single(g, &singles, err);
	odd_singles_release(&singles);
	return ok;
}

/* ---- in order ---- */

/* A total order: single threads of two processes may begin and end together. */
static int compare_scores(const void *a, const void *b)
{
	const struct odd_moment *x = a, *y = b;

	if (x->score != y->score)
		return x->score > y->score ? -1 : 1;
	if (x->range.from != y->range.from)
		return x->range.from < y->range.from ? -1 : 1;
	if (x->kind != y->kind)
		return x->kind < y->kind ? -1 : 1;
	if (x->range.to != y->range.to)
		return x->range.to < y->range.to ? -1 : 1;
	return x->thread < y->thread ? -1 : x->thread > y->thread;
}

static int compare_times(const void *a, const void *b, void *moments)
{
	const struct odd_moment *m = moments;
	uint32_t i = *(const uint32_t *)a, j = *(const uint32_t *)b;

	if (m[i].range.from != m[j].range.from)
		return m[i].range.from < m[j].range.from ? -1 : 1;
	return i < j ? -1 : i > j;
}

static bool put_in_order(struct odd_moments *o, struct error *err)
{
	if (o->count == 0)
		return true;
	qsort(o->moment, o->count, sizeof *o->moment, compare_scores);
	if (o->count > ODD_MOMENTS_MAX) {
		o->left_out += o->count - ODD_MOMENTS_MAX;
		o->count = ODD_MOMENTS_MAX;
	}
	o->by_time = mem_array(o->count, sizeof *o->by_time, "odd moments", err);
	if (!o->by_time)
		return false;
	for (uint32_t i = 0; i < o->count; i++)
		o->by_time[i] = i;
	qsort_r(o->by_time, o->count, sizeof *o->by_time, compare_times, o->moment);
	return true;
}

/* Of a single thread its name is told. */
static bool any_wants_reason(const struct odd_moments *o)
{
	for (uint32_t i = 0; i < o->count; i++)
		if (o->moment[i].thread == ODD_NOBODY)
			return true;
	return false;
}

static bool tell_reasons(struct gathering *g, struct error *err)
{
	struct odd_reasons reasons;

	if (!any_wants_reason(g->out))
		return true;
	if (!odd_reasons_open(&reasons, g->profile, g->query, err))
		return false;
	for (uint32_t i = 0; i < g->out->count; i++)
		if (g->out->moment[i].thread == ODD_NOBODY)
			odd_reasons_tell(&reasons, &g->out->moment[i]);
	odd_reasons_release(&reasons);
	return true;
}

bool odd_moments_build(struct odd_moments *o, const struct profile *p,
		       const struct odd_query *q, struct error *err)
{
	struct gathering g = {.out = o, .profile = p, .query = q};

	*o = (struct odd_moments){0};
	if (!p->has_times)
		return error_set(err, ERROR_NOTHING,
				 "this profile has no times, so no moment in it is odd");
	if (q->kept->spans)
		return error_set(
		    err, ERROR_NOTHING,
		    "odd moments are found by samples, and these are spans%s",
		    p->of_threads ? ": one wait lasts, so by what chance so many are "
				    "at once is not known. Of what was sampled, without "
				    "--state, they are found"
				  : "");
	if (gather_windows(&g, err) && gather_singles(&g, err) && put_in_order(o, err) &&
	    tell_reasons(&g, err))
		return true;
	odd_moments_release(o);
	return false;
}

bool odd_moments_join(struct odd_moments *o, struct odd_moments *other, struct error *err)
{
	size_t room = o->count;
	bool ok = true;

	for (uint32_t i = 0; ok && i < other->count; i++)
		ok = APPEND(o->moment, o->count, room, "odd moments", err,
			    other->moment[i]);
	o->left_out += other->left_out;
	odd_moments_release(other);
	mem_free(o->by_time);
	o->by_time = NULL;
	return ok && put_in_order(o, err);
}

/* ---- from one to the next ---- */

const struct odd_moment *odd_moments_after(const struct odd_moments *o, uint64_t at)
{
	for (uint32_t i = 0; i < o->count; i++)
		if (o->moment[o->by_time[i]].range.from > at)
			return &o->moment[o->by_time[i]];
	return NULL;
}

const struct odd_moment *odd_moments_before(const struct odd_moments *o, uint64_t at)
{
	for (uint32_t i = o->count; i > 0; i--)
		if (o->moment[o->by_time[i - 1]].range.from < at)
			return &o->moment[o->by_time[i - 1]];
	return NULL;
}

struct text odd_moment_reason(const struct odd_moment *m, const struct profile *p)
{
	if (m->frame != ODD_NOBODY)
		return profile_frame_name(p, m->frame);
	if (m->thread != ODD_NOBODY)
		return profile_string(p, p->threads[m->thread].comm);
	return text_of("");
}
