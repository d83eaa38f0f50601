#include "input/perf_data/perf_slices.h"

#include "base/mem.h"
#include "profile/order.h"

bool perf_slices_begin(struct perf_slices *s, const struct perf_batch *all,
		       struct error *err)
{
	s->all = all;
	s->samples = order_by_time(all->time, (uint32_t)all->count, err);
	s->changes =
	    s->samples ? order_by_time(all->change_time, (uint32_t)all->change_count, err)
		       : NULL;
	return s->changes != NULL;
}

void perf_slices_release(struct perf_slices *s)
{
	mem_free(s->samples);
	mem_free(s->changes);
	*s = (struct perf_slices){0};
}

bool perf_slices_left(const struct perf_slices *s)
{
	return s->sample < s->all->count || s->change < s->all->change_count;
}

/* Behind the last sample of the slice: those of one time stay together. */
static size_t end_of(const struct perf_slices *s, size_t wanted)
{
	const struct perf_batch *all = s->all;
	size_t end = s->sample + wanted;

	if (wanted >= all->count - s->sample)
		return all->count;
	while (end < all->count &&
	       all->time[s->samples[end]] == all->time[s->samples[end - 1]])
		end++;
	return end;
}

static bool take_changes(struct perf_slices *s, bool last, uint64_t before,
			 struct perf_batch *slice, struct error *err)
{
	const struct perf_batch *all = s->all;

	for (; s->change < all->change_count; s->change++) {
		uint32_t i = s->changes[s->change];
		const struct perf_change *c = &all->changes[i];

		if (!last && all->change_time[i] >= before)
			break;
		if (!perf_batch_change(slice, all->change_time[i], c,
				       (struct text){all->bytes + c->at, c->size}, err))
			return false;
	}
	return true;
}

bool perf_slices_next(struct perf_slices *s, size_t wanted, struct perf_batch *slice,
		      const uint32_t **numbers, struct error *err)
{
	const struct perf_batch *all = s->all;
	size_t end = end_of(s, wanted ? wanted : 1);
	bool last = end == all->count;

	*numbers = s->samples + s->sample;
	for (; s->sample < end; s->sample++) {
		uint32_t i = s->samples[s->sample];

		if (!perf_batch_sample(slice, all->time[i], &all->samples[i], err))
			return false;
	}
	return take_changes(s, last, last ? 0 : all->time[s->samples[end]], slice, err);
}
