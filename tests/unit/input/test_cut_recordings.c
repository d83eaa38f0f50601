#include "lib/unit.h"

#include <glob.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <time.h>
#include <unistd.h>

#include "input/reading.h"
#include "lib/check_profile.h"

#define CUTS_MOST   48		 /* in one recording; all of them if EVERYWHERE is set */
#define MEMORY_MOST (32ul << 20) /* for reading one: recordings have 400 KB at most */
#define CPU_MOST    5		 /* seconds for one; sanitizers are slow */
#define HANG	    120		 /* seconds of real time: then the test is killed */

/* Sanitizers use so much memory themselves that a limit says nothing. */
#if defined __SANITIZE_ADDRESS__ || defined __SANITIZE_THREAD__
#define LIMITED false
#else
#define LIMITED true
#endif

/* An allocation beyond this fails, which is not a valid reason to refuse a recording. */
static void limit_memory(void)
{
	struct rlimit most = {MEMORY_MOST, MEMORY_MOST};

	if (LIMITED)
		setrlimit(RLIMIT_DATA, &most);
}

static double cpu_seconds(void)
{
	struct timespec t;

	clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
	return (double)t.tv_sec + (double)t.tv_nsec / 1e9;
}

/*
 * Where the records of a file end, according to its header: 0 for a pipe, which has no such header
 * and may end after any record. The data after them may be a feature that is never read.
 */
static uint64_t records_end(const char *bytes, size_t len)
{
	/* magic, sizes of header and attr, sections: attrs, data */
	uint64_t head[7] = {0};

	if (len < sizeof head)
		return 0;
	memcpy(head, bytes, sizeof head);
	return memcmp(bytes, "PERFILE2", 8) == 0 && head[1] > 16 ? head[5] + head[6] : 0;
}

static void read_cut(const char *path, const char *bytes, size_t len)
{
	struct error err = ERROR_INIT;
	double start = cpu_seconds();
	struct source *s = source_of_bytes(bytes, len, &err);
	struct profile *p = s ? reading_run_source(s, "it", NULL, NULL, &err) : NULL;

	if (p ? !check_profile(p, &err) : err.message[0] == '\0')
		fail_msg("%s cut at %zu: %s", path, len, err.message);
	if (!p && err.kind == ERROR_MEMORY)
		fail_msg("%s cut at %zu needs more than %lu MiB: %s", path, len,
			 MEMORY_MOST >> 20, err.message);
	if (p && len < records_end(bytes, len) && profile_lost(p, LOSSES_ALL) == 0)
		fail_msg("%s cut at %zu opens as if it were whole", path, len);
	if (cpu_seconds() - start > CPU_MOST)
		fail_msg("%s cut at %zu took %.1f s", path, len, cpu_seconds() - start);
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
	assert_true(len < 1 << 20); /* else its end is never cut */
	fclose(in);
	while (!unit_everywhere() && len / step > CUTS_MOST)
		step += 64;
	for (size_t to = 0; to < len; to += step) {
		exact = malloc(to + 1); /* so that tools notice a read past the end */
		assert_non_null(exact);
		memcpy(exact, bytes, to);
		alarm(HANG);
		read_cut(path, exact, to);
		alarm(0);
		free(exact);
	}
	free(bytes);
}

TEST(each_recording_of_the_corpus_cut_anywhere_opens_or_is_refused)
{
	const char *src = getenv("srcdir"), *corpus = getenv("FLARESCOPE_CORPUS");
	char pattern[4096];
	glob_t found = {0};

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
	limit_memory();
	for (size_t i = 0; i < found.gl_pathc; i++)
		cut(found.gl_pathv[i]);
	globfree(&found);
}
