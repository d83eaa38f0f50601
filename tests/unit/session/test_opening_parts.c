#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "base/mem.h"
#include "lib/made_profile.h"
#include "session/session.h"

#define MANY 150000 /* samples: enough to be worth a second thread */

static struct session *opened(unsigned threads, struct error *err)
{
	const struct settings o = {
	    .event = "all", .root = ROOT_THREAD, .reading = {.threads = threads}};

	return session_new(random_profile(3, MANY), &o, err);
}

static void two_threads_open_a_session_as_one_does(void **state)
{
	struct error err = ERROR_INIT;
	struct session *one = opened(1, &err), *two = opened(2, &err);

	(void)state;
	assert_non_null(one);
	assert_non_null(two);
	assert_true(two->profile->samples.count > 100000);
	assert_int_equal(two->tree->count, one->tree->count);
	assert_int_equal(two->summary.threads, one->summary.threads);
	assert_int_equal(two->summary.last, one->summary.last);
	for (uint32_t e = 0; e < one->profile->event_count; e++) {
		assert_int_equal(two->summary.events[e].samples,
				 one->summary.events[e].samples);
		assert_int_equal(two->summary.events[e].idle,
				 one->summary.events[e].idle);
	}
	for (uint32_t n = 0; n < one->tree->count; n++)
		assert_int_equal(two->flame.total[n], one->flame.total[n]);
	for (uint64_t i = 0; i < one->profile->samples.count; i++) {
		assert_int_equal(bits_has(&two->idle, i), bits_has(&one->idle, i));
		assert_int_equal(two->tree->leaf[i], one->tree->leaf[i]);
	}
	session_free(one);
	session_free(two);
	assert_int_equal(mem_used(), 0);
}

static void opening_beyond_the_budget_says_so_and_leaves_nothing(void **state)
{
	unsigned refused = 0;

	(void)state;
	for (size_t more = 64; more < 1 << 22; more *= 4) {
		struct profile *p = random_profile(4, MANY);
		const struct settings o = {.reading = {.threads = 2}};
		struct error err = ERROR_INIT;
		struct session *s;

		mem_set_budget(mem_used() + more);
		s = session_new(p, &o, &err);
		mem_set_budget(0);
		assert_int_equal(!s, err.kind == ERROR_MEMORY);
		refused += !s;
		session_free(s);
		assert_int_equal(mem_used(), 0);
	}
	assert_true(refused > 3);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test(two_threads_open_a_session_as_one_does),
	    cmocka_unit_test(opening_beyond_the_budget_says_so_and_leaves_nothing),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
