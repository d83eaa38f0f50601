/*
 * A recording read as it comes gives the same as one read as a whole; and what is dropped from it.
 */

#include "lib/unit.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "base/mem.h"
#include "base/number.h"
#include "input/perf_data/perf_stream.h"
#include "input/reading.h"
#include "lib/check_profile.h"
#include "lib/dump.h"
#include "lib/made_profile.h"
#include "lib/made_recording.h"

#define USER  ((uint64_t)-512)
#define ROUND 100000000 /* ns */
#define START (UINT64_C(5000) * 1000000000)

/* ---- streams ---- */

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

/*
 * What may vary: how many records a round has, in which order, how far apart, and whether rounds
 * have any.
 */
static struct made_recording stream_of(uint64_t seed, uint32_t rounds, bool ticks)
{
	struct dice d = {seed};
	struct made_recording m = {0};

	put_beginning(&m);
	for (uint32_t r = 0; r < rounds; r++) {
		uint64_t from = START + (uint64_t)r * ROUND;
		uint32_t n = dice_below(&d, 5) ? dice_below(&d, 40) : 0;

		for (uint32_t i = 0; i < n; i++) {
			uint32_t pid = 7 + dice_below(&d, 3);
			uint64_t time = from + dice_below(&d, ROUND);
			uint64_t chain[] = {USER, 0x5000 + dice_below(&d, 300), 0x5100,
					    0x5200};
			char name[16];

			snprintf(name, sizeof name, "/lib%u", dice_below(&d, 9));
			if (!dice_below(&d, 8))
				made_comm(&m, time, pid, pid, name);
			else if (!dice_below(&d, 8))
				made_map(&m, time, pid, 0x5000, 0x1000, 0, name);
			else
				made_sample(&m, time, pid, pid, chain,
					    2 + dice_below(&d, 3));
		}
		if (ticks)
			put_tick(&m, from + ROUND, r);
		put_round(&m);
	}
	return m;
}

/* ---- previews ---- */

struct looker {
	uint64_t asked, shown, samples;
	size_t most;	      /* bytes of memory, the maximum of all checks */
	uint64_t first;	      /* of the last preview */
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
	struct looker *l = arg;

	l->asked++;
	l->most = mem_used() > l->most ? mem_used() : l->most;
	return true;
}

static void show(void *arg, struct profile *preview)
{
	struct looker *l = arg;

	assert_true(preview->samples.count > 0);
	for (uint64_t i = 1; i < preview->samples.count; i++)
		assert_true(preview->samples.time[i] >= preview->samples.time[i - 1]);
	assert_true(preview->samples.end >
		    preview->samples.time[preview->samples.count - 1]);
	l->first = preview->samples.time[0];
	l->samples = preview->samples.count;
	l->shown++;
	if (!l->kept) {
		l->kept = preview;
		l->kept_sum = sum_of(preview);
	} else {
		profile_free(preview);
	}
}

/* ---- reading ---- */

static struct profile *read_with(const struct made_recording *m,
				 const struct reading_options *o,
				 struct progress *progress)
{
	struct error err = ERROR_INIT;
	struct source *s = source_of_bytes(m->bytes, m->len, &err);
	struct profile *p;

	assert_non_null(s);
	p = reading_run_source(s, "it", o, progress, &err);
	if (!p || !check_profile(p, &err))
		fail_msg("%s", err.message);
	source_close(s);
	return p;
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

static void compare(const struct made_recording *m, const struct profile *live)
{
	const struct reading_options at_once = {.addresses = true};
	struct profile *p = read_with(m, &at_once, NULL);
	char *a = dump_of(p), *b = dump_of(live);

	assert_same(a, b);
	free(a);
	free(b);
	profile_free(p);
}

TEST(rounds_that_keep_their_word_lose_nothing)
{
	uint64_t shown = 0;

	for (uint64_t seed = 1; seed <= 60; seed++) {
		struct made_recording m =
		    stream_of(seed, 2 + (uint32_t)(seed % 40), seed % 2);
		struct looker l = {0};
		const struct audience audience = {
		    .wants = wants, .show = show, .arg = &l};
		const struct reading_options o = {.addresses = true,
						  .live = true,
						  .ticks = true,
						  .audience = &audience};
		struct progress progress = {0};
		struct profile *p = read_with(&m, &o, &progress);

		compare(&m, p);
		assert_int_equal(atomic_load(&progress.live.lost), 0);
		shown += l.shown;
		profile_free(p);
		if (l.kept) {
			assert_int_equal(sum_of(l.kept), l.kept_sum);
			profile_free(l.kept);
		}
		mem_free(m.bytes);
	}
	assert_true(shown > 500);
	assert_int_equal(mem_used(), 0);
}

/*
 * perf promises that there are none; a writer that breaks this loses them, and the loss is
 * reported.
 */
TEST(a_sample_that_comes_too_late_is_counted)
{
	struct made_recording m = {0};
	const struct reading_options o = {.live = true, .ticks = true};
	struct progress progress = {0};
	struct profile *p;
	char *text;

	put_beginning(&m);
	for (uint64_t r = 0; r < 4; r++) {
		made_sample(&m, START + r * ROUND, 7, 7, (uint64_t[]){USER, 0x5001}, 2);
		put_round(&m);
	}
	made_sample(&m, START + 5, 7, 7, (uint64_t[]){USER, 0x5001}, 2);
	put_round(&m);
	made_sample(&m, START + 5 * ROUND, 7, 7, (uint64_t[]){USER, 0x5001}, 2);
	put_round(&m);
	p = read_with(&m, &o, &progress);
	text = dump_of(p);
	assert_int_equal(p->samples.count, 5);
	assert_int_equal(atomic_load(&progress.live.lost), 1);
	assert_non_null(strstr(text, "came too late"));
	free(text);
	profile_free(p);
	mem_free(m.bytes);
}

/*
 * An event held back until a later round keeps its position in the file, which decides the order of
 * equal times.
 */
TEST(a_name_is_of_the_samples_behind_it)
{
	const uint64_t chain[] = {USER, 0x5001};
	struct made_recording m = {0};
	const struct reading_options o = {.addresses = true, .live = true};
	struct profile *p;

	put_beginning(&m);
	for (uint64_t r = 0; r < 9; r++) {
		uint64_t time = START + r * ROUND;

		for (uint32_t i = 0; i < 20; i++)
			made_comm(&m, time + i, 8, 8, i % 2 ? "odd" : "even");
		made_sample(&m, time + ROUND / 2, 8, 8, chain, 2);
		made_comm(&m, time + ROUND / 2, 8, 8, "new");
		made_sample(&m, time + ROUND / 2, 8, 8, chain, 2);
		put_round(&m);
	}
	p = read_with(&m, &o, NULL);
	compare(&m, p);
	assert_int_equal(p->samples.count, 18);
	profile_free(p);
	mem_free(m.bytes);
}

/* ---- limits on what is kept ---- */

TEST(what_is_too_old_is_let_go)
{
	for (uint64_t seed = 1; seed <= 20; seed++) {
		const uint64_t keep = (1 + seed % 5) * UINT64_C(700000000);
		struct made_recording m = stream_of(seed, 200, true);
		struct looker l = {0};
		const struct audience audience = {
		    .wants = wants, .show = show, .arg = &l};
		const struct reading_options whole = {.addresses = true},
					     o = {.addresses = true,
						  .live = true,
						  .ticks = true,
						  .keep = keep,
						  .audience = &audience};
		struct progress progress = {0};
		struct profile *all = read_with(&m, &whole, NULL),
			       *p = read_with(&m, &o, &progress);
		uint64_t end = all->samples.time[all->samples.count - 1], kept = 0;

		for (uint64_t i = 0; i < all->samples.count; i++)
			kept += all->samples.time[i] >= end - keep;
		/* up to the last tick, which comes after the last sample, or up to that sample */
		assert_true(p->samples.count <= kept);
		assert_true(p->samples.count + 80 >= kept);
		assert_int_equal(atomic_load(&progress.live.gone) + p->samples.count <=
				     all->samples.count,
				 1);
		assert_true(profile_origin(p) >= START);
		assert_true(profile_origin(p) <= p->samples.time[0]);
		assert_true(p->samples.time[p->samples.count - 1] - profile_origin(p) <=
			    4 * keep + 4 * NS_PER_SECOND);
		profile_free(all);
		profile_free(p);
		if (l.kept) { /* of long ago, and still complete */
			assert_int_equal(sum_of(l.kept), l.kept_sum);
			profile_free(l.kept);
		}
		mem_free(m.bytes);
	}
	assert_int_equal(mem_used(), 0);
}

/* All are alike. By now the builder may have other ids for what they refer to. */
static void add_moments(struct builder *b, uint64_t from, uint64_t to)
{
	uint32_t frame = builder_frame(b, builder_string(b, TEXT("f")), 0, FRAME_USER);
	struct sample s = {.weight = 1,
			   .stack = builder_stack(b, 0, frame),
			   .thread = builder_thread(b, TEXT("it"), 7, 7),
			   .event = builder_event(b, TEXT("cpu-clock"), TEXT("ns")),
			   .timed = true};

	for (uint64_t i = from; i < to; i++) {
		s.time = START + i * 100000;
		builder_add_sample(b, &s);
	}
}

/*
 * In a day-long recording memory only holds the minutes that are kept: rows take 24 bytes, and
 * there are 30 million; row numbers start again.
 */
TEST(memory_does_not_grow_with_time)
{
	struct error err = ERROR_INIT;
	struct builder *b = builder_new_shown(&err);
	uint32_t renewed = 0;
	struct profile *p;
	size_t most = 0, count;

	assert_non_null(b);
	builder_keep(b, 10 * NS_PER_SECOND);
	for (uint64_t i = 0; i < 30000000; i += 10000) {
		add_moments(b, i, i + 10000);
		if (builder_is_worn(b)) {
			mem_free(builder_renew(b, &count, &err));
			renewed++;
		}
		most = mem_used() > most ? mem_used() : most;
	}
	assert_false(builder_failed(b));
	assert_int_equal(renewed, 1); /* after half of them */
	assert_int_equal(builder_sample_count(b), 30000000);
	assert_true(builder_gone(b) > 29800000);
	assert_true(most < 40 << 20); /* 100,000 rows are kept */
	p = builder_finish(b, &err);
	assert_non_null(p);
	assert_int_equal(p->samples.count, 100001);
	assert_true(check_profile(p, &err));
	profile_free(p);
	builder_free(b);
	assert_int_equal(mem_used(), 0);
}

/* If memory is short, less is kept than was requested, but not nothing. */
TEST(what_memory_has_no_room_for_is_let_go)
{
	const uint32_t rounds = unit_everywhere() ? 20000 : 8000;
	struct made_recording m = stream_of(5, rounds, true); /* ten per second */
	struct looker l = {0};
	const struct audience audience = {.wants = wants, .show = show, .arg = &l};
	const struct reading_options o = {.live = true,
					  .ticks = true,
					  .keep = 3600 * NS_PER_SECOND,
					  .audience = &audience};
	struct progress progress = {0};
	struct profile *p;

	mem_set_budget(mem_used() + (unit_everywhere() ? 20 << 20 : 10 << 20));
	p = read_with(&m, &o, &progress);
	mem_set_budget(0);
	assert_true(atomic_load(&progress.live.keep) > 0);
	assert_true(atomic_load(&progress.live.keep) < rounds / 10 * NS_PER_SECOND);
	assert_true(atomic_load(&progress.live.gone) > 0);
	assert_true(p->samples.count > 4000);
	assert_true(p->samples.time[p->samples.count - 1] >
		    START + (rounds / 10 - 10) * NS_PER_SECOND);
	profile_free(p);
	profile_free(l.kept);
	mem_free(m.bytes);
	assert_int_equal(mem_used(), 0);
}

/* Other senders of such events may give any time. */
TEST(ticks_of_others_mean_nothing)
{
	struct made_recording m = {0};
	const struct reading_options o = {.live = true, .keep = NS_PER_SECOND};
	struct progress progress = {0};
	struct profile *p;

	put_beginning(&m);
	for (uint64_t r = 0; r < 4; r++) {
		made_sample(&m, START + r * ROUND, 7, 7, (uint64_t[]){USER, 0x5001}, 2);
		put_tick(&m, UINT64_MAX / 2, 0);
		put_round(&m);
	}
	p = read_with(&m, &o, &progress);
	assert_int_equal(p->samples.count, 4);
	assert_int_equal(atomic_load(&progress.live.tick), 0);
	profile_free(p);
	mem_free(m.bytes);
}

TEST(a_tick_tells_how_it_goes)
{
	struct made_recording m = stream_of(3, 20, true);
	const struct reading_options o = {.live = true, .ticks = true};
	struct progress progress = {0};

	profile_free(read_with(&m, &o, &progress));
	assert_int_equal(atomic_load(&progress.live.tick), START + UINT64_C(20) * ROUND);
	assert_int_equal(atomic_load(&progress.live.spent), 7000);
	assert_int_equal(atomic_load(&progress.live.throttled), 3);
	assert_int_equal(atomic_load(&progress.live.own), 19);
	mem_free(m.bytes);
}

/* ---- streams that stall, or have no rounds ---- */

/*
 * After this many bytes the rest comes one at a time; counts how often a preview may be taken
 * meanwhile.
 */
struct trickle {
	const struct made_recording *m;
	size_t at, first;
	struct looker *looker;
	uint64_t asked; /* when the slow part started */
};

static bool give(void *arg, char *buf, size_t max, size_t *got, struct error *err)
{
	struct trickle *t = arg;
	size_t most = t->at < t->first ? t->first - t->at : 1;

	(void)err;
	if (t->at == t->first)
		t->asked = t->looker->asked;
	*got = most < max ? most : max;
	*got = *got < t->m->len - t->at ? *got : t->m->len - t->at;
	memcpy(buf, t->m->bytes + t->at, *got);
	t->at += *got;
	return true;
}

TEST(who_looks_need_not_wait_for_the_rest_of_a_record)
{
	struct made_recording m = stream_of(7, 6, false);
	struct looker l = {0};
	struct trickle t = {.m = &m, .looker = &l};
	const struct audience audience = {.wants = wants, .show = show, .arg = &l};
	const struct reading_options o = {.live = true, .audience = &audience};
	struct error err = ERROR_INIT;
	struct source *s;
	uint64_t asked;

	t.first = m.len;
	made_sample(&m, START + UINT64_C(9) * ROUND, 7, 7, (uint64_t[]){USER, 0x5001}, 2);
	s = source_of_giver((struct source_giver){give, &t}, &err);
	assert_non_null(s);
	profile_free(reading_run_source(s, "it", &o, NULL, &err));
	asked = l.asked - t.asked;
	assert_true(asked >= m.len - t.first);
	assert_true(l.shown > 0);
	source_close(s);
	profile_free(l.kept);
	mem_free(m.bytes);
	assert_int_equal(mem_used(), 0);
}

static bool only_measures(void *arg)
{
	return !wants(arg);
}

/* Samples, generated as they are read. */
struct endless {
	struct made_recording m;
	size_t at;
	uint64_t made, most;
};

static bool give_more(void *arg, char *buf, size_t max, size_t *got, struct error *err)
{
	struct endless *e = arg;

	(void)err;
	if (e->at == e->m.len && e->made) {
		e->m.len = e->at = 0;
	} else if (!e->made) {
		put_beginning(&e->m);
	}
	for (int i = 0; e->m.len == 0 && i < 4096 && e->made < e->most; i++)
		made_sample(&e->m, START + e->made++ * 10000, 7, 7,
			    (uint64_t[]){USER, 0x5001}, 2);
	e->made += e->made == 0;
	*got = e->m.len - e->at < max ? e->m.len - e->at : max;
	if (*got)
		memcpy(buf, e->m.bytes + e->at, *got);
	e->at += *got;
	return true;
}

/*
 * Without marks it is never known that a round is complete: then samples are shown as they come, in
 * order or not.
 */
TEST(a_stream_without_rounds_is_shown_and_needs_no_more_memory)
{
	struct endless e = {.most = 3000000};
	struct looker l = {0};
	const struct audience audience = {
	    .wants = only_measures, .show = show, .arg = &l};
	const struct reading_options o = {
	    .live = true, .keep = NS_PER_SECOND, .audience = &audience};
	struct error err = ERROR_INIT;
	struct source *s = source_of_giver((struct source_giver){give_more, &e}, &err);
	struct profile *p;

	assert_non_null(s);
	p = reading_run_source(s, "it", &o, NULL, &err);
	assert_non_null(p);
	assert_true(p->samples.count >= 100000);
	assert_true(p->samples.count <= 170000); /* some are dropped at a time */
	assert_true(l.most < (size_t)120 << 20); /* all of them would take 168 MiB */
	source_close(s);
	profile_free(p);
	mem_free(e.m.bytes);
	assert_int_equal(mem_used(), 0);
}

/* ---- events that come late ---- */

/* Each is handled by itself, without going through the others again. */
TEST(many_events_that_come_late_take_no_longer)
{
	enum { EVENTS = 50000 };
	struct made_recording m = {0};
	const struct reading_options o = {.live = true};
	uint64_t spent = clock_spent();
	struct profile *p;

	put_beginning(&m);
	for (uint64_t i = 1; i <= EVENTS; i++) {
		made_attr(&m, 4, i, MADE_TYPE, 0, 64, i);
		made_sample(&m, START + i * ROUND, 7, 7, (uint64_t[]){USER, 0x5001}, 2);
		put_round(&m);
	}
	p = read_with(&m, &o, NULL);
	assert_int_equal(p->samples.count, EVENTS);
	assert_true(clock_spent() - spent < 20 * NS_PER_SECOND); /* it takes 0.2 s */
	profile_free(p);
	mem_free(m.bytes);
	assert_int_equal(mem_used(), 0);
}
