/* sched_text.h - what perf script prints of the scheduler's events. */

#ifndef INPUT_SCHED_TEXT_H
#define INPUT_SCHED_TEXT_H

#include "base/text.h"
#include "profile/sched.h"

/* Borrowed from the line. */
struct sched_text {
	struct sched sched;
	struct text comm; /* of the other thread */
	int32_t leaves;	  /* of a switch: the tid that it tells of who leaves */
};

/*
 * What stands behind the event's name:
 *	prev_comm=a prev_pid=1 prev_prio=120 prev_state=S ==> next_comm=b next_pid=2 next_prio=120
 *	comm=b pid=2 prio=120 [success=1] target_cpu=000
 * and, with the plugins of libtraceevent,
 *	a:1 [120] S ==> b:2 [120]
 *	b:2 [120] [success=1] CPU:000
 * Names may hold all of that, so it is read from the right. False: it is none of it. A wake-up
 * that woke nobody (success=0) is SCHED_NONE.
 */
bool sched_text_parse(enum sched_kind kind, struct text rest, struct sched_text *t);

/*
 * "PERF_RECORD_SWITCH_CPU_WIDE OUT preempt  next pid/tid: 15/15" of --show-switch-events; false:
 * it is another record.
 */
bool sched_text_record(struct text record, struct sched *s);

#endif
