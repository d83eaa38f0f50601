/* Names have no effect in prose, neither on a terminal nor in Markdown, and long ones are cut. */

#include "lib/unit.h"

#include "base/mem.h"
#include "base/memory_stream.h"
#include "export/prose.h"

/* How a name is written. */
static char *written(struct text name, bool markdown, size_t most)
{
	struct error err = ERROR_INIT;
	struct memory_stream m;
	struct prose p = {.markdown = markdown, .name_most = most};
	char *text;

	assert_true(memory_stream_open(&m, &err));
	p.out = m.out;
	prose_name(&p, name);
	text = memory_stream_take(&m, NULL, &err);
	assert_non_null(text);
	return text;
}

static void assert_written(struct text name, bool markdown, const char *expected)
{
	char *text = written(name, markdown, 100);

	assert_string_equal(text, expected);
	mem_free(text);
}

TEST(a_name_is_as_it_is)
{
	assert_written(TEXT("std::vector<int>"), false, "std::vector<int>");
	assert_written(TEXT(""), false, "(no name)");
}

TEST(a_terminal_gets_no_orders)
{
	assert_written(TEXT("a\033[31mb"), false, "a\357\277\275[31mb");
	assert_written(TEXT("a\nb"), true, "`a\357\277\275b`");
}

TEST(in_markdown_a_name_is_code)
{
	assert_written(TEXT("*x* <b> [y](z) @who #1"), true, "`*x* <b> [y](z) @who #1`");
	assert_written(TEXT("a`b"), true, "``a`b``");
	assert_written(TEXT("a``b`c"), true, "```a``b`c```");
	assert_written(TEXT("`a`"), true, "`` `a` ``");
	assert_written(TEXT(" a "), true, "`  a  `");
	assert_written(TEXT(""), true, "(no name)");
}

TEST(our_own_words_are_escaped_in_markdown)
{
	struct error err = ERROR_INIT;
	struct memory_stream m;
	struct prose p = {.markdown = true, .name_most = 100};
	char *text;

	assert_true(memory_stream_open(&m, &err));
	p.out = m.out;
	prose_begin(&p, "Load");
	prose_say(&p, "<%d %% of a_b *", 1);
	prose_command(&p, TEXT("flarescope top 'a`b'"));
	prose_end(&p);
	text = memory_stream_take(&m, NULL, &err);
	assert_string_equal(text, "- **Load:** \\<1 % of a\\_b \\*\n"
				  "  - ``flarescope top 'a`b'``\n");
	mem_free(text);
}

/* "there is no sample of ...": the reason why there is nothing contains a name. */
static void assert_said(struct text words, bool markdown, const char *expected)
{
	struct error err = ERROR_INIT;
	struct memory_stream m;
	struct prose p = {.markdown = markdown, .name_most = 100};
	char *text;

	assert_true(memory_stream_open(&m, &err));
	p.out = m.out;
	prose_text(&p, words);
	text = memory_stream_take(&m, NULL, &err);
	assert_string_equal(text, expected);
	mem_free(text);
}

TEST(a_name_in_our_words_gives_no_orders_either)
{
	assert_said(TEXT("none of a\033[31mb\302\2335m"), false,
		    "none of a\357\277\275[31mb\357\277\2755m");
	assert_said(TEXT("none of \303\244\033[31m"), true,
		    "none of \303\244\357\277\275\\[31m");
}

TEST(a_long_name_loses_its_middle)
{
	char buf[16];
	struct text cut = prose_cut(TEXT("abcdefghijklmnopqrstuvwxyz"), 16, buf);

	assert_true(text_equal(cut, TEXT("abcdefgh...vwxyz")));
	cut = prose_cut(TEXT("abcdefghijklmnop"), 16, buf);
	assert_true(text_equal(cut, TEXT("abcdefghijklmnop")));
}

TEST(no_character_is_cut_in_two)
{
	/* characters of two, three and four bytes */
	static const char *const names[] = {
	    "\303\244\303\266\303\274\303\244\303\266\303\274\303\244\303\266\303\274",
	    "\347\225\214\347\225\214\347\225\214\347\225\214\347\225\214\347\225\214",
	    "\360\237\224\245\360\237\224\245\360\237\224\245\360\237\224\245\360\237\224"
	    "\245"};

	for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
		for (size_t most = 8; most < 20; most++) {
			char buf[20];
			struct text cut = prose_cut(text_of(names[i]), most, buf);
			char *text = written(cut, false, 100);

			assert_true(cut.len <= most);
			assert_false(text_has(text_of(text), TEXT("\357\277\275")));
			mem_free(text);
		}
	}
}

TEST(a_megabyte_is_cut_as_well)
{
	size_t len = 1000000;
	struct error err = ERROR_INIT;
	char *name = mem_array(len, 1, "name", &err), *text;

	assert_non_null(name);
	memset(name, '`', len);
	text = written((struct text){name, len}, true, 24);
	assert_in_range(strlen(text), 20, 80);
	mem_free(text);
	mem_free(name);
}
