#include "lib/unit.h"

#include <stdlib.h>

#include "input/formats.h"
#include "input/reading.h"
#include "lib/opened.h"
#include "lib/packed.h"
#include "lib/replaced/tiny.h"

static unsigned threads = 1;

static struct reading_options as_timed(void)
{
	return (struct reading_options){.format = "timed-folded", .threads = threads};
}

static struct profile *profile_of(struct text data)
{
	const struct reading_options o = as_timed();

	return opened(data, &o);
}

static void assert_dump(struct text data, const char *expected)
{
	const struct reading_options o = as_timed();

	opened_is(data, &o, expected);
}

static void assert_refused(struct text data, const char *why)
{
	const struct reading_options o = as_timed();

	assert_int_equal(opened_is_refused(data, &o, why).kind, ERROR_FORMAT);
}

/* ---- parsing ---- */

TEST(a_line_is_a_time_a_process_its_frames_and_how_often)
{
	assert_dump(TEXT("2.5 my app;main;work 1\n1.25 idle 2\n"),
		    "1.25 samples 1 - idle -/-\n"
		    "1.25 samples 1 - idle -/-\n"
		    "2.5 samples 1 - my app -/-\n"
		    "  user work ()\n"
		    "  user main ()\n");
}

TEST(times_are_seconds_or_have_a_unit)
{
	assert_dump(TEXT("1 a 1\n2s a 1\n3.000000004 a 1\n4000000005ns a 1\n"
			 "5000000.006us a 1\n6000.000007ms a 1\n  7.0000000089 a 1\n"
			 "18446744073.709551615 a 1\n"),
		    "1 samples 1 - a -/-\n"
		    "2 samples 1 - a -/-\n"
		    "3.000000004 samples 1 - a -/-\n"
		    "4.000000005 samples 1 - a -/-\n"
		    "5.000000006 samples 1 - a -/-\n"
		    "6.000000007 samples 1 - a -/-\n"
		    "7.000000008 samples 1 - a -/-\n"
		    "18446744073.709551615 samples 1 - a -/-\n");
}

TEST(fields_tell_thread_cpu_event_and_weight)
{
	assert_dump(TEXT("1 cpu=3 tid=8 pid=7 event=cycles weight=500 sh;main 1\n"
			 "2\tpid=7\ttid=-1\tsh 1\n"
			 "3 comm=sh main;f(int, char) 1\n"
			 "4 comm=a\\x20b 1\n5 comm= 1\n6 pid=9 1\n"
			 "7 comm=sh comm=b pid=1 c=d e;f=g 1\n"),
		    "1 cycles 500 3 sh 7/8\n"
		    "  user main ()\n"
		    "2 samples 1 - sh 7/-\n"
		    "3 samples 1 - sh -/-\n"
		    "  user f(int, char) ()\n"
		    "  user main ()\n"
		    "4 samples 1 - a b -/-\n"
		    "5 samples 1 -  -/-\n"
		    "6 samples 1 -  9/-\n"
		    "7 samples 1 - b 1/-\n"
		    "  user f=g ()\n"
		    "  user c=d e ()\n");
}

TEST(a_weight_may_have_a_unit)
{
	struct profile *p = profile_of(TEXT("1 weight=12ns event=off-cpu a;b 1\n"));

	assert_true(text_equal(profile_string(p, p->events[0].name), TEXT("off-cpu")));
	assert_true(text_equal(profile_string(p, p->events[0].unit), TEXT("ns")));
	assert_int_equal(p->samples.weight[0], 12);
	assert_true(p->has_times);
	assert_false(p->weights_are_counts);
	profile_free(p);
}

TEST(frames_have_kinds_and_modules)
{
	assert_dump(TEXT("1 a;k_[k];j_[j];i_[i];u_[?];w_[w];_[k] 1\n"
			 "2 a;libc.so.6`read;vmlinux`k_[k];[x.so];[unknown];/l/y`[y];"
			 "`anonymous';m`a`b 1\n"),
		    "1 samples 1 - a -/-\n"
		    "  kernel  ()\n"
		    "  user w_[w] ()\n"
		    "  nameless u ()\n"
		    "  inlined i ()\n"
		    "  jit j ()\n"
		    "  kernel k ()\n"
		    "2 samples 1 - a -/-\n"
		    "  user a`b (m)\n"
		    "  user `anonymous' ()\n"
		    "  nameless-user [y] (/l/y)\n"
		    "  nameless [unknown] ()\n"
		    "  nameless-user [x.so] (x.so)\n"
		    "  kernel k (vmlinux)\n"
		    "  user read (libc.so.6)\n");
}

TEST(escapes_are_bytes_and_other_backslashes_stay)
{
	assert_dump(TEXT("1 pid\\x3d1;a\\x3Bb;App\\Http\\xyz;C:\\x5cx41;f_\\x5bk];"
			 "\\x5blib];m\\x60n;x\\x 1\n"),
		    "1 samples 1 - pid=1 -/-\n"
		    "  user x\\x ()\n"
		    "  user m`n ()\n"
		    "  user [lib] ()\n"
		    "  user f_[k] ()\n"
		    "  user C:\\x41 ()\n"
		    "  user App\\Http\\xyz ()\n"
		    "  user a;b ()\n");
}

TEST(comments_before_the_samples_are_facts)
{
	assert_dump(TEXT("# flarescope timed-folded 1\n# hostname: a\\x41:b\n#\n#x\n"
			 "   # made by: me \n\n1 a 1\n# later: no\n#a;b: 2\n"),
		    "note hostname aA:b\n"
		    "note made by me\n"
		    "1 samples 1 - a -/-\n");
}

TEST(counts_are_samples_unless_they_are_too_large)
{
	struct profile *p =
	    profile_of(TEXT("1 a 0\n1 a 10000\n2 weight=3 b 10001\n3 c 2.5\n"));

	assert_int_equal(p->samples.count, 10004);
	assert_int_equal(p->samples.weight[9999], 1);
	assert_int_equal(p->samples.weight[10000], 30003);
	assert_int_equal(p->samples.time[10003], UINT64_C(3000000000));
	assert_int_equal(p->note_count, 2);
	profile_free(p);
}

TEST(many_large_counts_do_not_fill_the_memory)
{
	enum { LINES = 6 }; /* of 10,000 samples each: lib/replaced/tiny_timed.c */
	const struct reading_options o = as_timed();
	char *text = malloc(LINES * 10 + 1);
	struct error err = ERROR_INIT;

	assert_non_null(text);
	for (int i = 0; i < LINES; i++)
		memcpy(text + 10 * i, "1 a 10000\n", 10);
	assert_null(opened_or_not((struct text){text, LINES * 10}, &o, &err));
	assert_int_equal(err.kind, ERROR_LIMIT);
	assert_true(text_has(text_of(err.message), TEXT("50000")));
	free(text);
}

/* ---- counted losses ---- */

TEST(lines_that_are_none_are_counted)
{
	assert_dump(
	    TEXT("1 a 1\na;b 1\n1.5\n2 2\n-1 a;b 1\n1x a;b 1\n1. a -1\n1 a\n"
		 "1 pid=x a;b 1\n1 cpu= a;b 1\n.5 a 1\n1: a 1\n1 weight=ns a 1\n"),
	    "loss 11 2 lines not understood\n"
	    "1 samples 1 - a -/-\n"
	    "2 samples 1 -  -/-\n"
	    "2 samples 1 -  -/-\n"); /* no stack */
}

TEST(numbers_that_do_not_fit_are_counted)
{
	assert_dump(TEXT("1 a 1\n18446744073.709551616 a 1\n"
			 "99999999999999999999ns a 1\n1 pid=2147483648 a 1\n"
			 "1 cpu=65535 a 1\n1 weight=18446744073709551616 a 1\n"
			 "1 a 18446744073709551616\n"
			 "1 weight=9223372036854775808 a 10001\n1 cpu=65534 a 1\n"),
		    "note warning some counts are too large for numbers of samples, and "
		    "were read as weights\n"
		    "loss 7 2 samples with a number out of range\n"
		    "1 samples 1 - a -/-\n"
		    "1 samples 1 65534 a -/-\n");
}

TEST(a_line_that_is_too_long_is_left_out_whole)
{
	tiny.longest = 16;
	assert_dump(TEXT("1 a;name ends 12 ab 1\n2 a 1\n"),
		    "loss 1 1 lines longer than 1 MiB\n"
		    "2 samples 1 - a -/-\n");
	tiny.longest = 1 << 20;
}

TEST(frames_beyond_the_deepest_stack_are_counted_each_time)
{
	size_t frames = 65002, len = 2 * frames + 6;
	char *text = malloc(2 * len + 1);
	struct profile *p;

	assert_non_null(text);
	memcpy(text, "1 a", 3);
	for (size_t i = 0; i < frames; i++)
		memcpy(text + 3 + 2 * i, ";f", 2);
	memcpy(text + 3 + 2 * frames, " 1\n", 3);
	memcpy(text + len, text, len);
	p = profile_of((struct text){text, 2 * len});
	assert_int_equal(p->stack_count, 65001);
	assert_int_equal(profile_lost(p, LOSSES_ALL), 4);
	profile_free(p);
	free(text);
}

TEST(half_a_number_of_damaged_gzip_is_not_believed)
{
	struct text packed = packed_of(TEXT("1 a;b 1\n2 a;b 123"), 11);

	assert_dump(text_upto(packed, packed.len - 4),
		    "loss 1 2 samples cut off by the end of the file\n"
		    "loss 1 0 gzip streams damaged, cut off or followed by other data\n"
		    "1 samples 1 - a -/-\n"
		    "  user b ()\n");
	free((void *)(uintptr_t)packed.at);
}

/* ---- refused input ---- */

TEST(later_versions_are_refused)
{
	assert_refused(TEXT("# flarescope timed-folded 12\n1 a 1\n"), "version 12");
	assert_refused(TEXT("# flarescope timed-folded \n1 a 1\n"), "version");
	assert_refused(TEXT("\xef\xbb\xbf# flarescope timed-folded 3\n1 a 1\n"),
		       "version 3");
	assert_dump(TEXT("# flarescope timed-folded 1\r\n1 a 1\n"),
		    "1 samples 1 - a -/-\n");
}

TEST(a_file_without_a_sample_is_refused)
{
	assert_refused(TEXT("# flarescope timed-folded 1\nnothing\n"), "no samples");
	assert_refused(TEXT("1 a 0\n"), "no samples");
}

/* ---- blocks, threads, line ends and compression ---- */

TEST(blocks_threads_line_ends_and_gzip_make_no_difference)
{
	const struct text ways[] = {
	    TEXT("# h: x\n1 a;b_[k] 3\n# x: y\n2 pid=1 a;m`c 1\nbad\n3 a;b_[k] 1\n"),
	    TEXT("# h: x\r\n1 a;b_[k] 3\r\n# x: y\r\n2 pid=1 a;m`c 1\r\nbad\r\n"
		 "3 a;b_[k] 1\r\n"),
	    TEXT("\xef\xbb\xbf# h: x\n1 a;b_[k] 3\n# x: y\n2 pid=1 a;m`c 1\nbad\n"
		 "3 a;b_[k] 1"),
	    packed_of(TEXT("# h: x\n1 a;b_[k] 3\n# x: y\n2 pid=1 a;m`c 1\nbad\n"
			   "3 a;b_[k] 1\n"),
		      5),
	};
	const char *expected = "note h x\n"
			       "loss 1 5 lines not understood\n"
			       "1 samples 1 - a -/-\n  kernel b ()\n"
			       "1 samples 1 - a -/-\n  kernel b ()\n"
			       "1 samples 1 - a -/-\n  kernel b ()\n"
			       "2 samples 1 - a 1/-\n  user c (m)\n"
			       "3 samples 1 - a -/-\n  kernel b ()\n";

	for (size_t i = 0; i < 4; i++) {
		for (tiny.block = 1; tiny.block < 64; tiny.block += 3)
			for (threads = 1; threads < 4; threads++) {
				tiny.remembered = tiny.block % 2 ? 0 : UINT64_MAX;
				assert_dump(ways[i], expected);
			}
		tiny.block = 1 << 18;
		threads = 1;
		assert_dump(ways[i], expected);
	}
	free((void *)(uintptr_t)ways[3].at);
}

/* ---- recognition ---- */

static void assert_detected(const char *head, const char *name)
{
	const struct format *f = formats_detect(text_of(head));

	assert_string_equal(f ? f->name : "none", name);
}

TEST(they_are_known_by_their_first_line_or_all_others)
{
	assert_detected("# flarescope timed-folded 1\n", "timed-folded");
	assert_detected("# flarescope timed-folded 7\nx\n", "timed-folded");
	assert_detected("1.5 a;b 1\n", "timed-folded");
	assert_detected("1792ns pid=1 a;b 1\r\n# x\n\n1800ns c 1\n2000ns a;long_n",
			"timed-folded");
	assert_detected("a;b 1\n1.5 a;b 1\n", "folded");
	assert_detected("1.5 a;b 1\na;b 1\na;b 1\n", "folded");
	assert_detected("1.5 request 200\n1.6 request 200\n", "none");
	assert_detected("x 1 2.5: 1 e:\n\t7f f (m)\n", "perf-script");
}
