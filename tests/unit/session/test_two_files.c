#include "lib/unit.h"

#include <string.h>

#include "lib/made_profile.h"
#include "choice/event_choice.h"
#include "session/session.h"

/* ---- every choice applies to both ---- */

/* What a separate session says about the other file with the same choice. */
static struct session *apart(uint64_t seed, const struct session *s)
{
	struct error err = ERROR_INIT;
	struct choice c = s->choice;
	struct session *apart;

	c.range = c.baseline.range;
	c.also = (struct ranges){0};
	c.baseline = (struct baseline){0};
	apart = session_new_as(random_profile(seed, 200), &c, &err);
	assert_non_null(apart);
	return apart;
}

static void assert_found(const struct session *s)
{
	const struct search *is = session_search(s);
	struct error err = ERROR_INIT;
	struct search search;
	struct regex *re;

	assert_int_equal(is != NULL, s->choice.search.len > 0);
	if (!is)
		return;
	re = regex_new(s->choice.search, &err);
	assert_true(re &&
		    search_build(&search, session_comparison(s)->tree, re, NULL, &err));
	assert_int_equal(is->matches, search.matches);
	search_release(&search);
	regex_free(re);
}

static void assert_compares(const struct session *s, uint64_t seed)
{
	const struct comparison *is = session_comparison(s);
	struct session *other = apart(seed, s);
	struct joint_tree *j;
	struct comparison c;
	struct error err = ERROR_INIT;

	j = joint_tree_new(s->tree, other->tree, NULL, &err);
	assert_non_null(j);
	assert_true(comparison_of_files(&c, j, &s->flame, selection_bounds(s->selection),
					&other->flame, s->choice.baseline.range, &err));
	comparison_normalise(&c, s->choice.baseline.normalised);
	if (s->choice.baseline.swapped)
		comparison_swap(&c);
	assert_non_null(is);
	assert_int_equal(is->tree->count, j->tree->count);
	assert_int_equal(is->normalised, c.normalised);
	assert_true(is->factor == c.factor);
	assert_int_equal(is->subject.samples, c.subject.samples);
	assert_int_equal(is->baseline.samples, c.baseline.samples);
	for (uint32_t n = 0; n < j->tree->count; n++) {
		assert_int_equal(is->subject.total[n], c.subject.total[n]);
		assert_int_equal(is->baseline.total[n], c.baseline.total[n]);
		assert_true(comparison_self(is, n).delta == comparison_self(&c, n).delta);
	}
	assert_found(s);
	comparison_release(&c);
	joint_tree_free(j);
	session_free(other);
}

static void change_baseline(struct baseline *b, struct dice *d)
{
	uint64_t from = dice_below(d, 4000000000u);

	b->against =
	    dice_below(d, 3) ? BASELINE_FILE : (enum baseline_kind)dice_below(d, 3);
	b->normalised = (enum normalised)dice_below(d, NORMALISED_WAYS);
	b->swapped = dice_below(d, 2);
	b->range = (struct range){from, from + dice_below(d, 2000000000u)};
}

static void change(struct choice *c, struct dice *d)
{
	static const char *const filters[] = {"", "main", "!irq", "comm=app & cpu=1"};
	static const char *const searches[] = {"", "a", "nothing at all"};
	uint64_t from = dice_below(d, 4000000000u);

	static struct range several[] = {
	    {200000000, 900000000}, {1500000000, 1500000001}, {2000000000, 2700000000}};

	switch (dice_below(d, 8)) {
	case 7:
		c->also = (struct ranges){several, dice_below(d, 4)};
		break;
	case 0:
		c->filter = text_of(filters[dice_below(d, 4)]);
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
		change_baseline(&c->baseline, d);
		break;
	default:
		c->range = (struct range){from, from + dice_below(d, 2000000000u)};
	}
}

static struct session *open_two(uint64_t first, uint64_t second)
{
	const struct settings o = {.asked.event = "all"};
	struct error err = ERROR_INIT;
	struct session *s = session_new(random_profile(first, 200), &o, &err), *other;

	assert_non_null(s);
	other = session_new_baseline(random_profile(second, 200), s, &o, &err);
	assert_non_null(other);
	assert_true(session_compare_with(s, other, &o, &err));
	return s;
}

TEST(what_is_chosen_is_chosen_for_both_files)
{
	for (uint64_t seed = 1; seed <= 10; seed++) {
		struct session *s = open_two(seed, seed + 100);
		struct error err = ERROR_INIT;
		struct dice d = {seed};
		struct choice c;

		assert_compares(s, seed + 100);
		c = s->choice;
		c.filter = c.search = TEXT("");
		for (int i = 0; i < 60; i++) {
			change(&c, &d);
			assert_true(session_choose(s, &c, NULL, &err));
			if (c.baseline.against == BASELINE_FILE)
				assert_compares(s, seed + 100);
		}
		session_free(s);
	}
}

TEST(a_range_that_moves_is_compared_at_once)
{
	struct session *s = open_two(3, 4);

	for (uint64_t from = 0; from < 40; from++) {
		session_set_range(
		    s, (struct range){from * 100000000, (from + 7) * 100000000});
		assert_compares(s, 4);
	}
	session_free(s);
}

/* Joining takes long, and a search is repeated with each key. */
TEST(both_are_joined_again_only_under_other_roots)
{
	struct session *s = open_two(3, 4);
	const struct tree *joint = session_comparison(s)->tree;
	struct error err = ERROR_INIT, refused = ERROR_INIT;
	struct choice c = s->choice;

	c.search = TEXT("a");
	assert_true(session_choose(s, &c, NULL, &err));
	assert_ptr_equal(session_comparison(s)->tree, joint);
	c.filter = TEXT("main");
	assert_true(session_choose(s, &c, NULL, &err));
	assert_ptr_equal(session_comparison(s)->tree, joint);
	assert_compares(s, 4);
	c.search = TEXT("(");
	assert_false(session_choose(s, &c, NULL, &refused));
	assert_ptr_equal(session_comparison(s)->tree, joint);
	assert_compares(s, 4);
	c.search = TEXT("");
	c.root = ROOT_CPU;
	assert_true(session_choose(s, &c, NULL, &err));
	assert_ptr_not_equal(session_comparison(s)->tree, joint);
	assert_compares(s, 4);
	session_free(s);
}

/* Nothing else is counted or queried again: a key in a search costs no more than the search. */
TEST(a_search_is_the_only_thing_that_a_key_of_it_changes)
{
	static const char *const patterns[] = {"a", "ma", "main", "e", "[0-9]", "x", "a"};

	for (uint64_t seed = 1; seed <= 10; seed++) {
		struct session *s = open_two(seed, seed + 100);
		const uint64_t *counts = session_comparison(s)->subject.total;
		struct error err = ERROR_INIT;
		struct choice c = s->choice;

		for (size_t i = 0; i < sizeof patterns / sizeof *patterns; i++) {
			const struct search *found;
			struct search anew;
			struct regex *re = regex_new(text_of(patterns[i]), &err);

			c.search = text_of(patterns[i]);
			assert_true(session_choose(s, &c, NULL, &err));
			assert_ptr_equal(session_comparison(s)->subject.total, counts);
			found = session_search(s);
			assert_true(
			    search_build(&anew, session_graph(s)->tree, re, NULL, &err));
			assert_int_equal(found->matches, anew.matches);
			assert_int_equal(found->first_count, anew.first_count);
			assert_memory_equal(found->first, anew.first,
					    anew.first_count * sizeof *anew.first);
			for (uint64_t n = 0; n < anew.nodes.count; n++) {
				assert_int_equal(bits_has(&found->nodes, n),
						 bits_has(&anew.nodes, n));
				assert_int_equal(bits_has(&found->within, n),
						 bits_has(&anew.within, n));
			}
			search_release(&anew);
			regex_free(re);
		}
		assert_compares(s, seed + 100);
		session_free(s);
	}
}

TEST(a_choice_that_fails_changes_neither)
{
	struct session *s = open_two(5, 6);
	struct error err = ERROR_INIT;
	struct choice c = s->choice;

	c.filter = TEXT("main(");
	assert_false(session_choose(s, &c, NULL, &err));
	assert_int_equal(err.kind, ERROR_USAGE);
	c.filter = TEXT("");
	c.search = TEXT("[");
	err = (struct error)ERROR_INIT;
	assert_false(session_choose(s, &c, NULL, &err));
	assert_compares(s, 6);
	session_free(s);
}

TEST(another_file_takes_the_place_of_the_first)
{
	const struct settings o = {.asked.event = "all"};
	struct session *s = open_two(7, 8), *third;
	struct error err = ERROR_INIT;

	third = session_new_baseline(random_profile(9, 200), s, &o, &err);
	assert_true(third && session_compare_with(s, third, &o, &err));
	assert_compares(s, 9);
	session_free(s);
}

/* ---- what can be compared ---- */

/* A file with these events, separated by spaces; "!" before a name: spans. */
static struct profile *file_of(const char *events)
{
	static char names[8][32];
	struct made_sample made[8] = {{0}};
	size_t count = 0;

	while (*events) {
		size_t len = strcspn(events, " ");

		assert_true(count < 8 && len < sizeof names[0]);
		memcpy(names[count], events, len);
		names[count][len] = '\0';
		made[count] = (struct made_sample){
		    .stack = "main", .event = names[count], .time = count, .duration = 1};
		made[count].span = *names[count] == '!';
		if (!made[count].span)
			made[count].duration = 0;
		events += len + (events[len] == ' ');
		count++;
	}
	return made_profile(made, count);
}

/* Compares: the event of the second file, or NULL and an error with these words. */
static void assert_pairs(const char *first, const char *second, const char *event,
			 const char *expected, const char *words)
{
	const struct settings o = {.asked.event = event};
	struct error err = ERROR_INIT;
	struct session *s = session_new(file_of(first), &o, &err), *other;

	assert_non_null(s);
	other = session_new_baseline(file_of(second), s, &o, &err);
	if (other && expected) {
		struct text name = session_event_name(other);

		if (!text_equal(name, text_of(expected)))
			fail_msg("%s and %s: %.*s", first, second, (int)name.len,
				 name.at);
	}
	if (!expected && other)
		assert_false(session_compare_with(s, other, &o, &err));
	else if (!expected)
		assert_non_null(strstr(err.message, words));
	else
		assert_true(other && session_compare_with(s, other, &o, &err));
	if (!expected) {
		assert_int_equal(err.kind, ERROR_USAGE);
		if (!strstr(err.message, words))
			fail_msg("'%s' has no '%s'", err.message, words);
	}
	session_free(s);
}

TEST(both_files_have_to_have_the_event)
{
	assert_pairs("cycles", "cycles", NULL, "cycles", NULL);
	assert_pairs("cycles:ppp", "cycles:u", NULL, "cycles:u", NULL);
	assert_pairs("cycles", "cycles:P", NULL, "cycles:P", NULL);
	assert_pairs("sched:wake", "sched:switch", NULL, NULL, "no event in common");
	assert_pairs("cycles faults", "faults cycles", NULL, NULL,
		     "'cycles' and 'faults'; both have --event 'cycles'");
	assert_pairs("cycles faults", "faults cycles", "faults", "faults", NULL);
	assert_pairs("cycles faults", "instructions", "faults", NULL,
		     "one has 'faults', the other 'instructions'");
	assert_pairs("cycles faults", "instructions faults", "all", "all events", NULL);
	assert_pairs("cycles", "samples", NULL, "samples", NULL);
	assert_pairs("samples", "cycles faults", NULL, "cycles", NULL);
	assert_pairs("cycles", "samples faults", NULL, NULL, "no event in common");
}

static void assert_first(const char *events, const char *expected)
{
	struct profile *p = file_of(events);
	uint32_t first = event_choice_first(p);

	assert_true(first < p->event_count);
	assert_true(
	    text_equal(profile_string(p, p->events[first].name), text_of(expected)));
	profile_free(p);
}

/* Text has a thread's wake-ups before its first sample, whatever event perf recorded. */
TEST(what_the_scheduler_did_is_not_looked_at_first)
{
	assert_first("sched:sched_waking sched:sched_switch cpu-clock", "cpu-clock");
	assert_first("sched:sched_waking sched:sched_switch", "sched:sched_waking");
	assert_first("block:block_rq_issue sched:sched_switch cycles",
		     "block:block_rq_issue");
	assert_first("!span sched:sched_waking cycles", "!span");
	assert_first("!span", "!span");
}

TEST(times_are_not_held_against_numbers)
{
	assert_pairs("!work", "!work", NULL, "!work", NULL);
	assert_pairs("!work", "samples", NULL, NULL, "no event in common");
	assert_pairs("!work", "samples", "all", NULL, "spans");
	assert_pairs("samples", "!work", "all", NULL, "spans");
}

TEST(a_range_of_the_second_file_is_of_its_own_clock)
{
	struct settings o = {.asked.against = "1,2"};
	struct error err = ERROR_INIT;
	struct session *s =
	    session_new(random_profile(1, 100), &(struct settings){0}, &err);
	struct session *other;

	assert_non_null(s);
	other = session_new_baseline(random_profile(2, 100), s, &o, &err);
	assert_non_null(other);
	assert_int_equal(other->choice.range.from, 1000000000);
	assert_int_equal(other->choice.range.to, 2000000000);
	session_free(other);
	o.asked.against = "rest";
	assert_null(session_new_baseline(random_profile(2, 100), s, &o, &err));
	assert_int_equal(err.kind, ERROR_USAGE);
	session_free(s);
}
