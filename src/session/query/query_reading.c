#include "session/query/query_reading.h"

static struct profile *read_choice(const struct query_facts *f, const struct settings *s,
				   struct query_status *how, struct error *err)
{
	struct profile *outline = query_outline(f, s->query, err), *p = NULL;
	struct choice c = {.event = 0};

	if (!outline)
		return NULL;
	if (choice_of_profile(&c, &s->choice, &s->asked, s->baseline_file != NULL,
			      outline, err))
		p = query_ask(f, s->query, &c, &s->query_map, how, err);
	ranges_release(&c.also);
	ranges_release(&c.baseline.also);
	profile_free(outline);
	return p;
}

struct profile *query_read(const struct settings *s, struct error *err)
{
	struct query_status how = {.read = 0};
	struct query_facts f;
	struct profile *p = NULL;

	if (query_ask_facts(&f, s->query, &how, err))
		p = read_choice(&f, s, &how, err);
	query_facts_release(&f);
	return p;
}

struct profile *query_read_outline(const struct settings *s, struct error *err)
{
	struct query_status how = {.read = 0};
	struct query_facts f;
	struct profile *p = NULL;

	if (query_ask_facts(&f, s->query, &how, err))
		p = query_outline(&f, s->query, err);
	query_facts_release(&f);
	return p;
}
