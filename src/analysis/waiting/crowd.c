#include "analysis/waiting/crowd.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/mem.h"
#include "base/number.h"
#include "base/utf8.h"
#include "profile/process_names.h"
#include "profile/task_numbers.h"

/* The waits of those who wait again and again, process by process, each in order of their begins. */
struct waiting {
	const struct profile *p; /* borrowed */
	struct range range;
	struct task_numbers tasks;
	uint32_t *waits;       /* owned: by thread: how many */
	uint64_t *rows;	       /* owned: of the samples */
	uint64_t *ends;	       /* owned: by process, where those of it end in `rows` */
	uint32_t *threads;     /* owned: threads of one process after those of another, */
	uint32_t *thread_ends; /* owned: by process, where they end */
	uint64_t *until;       /* owned: by thread: when its wait ends; 0: it has none */
	uint64_t *latest;      /* owned: room for one for each thread */
};

/* Those of one process. */
struct group {
	const uint64_t *rows;
	uint64_t count;
	const uint32_t *threads;
	uint32_t thread_count, most; /* and more than half of them */
};

/* ns of the profile's clock; empty outside of the range. */
static struct range times_of(const struct waiting *w, uint64_t row)
{
	struct range t = {w->p->samples.time[row], profile_row_end(w->p, row)};

	t.from = t.from > w->range.from ? t.from : w->range.from;
	t.to = t.to < w->range.to ? t.to : w->range.to;
	return t;
}

/* ---- the longest one ---- */

static int compare_latest(const void *a, const void *b)
{
	uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;

	return x > y ? -1 : x < y;
}

/* Begun now, until when do most wait as they do? 0: not for longer than `least`. */
static uint64_t most_until(struct waiting *w, const struct group *g, uint64_t now,
			   uint64_t least)
{
	uint32_t n = 0;

	for (uint32_t i = 0; i < g->thread_count; i++) {
		uint64_t until = w->until[g->threads[i]];

		if (until > now && until - now > least)
			w->latest[n++] = until; /* room: all threads */
	}
	if (n < g->most)
		return 0;
	qsort(w->latest, n, sizeof *w->latest, compare_latest);
	return w->latest[g->most - 1];
}

static uint32_t threads_until(const struct waiting *w, const struct group *g,
			      uint64_t until)
{
	uint32_t n = 0;

	for (uint32_t i = 0; i < g->thread_count; i++)
		n += w->until[g->threads[i]] >= until;
	return n;
}

/* It begins where a wait does. */
static struct crowd longest(struct waiting *w, const struct group *g)
{
	struct crowd c = {.all = g->thread_count};
	uint64_t least = 0;

	for (uint64_t i = 0; i < g->count; i++) {
		uint32_t thread =
		    w->tasks.thread[profile_context(w->p, g->rows[i])->thread];
		struct range t = times_of(w, g->rows[i]);
		uint64_t until;

		if (t.from >= t.to)
			continue;
		w->until[thread] = t.to;
		until = most_until(w, g, t.from, least);
		if (!until)
			continue;
		least = until - t.from;
		c.threads = threads_until(w, g, until);
		c.range = (struct range){t.from, until};
	}
	return c;
}

/* Half of the time is in waits of this length and longer, to a power of two. */
static uint64_t usual_wait(const struct waiting *w, const struct group *g)
{
	double time[64] = {0}, all = 0, so_far = 0;

	for (uint64_t i = 0; i < g->count; i++) {
		uint64_t length =
		    profile_row_end(w->p, g->rows[i]) - w->p->samples.time[g->rows[i]];

		if (!length)
			continue;
		time[63 - __builtin_clzll(length)] += (double)length;
		all += (double)length;
	}
	for (unsigned i = 0; i < 64; i++) {
		so_far += time[i];
		if (2 * so_far >= all)
			return UINT64_C(1) << i;
	}
	return UINT64_C(1) << 63;
}

/* ---- who ---- */

static bool waits_again(const struct waiting *w, uint32_t thread)
{
	return w->waits[thread] >= CROWD_WAITS;
}

/* A thread may have several rows: `until` marks those that are counted. */
static void list_threads(struct waiting *w)
{
	const uint32_t *thread = w->tasks.thread, *process = w->tasks.process;

	for (uint32_t i = 0; i < w->p->thread_count; i++)
		if (waits_again(w, thread[i]) && !w->until[thread[i]]) {
			w->until[thread[i]] = 1;
			w->thread_ends[process[i] + 1]++;
		}
	for (uint32_t i = 0; i < w->tasks.processes; i++)
		w->thread_ends[i + 1] += w->thread_ends[i];
	for (uint32_t i = 0; i < w->p->thread_count; i++)
		if (w->until[thread[i]]) {
			w->until[thread[i]] = 0;
			w->threads[w->thread_ends[process[i]]++] =
			    thread[i]; /* room: as counted */
		}
}

/* Threads of which no process is known are taken for those of one, as text of perf script has no pids. */
static void join_unknown(struct waiting *w)
{
	for (uint32_t i = 0; i < w->p->thread_count; i++)
		if (w->p->threads[i].pid == PROFILE_NO_ID)
			w->tasks.process[i] = w->tasks.processes;
	w->tasks.processes++;
}

static bool make_room(struct waiting *w, const struct bits *which, struct error *err)
{
	size_t threads = w->tasks.threads, processes = (size_t)w->tasks.processes + 1;

	w->waits = mem_array(threads, sizeof *w->waits, "threads", err);
	w->threads =
	    w->waits ? mem_array(threads, sizeof *w->threads, "threads", err) : NULL;
	w->until =
	    w->threads ? mem_array(threads, sizeof *w->until, "threads", err) : NULL;
	w->latest =
	    w->until ? mem_array(threads, sizeof *w->latest, "threads", err) : NULL;
	w->ends =
	    w->latest ? mem_array(processes, sizeof *w->ends, "processes", err) : NULL;
	w->thread_ends =
	    w->ends ? mem_array(processes, sizeof *w->thread_ends, "processes", err)
		    : NULL;
	w->rows = w->thread_ends ? mem_array((size_t)bits_population(which) + 1,
					     sizeof *w->rows, "waits", err)
				 : NULL;
	return w->rows != NULL;
}

static bool sort_waits(struct waiting *w, const struct bits *which, struct error *err)
{
	const struct samples *s = &w->p->samples;

	join_unknown(w);
	if (!make_room(w, which, err))
		return false;
	for (uint64_t i = 0; i < s->count; i++) {
		uint32_t thread = w->tasks.thread[profile_context(w->p, i)->thread];

		w->waits[thread] += bits_has(which, i) && !waits_again(w, thread);
	}
	for (int fill = 0; fill < 2; fill++) {
		for (uint64_t i = 0; i < s->count; i++) {
			uint32_t row = profile_context(w->p, i)->thread;
			uint32_t of = w->tasks.process[row];

			if (!bits_has(which, i) || !waits_again(w, w->tasks.thread[row]))
				continue;
			if (fill)
				w->rows[w->ends[of]++] = i; /* room: as counted */
			else
				w->ends[of + 1]++;
		}
		for (uint32_t i = 0; !fill && i < w->tasks.processes; i++)
			w->ends[i + 1] += w->ends[i];
	}
	list_threads(w);
	return true;
}

/* Where those of a process begin is where those of the one before it end, now that they are filled. */
static struct group group_of(const struct waiting *w, uint32_t process)
{
	uint64_t from = process ? w->ends[process - 1] : 0;
	uint32_t first = process ? w->thread_ends[process - 1] : 0;
	struct group g = {.rows = w->rows + from,
			  .count = w->ends[process] - from,
			  .threads = w->threads + first,
			  .thread_count = w->thread_ends[process] - first};

	g.most = g.thread_count / 2 + 1;
	return g;
}

static bool find(struct crowd *c, struct waiting *w, struct error *err)
{
	struct process_names names = {0};
	double best = 0;
	bool ok = process_names_build(&names, w->p, err);

	for (uint32_t i = 0; ok && i < w->tasks.processes; i++) {
		struct group g = group_of(w, i);
		struct crowd one = {.threads = 0};
		uint32_t row;
		double times;

		if (g.thread_count > 1)
			one = longest(w, &g);
		if (!one.threads)
			continue;
		times =
		    (double)(one.range.to - one.range.from) / (double)usual_wait(w, &g);
		if (times <= best)
			continue;
		best = times;
		row = profile_context(w->p, g.rows[0])->thread;
		if (w->p->threads[row].pid != PROFILE_NO_ID)
			one.process = names.of_thread[row];
		*c = one;
	}
	process_names_release(&names);
	return ok;
}

bool crowd_find(struct crowd *c, const struct profile *p, const struct crowd_query *q,
		struct error *err)
{
	struct range whole = range_whole(p);
	uint64_t origin = profile_origin(p);
	struct waiting w = {.p = p};
	bool ok;

	*c = (struct crowd){0};
	if (!p->has_times || whole.from == whole.to)
		return error_set(err, ERROR_NOTHING,
				 "nothing is known of when threads waited");
	w.range = (struct range){number_add(origin, q->range.from),
				 number_add(origin, q->range.to)};
	ok = task_numbers_build(&w.tasks, p, err) && sort_waits(&w, q->which, err) &&
	     find(c, &w, err);
	if (c->threads)
		c->range = (struct range){c->range.from - origin, c->range.to - origin};
	task_numbers_release(&w.tasks);
	mem_free(w.waits);
	mem_free(w.rows);
	mem_free(w.ends);
	mem_free(w.threads);
	mem_free(w.thread_ends);
	mem_free(w.until);
	mem_free(w.latest);
	return ok;
}

const char *crowd_words(const struct crowd *c, const struct profile *p,
			char buf[static CROWD_WORDS])
{
	struct text name = utf8_upto(profile_string(p, c->process), 60);
	char threads[NUMBER_THINGS_MAX];

	snprintf(buf, CROWD_WORDS, "%" PRIu32 " of %s%s%.*s waited throughout",
		 c->threads, number_things(c->all, "threads", threads),
		 name.len ? " of " : "", (int)name.len, name.at);
	return buf;
}
