/* request_spans.h - what was asked of disks and of the kernel, from when to when, and by whom. */

#ifndef ANALYSIS_REQUEST_SPANS_H
#define ANALYSIS_REQUEST_SPANS_H

#include "analysis/waiting/sched_replay.h"

/*
 * The samples of a profile that was read with `switches` tell when each request was asked and when
 * answered (profile/sched.h). A request to a disk is known by disk and sector, whoever runs when
 * it is complete; a system call by the thread, which is in one at a time, and by which it is (where
 * both raw_syscalls and others were recorded, by the first alone, as they tell all of them). The two
 * that follow each other are a request; whatever stands alone, as the other is missing, doubled or of
 * something else, is counted, and never joined with what is further away. So a request that was not
 * answered when the recording ended is none.
 */
struct requests_alone {
	uint64_t asked, answered; /* begins without an end, ends without a begin */
};

/*
 * Each as a stretch of STATE_REQUEST or STATE_CALL for sink->stretch: of the thread, CPU and stack that
 * asked. Those of one disk's sector, or of one thread, come in order of time. False and an error when
 * memory runs out, the sink has stopped, or the profile has none of `state`, or sampled ones; the
 * error says how to record them.
 */
bool request_spans_tell(const struct profile *p, enum thread_state state,
			const struct sched_sink *sink, struct requests_alone *alone,
			struct error *err);

#endif
