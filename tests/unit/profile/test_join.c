#include "lib/unit.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "lib/check_profile.h"
#include "lib/made_profile.h"
#include "lib/stored.h"
#include "profile/hosts.h"
#include "profile/join/join.h"

#define PARTS_MOST 6

/* ---- samples as text, one by one ---- */

struct told {
	uint64_t time;
	uint32_t part, row;
	char words[600];
};

static size_t put_text(char *to, size_t used, size_t room, struct text t)
{
	int n = snprintf(to + used, room - used, " %.*s", (int)t.len, t.at);

	return used + ((size_t)n < room - used ? (size_t)n : room - used - 1);
}

/* Everything about a sample except its time; numbers of threads and CPUs are those of the host. */
static void tell(const struct profile *p, uint64_t row, struct text host, char words[600])
{
	const struct context *c = profile_context(p, row);
	const struct thread *t = &p->threads[c->thread];
	const struct event *e = &p->events[c->event];
	size_t used = (size_t)snprintf(
	    words, 600, "%" PRIu64 " %" PRIu64 " pid %d tid %d cpu %u spans %u",
	    p->samples.weight[row], p->samples.duration ? p->samples.duration[row] : 0,
	    host_pid(p, t), host_tid(p, t), host_cpu(p, c->cpu), e->spans);

	used = put_text(words, used, 600, host);
	used = put_text(words, used, 600, profile_string(p, t->comm));
	used = put_text(words, used, 600, profile_string(p, e->name));
	for (uint32_t s = p->samples.stack[row]; s; s = p->stacks[s].parent) {
		const struct frame *f = &p->frames[p->stacks[s].frame];

		used = put_text(words, used, 600, profile_string(p, f->name));
		used = put_text(words, used, 600, profile_string(p, f->module));
		used += f->kind < 10 && used + 2 < 600
			    ? (size_t)snprintf(words + used, 600 - used, "%u", f->kind)
			    : 0;
	}
}

static int by_time(const void *a, const void *b)
{
	const struct told *x = a, *y = b;

	if (x->time != y->time)
		return x->time < y->time ? -1 : 1;
	if (x->part != y->part)
		return x->part < y->part ? -1 : 1;
	return x->row < y->row ? -1 : x->row > y->row;
}

static struct told *tell_all(const struct join_part *parts, uint32_t count, size_t *n)
{
	size_t all = 0;
	struct told *list;

	for (uint32_t i = 0; i < count; i++)
		all += parts[i].profile->samples.count;
	list = calloc(all + 1, sizeof *list);
	assert_non_null(list);
	*n = 0;
	for (uint32_t i = 0; i < count; i++) {
		const struct samples *s = &parts[i].profile->samples;

		for (uint64_t row = 0; row < s->count; row++) {
			struct told *t = &list[(*n)++];

			t->time = s->time[row] + (uint64_t)parts[i].moved;
			t->part = i;
			t->row = (uint32_t)row;
			tell(parts[i].profile, row, parts[i].name, t->words);
		}
	}
	qsort(list, *n, sizeof *list, by_time);
	return list;
}

static void check_whole(const struct profile *p, const struct join_part *parts,
			uint32_t count)
{
	struct error err = ERROR_INIT;
	struct told *expected;
	size_t n;

	if (!check_profile(p, &err))
		fail_msg("%s", err.message);
	expected = tell_all(parts, count, &n);
	assert_int_equal(p->samples.count, n);
	for (size_t i = 0; i < n; i++) {
		const struct thread *t = &p->threads[profile_context(p, i)->thread];
		char words[600];

		assert_true(p->samples.time[i] == expected[i].time);
		tell(p, i, host_name(p, host_of_thread(p, t)), words);
		assert_string_equal(words, expected[i].words);
	}
	free(expected);
}

static struct profile *join(const struct join_part *parts, uint32_t count,
			    unsigned threads)
{
	const struct join_options options = {.threads = threads};
	struct error err = ERROR_INIT;
	struct profile *p = join_run(parts, count, &options, &err);

	if (!p)
		fail_msg("%s", err.message);
	return p;
}

/* ---- random recordings ---- */

static uint32_t make_parts(uint64_t seed, struct join_part *parts)
{
	static const char *const names[PARTS_MOST] = {"web1", "web2", "db", "x", "y", ""};
	struct dice d = {seed};
	uint32_t count = 1 + dice_below(&d, PARTS_MOST);
	bool spans = dice_below(&d, 3) == 0;

	for (uint32_t i = 0; i < count; i++)
		parts[i] = (struct join_part){
		    .profile =
			spans ? random_spans(seed * 7 + i, 1 + dice_below(&d, 300))
			      : random_profile(seed * 7 + i, 1 + dice_below(&d, 300)),
		    .name = text_of(names[i]),
		    .file = TEXT("file"),
		    .clock = HOST_CLOCK_RECORDED,
		    .moved =
			dice_below(&d, 2) ? dice_below(&d, 5) * INT64_C(500000000) : 0};
	return count;
}

static void free_parts(struct join_part *parts, uint32_t count)
{
	for (uint32_t i = 0; i < count; i++)
		profile_free((struct profile *)parts[i].profile);
}

TEST(all_samples_are_there_and_in_order)
{
	for (uint64_t seed = 1; seed <= 200; seed++) {
		struct join_part parts[PARTS_MOST];
		uint32_t count = make_parts(seed, parts);
		struct profile *p = join(parts, count, 1 + (unsigned)(seed % 3));

		check_whole(p, parts, count);
		profile_free(p);
		free_parts(parts, count);
	}
}

TEST(a_process_keeps_its_name_on_each_host)
{
	static const struct made_sample made[] = {{.stack = "a",
						   .comm = "server",
						   .process = "burst",
						   .pid = 7,
						   .tid = 8,
						   .time = 1}};
	struct join_part parts[2] = {
	    {.profile = made_profile(made, 1), .name = TEXT("a"), .file = TEXT("a")},
	    {.profile = made_profile(made, 1), .name = TEXT("b"), .file = TEXT("b")}};
	struct profile *p = join(parts, 2, 1);

	assert_int_equal(p->thread_count, 2);
	for (uint32_t i = 0; i < 2; i++)
		assert_true(
		    text_equal(profile_string(p, p->threads[i].process), TEXT("burst")));
	profile_free(p);
	free_parts(parts, 2);
}

/* A profile that was written and opened again is the same, and still has several hosts. */
TEST(hosts_are_kept_in_a_file)
{
	for (uint64_t seed = 1; seed <= 30; seed++) {
		struct error err = ERROR_INIT;
		struct join_part parts[PARTS_MOST];
		uint32_t count = make_parts(seed, parts);
		struct profile *p = join(parts, count, 2), *q;
		size_t len;
		unsigned char *bytes = stored_bytes(p, &len);

		q = stored_open(bytes, len, &err);
		assert_non_null(q);
		assert_int_equal(q->hosts.count, count);
		for (uint32_t i = 0; i < count; i++) {
			assert_int_equal(q->hosts.list[i].samples,
					 parts[i].profile->samples.count);
			assert_int_equal(q->hosts.list[i].moved, parts[i].moved);
		}
		check_whole(q, parts, count);
		profile_free(q);
		free(bytes);
		profile_free(p);
		free_parts(parts, count);
	}
}

/* ---- more samples than are sorted at a time ---- */

#define MANY 90000

#define UNEVEN UINT64_MAX /* bursts with this step, and pauses a billion times as long */

static struct profile *made_many(uint64_t from, uint64_t step, uint32_t same)
{
	struct dice dice = {from};
	uint64_t at = from;
	struct made_sample *samples = calloc(MANY, sizeof *samples);
	struct profile *p;

	assert_non_null(samples);
	for (uint32_t i = 0; i < MANY; i++) {
		if (step != UNEVEN)
			at = from + i / same * step;
		else if (!dice_below(&dice, same))
			at += UINT64_C(1) << dice_below(&dice, 31);
		samples[i] = (struct made_sample){.stack = i % 3 ? "main;a" : "main;b",
						  .time = at,
						  .cpu = (int)(i % 4)};
	}
	p = made_profile(samples, MANY);
	free(samples);
	return p;
}

static void join_many(uint64_t step, uint32_t same)
{
	struct join_part parts[3];

	for (uint32_t i = 0; i < 3; i++)
		parts[i] =
		    (struct join_part){.profile = made_many(1000 + i, step, same + i),
				       .name = text_of(i == 0	? "a"
						       : i == 1 ? "b"
								: "c")};
	for (unsigned threads = unit_everywhere() ? 1 : 4; threads <= 4; threads++) {
		struct profile *p = join(parts, 3, threads);

		check_whole(p, parts, 3);
		profile_free(p);
	}
	free_parts(parts, 3);
}

/* A sample on each of `cpus` CPUs. */
static struct profile *made_wide(uint32_t cpus)
{
	struct made_sample *samples = calloc(cpus, sizeof *samples);
	struct profile *p;

	assert_non_null(samples);
	for (uint32_t i = 0; i < cpus; i++)
		samples[i] =
		    (struct made_sample){.stack = "main;a", .time = i, .cpu = (int)i};
	p = made_profile(samples, cpus);
	free(samples);
	return p;
}

TEST(cpus_beyond_all_numbers_are_told)
{
	struct join_part parts[2] = {{.profile = made_wide(40000), .name = TEXT("a")},
				     {.profile = made_wide(40000), .name = TEXT("b")}};
	struct profile *p = join(parts, 2, 2);
	uint32_t unknown = 0;

	assert_int_equal(p->samples.count, 80000);
	assert_int_equal(p->hosts.cpu_count, PROFILE_NO_CPU);
	for (uint64_t i = 0; i < p->samples.count; i++)
		unknown += p->contexts[p->samples.context[i]].cpu == PROFILE_NO_CPU;
	assert_int_equal(unknown, 80000 - PROFILE_NO_CPU);
	assert_int_equal(profile_lost(p, LOSS_OF(LOST_SHAPE)), 80000 - PROFILE_NO_CPU);
	profile_free(p);
	free_parts(parts, 2);
}

TEST(many_samples_are_put_in_order_slice_by_slice)
{
	join_many(UINT64_C(100000000000000), 1); /* more than a day apart */
	join_many(1000, MANY);			 /* all at the same moment */
	join_many(UNEVEN, 9000); /* some moments have more than all others */
	if (!unit_everywhere())
		return;
	join_many(7, 1); /* close together */
	join_many(UNEVEN, 1);
	join_many(3, 40000); /* at few moments */
}

/* ---- ids of each host ---- */

TEST(equal_stacks_are_one_and_threads_are_not)
{
	const struct made_sample samples[] = {
	    {.stack = "main;work", .time = 1, .pid = 7, .tid = 8, .cpu = 3},
	    {.stack = "main;work", .time = 2, .pid = -1, .tid = -1, .cpu = -1},
	    {.stack = "",
	     .comm = "swapper",
	     .time = 3,
	     .pid = MADE_ZERO,
	     .tid = MADE_ZERO},
	};
	struct join_part parts[2] = {
	    {.profile = made_profile(samples, 3), .name = TEXT("a")},
	    {.profile = made_profile(samples, 3), .name = TEXT("b")}};
	struct profile *p = join(parts, 2, 1);

	assert_int_equal(p->stack_count, parts[0].profile->stack_count);
	assert_int_equal(p->frame_count, parts[0].profile->frame_count);
	assert_int_equal(p->thread_count, 2 * parts[0].profile->thread_count);
	assert_int_equal(p->hosts.cpu_count, 2 * 2); /* CPU 3 and CPU 0 of each */
	for (uint32_t i = 0; i < p->thread_count; i++) {
		assert_true(p->threads[i].tid > 0);
		assert_int_equal(profile_is_idle_task(p, &p->threads[i]),
				 host_tid(p, &p->threads[i]) == 0);
		for (uint32_t k = 0; k < i; k++)
			assert_int_not_equal(p->threads[i].tid, p->threads[k].tid);
	}
	assert_int_equal(host_of_cpu(p, PROFILE_NO_CPU), HOST_NONE);
	profile_free(p);
	free_parts(parts, 2);
}

TEST(notes_that_differ_are_left_out_and_cpus_added_up)
{
	const struct made_sample one = {.stack = "main", .time = 1};
	const struct made_note first[] = {
	    {"hostname", "a"}, {"arch", "x86_64"}, {"nrcpus online", "4"}};
	const struct made_note second[] = {
	    {"nrcpus online", "16"}, {"arch", "x86_64"}, {"hostname", "b"}};
	struct join_part parts[2] = {
	    {.profile = made_with_notes(&one, 1, first, 3), .name = TEXT("a")},
	    {.profile = made_with_notes(&one, 1, second, 3), .name = TEXT("b")}};
	struct profile *p = join(parts, 2, 1);

	assert_int_equal(profile_note(p, "hostname").len, 0);
	assert_true(text_equal(profile_note(p, "arch"), TEXT("x86_64")));
	assert_true(text_equal(profile_note(p, "nrcpus online"), TEXT("20")));
	profile_free(p);
	free_parts(parts, 2);
}

TEST(who_does_not_want_it_any_more_gets_nothing)
{
	struct join_part parts[PARTS_MOST];
	uint32_t count = make_parts(3, parts);
	atomic_bool cancel;
	const struct join_options options = {.threads = 2, .cancel = &cancel};
	struct error err = ERROR_INIT;

	atomic_init(&cancel, true);
	assert_null(join_run(parts, count, &options, &err));
	assert_int_equal(err.kind, ERROR_CANCELLED);
	free_parts(parts, count);
}
