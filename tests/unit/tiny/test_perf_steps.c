/*
 * Long recordings are read in steps, by up to as many threads as allowed; the result is the same as
 * with one.
 */

#include "lib/unit.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/mem.h"
#include "input/perf_data/perf_recording.h"
#include "input/perf_data/perf_scan.h"
#include "lib/made_recording.h"
#include "lib/packed.h"
#include "lib/check_profile.h"
#include "lib/dump.h"
#include "lib/replaced/tiny.h"

#define USER	((uint64_t)-512)
#define RECORDS (UINT64_C(5) * PERF_SCAN_STEP)
#define LATE	20000 /* ns: there is a sample every LATE ns */

static uint64_t next(uint64_t *random)
{
	*random = *random * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
	return *random >> 33;
}

/*
 * Times of samples increase, but are off by up to LATE; names and maps change all the time. Some
 * samples are of the idle task.
 */
static struct made_recording out_of_order_by(uint64_t random)
{
	struct made_recording m = {0};

	made_file_head(&m, 1, 0);
	made_comm(&m, 1, 7, 7, "before all samples");
	for (uint64_t i = 0; i < RECORDS; i++) {
		uint32_t pid = next(&random) % 8 ? 7 + (uint32_t)next(&random) % 3 : 0;
		uint64_t time = 1000000 + i - next(&random) % LATE;
		uint64_t chain[] = {USER, 0x5000 + next(&random) % 64, 0x5100, 0x5200};
		char name[32];

		snprintf(name, sizeof name, "/lib%u", (unsigned)next(&random) % 5);
		if (i % 64 == 0)
			made_map(&m, time, pid, 0x5000, 0x1000, 0, name);
		else if (i % 64 == 1)
			made_comm(&m, time, pid, pid, name);
		else if (i % 64 == 2)
			made_fork(&m, time, pid, 7, pid, 7);
		else if (i % 64 == 3 && i > RECORDS / 2) /* later than any sample */
			made_switch(&m, time - 4 * LATE, pid, pid, i % 128 == 3);
		else
			made_sample(&m, time, pid, pid, chain, 2 + i % 3);
	}
	made_file_end(&m);
	return m;
}

static struct made_recording out_of_order(void)
{
	return out_of_order_by(1);
}

static struct text bytes_of_made(const struct made_recording *m)
{
	return (struct text){m->bytes, m->len};
}

static struct profile *read_bytes(struct text data, const struct reading_options *o)
{
	struct error err = ERROR_INIT;
	struct source *s = source_of_bytes(data.at, data.len, &err);
	struct profile *p;

	assert_non_null(s);
	p = reading_run_source(s, "it", o, NULL, &err);
	if (!p || !check_profile(p, &err))
		fail_msg("%s", err.message);
	source_close(s);
	return p;
}

static char *dump_with(struct text data, const struct reading_options *o)
{
	struct profile *p = read_bytes(data, o);
	char *text = NULL;
	size_t len;
	FILE *out = open_memstream(&text, &len);

	assert_non_null(out);
	dump_profile(p, out);
	for (uint64_t i = 0; p->samples.sched && i < p->samples.count; i++)
		fprintf(out, "%" PRIu64 "\n", p->samples.sched[i]);
	fclose(out);
	profile_free(p);
	return text;
}

static char *dump_of(struct text data, unsigned threads)
{
	const struct reading_options o = {.addresses = true, .threads = threads};

	return dump_with(data, &o);
}

static void assert_same(const char *a, const char *b)
{
	if (strcmp(a, b) != 0)
		fail_msg("two readings of one recording differ");
}

/* Without the note about inlined functions. */
static char *dump_of_whole(struct text data)
{
	const struct reading_options o = {
	    .addresses = true, .threads = 1, .inlined = true, .symbols = false};

	return dump_with(data, &o);
}

static const unsigned counts[] = {1, 2, 4, 8, 16};

TEST(steps_give_what_reading_at_once_does)
{
	for (uint64_t seed = 1; seed < (unit_everywhere() ? 4 : 2); seed++) {
		struct made_recording m = out_of_order_by(seed);
		struct text plain = bytes_of_made(&m),
			    packed = packed_of(plain, plain.len);
		char *whole = dump_of_whole(packed), changes[64];

		snprintf(changes, sizeof changes, "aside %u 0 records other than",
			 (unsigned)(1 + RECORDS / 64 * 3));
		if (!strstr(whole, changes))
			fail_msg("no \"%s\" in %.300s", changes, whole);
		for (size_t i = 0; i < sizeof counts / sizeof *counts;
		     i += unit_everywhere() ? 1 : 2) {
			char *at_once = dump_of(packed, counts[i]),
			     *steps = dump_of(plain, counts[i]);

			assert_same(at_once, whole);
			assert_same(steps, whole);
			free(at_once);
			free(steps);
		}
		free(whole);
		free((void *)packed.at);
		free(m.bytes);
	}
}

static void append(void *arg, const char *what, uint64_t n)
{
	fprintf(arg, "%s %" PRIu64 "\n", what, n);
}

/* Including ids: a profile does not depend on the number of threads. */
static char *ids_of(struct text data, unsigned threads)
{
	const struct reading_options o = {.threads = threads};
	struct profile *p = read_bytes(data, &o);
	char *text = NULL;
	size_t len;
	FILE *out = open_memstream(&text, &len);

	assert_non_null(out);
	for (uint32_t i = 0; i < p->strings.count; i++)
		fprintf(out, "%.*s\n", (int)profile_string(p, i).len,
			profile_string(p, i).at);
	for (uint32_t i = 0; i < p->frame_count; i++)
		append(out, "frame", p->frames[i].name);
	for (uint32_t i = 0; i < p->stack_count; i++)
		append(out, "stack",
		       (uint64_t)p->stacks[i].parent << 32 | p->stacks[i].frame);
	for (uint64_t i = 0; i < p->samples.count; i++) {
		append(out, "at", p->samples.time[i]);
		append(out, "in", p->samples.stack[i]);
		append(out, "of", p->samples.context[i]);
	}
	fclose(out);
	profile_free(p);
	return text;
}

TEST(ids_are_the_same_whatever_the_threads)
{
	struct made_recording m = out_of_order();
	char *one = ids_of(bytes_of_made(&m), 1);

	for (size_t i = 1; i < sizeof counts / sizeof *counts;
	     i += unit_everywhere() ? 1 : 2) {
		char *many = ids_of(bytes_of_made(&m), counts[i]);

		assert_same(many, one);
		free(many);
	}
	free(one);
	free(m.bytes);
}

/* Workers that forget after each slice learn the same again. */
TEST(players_that_remember_little_give_the_same)
{
	struct made_recording m = out_of_order();
	struct text plain = bytes_of_made(&m);
	char *all = dump_of(plain, 3);

	tiny.remembered = 1;
	for (unsigned threads = 1; threads < 5; threads += unit_everywhere() ? 1 : 3) {
		char *little = dump_of(plain, threads);

		assert_same(little, all);
		free(little);
	}
	tiny.remembered = UINT64_MAX;
	free(all);
	free(m.bytes);
}

TEST(switches_are_read_in_steps_as_well)
{
	const struct reading_options o = {
	    .addresses = true, .threads = 2, .switches = true};
	struct made_recording m = out_of_order();
	struct text plain = bytes_of_made(&m), packed = packed_of(plain, plain.len);
	char *at_once = dump_with(packed, &o), *both = dump_with(plain, &o);
	char *none = dump_of(plain, 2);

	assert_same(both, at_once);
	assert_true(strlen(none) + 100000 < strlen(both));
	free(at_once);
	free(both);
	free(none);
	free((void *)packed.at);
	free(m.bytes);
}

TEST(a_recording_with_a_lie_about_its_length_is_read_the_same)
{
	struct made_recording m = out_of_order();
	struct text plain = bytes_of_made(&m), cut = text_upto(plain, plain.len - 20);
	struct text packed = packed_of(cut, cut.len);
	char *at_once = dump_of(packed, 1), *both = dump_of(cut, 2);

	assert_same(both, at_once);
	assert_non_null(strstr(both, "missing or damaged"));
	free(at_once);
	free(both);
	free((void *)packed.at);
	free(m.bytes);
}

/* Its chains look like records of 8 bytes, wherever reading starts in the middle of one. */
static struct made_recording of_seeming_records(void)
{
	static uint64_t chain[8000];
	struct made_recording m = {0};

	for (size_t i = 0; i < 8000; i++)
		chain[i] = UINT64_C(8) << 48 | 3;
	made_file_head(&m, 1, 0);
	for (uint64_t i = 0; i < 100; i++)
		made_sample(&m, 1000 - i, 7, 7, chain, 8000);
	made_file_end(&m);
	return m;
}

TEST(what_only_looks_like_records_is_no_place_to_begin)
{
	struct made_recording m = of_seeming_records();
	struct text plain = bytes_of_made(&m), packed = packed_of(plain, plain.len);
	char *at_once = dump_of(packed, 1), *both = dump_of(plain, 2);

	assert_same(both, at_once);
	free(at_once);
	free(both);
	free((void *)packed.at);
	free(m.bytes);
}

/* Another thread reads where they are; they are not even reported a second time. */
TEST(where_chains_lie_is_said_once)
{
	struct error err = ERROR_INIT;
	struct mem_area a = {0};
	char *array = NULL, *told;
	size_t room = 0;

	if (!mem_area_reserve(&a, 1 << 24))
		skip(); /* addresses are limited here */
	assert_true(mem_area_grow(&a, &array, &room, 1, 1, "bytes", &err));
	told = array;
	assert_ptr_equal(told, a.at);
	array = NULL;
	assert_true(mem_area_grow(&a, &array, &room, room + 1, 1, "bytes", &err));
	assert_null(array);
	told[room - 1] = 1;
	mem_area_release(&a);
}

/* Each step one earlier sample is released, and all others are kept. */
TEST(a_recording_that_keeps_much_back_is_not_gone_through_each_step)
{
	const struct perf_attr attr = {.sample_type = PERF_SAMPLE_TIME};
	const size_t step = 1000;
	struct perf_recording r = {0};
	struct losses losses = {0};
	struct error err = ERROR_INIT;
	size_t moved = 0, n;

	assert_true(perf_recording_begin(&r, &losses, &err));
	assert_true(perf_events_add(&r.events, &attr, &err));
	for (n = 0; n < 200 * step; n++) {
		uint64_t time = htole64(n % step ? UINT64_C(1) << 60 : n);
		struct perf_record record = {.type = PERF_RECORD_SAMPLE,
					     .body = {(const char *)&time, 8}};
		struct perf_batch early = {0};

		assert_true(perf_recording_sample(&r, &record, &err));
		if (n % step != step - 1 || !perf_recording_is_ripe(&r))
			continue;
		moved += r.held.count;
		assert_true(perf_recording_take(&r, n + 1, &early, &err));
		assert_true(early.count > 0);
		perf_batch_release(&early);
	}
	assert_true(moved >= n / 2);
	assert_true(moved <= 2 * n);
	perf_recording_release(&r);
}

/* ---- the first preview ---- */

struct gallery {
	unsigned shown, sketches;
	struct profile *times; /* owned */
};

static bool wants(void *arg)
{
	return ((struct gallery *)arg)->sketches == 0;
}

static void show(void *arg, struct profile *p)
{
	((struct gallery *)arg)->shown++;
	profile_free(p);
}

static void times(void *arg, struct profile *p)
{
	struct gallery *g = arg;

	g->sketches++;
	g->times = p;
}

static const struct thread *thread_of(const struct profile *p, uint64_t row)
{
	return &p->threads[profile_context(p, row)->thread];
}

TEST(the_first_picture_has_all_samples_at_their_times)
{
	uint64_t idle = 0;
	struct made_recording m = out_of_order();
	struct gallery g = {0};
	const struct audience audience = {
	    .wants = wants, .show = show, .show_times = times, .arg = &g};
	const struct reading_options o = {.audience = &audience};
	struct profile *p = read_bytes(bytes_of_made(&m), &o);
	struct error err = ERROR_INIT;

	assert_int_equal(g.sketches, 1);
	assert_int_equal(g.shown, 0);
	assert_true(check_profile(g.times, &err));
	assert_int_equal(g.times->samples.count, p->samples.count);
	assert_memory_equal(g.times->samples.time, p->samples.time,
			    p->samples.count * sizeof *p->samples.time);
	assert_memory_equal(g.times->samples.weight, p->samples.weight,
			    p->samples.count * sizeof *p->samples.weight);
	assert_true(g.times->times_only);
	assert_true(text_equal(profile_string(g.times, g.times->events[0].unit),
			       profile_string(p, p->events[0].unit)));
	assert_false(p->times_only);
	assert_true(text_equal(profile_note(g.times, "event"), profile_note(p, "event")));
	assert_true(
	    text_equal(profile_note(g.times, "frequency"), profile_note(p, "frequency")));
	for (uint64_t i = 0; i < p->samples.count; i++) {
		bool is_idle = thread_of(p, i)->pid == 0;

		assert_int_equal(thread_of(g.times, i)->pid == 0, is_idle);
		assert_int_equal(g.times->samples.stack[i] != 0, is_idle);
		idle += is_idle;
	}
	assert_in_range(idle, 1, p->samples.count - 1);
	profile_free(g.times);
	profile_free(p);
	free(m.bytes);
}

/* ---- files that change ---- */

#define DEFERRED ((uint64_t)-640)

/* Samples that wait for the rest of their chain, which never comes. */
static struct made_recording of_waiting_samples(void)
{
	uint64_t chain[] = {USER, 0x5000, DEFERRED, 1};
	struct made_recording m = {0};

	made_file_head(&m, 1, 0);
	for (uint64_t i = 0; i < RECORDS; i++)
		made_sample(&m, 1000 + i, 1, 0, chain, 4);
	made_file_end(&m);
	return m;
}

/* What the last record becomes as soon as all have been read once. */
struct change {
	struct made_recording *m;
	char type;
};

static bool wants_nothing(void *arg)
{
	(void)arg;
	return false;
}

static void change_last(void *arg, struct profile *p)
{
	const struct change *c = arg;

	c->m->bytes[c->m->record] = c->type;
	profile_free(p);
}

TEST(a_recording_that_changes_between_the_walks_is_refused)
{
	static const char types[] = {22 /* the rest of a chain */, 64 /* an event */,
				     67 /* a build id */, 80 /* a feature */};

	for (size_t i = 0; i < sizeof types; i++) {
		struct made_recording m = of_waiting_samples();
		struct change change = {&m, types[i]};
		const struct audience audience = {.wants = wants_nothing,
						  .show = show,
						  .show_times = change_last,
						  .arg = &change};
		const struct reading_options o = {.audience = &audience};
		struct error err = ERROR_INIT;
		struct source *s = source_of_bytes(m.bytes, m.len, &err);

		assert_non_null(s);
		assert_null(reading_run_source(s, "it", &o, NULL, &err));
		assert_int_equal(err.kind, ERROR_FORMAT);
		assert_non_null(strstr(err.message, "changed while it was being read"));
		source_close(s);
		free(m.bytes);
	}
}

/* Its offset in the file only has a meaning if the file is not compressed. */
TEST(a_record_at_hand_says_that_it_is_not_packed)
{
	struct made_recording made = {0};
	struct perf_record r = {.packed = true};
	struct error err = ERROR_INIT;
	struct perf_stream *stream;
	struct source *s;
	struct text head;

	made_comm(&made, 1, 7, 7, "it");
	s = source_of_bytes(made.bytes, made.len, &err);
	stream = perf_stream_new(s, 0, &err);
	assert_true(perf_stream_peek(stream, 8, &head, &err));
	assert_true(perf_stream_next(stream, &r, &err));
	assert_false(r.packed);
	perf_stream_free(stream);
	source_close(s);
	free(made.bytes);
}

TEST(a_sample_of_an_event_without_any_before_is_a_change)
{
	const struct perf_attr attr = {.sample_type = PERF_SAMPLE_IP};
	struct perf_record sample = {.body = {"12345678", 8}, .type = PERF_RECORD_SAMPLE};
	struct perf_recording r = {0};
	struct losses losses = {0};
	struct error err = ERROR_INIT;

	assert_true(perf_recording_begin(&r, &losses, &err));
	assert_true(perf_events_add(&r.events, &attr, &err));
	r.scanned = true;
	assert_false(perf_recording_sample(&r, &sample, &err));
	assert_int_equal(err.kind, ERROR_FORMAT);
	r.scanned = false;
	err = (struct error)ERROR_INIT;
	assert_true(perf_recording_sample(&r, &sample, &err));
	r.scanned = true;
	assert_true(perf_recording_sample(&r, &sample, &err));
	perf_recording_release(&r);
}
