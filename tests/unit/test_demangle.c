#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "symbols/demangle.h"

static void assert_plain(const char *mangled, const char *expected)
{
	char *name = demangle_name(mangled);

	if (!expected)
		assert_null(name);
	else if (!name)
		fail_msg("%s is not demangled", mangled);
	else
		assert_string_equal(name, expected);
	free(name);
}

/* Without libiberty names stay as they are. */
static void need_library(void)
{
	char *name = demangle_name("_Z1fv");

	if (!name) {
		print_message("no libiberty: names are not demangled\n");
		skip();
	}
	free(name);
}

static void names_of_cxx_lose_their_parameters(void **state)
{
	(void)state;
	need_library();
	assert_plain("_ZNK4work6Engine4spinEi", "work::Engine::spin");
	assert_plain("_ZNK4work6EngineclEd", "work::Engine::operator()");
	assert_plain("_Z5mixitIdET_S0_", "mixit<double>");
	assert_plain("_ZNK4work6Engine4spinEi.isra.0", "work::Engine::spin");
}

static void names_of_rust_lose_their_hash(void **state)
{
	(void)state;
	need_library();
	assert_plain("_ZN4core3fmt9Formatter3pad17h0123456789abcdefE",
		     "core::fmt::Formatter::pad");
	assert_plain("_RNvC6_123foo3bar", "123foo::bar");
}

static void names_of_ocaml_get_their_dots(void **state)
{
	(void)state;
	assert_plain("camlStdlib__List__map_487", "Stdlib.List.map");
	assert_plain("camlFoo__$2b$2b_12", "Foo.++");
	assert_plain("camlFoo__x$0", "Foo.x$0");
}

static void other_names_stay(void **state)
{
	(void)state;
	assert_plain("", NULL);
	assert_plain("main", NULL);
	assert_plain("_start", NULL);
	assert_plain("_Z", NULL);
	assert_plain("_Znonsense", NULL);
	assert_plain("camlight", NULL);
}

/* Each template argument is twice the one before: 2^40 names, if all were written. */
static void a_name_that_explodes_is_not_shown(void **state)
{
	char mangled[2048] = "_Z1fI1aI1bS0_E", *end = mangled + strlen(mangled);

	(void)state;
	for (int i = 1; i <= 40; i++)
		end += snprintf(end, 32, "1aIS%X_S%X_E", 2 * i - 1, 2 * i - 1);
	snprintf(end, 8, "EvT_");
	free(demangle_name(mangled));
	memset(mangled, 'P', sizeof mangled - 1);
	memcpy(mangled, "_Z1f", 4);
	mangled[sizeof mangled - 1] = '\0';
	free(demangle_name(mangled));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test(names_of_cxx_lose_their_parameters),
	    cmocka_unit_test(names_of_rust_lose_their_hash),
	    cmocka_unit_test(names_of_ocaml_get_their_dots),
	    cmocka_unit_test(other_names_stay),
	    cmocka_unit_test(a_name_that_explodes_is_not_shown),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
