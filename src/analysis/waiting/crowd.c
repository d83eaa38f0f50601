#include "analysis/waiting/crowd.h"

#include <string.h>

#include "base/idmap.h"
#include "base/mem.h"
#include "profile/process_names.h"

#define STEPS 65536 /* of the time: when a stretch begins is found to one of these */

/* The waits of those who wait again and again, process by process. */
struct waiting {
	const struct profile *p; /* borrowed */
	uint32_t *waits;	 /* owned: by row of profile.threads: how many */
	uint32_t *process;	 /* owned: by row of profile.threads, numbers from 0 */
	uint64_t *rows;		 /* owned: of the samples */
	uint64_t *ends;		 /* owned: by process, where those of it end in `rows` */
	int32_t *change; /* owned: by step: so many more stretches may begin there */
	uint32_t processes;
	struct range span;
	uint64_t step;
};

/* Those of one process. */
struct group {
	const uint64_t *rows;
	uint64_t count;
	uint32_t threads, most; /* and more than half of them */
};

/* ns after the span begins: those of a wait. */
static struct range times_of(const struct waiting *w, uint64_t row)
{
	uint64_t origin = profile_origin(w->p) + w->span.from;

	return (struct range){w->p->samples.time[row] - origin,
			      profile_row_end(w->p, row) - origin};
}

/*
 * A stretch of this length lies within a wait where it begins between the wait's begin and so long before its end. Is
 * there a step at which most have such a wait? `*at`: the first of them.
 */
static bool is_there(struct waiting *w, const struct group *g, uint64_t length,
		     uint32_t *at)
{
	int64_t now = 0;

	memset(w->change, 0, (STEPS + 2) * sizeof *w->change);
	for (uint64_t i = 0; i < g->count; i++) {
		struct range t = times_of(w, g->rows[i]);

		if (t.to - t.from < length)
			continue;
		w->change[(t.from + w->step - 1) / w->step]++;
		/* of one that lies between two steps the other way round, which adds nothing */
		w->change[(t.to - length) / w->step + 1]--;
	}
	for (*at = 0; *at <= STEPS; ++*at) {
		now += w->change[*at];
		if (now >= g->most)
			return true;
	}
	return false;
}

/* All waits that are one throughout from the step `at` on for so long: what they have in common. */
static struct crowd crowd_at(const struct waiting *w, const struct group *g, uint32_t at,
			     uint64_t length)
{
	struct range in = {at * w->step, at * w->step + length};
	struct range r = {0, UINT64_MAX};
	struct crowd c = {.all = g->threads};

	for (uint64_t i = 0; i < g->count; i++) {
		struct range t = times_of(w, g->rows[i]);

		if (t.from > in.from || t.to < in.to)
			continue;
		c.threads++;
		c.thread = profile_context(w->p, g->rows[i])->thread;
		r.from = t.from > r.from ? t.from : r.from;
		r.to = t.to < r.to ? t.to : r.to;
	}
	c.range = (struct range){w->span.from + r.from, w->span.from + r.to};
	return c;
}

/* The longest one of a process, by halves; of no threads where there is none. */
static struct crowd longest(struct waiting *w, const struct group *g)
{
	uint64_t low = 1, high = w->span.to - w->span.from;
	uint32_t at, best = 0;

	if (g->threads < 2 || !is_there(w, g, low, &best))
		return (struct crowd){0};
	while (high - low >= w->step) {
		uint64_t middle = low + (high - low + 1) / 2;

		if (is_there(w, g, middle, &at)) {
			low = middle;
			best = at;
		} else
			high = middle - 1;
	}
	return crowd_at(w, g, best, low);
}

/* Half of the time is in waits of this length and longer, to a power of two. */
static uint64_t usual_wait(const struct waiting *w, const struct group *g)
{
	double time[64] = {0}, all = 0, so_far = 0;

	for (uint64_t i = 0; i < g->count; i++) {
		struct range t = times_of(w, g->rows[i]);

		if (t.from == t.to)
			continue;
		time[63 - __builtin_clzll(t.to - t.from)] += (double)(t.to - t.from);
		all += (double)(t.to - t.from);
	}
	for (unsigned i = 0; i < 64; i++) {
		so_far += time[i];
		if (2 * so_far >= all)
			return UINT64_C(1) << i;
	}
	return UINT64_C(1) << 63;
}

/* ---- who ---- */

static bool number_processes(struct waiting *w, struct error *err)
{
	struct idmap pids = {0};
	bool ok = true;

	for (uint32_t i = 0; ok && i < w->p->thread_count; i++) {
		const struct thread *t = &w->p->threads[i];
		/* of whom no process is known are taken for one */
		uint64_t pid =
		    t->pid != PROFILE_NO_ID ? (uint32_t)t->pid : UINT64_C(1) << 32;

		ok = idmap_put(&pids, pid, w->processes, &w->process[i], err);
		w->processes += ok && w->process[i] == w->processes;
	}
	idmap_release(&pids);
	return ok;
}

static bool sort_waits(struct waiting *w, const struct bits *which, struct error *err)
{
	const struct samples *s = &w->p->samples;
	uint64_t n = 0;

	for (uint64_t i = 0; i < s->count; i++)
		if (bits_has(which, i))
			w->waits[profile_context(w->p, i)->thread]++;
	w->ends = mem_array((size_t)w->processes + 1, sizeof *w->ends, "processes", err);
	w->rows = w->ends ? mem_array((size_t)bits_population(which), sizeof *w->rows,
				      "waits", err)
			  : NULL;
	if (!w->rows)
		return false;
	for (uint32_t i = 0; i < w->p->thread_count; i++)
		if (w->waits[i] >= CROWD_WAITS)
			w->ends[w->process[i] + 1] += w->waits[i];
	for (uint32_t i = 0; i < w->processes; i++)
		w->ends[i + 1] += w->ends[i];
	for (uint64_t i = 0; i < s->count; i++) {
		uint32_t thread = profile_context(w->p, i)->thread;

		if (!bits_has(which, i) || w->waits[thread] < CROWD_WAITS)
			continue;
		n = w->ends[w->process[thread]]++;
		w->rows[n] = i; /* room: as were counted */
	}
	return true;
}

static struct group group_of(const struct waiting *w, uint32_t process)
{
	uint64_t from = process ? w->ends[process - 1] : 0;
	struct group g = {.rows = w->rows + from, .count = w->ends[process] - from};

	if (!g.count)
		return g;
	for (uint32_t i = 0; i < w->p->thread_count; i++)
		g.threads += w->process[i] == process && w->waits[i] >= CROWD_WAITS;
	g.most = g.threads / 2 + 1;
	return g;
}

static void find(struct crowd *c, struct waiting *w)
{
	double best = 0;

	for (uint32_t i = 0; i < w->processes; i++) {
		struct group g = group_of(w, i);
		struct crowd one = longest(w, &g);
		double times = one.threads ? (double)(one.range.to - one.range.from) /
						 (double)usual_wait(w, &g)
					   : 0;

		if (times > best) {
			best = times;
			*c = one;
		}
	}
}

bool crowd_find(struct crowd *c, const struct profile *p, const struct bits *which,
		struct error *err)
{
	struct waiting w = {.p = p, .span = range_whole(p)};
	struct process_names names = {0};
	bool ok;

	*c = (struct crowd){0};
	if (!p->has_times || w.span.from == w.span.to)
		return error_set(err, ERROR_NOTHING,
				 "nothing is known of when threads waited");
	w.step = (w.span.to - w.span.from) / STEPS + 1;
	w.waits = mem_array(p->thread_count, sizeof *w.waits, "threads", err);
	w.process = w.waits
			? mem_array(p->thread_count, sizeof *w.process, "threads", err)
			: NULL;
	w.change = w.process
		       ? mem_array(STEPS + 2, sizeof *w.change, "steps of time", err)
		       : NULL;
	ok = w.change && number_processes(&w, err) && sort_waits(&w, which, err);
	if (ok)
		find(c, &w);
	if (ok && c->threads) {
		ok = process_names_build(&names, p, err);
		c->process = ok ? names.of_thread[c->thread] : 0;
		process_names_release(&names);
	}
	mem_free(w.waits);
	mem_free(w.process);
	mem_free(w.rows);
	mem_free(w.ends);
	mem_free(w.change);
	return ok;
}
