#include "session/query/query_baseline.h"

/* All of `whole` that is in none of them. */
static bool all_but(struct ranges *rest, struct selection of, struct range whole,
		    struct error *err)
{
	uint64_t from = whole.from;

	for (uint32_t i = 0; i < of.count; i++) {
		struct range r = of.list[i];

		if (r.from > from && !ranges_add(rest, (struct range){from, r.from}, err))
			return false;
		from = r.to > from ? r.to : from;
	}
	return from >= whole.to || ranges_add(rest, (struct range){from, whole.to}, err);
}

static bool add_all(struct ranges *to, const struct ranges *also, struct range range,
		    struct error *err)
{
	for (uint32_t i = 0; i < also->count; i++)
		if (!ranges_add(to, also->list[i], err))
			return false;
	return range_is_all(range) || ranges_add(to, range, err);
}

static bool add_rest(struct ranges *rest, const struct choice *of, struct range whole,
		     struct error *err)
{
	struct ranges all = {NULL, 0};
	bool ok = add_all(&all, &of->also, of->range, err) &&
		  all_but(rest, (struct selection){all.list, all.count}, whole, err);

	ranges_release(&all);
	return ok;
}

bool query_baseline(const struct choice *subject, struct range whole, struct choice *c,
		    struct error *err)
{
	const struct baseline *b = &subject->baseline;

	*c = (struct choice){.event = subject->event,
			     .idle = subject->idle,
			     .root = subject->root,
			     .weigh = subject->weigh,
			     .filter = subject->filter,
			     .range = RANGE_ALL};
	if (b->against == AGAINST_RANGE) {
		c->filter = b->filter;
		c->range = b->range;
		return add_all(&c->also, &b->also, RANGE_ALL, err);
	}
	return b->against == AGAINST_REST && !choice_is_all(subject) &&
	       add_rest(&c->also, subject, whole, err) && c->also.count > 0;
}
