#include "session/opening.h"

#include <stdatomic.h>

#include "analysis/idle.h"
#include "analysis/waiting/waiting_profile.h"
#include "base/threads.h"
#include "session/query/counted.h"

#define BESIDE_LEAST 100000 /* samples: of fewer a thread costs what it saves */

enum part { PART_TREE, PART_COUNTS, PARTS }; /* what takes longest comes first */

struct opening {
	struct session *session;
	const struct choice *first; /* borrowed */
	const struct early *early;  /* borrowed */
	atomic_uint next;
	struct error errors[PARTS];
};

/* Of threads' time what only waits for work is what idle samples are of others. */
static bool find_idle(struct session *s, struct error *err)
{
	const struct profile *p = s->profile;

	if (p->elsewhere) /* what is idle was asked for */
		return bits_build(&s->idle, p->samples.count, err);
	if (!p->states)
		return idle_build(&s->idle, p, err);
	return bits_build(&s->idle, p->samples.count, err) &&
	       work_waits_find(&s->idle, p, err);
}

static bool count_whole(struct session *s, struct error *err)
{
	const struct profile *p = s->profile;

	return find_idle(s, err) && span_index_build(&s->spans, p, err) &&
	       (p->elsewhere
		    ? counted_find(s, err) && summary_from_tallies(&s->summary, p, err)
		    : summary_build(&s->summary, p, &s->idle, err));
}

static bool keep(struct session *s, const struct choice *c, struct error *err)
{
	struct time_limit limit = {.wanted = s->wanted, .arg = s->wanted_arg};
	struct kept_query q = {.event = c->event, .idle = c->idle};

	if (!s->profile->elsewhere &&
	    !filter_pass(&s->passed, s->profile, c->filter, &limit, err))
		return false;
	q.passed = s->passed.words ? &s->passed : NULL;
	return kept_build(&s->kept, s->profile, &s->idle, &q, err);
}

static bool make_tree(struct session *s, const struct choice *c, struct error *err)
{
	s->tree = tree_new(s->profile, c->root, err);
	return s->tree != NULL;
}

static void begin_early(struct session *s, const struct choice *c,
			const struct early *early)
{
	const struct when w = {
	    .profile = s->profile,
	    .kept = &s->kept,
	    .event = c->event,
	    .range = selection_hull(ranges_with(&c->also, c->range, s->room))};

	s->early = *early;
	early->begin(early->arg, &w);
}

/* The parts do not need each other, and none changes the profile. */
static void open_parts(void *arg, unsigned thread)
{
	struct opening *o = arg;
	struct session *s = o->session;
	unsigned part;

	(void)thread;
	while ((part = atomic_fetch_add(&o->next, 1)) < PARTS) {
		if (part == PART_TREE)
			make_tree(s, o->first, &o->errors[part]);
		else if (count_whole(s, &o->errors[part]) &&
			 keep(s, o->first, &o->errors[part]) && o->early)
			begin_early(s, o->first, o->early);
	}
}

bool opening_run(struct session *s, const struct choice *first, unsigned threads,
		 const struct early *early, struct error *err)
{
	struct opening o = {.session = s, .first = first, .early = early};

	if (s->profile->samples.count < BESIDE_LEAST || threads == 1 ||
	    (!threads && threads_cpus() < 2))
		return count_whole(s, err) && keep(s, first, err) &&
		       make_tree(s, first, err);
	threads_run(2, open_parts, &o);
	for (int i = PARTS - 1; i >= 0; i--) { /* the error that one thread would meet */
		if (o.errors[i].kind) {
			*err = o.errors[i];
			return false;
		}
	}
	return true;
}
