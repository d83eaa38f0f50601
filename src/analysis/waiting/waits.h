/* waits.h - a list of the times that threads were off their CPUs, and who woke them. */

#ifndef ANALYSIS_WAITS_H
#define ANALYSIS_WAITS_H

#include "analysis/filter.h"
#include "analysis/range.h"
#include "analysis/waiting/sched_replay.h"
#include "base/bits.h"
#include "profile/process_names.h"

struct waits {
	const struct profile *profile; /* borrowed: suitable for sched_replay() */
	struct absence *rows;	       /* owned: sorted by start, or by waits_sort() */
	size_t count, room;
	uint32_t *places; /* owned: by stack, see waits_place() */
	/* owned: by stack: does its kernel part handle an interrupt? */
	uint8_t *interrupts;
	struct process_names processes;
};

/* Choose absences that overlap one of the ranges, by thread and by length. */
struct waits_choice {
	struct selection ranges;
	/* borrowed: by index in profile.threads; NULL: all */
	const struct bits *threads;
	/* ns: least and greatest length; shorter 0: unlimited */
	uint64_t longer, shorter;
	const struct filter *filter; /* borrowed: for the stacks of switches; NULL: all */
};

enum waits_order {
	WAITS_BY_BEGIN, /* then by thread */
	WAITS_BY_AWAY,	/* the longest first, like the next three */
	WAITS_BY_BLOCKED,
	WAITS_BY_RUNNABLE,
	WAITS_BY_UNKNOWN,
	WAITS_BY_TID, /* then by start */
};

/* False and an error as in sched_replay(). Release it, also after a failure. */
bool waits_build(struct waits *w, const struct profile *p, const struct waits_choice *c,
		 struct error *err);
void waits_release(struct waits *w);

/* A stable sort of rows that are sorted by start. False and an error when memory runs out. */
bool waits_sort(struct waits *w, enum waits_order order, struct error *err);

/* The sums of all absences within the ranges, in ns. */
struct waits_sum {
	uint64_t away, blocked, runnable, unknown;
	bool is_whole; /* there is no range: absences count in full */
	bool is_more;  /* a sum has overflowed and is UINT64_MAX */
};
struct waits_sum waits_add_up(const struct waits *w, struct selection ranges);

/*
 * The frame that describes where a stack waits: the innermost user frame or, if there is none, the
 * innermost kernel frame outside of the scheduler. 0: the stack is empty.
 */
static inline uint32_t waits_place(const struct waits *w, uint32_t stack)
{
	return w->places[stack];
}

/* The name of the thread's process if it differs from the thread's; else empty. */
struct text waits_process(const struct waits *w, uint32_t thread);

/* Is it a frame of the kernel's scheduler? Every thread that stops has such frames. */
bool waits_is_scheduler(const struct profile *p, uint32_t frame);

/*
 * Did an interrupt wake the thread, so that the thread of the sample was only interrupted? True if
 * the stack has kernel functions that handle interrupts, or if the thread is the idle task.
 */
bool waits_by_interrupt(const struct waits *w, uint64_t waker);

/*
 * Flags by frame: it belongs to the kernel, to its scheduler, or handles an interrupt, judged by
 * name. NULL and an error when memory runs out. Release with mem_free().
 */
enum { FRAME_OF_KERNEL = 1, FRAME_OF_SCHEDULER = 2, FRAME_OF_INTERRUPT = 4 };
uint8_t *waits_classify_frames(const struct profile *p, struct error *err);

#endif
