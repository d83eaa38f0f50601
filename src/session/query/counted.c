#include "session/query/counted.h"

bool counted_find(struct session *s, struct error *err)
{
	const struct profile *p = s->profile;
	const struct server_side *e = p->server;

	if (!bits_build(&s->mapped, p->samples.count, err) ||
	    !bits_build(&s->based, p->samples.count, err))
		return false;
	for (uint64_t i = e->asked; i < p->samples.count; i++)
		bits_add(i < (uint64_t)e->asked + e->against ? &s->based : &s->mapped, i);
	return true;
}

uint64_t counted_whole(const struct session *s, enum weigh weigh)
{
	const struct profile *p = s->profile;
	uint64_t value = 0;

	for (uint64_t i = p->server->asked + p->server->against; i < p->samples.count;
	     i++)
		value += weigh == WEIGH_PERIOD ? p->samples.weight[i]
					       : profile_row_count(p, i);
	return value;
}

/* The times of a side, as its rows have none. */
static struct side_time time_of(const struct session *s, struct selection ranges)
{
	return (struct side_time){.length =
				      selection_length(ranges, range_whole(s->profile)),
				  .range = selection_bounds(ranges),
				  .ranges = ranges.count > 1 ? ranges.count : 0};
}

void counted_compare(struct session *s)
{
	const struct range all = range_whole(s->profile);
	const struct baseline *b = &s->choice.baseline;
	struct side_time subject = time_of(s, s->selection), baseline = subject;

	if (b->against == BASELINE_RANGE) {
		baseline = time_of(s, s->baseline);
	} else {
		baseline.rest = true;
		baseline.length = all.to - all.from - subject.length;
	}
	baseline_answers_follow_counted(&s->against, &s->flame, b, subject, baseline);
}
