/*
 * fuzz_switches.c - any bytes as a recording or text with the scheduler's events: states, waits,
 * fields.
 */

#include <stdlib.h>

#include "analysis/waiting/waiting_profile.h"
#include "analysis/waiting/waits.h"
#include "base/mem.h"
#include "fuzz/mutate/mutate.h"
#include "input/reading.h"
#include "lib/check_profile.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

MUTATE_WITH(mutate_text)

/* Each is as long as its parts, ends within the recording, and has a thread. */
static void list_waits(const struct profile *p)
{
	const struct range all = RANGE_ALL;
	const struct waits_choice c = {.ranges = selection_of(&all)};
	struct error err = ERROR_INIT;
	struct waits w;

	if (!waits_build(&w, p, &c, &err) && !err.message[0])
		abort();
	for (size_t i = 0; i < w.count; i++) {
		const struct absence *a = &w.rows[i];

		if (a->from >= a->to || a->to > p->samples.end ||
		    a->to - a->from != a->blocked + a->runnable + a->unknown ||
		    a->thread >= p->thread_count ||
		    waits_place(&w, a->stack) >= p->frame_count)
			abort();
		if (a->waker != ABSENCE_NO_WAKER)
			waits_by_interrupt(&w, a->waker);
	}
	waits_release(&w);
}

static uint64_t sum_of(const struct profile *w)
{
	uint64_t sum = 0;

	for (uint64_t i = 0; i < w->samples.count; i++)
		sum += w->samples.duration
			   ? w->samples.duration[i] /* else sums without times */
			   : w->samples.weight[i];
	return sum;
}

/* All graphs show the same waits; without wake-ups there is only the off-CPU graph. */
static void draw_wakers(const struct profile *p)
{
	uint64_t blocked = 0;

	for (int i = GRAPH_OFF_CPU; i <= GRAPH_CHAIN; i++) {
		const struct waiting_choice c = {.states = STATES_BLOCKED,
						 .graph = (enum wait_graph)i};
		struct error err = ERROR_INIT;
		struct profile *w = waiting_profile(p, &c, &err);

		if (w ? !check_profile(w, &err) : !err.message[0])
			abort();
		if (w && i == GRAPH_OFF_CPU)
			blocked = sum_of(w);
		else if (w && sum_of(w) != blocked)
			abort();
		profile_free(w);
	}
}

static void list_requests(const struct profile *p)
{
	for (unsigned i = STATE_REQUEST; i < STATE_KINDS; i++) {
		const struct waiting_choice c = {.states = STATE_SET(i)};
		struct error err = ERROR_INIT;
		struct profile *w = waiting_profile(p, &c, &err);

		if (w ? !check_profile(w, &err) : !err.message[0])
			abort();
		profile_free(w);
	}
}

static void read_switches(const uint8_t *data, size_t size)
{
	struct reading_options o = {.threads = 1, .switches = true};
	const struct waiting_choice all = {.states = STATES_ALL};
	struct error err = ERROR_INIT;
	struct source *s = source_of_bytes(data, size, &err);
	struct profile *p = s ? reading_run_source(s, "fuzz", &o, NULL, &err) : NULL, *w;

	source_close(s);
	if (!p)
		return;
	if (!check_profile(p, &err))
		abort();
	list_waits(p);
	draw_wakers(p);
	list_requests(p);
	w = waiting_profile_take(&p, &all, &err);
	if (w ? !check_profile(w, &err) : !err.message[0])
		abort();
	profile_free(w);
	profile_free(p);
}

/* A field as the weight, chosen by the size alone, so that inputs can be minimised. */
static void read_field(const uint8_t *data, size_t size)
{
	static const char *const fields[] = {"bytes",  "nr_sector", "ret",	  "count",
					     "sector", "prev_pid",  "common_pid", "id"};
	struct reading_options o = {.threads = 1, .field = fields[size % 8]};
	struct error err = ERROR_INIT;
	struct source *s = source_of_bytes(data, size, &err);
	struct profile *p = s ? reading_run_source(s, "fuzz", &o, NULL, &err) : NULL;

	source_close(s);
	if (p ? !check_profile(p, &err) : !err.message[0])
		abort();
	profile_free(p);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	size_t used = mem_used();

	mem_set_budget((size_t)1 << 30);
	read_switches(data, size);
	read_field(data, size);
	if (mem_used() != used)
		abort();
	return 0;
}
