/* sched_events.h - add events of the scheduler, and threads that only they name, to a profile. */

#ifndef INPUT_SCHED_EVENTS_H
#define INPUT_SCHED_EVENTS_H

#include "base/text.h"
#include "profile/builder.h"
#include "profile/sched.h"

/* The event of samples made from records of perf --switch-events, which have no event. */
uint16_t sched_event_of_records(struct builder *b);

/* Add a sample without a stack, at the time and CPU of `like`, with event `sched` of `thread`. */
void sched_event_add(struct builder *b, const struct sample *like, uint32_t thread,
		     const struct sched *sched);

/*
 * Add `thread` to the profile. It gets a CPU or is woken and may have no sample of its own, so this
 * adds a sample without other data.
 */
void sched_event_know(struct builder *b, const struct sample *like, uint32_t thread);

#endif
