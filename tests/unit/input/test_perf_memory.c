/* Memory that runs out while a recording is read in steps. */

#include "lib/unit.h"

#include <stdlib.h>

#include "base/mem.h"
#include "input/reading.h"
#include "lib/hunger.h"
#include "lib/made_recording.h"
#include "lib/check_profile.h"

#define USER	((uint64_t)-512)
#define SAMPLES 66000 /* enough for a first preview */

static struct made_recording of_samples(void)
{
	struct made_recording m = {0};

	made_file_head(&m, 1, 0);
	for (uint64_t i = 0; i < SAMPLES; i++) {
		uint64_t chain[] = {USER, 0x5000 + i % 64, 0x5100};

		if (i % 8192 == 0)
			made_map(&m, 1000 + i, 7, 0x5000, 0x1000, 0, "/lib");
		made_sample(&m, 1000 + i, 7, 7, chain, 3);
	}
	made_file_end(&m);
	return m;
}

static bool wants_nothing(void *arg)
{
	(void)arg;
	return false;
}

/* A preview is complete. */
static void look(void *arg, struct profile *p)
{
	struct error err = ERROR_INIT;

	(void)arg;
	if (!check_profile(p, &err))
		fail_msg("%s", err.message);
	profile_free(p);
}

static struct profile *read_made(const struct made_recording *m, struct error *err)
{
	const struct audience audience = {
	    .wants = wants_nothing, .show = look, .show_times = look, .arg = NULL};
	const struct reading_options o = {.audience = &audience, .threads = 1};
	struct source *s = source_of_bytes(m->bytes, m->len, err);
	struct profile *p = s ? reading_run_source(s, "it", &o, NULL, err) : NULL;

	source_close(s);
	return p;
}

TEST(without_memory_a_recording_is_an_error_or_read_without_a_picture)
{
	struct made_recording m = of_samples();
	bool done = false;
	unsigned n = 0;

	while (!done) {
		struct error err = ERROR_INIT;
		struct profile *p;

		n += unit_everywhere() ? 1 : 5;
		hunger_due = n;
		p = read_made(&m, &err);
		done = hunger_due > 0;
		hunger_due = 0;
		assert_int_equal(err.kind, p ? ERROR_NONE : ERROR_MEMORY);
		if (p)
			assert_int_equal(p->samples.count, SAMPLES);
		if (p && !check_profile(p, &err))
			fail_msg("failure %u: %s", n, err.message);
		profile_free(p);
	}
	assert_true(n > 100);
	free(m.bytes);
}

/* Wherever the budget ends: everything that was allocated is freed. */
TEST(beyond_the_budget_a_recording_is_an_error_and_no_leak)
{
	struct made_recording m = of_samples();
	struct profile *p = NULL;
	size_t before = mem_used();
	unsigned refused = 0;

	for (size_t most = 4096; !p; most += (unit_everywhere() ? 5u : 40u) * 4096) {
		struct error err = ERROR_INIT;

		mem_set_budget(before + most);
		p = read_made(&m, &err);
		mem_set_budget(0);
		refused += !p;
		assert_int_equal(err.kind, p ? ERROR_NONE : ERROR_MEMORY);
		if (!p && mem_used() != before)
			fail_msg("%zu bytes are kept of %zu", mem_used() - before, most);
	}
	assert_int_equal(p->samples.count, SAMPLES);
	assert_true(refused > 10);
	profile_free(p);
	assert_int_equal(mem_used(), before);
	free(m.bytes);
}
