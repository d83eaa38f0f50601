#include "analysis/waiting/waits.h"

#include <stdlib.h>

#include "base/append.h"
#include "base/mem.h"

struct search {
	struct waits *waits;
	const struct waits_choice *choice; /* borrowed */
};

static bool is_chosen(const struct waits_choice *c, const struct profile *p,
		      const struct absence *a)
{
	uint64_t origin = profile_origin(p); /* nothing is before */
	const struct range away = {a->from - origin, a->to - origin};

	return away.to - away.from >= c->longer &&
	       (!c->threads || bits_has(c->threads, a->thread)) &&
	       selection_overlaps(c->ranges, away);
}

static bool take(void *arg, const struct absence *a, struct error *err)
{
	struct search *s = arg;
	struct waits *w = s->waits;

	return !is_chosen(s->choice, w->profile, a) ||
	       APPEND(w->rows, w->count, w->room, "waits", err, *a);
}

static int by_begin(const void *x, const void *y)
{
	const struct absence *a = x, *b = y;

	if (a->from != b->from)
		return a->from < b->from ? -1 : 1;
	return a->thread != b->thread ? (a->thread < b->thread ? -1 : 1) : 0;
}

void waits_release(struct waits *w)
{
	mem_free(w->rows);
	mem_free(w->places);
	mem_free(w->interrupts);
	*w = (struct waits){0};
}

/* Of the scheduler itself: it is there whenever a thread stops or is woken. */
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

/* What the kernel calls as it takes an interrupt, on x86 and on arm64. */
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

/* What a frame is by its name, once for each. */
enum { OF_KERNEL = 1, OF_SCHEDULER = 2, OF_INTERRUPT = 4 };

static uint8_t *know_frames(const struct profile *p, struct error *err)
{
	uint8_t *known = mem_array(p->frame_count, 1, "functions", err);

	for (uint32_t i = 0; known && i < p->frame_count; i++) {
		struct text name;

		if (!sched_is_kernel(p, i))
			continue;
		name = profile_frame_name(p, i);
		known[i] = (uint8_t)(OF_KERNEL | (is_scheduler(name) ? OF_SCHEDULER : 0) |
				     (takes_interrupt(name) ? OF_INTERRUPT : 0));
	}
	return known;
}

/* Callers come first, so each stack goes by what its caller's is. */
static bool know_stacks(struct waits *w, struct error *err)
{
	const struct profile *p = w->profile;
	uint8_t *frames = know_frames(p, err), *telling = NULL;
	bool ok = frames != NULL;

	ok = ok && (w->places = mem_array(p->stack_count, sizeof *w->places, "stacks",
					  err)) != NULL;
	ok = ok && (w->interrupts = mem_array(p->stack_count, 1, "stacks", err)) != NULL;
	ok = ok && (telling = mem_array(p->stack_count, 1, "stacks", err)) != NULL;
	for (uint32_t i = 1; ok && i < p->stack_count; i++) {
		uint32_t frame = p->stacks[i].frame, parent = p->stacks[i].parent;
		uint8_t known = frames[frame];
		bool user = telling[parent] == 2;

		/* 2: its place is of the user's side; 1: of the kernel, and tells something */
		telling[i] = user || !(known & OF_KERNEL) ? 2
			     : !(known & OF_SCHEDULER)	  ? 1
							  : telling[parent];
		w->places[i] = !(known & OF_KERNEL) ? frame
			       : user || (known & OF_SCHEDULER && telling[parent])
				   ? w->places[parent]
				   : frame;
		w->interrupts[i] =
		    known & OF_KERNEL && (known & OF_INTERRUPT || w->interrupts[parent]);
	}
	mem_free(frames);
	mem_free(telling);
	return ok;
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
	struct search s = {.waits = w, .choice = c};
	const struct sched_sink sink = {.absence = take, .arg = &s};

	*w = (struct waits){.profile = p};
	if (!sched_replay(p, &sink, err) || !know_stacks(w, err))
		return false;
	if (w->count)
		qsort(w->rows, w->count, sizeof *w->rows, by_begin);
	return true;
}
