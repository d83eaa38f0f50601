#include "analysis/key_totals.h"

#include <stdlib.h>

#include "base/mem.h"

/* ---- threads and processes ---- */

static bool take_tasks(struct key_totals *p, const struct flame *f, bool spans,
		       struct error *err)
{
	const struct tasks *t = &p->tasks;
	bool threads = p->by == KEYS_THREAD;
	uint32_t count;

	if (!tasks_build(&p->tasks, f, spans, err))
		return false;
	count = threads ? t->thread_count : t->process_count;
	p->list = mem_array((size_t)count + 1, sizeof *p->list, "table", err);
	if (!p->list)
		return false;
	for (; p->count < count; p->count++) {
		const struct task *of = &(threads ? t->thread : t->process)[p->count];
		const struct lanes *l = threads ? &t->threads : &t->processes;
		struct key_total *k = &p->list[p->count];

		*k = (struct key_total){.name = lane_name(l, of->lane),
					.host = lane_host(l, of->lane),
					.pid = l->list[of->lane].pid,
					.tid = PROFILE_NO_ID,
					.self = of->count,
					.total = of->count};
		if (threads) {
			k->process =
			    lane_name(&t->processes, t->process[of->process].lane);
			k->tid = l->list[of->lane].tid;
		} else {
			k->threads = of->threads;
		}
	}
	return true;
}

/* ---- everything that has only a name ---- */

static bool take_counts(struct key_totals *p, const struct key_counts *n,
			struct error *err)
{
	const uint64_t *total = n->total[SIDE_SUBJECT], *self = n->self[SIDE_SUBJECT];

	p->list = mem_array((size_t)p->keys.count + 1, sizeof *p->list, "table", err);
	if (!p->list)
		return false;
	for (uint32_t i = 0; i < p->keys.count; i++)
		if (total[i])
			p->list[p->count++] =
			    (struct key_total){.name = intern_get(p->keys.names, i),
					       .pid = PROFILE_NO_ID,
					       .tid = PROFILE_NO_ID,
					       .self = self ? self[i] : total[i],
					       .total = total[i]};
	return true;
}

/* Count the range as a comparison of the range with itself, which yields names and counts. */
static bool take_keys(struct key_totals *p, const struct flame *f, struct error *err)
{
	struct comparison c;
	struct context_values values = {0};
	struct key_counts counts = {0};
	bool ok;

	comparison_of_ranges(&c, f, RANGE_ALL, f, RANGE_ALL);
	comparison_refresh(&c);
	ok = sample_keys_build(&p->keys, &c, p->by, err) &&
	     ((p->by != KEYS_CPU && p->by != KEYS_HOST) ||
	      context_values_build(&values, &c, err)) &&
	     key_counts_build(&counts, &p->keys, &c, &values, err) &&
	     take_counts(p, &counts, err);
	key_counts_release(&counts);
	context_values_release(&values);
	return ok;
}

bool key_totals_build(struct key_totals *p, const struct flame *f, bool spans,
		      enum keys_by by, struct error *err)
{
	*p = (struct key_totals){.by = by, .all = f->total[0]};
	if (by == KEYS_THREAD || by == KEYS_PROCESS ? take_tasks(p, f, spans, err)
						    : take_keys(p, f, err)) {
		key_totals_sort(p, TOP_SELF);
		return true;
	}
	key_totals_release(p);
	return false;
}

void key_totals_release(struct key_totals *p)
{
	tasks_release(&p->tasks);
	sample_keys_release(&p->keys);
	mem_free(p->list);
	*p = (struct key_totals){0};
}

/* ---- sorting ---- */

static int compare_descending(uint64_t a, uint64_t b)
{
	return a > b ? -1 : a < b;
}

static int compare_totals(const void *a, const void *b, void *order)
{
	const struct key_total *x = a, *y = b;
	enum top_order by = *(const enum top_order *)order;
	int n = by == TOP_SELF	  ? compare_descending(x->self, y->self)
		: by == TOP_TOTAL ? compare_descending(x->total, y->total)
				  : text_compare(x->name, y->name);

	n = n ? n : compare_descending(x->total, y->total);
	n = n ? n : text_compare(x->name, y->name);
	n = n ? n : (x->pid > y->pid) - (x->pid < y->pid);
	return n ? n : (x->tid > y->tid) - (x->tid < y->tid);
}

void key_totals_sort(struct key_totals *p, enum top_order by)
{
	if (p->count)
		qsort_r(p->list, p->count, sizeof *p->list, compare_totals, &by);
}
