#include "lib/unit.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "symbols/code/source_text.h"

/* A directory "in", and next to it files that must not be read. */
struct place {
	char top[64], in[96];
};

static const char *in_place(const struct place *p, const char *name)
{
	static char path[256];

	snprintf(path, sizeof path, "%s/%s", p->top, name);
	return path;
}

static void write_file(const struct place *p, const char *name, const char *text)
{
	FILE *f = fopen(in_place(p, name), "w");

	assert_non_null(f);
	fputs(text, f);
	fclose(f);
}

static int set_up(void **state)
{
	static struct place p;

	strcpy(p.top, "/tmp/flarescope-source-XXXXXX");
	assert_non_null(mkdtemp(p.top));
	snprintf(p.in, sizeof p.in, "%s/in", p.top);
	assert_int_equal(mkdir(p.in, 0700), 0);
	assert_int_equal(mkdir(in_place(&p, "in/src"), 0700), 0);
	write_file(&p, "secret.c", "secret\n");
	write_file(&p, "in/a.c", "first\nsecond\r\n\nlast");
	write_file(&p, "in/src/a.c", "inner\n");
	write_file(&p, "in/notes", "not source\n");
	*state = &p;
	return 0;
}

static int tear_down(void **state)
{
	static const char *const all[] = {
	    "in/link.c",  "in/out.c", "in/pipe.c", "in/away", "in/plain.c", "in/a.c",
	    "in/src/a.c", "in/notes", "in/src",	   "in",      "secret.c"};
	const struct place *p = *state;

	for (size_t i = 0; i < sizeof all / sizeof *all; i++)
		remove(in_place(p, all[i]));
	return rmdir(p->top);
}

static void assert_line(const char *directory, const char *path, uint32_t number,
			const char *expected)
{
	struct source_text *s = source_text_new(directory);
	struct text line = source_text_line(s, text_of(path), number);
	char got[64];

	snprintf(got, sizeof got, "%.*s", (int)line.len, line.len ? line.at : "");
	assert_string_equal(got, expected);
	source_text_free(s);
}

TEST(lines_are_counted_from_one)
{
	const struct place *p = *state;

	assert_line(p->in, "/a.c", 0, "");
	assert_line(p->in, "/a.c", 1, "first");
	assert_line(p->in, "/a.c", 2, "second");
	assert_line(p->in, "/a.c", 3, "");
	assert_line(p->in, "/a.c", 4, "last");
	assert_line(p->in, "/a.c", 5, "");
	assert_line(p->in, "/a.c", UINT32_MAX, "");
}

TEST(a_path_is_looked_for_from_its_longest_end)
{
	const struct place *p = *state;

	assert_line(p->in, "/build/x/src/a.c", 1, "inner");
	assert_line(p->in, "/build/x/a.c", 1, "first");
	assert_line(p->in, "src/./b/../a.c", 1, "inner");
	assert_line(p->in, "/build/none.c", 1, "");
}

TEST(nothing_outside_of_the_directory_is_read)
{
	const struct place *p = *state;

	assert_line(p->top, "/secret.c", 1, "secret");
	assert_line(p->in, "../secret.c", 1, "");
	assert_line(p->in, "/../secret.c", 1, "");
	assert_line(p->in, "src/../../secret.c", 1, "");
	assert_int_equal(symlink("../secret.c", in_place(p, "in/out.c")), 0);
	assert_line(p->in, "/out.c", 1, "");
	assert_int_equal(symlink("..", in_place(p, "in/away")), 0);
	assert_line(p->in, "/away/secret.c", 1, "");
	assert_int_equal(symlink("src/a.c", in_place(p, "in/link.c")), 0);
	assert_line(p->in, "/link.c", 1, "inner");
}

TEST(only_regular_files_that_look_like_source_are_read)
{
	const struct place *p = *state;

	assert_line(p->in, "/notes", 1, "");
	assert_int_equal(mkfifo(in_place(p, "in/pipe.c"), 0600), 0);
	assert_line(p->in, "/pipe.c", 1, "");
	assert_line(NULL, "/etc/passwd", 1, "");
	assert_line(NULL, in_place(p, "in/notes"), 1, "");
	assert_line(NULL, in_place(p, "in/a.c"), 1, "first");
	assert_line(NULL, "a.c", 1, "");
	assert_line("/nonexistent", in_place(p, "in/a.c"), 1, "");
}

TEST(what_dots_remove_says_nothing_about_a_file)
{
	const struct place *p = *state;

	assert_line(NULL, in_place(p, "in/include/../notes"), 1, "");
	assert_line(p->in, "/include/../notes", 1, "");
	assert_line(NULL, in_place(p, "in/x.c/../notes"), 1, "");
	assert_line(NULL, in_place(p, "in/src/../a.c"), 1, "first");
}

TEST(a_link_says_nothing_about_a_file)
{
	const struct place *p = *state;

	assert_int_equal(symlink("notes", in_place(p, "in/plain.c")), 0);
	assert_line(NULL, in_place(p, "in/plain.c"), 1, "");
	assert_line(p->in, "/plain.c", 1, "");
}

TEST(without_a_directory_no_link_is_followed)
{
	const struct place *p = *state;

	/* "link.c" and "away" are from the test above */
	assert_line(p->in, "/link.c", 1, "inner");
	assert_line(NULL, in_place(p, "in/link.c"), 1, "");
	assert_line(NULL, in_place(p, "in/away/secret.c"), 1, "");
	assert_line(NULL, in_place(p, "secret.c"), 1, "secret");
}

TEST_GROUP(set_up, tear_down);
