#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <glob.h>
#include <stdio.h>
#include <stdlib.h>

#include "input/reading.h"
#include "profile/check.h"

#define CUTS_MOST 48 /* of one recording; all of them when CUT_EVERYWHERE is set */

static void read_cut(const char *path, const char *bytes, size_t len)
{
	struct error err = ERROR_INIT;
	struct source *s = source_of_bytes(bytes, len, &err);
	struct profile *p = s ? reading_run_source(s, "it", NULL, NULL, &err) : NULL;

	if (p ? !check_profile(p, &err) : err.message[0] == '\0')
		fail_msg("%s cut at %zu: %s", path, len, err.message);
	profile_free(p);
	source_close(s);
}

static void cut(const char *path)
{
	FILE *in = fopen(path, "rb");
	char *bytes = malloc(1 << 20), *exact;
	size_t len, step = 64;

	assert_non_null(in);
	assert_non_null(bytes);
	len = fread(bytes, 1, 1 << 20, in);
	fclose(in);
	while (!getenv("CUT_EVERYWHERE") && len / step > CUTS_MOST)
		step += 64;
	for (size_t to = 0; to < len; to += step) {
		exact = malloc(to + 1); /* so that tools see what reads behind the end */
		assert_non_null(exact);
		memcpy(exact, bytes, to);
		read_cut(path, exact, to);
		free(exact);
	}
	free(bytes);
}

static void each_recording_of_the_corpus_cut_anywhere_opens_or_is_refused(void **state)
{
	const char *src = getenv("srcdir"), *corpus = getenv("FLARESCOPE_CORPUS");
	char pattern[4096];
	glob_t found = {0};

	(void)state;
	for (int i = 0; i < 2; i++) {
		snprintf(pattern, sizeof pattern, "%s%s/%s",
			 corpus ? corpus
			 : src	? src
				: ".",
			 corpus ? "" : "/../shared/corpus",
			 i ? "recorded/*/perf*.data" : "perf-data/*");
		glob(pattern, i ? GLOB_APPEND : 0, NULL, &found);
	}
	if (found.gl_pathc == 0)
		skip();
	for (size_t i = 0; i < found.gl_pathc; i++)
		cut(found.gl_pathv[i]);
	globfree(&found);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test(
		each_recording_of_the_corpus_cut_anywhere_opens_or_is_refused),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
