#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <dirent.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "export/outfile.h"

static int enter_directory(void **state)
{
	char *dir = strdup("/tmp/outfile-XXXXXX");

	assert_non_null(mkdtemp(dir));
	assert_int_equal(chdir(dir), 0);
	*state = dir;
	return 0;
}

static int leave_directory(void **state)
{
	unlink("file");
	assert_int_equal(chdir("/"), 0);
	assert_int_equal(rmdir(*state), 0); /* nothing was left behind */
	free(*state);
	return 0;
}

static void put(const char *text)
{
	FILE *f = fopen("file", "w");

	assert_non_null(f);
	fputs(text, f);
	fclose(f);
}

static void assert_content(const char *expected)
{
	char buf[64] = "";
	FILE *f = fopen("file", "r");

	assert_non_null(f);
	assert_true(fread(buf, 1, sizeof buf - 1, f) > 0);
	fclose(f);
	assert_string_equal(buf, expected);
}

static void a_file_appears_when_it_is_complete(void **state)
{
	struct error err = ERROR_INIT;
	struct outfile *o = outfile_open("file", false, &err);

	(void)state;
	assert_non_null(o);
	fputs("new", outfile_stream(o));
	assert_int_not_equal(access("file", F_OK), 0);
	assert_true(outfile_commit(o, &err));
	assert_content("new");
}

static void an_existing_file_is_never_overwritten_unasked(void **state)
{
	struct error err = ERROR_INIT;

	(void)state;
	put("old");
	assert_null(outfile_open("file", false, &err));
	assert_non_null(strstr(err.message, "exists already"));
	assert_content("old");
}

static void a_file_that_appeared_meanwhile_is_kept(void **state)
{
	struct error err = ERROR_INIT;
	struct outfile *o = outfile_open("file", false, &err);

	(void)state;
	assert_non_null(o);
	put("theirs");
	assert_false(outfile_commit(o, &err));
	assert_content("theirs");
}

static void a_file_is_replaced_when_asked_for(void **state)
{
	struct error err = ERROR_INIT;
	struct outfile *o;

	(void)state;
	put("old");
	o = outfile_open("file", true, &err);
	assert_non_null(o);
	fputs("new", outfile_stream(o));
	assert_content("old");
	assert_true(outfile_commit(o, &err));
	assert_content("new");
}

static void an_abandoned_file_leaves_the_old_one(void **state)
{
	struct error err = ERROR_INIT;
	struct outfile *o;

	(void)state;
	put("old");
	o = outfile_open("file", true, &err);
	assert_non_null(o);
	fputs("half", outfile_stream(o));
	outfile_abandon(o);
	assert_content("old");
}

static void a_directory_is_refused_in_words(void **state)
{
	struct error err = ERROR_INIT;

	(void)state;
	assert_null(outfile_open(".", true, &err));
	assert_non_null(strstr(err.message, "directory"));
}

static void a_full_disk_is_reported_at_the_end(void **state)
{
	struct error err = ERROR_INIT;
	struct outfile *o = outfile_open("/dev/full", false, &err);

	(void)state;
	if (!o)
		skip();
	fputs("x", outfile_stream(o));
	assert_false(outfile_commit(o, &err));
	assert_non_null(strstr(err.message, "/dev/full"));
}

#define IN_DIRECTORY(f)                                                                  \
	cmocka_unit_test_setup_teardown(f, enter_directory, leave_directory)

int main(void)
{
	const struct CMUnitTest tests[] = {
	    IN_DIRECTORY(a_file_appears_when_it_is_complete),
	    IN_DIRECTORY(an_existing_file_is_never_overwritten_unasked),
	    IN_DIRECTORY(a_file_that_appeared_meanwhile_is_kept),
	    IN_DIRECTORY(a_file_is_replaced_when_asked_for),
	    IN_DIRECTORY(an_abandoned_file_leaves_the_old_one),
	    IN_DIRECTORY(a_directory_is_refused_in_words),
	    IN_DIRECTORY(a_full_disk_is_reported_at_the_end),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
