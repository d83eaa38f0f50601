/*
 * Whether something that otherwise runs has stopped: gaps, workers waiting for the busy holder of a
 * lock, bursts.
 */

#include "lib/unit.h"

#include <stdio.h>

#include "analysis/compare/difference_rows.h"
#include "base/number.h"
#include "lib/made_profile.h"

#define MS   UINT64_C(1000000)
#define FROM (4000 * MS)
#define TO   (5000 * MS)
#define MOST 4000

/* Ten seconds; the question is whether something stops in the fifth. */
struct recording {
	struct made_sample list[MOST];
	char comms[MOST][16];
	size_t count;
};

static void put(struct recording *r, const char *comm, uint64_t time)
{
	assert_true(r->count < MOST);
	snprintf(r->comms[r->count], sizeof r->comms[0], "%s", comm);
	r->list[r->count] = (struct made_sample){
	    .stack = "main", .comm = r->comms[r->count], .time = time};
	r->count++;
}

/* A sample every `each` ms, from and to in ms. */
static void run(struct recording *r, const char *comm, uint64_t from, uint64_t to,
		uint64_t each)
{
	for (uint64_t t = from; t < to; t += each)
		put(r, comm, t * MS);
}

static bool stands_still(struct recording *r)
{
	const struct range range = {FROM, TO};
	struct error err = ERROR_INIT;
	struct flame part, all;
	struct comparison c;
	struct bits which;
	struct profile *p;
	struct tree *tree;
	bool is = false;

	put(r, "end", 9999 * MS);
	put(r, "begin", 0);
	p = made_profile(r->list, r->count);
	tree = tree_new(p, ROOT_COMM, &err);
	assert_true(bits_build(&which, p->samples.count, &err));
	bits_fill(&which);
	assert_true(flame_build(&part, tree, &which, NULL, WEIGH_SAMPLES, &err));
	assert_true(flame_build(&all, tree, &which, NULL, WEIGH_SAMPLES, &err));
	flame_show(&part, range);
	flame_show(&all, RANGE_ALL);
	assert_true(comparison_with_rest(&c, &part, range, &all, &err));
	assert_true(stall_find(&c, &is, &err));
	comparison_release(&c);
	flame_release(&part);
	flame_release(&all);
	bits_release(&which);
	tree_free(tree);
	profile_free(p);
	return is;
}

TEST(a_gap_is_a_stall)
{
	static struct recording r;

	run(&r, "worker", 1, 4000, 10);
	run(&r, "worker", 5000, 9990, 10);
	assert_true(stands_still(&r));
}

/* Even if few samples were to be expected. */
TEST(where_nothing_ran_it_is_one)
{
	static struct recording r;

	run(&r, "worker", 1, 4000, 500);
	run(&r, "worker", 5001, 9990, 500);
	assert_true(stands_still(&r));
}

/* As many samples as usual, all of them of the thread that holds the lock. */
TEST(workers_stand_still_while_another_thread_runs)
{
	static struct recording r;

	run(&r, "worker", 1, 4000, 10);
	run(&r, "writer", 4000, 5000, 10);
	run(&r, "worker", 5000, 9990, 10);
	assert_true(stands_still(&r));
}

TEST(what_comes_on_top_of_the_rest_is_none)
{
	static struct recording r;

	run(&r, "worker", 1, 9990, 10);
	run(&r, "burst", 4000, 5000, 5);
	assert_false(stands_still(&r));
}

TEST(nor_is_that_nothing_changes)
{
	static struct recording r;

	run(&r, "worker", 1, 9990, 10);
	assert_false(stands_still(&r));
}

/*
 * Each thread lives for a moment, and there is none for two seconds; the next does the same work.
 */
TEST(processes_that_come_and_go_do_not_stand_still)
{
	static struct recording r;
	char name[16];

	for (uint64_t t = 0; t < 9900; t += 100) {
		snprintf(name, sizeof name, "job%u", (unsigned)(t / 100));
		run(&r, name, t + 1, t + 100, 10);
	}
	assert_false(stands_still(&r));
}

/* Where ten are expected for each of many, some have few by chance. */
TEST(what_is_rare_may_be_missing_by_chance)
{
	static struct recording r;
	struct dice d = {7};
	char name[16];

	for (int i = 0; i < 3000; i++) {
		snprintf(name, sizeof name, "t%u", dice_below(&d, 100));
		put(&r, name, (1 + dice_below(&d, 9990)) * MS);
	}
	assert_false(stands_still(&r));
}
