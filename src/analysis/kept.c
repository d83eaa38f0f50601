#include "analysis/kept.h"

static void choose_event(struct kept *k, const struct profile *p, uint32_t event)
{
	for (uint64_t i = 0; i < p->samples.count; i++) {
		if (event != KEPT_ALL_EVENTS && profile_context(p, i)->event != event)
			continue;
		bits_add(&k->samples, i);
		k->of_event += profile_row_count(p, i);
	}
}

static uint64_t count_samples(const struct kept *k, const struct profile *p)
{
	uint64_t n = 0;

	if (!p->weights_are_counts)
		return bits_population(&k->samples);
	for (uint64_t i = 0; i < k->samples.count; i++)
		n += bits_has(&k->samples, i) ? profile_row_count(p, i) : 0;
	return n;
}

static void choose_idle(struct kept *k, const struct profile *p, const struct bits *idle,
			enum idle_mode mode)
{
	for (uint64_t i = 0; i < k->samples.count; i++) {
		bool is_idle = bits_has(idle, i);
		uint64_t count = profile_row_count(p, i);

		if (!bits_has(&k->samples, i))
			continue;
		k->idle += is_idle ? count : 0;
		if (mode == IDLE_SHOW || is_idle == (mode == IDLE_ONLY))
			continue;
		bits_remove(&k->samples, i);
		k->hidden += count;
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
	k->filtered = k->of_event - count_samples(k, p);
	choose_idle(k, p, idle, q->idle);
	k->count = k->of_event - k->filtered - k->hidden;
	return true;
}

void kept_release(struct kept *k)
{
	bits_release(&k->samples);
	*k = (struct kept){0};
}
