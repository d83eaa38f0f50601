#include "lib/unit.h"

#include <stdio.h>

#include "input/lines.h"
#include "lib/replaced/tiny.h"

/* Every line in brackets, followed by "*" if it was cut, and by "?" if it has no line end. */
static void assert_lines(struct text data, const char *expected)
{
	tiny.longest = 8;
	for (tiny.block = 1; tiny.block < 20; tiny.block++) {
		struct error err = ERROR_INIT;
		struct source *s = source_of_bytes(data.at, data.len, &err);
		struct lines l;
		struct text line;
		char found[200] = "";
		size_t at = 0;

		assert_non_null(s);
		assert_true(lines_open(&l, s, &err));
		while (lines_next(&l, &line, &err))
			at += (size_t)snprintf(found + at, sizeof found - at,
					       "[%.*s]%s%s", (int)line.len, line.at,
					       l.cut ? "*" : "", l.complete ? "" : "?");
		assert_int_equal(err.kind, ERROR_NONE);
		assert_string_equal(found, expected);
		assert_false(lines_next(&l, &line, &err));
		lines_close(&l);
		source_close(s);
	}
}

TEST(a_line_ends_with_lf_or_cr_lf)
{
	assert_lines(TEXT("a\nb\r\nc\n"), "[a][b][c]");
	assert_lines(TEXT("a\rb\n\n\r\n"), "[a\rb][][]");
	assert_lines(TEXT(""), "");
}

TEST(the_last_line_may_lack_its_end)
{
	assert_lines(TEXT("a\nb"), "[a][b]?");
	assert_lines(TEXT("a\nb\r"), "[a][b]?");
}

TEST(a_byte_order_mark_is_no_part_of_the_first_line)
{
	assert_lines(TEXT("\xef\xbb\xbf"
			  "a\n\xef\xbb\xbf\n"),
		     "[a][\xef\xbb\xbf]");
}

TEST(a_line_that_is_too_long_is_cut_and_the_next_is_whole)
{
	assert_lines(TEXT("12345678\n123456789\nb\n"), "[12345678][12345678]*[b]");
	assert_lines(TEXT("1234567890123456789012345678901234567890\nb"),
		     "[12345678]*[b]?");
	assert_lines(TEXT("12345678901234567890"), "[12345678]*");
	assert_lines(TEXT("1234567\r9\n"), "[1234567\r]*");
}

TEST(lines_are_counted_from_one)
{
	struct error err = ERROR_INIT;
	struct source *s = source_of_bytes("123456789\nb\n", 12, &err);
	struct lines l;
	struct text line;

	assert_true(lines_open(&l, s, &err));
	assert_true(lines_next(&l, &line, &err));
	assert_int_equal(l.number, 1);
	assert_true(lines_next(&l, &line, &err));
	assert_int_equal(l.number, 2);
	lines_close(&l);
	source_close(s);
}
