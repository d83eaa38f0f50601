/* The longest period in which most threads of a process wait. */

#include "lib/unit.h"

#include <string.h>

#include "analysis/waiting/joint_wait.h"
#include "lib/made_profile.h"

#define MS   UINT64_C(1000000)
#define ROOM 400

/* Waits of threads, in order of their start times. */
struct waits_made {
	uint64_t time[ROOM], duration[ROOM];
	uint32_t context[ROOM], stack[ROOM];
	struct context contexts[8];
	struct thread threads[8];
	struct profile profile;
};

/*
 * Six threads of one process, and two of another, wait for `each` ms out of every 50, one after the
 * other; all six wait from 4.0 to 5.2 s, and the two of the other process are daemons that sleep
 * for 5 s.
 */
static const struct profile *make(struct waits_made *w, bool convoy)
{
	static const char bytes[] = "blocked";
	static const uint64_t ends[] = {0, 7};
	static const struct frame frames[1];
	static const struct stack stacks[1];
	static const struct event events[] = {{1, 0, 1}};
	uint64_t n = 0;

	memset(w, 0, sizeof *w);
	for (uint32_t i = 0; i < 8; i++) {
		w->contexts[i] = (struct context){i, 0, 0};
		w->threads[i] = (struct thread){
		    .comm = 1, .pid = i < 6 ? 1 : 2, .tid = 10 + (int32_t)i};
	}
	for (uint64_t ms = 0; ms < 30000; ms += 500) {
		bool all = convoy && ms == 4000;

		for (uint32_t i = 0; i < 6 && !(convoy && ms > 4000 && ms < 5500); i++) {
			w->time[n] = (ms + (all ? i : 70 * i)) * MS;
			w->duration[n] = (all ? 1200 : 40) * MS;
			w->context[n++] = i;
		}
		for (uint32_t i = 6; i < 8 && ms % 5000 == 0; i++) {
			w->time[n] = (ms + 490) * MS;
			w->duration[n] = 4900 * MS;
			w->context[n++] = i;
		}
	}
	w->profile = (struct profile){.strings = {2, bytes, ends},
				      .frames = frames,
				      .stacks = stacks,
				      .threads = w->threads,
				      .events = events,
				      .contexts = w->contexts,
				      .frame_count = 1,
				      .stack_count = 1,
				      .thread_count = 8,
				      .event_count = 1,
				      .context_count = 8,
				      .samples = {.count = n,
						  .time = w->time,
						  .stack = w->stack,
						  .context = w->context,
						  .weight = w->duration,
						  .duration = w->duration,
						  .end = 36000 * MS},
				      .of_threads = true,
				      .has_times = true};
	return &w->profile;
}

static bool find(struct joint_wait *c, const struct profile *p)
{
	struct error err = ERROR_INIT;
	struct bits all = {0};
	bool found;

	assert_true(bits_build(&all, p->samples.count, &err));
	bits_fill(&all);
	found = joint_wait_find(c, p, &(struct joint_wait_query){&all, RANGE_ALL}, &err);
	assert_true(found);
	bits_release(&all);
	return c->threads > 0;
}

TEST(a_convoy_is_the_stretch_that_is_long_for_its_process)
{
	static struct waits_made w;
	struct joint_wait c;

	assert_true(find(&c, make(&w, true)));
	assert_int_equal(c.threads, 4); /* the others came later */
	assert_int_equal(c.all, 6);
	assert_int_equal(c.range.from, 4003 * MS);
	assert_int_equal(c.range.to, 5200 * MS);
}

TEST(without_one_it_is_the_daemons)
{
	static struct waits_made w;
	struct joint_wait c;

	assert_true(find(&c, make(&w, false)));
	assert_int_equal(c.all, 2);
}

TEST(a_thread_with_another_name_is_one)
{
	static struct waits_made w;
	const struct profile *p = make(&w, true);
	struct joint_wait c;

	w.threads[5].tid = w.threads[4].tid;
	assert_true(find(&c, p));
	assert_int_equal(c.all, 5);
}

/* Starting with any wait, until the third of five threads is woken: the longest such period. */
static uint64_t longest_by_hand(const struct waits_made *w, uint64_t n)
{
	uint64_t best = 0;

	for (uint64_t i = 0; i < n; i++) {
		uint64_t ends[5], count = 0;

		for (uint64_t k = 0; k < n; k++) {
			uint64_t end = w->time[k] + w->duration[k], at = count;

			if (w->time[k] > w->time[i] || end <= w->time[i])
				continue;
			for (; at > 0 && ends[at - 1] < end; at--)
				ends[at] = ends[at - 1];
			ends[at] = end;
			count++;
		}
		if (count >= 3 && ends[2] - w->time[i] > best)
			best = ends[2] - w->time[i];
	}
	return best;
}

TEST(the_longest_one_is_found_among_any_waits)
{
	static struct waits_made w;
	struct dice d = {7};

	for (int round = 0; round < 200; round++) {
		uint64_t free_at[5] = {0}, at = 0, n = 0;
		struct joint_wait c;

		make(&w, false);
		while (n < 100) {
			uint32_t thread = dice_below(&d, 5);

			at += dice_below(&d, 50) * MS;
			if (free_at[thread] > at)
				continue;
			w.time[n] = at;
			w.duration[n] = (1 + dice_below(&d, 400)) * MS;
			free_at[thread] = at + w.duration[n];
			w.context[n++] = thread;
		}
		w.profile.samples.count = n;
		w.profile.samples.end = at + 500 * MS;
		if (!find(&c, &w.profile))
			c.range = (struct range){0, 0};
		assert_int_equal(c.range.to - c.range.from, longest_by_hand(&w, n));
	}
}

TEST(nobody_waits_with_others)
{
	static struct waits_made w;
	const struct profile *p = make(&w, false);
	struct joint_wait c;

	for (uint32_t i = 0; i < 8; i++)
		w.threads[i].pid = 1;
	assert_false(find(&c, p));
}
