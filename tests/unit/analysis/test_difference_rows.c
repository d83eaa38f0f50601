/* Each row's values for both sides, checked against every sample. */

#include "lib/unit.h"

#include <inttypes.h>
#include <stdio.h>

#include "analysis/compare/difference_rows.h"
#include "base/mem.h"
#include "base/number.h"
#include "lib/made_profile.h"
#include "profile/process_names.h"

#define PROFILES 300
#define S	 NS_PER_SECOND

struct fixture {
	struct profile *profile;
	struct tree *tree;
	struct span_index spans;
	struct bits which;
	struct flame range, all;
	struct comparison comparison;
};

static void build(struct fixture *f, struct flame *flame, struct range range)
{
	struct error err = ERROR_INIT;
	const struct span_index *spans = f->profile->samples.duration ? &f->spans : NULL;

	assert_true(flame_build(flame, f->tree, &f->which, spans, WEIGH_SAMPLES, &err));
	flame_show(flame, range);
}

/* A range of a profile against the rest. */
static void fixture_open(struct fixture *f, struct profile *p, struct range range)
{
	struct error err = ERROR_INIT;

	f->profile = p;
	f->tree = tree_new(p, ROOT_COMM, &err);
	assert_non_null(f->tree);
	assert_true(span_index_build(&f->spans, p, &err));
	assert_true(bits_build(&f->which, p->samples.count, &err));
	bits_fill(&f->which);
	build(f, &f->range, range);
	build(f, &f->all, RANGE_ALL);
	assert_true(
	    comparison_with_rest(&f->comparison, &f->range, range, &f->all, &err));
}

static void fixture_close(struct fixture *f)
{
	comparison_release(&f->comparison);
	flame_release(&f->range);
	flame_release(&f->all);
	bits_release(&f->which);
	span_index_release(&f->spans);
	tree_free(f->tree);
	profile_free(f->profile);
}

/* ---- reference implementation ---- */

static struct text frame_name(const struct profile *p, uint32_t frame, enum keys_by by)
{
	struct text name =
	    by == KEYS_MODULE ? profile_frame_module(p, frame)
	    : by == KEYS_KIND ? text_of(frame_kind_names[p->frames[frame].kind])
	    : by == KEYS_MODE ? text_of(p->frames[frame].kind == FRAME_KERNEL ? "kernel"
					: p->frames[frame].kind == FRAME_USER ? "user"
									      : "unknown")
			      : profile_frame_name(p, frame);

	return name.len ? name : text_of(by == KEYS_MODULE ? "[no module]" : "[no name]");
}

static bool in_stack(const struct profile *p, uint64_t row, enum keys_by by,
		     struct text name, bool innermost)
{
	uint32_t s = p->samples.stack[row];

	for (; s; s = innermost ? 0 : p->stacks[s].parent)
		if (text_equal(frame_name(p, p->stacks[s].frame, by), name))
			return true;
	return false;
}

static bool in_context(const struct profile *p, const struct process_names *processes,
		       uint64_t row, enum keys_by by, struct text name)
{
	const struct context *c = profile_context(p, row);
	const struct thread *t = &p->threads[c->thread];
	struct text comm = by == KEYS_PROCESS ? process_name_of(processes, p, c->thread)
					      : profile_string(p, t->comm);
	char label[200], pid[20] = "?", tid[20] = "?";

	if (t->pid != PROFILE_NO_ID)
		snprintf(pid, sizeof pid, "%" PRId32, t->pid);
	if (t->tid != PROFILE_NO_ID)
		snprintf(tid, sizeof tid, "%" PRId32, t->tid);
	if (by == KEYS_CPU && c->cpu == PROFILE_NO_CPU)
		snprintf(label, sizeof label, "CPU ?");
	else if (by == KEYS_CPU)
		snprintf(label, sizeof label, "CPU %d", c->cpu);
	else if (by == KEYS_PROCESS)
		snprintf(label, sizeof label, "%.*s-%s", (int)comm.len, comm.at, pid);
	else
		snprintf(label, sizeof label, "%.*s-%s/%s", (int)comm.len, comm.at, pid,
			 tid);
	return text_equal(text_of(label), name);
}

static bool has_name(const struct profile *p, const struct process_names *processes,
		     uint64_t row, enum keys_by by, struct text name, bool innermost)
{
	return by == KEYS_THREAD || by == KEYS_PROCESS || by == KEYS_CPU
		   ? in_context(p, processes, row, by, name)
		   : in_stack(p, row, by, name, innermost);
}

static uint64_t slow_sum(const struct fixture *f, const struct side *s, enum keys_by by,
			 struct text name, bool innermost)
{
	struct error err = ERROR_INIT;
	struct process_names processes;
	uint64_t sum = 0;

	assert_true(process_names_build(&processes, f->profile, &err));
	for (uint64_t i = side_next(s, 0); i != UINT64_MAX; i = side_next(s, i + 1))
		if (has_name(f->profile, &processes, i, by, name, innermost))
			sum += side_value(s, i);
	process_names_release(&processes);
	return sum;
}

/* ---- the tests ---- */

static void assert_rows(const struct fixture *f, const struct difference_rows *d)
{
	for (uint32_t i = 0; i < d->count; i++) {
		const struct difference_row *r = &d->rows[i];
		struct text name = difference_row_name(d, r);
		const struct side *sides[] = {&f->comparison.subject,
					      &f->comparison.baseline};

		assert_true(i == 0 || r->verdict <= r[-1].verdict);
		for (int side = 0; side < SIDES; side++) {
			assert_int_equal(r->total[side],
					 slow_sum(f, sides[side], r->by, name, false));
			assert_int_equal(r->self[side],
					 slow_sum(f, sides[side], r->by, name, true));
		}
	}
}

/* Every name that a sample has is in a row; for CPUs and threads each sample has exactly one. */
static void assert_whole(const struct fixture *f, const struct difference_rows *d)
{
	uint64_t sum[KEYS_BY] = {0};

	for (uint32_t i = 0; i < d->count; i++)
		sum[d->rows[i].by] +=
		    d->rows[i].self[SIDE_SUBJECT] + d->rows[i].self[SIDE_BASELINE];
	for (int by = KEYS_THREAD; by <= KEYS_CPU; by++)
		assert_int_equal(sum[by], f->all.total[0]);
	for (int by = 0; by < KEYS_BY; by++)
		assert_true(sum[by] <= f->all.total[0]);
	assert_int_equal(sum[KEYS_FUNCTION], sum[KEYS_MODULE]);
	assert_int_equal(sum[KEYS_FUNCTION], sum[KEYS_KIND]);
	assert_int_equal(sum[KEYS_FUNCTION], sum[KEYS_MODE]);
}

TEST(rows_are_what_every_sample_says)
{
	for (uint64_t seed = 0; seed < PROFILES; seed++) {
		struct error err = ERROR_INIT;
		struct dice dice = {seed};
		uint64_t from = dice_below(&dice, 3000) * (S / 1000);
		struct range r = {from, from + dice_below(&dice, 2000) * (S / 1000)};
		struct difference_rows d;
		struct fixture f;

		fixture_open(
		    &f, seed % 3 ? random_profile(seed, 120) : random_spans(seed, 60), r);
		assert_true(difference_rows_build(
		    &d, &f.comparison, KEYS_ALL | KEYS_OF(KEYS_MODE), seed % 2, &err));
		assert_rows(&f, &d);
		assert_whole(&f, &d);
		difference_rows_release(&d);
		fixture_close(&f);
	}
}

static double least_q(const struct difference_rows *d)
{
	double least = 1;

	for (uint32_t i = 0; i < d->count; i++)
		least = d->rows[i].q < least ? d->rows[i].q : least;
	return least;
}

/* A query for rows with q below `q` only gives the same rows as a query for all. */
static void assert_below(const struct fixture *f, const struct difference_rows *all,
			 double q)
{
	struct difference_rows some = {0};
	struct error err = ERROR_INIT;

	assert_true(difference_rows_build_below(&some, &f->comparison,
						KEYS_OF(KEYS_FUNCTION), q, &err));
	assert_int_equal(some.count, all->count);
	for (uint32_t i = 0; least_q(all) < q && i < all->count; i++) {
		assert_int_equal(some.rows[i].key, all->rows[i].key);
		assert_true(some.rows[i].score == all->rows[i].score);
		assert_true(some.rows[i].q == all->rows[i].q);
	}
	if (least_q(all) < q)
		assert_int_equal(some.certain, all->certain);
	else
		assert_true(least_q(&some) >= q);
	difference_rows_release(&some);
}

TEST(to_ask_only_for_small_q_finds_the_same)
{
	uint64_t with = 0, without = 0;

	for (uint64_t seed = 0; seed < PROFILES; seed++) {
		struct error err = ERROR_INIT;
		struct dice dice = {seed};
		uint64_t from = dice_below(&dice, 3000) * (S / 1000);
		struct range r = {from, from + dice_below(&dice, 2000) * (S / 1000)};
		struct difference_rows all;
		struct fixture f;

		fixture_open(&f, random_profile(seed, 400), r);
		assert_true(difference_rows_build(&all, &f.comparison,
						  KEYS_OF(KEYS_FUNCTION), false, &err));
		for (double q = 1; q > 1e-6; q /= 4)
			assert_below(&f, &all, q);
		assert_below(&f, &all, least_q(&all));
		with += least_q(&all) < 0.5;
		without += least_q(&all) >= 0.5;
		difference_rows_release(&all);
		fixture_close(&f);
	}
	assert_true(with && without);
}

/* ---- stopping ---- */

static bool so_often(void *arg)
{
	uint32_t *left = arg;

	return *left && (*left)--;
}

static bool ask_so_often(const struct fixture *f, bool self, uint32_t often,
			 struct difference_rows *d)
{
	struct time_limit limit = {.wanted = so_often, .eager = true, .arg = &often};
	struct error err = ERROR_INIT;
	uint64_t before = mem_used();
	bool ok = difference_rows_explain(d, &f->comparison, self, &limit, &err);

	if (!ok) {
		assert_int_equal(err.kind, ERROR_CANCELLED);
		assert_int_equal(mem_used(), before);
	}
	return ok;
}

static void assert_same(const struct difference_rows *a, const struct difference_rows *b)
{
	assert_int_equal(a->count, b->count);
	for (uint32_t i = 0; i < a->count; i++) {
		assert_int_equal(a->rows[i].by, b->rows[i].by);
		assert_int_equal(a->rows[i].key, b->rows[i].key);
		assert_true(a->rows[i].score == b->rows[i].score);
		assert_true(a->rows[i].q == b->rows[i].q);
	}
}

/* Stopping at any step leaves nothing behind, and afterwards the rows are the same. */
TEST(rows_can_be_stopped_at_each_step_and_are_the_same_after_all_of_them)
{
	for (uint64_t seed = 0; seed < 8; seed++) {
		struct difference_rows at_once, d;
		struct error err = ERROR_INIT;
		uint32_t often = 0, step = 1;
		struct fixture f;

		/* short ones, and ones long enough to have blocks of their own */
		fixture_open(&f, random_profile(seed, 400),
			     (struct range){0, seed % 2 ? S / 2 : 8 * S});
		assert_true(difference_rows_explain(&at_once, &f.comparison, seed % 4 > 1,
						    NULL, &err));
		while (!ask_so_often(&f, seed % 4 > 1, often, &d)) {
			often += step;
			step += often / 20; /* there are thousands of steps */
		}
		assert_true(often > 10);
		assert_same(&d, &at_once);
		difference_rows_release(&at_once);
		difference_rows_release(&d);
		fixture_close(&f);
	}
}

TEST(a_function_that_calls_itself_counts_once_a_stack)
{
	const struct made_sample made[] = {
	    {.stack = "main;f;g;f;g;f", .time = S},
	    {.stack = "main;f", .time = S + 1},
	    {.stack = "main", .time = 3 * S},
	    {.stack = "main;idle", .time = 3 * S + 1},
	};
	struct error err = ERROR_INIT;
	struct difference_rows d;
	struct fixture f;
	int seen = 0;

	fixture_open(&f, made_profile(made, 4), (struct range){0, S});
	assert_true(difference_rows_build(&d, &f.comparison, KEYS_OF(KEYS_FUNCTION),
					  false, &err));
	assert_int_equal(d.count, 4);
	for (uint32_t i = 0; i < d.count; i++) {
		const struct difference_row *r = &d.rows[i];

		if (!text_equal(difference_row_name(&d, r), TEXT("f")))
			continue;
		seen++;
		assert_int_equal(r->total[SIDE_SUBJECT], 2);
		assert_int_equal(r->self[SIDE_SUBJECT], 2);
		assert_int_equal(r->total[SIDE_BASELINE], 0);
		assert_true(difference_row_change(&d, r, &f.comparison).is_new);
	}
	assert_int_equal(seen, 1);
	difference_rows_release(&d);
	fixture_close(&f);
}

TEST(what_has_grown_most_is_asked_by_how_sure_it_is)
{
	const struct made_sample made[] = {{.stack = "main;f", .time = S},
					   {.stack = "main;g", .time = 3 * S}};
	struct error err = ERROR_INIT;
	const struct difference_row *most;
	struct difference_rows d;
	struct fixture f;

	fixture_open(&f, made_profile(made, 2), (struct range){0, S});
	assert_true(difference_rows_build(&d, &f.comparison, KEYS_OF(KEYS_FUNCTION),
					  false, &err));
	assert_null(difference_rows_grown(&d, &f.comparison, VERDICT_CERTAIN));
	most = difference_rows_grown(&d, &f.comparison, VERDICT_CHANCE);
	assert_true(text_equal(difference_row_name(&d, most), TEXT("f")));
	assert_true(difference_row_growth(most, &f.comparison) == 100);
	difference_rows_release(&d);
	fixture_close(&f);
}
