
#include "base/append.h"
#include "base/idmap.h"
#include "base/mem.h"
#include "input/spans/spans.h"

#define NONE UINT32_MAX

/* The begins of one name on the current track. */
struct named_begins {
	uint32_t track;
	uint32_t
	    /* number of the innermost open begin, whose `length` links to the next one */
	    innermost;
	uint32_t coming; /* begins at the current time that are not open yet */
};

struct span_pairing {
	struct idmap places;	    /* from names to rows of `named` */
	struct named_begins *named; /* owned */
	size_t named_room;
	/* owned: begins, innermost last; some may be paired already */
	uint32_t *open;
	size_t open_room, open_count;
	/* owned: ends at the current time that wait for a begin at the same time */
	uint32_t *late;
	size_t late_room, late_count;
};

struct span_pairing *span_pairing_new(struct error *err)
{
	return mem_array(1, sizeof(struct span_pairing), "spans", err);
}

void span_pairing_free(struct span_pairing *p)
{
	if (!p)
		return;
	idmap_release(&p->places);
	mem_free(p->named);
	mem_free(p->open);
	mem_free(p->late);
	mem_free(p);
}

static void join_pair(struct span_event *all, uint32_t b, uint32_t e)
{
	struct span_event *begin = &all[b], *end = &all[e];

	begin->length = (uint64_t)end->time - (uint64_t)begin->time;
	if (begin->cpu == SPAN_NO_CPU || end->cpu == SPAN_NO_CPU ||
	    __builtin_sub_overflow(end->cpu, begin->cpu, &begin->cpu) || begin->cpu < 0)
		begin->cpu = SPAN_NO_CPU;
	begin->name = e;
	begin->kind = SPAN_PAIRED;
	end->kind = SPAN_ENDED;
}

static bool find_named(struct span_pairing *p, const struct span_event *e,
		       struct named_begins **named, struct error *err)
{
	uint32_t fresh = (uint32_t)p->places.count, place;

	if (!idmap_put(&p->places, e->name, fresh, &place, err) ||
	    !mem_reserve(&p->named, &p->named_room, p->places.count, sizeof *p->named,
			 "names of spans", err))
		return false;
	*named = &p->named[place];
	if (place == fresh || (*named)->track != e->track)
		**named = (struct named_begins){e->track, NONE, 0};
	return true;
}

static bool open_one(struct span_pairing *p, struct span_event *all, uint32_t event,
		     struct error *err)
{
	struct named_begins *named;

	if (!find_named(p, &all[event], &named, err) ||
	    !APPEND(p->open, p->open_count, p->open_room, "open spans", err, event))
		return false;
	named->coming--;
	all[event].length = named->innermost;
	named->innermost = event;
	return true;
}

/* The innermost open begin, or NONE. */
static uint32_t innermost(struct span_pairing *p, const struct span_event *all)
{
	while (p->open_count && all[p->open[p->open_count - 1]].kind != SPAN_BEGIN)
		p->open_count--;
	return p->open_count ? p->open[p->open_count - 1] : NONE;
}

/* Close the innermost span with the name of `begin`; if that is NONE, with the end's own name. */
static bool close_named(struct span_pairing *p, struct span_event *all, uint32_t event,
			uint32_t begin, struct error *err)
{
	struct named_begins *named;

	if (!find_named(p, &all[begin == NONE ? event : begin], &named, err))
		return false;
	begin = named->innermost;
	named->innermost = (uint32_t)all[begin].length;
	join_pair(all, begin, event);
	return true;
}

/* `is_late`: all other events of the same time have been processed. */
static bool close_one(struct span_pairing *p, struct span_event *all, uint32_t event,
		      bool is_late, bool in_order, struct losses *losses,
		      struct error *err)
{
	uint32_t name = all[event].name, begin = innermost(p, all);
	struct named_begins *named = NULL;

	if (name && !find_named(p, &all[event], &named, err))
		return false;
	if (named && named->innermost != NONE)
		return close_named(p, all, event, NONE, err);
	if (!is_late && (begin == NONE || (named && named->coming)))
		return APPEND(p->late, p->late_count, p->late_room, "open spans", err,
			      event);
	if (begin == NONE || (named && !in_order))
		return true;
	if (named)
		losses_count(losses, ASIDE_SPAN_NAME, all[event].at);
	return close_named(p, all, event, begin, err);
}

/*
 * Pair begins and ends of the same time. An end whose begin follows in the input, at the same time,
 * waits for it. An end with a name that no open span has closes the innermost one, as in
 * chrome://tracing. But if the input is not in order, which chrome://tracing does not support, the
 * end waits until all others are paired.
 */
static bool pair_moment(struct span_pairing *p, struct span_event *all,
			const struct span_key *keys, size_t count, bool in_order,
			struct losses *losses, struct error *err)
{
	struct named_begins *named;

	p->late_count = 0;
	for (size_t i = 0; i < count; i++) {
		if (all[keys[i].event].kind != SPAN_BEGIN)
			continue;
		if (!find_named(p, &all[keys[i].event], &named, err))
			return false;
		named->coming++;
	}
	for (size_t i = 0; i < count; i++) {
		uint32_t event = keys[i].event;
		bool ok = all[event].kind == SPAN_BEGIN
			      ? open_one(p, all, event, err)
			      : close_one(p, all, event, false, in_order, losses, err);

		if (!ok)
			return false;
	}
	for (size_t i = 0; i < p->late_count; i++)
		if (!close_one(p, all, p->late[i], true, in_order, losses, err))
			return false;
	return true;
}

/*
 * Pair the remaining begins and ends. `open` has room for all, because all were in it before; one
 * without room would stay unpaired.
 */
static void pair_rest(struct span_pairing *p, struct span_event *all,
		      const struct span_key *keys, size_t count, struct losses *losses)
{
	p->open_count = 0;
	for (size_t i = 0; i < count; i++) {
		struct span_event *e = &all[keys[i].event];

		if (e->kind == SPAN_BEGIN)
			(void)APPEND_WITHIN(p->open, p->open_count, p->open_room,
					    keys[i].event);
		if (e->kind != SPAN_END)
			continue;
		losses_count(losses, p->open_count ? ASIDE_SPAN_NAME : LOSS_SPAN_END,
			     e->at);
		if (p->open_count)
			join_pair(all, p->open[--p->open_count], keys[i].event);
	}
}

bool span_pairs(struct span_pairing *p, struct spans *s, const struct span_key *keys,
		size_t count, int64_t last, struct losses *losses, struct error *err)
{
	bool in_order = true;

	for (size_t i = 1; i < count; i++)
		in_order &= keys[i - 1].event < keys[i].event;
	p->open_count = 0;
	for (size_t from = 0, to; from < count; from = to) {
		for (to = from; to < count && keys[to].from == keys[from].from;)
			to++;
		if (!pair_moment(p, s->events, keys + from, to - from, in_order, losses,
				 err))
			return false;
	}
	pair_rest(p, s->events, keys, count, losses);
	for (size_t i = 0; i < p->open_count; i++) {
		struct span_event *e = &s->events[p->open[i]];

		losses_count(losses, LOSS_SPAN_OPEN, e->at);
		e->length = (uint64_t)last - (uint64_t)e->time;
		e->cpu = SPAN_NO_CPU;
		e->name = NONE;
		e->kind = SPAN_PAIRED;
	}
	return true;
}
