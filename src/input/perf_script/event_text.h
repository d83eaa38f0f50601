/* event_text.h - the text that perf script prints after the name of a trace point. */

#ifndef INPUT_EVENT_TEXT_H
#define INPUT_EVENT_TEXT_H

#include <stdbool.h>
#include <stdint.h>

#include "base/text.h"
#include "input/field_names.h"
#include "profile/sched.h"

/*
 * Get a field: a number, decimal or with 0x, after "name=", "name: " or "name ". Some events print
 * numbers without names (Linux 3.0 to 6.18):
 *	block:*			254,0 W 4096 () 62160384 + 8 [cc1]	bytes, sector, nr_sector
 *	raw_syscalls:sys_exit	NR 1 = 4096				ret (and id)
 *	syscalls:sys_exit_*	0x1000					ret
 * False: there is no field of this name. For a negative number, `*negative` is true and the value
 * is 0. The last of several fields counts: commands, which may contain anything, usually come
 * first.
 */
bool field_text_value(struct text event, struct text rest, struct text name,
		      uint64_t *value, bool *negative);

/* Add the names of all fields to `names`. */
void field_text_names(struct text event, struct text rest, struct field_names *names);

/*
 * Requests to disks, and system calls:
 *	254,0 W 208896 () 62160384 + 408 0x2,0,4 [cc1]	a request is issued
 *	254,0 W () 62160384 + 408 0x2,0,4 [0]		and completed
 *	NR 202 (7feb9de1d498, 89, ffffffff)		a call begins
 *	NR 202 = -110					and ends
 * Older kernels do not print the number before the parentheses. For events such as
 * syscalls:sys_enter_read the name is enough. SCHED_NONE: it is another event; false: it is one of
 * these, but not in this form.
 */
bool request_text_parse(struct text event, struct text rest, struct sched *s);

/* Borrows from the line. */
struct sched_text {
	struct sched sched;
	struct text comm; /* of the other thread */
	int32_t leaves;	  /* in a switch: the tid of the thread that leaves the CPU */
};

/*
 * Events of the scheduler:
 *	prev_comm=a prev_pid=1 prev_prio=120 prev_state=S ==> next_comm=b next_pid=2 next_prio=120
 *	comm=b pid=2 prio=120 [success=1] target_cpu=000
 * and, with the plugins of libtraceevent,
 *	a:1 [120] S ==> b:2 [120]
 *	b:2 [120] [success=1] CPU:000
 * Names may contain all of that, so the text is parsed from the right. False: it has another form.
 * A wake-up without effect (success=0) is SCHED_NONE.
 */
bool sched_text_parse(enum sched_kind kind, struct text rest, struct sched_text *t);

/*
 * Parse "PERF_RECORD_SWITCH_CPU_WIDE OUT preempt  next pid/tid: 15/15" of --show-switch-events;
 * false: it is another record.
 */
bool sched_text_record(struct text record, struct sched *s);

#endif
