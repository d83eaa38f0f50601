/* event_choice.h - which event is looked at: by itself, by its name, or as in another file. */

#ifndef CHOICE_EVENT_CHOICE_H
#define CHOICE_EVENT_CHOICE_H

#include "profile/profile.h"

/* The first of which there is something to see. */
uint32_t event_choice_first(const struct profile *p);

/* By name, KEPT_ALL_EVENTS for "all"; NULL is the first. ERROR_USAGE when there is none. */
bool event_choice_named(const struct profile *p, const char *name, uint32_t *event,
			struct error *err);

/*
 * Are these the same event, so that their samples can be compared? They are if they have one name,
 * be it with other modifiers of perf ("cycles:P", "cycles:u"), and are of one kind. A file whose
 * only event is "samples" does not say what was sampled: it may be any event of moments. All events of one file are the same as all of the other.
 */
bool event_choice_is_same(const struct profile *p, uint32_t event,
			  const struct profile *other, uint32_t other_event);

/*
 * The event of `other` to be compared with one of `p`: the same, if the command line has `named`
 * one; if not, the first, which has to be the same. Else ERROR_USAGE, which names both.
 */
bool event_choice_beside(const struct profile *p, uint32_t event,
			 const struct profile *other, const char *named,
			 uint32_t *other_event, struct error *err);

/* The first event of `other` that is the same. False when there is none. */
bool event_choice_find(const struct profile *p, uint32_t event,
		       const struct profile *other, uint32_t *other_event);

#endif
