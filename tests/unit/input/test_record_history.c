/*
 * Kept records form a recording of their own: the samples of a range, with all the names they have
 * in the whole.
 */

#include "lib/unit.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "base/number.h"
#include "input/perf_records/record_history.h"
#include "input/perf_records/perf_record.h"
#include "input/reading.h"
#include "lib/dump.h"
#include "lib/made_profile.h"
#include "lib/made_recording.h"

#define USER  ((uint64_t)-512)
#define START (UINT64_C(5000) * NS_PER_SECOND)
#define STEP  UINT64_C(10000000) /* ns between events, at most */

/* ---- a host on which programs start and end ---- */

#define PIDS 60 /* numbers, which are reused */
#define MAPS 24 /* of a process */

struct process {
	unsigned threads; /* running ones; 0: there is no process with this number */
	uint64_t maps[MAPS];
	unsigned count;
};

struct machine {
	struct made_recording m;
	struct dice dice;
	uint64_t now;
	struct process processes[PIDS];
	uint32_t pid_of[PIDS]; /* of each thread that runs; 0: it does not */
	uint32_t names, samples;
};

/* Process 1 never ends. */
static uint32_t any_thread(struct machine *h)
{
	uint32_t tid = dice_below(&h->dice, PIDS);

	while (!h->pid_of[tid])
		tid = (tid + 1) % PIDS;
	return tid;
}

static uint32_t free_number(struct machine *h)
{
	uint32_t n = 2 + dice_below(&h->dice, PIDS - 2);

	for (uint32_t i = 0; i < PIDS; i++, n = n + 1 < PIDS ? n + 1 : 2)
		if (!h->pid_of[n] && !h->processes[n].threads)
			return n;
	return 0;
}

static void name_it(struct machine *h, uint32_t pid, uint32_t tid, bool executed)
{
	char name[16];

	snprintf(name, sizeof name, "name%u", h->names++);
	made_begin(&h->m, PERF_RECORD_COMM, executed ? 1 << 13 : 0);
	made_u32(&h->m, pid);
	made_u32(&h->m, tid);
	made_name(&h->m, name);
	made_u32(&h->m, pid);
	made_u32(&h->m, tid);
	made_u64(&h->m, h->now);
	made_end(&h->m);
}

static void map_it(struct machine *h, uint32_t pid)
{
	struct process *p = &h->processes[pid];
	char name[24];

	if (p->count == MAPS)
		return;
	snprintf(name, sizeof name, "/lib%u", h->names++);
	p->maps[p->count] = UINT64_C(0x10000) * (1 + p->count);
	made_map(&h->m, h->now, pid, p->maps[p->count++], 0x1000, 0, name);
}

static void fork_it(struct machine *h, uint32_t tid, bool thread)
{
	uint32_t pid = h->pid_of[tid], number = free_number(h), made;

	if (!number)
		return;
	made = thread ? pid : number;
	made_fork(&h->m, h->now, made, pid, number, tid);
	if (thread) {
		h->processes[pid].threads++;
	} else {
		h->processes[number] = h->processes[pid];
		h->processes[number].threads = 1;
	}
	h->pid_of[number] = made;
	if (dice_below(&h->dice, 2))
		name_it(h, made, number, false);
}

static void exit_it(struct machine *h, uint32_t tid)
{
	uint32_t pid = h->pid_of[tid];

	if (tid == 1)
		return;
	made_begin(&h->m, PERF_RECORD_EXIT, 0);
	made_u32(&h->m, pid);
	made_u32(&h->m, 1);
	made_u32(&h->m, tid);
	made_u32(&h->m, 1);
	made_u64(&h->m, h->now);
	made_u32(&h->m, pid);
	made_u32(&h->m, tid);
	made_u64(&h->m, h->now);
	made_end(&h->m);
	h->pid_of[tid] = 0;
	h->processes[pid].threads--;
}

/* A process with one thread executes another program. */
static void execute(struct machine *h, uint32_t tid)
{
	uint32_t pid = h->pid_of[tid];
	struct process *p = &h->processes[pid];

	if (pid != tid || p->threads != 1)
		return;
	name_it(h, pid, tid, true);
	p->count = 0;
	map_it(h, pid);
	map_it(h, pid);
}

static void run(struct machine *h, uint32_t tid)
{
	struct process *p = &h->processes[h->pid_of[tid]];
	uint64_t chain[] = {USER, 0, 0};

	for (size_t i = 1; i < 3; i++)
		chain[i] = p->maps[dice_below(&h->dice, p->count)] +
			   dice_below(&h->dice, 0x1000);
	made_sample(&h->m, h->now, h->pid_of[tid], tid, chain, 3);
	h->samples++;
}

static void happen(struct machine *h)
{
	uint32_t tid = any_thread(h);

	h->now += 1 + dice_below(&h->dice, STEP);
	switch (dice_below(&h->dice, 16)) {
	case 0:
		fork_it(h, tid, true);
		break;
	case 1:
		fork_it(h, tid, false);
		break;
	case 2:
	case 3:
		exit_it(h, tid);
		break;
	case 4:
	case 5:
		execute(h, tid);
		break;
	case 6:
		name_it(h, h->pid_of[tid], tid, false);
		break;
	case 7:
		map_it(h, h->pid_of[tid]);
		break;
	default:
		run(h, tid);
	}
	if (!dice_below(&h->dice, 30)) {
		made_begin(&h->m, PERF_RECORD_FINISHED_ROUND, 0);
		made_end(&h->m);
	}
}

/* Everything in order of time. */
static void live_on(struct machine *h, uint64_t seed, uint32_t events)
{
	*h = (struct machine){.dice = {seed}, .now = START};
	made_head(&h->m);
	made_attr(&h->m, 1, 0, MADE_TYPE, 0, 96, 0);
	h->processes[1].threads = 1;
	h->pid_of[1] = 1;
	name_it(h, 1, 1, false);
	map_it(h, 1);
	while (events--)
		happen(h);
}

/* ---- reading, and writing records ---- */

static struct profile *read_with(struct text bytes, const struct reading_options *o)
{
	struct error err = ERROR_INIT;
	struct source *s = source_of_bytes(bytes.at, bytes.len, &err);
	struct profile *p;

	assert_non_null(s);
	p = reading_run_source(s, "it", o, NULL, &err);
	if (!p)
		fail_msg("%s", err.message);
	source_close(s);
	return p;
}

/* The lines of dump_profile() for the samples in these times only. */
static char *lines_of(const struct profile *p, const struct history_span *spans,
		      size_t count)
{
	char *all = NULL, *some = NULL;
	size_t len, kept;
	FILE *out = open_memstream(&all, &len), *few = open_memstream(&some, &kept);
	bool within = false;

	assert_non_null(out);
	assert_non_null(few);
	dump_profile(p, out);
	fclose(out);
	for (char *at = all, *end; at && *at; at = end) {
		end = strchr(at, '\n');
		end = end ? end + 1 : at + strlen(at);
		if (*at >= '0' && *at <= '9') {
			uint64_t time = (uint64_t)llround(strtod(at, NULL) * 1e9);

			within = false;
			for (size_t i = 0; i < count; i++)
				within = within ||
					 (time >= spans[i].from && time < spans[i].to);
		} else if (*at != ' ') {
			within = false;
		}
		if (within)
			fwrite(at, 1, (size_t)(end - at), few);
	}
	fclose(few);
	free(all);
	return some;
}

static char *written_lines(struct record_history *k, const struct history_span *spans,
			   size_t count, struct history_written *done)
{
	static const struct history_span all = {0, UINT64_MAX};
	const struct reading_options o = {.addresses = true};
	struct error err = ERROR_INIT;
	char *bytes = NULL, *lines;
	size_t len;
	FILE *out = open_memstream(&bytes, &len);
	struct profile *p;

	assert_non_null(out);
	if (!record_history_write(k, spans, count, out, done, &err))
		fail_msg("%s", err.message);
	fclose(out);
	p = read_with((struct text){bytes, len}, &o);
	assert_int_equal(p->samples.count, done->samples);
	lines = lines_of(p, &all, 1);
	profile_free(p);
	free(bytes);
	return lines;
}

/* Prints the first difference. */
static void assert_same(uint64_t seed, const char *whole, const char *part)
{
	size_t same = 0;

	while (whole[same] && whole[same] == part[same])
		same++;
	while (same > 0 && whole[same - 1] != '\n')
		same--;
	if (strcmp(whole, part) != 0)
		fail_msg("seed %llu: in the whole:\n%.300s\nin what was kept:\n%.300s",
			 (unsigned long long)seed, whole + same, part + same);
}

static void compare(uint64_t seed, const struct machine *h, struct record_history *k,
		    const struct history_span *spans, size_t count)
{
	const struct reading_options at_once = {.addresses = true};
	struct profile *all = read_with((struct text){h->m.bytes, h->m.len}, &at_once);
	struct history_written done;
	char *whole = lines_of(all, spans, count);
	char *part = written_lines(k, spans, count, &done);

	assert_true(done.since <= spans[0].from);
	assert_true(done.samples > 0);
	assert_same(seed, whole, part);
	free(whole);
	free(part);
	profile_free(all);
}

TEST(a_range_has_the_names_that_it_has_in_the_whole)
{
	for (uint64_t seed = 1; seed <= 40; seed++) {
		struct error err = ERROR_INIT;
		struct record_history *k = record_history_new(64 << 10, &err);
		const uint64_t keep = (1 + seed % 4) * NS_PER_SECOND;
		const struct reading_options o = {
		    .addresses = true, .live = true, .keep = keep, .kept = k};
		struct history_span last, several[3];
		struct machine h;

		assert_non_null(k);
		live_on(&h, seed, 4000); /* 20 s */
		profile_free(read_with((struct text){h.m.bytes, h.m.len}, &o));
		last = (struct history_span){h.now - keep / 2, h.now + 1};
		several[0] = (struct history_span){h.now - keep / 2, h.now - keep / 3};
		several[1] = (struct history_span){h.now - keep / 4, h.now - keep / 5};
		several[2] = (struct history_span){h.now - keep / 8, h.now - keep / 20};
		compare(seed, &h, k, &last, 1);
		compare(seed, &h, k, several, 3);
		record_history_free(k);
		mem_free(h.m.bytes);
	}
	assert_int_equal(mem_used(), 0);
}

/* ---- limits ---- */

static void put_sample(struct record_history *k, uint64_t time)
{
	record_history_put(k, RECORD_MOMENT, time, PERF_RECORD_SAMPLE, 2,
			   TEXT("12345678"), TEXT(""));
}

static uint64_t count_of(struct record_history *k, uint64_t from, uint64_t to,
			 uint64_t *since)
{
	const struct history_span span = {from, to};
	struct error err = ERROR_INIT;
	struct history_written done;
	FILE *out = fopen("/dev/null", "w");

	assert_non_null(out);
	assert_true(record_history_write(k, &span, 1, out, &done, &err));
	fclose(out);
	*since = done.since;
	return done.samples;
}

TEST(what_is_held_stays_until_there_is_too_much)
{
	struct error err = ERROR_INIT;
	struct record_history *k = record_history_new(1 << 20, &err);
	uint64_t since, time = 1, mine;

	assert_non_null(k);
	record_history_hold(k, true);
	for (; time <= 10000; time++) {
		put_sample(k, time);
		record_history_until(k, time);
	}
	assert_int_equal(count_of(k, 0, UINT64_MAX, &since), 10000);
	assert_int_equal(count_of(k, 100, 200, &since), 100);
	assert_int_equal(since, 0);
	record_history_hold(k, false);
	record_history_until(k, 9000);
	assert_true(count_of(k, 0, UINT64_MAX, &since) < 2000);
	assert_true(since > 8000 && since <= 9000);
	assert_int_equal(count_of(k, 9000, 9500, &since), 500);

	record_history_hold(k, true); /* it does not help forever */
	mine = mem_used();
	for (; time <= 2000000; time++)
		put_sample(k, time * 2654435761 % 1000000007 + time);
	assert_true(mem_used() < mine + (2 << 20));
	count_of(k, 0, UINT64_MAX, &since);
	assert_true(since > 0);
	record_history_free(k);
	assert_int_equal(mem_used(), 0);
}

/* A name for each of more processes than the limit, none of which ends. */
TEST(too_many_processes_are_told)
{
	struct error err = ERROR_INIT;
	struct record_history *k = record_history_new(64 << 10, &err);
	const struct history_span span = {0, UINT64_MAX};
	struct history_written done;
	FILE *out = fopen("/dev/null", "w");

	assert_non_null(k);
	assert_non_null(out);
	for (uint32_t pid = 1; pid < 100000; pid++) {
		uint32_t body[4] = {pid, pid, 'x', 0};

		record_history_put(k, RECORD_STATE, pid, PERF_RECORD_COMM, 0,
				   (struct text){(const char *)body, sizeof body},
				   TEXT(""));
		put_sample(k, pid);
	}
	assert_false(record_history_write(k, &span, 1, out, &done, &err));
	assert_non_null(strstr(err.message, "were not saved"));
	assert_true(mem_used() < 1 << 20);
	fclose(out);
	record_history_free(k);
	assert_int_equal(mem_used(), 0);
}
