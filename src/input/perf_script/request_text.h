/* request_text.h - what perf script prints of requests: to disks, and calls of the kernel. */

#ifndef INPUT_REQUEST_TEXT_H
#define INPUT_REQUEST_TEXT_H

#include "base/text.h"
#include "profile/sched.h"

/*
 * What stands behind the event's name, of these:
 *	254,0 W 208896 () 62160384 + 408 0x2,0,4 [cc1]	a request is issued
 *	254,0 W () 62160384 + 408 0x2,0,4 [0]		and complete
 *	NR 202 (7feb9de1d498, 89, ffffffff)		any call
 *	NR 202 = -110					and its end
 * Older kernels leave out what stands before the brackets. Of syscalls:sys_enter_read the name says
 * all. SCHED_NONE: the event tells of no requests; false: it does, but not so.
 */
bool request_text_parse(struct text event, struct text rest, struct sched *s);

#endif
