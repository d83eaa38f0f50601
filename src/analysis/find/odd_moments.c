#include "analysis/find/odd_moments.h"

#include <stdlib.h>

#include "analysis/find/activity.h"
#include "analysis/find/odd_reason.h"
#include "analysis/find/odd_inside.h"
#include "analysis/find/odd_offsets.h"
#include "analysis/find/odd_windows.h"
#include "base/append.h"
#include "base/number.h"

const char *const odd_kind_names[ODD_KINDS] = {"burst", "stall", "each-second", "thread",
					       "mix"};

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

/* That a profile of pure noise has something. */
#define CHANCE	  0.0033
#define MORE	  1.5  /* times the usual samples, at least, to be a burst; */
#define MORE_LONG 1.75 /* of ODD_BURST_LONG and longer, as load changes anyway */

static bool add_window(struct gathering *g, const struct timeline *t,
		       const struct odd_window *w, struct error *err)
{
	struct odd_moment m = {.range = timeline_range(t, w->from, w->to),
			       .times = 1,
			       .samples = w->samples,
			       .expected = w->expected,
			       .process = ODD_NOBODY,
			       .frame = ODD_NOBODY,
			       .thread = ODD_NOBODY};

	m.one = m.range;
	m.score = w->score;
	m.kind = ODD_BURST;
	return APPEND(g->out->moment, g->out->count, g->room, "odd moments", err, m);
}

/* Bursts that lie in it are a part of it. */
static bool add_offset(struct gathering *g, const struct timeline *t,
		       const struct odd_offset *s, struct error *err)
{
	struct odd_moments *o = g->out;
	struct odd_moment m = {.kind = ODD_EACH_SECOND,
			       .range = timeline_range(t, 0, t->slices),
			       .samples = s->samples,
			       .expected = s->expected,
			       .score = s->score,
			       .process = ODD_NOBODY,
			       .frame = ODD_NOBODY,
			       .thread = ODD_NOBODY};
	uint64_t begin = m.range.from / NS_PER_SECOND * NS_PER_SECOND, times;
	uint32_t kept = 0;

	for (uint32_t i = 0; i < o->count; i++)
		if (o->moment[i].kind == ODD_EACH_SECOND &&
		    odd_offset_touches(s, o->moment[i].one))
			return true;
	for (uint32_t i = 0; g->query->kinds & ODD_EACH_BURST && i < o->count; i++)
		if (o->moment[i].kind == ODD_BURST &&
		    odd_offset_touches(s, o->moment[i].range))
			return true;
	begin = number_add(begin, s->from < m.range.from - begin ? NS_PER_SECOND : 0);
	m.one = (struct range){number_add(begin, s->from), number_add(begin, s->to)};
	times = m.range.to < m.one.to ? 0 : (m.range.to - m.one.to) / NS_PER_SECOND + 1;
	m.times = (uint32_t)(times < UINT32_MAX ? times : UINT32_MAX);
	for (uint32_t i = 0; i < o->count; i++)
		if (o->moment[i].kind != ODD_BURST ||
		    !odd_offset_touches(s, o->moment[i].range))
			o->moment[kept++] = o->moment[i]; /* room: kept <= i */
	o->count = kept;
	return APPEND(o->moment, o->count, g->room, "odd moments", err, m);
}

static bool gather_offsets(struct gathering *g, const struct timeline *t,
			   const struct odd_measure *measure, uint64_t tick,
			   struct error *err)
{
	struct odd_offsets offsets;

	if (!(g->query->kinds >> ODD_EACH_SECOND & 1))
		return true;
	if (!(g->query->kinds & ODD_EACH_BURST))
		odd_offsets_gather(g->out->moment, &g->out->count);
	if (!odd_offsets_find(&offsets, measure, t, tick, err))
		return false;
	for (uint32_t i = 0; i < offsets.count; i++)
		if (!add_offset(g, t, &offsets.offset[i], err))
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

static bool is_told(const struct timeline *t, const struct odd_window *w)
{
	struct range r = timeline_range(t, w->from, w->to);

	return (double)w->samples >=
	       (r.to - r.from < ODD_BURST_LONG ? MORE : MORE_LONG) * w->expected;
}

static bool gather_windows(struct gathering *g, struct error *err)
{
	struct timeline_query query = {.which = &g->query->kept->samples,
				       .range = g->query->range,
				       .samples = g->query->kept->count};
	struct odd_windows windows = {0};
	struct odd_measure measure;
	struct timeline t;
	bool ok;

	if (!(g->query->kinds & (1u << ODD_BURST | 1u << ODD_EACH_SECOND)))
		return true;
	if (!activity_tick(g->profile, g->query->event, &query.tick, err) ||
	    !timeline_build(&t, g->profile, &query, err))
		return false;
	ok = odd_measure_take(&measure, &t, CHANCE, err) &&
	     odd_windows_find(&windows, &measure, &t, err);
	for (size_t i = 0; ok && i < windows.count; i++)
		if (is_told(&t, &windows.window[i]))
			ok = add_window(g, &t, &windows.window[i], err);
	ok = ok && gather_offsets(g, &t, &measure, query.tick, err);
	drop_unwanted(g);
	g->out->left_out += windows.left_out;
	odd_windows_release(&windows);
	timeline_release(&t);
	return ok;
}

/* ---- what is one ---- */

/* Is it the same time, for more than half of what either takes? */
static bool covers(const struct odd_moment *a, const struct odd_moment *b)
{
	uint64_t from = a->range.from > b->range.from ? a->range.from : b->range.from;
	uint64_t to = a->range.to < b->range.to ? a->range.to : b->range.to;
	uint64_t least = a->range.from < b->range.from ? a->range.from : b->range.from;
	uint64_t most = a->range.to > b->range.to ? a->range.to : b->range.to;

	return from < to && to - from > (most - least) / 2;
}

/* Of everything or of processes, then of threads, then of functions. */
static int rank(const struct odd_moment *m)
{
	return m->kind == ODD_MIX ? 2 : m->kind == ODD_THREAD;
}

static int compare_ranks(const void *a, const void *b)
{
	const struct odd_moment *x = a, *y = b;

	if (rank(x) != rank(y))
		return rank(x) - rank(y);
	if (x->score != y->score)
		return x->score > y->score ? -1 : 1;
	if (x->range.from != y->range.from)
		return x->range.from < y->range.from ? -1 : 1;
	return x->process < y->process ? -1 : x->process > y->process;
}

/*
 * Are both of one process? A moment of everything stands for one of a process if they are of one
 * kind; for a mix, if the process has most of the samples there.
 */
static bool concern_one(const struct odd_moment *by, const struct odd_moment *m)
{
	if (by->process == m->process || m->process == ODD_NOBODY)
		return true;
	return by->process == ODD_NOBODY &&
	       (m->kind == by->kind || (m->kind == ODD_MIX && 2 * m->of >= by->samples));
}

/*
 * Does `by`, of a lower rank or odder, say the same as `m`? A stall of one process is told beside a
 * burst of another; a thread that was alone is always told; and at the start of a process the
 * function says more than the thread.
 */
static bool tells(const struct odd_moment *by, const struct odd_moment *m)
{
	return by->kind != ODD_EACH_SECOND && m->kind != ODD_EACH_SECOND &&
	       (m->kind == ODD_MIX || by->kind == m->kind) &&
	       !(m->from_start && by->kind == ODD_THREAD) && concern_one(by, m) &&
	       covers(by, m);
}

/* What a process began with, which one thread does mostly. */
static bool is_start_of_one(const struct odd_moments *o, const struct odd_moment *m)
{
	if (m->kind != ODD_THREAD || !m->from_start)
		return false;
	for (uint32_t i = 0; i < o->count; i++)
		if (o->moment[i].kind == ODD_MIX && o->moment[i].from_start &&
		    o->moment[i].process == m->process && covers(&o->moment[i], m))
			return true;
	return false;
}

static void drop_repeated(struct odd_moments *o)
{
	uint32_t kept = 0;

	if (o->count)
		qsort(o->moment, o->count, sizeof *o->moment, compare_ranks);
	for (uint32_t i = 0; i < o->count; i++) {
		const struct odd_moment m = o->moment[i];
		bool repeated = is_start_of_one(o, &m);

		for (uint32_t k = 0; k < kept && !repeated; k++)
			repeated = tells(&o->moment[k], &m);
		if (!repeated)
			o->moment[kept++] = m; /* room: kept <= i */
	}
	o->count = kept;
}

/* ---- in order ---- */

/* A total order: threads, and functions, of two processes may begin and end together. */
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
	if (x->process != y->process)
		return x->process < y->process ? -1 : 1;
	if (x->frame != y->frame)
		return x->frame < y->frame ? -1 : 1;
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
		if (o->moment[i].thread == ODD_NOBODY && o->moment[i].frame == ODD_NOBODY)
			return true;
	return false;
}

/* Of moment `i`, and of all behind it that are of the same process. */
static bool tell_process(struct odd_reasons *reasons, struct odd_moments *o, uint32_t i,
			 struct error *err)
{
	uint32_t process = o->moment[i].process;
	bool ok = true;

	for (uint32_t k = 0; k < i; k++)
		if (o->moment[k].process == process)
			return true;
	for (uint32_t k = i; ok && k < o->count; k++) {
		struct odd_moment *m = &o->moment[k];

		if (m->process == process && m->thread == ODD_NOBODY &&
		    m->frame == ODD_NOBODY)
			ok = odd_reasons_tell(reasons, m, err);
	}
	return ok;
}

static bool tell_reasons(struct gathering *g, struct error *err)
{
	struct odd_reasons reasons;
	bool ok = true;

	if (!any_wants_reason(g->out))
		return true;
	if (!odd_reasons_open(&reasons, g->profile, g->query, g->out, err))
		return false;
	for (uint32_t i = 0; ok && i < g->out->count; i++)
		ok = tell_process(&reasons, g->out, i, err);
	odd_reasons_release(&reasons);
	return ok;
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
	if (gather_windows(&g, err) && odd_inside_find(o, &g.room, p, q, err)) {
		drop_repeated(o);
		if (put_in_order(o, err) && tell_reasons(&g, err))
			return true;
	}
	odd_moments_release(o);
	return false;
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
	const struct odd_moment *m = NULL;

	for (uint32_t i = 0; i < o->count; i++) {
		const struct odd_moment *next = &o->moment[o->by_time[i]];

		if (next->range.from >= at)
			break;
		if (!m || next->range.from >
			      m->range.from) /* the oddest of those that begin together */
			m = next;
	}
	return m;
}

static bool is_long(const struct odd_moment *m)
{
	return m->range.to - m->range.from >= ODD_BURST_LONG;
}

bool odd_moments_alike(const struct odd_moment *a, const struct odd_moment *b)
{
	return a->kind == b->kind && is_long(a) == is_long(b);
}

struct text odd_moment_reason(const struct odd_moment *m, const struct profile *p)
{
	if (m->frame != ODD_NOBODY)
		return profile_frame_name(p, m->frame);
	if (m->thread != ODD_NOBODY)
		return profile_string(p, p->threads[m->thread].comm);
	return text_of("");
}
