#include "lib/unit.h"

#include <stdio.h>

#include "analysis/filter.h"
#include "analysis/idle.h"
#include "base/number.h"
#include "lib/made_profile.h"
#include "session/session.h"

static void assert_bits_equal(const struct bits *a, const struct bits *b, uint64_t count)
{
	for (uint64_t i = 0; i < count; i++)
		assert_int_equal(bits_has(a, i), bits_has(b, i));
}

static void assert_found(const struct session *s, const struct tree *tree,
			 const struct bits *kept)
{
	struct error err = ERROR_INIT;
	struct regex *re = regex_new(s->choice.search, &err);
	struct search search = {0};
	struct bits matched = {0};

	assert_non_null(re);
	if (s->choice.search.len) {
		assert_true(search_build(&search, tree, re, NULL, &err));
		assert_true(search_samples(&search, tree, kept, &matched, &err));
		assert_bits_equal(&s->search.within, &search.within, tree->count);
		assert_bits_equal(&s->matched, &matched, s->profile->samples.count);
	}
	assert_int_equal(s->search.matches, search.matches);
	assert_int_equal(s->matched.words != NULL, matched.words != NULL);
	search_release(&search);
	bits_release(&matched);
	regex_free(re);
}

/* The same differences as a comparison of separately made flame graphs. */
static void assert_differs(const struct session *s, struct comparison *c)
{
	const struct comparison *is = session_comparison(s);
	const struct baseline *b = &s->choice.baseline;

	comparison_normalise(c, b->normalised);
	if (b->swapped)
		comparison_swap(c);
	assert_non_null(is);
	assert_int_equal(is->normalised, c->normalised);
	assert_true(is->factor == c->factor);
	assert_int_equal(is->subject.samples, c->subject.samples);
	assert_int_equal(is->baseline.samples, c->baseline.samples);
	assert_int_equal(is->subject.length, c->subject.length);
	assert_int_equal(is->baseline.length, c->baseline.length);
	for (uint32_t n = 0; n < s->tree->count; n++) {
		const struct change x = comparison_total(is, n);
		const struct change y = comparison_total(c, n);

		assert_true(x.value == y.value && x.baseline == y.baseline);
		assert_true(x.delta == y.delta && x.relative == y.relative);
	}
}

/*
 * `flame` has the samples of the range, whatever it shows; those of the baseline pass its own
 * filter.
 */
static void assert_compares(const struct session *s, struct flame *flame,
			    const struct bits *idle)
{
	struct error err = ERROR_INIT;
	const struct choice *c = &s->choice;
	struct filter *filter = filter_new(c->baseline.filter, &err);
	struct included_query q = {.event = c->event, .idle = c->idle, .filter = filter};
	struct included kept = {0};
	struct flame other = {0};
	struct comparison direct;
	static struct range room[SELECTION_ROOM];
	struct selection several;
	struct range hull;
	bool rest = c->baseline.against == BASELINE_REST;

	assert_true(filter && included_build(&kept, s->profile, idle, &q, &err));
	assert_true(flame_build(&other, flame->tree, rest ? flame->which : &kept.samples,
				NULL, c->weigh, &err));
	several = ranges_with(&c->also, c->range, room);
	hull = selection_bounds(several);
	flame_select(flame, several);
	flame_show(&other, rest ? RANGE_ALL : c->baseline.range);
	if (rest)
		assert_true(comparison_with_rest(&direct, flame, hull, &other, &err));
	else
		comparison_of_ranges(&direct, flame, hull, &other, c->baseline.range);
	assert_differs(s, &direct);
	comparison_release(&direct);
	flame_release(&other);
	included_release(&kept);
	filter_free(filter);
}

static bool is_in(struct range r, uint64_t at)
{
	return at >= r.from && at < r.to;
}

/* The rows of `which` whose time lies in any of the ranges. */
static void choose_rows(const struct choice *c, const struct profile *p,
			const struct bits *which, struct bits *rows)
{
	struct error err = ERROR_INIT;

	assert_true(bits_build(rows, p->samples.count, &err));
	for (uint64_t i = 0; i < p->samples.count; i++) {
		uint64_t at = p->samples.time[i] - profile_origin(p);
		bool in =
		    is_in(c->range, at) && !(c->also.count && range_is_all(c->range));

		for (uint32_t k = 0; k < c->also.count; k++)
			in |= is_in(c->also.list[k], at);
		if (in && bits_has(which, i))
			bits_add(rows, i);
	}
}

/* The session's results are the same as calling the analysis directly. */
static void assert_answers(const struct session *s)
{
	struct error err = ERROR_INIT;
	const struct profile *p = s->profile;
	const struct choice *c = &s->choice;
	struct filter *filter = filter_new(c->filter, &err);
	struct included_query q = {.event = c->event, .idle = c->idle, .filter = filter};
	struct tree *tree = tree_new(p, c->root, &err);
	struct bits idle = {0};
	struct included kept = {0};
	struct flame flame = {0};
	struct bits rows = {0};

	assert_true(filter && tree && idle_build(&idle, p, &err));
	assert_true(included_build(&kept, p, &idle, &q, &err));
	assert_true(flame_build(&flame, tree, &kept.samples, NULL, c->weigh, &err));
	choose_rows(c, p, &kept.samples, &rows);
	flame.which = &rows;
	flame_move(&flame, 0, p->samples.count);
	assert_int_equal(s->kept.count, kept.count);
	assert_int_equal(s->kept.filtered, kept.filtered);
	assert_bits_equal(&s->kept.samples, &kept.samples, p->samples.count);
	assert_int_equal(s->tree->count, tree->count);
	assert_int_equal(s->flame.samples, flame.samples);
	for (uint32_t n = 0; n < tree->count; n++) {
		assert_int_equal(s->flame.total[n], flame.total[n]);
		assert_int_equal(s->flame.self[n], flame.self[n]);
	}
	flame_move(&flame, 0, 0);
	flame.which = &kept.samples;
	flame_move(&flame, 0, p->samples.count);
	assert_int_equal(s->whole, flame.total[0]);
	assert_found(s, tree, &kept.samples);
	if (c->baseline.against != BASELINE_NOTHING)
		assert_compares(s, &flame, &idle);
	else
		assert_null(session_comparison(s));
	flame_release(&flame);
	included_release(&kept);
	bits_release(&rows);
	bits_release(&idle);
	tree_free(tree);
	filter_free(filter);
}

/* When there is a new tree the old one is handed over. */
static void choose(struct session *s, const struct choice *c)
{
	enum root_mode before = s->tree->root;
	struct error err = ERROR_INIT;
	struct tree *old = s->tree;

	assert_true(session_choose(s, c, &old, &err));
	assert_int_equal(s->tree->root, c->root);
	assert_int_equal(old != NULL, c->root != before);
	if (old)
		assert_int_equal(old->root, before);
	tree_free(old);
}

static bool filter_by(struct session *s, const char *filter, struct error *err)
{
	struct choice c = s->choice;

	c.filter = text_of(filter);
	return session_choose(s, &c, NULL, err);
}

static bool search_for(struct session *s, const char *pattern, struct error *err)
{
	struct choice c = s->choice;

	c.search = text_of(pattern);
	return session_choose(s, &c, NULL, err);
}

static bool look_at_event(struct session *s, uint32_t event, struct error *err)
{
	struct choice c = s->choice;

	c.event = event;
	return session_choose(s, &c, NULL, err);
}

static void change_baseline(struct baseline *b, struct dice *d)
{
	static const char *const filters[] = {"", "main", "!irq"};
	uint64_t from = dice_below(d, 4000000000u);

	b->against = (enum baseline_kind)dice_below(d, 3);
	b->normalised = (enum normalised)dice_below(d, NORMALISED_WAYS);
	b->swapped = dice_below(d, 2);
	if (dice_below(d, 2))
		b->filter = text_of(filters[dice_below(d, 3)]);
	b->range = (struct range){from, from + dice_below(d, 2000000000u)};
}

/* One part of it, so that the others need not be recomputed. */
static void change(struct choice *c, struct dice *d)
{
	static const char *const filters[] = {"", "main", "!irq", "comm=app & cpu=1",
					      "nothing at all"};
	static const char *const searches[] = {"", "a", "nothing at all"};
	uint64_t from = dice_below(d, 4000000000u);

	static struct range several[] = {
	    {200000000, 900000000}, {1500000000, 1500000001}, {2000000000, 2700000000}};

	switch (dice_below(d, 10)) {
	case 8:
		c->also = (struct ranges){several, dice_below(d, 4)};
		break;
	case 9:
		c->range = RANGE_ALL;
		break;
	case 0:
		c->filter = text_of(filters[dice_below(d, 5)]);
		break;
	case 1:
		c->search = text_of(searches[dice_below(d, 3)]);
		break;
	case 2:
		c->idle = (enum idle_mode)dice_below(d, 3);
		break;
	case 3:
		c->root = (enum root_mode)dice_below(d, ROOT_MODES);
		break;
	case 4:
		c->weigh = (enum weigh)dice_below(d, 2);
		break;
	case 5:
	case 6:
		change_baseline(&c->baseline, d);
		break;
	default:
		c->range = (struct range){from, from + dice_below(d, 2000000000u)};
	}
}

TEST(answers_are_those_of_the_analysis)
{
	for (uint64_t seed = 1; seed <= 12; seed++) {
		const struct settings o = {.asked.event = "all"};
		struct dice d = {seed};
		struct session *s;
		struct choice c;
		struct error err = ERROR_INIT;

		s = session_new(random_profile(seed, 300), &o, &err);
		assert_non_null(s);
		c = s->choice;
		c.filter = c.search = TEXT("");
		for (int i = 0; i < 100; i++) {
			change(&c, &d);
			choose(s, &c);
			assert_answers(s);
		}
		session_set_range(s, (struct range){1000000000, 2000000000});
		assert_answers(s);
		session_set_range(s, RANGE_ALL);
		assert_answers(s);
		session_free(s);
	}
}

TEST(what_a_range_is_held_against_is_read_with_it)
{
	struct settings o = {
	    .asked.range = "1,2", .asked.against = "2,3", .choice.filter = TEXT("main")};
	struct error err = ERROR_INIT;
	struct session *s = session_new(random_profile(3, 300), &o, &err);

	assert_non_null(s);
	assert_int_equal(s->choice.baseline.range.from, 2000000000);
	assert_int_equal(s->choice.baseline.range.to, 3000000000);
	assert_true(text_equal(s->choice.baseline.filter, TEXT("main")));
	session_free(s);
	o.asked.against = "rest";
	s = session_new(random_profile(3, 300), &o, &err);
	assert_non_null(s);
	assert_int_equal(session_comparison(s)->baseline.samples,
			 s->kept.count - s->flame.samples);
	session_free(s);
	o.asked.range = NULL;
	assert_null(session_new(random_profile(3, 300), &o, &err));
	assert_int_equal(err.kind, ERROR_USAGE);
}

/* Its stacks and threads are missing so far: nothing may seem to be dropped, or not found. */
TEST(of_a_sketch_filters_and_searches_wait)
{
	const struct settings o = {.choice.filter = TEXT("main"),
				   .choice.search = TEXT("no such name")};
	struct profile *p = random_profile(5, 300);
	struct error err = ERROR_INIT;
	struct session *s;

	p->times_only = true;
	s = session_new(p, &o, &err);
	assert_non_null(s);
	assert_int_equal(s->kept.filtered, 0);
	assert_string_equal(s->choice.filter.at, "main");
	assert_false(session_searches(s));
	assert_false(filter_by(s, "main(", &err));
	err = (struct error)ERROR_INIT;
	assert_true(filter_by(s, "comm=nobody", &err));
	assert_int_equal(s->kept.filtered, 0);
	assert_true(search_for(s, "main", &err));
	assert_false(session_searches(s));
	session_free(s);
}

TEST(a_choice_that_fails_changes_nothing)
{
	const struct settings o = {.asked.event = "all"};
	struct session *s;
	struct error err = ERROR_INIT;
	const char *filter;

	s = session_new(random_profile(5, 300), &o, &err);
	assert_non_null(s);
	assert_true(filter_by(s, "main", &err));
	assert_true(search_for(s, "b", &err));
	filter = s->choice.filter.at;
	assert_false(filter_by(s, "main(", &err));
	assert_int_equal(err.kind, ERROR_USAGE);
	err = (struct error)ERROR_INIT;
	assert_false(filter_by(s, "pid=x", &err));
	assert_ptr_equal(s->choice.filter.at, filter);
	assert_string_equal(s->choice.filter.at, "main");
	err = (struct error)ERROR_INIT;
	assert_false(search_for(s, "[", &err));
	assert_string_equal(s->choice.search.at, "b");
	assert_true(s->search.matches > 0);
	assert_answers(s);
	session_free(s);
}

TEST(settings_that_fit_no_profile_are_refused)
{
	const struct settings wrong[] = {{.asked.event = "cycles"},
					 {.choice.filter = TEXT("(")},
					 {.choice.search = TEXT("(")},
					 {.asked.range = "x"}};

	for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
		struct error err = ERROR_INIT;

		assert_null(session_new(random_profile(5, 300), &wrong[i], &err));
		assert_int_equal(err.kind, ERROR_USAGE);
	}
}

TEST(a_range_of_a_profile_without_times_is_refused)
{
	static const struct made_sample one = {.stack = "main", .untimed = true};
	const struct settings o = {.asked.range = "0,1"};
	struct session *s;
	struct error err = ERROR_INIT;

	assert_null(session_new(made_profile(&one, 1), &o, &err));
	assert_int_equal(err.kind, ERROR_USAGE);
	err = (struct error)ERROR_INIT;
	s = session_new(made_profile(&one, 1), &(struct settings){0}, &err);
	assert_non_null(s);
	assert_true(session_figures(s, 0).busy < 0);
	assert_int_equal(s->flame.samples, 1);
	session_free(s);
}

/* Two CPUs, one of which has one more sample: 21 ticks in the time of 20. */
TEST(no_more_cpus_are_busy_than_there_are)
{
	struct made_sample made[42] = {0};
	struct settings o = {0};
	struct error err = ERROR_INIT;
	struct session *s;

	for (uint64_t i = 0; i < 42; i++)
		made[i] = (struct made_sample){.stack = "main",
					       .event = "cpu-clock",
					       .time = 1000000000 + i / 2 * 10000000,
					       .cpu = i % 2};
	for (int i = 0; i < 3; i++) {
		o.choice.filter = text_of(i == 0   ? ""
					  : i == 1 ? "cpu=1"
						   : "!cpu=0 & main");
		s = session_new(made_with_note(made, 42, "frequency", "100"), &o, &err);
		assert_non_null(s);
		assert_int_equal(session_figures(s, 0).cpus, i == 0 ? 2 : 1);
		assert_true(session_figures(s, 0).busy == (i == 0 ? 2 : 1));
		session_free(s);
	}
}

/* Zero-length marks, as Hermes writes them, precede its samples. */
TEST(the_event_shown_first_is_one_with_something_to_see)
{
	const struct made_sample made[] = {
	    {.stack = "mark", .time = 1, .span = true},
	    {.stack = "a", .time = 2},
	    {.stack = "b", .time = 3, .span = true, .event = "work", .duration = 5},
	};

	for (size_t skip = 0; skip < 3; skip++) {
		struct settings settings = {0};
		struct error err = ERROR_INIT;
		struct session *s;

		s = session_new(made_profile(made + skip, 3 - skip), &settings, &err);
		assert_non_null(s);
		assert_int_equal(s->choice.event, skip ? 0 : 1);
		assert_int_equal(s->kept.spans, skip == 2);
		session_free(s);
	}
}

static bool never(void *arg)
{
	++*(int *)arg;
	return false;
}

/* 40 names, each of which takes the pattern several ms: a second run would hit the time limit. */
TEST(a_pattern_that_has_not_changed_is_not_run_again)
{
	static const char slow[] = "a.*a.*a.*1$";
	const struct settings o = {.choice.filter = TEXT("!a.*a.*a.*2*1$"),
				   .choice.search = text_of(slow)};
	struct made_sample made[40];
	char names[40][70];
	struct error err = ERROR_INIT;
	struct session *s;
	struct choice c;
	int asked = 0;

	for (int i = 0; i < 40; i++) {
		memset(names[i], 'a', sizeof names[i]);
		snprintf(names[i] + 50, sizeof names[i] - 50, "1b%dx;c", i);
		made[i] = (struct made_sample){
		    .stack = names[i], .time = (uint64_t)i, .event = i % 2 ? "x" : "y"};
	}
	s = session_new(made_profile(made, 40), &o, &err);
	assert_non_null(s);
	s->wanted = never;
	s->wanted_arg = &asked;
	assert_true(search_for(s, slow, &err));
	assert_true(filter_by(s, o.choice.filter.at, &err));
	assert_true(look_at_event(s, ALL_EVENTS, &err));
	assert_int_equal(s->kept.count, 40);
	assert_true(look_at_event(s, 1, &err));
	assert_int_equal(s->kept.count, 20);
	c = s->choice;
	c.root = ROOT_THREAD;
	choose(s, &c);
	assert_int_equal(asked, 0);
	assert_false(search_for(s, "a.*a.*a.*[2]*1$", &err));
	assert_int_equal(err.kind, ERROR_CANCELLED);
	assert_int_equal(asked, 1);
	assert_string_equal(s->choice.search.at, slow);
	session_free(s);
}
