#include "lib/unit.h"

#include <fcntl.h>
#include <poll.h>
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "input/cache_key.h"
#include "lib/work_dir.h"
#include "session/loader/loader.h"

#define TIMEOUT_S 30 /* for slow machines; a longer wait is a hang */

/* A recording that is large enough to be cached, and a cache. */
struct place {
	char dir[WORK_DIR], path[80];
	struct cache cache;
};

static void set_old(const char *path)
{
	struct timespec times[2] = {{.tv_sec = time(NULL) - 3600}};

	times[1] = times[0];
	assert_int_equal(utimensat(AT_FDCWD, path, times, 0), 0);
}

static int enter(void **state)
{
	struct place *here = calloc(1, sizeof *here);
	FILE *f;

	assert_non_null(here);
	work_dir_make(here->dir, "cache_key");
	snprintf(here->path, sizeof here->path, "%s/text", here->dir);
	snprintf(here->cache.dir, sizeof here->cache.dir, "%s/cache", here->dir);
	here->cache.max = CACHE_SIZE_MAX;
	f = fopen(here->path, "w");
	assert_non_null(f);
	for (int i = 0; i < 30000; i++)
		fprintf(f,
			"app 7/7 [001] %d.%06d: 1 cycles:\n\t40 %0100d (/bin/app)\n"
			"\t50 main (/bin/app)\n\n",
			100 + i / 1000, i % 1000, i % 10);
	assert_int_equal(fclose(f), 0);
	set_old(here->path);
	*state = here;
	return 0;
}

static int leave(void **state)
{
	struct place *here = *state;

	work_dir_remove(here->dir);
	free(here);
	return 0;
}

static size_t count_kept(const struct place *here)
{
	struct error err = ERROR_INIT;
	struct cache_entry *entries;
	size_t n;

	assert_true(cache_list(&here->cache, &entries, &n, &err));
	cache_entries_free(entries, n);
	return n;
}

/* The loader's final result; `*text` is how much of the file it has read for that. */
static void load(const struct place *here, struct session **s, uint64_t *text)
{
	const struct settings settings = {.reading = {.cache = &here->cache}};
	struct error err = ERROR_INIT;
	struct loader *l = loader_new(here->path, &settings, &err);
	struct pollfd news = {.events = POLLIN};
	struct load_progress progress;

	assert_non_null(l);
	news.fd = loader_fd(l);
	*s = NULL;
	do {
		session_free(*s);
		*s = NULL;
		assert_int_equal(poll(&news, 1, TIMEOUT_S * 1000), 1);
	} while (loader_take(l, s, &progress, &err) != LOADER_WHOLE);
	*text = progress.done;
	loader_free(l);
}

TEST_WITH(the_loader_keeps_what_it_has_handed_over, enter, leave)
{
	const struct place *here = *state;
	time_t begin = time(NULL);
	struct session *s;
	uint64_t text;

	load(here, &s, &text);
	assert_int_equal(s->profile->samples.count, 30000);
	assert_null(s->profile->tallies);
	assert_true(text > 4000000);
	session_free(s); /* the loader still holds the tables */
	while (count_kept(here) == 0 && time(NULL) - begin < TIMEOUT_S)
		sched_yield();
	load(here, &s, &text);
	assert_non_null(s->profile->tallies);
	assert_int_equal(s->profile->samples.count, 30000);
	session_free(s);
}

struct recorder {
	char *path;
	unsigned left; /* a limit, else reading might never catch up */
};

/* Called during a reading: the recording grows. */
static bool append(void *arg)
{
	struct recorder *r = arg;
	FILE *f;

	if (r->left == 0)
		return false;
	r->left--;
	f = fopen(r->path, "a");
	assert_non_null(f);
	fputs("app 7/7 [001] 200.000000: 1 cycles:\n\t40 late (/bin/app)\n\n", f);
	assert_int_equal(fclose(f), 0);
	set_old(r->path);
	return false;
}

static void show(void *arg, struct profile *p)
{
	(void)arg;
	profile_free(p);
}

TEST_WITH(a_file_that_changes_while_it_is_read_is_not_kept, enter, leave)
{
	struct place *here = *state;
	struct recorder recorder = {here->path, 2};
	struct audience audience = {
	    .wants = append, .show = show, .show_times = show, .arg = &recorder};
	struct cache_key cache_key;
	struct reading_options options = {
	    .cache = &here->cache, .cache_key = &cache_key, .audience = &audience};
	struct error err = ERROR_INIT;
	struct profile *p = reading_run(here->path, &options, NULL, &err);

	assert_non_null(p);
	assert_string_equal(cache_key.key, "");
	profile_free(p);
	options.audience = NULL;
	p = reading_run(here->path, &options, NULL, &err);
	assert_non_null(p);
	assert_string_not_equal(cache_key.key, "");
	cache_key_write(&cache_key, NULL, p);
	assert_int_equal(count_kept(here), 0);
	cache_key_write(&cache_key, &here->cache, p);
	assert_int_equal(count_kept(here), 1);
	profile_free(p);
}

TEST_WITH(what_is_found_need_not_be_kept_again, enter, leave)
{
	struct place *here = *state;
	struct cache_key cache_key;
	struct reading_options options = {.cache = &here->cache, .cache_key = &cache_key};
	struct error err = ERROR_INIT;
	struct profile *p = reading_run(here->path, &options, NULL, &err);

	assert_non_null(p);
	cache_key_write(&cache_key, &here->cache, p);
	profile_free(p);
	p = reading_run(here->path, &options, NULL, &err);
	assert_non_null(p);
	assert_non_null(p->tallies);
	assert_string_equal(cache_key.key, "");
	profile_free(p);
	options.cache = NULL;
	p = reading_run(here->path, &options, NULL, &err);
	assert_non_null(p);
	assert_null(p->tallies);
	assert_string_equal(cache_key.key, "");
	profile_free(p);
}
