/* usable_events.h - which events of a recording tell what threads did, and which would mislead. */

#ifndef ANALYSIS_USABLE_EVENTS_H
#define ANALYSIS_USABLE_EVENTS_H

#include "base/error.h"
#include "profile/profile.h"

/* What messages end with. */
#define HOW_TO_RECORD_SWITCHES                                                           \
	"flarescope record --waiting has them, or perf record -a -e cpu-clock/freq=99/ " \
	"-e sched:sched_switch -e sched:sched_waking -g"

#define SCHED_CPUS (PROFILE_NO_CPU + 1)

/*
 * Left out is an event of the scheduler of which one in several was recorded (perf record -F), as
 * another may be whole: what is between two of its samples is not known. And one whose samples are
 * taken in the middle of a switch: they look as if the thread went on behind it.
 */
struct usable_events {
	bool *left_out;	   /* owned: by row of the profile's events */
	bool has_switches; /* trace points, beside which records only tell of begins */
};

/*
 * False and an error when memory runs out, or when nothing tells of waiting: the profile has no
 * times, no switches, or none that are whole. The error says how to record them. Release it, also
 * after a failure.
 */
bool usable_events_find(struct usable_events *u, const struct profile *p,
			struct error *err);
void usable_events_release(struct usable_events *u);

#endif
