#include "lib/unit.h"

#include <stdlib.h>

#include "analysis/lanes/tasks.h"
#include "lib/made_profile.h"

#define TIMES	60
#define COLUMNS 7

/* Everything needed to count a range of a random profile. */
struct counted {
	struct profile *profile; /* owned */
	struct tree *tree;	 /* owned, as is all that follows */
	struct bits kept;
	struct span_index index;
	struct flame flame;
	struct tasks tasks;
};

static void keep_some(struct counted *c, struct dice *d, struct error *err)
{
	uint64_t n = c->profile->samples.count;

	assert_true(bits_build(&c->kept, n, err));
	for (uint64_t i = 0; i < n; i++)
		if (dice_below(d, 4))
			bits_add(&c->kept, i);
}

static void count(struct counted *c, uint64_t seed, struct dice *d)
{
	struct error err = ERROR_INIT;
	bool spans = seed % 2;
	uint64_t length, from;

	c->profile = spans ? random_spans(seed, TIMES) : random_profile(seed, TIMES);
	assert_non_null(c->profile);
	keep_some(c, d, &err);
	c->tree = tree_new(c->profile, ROOT_COMM, &err);
	assert_non_null(c->tree);
	if (spans)
		assert_true(span_index_build(&c->index, c->profile, &err));
	assert_true(flame_build(&c->flame, c->tree, &c->kept, spans ? &c->index : NULL,
				seed % 3 ? WEIGH_SAMPLES : WEIGH_PERIOD, &err));
	length = range_whole(c->profile).to;
	from = dice_below(d, (uint32_t)(length / 1000 + 1)) * UINT64_C(1000);
	flame_show(&c->flame, dice_below(d, 3) ? (struct range){from, from + length / 2}
					       : RANGE_ALL);
	assert_true(tasks_build(&c->tasks, &c->flame, spans, &err));
	assert_true(tasks_count_cells(&c->tasks, &c->flame, COLUMNS, &err));
}

static void release(struct counted *c)
{
	tasks_release(&c->tasks);
	flame_release(&c->flame);
	span_index_release(&c->index);
	tree_free(c->tree);
	bits_release(&c->kept);
	profile_free(c->profile);
}

static const struct thread *thread_at(const struct profile *p, uint64_t row)
{
	return &p->threads[profile_context(p, row)->thread];
}

/* The definition: a process is a pid, a thread is a tid of it; without them it is a name. */
static bool is_of(const struct counted *c, const struct lane *lane, struct text name,
		  uint64_t row, bool thread)
{
	const struct thread *t = thread_at(c->profile, row);
	int32_t id = thread ? t->tid : t->pid;

	if (t->pid != lane->pid || (thread && t->tid != lane->tid))
		return false;
	return id != PROFILE_NO_ID ||
	       text_equal(profile_string(c->profile, t->comm), name);
}

/* What the graph counts for a row. */
static uint64_t worth(const struct counted *c, uint64_t row)
{
	if (c->index.profile)
		return flame_value(&c->flame, row);
	return c->flame.weigh == WEIGH_PERIOD ? c->profile->samples.weight[row]
					      : profile_row_count(c->profile, row);
}

/* The value of such a task in the range, sample by sample. */
static uint64_t naive(const struct counted *c, const struct lane *lane, struct text name,
		      bool thread)
{
	uint64_t sum = 0;

	for (uint64_t i = 0; i < c->flame.last; i++)
		if (flame_next(&c->flame, i) == i && is_of(c, lane, name, i, thread))
			sum += worth(c, i);
	return sum;
}

TEST(each_process_and_thread_has_its_samples_of_the_range)
{
	struct dice d = {11};

	for (uint64_t seed = 0; seed < 200; seed++) {
		struct counted c = {0};
		const struct tasks *t = &c.tasks;
		uint64_t sum = 0;

		count(&c, seed, &d);
		for (uint32_t i = 0; i < t->process_count; i++) {
			const struct task *of = &t->process[i];

			assert_true(!i || of->count <= of[-1].count);
			assert_int_equal(
			    of->count, naive(&c, &t->processes.list[of->lane],
					     lane_name(&t->processes, of->lane), false));
			sum += of->count;
		}
		assert_int_equal(sum, t->all);
		for (uint64_t i = 0; i < c.flame.last; i++)
			if (flame_next(&c.flame, i) == i)
				sum -= worth(&c, i);
		assert_int_equal(sum, 0); /* nothing is missing */
		release(&c);
	}
}

TEST(the_threads_of_a_process_stand_together_and_add_up_to_it)
{
	struct dice d = {12};

	for (uint64_t seed = 0; seed < 200; seed++) {
		struct counted c = {0};
		const struct tasks *t = &c.tasks;
		uint32_t next = 0;

		count(&c, seed, &d);
		for (uint32_t i = 0; i < t->process_count; i++) {
			uint64_t sum = 0;

			assert_int_equal(t->process[i].first, next);
			assert_true(t->process[i].threads > 0);
			for (uint32_t k = 0; k < t->process[i].threads; k++, next++) {
				const struct task *of = &t->thread[next];

				assert_int_equal(of->process, i);
				assert_true(!k || of->count <= of[-1].count);
				sum += of->count;
			}
			assert_int_equal(sum, t->process[i].count);
		}
		assert_int_equal(next, t->thread_count);
		release(&c);
	}
}

TEST(the_spark_of_a_process_is_that_of_its_threads)
{
	struct dice d = {13};

	for (uint64_t seed = 0; seed < 100; seed += 2) {
		struct counted c = {0};
		const struct tasks *t = &c.tasks;

		count(&c, seed, &d);
		for (uint32_t i = 0; i < t->process_count; i++) {
			const struct lane *lane = &t->processes.list[t->process[i].lane];
			uint64_t sum = 0;

			for (uint32_t x = 0; x < t->cells.columns; x++)
				sum += tasks_process_cell(t, i, x);
			if (t->process[i].threads < 2)
				assert_true(sum <= lane->count);
			assert_true(t->cells.columns <= COLUMNS);
			assert_true(!t->cells.columns || sum > 0);
		}
		release(&c);
	}
}
