#include "lib/unit.h"

#include <stdlib.h>

#include "choice/choice.h"

TEST(a_copy_has_texts_of_its_own)
{
	char filter[] = "main";
	const struct choice made = {
	    .event = 1, .filter = text_of(filter), .range = {2, 3}};
	struct error err = ERROR_INIT;
	struct choice copy;

	assert_true(choice_copy(&copy, &made, &err));
	assert_true(choice_asks_the_same(&copy, &made));
	copy.range = RANGE_ALL;
	assert_true(choice_asks_the_same(&copy, &made));
	filter[0] = 'p';
	assert_false(choice_asks_the_same(&copy, &made));
	assert_true(text_equal(copy.filter, TEXT("main")));
	choice_release(&copy);
	choice_release(&copy);
}

static void note(struct history *h, uint64_t from, const char *filter)
{
	const struct history_step s = {
	    .choice = {.range = {from, from + 1}, .filter = text_of(filter)}};

	history_note(h, &s);
}

static const struct history_step *back(struct history *h)
{
	uint64_t period;

	return history_go(h, false, &period);
}

static const struct history_step *on(struct history *h)
{
	uint64_t period;

	return history_go(h, true, &period);
}

static int start(void **state)
{
	*state = calloc(1, sizeof(struct history));
	return *state ? 0 : -1;
}

static int stop(void **state)
{
	history_release(*state);
	free(*state);
	return 0;
}

TEST_WITH(history_goes_back_and_on, start, stop)
{
	struct history *h = *state;

	assert_null(back(h));
	assert_null(on(h));
	note(h, 1, "");
	assert_null(back(h));
	note(h, 2, "a");
	note(h, 2, "a"); /* no change, so no step */
	note(h, 3, "b");
	assert_string_equal(back(h)->choice.filter.at, "a");
	assert_int_equal(back(h)->choice.range.from, 1);
	assert_null(back(h));
	assert_int_equal(on(h)->choice.range.from, 2);
	assert_string_equal(on(h)->choice.filter.at, "b");
	assert_null(on(h));
}

TEST_WITH(columns_are_as_long_again_as_before_they_were_fitted, start, stop)
{
	struct history *h = *state;
	struct history_step s = {.choice.filter = TEXT("")};
	uint64_t period;

	history_note(h, &s);
	s.fitted = 10; /* and nothing else */
	s.unfitted = 50;
	history_note(h, &s);
	note(h, 3, "b");
	assert_non_null(history_go(h, false, &period));
	assert_int_equal(period, 0);
	assert_int_equal(history_go(h, false, &period)->choice.range.from, 0);
	assert_int_equal(period, 50);
	assert_int_equal(history_go(h, true, &period)->choice.range.from, 0);
	assert_int_equal(period, 10);
	assert_int_equal(history_go(h, true, &period)->choice.range.from, 3);
	assert_int_equal(period, 0);
}

TEST_WITH(a_note_forgets_what_was_undone, start, stop)
{
	struct history *h = *state;

	for (uint64_t i = 0; i < 5; i++)
		note(h, i, "x");
	back(h);
	back(h);
	note(h, 9, "y");
	assert_null(on(h));
	assert_int_equal(back(h)->choice.range.from, 2);
	assert_int_equal(on(h)->choice.range.from, 9);
}

static void note_baseline(struct history *h, struct baseline b)
{
	const struct history_step s = {.choice = {.filter = TEXT(""), .baseline = b}};

	history_note(h, &s);
}

TEST_WITH(a_baseline_and_how_it_is_drawn_are_steps, start, stop)
{
	struct history *h = *state;
	struct baseline b = {.against = BASELINE_NOTHING};

	note_baseline(h, b);
	b.range.from = 7; /* of a baseline that does not exist */
	note_baseline(h, b);
	assert_int_equal(h->count, 1);
	b = (struct baseline){
	    .against = BASELINE_RANGE, .range = {1, 2}, .filter = TEXT("cpu=1")};
	note_baseline(h, b);
	note_baseline(h, b);
	assert_int_equal(h->count, 2);
	b.filter = TEXT("cpu=2");
	note_baseline(h, b);
	b.look.graph = GRAPH_ELIDED;
	note_baseline(h, b);
	b.look.self = true;
	note_baseline(h, b);
	b.swapped = true;
	note_baseline(h, b);
	b.normalised = NORMALISED_BY_SHARE;
	note_baseline(h, b);
	assert_int_equal(h->count, 7);
	history_shift(h, 10);
	for (int i = 0; i < 4; i++)
		back(h);
	assert_string_equal(back(h)->choice.baseline.filter.at, "cpu=1");
	assert_int_equal(h->steps[h->now].choice.baseline.range.to, 12);
	assert_int_equal(back(h)->choice.baseline.against, BASELINE_NOTHING);
}

TEST_WITH(the_oldest_steps_are_forgotten, start, stop)
{
	struct history *h = *state;
	int steps = 0;

	for (uint64_t i = 0; i < HISTORY_MAX + 50; i++)
		note(h, i, "x");
	assert_int_equal(h->count, HISTORY_MAX);
	while (back(h))
		steps++;
	assert_int_equal(steps, HISTORY_MAX - 1);
	assert_int_equal(h->steps[h->now].choice.range.from, 50);
}
