#include "lib/unit.h"

#include <stdlib.h>

#include "input/reading.h"
#include "lib/opened.h"
#include "lib/packed.h"
#include "lib/replaced/tiny.h"

static const struct reading_options as_folded = {.format = "folded"};

static struct profile *profile_of(struct text data)
{
	return opened(data, &as_folded);
}

static void assert_dump(struct text data, const char *expected)
{
	opened_is(data, &as_folded, expected);
}

static void assert_refused(struct text data, const char *why)
{
	assert_int_equal(opened_is_refused(data, &as_folded, why).kind, ERROR_FORMAT);
}

/* ---- parsing ---- */

TEST(a_line_is_a_process_its_frames_and_how_often)
{
	assert_dump(TEXT("my app;main;work 42\nidle 7\n"), "- samples 42 - my app -/-\n"
							   "  user work ()\n"
							   "  user main ()\n"
							   "- samples 7 - idle -/-\n");
}

TEST(rows_stand_for_as_many_samples_as_their_number)
{
	struct profile *p = profile_of(TEXT("a;b 40\na;b 2\n"));

	assert_true(p->weights_are_counts);
	assert_false(p->has_times);
	assert_int_equal(p->samples.count, 2);
	assert_int_equal(profile_row_count(p, 0), 40);
	assert_int_equal(profile_row_count(p, 1), 2);
	profile_free(p);
}

TEST(annotations_become_kinds_and_leave_the_names)
{
	assert_dump(TEXT("a;k_[k];j_[j];i_[i];w_[w];_[k] 1\n"), "- samples 1 - a -/-\n"
								"  user _[k] ()\n"
								"  user w_[w] ()\n"
								"  inlined i ()\n"
								"  jit j ()\n"
								"  kernel k ()\n");
}

TEST(names_in_brackets_are_unknown_code_of_that_module)
{
	assert_dump(TEXT("a;[unknown];[libc.so.6];[libc.so.6 <7f12>];[];[x]y 1\n"),
		    "- samples 1 - a -/-\n"
		    "  user [x]y ()\n"
		    "  user [] ()\n"
		    "  nameless-user [libc.so.6 <7f12>] (libc.so.6)\n"
		    "  nameless-user [libc.so.6] (libc.so.6)\n"
		    "  nameless [unknown] ()\n");
}

TEST(empty_names_and_ids_in_the_process_name_stay)
{
	assert_dump(TEXT("sh-12/34;;f; 1\n;f 2\n"), "- samples 1 - sh-12/34 -/-\n"
						    "  user  ()\n"
						    "  user f ()\n"
						    "  user  ()\n"
						    "- samples 2 -  -/-\n"
						    "  user f ()\n");
}

TEST(one_blank_stands_before_the_number)
{
	assert_dump(TEXT("a;f(int, int) 1\na;two \t2 \n"), "- samples 1 - a -/-\n"
							   "  user f(int, int) ()\n"
							   "- samples 2 - a -/-\n"
							   "  user two  ()\n");
}

TEST(comments_and_empty_lines_are_passed_over)
{
	assert_dump(TEXT("# mode: wall\n#\n#;x 1\n\n  \t\n#done: 5\n# a;b 6\na 1\n"),
		    "- samples 1 - # -/-\n"
		    "  user x ()\n"
		    "- samples 1 - a -/-\n");
}

TEST(fractions_are_rounded_and_that_is_said)
{
	assert_dump(TEXT("a 1.49\na 1.5\na 6.\na 7.0\n"),
		    "note warning some values are fractions, rounded to whole numbers\n"
		    "- samples 1 - a -/-\n"
		    "- samples 2 - a -/-\n"
		    "- samples 6 - a -/-\n"
		    "- samples 7 - a -/-\n");
	assert_dump(TEXT("a 6.\na 7.0\n"), "- samples 6 - a -/-\n- samples 7 - a -/-\n");
}

TEST(of_two_columns_the_second_counts)
{
	assert_dump(
	    TEXT("a;b 31 56\n# x\na 6 2\na;d 3.5 1"),
	    "note warning two columns of numbers, before and after; this is the second\n"
	    "- samples 56 - a -/-\n"
	    "  user b ()\n"
	    "- samples 2 - a -/-\n"
	    "- samples 1 - a -/-\n"
	    "  user d ()\n");
	/* only if all lines have them */
	assert_dump(TEXT("a;pool 3 56\na 6\n"), "- samples 56 - a -/-\n"
						"  user pool 3 ()\n"
						"- samples 6 - a -/-\n");
}

/* ---- counted losses ---- */

TEST(lines_without_a_number_are_counted)
{
	assert_dump(TEXT("a;b\na;b -1\na;b 1e5\na;b .5\na;b 12V.4\na 1\n"),
		    "loss 5 1 lines not understood\n"
		    "- samples 1 - a -/-\n");
}

TEST(a_number_without_a_stack_is_of_samples_whose_stack_is_not_known)
{
	assert_dump(TEXT("a;b 1\n 84\n\t 3\n5\n; 2\n"), "- samples 1 - a -/-\n"
							"  user b ()\n"
							"- samples 84 -  -/-\n"
							"- samples 3 -  -/-\n"
							"- samples 5 -  -/-\n"
							"- samples 2 -  -/-\n"
							"  user  ()\n");
}

TEST(numbers_that_do_not_fit_are_counted)
{
	assert_dump(TEXT("a 1\na 18446744073709551616\na 18446744073709551615.5\n"),
		    "loss 2 2 samples with a number out of range\n"
		    "- samples 1 - a -/-\n");
	assert_dump(TEXT("a 18446744073709551615\na 2\n"),
		    "loss 1 0 weights too large to add up\n"
		    "- samples 18446744073709551615 - a -/-\n"
		    "- samples 0 - a -/-\n");
}

TEST(a_line_that_is_too_long_is_left_out_whole)
{
	tiny.longest = 16;
	assert_dump(TEXT("a;name ends 12 ab 1\na 1\n"),
		    "loss 1 1 lines longer than 1 MiB\n"
		    "- samples 1 - a -/-\n");
	tiny.longest = 1 << 20;
}

TEST(frames_beyond_the_deepest_stack_are_counted)
{
	size_t frames = 65002, len = 2 * frames + 3;
	char *line = malloc(len + 1);
	struct profile *p;

	assert_non_null(line);
	line[0] = 'a';
	for (size_t i = 0; i < frames; i++)
		memcpy(line + 1 + 2 * i, ";f", 2);
	memcpy(line + 1 + 2 * frames, " 1", 3);
	p = profile_of((struct text){line, len});
	assert_int_equal(p->stack_count, 65001);
	assert_int_equal(profile_lost(p, LOSSES_ALL), 2);
	profile_free(p);
	free(line);
}

TEST(half_a_number_of_damaged_gzip_is_not_believed)
{
	struct text packed = packed_of(TEXT("a;b 1\na;b 123"), 9);

	/* the first member holds "a;b 1\na;b", the second ends before its checksum */
	assert_dump(text_upto(packed, packed.len - 4),
		    "loss 1 2 samples cut off by the end of the file\n"
		    "loss 1 0 gzip streams damaged, cut off or followed by other data\n"
		    "- samples 1 - a -/-\n"
		    "  user b ()\n");
	assert_dump(packed, "- samples 1 - a -/-\n"
			    "  user b ()\n"
			    "- samples 123 - a -/-\n"
			    "  user b ()\n");
	free((void *)(uintptr_t)packed.at);
}

/* ---- refused input ---- */

TEST(a_file_without_a_stack_is_refused)
{
	assert_refused(TEXT("# mode: wall\n\nnothing\n"), "no samples");
}

/* ---- blocks, line ends and compression ---- */

TEST(blocks_line_ends_and_gzip_make_no_difference)
{
	const struct text ways[] = {
	    TEXT("a;b_[k] 3\n# x\na;[c] 2.0\nbad\n"),
	    TEXT("a;b_[k] 3\r\n# x\r\na;[c] 2.0\r\nbad\r\n"),
	    TEXT("\xef\xbb\xbf"
		 "a;b_[k] 3\n# x\na;[c] 2.0\nbad"),
	    packed_of(TEXT("a;b_[k] 3\n# x\na;[c] 2.0\nbad\n"), 5),
	};
	const char *expected = "loss 1 4 lines not understood\n"
			       "- samples 3 - a -/-\n"
			       "  kernel b ()\n"
			       "- samples 2 - a -/-\n"
			       "  nameless [c] (c)\n";

	for (size_t i = 0; i < 4; i++) {
		for (tiny.block = 1; tiny.block < 8; tiny.block++)
			assert_dump(ways[i], expected);
		tiny.block = 1 << 18;
		assert_dump(ways[i], expected);
	}
	free((void *)(uintptr_t)ways[3].at);
}
