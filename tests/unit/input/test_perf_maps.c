#include "lib/unit.h"

#include <stdio.h>
#include <string.h>
#include <time.h>

#include "input/perf_data/perf_maps.h"

#define ADDRESSES 200
#define SPACES	  6
#define STEPS	  20000

/*
 * What an address space is: for each address a map or none, identified by the step that put it
 * there.
 */
struct plain {
	uint32_t module[ADDRESSES];
	uint64_t offset[ADDRESSES]; /* file offset of that address */
	uint32_t
	    /* two adjacent addresses have the same value if in one map */
	    piece[ADDRESSES];
};

static uint32_t random_below(uint64_t *state, uint32_t most)
{
	*state = *state * UINT64_C(6364136223846793005) + 1442695040888963407u;
	return (uint32_t)(*state >> 33) % most;
}

static void plain_put(struct plain *p, const struct address_map *map, uint32_t *pieces)
{
	uint32_t behind = map->end < ADDRESSES ? p->piece[map->end] : 0;

	if (map->end <= map->start)
		return;
	for (uint64_t at = map->start; at < map->end; at++) {
		p->module[at] = map->module;
		p->offset[at] = map->offset + at - map->start;
		p->piece[at] = *pieces;
	}
	++*pieces;
	/* the pieces of a map that was cut are separate from then on */
	for (uint64_t at = map->end;
	     map->start && behind && behind == p->piece[map->start - 1] &&
	     at < ADDRESSES && p->piece[at] == behind;
	     at++)
		p->piece[at] = *pieces;
	++*pieces;
}

static size_t plain_count(const struct plain *p)
{
	size_t n = 0;

	for (int at = 0; at < ADDRESSES; at++)
		n += p->module[at] && (!at || p->piece[at] != p->piece[at - 1]);
	return n;
}

static void compare(const struct perf_space *s, const struct plain *p)
{
	const struct address_map *below = NULL;

	for (uint64_t at = 0; at < ADDRESSES; at++) {
		const struct address_map *map = perf_space_find(s, at);

		assert_int_equal(map ? map->module : 0, p->module[at]);
		assert_ptr_equal(perf_space_below(s, at), below);
		if (!map)
			continue;
		assert_int_equal(map->offset + at - map->start, p->offset[at]);
		if (map->end == at + 1)
			below = map;
	}
	assert_int_equal(perf_space_count(s), plain_count(p));
}

TEST(maps_that_are_copied_and_changed_are_those_of_a_plain_table)
{
	static struct plain plain[SPACES];
	struct perf_nodes nodes = {0};
	struct perf_space spaces[SPACES];
	struct error err = ERROR_INIT;
	uint64_t random = 7;
	uint32_t pieces = 1;

	memset(plain, 0, sizeof plain);
	for (int i = 0; i < SPACES; i++)
		spaces[i] = (struct perf_space){.nodes = &nodes};
	for (uint32_t step = 1; step <= STEPS; step++) {
		uint32_t to = random_below(&random, SPACES), from;
		uint32_t most = random_below(&random, 20) ? 20 : ADDRESSES;
		struct address_map map = {.module = random_below(&random, 8) ? step : 0};

		from = random_below(&random, SPACES);
		if (random_below(&random, 30) == 0 && from != to) {
			perf_space_release(&spaces[to]);
			perf_space_copy(&spaces[to], &spaces[from]);
			plain[to] = plain[from];
		}
		map.start = random_below(&random, ADDRESSES);
		map.end = map.start + random_below(&random, most);
		map.end = map.end < ADDRESSES ? map.end : ADDRESSES;
		map.offset = random_below(&random, 1000);
		assert_true(perf_space_put(&spaces[to], &map, &err));
		plain_put(&plain[to], &map, &pieces);
		if (step % 10 == 0)
			for (int i = 0; i < SPACES; i++)
				compare(&spaces[i], &plain[i]);
	}
	for (int i = 0; i < SPACES; i++)
		perf_space_release(&spaces[i]);
	assert_int_equal(nodes.live, 0);
	perf_nodes_release(&nodes);
}

/* As many maps as fit, in the memory of the kernel, of a guest and of two processes. */
static void add_maps(struct perf_maps *maps, uint64_t *random)
{
	const uint32_t modes[] = {PERF_MODE_USER, PERF_MODE_KERNEL,
				  PERF_MODE_GUEST_KERNEL};
	struct error err = ERROR_INIT;

	for (int i = 0; i < 60; i++) {
		char path[16];
		struct perf_mapping map = {
		    .pid = (int32_t)random_below(random, 2),
		    .mode = modes[random_below(random, 3)],
		    .start = random_below(random, ADDRESSES),
		    .len = random_below(random, 30) + 1,
		    .offset = random_below(random, 1000),
		};

		snprintf(path, sizeof path, i % 7 ? "/m%d" : "//anon", i);
		map.path = text_of(path);
		assert_true(perf_maps_add(maps, &map, &err));
	}
}

TEST(where_the_address_before_was_changes_no_answer)
{
	struct error err = ERROR_INIT;
	uint64_t random = 11;
	unsigned again = 0;

	for (int round = 0; round < 200; round++) {
		struct perf_maps *maps = perf_maps_new(&err);
		struct map_hint near = {0};
		uint32_t space;

		assert_non_null(maps);
		add_maps(maps, &random);
		space = perf_maps_space(maps, (int32_t)random_below(&random, 2));
		for (int i = 0; i < 500; i++) {
			uint64_t address = random_below(&random, ADDRESSES + 20);
			enum perf_mode mode = random_below(&random, PERF_MODES);
			const struct address_map *before = near.map;
			struct perf_place a =
			    perf_maps_find(maps, space, mode, address, &near);
			struct perf_place b =
			    perf_maps_find(maps, space, mode, address, NULL);

			assert_int_equal(a.module, b.module);
			assert_int_equal(a.address, b.address);
			assert_int_equal(a.start, b.start);
			assert_int_equal(a.offset, b.offset);
			again += before && before == near.map;
		}
		perf_maps_free(maps);
	}
	assert_true(again > 100);
}

static double cpu_seconds(void)
{
	struct timespec t;

	clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
	return (double)t.tv_sec + (double)t.tv_nsec / 1e9;
}

/* Copying and moving them all would take 60 GB. */
TEST(a_copy_costs_what_is_changed_in_it)
{
	struct perf_nodes nodes = {0};
	struct perf_space all = {.nodes = &nodes};
	struct error err = ERROR_INIT;
	double before = cpu_seconds();

	for (uint64_t i = 30000; i > 0;
	     i--) /* from the end, so that none is in its final place */
		assert_true(perf_space_put(
		    &all,
		    &(struct address_map){.start = 2 * i, .end = 2 * i + 1, .module = 1},
		    &err));
	for (uint64_t i = 0; i < 30000; i++) {
		struct perf_space child = {0};

		perf_space_copy(&child, &all);
		assert_true(perf_space_put(
		    &child,
		    &(struct address_map){.start = i, .end = i + 100, .module = 2},
		    &err));
		perf_space_release(&child);
	}
	assert_int_equal(perf_space_count(&all), 30000);
	assert_int_equal(nodes.live, 30000);
	perf_nodes_release(&nodes);
	assert_true(cpu_seconds() - before < 5);
}
