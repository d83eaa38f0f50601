/* usable_events.h - the events of the scheduler that are complete enough to be replayed. */

#ifndef ANALYSIS_USABLE_EVENTS_H
#define ANALYSIS_USABLE_EVENTS_H

#include "base/error.h"
#include "profile/profile.h"

/* The end of error messages. */
#define HOW_TO_RECORD_SWITCHES                                                           \
	"flarescope record --waiting has them, or perf record -a -e cpu-clock/freq=99/ " \
	"-e sched:sched_switch -e sched:sched_waking -g"

#define SCHED_CPUS (PROFILE_NO_CPU + 1)

/*
 * Two kinds of events are left out: events of the scheduler of which only some were recorded (perf
 * record -F), because another event may be complete; and events that are counted in the middle of a
 * switch, because their samples look as if the thread went on after it.
 */
struct usable_events {
	bool *left_out; /* owned: by index in profile.events */
	/* there are tracepoints; then records of --switch-events only mark starts */
	bool has_switches;
};

/*
 * False and an error when memory runs out, or when the profile has no times, no switches, or no
 * complete ones. The error message explains how to record them. Release it, also after a failure.
 */
bool usable_events_find(struct usable_events *u, const struct profile *p,
			struct error *err);
void usable_events_release(struct usable_events *u);

#endif
