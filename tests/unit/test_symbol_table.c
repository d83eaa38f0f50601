#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <stdio.h>
#include <stdlib.h>

#include "symbols/symbol_table.h"

static int setup(void **state)
{
	struct error err = ERROR_INIT;

	*state = symbol_table_new(true, &err);
	return *state ? 0 : -1;
}

static int teardown(void **state)
{
	symbol_table_free(*state);
	return 0;
}

/* A global function, unless the row says otherwise. */
static void put(struct symbol_table *t, const char *name, struct symbol_row row)
{
	struct error err = ERROR_INIT;

	assert_true(symbol_table_bytes(t, text_of(name), &row.name, &err));
	assert_true(symbol_table_add(t, &row, &err));
}

#define FUNCTION(at, bytes)                                                              \
	((struct symbol_row){.start = (at),                                              \
			     .size = (bytes),                                            \
			     .binding = SYMBOL_GLOBAL,                                   \
			     .type = SYMBOL_FUNCTION})

static void assert_name(struct symbol_table *t, uint64_t address, const char *expected)
{
	struct symbol s = {.name = TEXT("none")};

	symbol_table_find(t, address, &s);
	if (!text_equal(s.name, text_of(expected)))
		fail_msg("at %#lx: %.*s, not %s", (unsigned long)address, (int)s.name.len,
			 s.name.at, expected);
}

static void a_symbol_holds_its_first_address_and_not_its_end(void **state)
{
	put(*state, "main", FUNCTION(0x1000, 0x10));
	symbol_table_settle(*state, false);
	assert_name(*state, 0xfff, "none");
	assert_name(*state, 0x1000, "main");
	assert_name(*state, 0x100f, "main");
	assert_name(*state, 0x1010, "none");
}

static void an_empty_table_knows_no_address(void **state)
{
	symbol_table_settle(*state, false);
	assert_name(*state, 0, "none");
}

static void a_symbol_without_a_size_ends_where_the_next_begins(void **state)
{
	put(*state, "_start", FUNCTION(0x1000, 0));
	put(*state, "main", FUNCTION(0x1030, 8));
	put(*state, "last", FUNCTION(0x1040, 0));
	symbol_table_settle(*state, false);
	assert_name(*state, 0x102f, "_start");
	assert_name(*state, 0x1038, "none");
	assert_name(*state, 0x2fff, "last");
	assert_name(*state, 0x3000, "none");
}

static void kernel_and_modules_are_apart(void **state)
{
	struct symbol_row row = {.start = 0x2040, .binding = SYMBOL_LOCAL};
	struct error err = ERROR_INIT;
	struct symbol s;

	put(*state, "last_of_kernel", FUNCTION(0x1010, 0));
	assert_true(symbol_table_bytes(*state, TEXT("[ext4]"), &row.owner, &err));
	row.start = UINT64_C(0xffffffffc0001000);
	put(*state, "ext4_sync", row);
	symbol_table_settle(*state, true);
	assert_name(*state, 0x2fff, "last_of_kernel");
	assert_name(*state, 0x3000, "none");
	assert_true(symbol_table_find(*state, row.start + 4, &s));
	assert_true(text_equal(s.owner, TEXT("[ext4]")));
}

static void put_two(struct symbol_table *t, const char *a, struct symbol_row x,
		    const char *b, struct symbol_row y)
{
	put(t, a, x);
	put(t, b, y);
	symbol_table_settle(t, false);
}

static void one_with_a_size_is_preferred(void **state)
{
	put_two(*state, "longer_name", FUNCTION(0x1000, 0), "sized", FUNCTION(0x1000, 4));
	assert_name(*state, 0x1000, "sized");
}

static void a_function_is_preferred_to_a_label(void **state)
{
	struct symbol_row label = FUNCTION(0x1000, 4);

	label.type = SYMBOL_LABEL;
	put_two(*state, "a_long_label", label, "f", FUNCTION(0x1000, 4));
	assert_name(*state, 0x1000, "f");
}

static void what_is_not_weak_is_preferred(void **state)
{
	struct symbol_row weak = FUNCTION(0x1000, 4), local = weak;

	weak.binding = SYMBOL_WEAK;
	local.binding = SYMBOL_LOCAL;
	put_two(*state, "weak_one", weak, "_local", local);
	assert_name(*state, 0x1000, "_local");
}

static void what_is_global_is_preferred(void **state)
{
	struct symbol_row local = FUNCTION(0x1000, 4);

	local.binding = SYMBOL_LOCAL;
	put_two(*state, "local_one", local, "__g", FUNCTION(0x1000, 4));
	assert_name(*state, 0x1000, "__g");
}

static void fewer_underscores_are_preferred_then_the_longer_name(void **state)
{
	put_two(*state, "__libc_longer", FUNCTION(0x1000, 4), "read",
		FUNCTION(0x1000, 4));
	put_two(*state, "open", FUNCTION(0x2000, 4), "open64", FUNCTION(0x2000, 4));
	put_two(*state, "same", FUNCTION(0x3000, 4), "twin", FUNCTION(0x3000, 4));
	assert_name(*state, 0x1000, "read");
	assert_name(*state, 0x2000, "open64");
	assert_name(*state, 0x3000, "same");
}

static void behind_a_symbol_in_a_symbol_the_outer_one_goes_on(void **state)
{
	put_two(*state, "outer", FUNCTION(0x1000, 0x100), "inner", FUNCTION(0x1040, 8));
	assert_name(*state, 0x1047, "inner");
	assert_name(*state, 0x1048, "outer");
}

static void a_label_in_a_function_is_not_a_function(void **state)
{
	struct symbol_row label = FUNCTION(0x1040, 0), alone = FUNCTION(0x2000, 0);

	label.type = SYMBOL_LABEL;
	alone.type = SYMBOL_LABEL;
	put(*state, "function", FUNCTION(0x1000, 0x100));
	put(*state, "label_in_it", label);
	put(*state, "label_alone", alone);
	symbol_table_settle(*state, false);
	assert_name(*state, 0x1050, "function");
	assert_name(*state, 0x1100, "label_in_it");
	assert_name(*state, 0x2010, "label_alone");
}

static void what_comes_later_loses_against_what_was_settled(void **state)
{
	put(*state, "first", FUNCTION(0x1000, 0));
	put(*state, "behind", FUNCTION(0x1020, 4));
	symbol_table_settle(*state, false);
	put(*state, "other", FUNCTION(0x1000, 0x20));
	put(*state, "between", FUNCTION(0x1010, 4));
	symbol_table_settle(*state, false);
	assert_name(*state, 0x1000, "first");
	assert_name(*state, 0x1011, "between");
	assert_name(*state, 0x1018, "first");
}

static void sizes_that_lie_do_not_wrap_around(void **state)
{
	put(*state, "huge", FUNCTION(UINT64_MAX - 4, UINT64_MAX));
	put(*state, "zero", FUNCTION(UINT64_MAX - 2, 0));
	symbol_table_settle(*state, false);
	assert_name(*state, 3, "none");
	assert_name(*state, UINT64_MAX - 3, "huge");
}

static void a_call_through_the_linkage_table_says_so(void **state)
{
	struct symbol_row row = FUNCTION(0x1000, 16);

	row.plt = true;
	put(*state, "puts", row);
	symbol_table_settle(*state, false);
	assert_name(*state, 0x1004, "puts@plt");
}

int main(void)
{
#define T(name) cmocka_unit_test_setup_teardown(name, setup, teardown)
	const struct CMUnitTest tests[] = {
	    T(a_symbol_holds_its_first_address_and_not_its_end),
	    T(an_empty_table_knows_no_address),
	    T(a_symbol_without_a_size_ends_where_the_next_begins),
	    T(kernel_and_modules_are_apart),
	    T(one_with_a_size_is_preferred),
	    T(a_function_is_preferred_to_a_label),
	    T(what_is_not_weak_is_preferred),
	    T(what_is_global_is_preferred),
	    T(fewer_underscores_are_preferred_then_the_longer_name),
	    T(behind_a_symbol_in_a_symbol_the_outer_one_goes_on),
	    T(a_label_in_a_function_is_not_a_function),
	    T(what_comes_later_loses_against_what_was_settled),
	    T(sizes_that_lie_do_not_wrap_around),
	    T(a_call_through_the_linkage_table_says_so),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
