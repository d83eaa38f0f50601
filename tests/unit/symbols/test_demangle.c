#include "lib/unit.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "base/mem.h"
#include "symbols/demangle.h"

/* One name of a file; the others use as many steps. */
static char *demangled(const char *mangled)
{
	uint64_t steps = DEMANGLE_STEPS;

	return demangle_name(mangled, &steps);
}

static void assert_plain(const char *mangled, const char *expected)
{
	char *name = demangled(mangled);

	if (!expected)
		assert_null(name);
	else if (!name)
		fail_msg("%s is not demangled", mangled);
	else
		assert_string_equal(name, expected);
	mem_free(name);
}

/* Without libiberty names remain as they are. */
static void need_library(void)
{
	char *name = demangled("_Z1fv");

	if (!name) {
		print_message("no libiberty: names are not demangled\n");
		skip();
	}
	mem_free(name);
}

TEST(names_of_cxx_lose_their_parameters)
{
	need_library();
	assert_plain("_ZNK4work6Engine4spinEi", "work::Engine::spin");
	assert_plain("_ZNK4work6EngineclEd", "work::Engine::operator()");
	assert_plain("_Z5mixitIdET_S0_", "mixit<double>");
	assert_plain("_ZNK4work6Engine4spinEi.isra.0", "work::Engine::spin");
}

TEST(names_of_rust_lose_their_hash)
{
	need_library();
	assert_plain("_ZN4core3fmt9Formatter3pad17h0123456789abcdefE",
		     "core::fmt::Formatter::pad");
	assert_plain("_RNvC6_123foo3bar", "123foo::bar");
	assert_plain("_RNvC00", NULL); /* two empty parts, which are NULL */
}

TEST(names_of_ocaml_get_their_dots)
{
	assert_plain("camlStdlib__List__map_487", "Stdlib.List.map");
	assert_plain("camlFoo__$2b$2b_12", "Foo.++");
	assert_plain("camlFoo__x$0", "Foo.x$0");
}

TEST(other_names_stay)
{
	assert_plain("", NULL);
	assert_plain("main", NULL);
	assert_plain("_start", NULL);
	assert_plain("_Z", NULL);
	assert_plain("_Znonsense", NULL);
	assert_plain("camlight", NULL);
}

/* Each template argument is twice as long as the previous one: 2^40 names in full. */
TEST(a_name_that_explodes_is_not_shown)
{
	char mangled[2048] = "_Z1fI1aI1bS0_E", *end = mangled + strlen(mangled);

	for (int i = 1; i <= 40; i++)
		end += snprintf(end, 32, "1aIS%X_S%X_E", 2 * i - 1, 2 * i - 1);
	snprintf(end, 8, "EvT_");
	mem_free(demangled(mangled));
	memset(mangled, 'P', sizeof mangled - 1);
	memcpy(mangled, "_Z1f", 4);
	mangled[sizeof mangled - 1] = '\0';
	mem_free(demangled(mangled));
}

/* CPU time, in seconds. */
static double used(void)
{
	struct timespec t;

	clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
	return (double)t.tv_sec + (double)t.tv_nsec / 1e9;
}

static void assert_refused(const char *mangled)
{
	double before = used();

	assert_plain(mangled, NULL);
	assert_true(used() - before < 1);
}

/* "S_", "S0_" to "SZ_", "S10_": the number of a previous name. */
static char *put_number(char *to, unsigned n)
{
	static const char digits[] = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ";

	if (n-- == 0)
		return stpcpy(to, "S_");
	*to++ = 'S';
	if (n >= 36)
		*to++ = digits[n / 36];
	*to++ = digits[n % 36];
	*to++ = '_';
	*to = '\0';
	return to;
}

/* X<A, A>, X<that, that> and so on, in which the library searches for a pack in vain. */
TEST(a_name_whose_parts_are_looked_through_too_often_is_refused)
{
	char mangled[2048] = "_Z1fIM1XI", *end = mangled + strlen(mangled);

	for (unsigned i = 1; i < 40; i++)
		end = stpcpy(put_number(end, 1), "I");
	end = stpcpy(put_number(stpcpy(end, "1A"), 2), "E");
	for (unsigned i = 1; i < 40; i++)
		end = stpcpy(put_number(end, 2 + i), "E");
	end = stpcpy(put_number(stpcpy(end, "Dp"), 42), "Evv");
	assert_refused(mangled);
}

/* operator T_<T_<T_<...>>>: at each level it is tried whether arguments belong to the type. */
TEST(a_conversion_that_is_read_too_often_is_refused)
{
	char mangled[2048] = "_ZN1AIiEcvT_", *end = mangled + strlen(mangled);

	for (int i = 0; i < 40; i++)
		end = stpcpy(end, "IT_");
	for (int i = 0; i < 40; i++)
		end = stpcpy(end, "E");
	stpcpy(end, "Ev");
	assert_refused(mangled);
}

/* g<(T, T)>(A<&g<(T, T)>(A<...>)>): each T is twice the surrounding one, and all are empty. */
TEST(a_name_of_which_nothing_is_written_is_refused)
{
	char mangled[2048] = "_Z1fIL_Z1gIJJEEEv1AI", *end = mangled + strlen(mangled);

	for (int i = 0; i < 20; i++)
		end = stpcpy(end, "L_Z1gIJJT_T_EEEv1AI");
	end = stpcpy(end, "L_Z1gIJJT_T_EEEvT_E");
	for (int i = 0; i < 20; i++)
		end = stpcpy(end, "EE");
	stpcpy(end, "EEEvv");
	assert_refused(mangled);
}

#define LONGEST                                                                          \
	"_ZN4llvm3orc22ExecutorProcessControl9RunAsTaskclIZNS0_6shared15WrapperFunction" \
	"IFNS4_11SPSSequenceINS6_IcEEEENS6_INS4_15SPSExecutorAddrEEEEE9callAsyncIZNS1_1" \
	"9callSPSWrapperAsyncISB_S2_ZNS0_22EPCGenericMemoryAccess16readStringsAsyncENS_" \
	"8ArrayRefINS0_12ExecutorAddrEEENS_15unique_functionIFvNS_8ExpectedISt6vectorIN" \
	"St7__cxx1112basic_stringIcSt11char_traitsIcESaIcEEESaISR_EEEEEEEEUlNS_5ErrorES" \
	"T_E_JSI_EEEvOT0_SH_OT1_DpRKT2_EUlOT_PKcmE_SY_JSI_EEEvS18_S10_DpRKT1_EUlNS4_21W" \
	"rapperFunctionBufferEE_EENS1_18IncomingWFRHandlerES18_"

/* From LLVM 19: lambdas of nested templates, 34,000 steps. */
TEST(the_longest_names_of_real_programs_are_shown)
{
	char *name;

	need_library();
	name = demangled(LONGEST);
	assert_non_null(name);
	assert_int_equal(
	    strncmp(name, "llvm::orc::ExecutorProcessControl::RunAsTask::", 46), 0);
	mem_free(name);
}

TEST(a_file_has_steps_for_so_many_names)
{
	uint64_t steps = 60;
	char *name;

	need_library();
	name = demangle_name("_ZNK4work6Engine4spinEi", &steps);
	assert_non_null(name);
	assert_true(steps < 60);
	mem_free(name);
	while ((name = demangle_name("_ZNK4work6Engine4spinEi", &steps)))
		mem_free(name);
	assert_true(steps < 60);
}
