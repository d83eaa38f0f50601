#include "lib/unit.h"

#include <stdlib.h>

#include "input/formats.h"
#include "input/stacks/printed_stacks.h"
#include "lib/opened.h"
#include "lib/replaced/tiny.h"

/* The format is detected, and times are in nanoseconds. */
static void assert_dump(const char *format, struct text data, const char *expected)
{
	const struct reading_options o = {.time_unit = TIME_UNIT_NS};
	const struct format *found = formats_detect(data);

	assert_non_null(found);
	assert_string_equal(found->name, format);
	for (tiny.block = 1; tiny.block < 4; tiny.block++)
		opened_is(data, &o, expected);
	tiny.block = 1 << 18;
	opened_is(data, &o, expected);
}

#define NS "note time unit nanoseconds\n"

/* ---- DTrace ---- */

TEST(a_header_gives_process_and_time_of_the_stack_below)
{
	assert_dump("dtrace",
		    TEXT("my app 86 181012024: profile-1ms:\n"
			 "              node`f(int, char)+0x1\n"
			 "              0x36197f9060bb Stub:CEntry\n"
			 "              0x600000000\n"
			 "              node`main+0x238\n"
			 "\n"
			 "sh 7/8 [3] 181012023: profile-1ms:\n"
			 "              sh`0x12ab\n"),
		    NS "0.181012023 samples 1 3 sh 7/8\n"
		       "  nameless-user [sh] (sh)\n"
		       "0.181012024 samples 1 - my app 86/-\n"
		       "  user f(int, char) (node)\n"
		       "  jit Stub:CEntry ()\n"
		       "  nameless-user 0x600000000 ()\n"
		       "  user main (node)\n");
}

TEST(kernel_and_user_stacks_of_a_sample_are_joined)
{
	assert_dump("dtrace",
		    TEXT("sh               100:\n"
			 "              zfs`x+0x1\n              unix`y+0x3\n \n"
			 "              a.out`main+0x3\n"
			 "             1\n"
			 "kernel thread 5  101:\n"
			 "              zfs`x+0x1\n \n"
			 "             1\n"
			 "sh               102:\n \n"
			 "              a.out`main+0x3\n"
			 "             1\n"),
		    NS "0.0000001 samples 1 - sh -/-\n"
		       "  kernel x (zfs)\n  kernel y (unix)\n  user main (a.out)\n"
		       "0.000000101 samples 1 - kernel thread 5 -/-\n"
		       "  kernel x (zfs)\n"
		       "0.000000102 samples 1 - sh -/-\n"
		       "  user main (a.out)\n");
}

TEST(a_user_stack_that_comes_first_is_joined_below_too)
{
	assert_dump("dtrace",
		    TEXT("sh 1 100: x:\n\n              a.out`main+0x3\n\n"
			 "              zfs`x+0x1\n              genunix`y+0x3\n"),
		    NS "0.0000001 samples 1 - sh 1/-\n"
		       "  kernel x (zfs)\n  kernel y (genunix)\n  user main (a.out)\n");
}

TEST(a_count_of_a_dated_stack_is_so_many_samples)
{
	assert_dump("dtrace", TEXT("a               7:\n  m`f+0x1\n             2\n"),
		    NS "0.000000007 samples 1 - a -/-\n  user f (m)\n"
		       "0.000000007 samples 1 - a -/-\n  user f (m)\n");
	/* a false count costs no memory */
	assert_dump("dtrace", TEXT("a    7:\n  m`f+0x1\n   4000000000000000\n"),
		    NS "loss 1 3 samples with a number out of range\n"
		       "0.000000007 samples 1 - a -/-\n  user f (m)\n");
}

TEST(counts_without_times_weigh_their_stacks)
{
	assert_dump("dtrace",
		    TEXT("CPU     ID                    FUNCTION:NAME\n"
			 "  0  64091                        :tick-60s \n\n\n"
			 "              genunix`open+0x25\n"
			 "              unix`0xfffffffffb8001d6\n"
			 "               12\n\n"
			 "                3\n"),
		    "aside 2 1 messages from the profiler\n"
		    "- samples 12 -  -/-\n  kernel open (genunix)\n"
		    "  nameless-kernel [unix] (unix)\n"
		    "- samples 3 -  -/-\n");
}

TEST(a_name_above_an_aggregate_is_its_process)
{
	assert_dump("dtrace",
		    TEXT("\n  sh                                12\n"
			 "              libc.so.1`x+0x1\n               2\n"
			 "\n  bash\n              libc.so.1`x+0x1\n               3\n"
			 "\n  libc.so.1`y+0x1\n  main\n               4\n"),
		    "- samples 2 - sh 12/-\n  user x (libc.so.1)\n"
		    "- samples 3 - bash -/-\n  user x (libc.so.1)\n"
		    "- samples 4 -  -/-\n  user y (libc.so.1)\n  user main ()\n");
}

TEST(a_sample_that_is_cut_off_is_counted)
{
	assert_dump("dtrace", TEXT("a 1 7:\n  m`f\n  1\na 1 8:\n  m`f\n  m`ma"),
		    NS "loss 1 6 samples cut off by the end of the file\n"
		       "0.000000007 samples 1 - a 1/-\n  user f (m)\n");
	assert_dump("dtrace", TEXT("a 1 7:\n  m`f\n  1\n  m`f\na 1 8:\n  m`f\n 1\n"),
		    NS "loss 1 5 frames outside of any sample\n"
		       "0.000000007 samples 1 - a 1/-\n  user f (m)\n"
		       "0.000000008 samples 1 - a 1/-\n  user f (m)\n");
}

TEST(what_a_probe_prints_without_q_may_be_a_header)
{
	assert_dump("dtrace",
		    TEXT("  2  64091      :profile-99 sh 5 100: \n  m`f+0x1\n\n"
			 "  0  64092      :tick-1s \n"),
		    NS "aside 1 4 messages from the profiler\n"
		       "0.0000001 samples 1 2 sh 5/-\n  user f (m)\n");
}

TEST(the_unit_is_guessed_unless_it_is_given)
{
	const struct text data =
	    TEXT("a 1 9000000:\n  m`f+0x1\n\na 1 9000020:\n  m`f+0x1\n");
	const struct reading_options given = {.time_unit = TIME_UNIT_US},
				     guessed = {.format = "dtrace"};

	opened_is(data, &given,
		  "note time unit microseconds\n"
		  "9 samples 1 - a 1/-\n  user f (m)\n"
		  "9.00002 samples 1 - a 1/-\n  user f (m)\n");
	opened_is(data, &guessed,
		  "note time unit milliseconds, guessed; --time-unit sets it\n"
		  "9000 samples 1 - a 1/-\n  user f (m)\n"
		  "9000.02 samples 1 - a 1/-\n  user f (m)\n");
}

TEST(times_that_do_not_fit_are_counted)
{
	const struct reading_options seconds = {.time_unit = TIME_UNIT_S};

	opened_is(TEXT("a 1 20000000000:\n  m`f+0x1\n\na 1 7:\n  m`f+0x1\n"), &seconds,
		  "note time unit seconds\n"
		  "loss 1 4 samples with a number out of range\n"
		  "7 samples 1 - a 1/-\n  user f (m)\n");
}

/* ---- bpftrace ---- */

TEST(an_entry_of_a_map_is_a_sample)
{
	assert_dump(
	    "bpftrace",
	    TEXT("Attaching 1 probe...\n\n\n"
		 "@[\n    copy_page+7\n    entry_SYSCALL_64_after_hwframe+119\n, \n"
		 "    __write+20\n    0x7f12ab34cd56\n"
		 "    f+4 (/usr/lib/libf.so)\n, dd, 123]: 3\n"
		 "@us[, \n    main+20\n, my prog]: 2\n"
		 "@[swapper]: 4\n"),
	    "aside 1 1 messages from the profiler\n"
	    "- samples 3 - dd 123/-\n"
	    "  kernel copy_page ()\n  kernel entry_SYSCALL_64_after_hwframe ()\n"
	    "  user __write ()\n  nameless-user 0x7f12ab34cd56 ()\n"
	    "  user f (/usr/lib/libf.so)\n"
	    "- samples 2 - my prog -/-\n  user main ()\n"
	    "- samples 4 - swapper -/-\n");
}

TEST(keys_before_stacks_may_hold_ids_and_times)
{
	assert_dump("bpftrace",
		    TEXT("@[dd, 12, 13, 81012024123456,\n    main+20\n]: 2\n"),
		    NS "81012.024123456 samples 1 - dd 12/13\n  user main ()\n"
		       "81012.024123456 samples 1 - dd 12/13\n  user main ()\n");
}

TEST(stacks_in_the_manner_of_perf_have_addresses_and_modules)
{
	assert_dump(
	    "bpftrace",
	    TEXT("@[\n\tffffffff822010c9 _raw_spin_unlock+25\n"
		 "\tffffffff81000c82 asm_exc_page_fault+34\n, \n"
		 "\t562a9851f669 0x562a9851f669 ([unknown])\n"
		 "\t1 0x1 ([unknown])\n"
		 "\t7f9c2508b62a f(int)+3 (/usr/lib/libf.so)\n]: 1\n"),
	    "- samples 1 -  -/-\n"
	    "  kernel _raw_spin_unlock ()\n  kernel asm_exc_page_fault ()\n"
	    "  nameless-user 0x562a9851f669 ()\n  nameless-user 0x1 ()\n  user f(int) "
	    "(/usr/lib/libf.so)\n");
}

TEST(an_entry_without_an_end_is_counted)
{
	assert_dump("bpftrace",
		    TEXT("@[\n    a+1\n@[\n    b+1\n]: 2\n@[\n    b+1\n]: "
			 "99999999999999999999\n@[\n    c+1\n"),
		    "loss 1 3 lines not understood\n"
		    "loss 1 8 samples with a number out of range\n"
		    "loss 1 10 samples cut off by the end of the file\n"
		    "- samples 2 -  -/-\n  user b ()\n");
}

TEST(printf_of_bpftrace_is_read_as_that_of_dtrace)
{
	assert_dump("bpftrace",
		    TEXT("Attaching 1 probe...\nnode 12 81012024:\n\n        "
			 "do_foo+12\n        do_syscall_64+119\n\n        main+4\n\n"
			 "dd 77 81012025:\n\n        main+4\n"),
		    NS "aside 1 1 messages from the profiler\n"
		       "0.081012024 samples 1 - node 12/-\n"
		       "  kernel do_foo ()\n  kernel do_syscall_64 ()\n  user main ()\n"
		       "0.081012025 samples 1 - dd 77/-\n  user main ()\n");
}

TEST(stacks_with_neither_times_nor_counts_are_a_sample_each)
{
#define IDLE "\tdo_idle+12\n\tcpu_startup_entry+9\n\n"
#define MAIN "\tf+1\n\tmain+2\n\n"
	/* a kernel stack followed by a user stack is one sample */
	assert_dump(
	    "bpftrace", TEXT(MAIN "\n" IDLE MAIN "\n" MAIN "\n" IDLE "\n" IDLE),
	    "- samples 1 -  -/-\n  user f ()\n  user main ()\n"
	    "- samples 1 -  -/-\n  kernel do_idle ()\n  kernel cpu_startup_entry ()\n"
	    "  user f ()\n  user main ()\n"
	    "- samples 1 -  -/-\n  user f ()\n  user main ()\n"
	    "- samples 1 -  -/-\n  kernel do_idle ()\n  kernel cpu_startup_entry ()\n"
	    "- samples 1 -  -/-\n  kernel do_idle ()\n  kernel cpu_startup_entry ()\n");
	assert_dump(
	    "dtrace",
	    TEXT("  0  64091   :profile-97 \n   unix`trap+0x1\n\n   a`main+0x2\n\n"
		 "  1  64091   :profile-97 \n   a`main+0x2\n\n"),
	    "aside 2 1 messages from the profiler\n"
	    "- samples 1 -  -/-\n  kernel trap (unix)\n  user main (a)\n"
	    "- samples 1 -  -/-\n  user main (a)\n");
}

/* printf("%s\n%s\n", kstack, ustack): a missing stack leaves its empty line. */
TEST(a_kernel_stack_alone_and_a_user_stack_alone_are_two_samples)
{
#define BOTH   "\n" IDLE "\n" MAIN
#define KERNEL "\n" IDLE "\n\n"
#define USER   "\n\n\n" MAIN
#define IDLED  "  kernel do_idle ()\n  kernel cpu_startup_entry ()\n"
#define MAINS  "  user f ()\n  user main ()\n"
	const char *expected =
	    "- samples 1 -  -/-\n" IDLED MAINS "- samples 1 -  -/-\n" IDLED
	    "- samples 1 -  -/-\n" MAINS "- samples 1 -  -/-\n" MAINS;

	assert_dump("bpftrace", TEXT(BOTH KERNEL USER USER), expected);
	/* without blank lines: unknown */
	assert_dump("bpftrace", TEXT(MAIN MAIN IDLE MAIN),
		    "- samples 1 -  -/-\n" MAINS "- samples 1 -  -/-\n" MAINS
		    "- samples 1 -  -/-\n" IDLED MAINS);
}

TEST(what_is_missing_of_printed_stacks_is_counted)
{
	assert_dump("bpftrace",
		    TEXT("@[\n    f+1\n    main+2\n]: 3\n    g+1\n]: 5\nLost 12 events\n"
			 "@[\n    f+1\n]: 1\n"),
		    "loss 1 6 lines not understood\n"
		    "loss 1 6 frames outside of any sample\n"
		    "loss 12 7 samples lost while recording\n"
		    "- samples 3 -  -/-\n  user f ()\n  user main ()\n"
		    "- samples 1 -  -/-\n  user f ()\n");
	assert_dump("dtrace",
		    TEXT("sh 7 100:\n   unix`f+0x1\nunix genunix\n   unix`g+0x1\n\n"
			 "dtrace: 7 drops on CPU 0\nsh 7 200:\n   a`g+0x1\n\n"),
		    NS "loss 1 3 lines not understood\n"
		       "loss 1 7 frames outside of any sample\n"
		       "loss 7 6 samples lost while recording\n"
		       "0.0000001 samples 1 - sh 7/-\n"
		       "  kernel f (unix)\n"
		       "0.0000002 samples 1 - sh 7/-\n"
		       "  user g (a)\n");
}

/* ---- Austin ---- */

TEST(threads_of_a_round_have_one_time)
{
	assert_dump("austin",
		    TEXT("# mode: wall\n\nP1;T1;/a.py:main:3;/b c.py:f:4 20\nP1;T2 20\n"
			 "P1;T1;/a.py:main:9 30\nP1;T2 30\nP1;T1 30\nP2;T0:7 5\n"),
		    "note mode wall\n"
		    "0.00002 time 20000 - python 1/1\n  user f (/b c.py)\n"
		    "  user main (/a.py)\n"
		    "0.00002 time 20000 - python 1/2\n"
		    "0.00005 time 30000 - python 1/1\n  user main (/a.py)\n"
		    "0.00005 time 30000 - python 1/2\n"
		    "0.00008 time 30000 - python 1/1\n"
		    "0.000085 time 5000 - python 2/7\n");
}

TEST(memory_has_no_time_and_three_numbers_begin_with_it)
{
	assert_dump("austin", TEXT("# mode: memory\nP1;T1;a.py:f:1 4096\n"),
		    "note mode memory\n"
		    "- memory 4096 - python 1/1\n  user f (a.py)\n");
	assert_dump("austin", TEXT("# mode: full\nP1;T0x7f12;f (a.py) 10,0,-4096\n"),
		    "note mode full\n"
		    "0.00001 time 10000 - 0x7f12 1/-\n  user f (a.py) ()\n");
}

TEST(garbage_collection_and_waiting_are_told_by_austin)
{
	assert_dump("austin",
		    TEXT("# mode: full\nP1;T1;a.py:f:1;:GC: 10,0,0\n"
			 "P1;T1;a.py:f:1 10,1,-4096\nP1;T1 10,1,0\nP1;T1;f 10,11,0\n"),
		    "note mode full\n"
		    "0.00001 time 10000 - python 1/1\n"
		    "  runtime :GC: ()\n  user f (a.py)\n"
		    "0.00002 time 10000 - python 1/1\n  idle (idle) ()\n  user f (a.py)\n"
		    "0.00003 time 10000 - python 1/1\n  idle (idle) ()\n"
		    "0.00004 time 10000 - python 1/1\n  user f ()\n");
}

TEST(odd_lines_and_numbers_of_austin_are_counted)
{
	const struct reading_options o = {.format = "austin"};

	opened_is(TEXT("P1;T1 5\nnonsense\nP1;T1 99999999999999999\n"), &o,
		  "loss 1 2 lines not understood\n"
		  "loss 1 3 samples with a number out of range\n"
		  "0.000005 time 5000 - python 1/1\n");
}

/* ---- all formats ---- */

TEST(nothing_else_is_taken_for_what_tracers_print)
{
	static const char *const others[] = {
	    "Use `ls -l` and `cat`:\n\n    `ls`\n",
	    "#!/bin/sh\nif x; then\n  y=`ls`\nfi\n",
	    "A list:\n\n  (`a` or b`s`)\n  - c`s` name\n",
	    "Jan 1 12: started:\n  nothing here\n",
	    "@article[\n  name]\n",
	    "@decorated[int]\n    x + 1\n",
	};

	for (size_t i = 0; i < sizeof others / sizeof *others; i++) {
		const struct format *f = formats_detect(text_of(others[i]));

		if (f)
			fail_msg("%zu is %s", i, f->name);
	}
}

TEST(a_file_without_a_stack_is_refused)
{
	static const char *const names[] = {"dtrace", "bpftrace", "austin"};

	for (size_t i = 0; i < 3; i++) {
		const struct reading_options o = {.format = names[i]};
		struct error err = ERROR_INIT;

		assert_null(opened_or_not(TEXT("nothing\n"), &o, &err));
		assert_int_equal(err.kind, ERROR_FORMAT);
	}
}

TEST(frames_beyond_the_deepest_stack_are_counted)
{
	const size_t frames = 65002, each = 5;
	size_t len = frames * each + 2;
	char *text = malloc(len + 1);
	const struct reading_options o = {.format = "dtrace"};
	struct profile *p;

	assert_non_null(text);
	for (size_t i = 0; i < frames; i++)
		memcpy(text + i * each, " m`f\n", each);
	memcpy(text + frames * each, "1\n", 3);
	p = opened((struct text){text, len}, &o);
	assert_int_equal(p->stack_count, 65001);
	assert_int_equal(profile_lost(p, LOSSES_ALL), 2);
	profile_free(p);
	free(text);
}
