/* waits.h - a list of the absences of threads from their CPUs, with their wakers. */

#ifndef ANALYSIS_WAITS_H
#define ANALYSIS_WAITS_H

#include "analysis/filter.h"
#include "analysis/range.h"
#include "analysis/waiting/sched_replay.h"
#include "base/bits.h"
#include "profile/process_names.h"

struct waits {
	const struct profile *profile; /* borrowed: suitable for sched_replay() */
	struct absence *rows; /* owned: sorted by start and thread, or by waits_sort() */
	size_t count, room;
	uint32_t *places;    /* owned: by stack, see waits_place() */
	uint8_t *interrupts; /* owned: by stack, 1 if an interrupt handler is in it */
	struct process_names processes;
};

/* The absences to list: those that overlap one of the ranges and meet all other conditions. */
struct waits_choice {
	struct selection ranges;
	/* borrowed: by index in profile.threads; NULL: all */
	const struct bits *threads;
	/* ns: the minimum length, and the maximum (0: none) */
	uint64_t longer, shorter;
	const struct filter *filter; /* borrowed: for stack, thread and CPU; NULL: all */
};

enum waits_order {
	WAITS_BY_BEGIN,
	WAITS_BY_AWAY, /* the largest value first, as in the next three */
	WAITS_BY_BLOCKED,
	WAITS_BY_RUNNABLE,
	WAITS_BY_UNKNOWN,
	WAITS_BY_TID,
};

/* Fails like sched_replay(). Release with waits_release(), also after a failure. */
bool waits_build(struct waits *w, const struct profile *p, const struct waits_choice *c,
		 struct error *err);
void waits_release(struct waits *w);

/* Sort the rows; equal rows keep their order. False and an error when memory runs out. */
bool waits_sort(struct waits *w, enum waits_order order, struct error *err);

/* The total time of all absences inside the ranges, in ns. */
struct waits_sum {
	uint64_t away, blocked, runnable, unknown;
	bool is_whole; /* the range is RANGE_ALL: absences count in full */
	bool is_more;  /* a sum has overflowed and is UINT64_MAX */
};
struct waits_sum waits_add_up(const struct waits *w, struct selection ranges);

/*
 * The frame that shows where the thread waits: the innermost user frame; else the innermost kernel
 * frame outside of the scheduler; else the innermost frame. 0: the stack is empty.
 */
static inline uint32_t waits_place(const struct waits *w, uint32_t stack)
{
	return w->places[stack];
}

/* The name of the thread's process; empty for its main thread, or if the names are equal. */
struct text waits_process(const struct waits *w, uint32_t thread);

/* Is the frame part of the kernel's scheduler, as in the stack of each thread that stops? */
bool waits_is_scheduler(const struct profile *p, uint32_t frame);

/*
 * Was the wake-up in the row `waker` caused by an interrupt, not by the thread of that row? True if
 * its stack has kernel functions that handle interrupts, or its thread is the idle task.
 */
bool waits_by_interrupt(const struct waits *w, uint64_t waker);

/*
 * The flags of each frame of the profile, derived from its name, kind and module. NULL and an error
 * when memory runs out. Release with mem_free().
 */
enum { FRAME_OF_KERNEL = 1, FRAME_OF_SCHEDULER = 2, FRAME_OF_INTERRUPT = 4 };
uint8_t *waits_classify_frames(const struct profile *p, struct error *err);

#endif
