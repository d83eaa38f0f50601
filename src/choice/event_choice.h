/* event_choice.h - chooses an event: the first, by name, or the same as in another file. */

#ifndef CHOICE_EVENT_CHOICE_H
#define CHOICE_EVENT_CHOICE_H

#include "profile/profile.h"

/* The first event that has something to show. */
uint32_t event_choice_first(const struct profile *p);

/*
 * The event with this name; ALL_EVENTS for "all"; the first for NULL. ERROR_USAGE if it does not
 * exist.
 */
bool event_choice_named(const struct profile *p, const char *name, uint32_t *event,
			struct error *err);

/*
 * Are these the same event, so that their samples can be compared? They are if they have the same
 * name, ignoring modifiers of perf ("cycles:P", "cycles:u"), and the same kind. A file whose only
 * event is "samples" does not name the sampled event: it may be any event of moments. All events of
 * one file together are the same as all events of the other.
 */
bool event_choice_is_same(const struct profile *p, uint32_t event,
			  const struct profile *other, uint32_t other_event);

/*
 * The event of `other` to compare with `event` of `p`: the same event, if the command line has
 * `named` one; otherwise the first, which must be the same. If not, ERROR_USAGE, with both names.
 */
bool event_choice_beside(const struct profile *p, uint32_t event,
			 const struct profile *other, const char *named,
			 uint32_t *other_event, struct error *err);

/* The first event of `other` that is the same; false if there is none. */
bool event_choice_find(const struct profile *p, uint32_t event,
		       const struct profile *other, uint32_t *other_event);

#endif
