#include "analysis/lanes/tasks.h"

#include <stdlib.h>

#include "base/append.h"
#include "base/idmap.h"
#include "base/mem.h"

/* ---- how much each has ---- */

/* By context: what it has in the range. Release with mem_free(). */
static uint64_t *count_contexts(const struct flame *f, bool spans, struct error *err)
{
	const struct profile *p = f->tree->profile;
	uint64_t *counts =
	    mem_array((size_t)p->context_count + 1, sizeof *counts, "processes", err);

	if (!counts)
		return NULL;
	for (uint64_t i = flame_next(f, 0); i < f->last; i = flame_next(f, i + 1))
		counts[p->samples.context[i]] +=
		    spans ? flame_value(f, i) : profile_row_count(p, i);
	return counts;
}

/*
 * Where no pid is known a thread that takes another name is in two processes. It is two lines then,
 * each in its own.
 */
static bool split_threads(struct tasks *t, struct error *err)
{
	struct lanes *l = &t->threads, all = *l;
	struct idmap rows = {0};
	size_t room = 0;
	bool ok = true;

	l->list = NULL;
	l->count = 0;
	for (uint32_t i = 0; ok && i < l->of_count; i++) {
		uint32_t lane = l->of[i], process = t->processes.of[i], row;
		struct lane fresh;

		if (lane == LANE_NONE || process == LANE_NONE)
			continue;
		fresh = all.list[lane];
		ok = idmap_put(&rows, idmap_pair(lane, process), l->count, &row, err) &&
		     (row < l->count ||
		      APPEND(l->list, l->count, room, "threads", err, fresh));
		l->of[i] = row;
	}
	idmap_release(&rows);
	mem_free(all.list);
	return ok;
}

/* The process of each thread is that of its samples. */
static void add_up(struct tasks *t, const uint64_t *counts, struct task *threads,
		   struct task *processes)
{
	for (uint32_t i = 0; i < t->threads.of_count; i++) {
		uint32_t thread = t->threads.of[i], process = t->processes.of[i];

		if (thread == LANE_NONE || process == LANE_NONE)
			continue;
		threads[thread].lane = thread;
		threads[thread].count += counts[i];
		threads[thread].process = process; /* a lane, until they are in order */
		processes[process].lane = process;
		processes[process].count += counts[i];
		t->all += counts[i];
	}
}

/* ---- in which order ---- */

static int by_count(const void *a, const void *b)
{
	const struct task *x = a, *y = b;

	if (x->count != y->count)
		return x->count < y->count ? 1 : -1;
	return x->lane < y->lane ? -1 : x->lane > y->lane;
}

static int by_process(const void *a, const void *b)
{
	const struct task *x = a, *y = b;

	if (x->process != y->process)
		return x->process < y->process ? -1 : 1;
	return by_count(a, b);
}

/* Those that have something, in order; returns how many. */
static uint32_t keep(struct task *tasks, uint32_t count,
		     int (*order)(const void *, const void *))
{
	uint32_t kept = 0;

	for (uint32_t i = 0; i < count; i++)
		if (tasks[i].count)
			tasks[kept++] = tasks[i]; /* room: kept <= i */
	if (kept)
		qsort(tasks, kept, sizeof *tasks, order);
	return kept;
}

static bool put_in_order(struct tasks *t, struct error *err)
{
	uint32_t *place =
	    mem_array((size_t)t->processes.count + 1, sizeof *place, "processes", err);

	if (!place)
		return false;
	t->process_count = keep(t->process, t->processes.count, by_count);
	for (uint32_t i = 0; i < t->process_count; i++)
		place[t->process[i].lane] = i;
	for (uint32_t i = 0; i < t->threads.count; i++)
		t->thread[i].process = place[t->thread[i].process];
	mem_free(place);
	t->thread_count = keep(t->thread, t->threads.count, by_process);
	for (uint32_t i = t->thread_count; i > 0; i--) {
		struct task *process = &t->process[t->thread[i - 1].process];

		process->first = i - 1;
		process->threads++;
	}
	return true;
}

/* ---- when they ran ---- */

bool tasks_count_cells(struct tasks *t, const struct flame *f, uint32_t columns,
		       struct error *err)
{
	const struct profile *p = f->tree->profile;
	uint64_t length = range_whole(p).to;
	struct lane_window w = {.rows = t->threads.count, .columns = columns};
	uint32_t *row;
	bool ok;

	if (columns > LANE_CELLS_MAX / 2 / (t->threads.count + 1))
		columns = LANE_CELLS_MAX / 2 / (t->threads.count + 1);
	if (!p->has_times || !columns || !length)
		return true;
	t->period = w.period = (length - 1) / columns + 1;
	w.columns = (uint32_t)((length - 1) / w.period + 1);
	row = mem_array((size_t)w.rows + 1, sizeof *row, "processes", err);
	for (uint32_t i = 0; row && i < w.rows; i++)
		row[i] = i;
	w.row = row;
	ok = row && lane_cells_build(&t->cells, &t->threads, p, f->which, &w, err);
	mem_free(row);
	return ok;
}

static bool fill(struct tasks *t, const struct flame *f, bool spans, struct error *err)
{
	const struct profile *p = f->tree->profile;
	uint64_t *counts;

	if (!lanes_build(&t->threads, p, f->which, spans, LANES_THREAD, err) ||
	    !lanes_build(&t->processes, p, f->which, spans, LANES_PROCESS, err) ||
	    !split_threads(t, err))
		return false;
	t->thread =
	    mem_array((size_t)t->threads.count + 1, sizeof *t->thread, "processes", err);
	if (t->thread)
		t->process = mem_array((size_t)t->processes.count + 1, sizeof *t->process,
				       "processes", err);
	counts = t->process ? count_contexts(f, spans, err) : NULL;
	if (!counts)
		return false;
	add_up(t, counts, t->thread, t->process);
	mem_free(counts);
	return put_in_order(t, err);
}

bool tasks_build(struct tasks *t, const struct flame *f, bool spans, struct error *err)
{
	*t = (struct tasks){.all = 0};
	if (fill(t, f, spans, err))
		return true;
	tasks_release(t);
	return false;
}

void tasks_release(struct tasks *t)
{
	lanes_release(&t->threads);
	lanes_release(&t->processes);
	lane_cells_release(&t->cells);
	mem_free(t->process);
	mem_free(t->thread);
	*t = (struct tasks){.all = 0};
}

uint64_t tasks_thread_cell(const struct tasks *t, uint32_t thread, uint32_t column)
{
	return lane_cells_count(&t->cells, t->thread[thread].lane, column);
}

uint64_t tasks_process_cell(const struct tasks *t, uint32_t process, uint32_t column)
{
	const struct task *of = &t->process[process];
	uint64_t sum = 0;

	for (uint32_t i = 0; i < of->threads; i++)
		sum += tasks_thread_cell(t, of->first + i, column);
	return sum;
}
