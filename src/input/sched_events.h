/* sched_events.h - adds scheduler events to a profile, and threads that only these events name. */

#ifndef INPUT_SCHED_EVENTS_H
#define INPUT_SCHED_EVENTS_H

#include "base/text.h"
#include "profile/builder.h"
#include "profile/sched.h"

/* The event of samples made from records of perf record --switch-events. */
uint16_t sched_event_of_records(struct builder *b);

/* Add a sample without a stack, at the time and CPU of `like`, with event `sched` of `thread`. */
void sched_event_add(struct builder *b, const struct sample *like, uint32_t thread,
		     const struct sched *sched);

/*
 * Add `thread` to the profile: the sample `like` switches to it or wakes it, but it may have no
 * samples of its own. Adds a sample without a meaning (SCHED_SEEN).
 */
void sched_event_know(struct builder *b, const struct sample *like, uint32_t thread);

#endif
