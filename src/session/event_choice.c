#include "session/event_choice.h"

#include "analysis/kept.h"

/* Do all spans of this event take no time at all? */
static bool takes_no_time(const struct profile *p, uint32_t event)
{
	if (!p->events[event].spans)
		return false;
	for (uint64_t i = 0; p->samples.duration && i < p->samples.count; i++)
		if (p->samples.duration[i] && profile_context(p, i)->event == event)
			return false;
	return true;
}

uint32_t event_choice_first(const struct profile *p)
{
	for (uint32_t e = 0; e < p->event_count; e++)
		if (!takes_no_time(p, e))
			return e;
	return 0;
}

bool event_choice_named(const struct profile *p, const char *name, uint32_t *event,
			struct error *err)
{
	*event = name ? 0 : event_choice_first(p);
	if (!name)
		return true;
	for (uint32_t e = 0; e < p->event_count; e++) {
		if (text_equal(profile_string(p, p->events[e].name), text_of(name))) {
			*event = e;
			return true;
		}
	}
	*event = KEPT_ALL_EVENTS;
	if (strcmp(name, "all") == 0)
		return true;
	return error_set(err, ERROR_USAGE,
			 "no event '%s' in this profile: 'flarescope info' lists them",
			 name);
}

/* "cycles" of "cycles:ppp"; "sched:sched_switch" is a name. */
static struct text without_modifiers(struct text name)
{
	size_t end = name.len;

	while (end && memchr("ukhHGIpPSDWeb", name.at[end - 1], 13))
		end--;
	return end > 1 && end < name.len && name.at[end - 1] == ':'
		   ? text_upto(name, end - 1)
		   : name;
}

/* Does the format say no more than that something was sampled? */
static bool is_any(const struct profile *p, const struct event *e)
{
	return !e->spans && p->event_count == 1 &&
	       text_equal(profile_string(p, e->name), TEXT("samples"));
}

bool event_choice_is_same(const struct profile *p, uint32_t event,
			  const struct profile *other, uint32_t other_event)
{
	const struct event *a, *b;

	if (event >= p->event_count || other_event >= other->event_count)
		return event == other_event; /* all of them, or there are none */
	a = &p->events[event];
	b = &other->events[other_event];
	if (a->spans != b->spans)
		return false;
	return is_any(p, a) || is_any(other, b) ||
	       text_equal(without_modifiers(profile_string(p, a->name)),
			  without_modifiers(profile_string(other, b->name)));
}

bool event_choice_find(const struct profile *p, uint32_t event,
		       const struct profile *other, uint32_t *other_event)
{
	*other_event = KEPT_ALL_EVENTS;
	if (event == KEPT_ALL_EVENTS)
		return true;
	for (uint32_t e = 0; e < other->event_count; e++) {
		if (event_choice_is_same(p, event, other, e)) {
			*other_event = e;
			return true;
		}
	}
	return false;
}

/* ---- what is said where they are not ---- */

#define NAME_SHOWN 60 /* bytes of an event's name, at most */

static int shown(struct text name)
{
	return (int)(name.len < NAME_SHOWN ? name.len : NAME_SHOWN);
}

static struct text name_of(const struct profile *p, uint32_t event)
{
	return event < p->event_count ? profile_string(p, p->events[event].name)
				      : TEXT("all");
}

/* The first event that both have; p->event_count: they have none. */
static uint32_t first_common(const struct profile *p, const struct profile *other)
{
	uint32_t e = 0, ignored;

	while (e < p->event_count && !event_choice_find(p, e, other, &ignored))
		e++;
	return e;
}

static bool refuse(const struct profile *p, uint32_t event, const struct profile *other,
		   uint32_t other_event, struct error *err)
{
	uint32_t common = first_common(p, other);
	struct text a = name_of(p, event), b = name_of(other, other_event),
		    c = name_of(p, common);

	if (common == p->event_count)
		return error_set(err, ERROR_USAGE,
				 "the files have no event in common: one has '%.*s', the "
				 "other '%.*s'",
				 shown(a), a.at, shown(b), b.at);
	return error_set(
	    err, ERROR_USAGE,
	    "the files begin with different events, '%.*s' and '%.*s'; both have "
	    "--event '%.*s'",
	    shown(a), a.at, shown(b), b.at, shown(c), c.at);
}

bool event_choice_beside(const struct profile *p, uint32_t event,
			 const struct profile *other, const char *named,
			 uint32_t *other_event, struct error *err)
{
	uint32_t first = event_choice_first(other);

	if (event == KEPT_ALL_EVENTS || named) {
		if (event_choice_find(p, event, other, other_event))
			return true;
		return refuse(p, event, other, first, err);
	}
	*other_event = first;
	return event_choice_is_same(p, event, other, first) ||
	       refuse(p, event, other, first, err);
}
