#include "analysis/waiting/waits.h"

#include <stdlib.h>

#include "base/append.h"
#include "base/mem.h"
#include "base/number.h"

/* ---- the choice of absences ---- */

struct wait_search {
	struct waits *waits;
	const struct waits_choice *choice; /* borrowed */
};

static bool is_chosen(const struct waits_choice *c, const struct profile *p,
		      const struct absence *a)
{
	uint64_t origin = profile_origin(p); /* no absence begins earlier */
	const struct range away = {a->from - origin, a->to - origin};

	return away.to - away.from >= c->longer &&
	       (!c->shorter || away.to - away.from <= c->shorter) &&
	       (!c->threads || bits_has(c->threads, a->thread)) &&
	       selection_overlaps(c->ranges, away);
}

static bool take_chosen_absence(void *arg, const struct absence *a, struct error *err)
{
	struct wait_search *s = arg;
	struct waits *w = s->waits;

	return !is_chosen(s->choice, w->profile, a) ||
	       APPEND(w->rows, w->count, w->room, "waits", err, *a);
}

static int compare_wait_values(uint64_t a, uint64_t b)
{
	return (a > b) - (a < b);
}

static int by_begin(const void *x, const void *y)
{
	const struct absence *a = x, *b = y;

	return a->from != b->from ? compare_wait_values(a->from, b->from)
				  : compare_wait_values(a->thread, b->thread);
}

/* ---- sorting ---- */

struct sorted_wait {
	uint64_t key;
	size_t row;
};

/* The sort key; rows are sorted by ascending keys. */
static uint64_t key_of(const struct waits *w, const struct absence *a,
		       enum waits_order order)
{
	switch (order) {
	case WAITS_BY_AWAY:
		return UINT64_MAX - (a->to - a->from);
	case WAITS_BY_BLOCKED:
		return UINT64_MAX - a->blocked;
	case WAITS_BY_RUNNABLE:
		return UINT64_MAX - a->runnable;
	case WAITS_BY_UNKNOWN:
		return UINT64_MAX - a->unknown;
	case WAITS_BY_TID:
		return (uint64_t)w->profile->threads[a->thread].tid;
	case WAITS_BY_BEGIN:
		break;
	}
	return a->from;
}

static int by_key(const void *x, const void *y)
{
	const struct sorted_wait *a = x, *b = y;

	return a->key != b->key ? compare_wait_values(a->key, b->key)
				: compare_wait_values(a->row, b->row);
}

bool waits_sort(struct waits *w, enum waits_order order, struct error *err)
{
	struct sorted_wait *places = mem_array(w->count, sizeof *places, "waits", err);
	struct absence *rows =
	    places ? mem_array(w->count, sizeof *rows, "waits", err) : NULL;

	for (size_t i = 0; rows && i < w->count; i++)
		places[i] = (struct sorted_wait){key_of(w, &w->rows[i], order), i};
	if (rows) {
		if (w->count)
			qsort(places, w->count, sizeof *places, by_key);
		for (size_t i = 0; i < w->count; i++)
			rows[i] = w->rows[places[i].row];
		mem_free(w->rows);
		w->rows = rows;
		w->room = w->count;
	}
	mem_free(places);
	return rows != NULL;
}

/*
 * Add the time of a part of an absence within the ranges. The part begins at `*from`, which is then
 * advanced.
 */
static void add_part(struct waits_sum *sum, uint64_t *part, struct selection ranges,
		     uint64_t *from, uint64_t length)
{
	const struct range r = {*from, *from + length};
	uint64_t within = selection_length(ranges, r);

	sum->is_more |= within > UINT64_MAX - sum->away;
	*part = number_add(*part, within);
	sum->away = number_add(sum->away, within);
	*from += length;
}

/* The parts of an absence are in this order: blocked, runnable, unknown. */
struct waits_sum waits_add_up(const struct waits *w, struct selection ranges)
{
	uint64_t origin = profile_origin(w->profile);
	struct waits_sum sum = {.is_whole = ranges.count == 1 && !ranges.list->from &&
					    ranges.list->to == RANGE_ALL.to};

	for (size_t i = 0; i < w->count; i++) {
		const struct absence *a = &w->rows[i];
		uint64_t from = a->from - origin;

		add_part(&sum, &sum.blocked, ranges, &from, a->blocked);
		add_part(&sum, &sum.runnable, ranges, &from, a->runnable);
		add_part(&sum, &sum.unknown, ranges, &from, a->unknown);
	}
	return sum;
}

/* ---- the filter ---- */

static void drop_others(struct waits *w, const struct bits *keep)
{
	size_t kept = 0;

	for (size_t i = 0; i < w->count; i++)
		if (bits_has(keep, i))
			w->rows[kept++] = w->rows[i]; /* room: kept <= i */
	w->count = kept;
}

/*
 * Apply the filter to a copy of the profile whose samples are the absences, each with its stack,
 * thread and CPU.
 */
static bool apply_filter(struct waits *w, const struct filter *f, struct error *err)
{
	struct profile asked = *w->profile;
	size_t n = w->count;
	struct bits keep = {0};
	uint32_t *stacks = mem_array(n, sizeof *stacks, "waits", err);
	uint32_t *rows = stacks ? mem_array(n, sizeof *rows, "waits", err) : NULL;
	struct context *contexts =
	    rows ? mem_array(n, sizeof *contexts, "waits", err) : NULL;
	bool ok = contexts && bits_build(&keep, n, err);

	for (uint32_t i = 0; ok && i < n; i++) {
		const struct absence *a = &w->rows[i];

		stacks[i] = a->stack;
		rows[i] = i;
		contexts[i] = (struct context){.thread = a->thread, .cpu = a->cpu};
	}
	asked.contexts = contexts;
	asked.context_count = (uint32_t)n;
	asked.samples = (struct samples){.count = n, .stack = stacks, .context = rows};
	if (ok) {
		bits_fill(&keep);
		ok = filter_apply(f, &asked, &keep, err);
	}
	if (ok)
		drop_others(w, &keep);
	bits_release(&keep);
	mem_free(stacks);
	mem_free(rows);
	mem_free(contexts);
	return ok;
}

void waits_release(struct waits *w)
{
	mem_free(w->rows);
	mem_free(w->places);
	mem_free(w->interrupts);
	process_names_release(&w->processes);
	*w = (struct waits){0};
}

/* ---- the places of stacks ---- */

/* Functions of the scheduler, which are in the stack of every thread that stops or is woken. */
static bool is_scheduler(struct text name)
{
	static const struct text begins[] = {
	    {"__schedule", 10},	   {"schedule", 8},	    {"preempt_schedule", 16},
	    {"io_schedule", 11},   {"try_to_wake_up", 14},  {"ttwu_", 5},
	    {"default_wake_", 13}, {"autoremove_wake", 15}, {"__wake_up", 9},
	    {"wake_up_", 8},	   {"swake_up", 8},	    {"do_task_dead", 12},
	    {"woken_wake_", 11},   {"complete", 8},	    {"__traceiter_", 12},
	    {"perf_trace_", 11},
	};

	for (size_t i = 0; i < sizeof begins / sizeof *begins; i++)
		if (text_starts(name, begins[i]))
			return true;
	return false;
}

/* Functions of the kernel that handle interrupts, on x86 and on arm64. */
static bool takes_interrupt(struct text name)
{
	static const struct text begins[] = {
	    {"asm_sysvec_", 11},	  {"asm_common_interrupt", 20},
	    {"common_interrupt", 16},	  {"handle_softirqs", 15},
	    {"__do_softirq", 12},	  {"irq_exit_rcu", 12},
	    {"__irq_exit_rcu", 14},	  {"hrtimer_interrupt", 17},
	    {"el1h_64_irq", 11},	  {"el0_irq", 7},
	    {"el0t_64_irq", 11},	  {"gic_handle_irq", 14},
	    {"apic_timer_interrupt", 20},
	};

	for (size_t i = 0; i < sizeof begins / sizeof *begins; i++)
		if (text_starts(name, begins[i]))
			return true;
	return false;
}

uint8_t *waits_classify_frames(const struct profile *p, struct error *err)
{
	uint8_t *known = mem_array(p->frame_count, 1, "functions", err);

	for (uint32_t i = 0; known && i < p->frame_count; i++) {
		struct text name;

		if (!sched_is_kernel(p, i))
			continue;
		name = profile_frame_name(p, i);
		known[i] = (uint8_t)(FRAME_OF_KERNEL |
				     (is_scheduler(name) ? FRAME_OF_SCHEDULER : 0) |
				     (takes_interrupt(name) ? FRAME_OF_INTERRUPT : 0));
	}
	return known;
}

/* Parents come before their stacks, so the values of a stack follow from those of its parent. */
static bool know_stacks(struct waits *w, struct error *err)
{
	const struct profile *p = w->profile;
	uint8_t *frames = waits_classify_frames(p, err), *telling = NULL;
	bool ok = frames != NULL;

	ok = ok && (w->places = mem_array(p->stack_count, sizeof *w->places, "stacks",
					  err)) != NULL;
	ok = ok && (w->interrupts = mem_array(p->stack_count, 1, "stacks", err)) != NULL;
	ok = ok && (telling = mem_array(p->stack_count, 1, "stacks", err)) != NULL;
	for (uint32_t i = 1; ok && i < p->stack_count; i++) {
		uint32_t frame = p->stacks[i].frame, parent = p->stacks[i].parent;
		uint8_t known = frames[frame];
		bool user = telling[parent] == 2;

		/* 2: its place is a user frame; 1: a kernel frame outside of the scheduler */
		telling[i] = user || !(known & FRAME_OF_KERNEL) ? 2
			     : !(known & FRAME_OF_SCHEDULER)	? 1
								: telling[parent];
		w->places[i] = !(known & FRAME_OF_KERNEL) ? frame
			       : user || (known & FRAME_OF_SCHEDULER && telling[parent])
				   ? w->places[parent]
				   : frame;
		w->interrupts[i] = known & FRAME_OF_KERNEL &&
				   (known & FRAME_OF_INTERRUPT || w->interrupts[parent]);
	}
	mem_free(frames);
	mem_free(telling);
	return ok;
}

struct text waits_process(const struct waits *w, uint32_t thread)
{
	const struct thread *t = &w->profile->threads[thread];

	if (t->tid == t->pid || w->processes.of_thread[thread] == t->comm)
		return TEXT("");
	return process_name_of(&w->processes, w->profile, thread);
}

bool waits_is_scheduler(const struct profile *p, uint32_t frame)
{
	return sched_is_kernel(p, frame) && is_scheduler(profile_frame_name(p, frame));
}

bool waits_by_interrupt(const struct waits *w, uint64_t waker)
{
	const struct profile *p = w->profile;
	const struct context *c = profile_context(p, waker);

	return profile_is_idle_task(p, &p->threads[c->thread]) ||
	       w->interrupts[p->samples.stack[waker]];
}

bool waits_build(struct waits *w, const struct profile *p, const struct waits_choice *c,
		 struct error *err)
{
	struct wait_search s = {.waits = w, .choice = c};
	const struct sched_sink sink = {.absence = take_chosen_absence, .arg = &s};

	*w = (struct waits){.profile = p};
	if (!sched_replay(p, &sink, err) || !know_stacks(w, err) ||
	    !process_names_build(&w->processes, p, err) ||
	    (c->filter && !apply_filter(w, c->filter, err)))
		return false;
	if (w->count)
		qsort(w->rows, w->count, sizeof *w->rows, by_begin);
	return true;
}
