#include "lib/unit.h"

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

TEST(the_module_is_in_the_last_parentheses_that_match)
{
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

TEST(only_the_last_offset_is_taken_off)
{
	assert_frame("\t1 operator++0x4 (/a)", "1|operator+|/a|user");
	assert_frame("\t1 a+0x1b+0xffff018fd5dce000 (/a)", "1|a+0x1b|/a|user");
	assert_frame("\t1 a+b (/a)", "1|a+b|/a|user");
	assert_frame("\t1 a+0x (/a)", "1|a+0x|/a|user");
}

TEST(a_chain_of_inlined_calls_is_several_names)
{
	assert_frame("\t1 LA;::a->LB;::b (/tmp/perf-1.map)",
		     "1|LA;::a|LB;::b|/tmp/perf-1.map|jit");
	assert_frame("\t1 x::operator->+0x1 (/a)", "1|x::operator->|/a|user");
	assert_frame("\t1 closure #1 () -> () in main (/a)",
		     "1|closure #1 () -> () in main|/a|user");
	assert_frame("\t1 f(a->b) (/a)", "1|f(a->b)|/a|user");
}

TEST(the_module_tells_where_code_runs)
{
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

TEST(other_lines_are_no_frames)
{
	assert_frame("", "no");
	assert_frame("\tmain", "no");
	assert_frame("\t12345678901234567 f", "no");
	assert_frame("  threads.cpp:13", "no");
	assert_frame(" ABI:2 AX:0x1", "no");
}

/* "PLACE", followed by "!" if it is inlined, and by "~" if it may be something else */
static void assert_source(const char *line, const char *expected)
{
	struct perf_source_line s;
	char found[400] = "no";

	if (perf_source_line_cut(text_of(line), &s))
		snprintf(found, sizeof found, "%.*s%s%s", (int)s.place.len, s.place.at,
			 s.inlined ? "!" : "", s.is_certain ? "" : "~");
	assert_string_equal(found, expected);
}

TEST(a_source_line_is_a_file_and_a_number)
{
	assert_source("  threads.cpp:13", "threads.cpp:13");
	assert_source("  threads.cpp:13 (inlined)", "threads.cpp:13!");
	assert_source("  /a b/c: d.c:1300", "/a b/c: d.c:1300");
	assert_source("  a.c:4               0", "a.c:4");
	assert_source("  a.c:4 insn: 01 ca", "a.c:4");
	assert_source("  a b:0", "");
	assert_source("  a.c:00", "");
	assert_source("  a.c:10", "a.c:10");
	assert_source("  ??:0", "");
	assert_source("  ??:? (inlined)", "!~");
	assert_source("  libc.so.6[891f5]", "");
	assert_source("  a->b.c:12", "");
	assert_source("  words", "~");
	assert_source("  :", "~");
	assert_source("  :7", "~");
	assert_source("   a.c:4", "no");
	assert_source(" a.c:4", "no");
	assert_source("\t a.c:4", "no");
	assert_source("  ", "no");
}
