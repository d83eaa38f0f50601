/* request_spans.h - disk requests and system calls, as spans of threads. */

#ifndef ANALYSIS_REQUEST_SPANS_H
#define ANALYSIS_REQUEST_SPANS_H

#include "analysis/waiting/sched_replay.h"

/*
 * The samples of a profile that was read with `switches` show when each request began and ended
 * (profile/sched.h). A disk request is identified by disk and sector; a system call by its thread,
 * which is in one at a time, and by its number (if both raw_syscalls and named ones were recorded,
 * only raw_syscalls are used, because they have all calls). A begin and the next end form a
 * request. A begin or end without its counterpart is counted and never joined with one further
 * away.
 */
struct requests_alone {
	uint64_t asked, answered; /* begins without an end, ends without a begin */
};

/*
 * Pass each request to sink->stretch, in STATE_REQUEST or STATE_CALL, with the thread, CPU and
 * stack of its begin. Those of one sector, or of one thread, come in order of time. False and an
 * error when memory runs out, the sink has stopped, or the profile has none of `state`, or only
 * some of them; the error message explains how to record them.
 */
bool request_spans_replay(const struct profile *p, enum thread_state state,
			  const struct sched_sink *sink, struct requests_alone *alone,
			  struct error *err);

#endif
