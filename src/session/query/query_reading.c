#include "session/query/query_reading.h"

#include "session/first_choice.h"
#include "session/session.h"

static struct profile *read_choice(const struct query_facts *f, const struct settings *s,
				   struct asking *how, struct error *err)
{
	struct profile *outline = query_outline(f, s->query, err), *p = NULL;
	struct choice c = {.event = 0};

	if (!outline)
		return NULL;
	if (first_choice_make(outline, s, &c, err))
		p = query_ask(f, s->query, &c, &s->query_map, how, err);
	ranges_release(&c.also);
	ranges_release(&c.baseline.also);
	profile_free(outline);
	return p;
}

struct profile *query_read(const struct settings *s, struct error *err)
{
	struct asking how = {.read = 0};
	struct query_facts f;
	struct profile *p = NULL;

	if (query_ask_facts(&f, s->query, &how, err))
		p = read_choice(&f, s, &how, err);
	query_facts_release(&f);
	return p;
}

struct profile *query_read_outline(const struct settings *s, struct error *err)
{
	struct asking how = {.read = 0};
	struct query_facts f;
	struct profile *p = NULL;

	if (query_ask_facts(&f, s->query, &how, err))
		p = query_outline(&f, s->query, err);
	query_facts_release(&f);
	return p;
}

bool query_compares(const struct settings *s)
{
	return s->against || s->against_filter;
}

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

/* What the range is held against, as a choice of its own. */
static bool choose_baseline(const struct profile *p, const struct choice *subject,
			    struct choice *c, struct error *err)
{
	const struct baseline *b = &subject->baseline;

	*c = (struct choice){.event = subject->event,
			     .idle = subject->idle,
			     .root = subject->root,
			     .weigh = subject->weigh,
			     .filter = b->filter,
			     .search = subject->search,
			     .range = b->range};
	if (b->against != AGAINST_REST)
		return add_all(&c->also, &b->also, RANGE_ALL, err);
	c->range = RANGE_ALL;
	c->filter = subject->filter;
	return add_rest(&c->also, subject, range_whole(p), err);
}

static bool hold(struct session *subject, const struct choice *c, struct profile *p,
		 bool is_rest, const struct settings *s, struct error *err)
{
	struct session *other = session_new_as(p, c, err);

	if (other)
		other->is_rest = is_rest;
	return other && session_hold_against(subject, other, s, err);
}

bool query_hold_against(struct session *subject, const struct settings *s,
			struct error *err)
{
	struct choice first = {.event = 0}, c = {.event = 0};
	struct asking how = {.read = 0};
	struct query_facts f;
	struct profile *p = NULL;
	bool ok = query_ask_facts(&f, s->query, &how, err) &&
		  first_choice_make(subject->profile, s, &first, err) &&
		  choose_baseline(subject->profile, &first, &c, err);

	if (ok)
		p = query_ask(&f, s->query, &c, &s->query_map, &how, err);
	ok = p && hold(subject, &c, p, first.baseline.against == AGAINST_REST, s, err);
	ranges_release(&first.also);
	ranges_release(&first.baseline.also);
	ranges_release(&c.also);
	query_facts_release(&f);
	return ok;
}
