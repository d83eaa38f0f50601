#include "choice/event_choice.h"

#include "analysis/included.h"
#include "base/intern.h"
#include "base/mem.h"

static bool is_of_scheduler(const struct profile *p, uint32_t event)
{
	return text_starts(profile_string(p, p->events[event].name), TEXT("sched:"));
}

/*
 * Events of moments come first, but those of the scheduler last, because they are usually recorded
 * in addition to others.
 */
static uint32_t first_of_two(const struct profile *p, uint32_t first, uint32_t e)
{
	if (p->events[e].spans)
		return first;
	if (first == p->event_count || is_of_scheduler(p, e) < is_of_scheduler(p, first))
		return e;
	return is_of_scheduler(p, e) == is_of_scheduler(p, first) && e < first ? e
									       : first;
}

/*
 * Find the first event of moments, preferably one with samples, i.e. with a context: text lists
 * events in the order of their first samples. event_count: all events are spans.
 */
static uint32_t first_of_moments(const struct profile *p)
{
	uint32_t first = p->event_count;

	for (uint32_t i = 0; i < p->context_count; i++)
		first = first_of_two(p, first, p->contexts[i].event);
	for (uint32_t e = 0; e < p->event_count && first == p->event_count; e++)
		first = first_of_two(p, first, e);
	return first;
}

/* Events whose spans all have no duration show nothing, so look for one with a duration. */
uint32_t event_choice_first(const struct profile *p)
{
	const uint64_t *duration = p->samples.duration;
	uint32_t first = first_of_moments(p);

	for (uint64_t i = 0; duration && first > 0 && i < p->samples.count; i++)
		if (duration[i] && profile_context(p, i)->event < first)
			first = profile_context(p, i)->event;
	return first < p->event_count ? first : 0;
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
	*event = ALL_EVENTS;
	if (strcmp(name, "all") == 0)
		return true;
	return error_set(err, ERROR_USAGE,
			 "no event '%s' in this profile: 'flarescope info' lists them",
			 name);
}

/* "cycles" for "cycles:ppp"; "sched:sched_switch" is unchanged. */
static struct text without_modifiers(struct text name)
{
	size_t end = name.len;

	while (end && memchr("ukhHGIpPSDWeb", name.at[end - 1], 13))
		end--;
	return end > 1 && end < name.len && name.at[end - 1] == ':'
		   ? text_upto(name, end - 1)
		   : name;
}

/* Does the format only say that something was sampled? */
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
		return event == other_event; /* both are all events, or neither is */
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
	*other_event = ALL_EVENTS;
	if (event == ALL_EVENTS)
		return true;
	for (uint32_t e = 0; e < other->event_count; e++) {
		if (event_choice_is_same(p, event, other, e)) {
			*other_event = e;
			return true;
		}
	}
	return false;
}

/* ---- events that the other file lacks ---- */

#define NAME_SHOWN 60 /* the most bytes of an event's name */

static int count_shown_bytes(struct text name)
{
	return (int)(name.len < NAME_SHOWN ? name.len : NAME_SHOWN);
}

static struct text name_of(const struct profile *p, uint32_t event)
{
	return event < p->event_count ? profile_string(p, p->events[event].name)
				      : TEXT("all");
}

/* By name, the kinds of the events with that name: 1 moments, 2 spans, 3 both. */
struct event_names {
	struct intern *names; /* owned */
	uint8_t *kinds;	      /* owned: by name */
};

static bool put_events(struct event_names *n, const struct profile *p, struct error *err)
{
	uint32_t name;

	n->kinds = mem_array((size_t)p->event_count + 1, 1, "events", err);
	n->names = n->kinds ? intern_new(err) : NULL;
	if (!n->names)
		return false;
	for (uint32_t e = 0; e < p->event_count; e++) {
		if (!intern_put(n->names, without_modifiers(name_of(p, e)), &name, err))
			return false;
		/* room: one name per event, and "" */
		n->kinds[name] = (uint8_t)(n->kinds[name] | 1u << p->events[e].spans);
	}
	return true;
}

/* The first event that has an event of the same name and kind in `n`, or p->event_count. */
static bool find_common(const struct profile *p, struct event_names *n, uint32_t *event,
			struct error *err)
{
	uint32_t known = intern_count(n->names), name;

	for (*event = 0; *event < p->event_count; ++*event) {
		if (!intern_put(n->names, without_modifiers(name_of(p, *event)), &name,
				err))
			return false;
		if (name < known && n->kinds[name] & 1 << p->events[*event].spans)
			break;
	}
	return true;
}

/* The first event that both files have, or p->event_count. There may be thousands. */
static bool first_common(const struct profile *p, const struct profile *other,
			 uint32_t *event, struct error *err)
{
	struct event_names n = {0};
	uint32_t ignored;
	bool ok = true;

	if (p->event_count > 1 && other->event_count > 1) {
		ok = put_events(&n, other, err) && find_common(p, &n, event, err);
	} else { /* one of them may be any event */
		*event = 0;
		while (*event < p->event_count &&
		       !event_choice_find(p, *event, other, &ignored))
			++*event;
	}
	intern_free(n.names);
	mem_free(n.kinds);
	return ok;
}

static bool refuse_events(const struct profile *p, uint32_t event,
			  const struct profile *other, uint32_t other_event,
			  struct error *err)
{
	struct text a = name_of(p, event), b = name_of(other, other_event), c;
	uint32_t common = p->event_count;

	if (!first_common(p, other, &common, err))
		return false;
	if (common == p->event_count)
		return error_set(err, ERROR_USAGE,
				 "the files have no event in common: one has '%.*s', the "
				 "other '%.*s'",
				 count_shown_bytes(a), a.at, count_shown_bytes(b), b.at);
	c = name_of(p, common);
	return error_set(err, ERROR_USAGE,
			 "the first events of the files differ, '%.*s' and '%.*s'; both "
			 "have --event '%.*s'",
			 count_shown_bytes(a), a.at, count_shown_bytes(b), b.at,
			 count_shown_bytes(c), c.at);
}

bool event_choice_beside(const struct profile *p, uint32_t event,
			 const struct profile *other, const char *named,
			 uint32_t *other_event, struct error *err)
{
	uint32_t first = event_choice_first(other);

	if (event == ALL_EVENTS || named) {
		if (event_choice_find(p, event, other, other_event))
			return true;
		return refuse_events(p, event, other, first, err);
	}
	*other_event = first;
	return event_choice_is_same(p, event, other, first) ||
	       refuse_events(p, event, other, first, err);
}
