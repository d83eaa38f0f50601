#include "lib/unit.h"

#include <locale.h>

#include "unit/printed.h"

#include "export/export.h"
#include "export/svg.h"

static struct export_job job_of(const struct printed *p)
{
	return (struct export_job){.flame = &p->flame,
				   .timed = true,
				   .range = {0, 2500000000},
				   .title = TEXT("it.gz"),
				   .event = TEXT("cpu-clock")};
}

static const char *drawn_as(struct printed *p, const struct export_job *job)
{
	struct error err = ERROR_INIT;
	FILE *out = printed_stream(p);

	assert_true(svg_notation.write(job, out, &err));
	fclose(out);
	return p->text;
}

static const char *drawn(struct printed *p)
{
	const struct export_job job = job_of(p);

	return drawn_as(p, &job);
}

static void assert_has(const char *text, const char *words)
{
	if (!strstr(text, words))
		fail_msg("no %s in %.4000s", words, text);
}

static size_t count(const char *text, const char *word)
{
	size_t n = 0;

	for (; (text = strstr(text, word)); text++)
		n++;
	return n;
}

/* One sample of a stack of one function. */
static void one(struct printed *p, const char *name)
{
	printed_open(p, "x");
	printed_sample(p, printed_call(p, 0, name, "", FRAME_USER), 1);
	printed_flame(p, ROOT_NONE, WEIGH_SAMPLES);
}

/* ---- text ---- */

static void assert_text(struct text t, size_t most, const char *expected)
{
	struct printed p = {0};
	FILE *out = printed_stream(&p);

	svg_text(t, most, out);
	fclose(out);
	assert_string_equal(p.text, expected);
	free(p.text);
}

TEST(names_are_text)
{
	assert_text(TEXT("<script>alert(1)</script>"), 99,
		    "&lt;script&gt;alert(1)&lt;/script&gt;");
	assert_text(TEXT("\"]]>' onload='x' &amp;"), 99,
		    "&quot;]]&gt;&#39; onload=&#39;x&#39; &amp;amp;");
	assert_text(TEXT("a\0b\x1b\x7f\r\n\t"), 99,
		    "a\xef\xbf\xbd"
		    "b\xef\xbf\xbd\xef\xbf\xbd\xef\xbf\xbd\xef\xbf\xbd\xef\xbf\xbd");
	assert_text(TEXT("\xff\xc0\x80 \xe2\x80\xae \xef\xbf\xbe"), 99,
		    "\xef\xbf\xbd\xef\xbf\xbd\xef\xbf\xbd \xef\xbf\xbd \xef\xbf\xbd");
	assert_text(TEXT("\xe4\xb8\xad\xc3\xa9"), 99, "\xe4\xb8\xad\xc3\xa9");
}

/* A lone surrogate is written as three bytes, none of which is a valid character. */
TEST(a_lone_surrogate_is_replaced)
{
	assert_text(TEXT("a\xed\xa0\x80z"), 99, "a\xef\xbf\xbd\xef\xbf\xbd\xef\xbf\xbdz");
}

TEST(text_is_cut_between_characters_and_says_so)
{
	assert_text(TEXT("\xc3\xa9\xc3\xa9\xc3\xa9"), 3, "\xc3\xa9\xc3\xa9\xc3\xa9");
	assert_text(TEXT("\xc3\xa9\xc3\xa9\xc3\xa9"), 2, "\xc3\xa9\xc3\xa9\xe2\x80\xa6");
}

static void assert_columns(const char *name, int columns, const char *expected)
{
	struct printed p = {0};
	FILE *out = printed_stream(&p);

	svg_text_columns(text_of(name), columns, out);
	fclose(out);
	assert_string_equal(p.text, expected);
	free(p.text);
}

TEST(wide_characters_take_two_columns)
{
	assert_columns("abcd", 4, "abcd");
	assert_columns("abcde", 4, "abc\xe2\x80\xa6");
	assert_columns("\xe4\xb8\xad\xe4\xb8\xad", 4, "\xe4\xb8\xad\xe4\xb8\xad");
	assert_columns("\xe4\xb8\xad\xe4\xb8\xad"
		       "a",
		       4, "\xe4\xb8\xad\xe2\x80\xa6");
}

/* Nothing before the script differs in its XML markup, whatever the bytes of a name. */
TEST(no_name_makes_an_element_or_an_attribute)
{
	static const char *const marks[] = {"<", ">", "\"", "'", "]]>", "=", "/"};
	uint32_t dice = 3;
	struct printed plain;

	one(&plain, "xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx");
	drawn(&plain);
	*strstr(plain.text, "<script>") = '\0';
	for (int round = 0; round < 300; round++) {
		char name[64] = "";
		struct printed p;

		for (size_t i = 0; i < 40; i++) {
			dice = dice * 1103515245u + 12345u;
			name[i] =
			    "<>\"']&;![C-?\xff\x80\x01\xe2\xf0\x9f"[dice >> 16 & 15];
		}
		one(&p, name);
		drawn(&p);
		*strstr(p.text, "<script>") = '\0';
		for (size_t i = 0; i < sizeof marks / sizeof *marks; i++)
			assert_int_equal(count(p.text, marks[i]),
					 count(plain.text, marks[i]));
		printed_close(&p);
	}
	printed_close(&plain);
}

TEST(a_long_name_is_bounded)
{
	static char name[100001];
	struct printed p;

	memset(name, 'n', sizeof name - 1);
	one(&p, name);
	drawn(&p);
	assert_true(p.len < 30000);
	assert_has(p.text, "nnnnnnnn\xe2\x80\xa6\n1 sample, 100.00 %, user</title>");
	assert_has(p.text, "nnnnnnnn\xe2\x80\xa6</text>");
	printed_close(&p);
}

/* ---- boxes ---- */

/* main calls a (3 samples, of which 1 in b) and c (1 sample) */
static void calls(struct printed *p, enum weigh weigh)
{
	uint32_t top, a;

	printed_open(p, "x");
	top = printed_call(p, 0, "main", "/m", FRAME_USER);
	a = printed_call(p, top, "a::f", "/m", FRAME_USER);
	printed_sample(p, a, 1);
	printed_sample(p, a, 2);
	printed_sample(p, printed_call(p, a, "b", "[k]", FRAME_KERNEL), 3);
	printed_sample(p, printed_call(p, top, "c", "", FRAME_NAMELESS), 4);
	printed_flame(p, ROOT_NONE, weigh);
}

TEST(boxes_are_as_wide_as_their_share)
{
	struct printed p;

	calls(&p, WEIGH_SAMPLES);
	drawn(&p);
	assert_int_equal(count(p.text, "<rect x="), 5);
	assert_has(p.text, "<rect x=\"10.000000\" y=\"120\" width=\"1179.5000\" ");
	assert_has(p.text, "data-d=\"0\" data-n=\"4\"><title>all\n4 samples, 100.00 %<");
	assert_has(p.text, "<rect x=\"10.000000\" y=\"88\" width=\"884.5000\" ");
	assert_has(p.text,
		   "data-d=\"2\" data-n=\"3\"><title>a::f\n3 samples, 75.00 %, C++");
	assert_has(p.text, "<rect x=\"895.000000\" y=\"88\" width=\"294.5000\" ");
	assert_has(p.text, "<title>c\n1 sample, 25.00 %, no name</title>");
	assert_has(p.text, "<rect x=\"10.000000\" y=\"72\" width=\"294.5000\" ");
	assert_has(p.text, "<text x=\"13.00\" y=\"83\">b</text>");
	assert_has(p.text, ">it.gz</text>");
	/* the requested range, up to 2.5 s, contains 4 ms */
	assert_has(p.text, ">cpu-clock, 0\xe2\x80\x93"
			   "0.004 s, 4 samples</text>");
	printed_close(&p);
}

TEST(an_icicle_has_its_root_above)
{
	struct export_job icicle;
	struct printed p;

	calls(&p, WEIGH_SAMPLES);
	icicle = job_of(&p);
	icicle.icicle = true;
	drawn_as(&p, &icicle);
	assert_has(p.text, "y=\"72\" width=\"1179.5000\" height=\"15\" fill=\"#b9c8e1\" "
			   "data-d=\"0\"");
	assert_has(p.text, "<rect x=\"10.000000\" y=\"120\" width=\"294.5000\" ");
	printed_close(&p);
}

TEST(periods_are_told_in_their_unit)
{
	struct printed p;

	calls(&p, WEIGH_PERIOD);
	assert_has(drawn(&p), "<title>a::f\n0.00000003 s, 75.00 %, C++</title>");
	printed_close(&p);
}

TEST(siblings_may_come_by_value)
{
	struct export_job job;
	struct printed p;
	uint32_t top;

	printed_open(&p, "x");
	top = printed_call(&p, 0, "main", "", FRAME_USER);
	printed_sample(&p, printed_call(&p, top, "a", "", FRAME_USER), 1);
	printed_sample(&p, printed_call(&p, top, "b", "", FRAME_USER), 2);
	printed_sample(&p, printed_call(&p, top, "b", "", FRAME_USER), 3);
	printed_flame(&p, ROOT_NONE, WEIGH_SAMPLES);
	job = job_of(&p);
	job.order = ORDER_VALUE;
	drawn_as(&p, &job);
	assert_true(strstr(p.text, "<title>b\n") < strstr(p.text, "<title>a\n"));
	printed_close(&p);
}

TEST(what_is_too_narrow_is_counted)
{
	struct printed p;
	uint32_t wide, deep = 0;

	printed_open(&p, "x");
	wide = printed_call(&p, 0, "wide", "", FRAME_USER);
	for (int i = 0; i < 20000 - 3; i++)
		printed_sample(&p, wide, 1);
	for (int i = 0; i < 10; i++)
		deep = printed_call(&p, deep, "deep", "", FRAME_USER);
	printed_sample(&p, deep, 1);
	printed_sample(&p, printed_call(&p, 0, "a", "", FRAME_USER), 1);
	printed_sample(&p, printed_call(&p, wide, "b", "", FRAME_USER), 1);
	printed_flame(&p, ROOT_NONE, WEIGH_SAMPLES);
	drawn(&p);
	assert_int_equal(count(p.text, "<rect x="), 2);
	assert_has(p.text, "12 boxes narrower than 0.1 pixels not drawn; together 3 "
			   "samples, 0.01 %<");
	assert_has(p.text, "height=\"140\" viewBox");
	printed_close(&p);
}

#define DEEP 4000

TEST(the_deepest_stacks_are_drawn)
{
	struct printed p;
	uint32_t stack = 0;

	printed_open(&p, "x");
	for (int i = 0; i < DEEP; i++)
		stack = printed_call(&p, stack, "f", "", FRAME_USER);
	printed_sample(&p, stack, 1);
	printed_flame(&p, ROOT_NONE, WEIGH_SAMPLES);
	drawn(&p);
	assert_int_equal(count(p.text, "<rect x="), DEEP + 1);
	assert_has(p.text, "y=\"72\" width=\"1179.5000\" height=\"15\" fill=\"#ff8c82\" "
			   "data-d=\"4000\"");
	printed_close(&p);
}

TEST(what_was_searched_for_is_marked)
{
	struct error err = ERROR_INIT;
	struct regex *re = regex_new(TEXT("^a"), &err);
	struct export_job job;
	struct search search;
	struct printed p;

	calls(&p, WEIGH_SAMPLES);
	assert_non_null(re);
	assert_true(search_build(&search, p.tree, re, NULL, &err));
	job = job_of(&p);
	job.search = &search;
	drawn_as(&p, &job);
	assert_int_equal(count(p.text, "fill=\"#af00af\""), 1);
	assert_int_equal(count(p.text, "data-fill=\"#"), 1);
	assert_has(p.text, "data-n=\"3\"><title>a::f");
	assert_has(p.text, ">matched 75.00 %</text>");
	search_release(&search);
	regex_free(re);
	printed_close(&p);
}

TEST(of_nothing_there_is_a_title)
{
	struct printed p;

	calls(&p, WEIGH_SAMPLES);
	flame_move(&p.flame, 0, 0);
	drawn(&p);
	assert_has(p.text, ", 0 samples</text>");
	assert_int_equal(count(p.text, "<rect x="), 0);
	assert_has(p.text, "</svg>\n");
	printed_close(&p);
}

TEST(a_full_disk_is_an_error)
{
	struct error err = ERROR_INIT;
	FILE *out = fopen("/dev/full", "w");
	struct export_job job;
	struct printed p;

	if (!out)
		skip();
	setvbuf(out, NULL, _IONBF, 0);
	calls(&p, WEIGH_SAMPLES);
	job = job_of(&p);
	assert_false(svg_notation.write(&job, out, &err));
	assert_int_equal(err.kind, ERROR_SYSTEM);
	fclose(out);
	printed_close(&p);
}

static int use_utf8(void **state)
{
	(void)state;
	setlocale(LC_ALL, "C.UTF-8"); /* wcwidth() depends on the locale */
	return 0;
}

TEST_GROUP(use_utf8, NULL);
