/*
 * fuzz_program.c - any bytes as a file: detected and read as by the program, with previews while it
 * is read, stored in the cache, and passed to all analyses.
 */

#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/mem.h"
#include "fuzz/mutate/mutate.h"
#include "fuzz/world.h"
#include "input/cache_key.h"
#include "input/reading.h"
#include "lib/everything.h"
#include "lib/check_profile.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

MUTATE_WITH(mutate_any)

#define SMALL  32768	   /* bytes: larger inputs are only read, to try more of them */
#define LIKELY (256 << 10) /* bytes, from which a file may be worth caching */

static bool wants(void *arg)
{
	(void)arg;
	return true;
}

static void show(void *arg, struct profile *preview)
{
	struct error err = ERROR_INIT;
	unsigned *shown = arg;

	if (!check_profile(preview, &err))
		abort();
	++*shown;
	profile_free(preview);
}

/* The stacks are not known yet. */
static void times(void *arg, struct profile *preview)
{
	unsigned *shown = arg;

	++*shown;
	profile_free(preview);
}

static struct profile *read_file(const char *path, struct cache_key *cache_key,
				 const struct cache *cache, unsigned how)
{
	unsigned shown = 0;
	struct audience audience = {
	    .wants = wants, .show = show, .show_times = times, .arg = &shown};
	char nowhere[WORLD_PATH_MAX];
	struct reading_options o = {.threads = how & 1 ? 2 : 1,
				    .facts_only = how >> 8 & 1,
				    .addresses = how & 1,
				    .symbols = true,
				    .inlined = how & 1,
				    .symfs = world_path("nowhere", nowhere),
				    .audience = &audience,
				    .cache = cache,
				    .cache_key = cache_key};
	struct error err = ERROR_INIT;
	struct profile *p = reading_run(path, &o, NULL, &err);

	if (!p && !err.message[0])
		abort();
	return p;
}

/* The cached profile equals the one that was read. */
static void keep(const struct cache_key *k, const struct cache *cache, struct profile *p)
{
	struct error err = ERROR_INIT;
	struct cache_entry *entries = NULL;
	size_t count = 0;
	struct profile *again;
	uint64_t files, bytes;

	close(cache_place_open(cache));
	world_write("cache/.0123456789abcdef.4194304.0.part", "of one that is no more",
		    22);
	cache_key_write(k, cache, p);
	for (int i = 0; i < 4; i++) /* there is not always room for all */
		if (!cache_put(cache, i % 2 ? "a key" : "another", "a name", p, &err))
			return;
	again = cache_get(cache, "a key", false);
	if (!again || again->samples.count != p->samples.count)
		abort();
	profile_free(again);
	if (!cache_list(cache, &entries, &count, &err) || !count ||
	    !cache_clear(cache, &files, &bytes, &err))
		abort();
	cache_entries_free(entries, count);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	unsigned how = dice_sum(data, size);
	struct cache cache = {.max = how & 2 ? 4096 : 64 << 20};
	struct cache_key cache_key = {0};
	char path[WORLD_PATH_MAX], dir[WORLD_PATH_MAX];
	struct profile *p;
	size_t used = mem_used();

	mem_set_budget((size_t)1 << 30);
	world_write("it", data, size);
	snprintf(cache.dir, sizeof cache.dir, "%s", world_path("cache", dir));
	world_path("it", path);
	if (chmod(path, how & 4 ? 0666 : 0600) != 0 ||
	    cache_key_is_likely(path) != (size >= LIKELY))
		abort();
	if ((how & 0x38) == 0x38)
		mem_set_budget(used + size * 10 + (how >> 6 & 3) * 100000);
	p = read_file(path, &cache_key, &cache, how);
	if (p && size <= SMALL && !(how >> 8 & 1)) {
		keep(&cache_key, &cache, p);
		everything_of_profile(p, "it");
	} else {
		profile_free(p);
	}
	if (mem_used() != used)
		abort();
	return 0;
}
