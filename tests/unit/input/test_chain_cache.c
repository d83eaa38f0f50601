#include "lib/unit.h"

#include <string.h>

#include "input/perf_data/perf_chain.h"

#define CHAINS	 60000 /* more than there are slots for */
#define VERSIONS 40
#define KERNEL	 1 /* the version of its maps; those of processes are higher */

/* Any chain, by its number: most are short, some longer than the limit. */
static struct text chain(uint64_t room[16384], uint32_t number)
{
	size_t n = number % 997 == 5 ? 16384 : 1 + number % 23;

	for (size_t i = 0; i < n; i++)
		room[i] = number + i;
	return (struct text){(const char *)room, n * sizeof *room};
}

static struct known_chain stack_of(uint32_t number, uint32_t version)
{
	struct known_chain is = {.kernel = number % 3 == 0};

	is.stack = number * 41 + (is.kernel ? KERNEL : version);
	is.site = is.stack / 3;
	is.deep = number % 7;
	return is;
}

struct fixture {
	struct chain_cache *known;
	uint64_t room[16384];
	uint32_t seed;
	size_t hits;
};

static uint32_t below(struct fixture *f, uint32_t n)
{
	f->seed = f->seed * 1664525 + 1013904223;
	return (uint32_t)((uint64_t)(f->seed >> 4) * n >> 28);
}

/* What is found is right; some chains are requested far more often than others. */
static void ask(struct fixture *f)
{
	uint32_t number = below(f, below(f, 4) ? 300 : CHAINS);
	uint32_t version = KERNEL + 1 + below(f, VERSIONS);
	struct text text = chain(f->room, number);
	uint64_t hash = chain_cache_hash(text);
	struct known_chain right = stack_of(number, version);
	const struct known_chain *is;

	chain_cache_fetch(f->known, hash);
	is = chain_cache_get(f->known, hash, text, KERNEL, version);
	if (!is) {
		chain_cache_put(f->known, hash, text, right.kernel ? KERNEL : version,
				&right);
		return;
	}
	f->hits++;
	assert_int_equal(is->stack, right.stack);
	assert_int_equal(is->site, right.site);
	assert_int_equal(is->deep, right.deep);
	assert_int_equal(is->kernel, right.kernel);
}

static void begin(struct fixture *f, uint32_t seed)
{
	struct error err = ERROR_INIT;

	f->known = chain_cache_new(&err);
	assert_non_null(f->known);
	f->seed = seed;
	f->hits = 0;
}

TEST(what_is_known_is_of_this_chain_and_these_maps)
{
	static struct fixture f;

	for (uint32_t seed = 1; seed <= 3; seed++) {
		begin(&f, seed);
		for (int i = 0; i < 300000; i++)
			ask(&f);
		assert_true(f.hits > 60000);
		chain_cache_free(f.known);
	}
}

TEST(other_chains_of_the_same_hash_are_not_taken_for_it)
{
	static struct fixture f;
	struct known_chain one = {.stack = 1}, two = {.stack = 2};

	begin(&f, 1);
	chain_cache_put(f.known, 7, TEXT("12345678"), 9, &one);
	assert_null(chain_cache_get(f.known, 7, TEXT("1234567x"), KERNEL, 9));
	assert_null(chain_cache_get(f.known, 7, TEXT("1234567890123456"), KERNEL, 9));
	assert_non_null(chain_cache_get(f.known, 7, TEXT("12345678"), KERNEL, 9));
	assert_null(chain_cache_get(f.known, 7, TEXT("12345678"), KERNEL, 10));
	chain_cache_put(f.known, 7, TEXT("1234567x"), 9, &two);
	assert_null(chain_cache_get(f.known, 7, TEXT("12345678"), KERNEL, 9));
	chain_cache_forget(f.known);
	assert_null(chain_cache_get(f.known, 7, TEXT("1234567x"), KERNEL, 9));
	chain_cache_free(f.known);
}
