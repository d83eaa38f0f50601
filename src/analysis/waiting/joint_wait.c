#include "analysis/waiting/joint_wait.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "base/number.h"
#include "base/utf8.h"
#include "profile/hosts.h"
#include "profile/process_names.h"
#include "profile/task_numbers.h"

/* The waits of threads with JOINT_WAIT_LEAST waits or more, sorted by process, then by start. */
struct process_waits {
	const struct profile *p; /* borrowed */
	struct range range;
	struct task_numbers tasks;
	/* owned: by thread, the number of its waits, at most JOINT_WAIT_LEAST */
	uint32_t *waits;
	uint64_t *rows;	   /* owned: the samples of the waits */
	uint64_t *ends;	   /* owned: by process, the end of its waits in `rows` */
	uint32_t *threads; /* owned: by process, the number of its threads */
	uint64_t *by_end;  /* owned: like `rows`, but sorted by end */
	/* owned: by thread, the last search that counted it; 0: none */
	uint32_t *seen;
	uint32_t searches;
};

/* The waits of one process. */
struct group {
	const uint64_t *rows, *by_end;
	uint64_t count;
	uint32_t thread_count, most; /* most: just more than half of the threads */
};

/* The part of a wait in the range, in ns of the clock of the profile; `to` <= `from`: none. */
static struct range times_of(const struct process_waits *w, uint64_t row)
{
	struct range t = {w->p->samples.time[row], profile_row_end(w->p, row)};

	t.from = t.from > w->range.from ? t.from : w->range.from;
	t.to = t.to < w->range.to ? t.to : w->range.to;
	return t;
}

/* ---- the longest stretch ---- */

static uint64_t length_of(const struct process_waits *w, uint64_t row)
{
	struct range t = times_of(w, row);

	return t.from < t.to ? t.to - t.from : 0;
}

/*
 * Is there a stretch of this length during which most threads are each in one wait? A stretch fits
 * into a wait if it begins at the start of the wait or later, and at least `length` before its end.
 * `*at` becomes the start of the first one, which is the start of a wait.
 */
static bool is_there(const struct process_waits *w, const struct group *g,
		     uint64_t length, uint64_t *at)
{
	uint64_t ended = 0;
	uint32_t now = 0;

	for (uint64_t i = 0; i < g->count; i++) {
		if (length_of(w, g->rows[i]) < length)
			continue;
		*at = times_of(w, g->rows[i]).from;
		for (; ended < g->count; ended++) {
			if (length_of(w, g->by_end[ended]) < length)
				continue;
			if (times_of(w, g->by_end[ended]).to - length >= *at)
				break;
			now--;
		}
		if (++now >= g->most)
			return true;
	}
	return false;
}

/* Find the longest stretch by bisection, and count the threads that wait throughout. */
static struct joint_wait find_longest_wait(struct process_waits *w, const struct group *g)
{
	uint64_t low = 0, high = w->range.to - w->range.from, at, best = 0;
	struct joint_wait c = {.all = g->thread_count};

	while (low < high) {
		uint64_t middle = high - (high - low) / 2;

		if (is_there(w, g, middle, &at)) {
			low = middle;
			best = at;
		} else
			high = middle - 1;
	}
	if (!low)
		return c;
	c.range = (struct range){best, best + low};
	w->searches++;
	for (uint64_t i = 0; i < g->count; i++) {
		struct range t = times_of(w, g->rows[i]);
		uint32_t thread =
		    w->tasks.thread[profile_context(w->p, g->rows[i])->thread];

		if (t.from > c.range.from || t.to < c.range.to ||
		    w->seen[thread] == w->searches)
			continue;
		w->seen[thread] = w->searches;
		c.threads++;
	}
	return c;
}

/* The median of the lengths of waits, weighted by time, rounded down to a power of two. */
static uint64_t usual_wait(const struct process_waits *w, const struct group *g)
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

/* ---- processes ---- */

static bool waits_again(const struct process_waits *w, uint32_t thread)
{
	return w->waits[thread] >= JOINT_WAIT_LEAST;
}

static int compare_ends(const void *a, const void *b, void *profile)
{
	uint64_t x = profile_row_end(profile, *(const uint64_t *)a);
	uint64_t y = profile_row_end(profile, *(const uint64_t *)b);

	return x < y ? -1 : x > y;
}

static bool sort_waits(struct process_waits *w, const struct bits *which,
		       struct error *err)
{
	const struct samples *s = &w->p->samples;
	size_t threads = w->tasks.threads, rows = (size_t)bits_population(which) + 1;
	size_t processes;

	/* threads without a pid, as in some text of perf script, form one process */
	for (uint32_t i = 0; i < w->p->thread_count; i++)
		if (w->p->threads[i].pid == PROFILE_NO_ID)
			w->tasks.process[i] = w->tasks.processes;
	processes = (size_t)++w->tasks.processes + 1;
	if (!(w->waits = mem_array(threads, sizeof *w->waits, "threads", err)) ||
	    !(w->seen = mem_array(threads, sizeof *w->seen, "threads", err)) ||
	    !(w->threads = mem_array(processes, sizeof *w->threads, "processes", err)) ||
	    !(w->ends = mem_array(processes, sizeof *w->ends, "processes", err)) ||
	    !(w->rows = mem_array(rows, sizeof *w->rows, "waits", err)) ||
	    !(w->by_end = mem_array(rows, sizeof *w->by_end, "waits", err)))
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
				w->rows[w->ends[of]++] = i; /* room: counted before */
			else
				w->ends[of + 1]++;
		}
		for (uint32_t i = 0; !fill && i < w->tasks.processes; i++)
			w->ends[i + 1] += w->ends[i];
	}
	/* count the threads of each process; one may occur several times in profile.threads */
	for (uint32_t i = 0; i < w->p->thread_count; i++) {
		uint32_t thread = w->tasks.thread[i];

		if (!waits_again(w, thread) || w->seen[thread])
			continue;
		w->seen[thread] = 1;
		w->threads[w->tasks.process[i]]++;
	}
	w->searches = 1;
	return true;
}

/* The waits of a process begin where those of the previous process end. */
static struct group group_of(struct process_waits *w, uint32_t process)
{
	uint64_t from = process ? w->ends[process - 1] : 0;
	struct group g = {.rows = w->rows + from,
			  .by_end = w->by_end + from,
			  .count = w->ends[process] - from,
			  .thread_count = w->threads[process],
			  .most = w->threads[process] / 2 + 1};

	if (!g.count)
		return g;
	memcpy(w->by_end + from, w->rows + from, g.count * sizeof *w->by_end);
	qsort_r(w->by_end + from, g.count, sizeof *w->by_end, compare_ends,
		(void *)(uintptr_t)w->p);
	return g;
}

static bool find_joint_wait(struct joint_wait *c, struct process_waits *w,
			    struct error *err)
{
	struct process_names names = {0};
	double best = 0;
	bool ok = process_names_build(&names, w->p, err);

	for (uint32_t i = 0; ok && i < w->tasks.processes; i++) {
		struct group g = group_of(w, i);
		struct joint_wait one = {.threads = 0};
		uint32_t row;
		double times;

		if (g.thread_count > 1)
			one = find_longest_wait(w, &g);
		if (!one.threads)
			continue;
		times =
		    (double)(one.range.to - one.range.from) / (double)usual_wait(w, &g);
		if (times <= best)
			continue;
		best = times;
		row = profile_context(w->p, g.rows[0])->thread;
		one.pid = host_pid(w->p, &w->p->threads[row]);
		if (w->p->threads[row].pid != PROFILE_NO_ID)
			one.process = names.of_thread[row];
		*c = one;
	}
	process_names_release(&names);
	return ok;
}

bool joint_wait_find(struct joint_wait *c, const struct profile *p,
		     const struct joint_wait_query *q, struct error *err)
{
	struct range whole = range_whole(p);
	uint64_t origin = profile_origin(p);
	struct process_waits w = {.p = p};
	bool ok;

	*c = (struct joint_wait){0};
	if (!p->has_times || whole.from == whole.to)
		return error_set(err, ERROR_NOTHING, "the waits have no times");
	if (q->range.from > whole.from)
		whole.from = q->range.from;
	if (q->range.to < whole.to)
		whole.to = q->range.to;
	if (whole.from >= whole.to)
		return true;
	w.range = (struct range){origin + whole.from, origin + whole.to};
	ok = task_numbers_build(&w.tasks, p, err) && sort_waits(&w, q->which, err) &&
	     find_joint_wait(c, &w, err);
	if (c->threads)
		c->range = (struct range){c->range.from - origin, c->range.to - origin};
	task_numbers_release(&w.tasks);
	mem_free(w.waits);
	mem_free(w.rows);
	mem_free(w.ends);
	mem_free(w.by_end);
	mem_free(w.threads);
	mem_free(w.seen);
	return ok;
}

const char *joint_wait_words(const struct joint_wait *c, const struct profile *p,
			     char buf[static JOINT_WAIT_WORDS])
{
	struct text name = utf8_upto(profile_string(p, c->process), 60);
	char threads[NUMBER_THINGS_MAX];

	snprintf(buf, JOINT_WAIT_WORDS, "%" PRIu32 " of %s%s%.*s waited throughout",
		 c->threads, number_things(c->all, "threads", threads),
		 name.len ? " of " : "", (int)name.len, name.at);
	return buf;
}
