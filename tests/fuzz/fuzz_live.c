/*
 * fuzz_live.c - a recording as it arrives, in steps and with a kept time chosen by the input.
 *
 * The last bytes of an input choose the kept time, and the number of bytes of each step; they are
 * also read. However it is cut, it is the same recording.
 */

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "base/number.h"
#include "fuzz/mutate/mutate.h"
#include "input/perf_records/record_history.h"
#include "input/reading.h"
#include "lib/check_profile.h"
#include "lib/dump.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

MUTATE_WITH(mutate_perf)

#define STEPS	9 /* repeated over and over */
#define BUDGET	((size_t)1 << 30)
#define SMALL	16384			  /* bytes: compared with reading in one step */
#define SCARCE	8192			  /* read again with too little memory */
#define SHARE	0x41			  /* part of the steps that are longer */
#define A_WHILE (100 * UINT64_C(1000000)) /* ns */

/* ---- the input ---- */

struct stream {
	const uint8_t *at;
	size_t left;
	const uint8_t *steps; /* STEPS of them; NULL: the whole input in one step */
	size_t next;
};

static size_t step_of(struct stream *s)
{
	uint8_t n = s->steps ? s->steps[s->next++ % STEPS] : 0;

	if (!s->steps)
		return SIZE_MAX;
	return n > SHARE ? ((size_t)n - SHARE) * 64 : (size_t)n + 1;
}

static bool give(void *arg, char *buf, size_t max, size_t *got, struct error *err)
{
	struct stream *s = arg;
	size_t step = step_of(s);

	(void)err;
	*got = step < max ? step : max;
	*got = *got < s->left ? *got : s->left;
	if (*got)
		memcpy(buf, s->at, *got);
	s->at += *got;
	s->left -= *got;
	return true;
}

/* ---- previews ---- */

struct looker {
	uint64_t asked;
	struct profile *first; /* owned: checked again when everything has arrived */
	uint64_t samples;
};

/* Less and less often, as each preview covers everything so far. */
static bool wants(void *arg)
{
	struct looker *l = arg;

	l->asked++;
	return (l->asked & (l->asked - 1)) == 0;
}

static void must_be_whole(const struct profile *p)
{
	struct error err = ERROR_INIT;

	if (check_profile(p, &err))
		return;
	fprintf(stderr, "%s\n", err.message);
	abort();
}

static void show(void *arg, struct profile *picture)
{
	struct looker *l = arg;

	must_be_whole(picture);
	if (l->first) {
		profile_free(picture);
		return;
	}
	l->first = picture;
	l->samples = picture->samples.count;
}

static void look_back(struct looker *l)
{
	if (!l->first)
		return;
	must_be_whole(l->first);
	if (l->first->samples.count != l->samples)
		abort();
	profile_free(l->first);
}

/* ---- reading ---- */

#define KEPT_MOST (UINT64_C(1) << 20)

/* Write the kept records again, or check that the error has a message. */
static void write_kept(struct record_history *kept)
{
	const struct history_span all[] = {{0, UINT64_MAX / 2},
					   {UINT64_MAX / 2, UINT64_MAX}};
	struct history_written written;
	struct error err = ERROR_INIT;
	char *bytes = NULL;
	size_t len;
	FILE *out = open_memstream(&bytes, &len);

	if (!out)
		abort();
	if (!record_history_write(kept, all, 2, out, &written, &err) && !err.message[0])
		abort();
	fclose(out);
	free(bytes);
}

/* The result of reading, as text, if requested; release with free(). */
static char *outcome(struct stream stream, uint64_t keep, bool told)
{
	struct looker looker = {0};
	const struct audience audience = {.wants = wants, .show = show, .arg = &looker};
	struct error err = ERROR_INIT;
	struct record_history *kept = record_history_new(KEPT_MOST, &err);
	const struct reading_options o = {.format = "perf-data",
					  .live = true,
					  .ticks = true,
					  .keep = keep,
					  .addresses = true,
					  .threads = 1,
					  .kept = kept,
					  .audience = &audience};
	struct source *s =
	    kept ? source_of_giver((struct source_giver){give, &stream}, &err) : NULL;
	struct profile *p = s ? reading_run_source(s, "fuzz", &o, NULL, &err) : NULL;
	char *text = NULL;
	size_t len;
	FILE *out = told ? open_memstream(&text, &len) : NULL;

	source_close(s);
	if (p)
		must_be_whole(p);
	if (p)
		write_kept(kept);
	record_history_free(kept);
	if (p ? err.kind != ERROR_NONE : !err.message[0])
		abort();
	if (out && p)
		dump_profile(p, out);
	else if (out)
		fputs(err.message, out);
	if (out)
		fclose(out);
	profile_free(p);
	look_back(&looker);
	return text;
}

static void compare(struct stream in_steps, uint64_t keep)
{
	struct stream at_once = in_steps;
	char *a, *b;

	at_once.steps = NULL;
	a = outcome(in_steps, keep, true);
	b = outcome(at_once, keep, true);
	if (strcmp(a, b) != 0) {
		fprintf(stderr, "---- in steps\n%s---- at once\n%s", a, b);
		abort();
	}
	free(a);
	free(b);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct stream s = {.at = data, .left = size};
	size_t used = mem_used();
	uint64_t keep;

	if (size <= STEPS)
		return 0;
	s.steps = data + size - STEPS;
	keep = s.steps[0] % 8 ? (uint64_t)s.steps[0] * A_WHILE : 0;
	mem_set_budget(BUDGET);
	if (size <= SMALL)
		compare(s, keep);
	else
		(void)outcome(s, keep, false);
	if (size <= SCARCE) {
		mem_set_budget(used + dice_sum(data, size) % (100 * size + 1200000) + 1);
		(void)outcome(s, keep, false);
	}
	if (mem_used() != used)
		abort();
	return 0;
}
