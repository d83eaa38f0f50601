#include "lib/unit.h"

#include "input/perf_data/perf_batch.h"

static void add_sample(struct perf_batch *b, uint64_t time)
{
	struct batch_sample t = {.after = (uint32_t)b->change_count,
				 .chain = (uint32_t)b->count};
	struct error err = ERROR_INIT;

	assert_true(perf_batch_sample(b, time, &t, &err));
}

static void add_change(struct perf_batch *b, uint64_t time)
{
	struct perf_change c = {.number = (uint32_t)b->change_count};
	struct error err = ERROR_INIT;

	assert_true(perf_batch_change(b, time, &c, TEXT("body"), &err));
}

/* Times of samples fall and rise, many are equal; changes come in between. */
static struct perf_batch made(size_t n)
{
	struct perf_batch all = {0};

	for (size_t i = 0; i < n; i++) {
		add_sample(&all, 100 + i * 7919 % 50);
		if (i % 3 == 0)
			add_change(&all, 100 + i * 104729 % 60);
	}
	add_change(&all, UINT64_MAX);
	return all;
}

/* No slice starts before the previous one ended, at `*end`, nor at the same time. */
static void assert_behind(const struct perf_batch *slice, uint64_t *end)
{
	uint64_t last = *end;

	for (size_t i = 0; i < slice->count; i++) {
		assert_true(slice->time[i] > *end);
		assert_true(slice->time[i] >= last);
		last = slice->time[i];
	}
	for (size_t i = 0; i < slice->change_count; i++)
		assert_true(slice->change_time[i] > *end);
	*end = last;
}

TEST(slices_are_all_of_it_in_order_of_time)
{
	struct perf_batch all = made(1000), slice = {0};
	struct perf_slices s = {0};
	struct error err = ERROR_INIT;
	size_t samples = 0, changes = 0;
	const uint32_t *numbers;
	uint64_t end = 0;

	assert_true(perf_sorted_begin(&s.sorted, &all, &err));
	while (perf_slices_left(&s)) {
		assert_true(perf_slices_next(&s, 30, &slice, &numbers, &err));
		assert_true(slice.count >= 30 || !perf_slices_left(&s));
		assert_behind(&slice, &end);
		for (size_t i = 0; i < slice.count; i++)
			assert_int_equal(slice.samples[i].chain, numbers[i]);
		samples += slice.count;
		changes += slice.change_count;
		perf_batch_release(&slice);
	}
	assert_int_equal(samples, s.sorted.batch.count);
	assert_int_equal(changes, s.sorted.batch.change_count);
	perf_sorted_release(&s.sorted);
}

TEST(changes_without_samples_are_a_slice)
{
	struct perf_batch all = {0}, slice = {0};
	struct perf_slices s = {0};
	struct error err = ERROR_INIT;
	const uint32_t *numbers;

	add_change(&all, 7);
	assert_true(perf_sorted_begin(&s.sorted, &all, &err));
	assert_true(perf_slices_left(&s));
	assert_true(perf_slices_next(&s, 30, &slice, &numbers, &err));
	assert_int_equal(slice.count, 0);
	assert_int_equal(slice.change_count, 1);
	assert_false(perf_slices_left(&s));
	perf_batch_release(&slice);
	perf_sorted_release(&s.sorted);
}

static void add_with_chain(struct perf_batch *b, uint64_t time, uint64_t number)
{
	const uint64_t chain[] = {number, 2 * number, time};
	struct batch_sample t = {.weight = number};
	struct error err = ERROR_INIT;

	/* of any length, including none */
	assert_true(perf_batch_chain(
	    b, (struct text){(const char *)chain, number % 4 * sizeof *chain}, &t.chain,
	    &err));
	assert_true(perf_batch_sample(b, time, &t, &err));
}

static void assert_chains(const struct perf_batch *b)
{
	for (size_t i = 0; i < b->count; i++) {
		uint64_t number = b->samples[i].weight;
		const uint64_t chain[] = {number, 2 * number, b->time[i]};
		struct text kept = perf_batch_chain_at(b, b->samples[i].chain);

		assert_int_equal(kept.len, number % 4 * sizeof *chain);
		assert_memory_equal(kept.at, chain, kept.len);
	}
}

TEST(chains_stay_with_their_samples)
{
	struct perf_batch all = {0};
	struct error err = ERROR_INIT;
	uint64_t number = 0;

	for (uint64_t floor = 110; floor <= 160; floor += 10) {
		struct perf_batch early = {0};

		for (int i = 0; i < 300; i++, number++)
			add_with_chain(&all, floor + number * 7919 % 50, number);
		assert_true(perf_batch_split(&all, floor + 20, &early, &err));
		assert_true(early.count > 100);
		assert_chains(&early);
		assert_chains(&all);
		perf_batch_release(&early);
	}
	assert_true(all.count > 100);
	perf_batch_release(&all);
}
