/* sched_events.h - the scheduler's events: records and threads known by them alone. */

#ifndef INPUT_SCHED_EVENTS_H
#define INPUT_SCHED_EVENTS_H

#include "base/text.h"
#include "profile/builder.h"
#include "profile/sched.h"

/* The row of the event that perf's records of --switch-events are samples of, which have none. */
uint16_t sched_event_of_records(struct builder *b);

/* At the moment of `like`, and on its CPU, `thread` does what `sched` says: without a stack. */
void sched_event_add(struct builder *b, const struct sample *like, uint32_t thread,
		     const struct sched *sched);

/*
 * Who gets a CPU, or is woken, may have no sample of its own: so that the profile has the thread,
 * one that says nothing else.
 */
void sched_event_know(struct builder *b, const struct sample *like, uint32_t thread);

#endif
