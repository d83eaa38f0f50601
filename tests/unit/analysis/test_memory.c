#include "lib/unit.h"

#include <string.h>

#include "lib/hunger.h"
#include "analysis/compare/difference_rows.h"
#include "analysis/heatmap.h"
#include "analysis/idle.h"
#include "analysis/included.h"
#include "analysis/path.h"
#include "analysis/graph/layout.h"
#include "analysis/search.h"
#include "analysis/summary.h"
#include "analysis/top.h"
#include "base/mem.h"
#include "base/number.h"
#include "profile/builder.h"
#include "profile/join/join.h"
#include "lib/check_profile.h"

static void build_samples(struct builder *b)
{
	uint32_t kernel = builder_string(b, TEXT("[kernel]"));

	builder_note(b, TEXT("nrcpus online"), TEXT("4"));
	for (uint64_t i = 0; i < 40; i++) {
		struct sample s = {.time = i * 7919 % 13 * NS_PER_SECOND,
				   .weight = i + 1,
				   .timed = i % 9 != 8};
		char name[2] = {(char)('a' + i % 20), '\0'};
		uint32_t frame = builder_frame(b, builder_string(b, text_of(name)),
					       kernel, FRAME_KERNEL);

		s.thread = builder_thread(b, i % 2 ? TEXT("swapper") : TEXT("app"),
					  (int32_t)i % 3, (int32_t)i);
		s.event = builder_event(b, TEXT("cpu-clock"), TEXT("ns"));
		for (uint64_t depth = 0; frame && depth <= i % 4; depth++)
			s.stack = builder_stack(b, s.stack, frame);
		if (builder_failed(b))
			return; /* a sample without a thread or event cannot be kept */
		s.time = s.timed ? s.time : 0;
		builder_add_sample(b, &s);
	}
}

static struct profile *build_profile(struct error *err)
{
	struct builder *b = builder_new(err);
	struct profile *p;

	if (!b)
		return NULL;
	build_samples(b);
	p = builder_finish(b, err);
	builder_free(b);
	return p;
}

static bool ask_flame(struct tree *t, const struct bits *which, struct error *err)
{
	struct regex *re = regex_new(TEXT("[ab]"), err);
	struct flame f = {0};
	struct layout l = {0};
	struct top top = {0};
	struct search s = {0};
	struct bits matched = {0};
	const struct fold fold = {0};
	const struct layout_rules rules = {.order = ORDER_START, .fold = &fold};
	bool ok = re && flame_build(&f, t, which, NULL, WEIGH_PERIOD, err);

	if (ok)
		flame_move(&f, 0, which->count);
	ok = ok && layout_build(&l, &f, 0, 7, &rules, err) && top_build(&top, &f, err) &&
	     search_build(&s, t, re, NULL, err) &&
	     search_samples(&s, t, which, &matched, err);
	regex_free(re);
	flame_release(&f);
	layout_release(&l);
	top_release(&top);
	search_release(&s);
	bits_release(&matched);
	return ok;
}

static bool ask_why(struct tree *t, const struct bits *which, struct error *err)
{
	struct range range = {2 * NS_PER_SECOND, 4 * NS_PER_SECOND};
	struct flame subject = {0}, all = {0};
	struct comparison c = {0};
	struct difference_rows why = {0}, self = {0};
	struct diff_flame shown = {0};
	struct top top = {0};
	bool ok = flame_build(&subject, t, which, NULL, WEIGH_PERIOD, err) &&
		  flame_build(&all, t, which, NULL, WEIGH_PERIOD, err);

	if (ok) {
		flame_show(&subject, range);
		flame_show(&all, RANGE_ALL);
	}
	ok = ok && comparison_with_rest(&c, &subject, range, &all, err) &&
	     difference_rows_explain(&why, &c, false, NULL, err) &&
	     difference_rows_build(&self, &c, KEYS_ALL, true, err) &&
	     shown_build(&shown, &c, SHOWN_ELIDED, 0.01, err) &&
	     top_compare(&top, &c, err);
	shown_release(&shown);
	top_release(&top);
	difference_rows_release(&why);
	difference_rows_release(&self);
	comparison_release(&c);
	flame_release(&subject);
	flame_release(&all);
	return ok;
}

/* The profile serves as both files. */
static bool ask_both(const struct tree *t, const struct bits *which, struct error *err)
{
	struct joint_tree *j = joint_tree_new(t, t, NULL, err);
	struct flame f = {0};
	struct comparison c = {0};
	struct difference_rows rows = {0};
	bool ok = j && flame_build(&f, t, which, NULL, WEIGH_PERIOD, err);

	if (ok)
		flame_move(&f, 0, which->count);
	ok = ok && comparison_of_files(&c, j, &f, RANGE_ALL, &f, RANGE_ALL, err) &&
	     difference_rows_explain(&rows, &c, false, NULL, err);
	difference_rows_release(&rows);
	comparison_release(&c);
	flame_release(&f);
	joint_tree_free(j);
	return ok;
}

static bool ask_everything(const struct profile *p, enum root_mode root,
			   struct error *err)
{
	struct filter *f = filter_new(TEXT("!^\\Qb\\E$ & cpu=0 & comm~."), err);
	struct included_query q = {.event = 0, .filter = f};
	struct bits idle = {0};
	struct included kept = {0};
	struct heatmap map = {0};
	struct summary summary = {0};
	struct tree *t = NULL;
	uint32_t *frames = f ? path_frame_map(p, p, err) : NULL;
	bool ok = frames && idle_build(&idle, p, err) &&
		  included_build(&kept, p, &idle, &q, err) &&
		  summary_build(&summary, p, &idle, err) &&
		  heatmap_build(&map, p, &kept.samples, false, NS_PER_SECOND, 50, err);

	if (ok)
		t = tree_new(p, root, err);
	ok = ok && t && ask_flame(t, &kept.samples, err) &&
	     ask_why(t, &kept.samples, err) && ask_both(t, &kept.samples, err);
	tree_free(t);
	heatmap_release(&map);
	summary_release(&summary);
	included_release(&kept);
	bits_release(&idle);
	filter_free(f);
	mem_free(frames);
	return ok;
}

/* The same profile twice, as two recordings of each side. */
static bool ask_recordings(const struct profile *p, struct error *err)
{
	const struct samples *s = &p->samples;
	const struct join_part parts[] = {
	    {p, TEXT("1"), TEXT("1"), HOST_CLOCK_IN_TURN, 0, 0},
	    {p, TEXT("2"), TEXT("2"), HOST_CLOCK_IN_TURN, 0,
	     (int64_t)(s->end - s->time[0])}};
	struct profile *both =
	    join_run(parts, 2, &(struct join_options){.threads = 1}, err);
	struct bits which = {0};
	struct tree *t = both ? tree_new(both, ROOT_COMM, err) : NULL;
	bool ok = t && bits_build(&which, both->samples.count, err);

	if (ok)
		bits_fill(&which);
	ok = ok && ask_both(t, &which, err);
	bits_release(&which);
	tree_free(t);
	profile_free(both);
	return ok;
}

TEST(without_memory_a_profile_is_an_error_and_no_leak)
{
	unsigned n = 0;
	bool done = false;

	while (!done) {
		struct error err = ERROR_INIT;
		struct profile *p;

		hunger_due = ++n;
		p = build_profile(&err);
		done = hunger_due > 0;
		hunger_due = 0;
		if (!p)
			assert_int_equal(err.kind, ERROR_MEMORY);
		else
			assert_int_equal(err.kind, ERROR_NONE);
		if (p && !check_profile(p, &err))
			fail_msg("failure %u: %s", n, err.message);
		if (done)
			assert_non_null(p);
		profile_free(p);
		assert_int_equal(mem_used(), 0);
	}
	assert_true(n > 30);
}

TEST(without_memory_recordings_are_an_error_and_no_leak)
{
	struct error err = ERROR_INIT;
	struct profile *p = build_profile(&err);
	size_t before = mem_used();
	bool done = false;

	assert_non_null(p);
	for (unsigned n = 1; !done; n++) {
		bool ok;

		hunger_due = n;
		err = (struct error)ERROR_INIT;
		ok = ask_recordings(p, &err);
		done = hunger_due > 0;
		hunger_due = 0;
		assert_int_equal(err.kind, ok ? ERROR_NONE : ERROR_MEMORY);
		assert_true(ok || !done);
		assert_int_equal(mem_used(), before);
		assert_true(!done || n > 100);
	}
	profile_free(p);
}

TEST(without_memory_a_question_is_an_error_and_no_leak)
{
	struct error err = ERROR_INIT;
	struct profile *p = build_profile(&err);
	size_t before = mem_used();

	assert_non_null(p);
	for (int root = 0; root < ROOT_MODES; root++) {
		unsigned n = 0;
		bool done = false;

		while (!done) {
			bool ok;

			hunger_due = ++n;
			err = (struct error)ERROR_INIT;
			ok = ask_everything(p, (enum root_mode)root, &err);
			done = hunger_due > 0;
			hunger_due = 0;
			assert_int_equal(err.kind, ok ? ERROR_NONE : ERROR_MEMORY);
			assert_true(ok || !done);
			assert_int_equal(mem_used(), before);
		}
		assert_true(n > 40);
	}
	profile_free(p);
}

/* Each budget makes it fail in a different place, until there is enough for everything. */
TEST(beyond_the_budget_a_question_is_an_error_and_no_leak)
{
	struct error err = ERROR_INIT;
	struct profile *p = build_profile(&err);
	size_t before = mem_used(), refused = 0;
	bool ok = false;

	assert_non_null(p);
	for (size_t more = 0; !ok; more += 64) {
		err = (struct error)ERROR_INIT;
		mem_set_budget(before + more);
		ok = ask_everything(p, ROOT_COMM, &err);
		refused += !ok;
		assert_int_equal(err.kind, ok ? ERROR_NONE : ERROR_MEMORY);
		assert_true(ok || strstr(err.message, "(--memory)"));
		assert_int_equal(mem_used(), before);
		assert_true(mem_used() <= before + more);
	}
	mem_set_budget(0);
	assert_true(refused > 40);
	profile_free(p);
	assert_int_equal(mem_used(), 0);
}

TEST(beyond_the_budget_a_profile_is_an_error_and_no_leak)
{
	struct profile *p = NULL;
	size_t refused = 0;

	for (size_t most = 64; !p; most += 64) {
		struct error err = ERROR_INIT;

		mem_set_budget(most);
		p = build_profile(&err);
		refused += !p;
		assert_int_equal(err.kind, p ? ERROR_NONE : ERROR_MEMORY);
		assert_true(p || mem_used() == 0);
	}
	mem_set_budget(0);
	assert_true(refused > 30);
	profile_free(p);
	assert_int_equal(mem_used(), 0);
}
