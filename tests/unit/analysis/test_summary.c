#include "lib/unit.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "analysis/idle.h"
#include "analysis/summary.h"
#include "lib/made_profile.h"
#include "lib/hunger.h"
#include "lib/stored.h"
#include "lib/work_dir.h"
#include "profile/cache.h"
#include "profile/store.h"

static void assert_same(const struct summary *a, const struct summary *b, uint32_t events)
{
	assert_int_equal(a->samples, b->samples);
	assert_int_equal(a->idle, b->idle);
	assert_int_equal(a->first, b->first);
	assert_int_equal(a->last, b->last);
	assert_int_equal(a->processes, b->processes);
	assert_int_equal(a->threads, b->threads);
	assert_int_equal(a->cpus, b->cpus);
	for (uint32_t i = 0; i < events; i++)
		assert_memory_equal(&a->events[i], &b->events[i], sizeof a->events[i]);
}

TEST(a_glance_tells_what_a_look_at_every_sample_tells)
{
	uint64_t idle_samples = 0;

	for (uint64_t seed = 0; seed < 100; seed++) {
		struct error err = ERROR_INIT;
		struct profile *p = random_profile(seed, 300), *q;
		struct summary looked, glanced;
		struct bits idle;
		size_t len;
		unsigned char *bytes = stored_bytes(p, &len);

		q = stored_open(bytes, len, &err);
		assert_non_null(q);
		assert_true(idle_build(&idle, p, &err));
		assert_true(summary_build(&looked, p, &idle, &err));
		assert_true(summary_from_tallies(&glanced, q, &err));
		assert_same(&glanced, &looked, p->event_count);
		idle_samples += looked.idle;
		summary_release(&looked);
		summary_release(&glanced);
		bits_release(&idle);
		profile_free(p);
		profile_free(q);
		free(bytes);
	}
	assert_true(idle_samples > 0);
}

/* Everything that is done with a parsed profile, once; failures are reported. */
static void store_and_glance(struct profile **p, const struct cache *c)
{
	struct error err = ERROR_INIT;
	struct profile *found = NULL, *second = profile_share(p, &err);
	struct cache_entry *entries = NULL;
	struct summary summary;
	size_t count = 0;

	if (second && cache_put(c, "key", "name", second, &err))
		found = cache_get(c, "key", false); /* a failure here is a miss */
	profile_free(second);
	if (found && summary_from_tallies(&summary, found, &err))
		summary_release(&summary);
	if (err.kind == ERROR_NONE && cache_list(c, &entries, &count, &err))
		cache_entries_free(entries, count);
	profile_free(found);
	assert_true(err.kind == ERROR_NONE || err.message[0]);
}

TEST(without_memory_a_parsed_profile_is_an_error_and_no_leak)
{
	char dir[WORK_DIR];
	struct cache c = {.max = CACHE_SIZE_MAX};
	struct profile *p = random_profile(3, 300);
	unsigned n = 0, left;

	work_dir_make(dir, "glance");
	snprintf(c.dir, sizeof c.dir, "%s/cache", dir);
	do {
		hunger_due = ++n;
		store_and_glance(&p, &c);
		left = hunger_due;
		hunger_due = 0;
	} while (!left && n < 1000);
	assert_true(n > 10 && n < 1000);
	profile_free(p);
	work_dir_remove(dir);
}
