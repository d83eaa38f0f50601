/* waits.h - the absences of threads from their CPUs in a range, and who ended them. */

#ifndef ANALYSIS_WAITS_H
#define ANALYSIS_WAITS_H

#include "analysis/filter.h"
#include "analysis/range.h"
#include "analysis/waiting/sched_replay.h"
#include "base/bits.h"
#include "profile/process_names.h"

struct waits {
	const struct profile *profile; /* borrowed; what sched_replay() takes */
	struct absence *rows;	       /* owned; by begin, or as waits_sort() says */
	size_t count, room;
	uint32_t *places;    /* owned: by stack, see waits_place() */
	uint8_t *interrupts; /* owned: by stack, is an interrupt in its kernel's side? */
	struct process_names processes;
};

/* Which: those that overlap one of the ranges, of these threads, that last at least and at most so
 * long. */
struct waits_choice {
	struct selection ranges;
	const struct bits *threads;  /* borrowed: rows of the profile's; NULL: of all */
	uint64_t longer, shorter;    /* ns; shorter: 0 is any */
	const struct filter *filter; /* borrowed: of where they stopped; NULL: all */
};

enum waits_order {
	WAITS_BY_BEGIN, /* those that begin at once by thread */
	WAITS_BY_AWAY,	/* from here on the largest first */
	WAITS_BY_BLOCKED,
	WAITS_BY_RUNNABLE,
	WAITS_BY_UNKNOWN,
	WAITS_BY_TID, /* by number, of each by begin */
};

/* False and an error as sched_replay(). Release it, also after a failure. */
bool waits_build(struct waits *w, const struct profile *p, const struct waits_choice *c,
		 struct error *err);
void waits_release(struct waits *w);

/* They are by begin; equal ones stay so. False and an error when memory runs out. */
bool waits_sort(struct waits *w, enum waits_order order, struct error *err);

/* What of all of them lies in the ranges that were asked for, added up, ns. */
struct waits_sum {
	uint64_t away, blocked, runnable, unknown;
	bool is_whole; /* no range was asked for: all of each */
	bool is_more;  /* a sum is UINT64_MAX, and would be more */
};
struct waits_sum waits_add_up(const struct waits *w, struct selection ranges);

/*
 * The frame of a stack that a person would name: the innermost one of the user's side, or where
 * there is none the innermost that is not of the scheduler itself. 0: there is no frame.
 */
static inline uint32_t waits_place(const struct waits *w, uint32_t stack)
{
	return w->places[stack];
}

/* What the process of a thread is called, if it is called otherwise than the thread; or empty. */
struct text waits_process(const struct waits *w, uint32_t thread);

/* Is a frame one of the kernel's scheduler, which every thread that stops is in, whatever for? */
bool waits_is_scheduler(const struct profile *p, uint32_t frame);

/*
 * Has an interrupt ended it? Then the sample's thread has only been interrupted by what woke: the
 * kernel's functions that handle an interrupt are in the stack, or it is the idle task, which wakes
 * nobody by itself.
 */
bool waits_by_interrupt(const struct waits *w, uint64_t waker);

/*
 * By frame what it is by its name: of the kernel, of the scheduler in it, or what the kernel calls as
 * it takes an interrupt. NULL and an error when memory runs out. Release with mem_free().
 */
enum { OF_KERNEL = 1, OF_SCHEDULER = 2, OF_INTERRUPT = 4 };
uint8_t *waits_know_frames(const struct profile *p, struct error *err);

#endif
