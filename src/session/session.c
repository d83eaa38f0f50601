#include "session/session.h"

#include "analysis/idle.h"
#include "base/mem.h"

/* Count the range anew; the flame graph must fit the tree and what is kept. */
static void count_range(struct session *s)
{
	flame_show(&s->flame, s->choice.range);
}

/*
 * Everything that follows from event, idle mode, filter, tree, weighing and search, built
 * aside so that a failure leaves the session as it was.
 */
struct answers {
	struct kept kept;
	struct flame flame;
	struct bits passed;
	struct search search;
	struct bits matched;
	bool same_filter, same_search; /* `passed`, `search` are the session's still */
	uint64_t whole;
};

static void answers_release(struct answers *a)
{
	kept_release(&a->kept);
	flame_release(&a->flame);
	bits_release(&a->passed);
	search_release(&a->search);
	bits_release(&a->matched);
	*a = (struct answers){0};
}

static bool find_matches(const struct session *s, struct answers *a,
			 const struct tree *tree, const char *pattern,
			 struct time_limit *limit, struct error *err)
{
	bool known = s->search.frames.words && strcmp(pattern, s->choice.search) == 0;
	struct regex *re;
	bool ok;

	if (!*pattern)
		return true;
	a->same_search = known && tree == s->tree;
	if (a->same_search)
		return search_samples(&s->search, tree, &a->kept.samples, &a->matched,
				      err);
	re = regex_new(text_of(pattern), err);
	if (!re)
		return false;
	regex_share(re, limit);
	ok = tree->profile->is_sketch ||
	     (search_build(&a->search, tree, re, known ? &s->search.frames : NULL, err) &&
	      search_samples(&a->search, tree, &a->kept.samples, &a->matched, err));
	regex_free(re);
	return ok;
}

/* Of a sketch nobody knows yet what a filter drops. */
static bool pass_filter(const struct session *s, struct answers *a, const char *filter,
			struct time_limit *limit, struct error *err)
{
	struct filter *f;
	bool ok = true;

	a->same_filter = s->tree && strcmp(filter, s->choice.filter) == 0;
	if (a->same_filter)
		return true;
	f = filter_new(text_of(filter), err);
	if (!f)
		return false;
	filter_share(f, limit);
	if (*filter && !s->profile->is_sketch) {
		ok = bits_build(&a->passed, s->profile->samples.count, err);
		if (ok)
			bits_fill(&a->passed);
		ok = ok && filter_apply(f, s->profile, &a->passed, err);
	}
	filter_free(f);
	return ok;
}

static bool answer(const struct session *s, const struct choice *c,
		   const struct tree *tree, struct answers *a, struct error *err)
{
	struct time_limit limit = {.wanted = s->wanted, .arg = s->wanted_arg};
	struct question q = {.event = c->event, .idle = c->idle};
	bool ok = pass_filter(s, a, c->filter, &limit, err);

	q.passed = a->same_filter ? &s->passed : &a->passed;
	if (!q.passed->words)
		q.passed = NULL;
	ok = ok && kept_build(&a->kept, s->profile, &s->idle, &q, err) &&
	     flame_build(&a->flame, tree, &a->kept.samples,
			 a->kept.spans ? &s->spans : NULL, c->weigh, err) &&
	     find_matches(s, a, tree, c->search, &limit, err);
	if (!ok) {
		answers_release(a);
		return false;
	}
	flame_show(&a->flame, RANGE_ALL);
	a->whole = a->flame.total[0];
	return true;
}

static struct answers answers_of(const struct session *s)
{
	return (struct answers){.kept = s->kept,
				.flame = s->flame,
				.passed = s->passed,
				.search = s->search,
				.matched = s->matched,
				.whole = s->whole};
}

/* Take the new answers, and the tree they are of if it is another; returns the old one
 * then. */
static struct tree *install(struct session *s, struct tree *tree, struct answers *a)
{
	struct answers old = answers_of(s);
	struct tree *old_tree = tree == s->tree ? NULL : s->tree;

	s->kept = a->kept;
	s->flame = a->flame;
	s->flame.which = &s->kept.samples;
	if (a->same_filter)
		old.passed = (struct bits){0};
	else
		s->passed = a->passed;
	if (a->same_search)
		old.search = (struct search){0};
	else
		s->search = a->search;
	s->matched = a->matched;
	s->whole = a->whole;
	answers_release(&old);
	s->tree = tree;
	count_range(s);
	return old_tree;
}

/* Answer a changed choice; its texts are not taken. `*old` as in session_set_root(). */
static bool change_tree(struct session *s, const struct choice *c, struct tree **old,
			struct error *err)
{
	struct tree *tree = s->tree;
	struct answers a = {0};

	if (!tree || tree->root != c->root) {
		tree = tree_new(s->profile, c->root, err);
		if (!tree)
			return false;
	}
	if (!answer(s, c, tree, &a, err)) {
		if (tree != s->tree)
			tree_free(tree);
		return false;
	}
	*old = install(s, tree, &a);
	return true;
}

static bool change(struct session *s, const struct choice *c, struct error *err)
{
	struct tree *old = NULL;
	bool ok = change_tree(s, c, &old, err);

	tree_free(old);
	return ok;
}

/* Do all spans of this event take no time at all? */
static bool takes_no_time(const struct profile *p, uint32_t event)
{
	if (!p->events[event].spans)
		return false;
	for (uint64_t i = 0; p->samples.duration && i < p->samples.count; i++)
		if (p->samples.duration[i] && profile_context(p, i)->event == event)
			return false;
	return true;
}

/* The first of which there is something to see. */
static uint32_t first_event(const struct profile *p)
{
	for (uint32_t e = 0; e < p->event_count; e++)
		if (!takes_no_time(p, e))
			return e;
	return 0;
}

static bool find_event(const struct profile *p, const char *name, uint32_t *event,
		       struct error *err)
{
	*event = name ? 0 : first_event(p);
	if (!name)
		return true;
	for (uint32_t e = 0; e < p->event_count; e++) {
		if (text_equal(profile_string(p, p->events[e].name), text_of(name))) {
			*event = e;
			return true;
		}
	}
	*event = KEPT_ALL_EVENTS;
	if (strcmp(name, "all") == 0)
		return true;
	return error_set(err, ERROR_USAGE,
			 "no event '%s' in this profile: 'flarescope info' lists them",
			 name);
}

static bool first_choice(struct session *s, const struct settings *o, struct error *err)
{
	struct choice *c = &s->choice;

	*c = (struct choice){
	    .idle = o->idle, .root = o->root, .weigh = o->weigh, .range = RANGE_ALL};
	c->filter =
	    mem_text(o->filter ? o->filter : "", o->filter ? strlen(o->filter) : 0, err);
	c->search = c->filter ? mem_text(o->search ? o->search : "",
					 o->search ? strlen(o->search) : 0, err)
			      : NULL;
	if (!c->search || !find_event(s->profile, o->event, &c->event, err))
		return false;
	if (!o->range)
		return true;
	if (!s->profile->has_times)
		return error_set(err, ERROR_USAGE,
				 "no range can be chosen: the profile has no times");
	return range_parse(text_of(o->range), &c->range, err);
}

static bool answer_first(struct session *s, struct error *err)
{
	return idle_build(&s->idle, s->profile, err) &&
	       span_index_build(&s->spans, s->profile, err) &&
	       summary_build(&s->summary, s->profile, &s->idle, err) &&
	       change(s, &s->choice, err);
}

bool session_copy_choice(struct choice *to, const struct choice *from, struct error *err)
{
	*to = *from;
	to->filter = mem_text(from->filter, strlen(from->filter), err);
	to->search =
	    to->filter ? mem_text(from->search, strlen(from->search), err) : NULL;
	if (to->search)
		return true;
	session_drop_choice(to);
	return false;
}

void session_drop_choice(struct choice *c)
{
	mem_free(c->filter);
	mem_free(c->search);
	*c = (struct choice){0};
}

bool session_same_question(const struct choice *a, const struct choice *b)
{
	return a->event == b->event && a->idle == b->idle && a->root == b->root &&
	       a->weigh == b->weigh && strcmp(a->filter, b->filter) == 0 &&
	       strcmp(a->search, b->search) == 0;
}

/* Nothing is asked of it yet. */
static struct session *take_over(struct profile *p, struct error *err)
{
	struct session *s = mem_array(1, sizeof *s, "session", err);

	if (s)
		s->profile = p;
	else
		profile_free(p);
	return s;
}

struct session *session_new(struct profile *p, const struct settings *settings,
			    struct error *err)
{
	struct session *s = take_over(p, err);

	if (s && first_choice(s, settings, err) && answer_first(s, err))
		return s;
	session_free(s);
	return NULL;
}

struct session *session_new_as(struct profile *p, const struct choice *c,
			       struct error *err)
{
	struct session *s = take_over(p, err);

	if (s && session_copy_choice(&s->choice, c, err) && answer_first(s, err))
		return s;
	session_free(s);
	return NULL;
}

void session_free(struct session *s)
{
	struct answers a;

	if (!s)
		return;
	a = answers_of(s);
	answers_release(&a);
	tree_free(s->tree);
	summary_release(&s->summary);
	bits_release(&s->idle);
	span_index_release(&s->spans);
	session_drop_choice(&s->choice);
	profile_free(s->profile);
	mem_free(s);
}

bool session_set_event(struct session *s, uint32_t event, struct error *err)
{
	struct choice c = s->choice;

	c.event = event;
	if (!change(s, &c, err))
		return false;
	s->choice = c;
	return true;
}

bool session_set_idle(struct session *s, enum idle_mode idle, struct error *err)
{
	struct choice c = s->choice;

	c.idle = idle;
	if (!change(s, &c, err))
		return false;
	s->choice = c;
	return true;
}

bool session_set_root(struct session *s, enum root_mode root, struct tree **old,
		      struct error *err)
{
	struct choice c = s->choice;

	*old = NULL;
	c.root = root;
	if (!change_tree(s, &c, old, err))
		return false;
	s->choice = c;
	return true;
}

bool session_set_weigh(struct session *s, enum weigh weigh, struct error *err)
{
	struct choice c = s->choice;

	c.weigh = weigh;
	if (!change(s, &c, err))
		return false;
	s->choice = c;
	return true;
}

bool session_set_filter(struct session *s, struct text expression, struct error *err)
{
	struct choice c = s->choice;

	c.filter = mem_text(expression.at, expression.len, err);
	if (!c.filter)
		return false;
	if (!change(s, &c, err)) {
		mem_free(c.filter);
		return false;
	}
	mem_free(s->choice.filter);
	s->choice = c;
	return true;
}

bool session_set_search(struct session *s, struct text pattern, struct error *err)
{
	struct time_limit limit = {.wanted = s->wanted, .arg = s->wanted_arg};
	struct answers a = {.kept = s->kept};
	char *copy;

	if (text_equal(pattern, text_of(s->choice.search)))
		return true;
	copy = mem_text(pattern.at, pattern.len, err);
	if (!copy)
		return false;
	if (!find_matches(s, &a, s->tree, copy, &limit, err)) {
		search_release(&a.search);
		bits_release(&a.matched);
		mem_free(copy);
		return false;
	}
	search_release(&s->search);
	bits_release(&s->matched);
	s->search = a.search;
	s->matched = a.matched;
	mem_free(s->choice.search);
	s->choice.search = copy;
	return true;
}

void session_set_range(struct session *s, struct range range)
{
	s->choice.range = range;
	count_range(s);
}

bool session_set_choice(struct session *s, const struct choice *c, struct error *err)
{
	struct choice own;

	if (session_same_question(&s->choice, c)) {
		session_set_range(s, c->range);
		return true;
	}
	if (!session_copy_choice(&own, c, err))
		return false;
	if (!change(s, &own, err)) {
		session_drop_choice(&own);
		return false;
	}
	session_drop_choice(&s->choice);
	s->choice = own;
	session_set_range(s, own.range);
	return true;
}

bool session_searches(const struct session *s)
{
	return *s->choice.search && !s->profile->is_sketch;
}

uint64_t session_covered(const struct session *s)
{
	const struct flame *f = &s->flame;
	uint64_t ns = 0;

	for (uint64_t i = flame_next(f, 0); i < f->last; i = flame_next(f, i + 1))
		ns += flame_part_of(f, i).duration;
	return ns;
}

/* Without memory: all of them. */
uint32_t session_cpus(const struct session *s)
{
	const struct profile *p = s->profile;
	uint32_t all = s->summary.cpus, left = all;
	struct filter *f = NULL;
	struct bits cpus = {0};
	struct error err = ERROR_INIT;

	if (!all || p->is_sketch || !strstr(s->choice.filter, "cpu="))
		return all;
	f = filter_new(text_of(s->choice.filter), &err);
	if (f && bits_build(&cpus, PROFILE_NO_CPU, &err)) {
		for (uint32_t i = 0; i < p->context_count; i++)
			if (p->contexts[i].cpu != PROFILE_NO_CPU &&
			    filter_admits_cpu(f, p->contexts[i].cpu))
				bits_add(&cpus, p->contexts[i].cpu);
		left = (uint32_t)bits_population(&cpus);
	}
	bits_release(&cpus);
	filter_free(f);
	return left < all ? left : all;
}

/*
 * A recording is taken to last from its first sample to its last, which is up to a period less
 * than it did: without a limit more CPUs may be busy than there are.
 */
double session_busy_cpus(const struct session *s)
{
	uint32_t cpus;
	double busy;

	if (!s->profile->has_times)
		return -1;
	busy = summary_busy_cpus(s->profile, s->choice.event, s->flame.samples,
				 s->flame.weight, s->choice.range);
	cpus = busy > 0 ? session_cpus(s) : 0;
	return cpus && busy > cpus ? cpus : busy;
}

struct text session_event_name(const struct session *s)
{
	const struct profile *p = s->profile;

	if (s->choice.event == KEPT_ALL_EVENTS)
		return TEXT("all events");
	if (s->choice.event >= p->event_count)
		return TEXT("no event");
	return profile_string(p, p->events[s->choice.event].name);
}
