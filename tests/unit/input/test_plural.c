#include "lib/unit.h"

#include <string.h>

#include "base/number.h"
#include "input/losses.h"
#include "profile/builder.h"

static void assert_one(const char *many, const char *one)
{
	char buf[NUMBER_THINGS_MAX];
	struct text t = number_noun(1, text_of(many), buf);

	assert_int_equal(t.len, strlen(one));
	assert_memory_equal(t.at, one, t.len);
}

TEST(one_is_not_called_many)
{
	char buf[NUMBER_THINGS_MAX];

	assert_string_equal(number_things(0, "samples", buf), "0 samples");
	assert_string_equal(number_things(1, "samples", buf), "1 sample");
	assert_string_equal(number_things(2345, "samples", buf), "2,345 samples");
	assert_string_equal(number_things(1, "stretches", buf), "1 stretch");
	assert_string_equal(number_things(1, "boxes", buf), "1 box");
	assert_string_equal(number_things(1, "processes", buf), "1 process");
	assert_string_equal(number_things(1, "more functions", buf), "1 more function");
	assert_one("user stacks cut short", "user stack cut short");
	assert_one("samples lost while recording", "sample lost while recording");
	assert_one("no word of it", "no word of it");
	assert_one("", "");
}

TEST(what_is_too_long_stays)
{
	char many[2 * NUMBER_THINGS_MAX], buf[NUMBER_THINGS_MAX];
	struct text t;

	memset(many, 'x', sizeof many);
	many[0] = 's';
	many[sizeof many - 2] = 's';
	many[sizeof many - 1] = '\0';
	t = number_noun(1, text_of(many), buf);
	assert_ptr_equal(t.at, many);
	assert_int_equal(t.len, strlen(many));
	assert_int_equal(strlen(number_things(1, many, buf)) < NUMBER_THINGS_MAX, true);
}

/* Whether there is a word that would have to change with the number as well. */
static bool has_verb(struct text reason)
{
	static const char *const verbs[] = {" that are ", " that end",	  " they ",
					    " their own", " that belong", " who are ",
					    " have ",	  " were "};

	for (size_t i = 0; i < sizeof verbs / sizeof *verbs; i++)
		if (text_has(reason, text_of(verbs[i])))
			return true;
	return false;
}

TEST(every_reason_of_a_loss_can_be_said_of_one)
{
	struct error err = ERROR_INIT;
	struct losses losses = {0};
	struct builder *b = builder_new(&err);
	struct profile *p;

	assert_non_null(b);
	for (enum loss_reason why = 0; why < LOSS_REASONS; why++)
		losses_count(&losses, why, 0);
	losses_store(&losses, b);
	p = builder_finish(b, &err);
	assert_non_null(p);
	assert_true(p->loss_count > 50);
	for (uint32_t i = 0; i < p->loss_count; i++) {
		struct text many = profile_string(p, p->losses[i].reason);
		char buf[NUMBER_THINGS_MAX];

		if (number_noun(1, many, buf).len >= many.len)
			fail_msg("\"1 %.*s\"", (int)many.len, many.at);
		if (has_verb(many))
			fail_msg("\"1 %.*s\" does not agree", (int)many.len, many.at);
	}
	profile_free(p);
	builder_free(b);
}

TEST(a_loss_without_a_known_place_does_not_hide_the_first_that_has_one)
{
	struct losses of_bytes = {.by_byte = true};
	struct losses of_lines = {.by_byte = false};

	losses_count(&of_bytes, LOSS_LINE, 4096);
	losses_count(&of_bytes, LOSS_LINE, 0);
	losses_count(&of_bytes, LOSS_LINE, 64);
	assert_int_equal(of_bytes.of[LOSS_LINE].first_line, 64);
	losses_count(&of_lines, LOSS_LINE, 0);
	losses_count(&of_lines, LOSS_LINE, 7);
	losses_count(&of_lines, LOSS_LINE, 8);
	assert_int_equal(of_lines.of[LOSS_LINE].first_line, 7);
}
