#include "lib/unit.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "input/formats.h"

static void assert_detected(struct text head, const char *name)
{
	const struct format *f = formats_detect(head);

	if (name) {
		assert_non_null(f);
		assert_string_equal(f->name, name);
	} else {
		assert_null(f);
	}
}

TEST(every_format_is_found_by_its_name)
{
	assert_true(formats_count() > 0);
	for (size_t i = 0; i < formats_count(); i++)
		assert_ptr_equal(formats_find(formats[i]->name), formats[i]);
	assert_null(formats_find("perf"));
	assert_null(formats_find(""));
}

TEST(perf_script_is_known_by_any_kind_of_begin)
{
	const char *name = "perf-script";

	assert_detected(TEXT("x 1 2.5: 1 e:\n"), name);
	assert_detected(TEXT("x 1 2.5: 1 e:"), name);
	assert_detected(TEXT("\r\n\r\nx 1 2.5: 1 e:\r\n"), name);
	assert_detected(TEXT("\xef\xbb\xbfx 1 2.5: 1 e:\n"), name);
	assert_detected(TEXT("Warning:\nkernel was tainted\n\nx 1 2.5: 1 e:\n"), name);
	assert_detected(TEXT("# ========\n# captured on: Mon\n"), name);
	assert_detected(TEXT("java 1 cycles:\n\t7f12 f (m)\n"), name);
	assert_detected(TEXT("java 1 cycles:\n7f12 f (m)\n"), name);
	assert_detected(TEXT("\t7f12 f\n\t7f13 g\n\n"), name);
	assert_detected(TEXT("x 1 0.0: PERF_RECORD_COMM exec: x:1/1\n"), name);
}

TEST(nothing_else_is_taken_for_perf_script)
{
	assert_detected(TEXT(""), NULL);
	assert_detected(TEXT("\n"), NULL);
	assert_detected(TEXT("hello\nworld\n"), NULL);
	assert_detected(TEXT("7f12 5a0 f\n7f13 40 g\n"), NULL); /* perf-PID.map */
	assert_detected(TEXT("main;parse;read 12\n"), "folded");
	assert_detected(TEXT("{\n\"a\": 1 2.5: 1 e:\n"), NULL);
	assert_detected(TEXT("<html>\nx 1 2.5: 1 e:\n"), NULL);
	assert_detected(TEXT("PERFILE2\0\0\0\0\nx 1 2.5: 1 e:\n"), "perf-data");
	assert_detected(TEXT("  0  64091   :tick-60s\n\n  genunix`a\n  1\n"), "dtrace");
	assert_detected(TEXT("iojs 86454 181012024: profile-1ms:\n  node`f+0x1\n\n"),
			"dtrace");
}

TEST(folded_stacks_are_known_by_names_and_numbers)
{
	const char *name = "folded";

	assert_detected(TEXT("main;parse;read 12"), name);
	assert_detected(TEXT("\xef\xbb\xbfmain;parse 12\r\nmain 3\r\n"), name);
	assert_detected(TEXT("# mode: wall\n\nP1;T1;f 1.5\nP1;T1 2\n"), name);
	assert_detected(TEXT("# mode: wall\n\nP1;T1;f 1\nP1;T1 2\n"), "austin");
	assert_detected(TEXT("dd;[unknown];[dd] 7\ndd 3\nbad line\n"), name);
	assert_detected(TEXT("<module> (a.py:24);work (a.py:16) 7\n"), name);
	assert_detected(TEXT("a;b 184467440737095516150\na;b 1\n"), name);
	/* the buffer may end in the middle of a line */
	assert_detected(TEXT("a;b 1\na;long_na"), name);
}

TEST(nothing_else_is_taken_for_folded_stacks)
{
	assert_detected(TEXT("request served, took 42\nrequest served, took 7\n"), NULL);
	assert_detected(TEXT("h 1\ni 2\nj 3\nk 4\nl 5\nm n 6\no 7\n"), NULL);
	assert_detected(TEXT("int a;\nint b; // 4\nreturn a;\n"), NULL);
	assert_detected(TEXT("day;place;n\n2024-01-01;a b;42\n2024-01-02;c d;43\n"),
			NULL);
	assert_detected(TEXT("a;b 1\nwrong line\nwrong line\n"), NULL);
	assert_detected(TEXT("a;b -1\na;b 1e5\na;b .5\n"), NULL);
	assert_detected(TEXT("{\n  \"a\": 1\n}\n"), NULL);
	assert_detected(TEXT(" 42\n 43\n"), NULL);
	assert_detected(TEXT("a;b 1\0\na;b 1\n"), NULL);
	/* "a;b" followed by a time: one sample of perf script is stronger evidence */
	assert_detected(TEXT("a;b 1 2.5: 1 e:\n\t7f f;g 1\n\t7f g;h 2\n\t7f i;j 3\n"),
			"perf-script");
}

TEST(tables_of_spans_are_known_by_their_headings)
{
	const char *name = "spans";

	assert_detected(TEXT("name,start,end\n"), name);
	assert_detected(TEXT("\xef\xbb\xbf\r\nEND,Name,x,START\r\n1,a,,0\r\n"), name);
	assert_detected(TEXT("\"Operator\";\"Begin (ms)\";\"Finish (ms)\""), name);
	assert_detected(TEXT("service\toperation\tstart_time\tduration\n"), name);
	assert_detected(TEXT("name,start\na,1\n"), NULL);
	assert_detected(TEXT("start,end\n1,2\n"), NULL);
	assert_detected(TEXT("names,starting,ending\na,1,2\n"), NULL);
	assert_detected(TEXT("name start end\na 1 2\n"), NULL);
	assert_detected(TEXT("a,1,2\nname,start,end\n"), NULL);
}

/*
 * A program that writes line by line may write the next line a minute later: the first ones must be
 * visible until then.
 */
TEST(what_comes_line_by_line_is_known_when_it_pauses)
{
	static const char lines[] = "x 1 2.5: 1 e:\n\t7f12 f (m)\n\nx 1 2.6: 1 e:\n";
	struct progress progress = {0};
	struct error err = ERROR_INIT;
	const struct format *format = NULL;
	int ends[2], own = dup(STDIN_FILENO);
	struct source *s;
	struct text head;
	char rest[8];
	size_t got;

	assert_int_equal(pipe(ends), 0);
	assert_int_equal(dup2(ends[0], STDIN_FILENO), STDIN_FILENO);
	assert_int_equal(write(ends[1], lines, 30), 30); /* up to the middle of a line */
	/* otherwise it would wait forever */
	alarm(60);
	s = source_open("-", &err);
	assert_non_null(s);
	assert_int_equal(write(ends[1], lines + 30, sizeof lines - 31),
			 sizeof lines - 31);
	assert_true(formats_recognise_soon(s, &progress, &format, &head, &err));
	alarm(0);
	assert_ptr_equal(format, formats_find("perf-script"));
	assert_int_equal(head.len, sizeof lines - 1);
	assert_true(source_head(s, &head, &err)); /* nor does a later call wait */
	assert_int_equal(write(ends[1], "more", 4), 4);
	close(ends[1]);
	for (size_t i = 0; i < sizeof lines - 1; i += got) {
		assert_true(source_read(s, rest, sizeof rest, &got, &err));
		assert_memory_equal(rest, lines + i, got);
	}
	assert_true(source_read(s, rest, sizeof rest, &got, &err));
	assert_int_equal(got, 4);
	source_close(s);
	dup2(own, STDIN_FILENO);
	close(own);
	close(ends[0]);
}
