#include "session/opening.h"

#include <stdatomic.h>

#include "analysis/idle.h"
#include "analysis/waiting/work_waits.h"
#include "base/threads.h"

#define BESIDE_LEAST 100000 /* samples: of fewer a thread costs what it saves */

enum part { PART_TREE, PART_COUNTS, PARTS }; /* what takes longest comes first */

struct opening {
	struct session *session;
	enum root_mode root;
	atomic_uint next;
	struct error errors[PARTS];
};

/* Of threads' time what only waits for work is what idle samples are of others. */
static bool find_idle(struct session *s, struct error *err)
{
	const struct profile *p = s->profile;

	if (!p->states)
		return idle_build(&s->idle, p, err);
	return bits_build(&s->idle, p->samples.count, err) &&
	       work_waits_find(&s->idle, p, err);
}

static bool count_whole(struct session *s, struct error *err)
{
	return find_idle(s, err) && span_index_build(&s->spans, s->profile, err) &&
	       summary_build(&s->summary, s->profile, &s->idle, err);
}

static bool make_tree(struct session *s, enum root_mode root, struct error *err)
{
	s->tree = tree_new(s->profile, root, err);
	return s->tree != NULL;
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
			make_tree(s, o->root, &o->errors[part]);
		else
			count_whole(s, &o->errors[part]);
	}
}

bool opening_run(struct session *s, enum root_mode root, unsigned threads,
		 struct error *err)
{
	struct opening o = {.session = s, .root = root};

	if (s->profile->samples.count < BESIDE_LEAST || threads == 1 ||
	    (!threads && threads_cpus() < 2))
		return count_whole(s, err) && make_tree(s, root, err);
	threads_run(2, open_parts, &o);
	for (int i = PARTS - 1; i >= 0; i--) { /* the error that one thread would meet */
		if (o.errors[i].kind) {
			*err = o.errors[i];
			return false;
		}
	}
	return true;
}
