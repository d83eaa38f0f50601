/* event_text.h - parses the text that perf script prints after the name of a trace point. */

#ifndef INPUT_EVENT_TEXT_H
#define INPUT_EVENT_TEXT_H

#include <stdbool.h>
#include <stdint.h>

#include "base/text.h"
#include "input/field_names.h"
#include "profile/sched.h"

/*
 * Get a field: a decimal number, or a hexadecimal one with 0x, after "name=", "name: " or "name ".
 * Some events print numbers without names (Linux 3.0 to 6.18):
 *	block:*			254,0 W 4096 () 62160384 + 8 [cc1]	bytes, sector, nr_sector
 *	raw_syscalls:sys_exit	NR 1 = 4096				ret (and id)
 *	syscalls:sys_exit_*	0x1000					ret
 * False: no such field. For a negative number, `*negative` is true and the value is 0. The last
 * field of this name counts, because commands, which may contain any text, usually come first.
 */
bool field_text_value(struct text event, struct text rest, struct text name,
		      uint64_t *value, bool *negative);

/* Add the names of all fields to `names`. */
void field_text_names(struct text event, struct text rest, struct field_names *names);

/*
 * Parse the text of a disk request or a system call:
 *	254,0 W 208896 () 62160384 + 408 0x2,0,4 [cc1]	a request is issued
 *	254,0 W () 62160384 + 408 0x2,0,4 [0]		and completed
 *	NR 202 (7feb9de1d498, 89, ffffffff)		a call begins
 *	NR 202 = -110					and ends
 * Older kernels do not print 0x2,0,4. For events such as syscalls:sys_enter_read, the name is
 * enough. For any other event, s->kind is SCHED_NONE. False: the text has another form.
 */
bool request_text_parse(struct text event, struct text rest, struct sched *s);

struct sched_text {
	struct sched sched;
	struct text comm; /* of the other thread; borrowed from the line */
	int32_t leaves;	  /* in a switch: the tid of the thread that leaves the CPU */
};

/*
 * Parse the text of a scheduler event:
 *	prev_comm=a prev_pid=1 prev_prio=120 prev_state=S ==> next_comm=b next_pid=2 next_prio=120
 *	comm=b pid=2 prio=120 [success=1] target_cpu=000
 * or, with the plugins of libtraceevent,
 *	a:1 [120] S ==> b:2 [120]
 *	b:2 [120] [success=1] CPU:000
 * Names may contain any of this text, so it is parsed from the right. False: another form. A
 * wake-up without effect (success=0) is SCHED_NONE.
 */
bool sched_text_parse(enum sched_kind kind, struct text rest, struct sched_text *t);

/*
 * Parse "PERF_RECORD_SWITCH_CPU_WIDE OUT preempt  next pid/tid: 15/15" of --show-switch-events;
 * false: another record.
 */
bool sched_text_record(struct text record, struct sched *s);

#endif
