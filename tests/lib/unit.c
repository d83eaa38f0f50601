/*
 * unit.c - runs the tests that are linked with it.
 *
 * 	run                    lists the files
 * 	run test_NAME          runs the tests of a file, in the order of the file
 * 	run test_NAME PATTERN  runs those whose names match, with * and ?; ONLY=PATTERN does so, too
 *
 * Each file runs in a separate process: unit.mk lists the files, so they run in parallel and the
 * state that one leaves in memory does not affect others.
 */
#include "lib/unit.h"

#include <fnmatch.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define FILES_MOST 256

struct file {
	const char *path; /* borrowed */
	CMFixtureFunction set_up, tear_down;
	const char *(*missing)(void);
};

/* Written only by constructors, before main(). */
static struct unit_test *first;
static struct file files[FILES_MOST];
static size_t file_count;

static struct file *file_of(const char *path)
{
	for (size_t i = 0; i < file_count; i++)
		if (!strcmp(files[i].path, path))
			return &files[i];
	if (file_count == FILES_MOST)
		abort();
	files[file_count].path = path;
	return &files[file_count++];
}

void unit_add(struct unit_test *test)
{
	struct unit_test **at = &first;

	file_of(test->file);
	while (*at && ((*at)->line < test->line || strcmp((*at)->file, test->file)))
		at = &(*at)->next;
	test->next = *at;
	*at = test;
}

void unit_set_group(const char *file, CMFixtureFunction set_up,
		    CMFixtureFunction tear_down)
{
	file_of(file)->set_up = set_up;
	file_of(file)->tear_down = tear_down;
}

void unit_set_needs(const char *file, const char *(*missing)(void))
{
	file_of(file)->missing = missing;
}

bool unit_everywhere(void)
{
	return getenv("EVERYWHERE") != NULL;
}

/* Does `name` match the file at `path`, with or without folders and extension? */
static bool is_named(const char *path, const char *name)
{
	const char *base = strrchr(path, '/') ? strrchr(path, '/') + 1 : path;
	const char *wanted = strrchr(name, '/') ? strrchr(name, '/') + 1 : name;
	size_t length = strcspn(wanted, ".");

	return strcspn(base, ".") == length && !strncmp(base, wanted, length);
}

static int run(const struct file *file, const char *pattern)
{
	const char *reason = file->missing ? file->missing() : NULL;
	struct CMUnitTest *tests;
	size_t count = 0;
	int failed;

	if (reason) {
		printf("1..0 # SKIP %s\n", reason);
		return 0;
	}
	for (const struct unit_test *t = first; t; t = t->next)
		count += !strcmp(t->file, file->path);
	tests = calloc(count, sizeof *tests);
	if (!tests)
		return 1;
	count = 0;
	for (const struct unit_test *t = first; t; t = t->next)
		if (!strcmp(t->file, file->path))
			tests[count++] = t->test;
	if (pattern) {
		bool matches = false;

		for (size_t i = 0; i < count; i++)
			matches |= fnmatch(pattern, tests[i].name, 0) == 0;
		if (!matches) {
			printf("Bail out! no test is called %s\n", pattern);
			free(tests);
			return 1;
		}
		cmocka_set_test_filter(pattern);
	}
	failed = _cmocka_run_group_tests(file->path, tests, count, file->set_up,
					 file->tear_down);
	free(tests);
	return failed;
}

int main(int argc, char **argv)
{
	for (size_t i = 0; i < file_count; i++) {
		if (argc < 2)
			puts(files[i].path);
		else if (is_named(files[i].path, argv[1]))
			return run(&files[i], argc > 2 ? argv[2] : getenv("ONLY"));
	}
	if (argc > 1)
		fprintf(stderr, "%s: has no file %s\n", argv[0], argv[1]);
	return argc > 1;
}
