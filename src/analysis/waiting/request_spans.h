/* request_spans.h - disk requests and system calls, as spans of threads. */

#ifndef ANALYSIS_REQUEST_SPANS_H
#define ANALYSIS_REQUEST_SPANS_H

#include "analysis/waiting/sched_replay.h"

/*
 * A profile that was read with reading_options.switches has events for the start and the end of
 * each request (profile/sched.h). Disk requests are identified by disk and sector, system calls by
 * thread and by the number or, if named, the name of the call. If both raw_syscalls and named
 * system calls were recorded, only raw_syscalls are used, because they include all calls. A start
 * is paired with the next event of the same sector or thread if that event ends the same request.
 * All other starts and ends are only counted.
 */
struct requests_alone {
	uint64_t asked, answered; /* starts without an end, ends without a start */
};

/*
 * Pass each request to sink->stretch with `state` (STATE_REQUEST or STATE_CALL) and the thread, CPU
 * and stack of its start. The requests of a sector or thread are in order of time. Unpaired events
 * are added to `*alone`. False and an error when memory runs out, the sink stops, or none or only
 * some of the requests were recorded; the error message explains how to record them.
 */
bool request_spans_replay(const struct profile *p, enum thread_state state,
			  const struct sched_sink *sink, struct requests_alone *alone,
			  struct error *err);

#endif
