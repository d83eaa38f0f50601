#include "lib/unit.h"

#include <stdio.h>
#include <stdlib.h>
#include <sys/resource.h>

#include "base/number.h"
#include "profile/builder.h"
#include "lib/check_profile.h"
#include "lib/dump.h"

#define S NS_PER_SECOND

static void add_one(struct builder *b, uint64_t time, const char *name)
{
	uint32_t frame =
	    builder_frame(b, builder_string(b, text_of(name)), 0, FRAME_USER);
	struct sample s = {.time = time,
			   .weight = 1,
			   .timed = true,
			   .stack = builder_stack(b, 0, frame),
			   .thread = builder_thread(b, text_of(name), 1, 2),
			   .event = builder_event(b, TEXT("e"), TEXT(""))};

	builder_add_sample(b, &s);
}

/* Everything in a dump, as text; release with free(). */
static char *dumped(const struct profile *p)
{
	char *text = NULL;
	size_t len = 0;
	FILE *out = open_memstream(&text, &len);

	assert_non_null(out);
	dump_profile(p, out);
	fclose(out);
	return text;
}

TEST(a_picture_of_a_growing_profile_does_not_change)
{
	struct error err = ERROR_INIT;
	struct builder *b = builder_new_shown(&err);
	struct profile *early, *late, *whole;
	char *before, *after, name[16];

	assert_non_null(b);
	assert_null(builder_preview(b, &err));
	for (unsigned i = 0; i < 3; i++)
		add_one(b, i * S, i ? "x" : "y");
	early = builder_preview(b, &err);
	assert_non_null(early);
	assert_true(check_profile(early, &err));
	assert_int_equal(early->samples.count, 3);
	before = dumped(early);
	for (unsigned i = 0; i < 200000; i++) {
		snprintf(name, sizeof name, "f%u", i);
		add_one(b, (3 + i) * S, name);
	}
	late = builder_preview(b, &err);
	assert_int_equal(late->samples.count, 200003);
	add_one(b, 0, "late"); /* from here on it has to be sorted */
	assert_null(builder_preview(b, &err));
	whole = builder_finish(b, &err);
	builder_free(b);
	assert_true(check_profile(whole, &err));
	assert_true(check_profile(late, &err));
	assert_int_equal(whole->samples.count, 200004);
	assert_int_equal(whole->samples.time[1], 0);
	profile_free(whole);
	profile_free(late);
	after = dumped(early);
	assert_string_equal(before, after);
	profile_free(early);
	free(before);
	free(after);
}

/* They are in order, so nothing else causes the columns to be rebuilt. */
TEST(a_picture_stays_when_times_below_0_are_moved)
{
	for (unsigned in_order = 0; in_order < 2; in_order++) {
		struct error err = ERROR_INIT;
		struct builder *b = builder_new_shown(&err);
		struct profile *early, *whole;
		char *before, *after;

		assert_non_null(b);
		builder_signed_times(b);
		if (in_order)
			add_one(b, (uint64_t)INT64_C(-1500000000), "x");
		assert_null(builder_preview(b, &err));
		add_one(b, in_order ? (uint64_t)INT64_C(-1) : 2 * S, "y");
		early = builder_preview(b, &err);
		assert_true(in_order ? !early : early->samples.end == 2 * S + 1);
		before = early ? dumped(early) : NULL;
		if (!in_order)
			add_one(b, (uint64_t)INT64_C(-1500000000), "x");
		assert_null(builder_preview(b, &err));
		whole = builder_finish(b, &err);
		builder_free(b);
		assert_true(check_profile(whole, &err));
		assert_int_equal(whole->samples.time[0], S / 2);
		assert_int_equal(whole->samples.time[1], in_order ? 2 * S - 1 : 4 * S);
		assert_int_equal(whole->samples.end, in_order ? 2 * S : 4 * S + 1);
		profile_free(whole);
		after = early ? dumped(early) : NULL;
		assert_true(!early || strcmp(before, after) == 0);
		profile_free(early);
		free(before);
		free(after);
	}
}

TEST(of_times_below_0_the_latest_are_kept)
{
	struct error err = ERROR_INIT;
	struct builder *b = builder_new_shown(&err);
	struct profile *p;

	builder_keep(b, 5 * S);
	builder_signed_times(b);
	for (int64_t i = -20; i < -10; i++)
		add_one(b, (uint64_t)(i * (int64_t)S - 1), "x");
	p = builder_finish(b, &err);
	builder_free(b);
	assert_true(check_profile(p, &err));
	assert_int_equal(p->samples.count, 6);
	assert_int_equal(p->samples.time[0] % S, S - 1);
	assert_int_equal(profile_origin(p) % S, 0);
	assert_true(profile_origin(p) <= p->samples.time[0]);
	profile_free(p);
}

TEST(what_has_no_time_does_not_make_times_below_0_end_later)
{
	struct error err = ERROR_INIT;
	struct builder *b = builder_new(&err);
	struct profile *p;

	builder_signed_times(b);
	add_one(b, (uint64_t)(-9 * (int64_t)S), "x");
	builder_add_sample(
	    b, &(struct sample){.weight = 1,
				.thread = builder_thread(b, TEXT("y"), 1, 2),
				.event = builder_event(b, TEXT("e"), TEXT(""))});
	p = builder_finish(b, &err);
	builder_free(b);
	assert_true(check_profile(p, &err));
	assert_int_equal(p->samples.end, 1);
	profile_free(p);
}

TEST(the_widest_times_fit)
{
	struct error err = ERROR_INIT;
	struct builder *b = builder_new(&err);
	struct profile *p;

	builder_signed_times(b);
	add_one(b, INT64_MAX, "x");
	add_one(b, (uint64_t)INT64_MIN, "y");
	p = builder_finish(b, &err);
	builder_free(b);
	assert_true(check_profile(p, &err));
	assert_int_equal(p->samples.time[0], 0);
	assert_true(p->samples.time[1] == UINT64_MAX && p->samples.end == UINT64_MAX);
	profile_free(p);
}

TEST(without_room_for_pictures_there_are_none)
{
	struct rlimit was, tight = {(rlim_t)1 << 46, RLIM_INFINITY};
	struct error err = ERROR_INIT;
	struct builder *b;
	struct profile *p;

	assert_int_equal(getrlimit(RLIMIT_AS, &was), 0);
	tight.rlim_max = was.rlim_max;
	assert_int_equal(setrlimit(RLIMIT_AS, &tight), 0);
	b = builder_new_shown(&err);
	setrlimit(RLIMIT_AS, &was);
	assert_non_null(b);
	add_one(b, 5, "x");
	assert_null(builder_preview(b, &err));
	assert_int_equal(err.kind, ERROR_NONE);
	p = builder_finish(b, &err);
	assert_int_equal(p->samples.count, 1);
	profile_free(p);
	builder_free(b);
}
