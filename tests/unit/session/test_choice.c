#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <stdlib.h>

#include "session/choice.h"

static void a_copy_has_texts_of_its_own(void **state)
{
	char filter[] = "main";
	const struct choice made = {
	    .event = 1, .filter = text_of(filter), .range = {2, 3}};
	struct error err = ERROR_INIT;
	struct choice copy;

	(void)state;
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
	const struct step s = {.range = {from, from + 1}, .filter = text_of(filter)};

	history_note(h, &s);
}

static const struct step *back(struct history *h)
{
	return history_go(h, false);
}

static const struct step *on(struct history *h)
{
	return history_go(h, true);
}

static void history_goes_back_and_on(void **state)
{
	struct history h = {.count = 0};

	(void)state;
	assert_null(back(&h));
	assert_null(on(&h));
	note(&h, 1, "");
	assert_null(back(&h));
	note(&h, 2, "a");
	note(&h, 2, "a"); /* the same is no step */
	note(&h, 3, "b");
	assert_string_equal(back(&h)->filter.at, "a");
	assert_int_equal(back(&h)->range.from, 1);
	assert_null(back(&h));
	assert_int_equal(on(&h)->range.from, 2);
	assert_string_equal(on(&h)->filter.at, "b");
	assert_null(on(&h));
	history_release(&h);
}

static void a_note_forgets_what_was_undone(void **state)
{
	struct history h = {.count = 0};

	(void)state;
	for (uint64_t i = 0; i < 5; i++)
		note(&h, i, "x");
	back(&h);
	back(&h);
	note(&h, 9, "y");
	assert_null(on(&h));
	assert_int_equal(back(&h)->range.from, 2);
	assert_int_equal(on(&h)->range.from, 9);
	history_release(&h);
}

static void the_oldest_steps_are_forgotten(void **state)
{
	struct history *h = calloc(1, sizeof *h);
	int steps = 0;

	(void)state;
	assert_non_null(h);
	for (uint64_t i = 0; i < HISTORY_MAX + 50; i++)
		note(h, i, "x");
	assert_int_equal(h->count, HISTORY_MAX);
	while (back(h))
		steps++;
	assert_int_equal(steps, HISTORY_MAX - 1);
	assert_int_equal(h->steps[h->now].range.from, 50);
	history_release(h);
	free(h);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test(a_copy_has_texts_of_its_own),
	    cmocka_unit_test(history_goes_back_and_on),
	    cmocka_unit_test(a_note_forgets_what_was_undone),
	    cmocka_unit_test(the_oldest_steps_are_forgotten),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
