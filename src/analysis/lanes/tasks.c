#include "analysis/lanes/tasks.h"

#include <stdlib.h>

#include "base/append.h"
#include "base/idmap.h"
#include "base/mem.h"

/* ---- the value of each task ---- */

/* By context: the value of all kept samples, and of those in the range. */
struct context_shares {
	uint64_t *whole, *range; /* owned */
};
static bool count_contexts(struct context_shares *c, const struct flame *f, bool spans,
			   struct error *err)
{
	const struct profile *p = f->tree->profile;
	const uint32_t *of = p->samples.context;
	size_t room = (size_t)p->context_count + 1;

	c->whole = mem_array(room, sizeof *c->whole, "processes", err);
	c->range = c->whole ? mem_array(room, sizeof *c->range, "processes", err) : NULL;
	if (!c->range)
		return false;
	/* there are many of these: each is read once */
	if (!spans && flame_counts_ones(f)) {
		flame_tally(f, of, c->range);
		flame_tally_rest(f, 0, p->samples.count, of, c->whole);
		for (uint32_t i = 0; i < p->context_count; i++)
			c->whole[i] += c->range[i];
		return true;
	}
	if (!spans && !p->samples.many)
		bits_tally(f->which, 0, p->samples.count, of, c->whole);
	for (uint64_t i = 0; p->samples.many && i < p->samples.count; i++)
		if (bits_has(f->which, i))
			c->whole[of[i]] += p->samples.many[i];
	for (uint64_t i = 0; spans && i < p->samples.count; i++)
		if (bits_has(f->which, i))
			c->whole[of[i]] += profile_row_end(p, i) - p->samples.time[i];
	flame_add_up(f, of, c->range);
	/* a task with only zero-length spans still has their weight */
	for (uint32_t i = 0; i < p->context_count; i++)
		if (!c->whole[i])
			c->whole[i] = c->range[i];
	return true;
}

/*
 * Without pids, a thread that changes its name is in two processes. Make two threads of it, one in
 * each.
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

/* ---- sorting ---- */

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

/* Keep the tasks with a value, and sort them; returns their number. */
static uint32_t sort_tasks(struct task *tasks, uint32_t count,
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

static bool sort_by_process(struct tasks *t, struct error *err)
{
	uint32_t *place =
	    mem_array((size_t)t->processes.count + 1, sizeof *place, "processes", err);

	if (!place)
		return false;
	t->process_count = sort_tasks(t->process, t->processes.count, by_count);
	for (uint32_t i = 0; i < t->process_count; i++)
		place[t->process[i].lane] = i;
	for (uint32_t i = 0; i < t->threads.count; i++)
		t->thread[i].process = place[t->thread[i].process];
	mem_free(place);
	t->thread_count = sort_tasks(t->thread, t->threads.count, by_process);
	for (uint32_t i = t->thread_count; i > 0; i--) {
		struct task *process = &t->process[t->thread[i - 1].process];

		process->first = i - 1;
		process->threads++;
	}
	return true;
}

/* ---- activity over time ---- */

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

bool tasks_build(struct tasks *t, const struct flame *f, bool spans, struct error *err)
{
	const struct profile *p = f->tree->profile;
	struct context_shares shares = {0};
	bool ok;

	*t = (struct tasks){.all = 0};
	ok = count_contexts(&shares, f, spans, err) &&
	     lanes_build_of(&t->threads, p, shares.whole, spans, LANES_THREAD, err) &&
	     lanes_build_of(&t->processes, p, shares.whole, spans, LANES_PROCESS, err) &&
	     split_threads(t, err);
	ok = ok &&
	     (t->thread = mem_array((size_t)t->threads.count + 1, sizeof *t->thread,
				    "processes", err)) &&
	     (t->process = mem_array((size_t)t->processes.count + 1, sizeof *t->process,
				     "processes", err));
	for (uint32_t i = 0; ok && i < t->threads.of_count; i++) {
		uint32_t thread = t->threads.of[i], process = t->processes.of[i];

		if (thread == LANE_NONE || process == LANE_NONE)
			continue;
		t->thread[thread].lane = thread;
		t->thread[thread].count += shares.range[i];
		t->thread[thread].process = process; /* a lane, until they are sorted */
		t->process[process].lane = process;
		t->process[process].count += shares.range[i];
		t->all += shares.range[i];
	}
	ok = ok && sort_by_process(t, err);
	mem_free(shares.whole);
	mem_free(shares.range);
	if (!ok)
		tasks_release(t);
	return ok;
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
