
#include "base/append.h"
#include "base/idmap.h"
#include "base/mem.h"
#include "input/spans/spans.h"

#define NONE UINT32_MAX

/* The begins of one name that are open, on the track at hand. */
struct named {
	uint32_t track;
	uint32_t
	    innermost; /* event; the next one is in its `length`, as long as it is open */
};

struct span_pairing {
	struct idmap places; /* of names, in `named` */
	struct named *named; /* owned */
	size_t named_room;
	uint32_t *open; /* owned: begins, the innermost last; some are paired already */
	size_t open_room, open_count;
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
	mem_free(p);
}

static void join(struct span_event *all, uint32_t b, uint32_t e)
{
	struct span_event *begin = &all[b], *end = &all[e];

	begin->length = end->time - begin->time;
	if (begin->cpu != SPAN_NO_CPU && end->cpu != SPAN_NO_CPU &&
	    end->cpu >= begin->cpu)
		begin->cpu = end->cpu - begin->cpu;
	else
		begin->cpu = SPAN_NO_CPU;
	begin->name = e;
	begin->kind = SPAN_PAIRED;
	end->kind = SPAN_ENDED;
}

/* ---- by name ---- */

static bool find_named(struct span_pairing *p, const struct span_event *e,
		       struct named **named, struct error *err)
{
	uint32_t fresh = (uint32_t)p->places.count, place;

	if (!idmap_put(&p->places, e->name, fresh, &place, err) ||
	    !mem_reserve(&p->named, &p->named_room, p->places.count, sizeof *p->named,
			 "names of spans", err))
		return false;
	*named = &p->named[place];
	if (place == fresh || (*named)->track != e->track)
		**named = (struct named){e->track, NONE};
	return true;
}

static bool open_one(struct span_pairing *p, struct span_event *all, uint32_t event,
		     struct error *err)
{
	struct named *named;

	if (!find_named(p, &all[event], &named, err) ||
	    !APPEND(p->open, p->open_count, p->open_room, "open spans", err, event))
		return false;
	all[event].length = named->innermost;
	named->innermost = event;
	return true;
}

/* The innermost of all that are open; NONE: none is. */
static uint32_t innermost(struct span_pairing *p, const struct span_event *all)
{
	while (p->open_count && all[p->open[p->open_count - 1]].kind != SPAN_BEGIN)
		p->open_count--;
	return p->open_count ? p->open[p->open_count - 1] : NONE;
}

static bool close_one(struct span_pairing *p, struct span_event *all, uint32_t event,
		      struct error *err)
{
	const struct span_event *end = &all[event];
	uint32_t begin = end->name ? NONE : innermost(p, all);
	struct named *named;

	if (!end->name && begin == NONE)
		return true;
	if (!find_named(p, end->name ? end : &all[begin], &named, err))
		return false;
	begin = named->innermost;
	if (begin == NONE)
		return true;
	named->innermost = (uint32_t)all[begin].length;
	join(all, begin, event);
	return true;
}

static bool pair_by_name(struct span_pairing *p, struct span_event *all,
			 const struct span_key *keys, size_t count, struct error *err)
{
	p->open_count = 0;
	for (size_t i = 0; i < count; i++) {
		struct span_event *e = &all[keys[i].event];
		bool ok = e->kind == SPAN_BEGIN ? open_one(p, all, keys[i].event, err)
						: close_one(p, all, keys[i].event, err);

		if (!ok)
			return false;
	}
	return true;
}

/* ---- what is left ---- */

/* Of those at one time begins come first. There is room in `open`: all were in it before; what has none nevertheless is left unpaired. */
static void pair_rest(struct span_pairing *p, struct span_event *all,
		      const struct span_key *keys, size_t count, struct losses *losses)
{
	p->open_count = 0;
	for (size_t from = 0, to; from < count; from = to) {
		for (to = from; to < count && keys[to].from == keys[from].from; to++)
			if (all[keys[to].event].kind == SPAN_BEGIN)
				(void)APPEND_WITHIN(p->open, p->open_count, p->open_room,
						    keys[to].event);
		for (size_t i = from; i < to; i++) {
			struct span_event *e = &all[keys[i].event];

			if (e->kind != SPAN_END)
				continue;
			losses_count(losses,
				     p->open_count ? ASIDE_SPAN_NAME : LOSS_SPAN_END, 0);
			if (p->open_count)
				join(all, p->open[--p->open_count], keys[i].event);
		}
	}
}

bool span_pairs(struct span_pairing *p, struct spans *s, const struct span_key *keys,
		size_t count, uint64_t last, struct losses *losses, struct error *err)
{
	if (!pair_by_name(p, s->events, keys, count, err))
		return false;
	pair_rest(p, s->events, keys, count, losses);
	for (size_t i = 0; i < p->open_count; i++) {
		struct span_event *e = &s->events[p->open[i]];

		e->length = last - e->time;
		e->cpu = SPAN_NO_CPU;
		e->name = NONE;
		e->kind = SPAN_PAIRED;
	}
	losses_add(losses, LOSS_SPAN_OPEN, p->open_count, 0);
	return true;
}
