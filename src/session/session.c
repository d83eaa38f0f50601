#include "session/session.h"

#include <stdatomic.h>

#include "analysis/range_words.h"
#include "analysis/waiting/waiting_profile.h"
#include "base/mem.h"
#include "base/utf8.h"
#include "choice/event_choice.h"
#include "base/threads.h"
#include "analysis/idle.h"

/* ---- samples that a database has counted: the meaning of the profile's rows ---- */

/* Find the rows of the map and of the baseline in a new session. */
static bool counted_find(struct session *s, struct error *err)
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

/* The value of all rows of the map. */
static uint64_t counted_whole(const struct session *s, enum weigh weigh)
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

/* Compare the ranges with the baseline, if there is one; the database has counted both. */
static void counted_compare(struct session *s)
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

/* ---- the answers ---- */

/*
 * The answers to a choice, except for its range. They are built separately, so that the session is
 * unchanged on failure. Answers marked `same` have not changed: they are in the session and not
 * here.
 */
struct answers {
	bool same_filter, same_kept, same_graph, same_search, same_joint_search,
	    same_against, same_paths, same_shaping_found;
	struct bits passed;
	struct included kept;
	struct flame flame;
	uint64_t whole;
	struct transformed_paths paths;
	struct baseline_answers against;
	struct search search, joint_search;
	struct transformed_matches paths_found;
	struct bits matched;
};

static void answers_release(struct answers *a)
{
	included_release(&a->kept);
	flame_release(&a->flame);
	transformed_paths_release(&a->paths);
	baseline_answers_release(&a->against);
	bits_release(&a->passed);
	search_release(&a->search);
	search_release(&a->joint_search);
	transformed_matches_release(&a->paths_found);
	bits_release(&a->matched);
	*a = (struct answers){0};
}

/* The samples kept by the choice that is being answered. */
static const struct included *kept_of(const struct session *s, const struct answers *a)
{
	return a->same_kept ? &s->kept : &a->kept;
}

/* A profile with only times has no frames to search. */
static bool search_trees(const struct session *s, const struct choice *c,
			 const struct tree *tree, const struct joint_tree *joint,
			 struct time_limit *limit, struct answers *a, struct error *err)
{
	bool known = s->search.frames.words && text_equal(c->search, s->choice.search);
	struct regex *re = regex_new(c->search, err);
	const struct bits *frames =
	    a->same_search ? &s->search.frames : &a->search.frames;
	bool ok;

	if (!re)
		return false;
	regex_share(re, limit);
	ok = a->same_search || tree->profile->times_only ||
	     search_build(&a->search, tree, re, known ? &s->search.frames : NULL, err);
	if (ok && joint && !a->same_joint_search)
		ok = joint_tree_search(joint, &a->joint_search, re, frames, err);
	if (joint) {
		tree = joint->tree;
		frames = a->same_joint_search ? &s->joint_search.frames
					      : &a->joint_search.frames;
	}
	if (ok && !a->same_shaping_found)
		ok = transformed_paths_search(a->same_paths ? &s->paths : &a->paths, re,
					      tree, frames, &a->paths_found, err);
	regex_free(re);
	return ok;
}

/* Trees that have been searched for the same pattern are not searched again. */
static bool find_matches(const struct session *s, const struct choice *c,
			 const struct tree *tree, struct time_limit *limit,
			 struct answers *a, struct error *err)
{
	const struct bits *which = &kept_of(s, a)->samples;
	const struct joint_tree *joint =
	    a->same_against ? s->against.joint : a->against.joint;
	bool same = text_equal(c->search, s->choice.search);
	const struct search *search;

	if (!c->search.len)
		return true;
	a->same_search = same && s->search.frames.words && tree == s->tree;
	a->same_joint_search =
	    same && joint && s->joint_search.frames.words && joint == s->against.joint;
	a->same_shaping_found = same && a->same_search && a->same_paths;
	if (!(a->same_search && a->same_shaping_found &&
	      (!joint || a->same_joint_search)) &&
	    !search_trees(s, c, tree, joint, limit, a, err))
		return false;
	search = a->same_search ? &s->search : &a->search;
	return !search->frames.words ||
	       search_samples(search, tree, which, &a->matched, err);
}

static bool count_graph(const struct session *s, const struct choice *c,
			const struct tree *tree, struct answers *a, struct error *err)
{
	const struct bits *passed = a->same_filter ? &s->passed : &a->passed;
	const struct included_query q = {
	    .event = c->event, .idle = c->idle, .passed = passed->words ? passed : NULL};
	const struct included *kept = kept_of(s, a);

	if (a->same_graph)
		return true;
	if (!(a->same_kept || included_build(&a->kept, s->profile, &s->idle, &q, err)) ||
	    !flame_build(&a->flame, tree, &kept->samples, kept->spans ? &s->spans : NULL,
			 c->weigh, err))
		return false;
	flame_show(&a->flame, RANGE_ALL);
	a->whole = s->profile->server ? counted_whole(s, c->weigh) : a->flame.total[0];
	return true;
}

/* Compare with a part of the same file, which may have a separate filter. */
static bool compare_within(const struct session *s, const struct choice *c,
			   struct time_limit *limit, struct answers *a, struct error *err)
{
	const struct baseline *b = &c->baseline;
	struct bits passed = {0};
	struct baseline_query q = {.baseline = b,
				   .flame = a->same_graph ? &s->flame : &a->flame,
				   .kept = kept_of(s, a),
				   .based = s->profile->server ? &s->based : NULL,
				   .has_other = b->against == BASELINE_EVENT ||
						(b->against == BASELINE_RANGE &&
						 !text_equal(b->filter, c->filter)),
				   .other = {.event = c->event, .idle = c->idle},
				   .idle = &s->idle};
	bool ok;

	q.has_other &= !s->profile->server;
	if (q.has_other && !filter_select(&passed, s->profile, b->filter, limit, err)) {
		bits_release(&passed);
		return false;
	}
	if (b->against == BASELINE_EVENT && s->profile->event_count == 2 && c->event < 2)
		q.other.event = 1 - c->event;
	q.other.passed = passed.words ? &passed : NULL;
	ok = baseline_answers_build(&a->against, &q, &s->spans, err);
	bits_release(&passed);
	return ok;
}

/* The session's joint tree, if it was made from these two trees. */
static struct joint_tree *joint_of(const struct session *s, const struct tree *tree,
				   const struct tree *file)
{
	struct joint_tree *j = s->against.joint;

	return j && j->of[JOINT_FIRST] == tree && j->of[JOINT_SECOND] == file ? j : NULL;
}

static bool compare_with_file(const struct choice *c, const struct flame *file,
			      const struct session *s, struct answers *a,
			      struct error *err)
{
	const struct flame *flame = a->same_graph ? &s->flame : &a->flame;
	const struct baseline_query q = {.baseline = &c->baseline,
					 .flame = flame,
					 .file = file,
					 .joint = joint_of(s, flame->tree, file->tree),
					 .renamed = &s->renamed};

	return baseline_answers_build(&a->against, &q, NULL, err);
}

/* Has a choice been answered yet? */
static bool has_answers(const struct session *s)
{
	return s->flame.tree != NULL;
}

static bool derive_graph(const struct choice *c, const struct session *s,
			 const struct tree *tree, struct answers *a, struct error *err)
{
	const struct baseline_answers *against =
	    a->same_against ? &s->against : &a->against;
	const struct tree_results of =
	    baseline_answers_recorded(a->same_graph ? &s->flame : &a->flame, against);

	a->same_paths = has_answers(s) && tree == s->tree &&
			against->joint == s->against.joint &&
			!against->comparison.tree == !s->against.comparison.tree &&
			choice_same_shape(c, &s->choice);
	return a->same_paths ||
	       transformed_paths_build(&a->paths, c, &of, against->joint, err);
}

/* `file`: the flame of the baseline file, or NULL. */
static bool answer_choice(const struct session *s, const struct choice *c,
			  const struct tree *tree, const struct flame *file,
			  struct answers *a, struct error *err)
{
	struct time_limit limit = {.wanted = s->wanted, .arg = s->wanted_arg};
	const struct choice *was = &s->choice;

	*a = (struct answers){.same_filter = !has_answers(s) || s->profile->server ||
					     text_equal(c->filter, was->filter)};
	a->same_kept = !has_answers(s) ||
		       (a->same_filter && c->event == was->event && c->idle == was->idle);
	a->same_graph =
	    has_answers(s) && a->same_kept && tree == s->tree && c->weigh == was->weigh;
	a->same_against =
	    a->same_graph && choice_same_baseline(c, was) &&
	    (!file || (file == &s->other->flame && joint_of(s, tree, file->tree)));
	if ((a->same_filter ||
	     filter_select(&a->passed, s->profile, c->filter, &limit, err)) &&
	    count_graph(s, c, tree, a, err) &&
	    (a->same_against || (file ? compare_with_file(c, file, s, a, err)
				      : compare_within(s, c, &limit, a, err))) &&
	    derive_graph(c, s, tree, a, err) && find_matches(s, c, tree, &limit, a, err))
		return true;
	answers_release(a);
	return false;
}

/* Swap the answers that have changed: afterwards `a` has the old ones. */
static void swap_answers(struct session *s, struct answers *a)
{
	const struct answers new = *a;

	if (!new.same_filter) {
		a->passed = s->passed;
		s->passed = new.passed;
	}
	if (!new.same_kept) {
		a->kept = s->kept;
		s->kept = new.kept;
	}
	if (!new.same_graph) {
		a->flame = s->flame;
		s->flame = new.flame;
		s->flame.which = &s->kept.samples;
		s->whole = new.whole;
	}
	if (!new.same_paths) {
		a->paths = s->paths;
		s->paths = new.paths;
	}
	if (!new.same_shaping_found) {
		a->paths_found = s->paths_found;
		s->paths_found = new.paths_found;
	}
	if (!new.same_against) {
		a->against = s->against;
		s->against = new.against;
	}
	if (!new.same_search) {
		a->search = s->search;
		s->search = new.search;
	}
	if (!new.same_joint_search) {
		a->joint_search = s->joint_search;
		s->joint_search = new.joint_search;
	}
	s->finds += !bits_equal(&s->matched, &new.matched);
	a->matched = s->matched;
	s->matched = new.matched;
}

static void show_selection(struct session *s);

/* Select the aligned ranges of the other file, as far as they exist there. */
static void follow_selection(struct session *other, struct selection of,
			     const struct alignment *align)
{
	uint32_t count = 0;

	for (uint32_t i = 0; i < of.count; i++) {
		struct range r = alignment_range(align, of.list[i]);

		if (r.from < r.to || (i + 1 == of.count && !count))
			other->room[count++] = r; /* room: at most of.count */
	}
	other->selection = (struct selection){other->room, count};
	other->choice.range = selection_bounds(other->selection);
	show_selection(other);
}

static void compare_selection(struct session *s)
{
	const struct range range = selection_bounds(s->selection);
	struct baseline *b = &s->choice.baseline;

	s->baseline = b->against == BASELINE_RANGE
			  ? ranges_with(&b->also, b->range, s->baseline_room)
			  : (struct selection){0};
	if (s->profile->server) {
		counted_compare(s);
		return;
	}
	if (b->against != BASELINE_FILE) {
		baseline_answers_follow(&s->against, &s->flame, &s->kept, range, b,
					s->baseline);
		return;
	}
	if (b->align.follows) {
		follow_selection(s->other, s->selection, &b->align);
		b->range = s->other->choice.range;
	} else {
		session_set_range(s->other, b->range);
	}
	baseline_answers_follow_file(&s->against, &s->flame, range, &s->other->flame, b);
}

static void show_selection(struct session *s)
{
	struct tree_results of;

	if (s->profile->server) /* the database has counted the selection */
		flame_show(&s->flame, RANGE_ALL);
	else
		flame_select(&s->flame, s->selection);
	compare_selection(s);
	of = baseline_answers_recorded(&s->flame, &s->against);
	transformed_paths_count(&s->paths, &of);
}

static void show_range(struct session *s, struct range range)
{
	s->selection = ranges_with(&s->choice.also, range, s->room);
	show_selection(s);
}

/* A choice with its answers, before the session takes it over. */
struct decision {
	struct choice own; /* the session takes over its texts */
	struct tree *tree;
	struct answers answers;
};

/* Give the session the decision. Returns the former tree, or NULL if it is the same. */
static struct tree *apply_decision(struct session *s, struct decision *d)
{
	struct tree *old = d->tree == s->tree ? NULL : s->tree;
	struct answers *a = &d->answers;

	swap_answers(s, a);
	/*
	 * views may still have nodes of the former joint tree and its paths: keep these until the
	 * next choice
	 */
	if (!a->same_against) {
		if (s->against.is_lent) {
			s->against.is_lent = false;
		} else {
			joint_tree_free(s->joint_before);
			s->joint_before = a->against.joint;
		}
		a->against.joint = NULL;
	}
	if (!a->same_paths) {
		transformed_paths_release(&s->paths_before);
		s->paths_before = a->paths;
		a->paths = (struct transformed_paths){0};
	}
	answers_release(a);
	choice_release(&s->choice);
	s->choice = d->own;
	s->tree = d->tree;
	show_range(s, d->own.range);
	return old;
}

static void withdraw(const struct session *s, struct decision *d)
{
	answers_release(&d->answers);
	choice_release(&d->own);
	if (d->tree != s->tree)
		tree_free(d->tree);
}

static bool make_decision(const struct session *s, const struct choice *wanted,
			  const struct flame *file, struct decision *d, struct error *err)
{
	*d = (struct decision){.tree = s->tree};
	if (s->tree->root != wanted->root)
		d->tree = tree_new(s->profile, wanted->root, err);
	if (d->tree && choice_copy(&d->own, wanted, err) &&
	    answer_choice(s, wanted, d->tree, file, &d->answers, err))
		return true;
	withdraw(s, d);
	return false;
}

/*
 * Remove the parts of a choice that the baseline file does not answer: they concern the joint tree.
 */
static void leave_to_subject(struct choice *c)
{
	c->baseline = (struct baseline){0};
	c->transform = (struct text){0};
	c->reversed = false;
}

/* Decide the same choice for the other file, except for the subject's own parts. */
static bool decide_other(const struct session *s, const struct choice *wanted,
			 struct decision *d, struct error *err)
{
	const struct session *other = s->other;
	struct choice c = *wanted;

	c.range = wanted->baseline.range;
	c.also = (struct ranges){0};
	if (wanted->baseline.has_filter)
		c.filter = wanted->baseline.filter;
	leave_to_subject(&c);
	if (!event_choice_find(s->profile, wanted->event, other->profile, &c.event))
		return error_set(err, ERROR_NOTHING, "the other file has no such event");
	return make_decision(other, &c, NULL, d, err);
}

/* Answer a new choice; with two files either both sessions take it or neither does. */
static bool choose_anew(struct session *s, const struct choice *wanted, struct tree **old,
			struct error *err)
{
	bool both = wanted->baseline.against == BASELINE_FILE;
	struct decision mine, others;
	const struct flame *file = NULL;

	if (both && !decide_other(s, wanted, &others, err))
		return false;
	if (both)
		file =
		    others.answers.same_graph ? &s->other->flame : &others.answers.flame;
	if (!make_decision(s, wanted, file, &mine, err)) {
		if (both)
			withdraw(s->other, &others);
		return false;
	}
	if (both)
		tree_free(apply_decision(s->other, &others));
	*old = apply_decision(s, &mine);
	return true;
}

static void take_baseline(struct session *s, const struct baseline *b)
{
	struct baseline own = *b;

	own.against = s->choice.baseline.against;
	own.filter = s->choice.baseline.filter;
	own.has_filter = s->choice.baseline.has_filter;
	own.also = s->choice.baseline.also;
	s->choice.baseline = own;
}

/* Take the parts of a choice that need no new answers; the session keeps its own texts. */
static void take_cheap_parts(struct session *s, const struct choice *wanted)
{
	const struct choice was = s->choice;

	s->choice = *wanted;
	s->choice.filter = was.filter;
	s->choice.search = was.search;
	s->choice.transform = was.transform;
	s->choice.also = was.also;
	s->choice.baseline = was.baseline;
	take_baseline(s, &wanted->baseline);
	session_set_range(s, wanted->range);
}

bool session_choose(struct session *s, const struct choice *wanted, struct tree **old,
		    struct error *err)
{
	struct tree *replaced = NULL;
	bool ok = true;

	if (has_answers(s) && choice_asks_the_same(&s->choice, wanted)) {
		take_cheap_parts(s, wanted);
	} else {
		ok = choose_anew(s, wanted, &replaced, err);
	}
	if (old)
		*old = replaced;
	else
		tree_free(replaced);
	return ok;
}

void session_set_range(struct session *s, struct range range)
{
	s->choice.range = range;
	show_range(s, range);
}

void session_take_ranges(struct session *s, const struct choice *of)
{
	struct error ignored = ERROR_INIT;
	struct choice c = s->choice;

	c.range = of->range;
	c.also = of->also;
	session_choose(s, &c, NULL, &ignored);
}

void session_shift(struct session *s, int64_t earlier)
{
	ranges_shift(&s->choice.also, earlier);
	ranges_shift(&s->choice.baseline.also, earlier);
	session_set_range(s, range_shift(s->choice.range, earlier));
}

void session_set_baseline(struct session *s, const struct baseline *b)
{
	take_baseline(s, b);
	show_range(s, s->choice.range);
}

void session_repeat_ranges(struct session *s, const struct settings *o)
{
	struct choice c = s->choice;
	struct ranges also = {0}, other = {0};
	struct error ignored = ERROR_INIT; /* then the range is unchanged */

	if (o->asked.range && choice_ranges(s->profile, c.local, o->asked.range,
					    CHOICE_RANGE, &c.range, &also, &ignored))
		c.also = also;
	ignored = (struct error)ERROR_INIT;
	if (o->asked.against && c.baseline.against == BASELINE_RANGE &&
	    choice_ranges(s->profile, c.local, o->asked.against, CHOICE_AGAINST,
			  &c.baseline.range, &other, &ignored))
		c.baseline.also = other;
	ignored = (struct error)ERROR_INIT;
	session_choose(s, &c, NULL, &ignored);
	ranges_release(&also);
	ranges_release(&other);
}

/* ---- opening ---- */

#define TWO_THREADS_LEAST 100000 /* samples: with fewer, a thread does not pay off */

enum opening_part { OPEN_TREE, OPEN_COUNTS, OPENING_PARTS }; /* the longest first */

struct session_opening {
	struct session *session;
	const struct choice *first; /* borrowed */
	const struct early *early;  /* borrowed */
	atomic_uint next;
	struct error errors[OPENING_PARTS];
};

/* Find idle samples; in a profile of states these are waits for work. */
static bool find_idle(struct session *s, struct error *err)
{
	const struct profile *p = s->profile;

	if (p->server) /* the database has applied the idle mode */
		return bits_build(&s->idle, p->samples.count, err);
	if (!p->states)
		return idle_build(&s->idle, p, err);
	return bits_build(&s->idle, p->samples.count, err) &&
	       waiting_profile_idle_rows(&s->idle, p, err);
}

static bool count_whole(struct session *s, struct error *err)
{
	const struct profile *p = s->profile;

	return find_idle(s, err) && span_index_build(&s->spans, p, err) &&
	       (p->server
		    ? counted_find(s, err) && summary_from_tallies(&s->summary, p, err)
		    : summary_build(&s->summary, p, &s->idle, err));
}

static bool keep_samples(struct session *s, const struct choice *c, struct error *err)
{
	struct time_limit limit = {.wanted = s->wanted, .arg = s->wanted_arg};
	struct included_query q = {.event = c->event, .idle = c->idle};

	if (!s->profile->server &&
	    !filter_select(&s->passed, s->profile, c->filter, &limit, err))
		return false;
	q.passed = s->passed.words ? &s->passed : NULL;
	return included_build(&s->kept, s->profile, &s->idle, &q, err);
}

static bool make_tree(struct session *s, const struct choice *c, struct error *err)
{
	s->tree = tree_new(s->profile, c->root, err);
	return s->tree != NULL;
}

/* The parts are independent, and none changes the profile. */
static void open_parts(void *arg, unsigned thread)
{
	struct session_opening *o = arg;
	const struct choice *c = o->first;
	struct session *s = o->session;
	struct time_query w = {
	    .profile = s->profile, .kept = &s->kept, .event = c->event};
	unsigned part;

	(void)thread;
	while ((part = atomic_fetch_add(&o->next, 1)) < OPENING_PARTS) {
		if (part == OPEN_TREE) {
			make_tree(s, c, &o->errors[part]);
		} else if (count_whole(s, &o->errors[part]) &&
			   keep_samples(s, c, &o->errors[part]) && o->early) {
			w.range =
			    selection_bounds(ranges_with(&c->also, c->range, s->room));
			s->early = *o->early;
			o->early->begin(o->early->arg, &w);
		}
	}
}

/*
 * Prepare a session that has only its profile: idle samples, spans, summary, the samples kept by
 * the first choice, and the tree, which is built by a second thread if the profile is large. At
 * most `threads` run; 0: one per CPU. On failure session_free() releases everything. `early` may
 * be NULL.
 */
static bool prepare_session(struct session *s, const struct choice *first,
			    unsigned threads, const struct early *early,
			    struct error *err)
{
	struct session_opening o = {.session = s, .first = first, .early = early};

	if (s->profile->samples.count < TWO_THREADS_LEAST || threads == 1 ||
	    (!threads && threads_cpus() < 2))
		return count_whole(s, err) && keep_samples(s, first, err) &&
		       make_tree(s, first, err);
	threads_run(2, open_parts, &o);
	/* report the error that a single thread would meet first */
	for (int i = OPENING_PARTS - 1; i >= 0; i--) {
		if (o.errors[i].kind) {
			*err = o.errors[i];
			return false;
		}
	}
	return true;
}

static struct session *open_as(struct profile *p, const struct choice *first,
			       unsigned threads, const struct early *early,
			       struct error *err)
{
	struct choice own = *first;
	struct session *s = mem_array(1, sizeof *s, "session", err);

	if (!s) {
		profile_free(p);
		return NULL;
	}
	if (own.baseline.against == BASELINE_FILE || /* the file is added later */
	    (own.baseline.against == BASELINE_EVENT &&
	     p->graph != wait_graph_names[GRAPH_HOT_COLD]))
		own.baseline.against = BASELINE_NOTHING;
	s->profile = p;
	if (prepare_session(s, &own, threads, early, err) &&
	    session_choose(s, &own, NULL, err))
		return s;
	session_free(s);
	return NULL;
}

struct session *session_new(struct profile *p, const struct settings *settings,
			    struct error *err)
{
	return session_new_early(p, settings, NULL, err);
}

struct session *session_new_early(struct profile *p, const struct settings *settings,
				  const struct early *early, struct error *err)
{
	struct error ignored = ERROR_INIT;
	struct choice first, c;
	struct session *s = NULL;
	bool waits, known = choice_of_profile(&first, &settings->choice, &settings->asked,
					      settings->baseline_file != NULL, p, err);

	waits = known && settings->baseline_file && first.transform.len;
	if (waits)
		first.transform = (struct text){0};
	if (known)
		s = open_as(p, &first, settings->reading.threads, early, err);
	else
		profile_free(p);
	ranges_release(&first.also);
	ranges_release(&first.baseline.also);
	if (s && waits) {
		/* the function to transform may be in the second file only: then it fails here */
		c = s->choice;
		c.transform = settings->choice.transform;
		session_choose(s, &c, NULL, &ignored);
	}
	return s;
}

struct session *session_new_as(struct profile *p, const struct choice *first,
			       struct error *err)
{
	return open_as(p, first, 1, NULL, err);
}

static bool range_of_baseline(const struct profile *p, const struct settings *o,
			      struct range *range, struct error *err)
{
	struct ranges also = {0};

	if (strcmp(o->asked.against, "rest") == 0)
		return error_set(err, ERROR_USAGE,
				 "--against rest is for one file; for the second file, "
				 "give seconds or leave it out");
	if (!p->has_times)
		return error_set(err, ERROR_USAGE,
				 "--against: the second file has no times");
	if (!choice_ranges(p, o->choice.local, o->asked.against, CHOICE_AGAINST, range,
			   &also, err))
		return false;
	if (!also.count)
		return true;
	ranges_release(&also);
	return error_set(err, ERROR_USAGE,
			 "--against: only one range of the second file is possible");
}

struct session *session_new_baseline(struct profile *p, const struct session *subject,
				     const struct settings *settings, struct error *err)
{
	struct choice c = subject->choice;
	bool ok = event_choice_beside(subject->profile, c.event, p, settings->asked.event,
				      &c.event, err);

	leave_to_subject(&c);
	c.range = RANGE_ALL;
	c.also = (struct ranges){0};
	if (settings->asked.against_filter)
		c.filter = text_of(settings->asked.against_filter);
	if (ok && settings->asked.against)
		ok = range_of_baseline(p, settings, &c.range, err);
	if (ok)
		return session_new_as(p, &c, err);
	profile_free(p);
	return NULL;
}

#define UNIT_SHOWN 100 /* bytes */

/* Numbers of samples cannot be compared with times, nor cycles with bytes. */
static bool have_one_unit(const struct session *s, const struct session *other,
			  struct error *err)
{
	struct text a = flame_unit(&s->flame), b = flame_unit(&other->flame);

	if (s->kept.spans != other->kept.spans)
		return error_set(err, ERROR_USAGE,
				 "spans cannot be compared with samples: one file has "
				 "spans, the other samples");
	if (text_equal(a, b))
		return true;
	return error_set(
	    err, ERROR_USAGE,
	    "the weights of both files have different units, '%.*s' and '%.*s'",
	    (int)utf8_upto(a, UNIT_SHOWN).len, a.at, (int)utf8_upto(b, UNIT_SHOWN).len,
	    b.at);
}

/*
 * The baseline for a second file according to the settings; without --against its range follows the
 * alignment.
 */
static bool baseline_of_file(const struct session *s, const struct session *other,
			     const struct settings *o, struct baseline *b,
			     struct error *err)
{
	struct range_place first, second;

	*b = (struct baseline){
	    .against = BASELINE_FILE,
	    .range = other->choice.range,
	    .filter = text_of(o->asked.against_filter ? o->asked.against_filter : ""),
	    .has_filter = o->asked.against_filter != NULL,
	    .align = {.follows = o->asked.align && !o->asked.against},
	    .normalised = o->choice.baseline.normalised,
	    .swapped = o->choice.baseline.swapped,
	    .look = s->choice.baseline.look};
	if (!o->asked.align)
		return true;
	if (!s->profile->has_times || !other->profile->has_times)
		return error_set(err, ERROR_USAGE, "--align: not both files have times");
	first = range_place_of(s->profile, o->choice.local);
	second = range_place_of(other->profile, o->choice.local);
	return alignment_parse(text_of(o->asked.align), &first, &second, &b->align,
			       err) ||
	       error_at(err, "--align");
}

bool session_compare_with(struct session *s, struct session *other,
			  const struct settings *settings, struct error *err)
{
	struct session *was = s->other;
	struct renamed before = s->renamed;
	struct choice c = s->choice;
	struct tree *old;

	s->other = other;
	s->renamed = (struct renamed){.list = NULL};
	if (!was && !c.transform.len)
		c.transform = settings->choice.transform; /* has waited for this file */
	if (have_one_unit(s, other, err) &&
	    renamed_find(
		&s->renamed, s->profile, other->profile,
		text_of(settings->asked.compare_as ? settings->asked.compare_as : ""),
		err) &&
	    baseline_of_file(s, other, settings, &c.baseline, err) &&
	    choose_anew(s, &c, &old, err)) {
		session_free(was);
		renamed_release(&before);
		return true;
	}
	renamed_release(&s->renamed);
	s->renamed = before;
	s->other = was;
	session_free(other);
	return false;
}

void session_free(struct session *s)
{
	if (!s)
		return;
	if (s->early.end)
		s->early.end(s->early.arg);
	search_release(&s->search);
	search_release(&s->joint_search);
	bits_release(&s->matched);
	bits_release(&s->passed);
	bits_release(&s->mapped);
	bits_release(&s->based);
	baseline_answers_release(&s->against);
	session_free(s->other);
	renamed_release(&s->renamed);
	joint_tree_free(s->joint_before);
	transformed_paths_release(&s->paths);
	transformed_paths_release(&s->paths_before);
	transformed_matches_release(&s->paths_found);
	flame_release(&s->flame);
	included_release(&s->kept);
	tree_free(s->tree);
	summary_release(&s->summary);
	bits_release(&s->idle);
	span_index_release(&s->spans);
	choice_release(&s->choice);
	profile_free(s->profile);
	mem_free(s);
}

struct time_query session_when(const struct session *s)
{
	return (struct time_query){.profile = s->profile,
				   .kept = &s->kept,
				   .event = s->choice.event,
				   .range = selection_bounds(s->selection)};
}

bool session_find_periods(const struct session *s, bool whole, struct periods *f,
			  struct error *err)
{
	struct time_query w = session_when(s);

	if (whole)
		w.range = RANGE_ALL;
	return time_query_find_periods(&w, f, err);
}

bool session_find_odd(const struct session *s, unsigned kinds, struct anomalies *o,
		      struct error *err)
{
	const struct time_query w = session_when(s);

	return time_query_find_anomalies(&w, kinds, o, err);
}

bool session_is_of_waits(const struct session *s)
{
	return s->kept.spans && s->profile->of_threads && s->profile->has_times;
}

bool session_find_joint_wait(const struct session *s, struct range range,
			     struct joint_wait *c, struct error *err)
{
	const struct profile *p = s->profile;
	struct bits waits = {0};
	bool ok;

	if (!bits_build(&waits, p->samples.count, err))
		return false;
	for (uint64_t i = 0; i < p->samples.count; i++)
		if (bits_has(&s->kept.samples, i) &&
		    waiting_profile_state(p, profile_context(p, i)->event) !=
			STATE_RUNNING)
			bits_add(&waits, i);
	ok = joint_wait_find(c, p, &(struct joint_wait_query){&waits, range}, err);
	bits_release(&waits);
	return ok;
}

bool session_may_be_perf(const struct session *s)
{
	const struct profile *p = s->profile;

	for (uint32_t i = 0; i < p->thread_count; i++)
		if (p->threads[i].tid != PROFILE_NO_ID)
			return true;
	return false;
}
