/* event_choice.h - choosing an event: the first, by name, or the same as in another file. */

#ifndef CHOICE_EVENT_CHOICE_H
#define CHOICE_EVENT_CHOICE_H

#include "profile/profile.h"

/* The first event with samples or with spans of some duration; scheduler events come last. */
uint32_t event_choice_first(const struct profile *p);

/*
 * Find the event with this name: ALL_EVENTS for "all", the first event for NULL. ERROR_USAGE if
 * there is no such event.
 */
bool event_choice_named(const struct profile *p, const char *name, uint32_t *event,
			struct error *err);

/*
 * Are two events the same, so that their samples can be compared? They must both have moments, or
 * both have spans, and their names must agree, apart from modifiers of perf ("cycles:P"). If the
 * only event of a file is "samples", the sampled event is unknown and matches any event of moments.
 * ALL_EVENTS matches ALL_EVENTS.
 */
bool event_choice_is_same(const struct profile *p, uint32_t event,
			  const struct profile *other, uint32_t other_event);

/*
 * Find the event of `other` to compare with `event` of `p`: the same event if that is ALL_EVENTS or
 * the user named it (`named`, else NULL), otherwise the first event, which must be the same.
 * ERROR_USAGE, with both names, if there is no such event.
 */
bool event_choice_beside(const struct profile *p, uint32_t event,
			 const struct profile *other, const char *named,
			 uint32_t *other_event, struct error *err);

/* Find the first event of `other` that is the same as `event`; false if there is none. */
bool event_choice_find(const struct profile *p, uint32_t event,
		       const struct profile *other, uint32_t *other_event);

#endif
