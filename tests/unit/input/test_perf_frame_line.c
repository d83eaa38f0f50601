#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <stdio.h>

#include "input/perf_script/perf_line.h"

/* "IP|NAME[|NAME...]|MODULE|KIND" */
static void assert_frame(const char *line, const char *expected)
{
	static const char *const kinds[FRAME_KINDS] = {"unknown", "user", "kernel", "jit",
						       "inlined"};
	struct perf_frame_line f;
	char found[400] = "no";

	if (perf_frame_line_cut(text_of(line), &f)) {
		struct perf_symbol s = perf_symbol_parse(f.rest);
		struct text name;
		int at = snprintf(found, sizeof found, "%.*s", (int)f.ip.len, f.ip.at);

		while (perf_symbol_next(&s.names, &name))
			at += snprintf(found + at, sizeof found - (size_t)at, "|%.*s",
				       (int)name.len, name.at);
		snprintf(found + at, sizeof found - (size_t)at, "|%.*s|%s",
			 (int)s.module.len, s.module.at, kinds[s.kind]);
	}
	assert_string_equal(found, expected);
}

static void the_module_is_in_the_last_parentheses_that_match(void **state)
{
	(void)state;
	assert_frame("\t 7f12 f(int)+0x1 (/a/b)", "7f12|f(int)|/a/b|user");
	assert_frame("\t 7f12 f (/a (deleted))", "7f12|f|/a (deleted)|user");
	assert_frame("\t 7f12 f (/a b/c d)", "7f12|f|/a b/c d|user");
	assert_frame("\t 7f12 f(int (/a/b)", "7f12|f(int|/a/b|user");
	assert_frame("\t 7f12 f(int)", "7f12|f(int)||user");
	assert_frame("\t 7f12 f", "7f12|f||user");
	assert_frame("\t 7f12 (/a/b)", "7f12|/a/b|unknown");
	assert_frame("\t 7f12", "7f12||unknown");
	assert_frame("\t 7f12 f ())", "7f12|f ())||user");
}

static void only_the_last_offset_is_taken_off(void **state)
{
	(void)state;
	assert_frame("\t1 operator++0x4 (/a)", "1|operator+|/a|user");
	assert_frame("\t1 a+0x1b+0xffff018fd5dce000 (/a)", "1|a+0x1b|/a|user");
	assert_frame("\t1 a+b (/a)", "1|a+b|/a|user");
	assert_frame("\t1 a+0x (/a)", "1|a+0x|/a|user");
}

static void a_chain_of_inlined_calls_is_several_names(void **state)
{
	(void)state;
	assert_frame("\t1 LA;::a->LB;::b (/tmp/perf-1.map)",
		     "1|LA;::a|LB;::b|/tmp/perf-1.map|jit");
	assert_frame("\t1 x::operator->+0x1 (/a)", "1|x::operator->|/a|user");
	assert_frame("\t1 closure #1 () -> () in main (/a)",
		     "1|closure #1 () -> () in main|/a|user");
	assert_frame("\t1 f(a->b) (/a)", "1|f(a->b)|/a|user");
}

static void the_module_tells_where_code_runs(void **state)
{
	(void)state;
	assert_frame("\t1 f ([kernel.kallsyms])", "1|f|[kernel.kallsyms]|kernel");
	assert_frame("\t1 f ([kernel.kallsyms].init.text)",
		     "1|f|[kernel.kallsyms].init.text|kernel");
	assert_frame("\t1 f ([guest.kernel.kallsyms])",
		     "1|f|[guest.kernel.kallsyms]|kernel");
	assert_frame("\t1 f ([ext4])", "1|f|[ext4]|kernel");
	assert_frame("\t1 f (/lib/modules/6/x.ko.zst)",
		     "1|f|/lib/modules/6/x.ko.zst|kernel");
	assert_frame("\t1 f (/boot/vmlinux-6)", "1|f|/boot/vmlinux-6|kernel");
	assert_frame("\t1 f (bpf_prog_12_f)", "1|f|bpf_prog_12_f|kernel");
	assert_frame("\t1 f ([vdso])", "1|f|[vdso]|user");
	assert_frame("\t1 f (/tmp/jitted-1-2.so)", "1|f|/tmp/jitted-1-2.so|jit");
	assert_frame("\t1 f ([JIT app cache])", "1|f|[JIT app cache]|jit");
	assert_frame("\t1 f (inlined)", "1|f|inlined|inlined");
	assert_frame("\t1 [unknown] ([kernel.kallsyms])", "1|[kernel.kallsyms]|unknown");
	assert_frame("\t1 [unknown] ([unknown])", "1||unknown");
}

static void other_lines_are_no_frames(void **state)
{
	(void)state;
	assert_frame("", "no");
	assert_frame("\tmain", "no");
	assert_frame("\t12345678901234567 f", "no");
	assert_frame("  threads.cpp:13", "no");
	assert_frame(" ABI:2 AX:0x1", "no");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test(the_module_is_in_the_last_parentheses_that_match),
	    cmocka_unit_test(only_the_last_offset_is_taken_off),
	    cmocka_unit_test(a_chain_of_inlined_calls_is_several_names),
	    cmocka_unit_test(the_module_tells_where_code_runs),
	    cmocka_unit_test(other_lines_are_no_frames),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
