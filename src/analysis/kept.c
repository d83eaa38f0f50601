#include "analysis/kept.h"

static void choose_event(struct kept *k, const struct profile *p, uint32_t event)
{
	for (uint64_t i = 0; i < p->samples.count; i++) {
		if (event != KEPT_ALL_EVENTS && p->samples.event[i] != event)
			continue;
		bits_add(&k->samples, i);
		k->of_event++;
	}
}

static void choose_idle(struct kept *k, const struct bits *idle, enum idle_mode mode)
{
	for (uint64_t i = 0; i < k->samples.count; i++) {
		bool is_idle = bits_has(idle, i);

		if (!bits_has(&k->samples, i))
			continue;
		k->idle += is_idle;
		if (mode == IDLE_SHOW || is_idle == (mode == IDLE_ONLY))
			continue;
		bits_remove(&k->samples, i);
		k->hidden++;
	}
}

bool kept_build(struct kept *k, const struct profile *p, const struct bits *idle,
		const struct question *q, struct error *err)
{
	*k = (struct kept){0};
	if (!bits_build(&k->samples, p->samples.count, err))
		return false;
	choose_event(k, p, q->event);
	if (q->filter && !filter_apply(q->filter, p, &k->samples, err)) {
		kept_release(k);
		return false;
	}
	k->filtered = k->of_event - bits_population(&k->samples);
	choose_idle(k, idle, q->idle);
	k->count = k->of_event - k->filtered - k->hidden;
	return true;
}

void kept_release(struct kept *k)
{
	bits_release(&k->samples);
	*k = (struct kept){0};
}
