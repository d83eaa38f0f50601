/* unit.h - tests in C: each is written once and run by the names of its file and itself. */

#ifndef TESTS_UNIT_H
#define TESTS_UNIT_H

#include <setjmp.h>
#include <stdbool.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

/*
 * A program has the tests of one folder, and unit.c its main():
 *
 * 	TEST(a_profile_of_no_samples_is_empty)
 * 	{
 * 		assert_int_equal(...);
 * 	}
 *
 * TEST_WITH() names the functions that run before the test and after it, or NULL. Once in a file,
 * TEST_GROUP() names those that run before its first test and after its last, and TEST_NEEDS() one
 * that returns NULL, or a sentence that explains why the tests of the file cannot run on this
 * machine. The body may use cmocka's `state`.
 */
#define TEST(name) TEST_WITH(name, NULL, NULL)

#define TEST_WITH(name, set_up, tear_down)                                               \
	static void name(void **state);                                                  \
	__attribute__((constructor)) static void register_##name(void)                   \
	{                                                                                \
		static struct unit_test test = {                                         \
		    NULL, __FILE__, __LINE__, {#name, name, set_up, tear_down, NULL}};   \
                                                                                         \
		unit_add(&test);                                                         \
	}                                                                                \
	static void name(void **state __attribute__((unused)))

#define TEST_GROUP(set_up, tear_down)                                                    \
	__attribute__((constructor)) static void register_group(void)                    \
	{                                                                                \
		unit_set_group(__FILE__, set_up, tear_down);                             \
	}                                                                                \
	_Static_assert(1, "")

#define TEST_NEEDS(missing)                                                              \
	__attribute__((constructor)) static void register_needs(void)                    \
	{                                                                                \
		unit_set_needs(__FILE__, missing);                                       \
	}                                                                                \
	_Static_assert(1, "")

/*
 * With EVERYWHERE=1 (.ci/run --part everywhere) tests try all cases, else a part that finds the
 * same faults.
 */
bool unit_everywhere(void);

/* For the macros. */
struct unit_test {
	struct unit_test *next; /* borrowed */
	const char *file;	/* borrowed */
	int line;
	struct CMUnitTest test;
};
void unit_add(struct unit_test *test);
void unit_set_group(const char *file, CMFixtureFunction set_up,
		    CMFixtureFunction tear_down);
void unit_set_needs(const char *file, const char *(*missing)(void));

#endif
