/* An endless recording, read as it comes: what is forgotten, and that this changes no result. */

#include "lib/unit.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "base/number.h"
#include "input/perf_data/perf_stream.h"
#include "input/reading.h"
#include "lib/check_profile.h"
#include "lib/dump.h"
#include "lib/hunger.h"
#include "lib/made_recording.h"

#define USER  ((uint64_t)-512)
#define ROUND 100000000 /* ns */
#define START (UINT64_C(5000) * 1000000000)

static void put_round(struct made_recording *m)
{
	made_begin(m, PERF_RECORD_FINISHED_ROUND, 0);
	made_end(m);
}

static void put_tick(struct made_recording *m, uint64_t time, uint64_t own)
{
	made_begin(m, PERF_RECORD_TICK, 0);
	made_u64(m, time);
	made_u64(m, 7000);
	made_u64(m, 0);
	made_u64(m, 3);
	made_u64(m, own);
	made_end(m);
}

static void put_beginning(struct made_recording *m)
{
	made_head(m);
	made_attr(m, 1, 0, MADE_TYPE, 0, 96, 0);
	made_comm(m, 0, 7, 7, "first");
	made_map(m, 0, 7, 0x5000, 0x1000, 0, "/bin/first");
	made_begin(m, PERF_RECORD_FINISHED_INIT, 0);
	made_end(m);
}

/* ---- previews ---- */

struct looker {
	struct profile *kept; /* the first preview, checked again at the end */
	uint64_t kept_sum;
};

static uint64_t sum_of(const struct profile *p)
{
	uint64_t sum = p->samples.count;

	for (uint64_t i = 0; i < p->samples.count; i++)
		sum = sum * 31 + p->samples.time[i] + p->samples.stack[i] +
		      p->samples.context[i] + p->samples.weight[i];
	return sum;
}

static bool wants(void *arg)
{
	(void)arg;
	return true;
}

static void show(void *arg, struct profile *preview)
{
	struct looker *l = arg;

	if (l->kept) {
		profile_free(preview);
		return;
	}
	l->kept = preview;
	l->kept_sum = sum_of(preview);
}

static char *dump_of(const struct profile *p)
{
	char *text = NULL;
	size_t len;
	FILE *out = open_memstream(&text, &len);

	assert_non_null(out);
	dump_profile(p, out);
	fclose(out);
	return text;
}

/* Prints the first difference. */
static void assert_same(const char *a, const char *b)
{
	size_t same = 0;

	while (a[same] && a[same] == b[same])
		same++;
	while (same > 0 && a[same - 1] != '\n')
		same--;
	if (strcmp(a, b) != 0)
		fail_msg("at once:\n%.200s\nas it comes:\n%.200s", a + same, b + same);
}

/* ---- an endless series of processes ---- */

#define EACH_ROUND 40	 /* processes */
#define PIDS	   20000 /* then they start again */
#define HEIRS	   150	 /* rounds that a child of a process outlives it */

/* A stream that is generated as it is read. */
struct endless {
	struct made_recording m; /* one round of it */
	size_t given;
	uint32_t round, rounds;
	uint32_t each;	  /* samples per process */
	uint32_t process; /* how many there were so far */
	uint64_t samples;
	size_t early, late; /* the most bytes used in its first third, and later */
};

static void put_exit(struct made_recording *m, uint64_t time, uint32_t pid)
{
	made_begin(m, PERF_RECORD_EXIT, 0);
	for (int i = 0; i < 2; i++) {
		made_u32(m, pid);
		made_u32(m, 7);
	}
	made_u64(m, time);
	made_u32(m, pid);
	made_u32(m, pid);
	made_u64(m, time);
	made_end(m);
}

static void put_sample(struct endless *e, uint64_t time, uint32_t pid, uint64_t leaf)
{
	made_sample(&e->m, time, pid, pid,
		    (uint64_t[]){USER, leaf, 0x5100 + leaf % 5, 0x5200}, 4);
	e->samples++;
}

/* A new program with functions of its own; a thread that stays waits for it. */
static void put_process(struct endless *e, uint64_t time)
{
	struct made_recording *m = &e->m;
	uint32_t n = e->process++, pid = 1000 + n % PIDS;
	char name[32];

	made_fork(m, time, pid, 7, pid, 7);
	snprintf(name, sizeof name, "run-%u", n);
	made_comm(m, time + 1, pid, pid, name);
	snprintf(name, sizeof name, "/build/program-%u", n);
	made_map(m, time + 2, pid, 0x5000, 0x1000, 0, name);
	for (uint32_t i = n % 7 % e->each; i < e->each; i++)
		put_sample(e, time + 3 + i, pid, 0x5000 + i * 7);
	put_sample(e, time + 3 + e->each, 7, 0x5001);
	if (n % EACH_ROUND == 0) {
		uint32_t heir = 100000 + e->round % HEIRS;

		put_exit(m, time + 4 + e->each, heir);
		made_fork(m, time + 5 + e->each, heir, pid, heir, pid);
	}
	put_exit(m, time + 6 + e->each, pid);
}

/* Child processes that live on, with their parent's name and program. */
static void put_heirs(struct endless *e, uint64_t time)
{
	for (uint32_t i = 0; i < HEIRS && i < e->round; i += 3)
		put_sample(e, time + i, 100000 + i, 0x5000 + e->round % 4 * 9);
}

static bool give_round(void *arg, char *buf, size_t max, size_t *got, struct error *err)
{
	struct endless *e = arg;
	size_t *most = e->round < e->rounds / 3 ? &e->early : &e->late;

	(void)err;
	*most = mem_used() > *most ? mem_used() : *most;
	if (e->given == e->m.len && e->round < e->rounds) {
		uint64_t from = START + (uint64_t)e->round * ROUND;

		e->m.len = e->given = 0;
		if (e->round == 0)
			put_beginning(&e->m);
		for (uint32_t i = 0; i < EACH_ROUND; i++)
			put_process(e, from + i * 1000);
		e->round++;
		put_heirs(e, from + EACH_ROUND * 1000);
		put_tick(&e->m, from + ROUND, 0);
		put_round(&e->m);
	}
	*got = e->m.len - e->given < max ? e->m.len - e->given : max;
	if (*got)
		memcpy(buf, e->m.bytes + e->given, *got);
	e->given += *got;
	return true;
}

static struct profile *read_endless(struct endless *e, const struct reading_options *o,
				    struct progress *progress)
{
	struct error err = ERROR_INIT;
	struct source *s = source_of_giver((struct source_giver){give_round, e}, &err);
	struct profile *p;

	assert_non_null(s);
	p = reading_run_source(s, "it", o, progress, &err);
	if (!p || !check_profile(p, &err))
		fail_msg("%s", err.message);
	source_close(s);
	mem_free(e->m.bytes);
	return p;
}

/*
 * Two million samples of 80,000 processes, or a third of them: memory holds only the seconds that
 * are kept.
 */
TEST(what_nobody_needs_any_more_is_forgotten)
{
	const uint32_t rounds = unit_everywhere() ? 2200 : 660;
	struct endless e = {.rounds = rounds, .each = 25};
	struct looker l = {NULL, 0};
	const struct audience audience = {.wants = wants, .show = show, .arg = &l};
	const struct reading_options o = {.addresses = true,
					  .live = true,
					  .ticks = true,
					  .keep = 3 * NS_PER_SECOND,
					  .audience = &audience};
	struct progress progress = {0};
	struct profile *p;

	p = read_endless(&e, &o, &progress);
	assert_true(e.samples > rounds * UINT64_C(909));
	assert_int_equal(atomic_load(&progress.samples), e.samples);
	assert_true(atomic_load(&progress.live.gone) > e.samples - 2 * p->samples.count);
	assert_true(p->frame_count < 3 * p->samples.count);
	if (e.late > e.early + e.early / 8)
		fail_msg("%zu bytes, and later %zu", e.early, e.late);
	/* of long ago, and still complete */
	assert_int_equal(sum_of(l.kept), l.kept_sum);
	profile_free(l.kept);
	profile_free(p);
	assert_int_equal(mem_used(), 0);
}

/* Its last samples, as many as those of the other profile. */
static char *end_of(const struct profile *p, uint64_t count)
{
	uint64_t before = p->samples.count - count;
	struct profile end = *p;

	end.note_count = end.loss_count = 0;
	end.samples.count = count;
	end.samples.time += before;
	end.samples.stack += before;
	end.samples.context += before;
	end.samples.weight += before;
	return dump_of(&end);
}

/* Names, programs and callers of what remains are the same as if nothing had been forgotten. */
TEST(what_is_forgotten_is_missed_by_nobody)
{
	static const struct {
		uint32_t seconds, rounds, each;
	} of[] = {{1, 301, 25}, {6, 356, 25}, {60, 1200, 2}};

	for (size_t i = 0; i < sizeof of / sizeof *of; i += unit_everywhere() ? 1 : 2) {
		struct endless e = {.rounds = of[i].rounds, .each = of[i].each},
			       again = e;
		const struct reading_options whole = {.addresses = true},
					     o = {.addresses = true,
						  .live = true,
						  .ticks = true,
						  .keep = of[i].seconds * NS_PER_SECOND};
		struct profile *all = read_endless(&e, &whole, NULL),
			       *p = read_endless(&again, &o, NULL);
		char *a = end_of(all, p->samples.count), *b = end_of(p, p->samples.count);

		assert_true(p->frame_count < all->frame_count);
		assert_true(p->samples.count > e.samples * of[i].seconds * 9 / e.rounds);
		assert_same(a, b);
		free(a);
		free(b);
		profile_free(all);
		profile_free(p);
	}
	assert_int_equal(mem_used(), 0);
}

/* Many processes that end, and their programs with them, in few records. */
static struct made_recording short_lives(void)
{
	struct made_recording m = {0};

	put_beginning(&m);
	for (uint32_t n = 0; n < 1400; n++) {
		uint64_t time = START + n * UINT64_C(20000000);
		char name[32];

		snprintf(name, sizeof name, "/build/%u", n);
		made_fork(&m, time, 1000 + n, 7, 1000 + n, 7);
		made_comm(&m, time, 1000 + n, 1000 + n, name);
		made_map(&m, time, 1000 + n, 0x5000, 0x1000, 0, name);
		made_sample(&m, time, 1000 + n, 1000 + n, (uint64_t[]){USER, 0x5001}, 2);
		put_exit(&m, time, 1000 + n);
		if (n % 100 == 99)
			put_round(&m);
	}
	return m;
}

TEST(without_memory_to_forget_there_is_an_error_and_no_leak)
{
	struct made_recording m = short_lives();
	const struct reading_options o = {.live = true, .keep = NS_PER_SECOND};
	size_t used = mem_used();
	bool done = false;
	unsigned n = 0;

	while (!done) {
		struct error err = ERROR_INIT;
		struct source *s = source_of_bytes(m.bytes, m.len, &err);
		struct profile *p;

		assert_non_null(s);
		n += 1 + n / 64; /* of thousands that are alike a few suffice */
		hunger_due = n;
		p = reading_run_source(s, "it", &o, NULL, &err);
		done = hunger_due > 0;
		hunger_due = 0;
		assert_int_equal(err.kind, p ? ERROR_NONE : ERROR_MEMORY);
		if (p && !check_profile(p, &err))
			fail_msg("failure %u: %s", n, err.message);
		assert_true(p || !done);
		profile_free(p);
		source_close(s);
		assert_int_equal(mem_used(), used);
	}
	assert_true(n > 100);
	mem_free(m.bytes);
}
