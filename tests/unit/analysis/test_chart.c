#include "lib/unit.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "analysis/chart/chart.h"
#include "analysis/chart/chart_cells.h"
#include "base/mem.h"
#include "base/number.h"
#include "lib/made_profile.h"

#define TIMES 60
#define MS    UINT64_C(1000000)

/* A profile with everything that a chart is made from. */
struct charting {
	struct profile *profile;
	struct tree *tree;
	struct bits which;
	struct span_index spans;
	struct flame flame;
	struct lanes lanes;
	bool is_spans;
};

static void set_up(struct charting *c, struct profile *p, bool spans, enum root_mode root,
		   struct dice *d)
{
	struct error err = ERROR_INIT;

	*c = (struct charting){.profile = p, .is_spans = spans};
	c->tree = tree_new(p, root, &err);
	assert_non_null(c->tree);
	assert_true(bits_build(&c->which, p->samples.count, &err));
	for (uint64_t i = 0; i < p->samples.count; i++)
		if (!d || dice_below(d, 5))
			bits_add(&c->which, i);
	assert_true(span_index_build(&c->spans, p, &err));
	assert_true(flame_build(&c->flame, c->tree, &c->which, spans ? &c->spans : NULL,
				WEIGH_SAMPLES, &err));
	assert_true(lanes_build(&c->lanes, p, &c->which, spans, LANES_THREAD, &err));
}

static void tear_down(struct charting *c)
{
	lanes_release(&c->lanes);
	flame_release(&c->flame);
	span_index_release(&c->spans);
	bits_release(&c->which);
	tree_free(c->tree);
	profile_free(c->profile);
}

static struct thread_samples thread_of(const struct charting *c, uint32_t lane)
{
	struct error err = ERROR_INIT;
	struct thread_samples t;

	assert_true(thread_samples_find(&t, &c->flame, NULL, &c->lanes, lane, &err));
	return t;
}

/* ---- reference implementation: every sample, every depth ---- */

struct slow {
	uint64_t row[TIMES], from[TIMES], to[TIMES];
	uint32_t count;
	uint64_t usual;
};

static int by_length(const void *a, const void *b)
{
	uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;

	return (x > y) - (x < y);
}

static uint64_t slow_usual(const struct slow *s)
{
	uint64_t distances[TIMES];

	if (s->count < 2)
		return 1;
	for (uint32_t i = 0; i + 1 < s->count; i++)
		distances[i] = s->from[i + 1] - s->from[i];
	qsort(distances, s->count - 1, sizeof *distances, by_length);
	return distances[(s->count - 1) / 2] ? distances[(s->count - 1) / 2] : 1;
}

/* First the whole samples, then the parts of them that lie in the range. */
static void slow_samples(struct slow *s, const struct charting *c, uint32_t lane,
			 struct range range)
{
	const struct profile *p = c->profile;
	uint64_t origin = profile_origin(p);
	uint32_t kept = 0;

	s->count = 0;
	for (uint64_t i = 0; i < p->samples.count; i++) {
		if (!bits_has(&c->which, i) || c->lanes.of[p->samples.context[i]] != lane)
			continue;
		s->row[s->count] = i;
		s->from[s->count] = p->samples.time[i] - origin;
		s->to[s->count++] = profile_row_end(p, i) - origin;
	}
	s->usual = slow_usual(s);
	for (uint32_t i = 0; i < s->count; i++) {
		uint64_t next = i + 1 < s->count ? s->from[i + 1] : UINT64_MAX;
		uint64_t longest = s->usual + s->usual - s->usual / 4;

		if (!c->is_spans)
			s->to[i] =
			    next - s->from[i] <= longest ? next : s->from[i] + s->usual;
		s->to[i] = s->to[i] < next ? s->to[i] : next;
	}
	for (uint32_t i = 0; i < s->count; i++) {
		bool before = s->from[i] < range.from;

		if (s->from[i] >= range.to ||
		    (before && (!c->is_spans || s->to[i] <= range.from)))
			continue;
		s->row[kept] = s->row[i];
		s->from[kept] = before ? range.from : s->from[i];
		s->to[kept++] = s->to[i] < range.to ? s->to[i] : range.to;
	}
	s->count = kept;
}

/* The node that a sample has at a depth, or 0 if none; groups have no depth. */
static uint32_t slow_node(const struct charting *c, uint64_t row, uint32_t depth)
{
	uint32_t path[100], n = 0, groups = tree_group_count(c->tree);

	for (uint32_t node = c->tree->leaf[row]; node > groups;
	     node = c->tree->parent[node])
		path[n++] = node;
	return depth < n ? path[n - 1 - depth] : 0;
}

static bool goes_on(const struct charting *c, const struct slow *s, uint32_t i,
		    uint32_t depth)
{
	return i > 0 && s->to[i - 1] == s->from[i] &&
	       slow_node(c, s->row[i - 1], depth) == slow_node(c, s->row[i], depth);
}

/* In chart order: by the sample at which they begin, then by depth. */
static uint32_t slow_boxes(const struct charting *c, const struct slow *s,
			   struct chart_box *list, uint64_t *covered_at)
{
	uint32_t n = 0;

	for (uint32_t i = 0; i < s->count; i++) {
		for (uint32_t d = 0; slow_node(c, s->row[i], d); d++) {
			uint32_t j = i + 1;

			covered_at[d] += s->to[i] - s->from[i];
			if (goes_on(c, s, i, d))
				continue;
			while (j < s->count && goes_on(c, s, j, d))
				j++;
			list[n++] = (struct chart_box){.node = slow_node(c, s->row[i], d),
						       .depth = d,
						       .from = s->from[i],
						       .to = s->to[j - 1],
						       .samples = j - i};
		}
	}
	return n;
}

static void check_boxes(const struct charting *c, const struct thread_samples *t,
			const struct slow *s, struct range range)
{
	static struct chart_box list[TIMES * 100];
	uint64_t covered_at[100] = {0}, lengths[100] = {0}, covered = 0;
	uint32_t n = slow_boxes(c, s, list, covered_at);
	struct error err = ERROR_INIT;
	struct chart chart;

	assert_true(chart_build(&chart, t, selection_of(&range), &err));
	assert_int_equal(chart.samples, s->count);
	assert_int_equal(chart.count, n);
	for (uint32_t i = 0; i < n; i++) {
		assert_int_equal(chart.list[i].node, list[i].node);
		assert_int_equal(chart.list[i].depth, list[i].depth);
		assert_int_equal(chart.list[i].from, list[i].from);
		assert_int_equal(chart.list[i].to, list[i].to);
		assert_int_equal(chart.list[i].samples, list[i].samples);
		lengths[list[i].depth] += chart.list[i].to - chart.list[i].from;
	}
	for (uint32_t d = 0; d < 100; d++)
		assert_int_equal(lengths[d], covered_at[d]);
	for (uint32_t i = 0; i < s->count; i++)
		covered += s->to[i] - s->from[i];
	assert_int_equal(chart.covered, covered);
	chart_release(&chart);
}

/* ---- reference implementation of columns ---- */

static uint64_t within(uint64_t from, uint64_t to, uint64_t a, uint64_t b)
{
	from = from > a ? from : a;
	to = to < b ? to : b;
	return to > from ? to - from : 0;
}

/* The time at this node or below it, or at this node alone, in [a, b). */
static uint64_t slow_time(const struct charting *c, const struct slow *s, uint32_t node,
			  bool alone, uint64_t a, uint64_t b)
{
	uint64_t sum = 0;

	for (uint32_t i = 0; i < s->count; i++) {
		uint32_t leaf = c->tree->leaf[s->row[i]];

		if (alone ? leaf == node : tree_is_below(c->tree, leaf, node))
			sum += within(s->from[i], s->to[i], a, b);
	}
	return sum;
}

static uint32_t slow_best(const struct charting *c, const struct slow *s, uint32_t node,
			  uint64_t a, uint64_t b)
{
	uint32_t best = 0;
	uint64_t most = 0;

	for (uint32_t i = 1; i < c->tree->count; i++) {
		uint64_t time =
		    c->tree->parent[i] == node ? slow_time(c, s, i, false, a, b) : 0;

		if (time > most) {
			most = time;
			best = i;
		}
	}
	if (node > tree_group_count(c->tree) && most < slow_time(c, s, node, true, a, b))
		return 0;
	return best;
}

static void check_column(const struct charting *c, const struct slow *s,
			 const struct chart_window *w, const struct chart_cells *cells,
			 uint32_t column)
{
	uint64_t a = w->from + column * w->period, b = a + w->period;
	uint32_t node = slow_best(c, s, 0, a, b), depth = 0;

	if (node && node <= tree_group_count(c->tree))
		node = slow_best(c, s, node, a, b);
	assert_int_equal(cells->covered[column], slow_time(c, s, 0, false, a, b));
	for (; node; node = slow_best(c, s, node, a, b), depth++) {
		if (depth < w->top || depth >= w->top + w->rows)
			continue;
		assert_int_equal(chart_cells_node(cells, column, depth - w->top), node);
		assert_int_equal(cells->time[column * w->rows + depth - w->top],
				 slow_time(c, s, node, false, a, b));
	}
	assert_int_equal(cells->depths[column], depth);
	for (; depth < w->top + w->rows; depth++)
		if (depth >= w->top)
			assert_int_equal(chart_cells_node(cells, column, depth - w->top),
					 0);
}

static void check_cells(const struct charting *c, const struct thread_samples *t,
			struct dice *d)
{
	uint64_t length = range_whole(c->profile).to;
	struct chart_window w = {.from = dice_below(d, 1 + (uint32_t)(length / MS)) * MS,
				 .period = 1 + dice_below(d, 1 + (uint32_t)(length / 5)),
				 .columns = 1 + dice_below(d, 12),
				 .top = dice_below(d, 3) ? 0 : dice_below(d, 4),
				 .rows = 1 + dice_below(d, 9)};
	struct error err = ERROR_INIT;
	struct chart_cells cells;
	struct slow s;

	slow_samples(&s, c, t->lane, RANGE_ALL);
	assert_true(chart_cells_build(&cells, t, &w, &err));
	for (uint32_t column = 0; column < w.columns; column++)
		check_column(c, &s, &w, &cells, column);
	chart_cells_release(&cells);
}

static struct range any_range(const struct profile *p, struct dice *d)
{
	uint32_t length = 1 + (uint32_t)(range_whole(p).to / MS);
	uint64_t a = dice_below(d, length) * MS, b = dice_below(d, length) * MS;

	if (!dice_below(d, 3))
		return RANGE_ALL;
	return a < b ? (struct range){a, b + 1} : (struct range){b, a + 1};
}

static void try_profile(uint64_t seed, struct dice *d)
{
	bool spans = seed % 2;
	struct charting c;

	set_up(&c, spans ? random_spans(seed, TIMES) : random_profile(seed, TIMES), spans,
	       seed % 3	  ? ROOT_NONE
	       : seed % 4 ? ROOT_COMM
			  : ROOT_CPU,
	       d);
	for (uint32_t lane = 0; lane < c.lanes.count; lane++) {
		struct thread_samples t = thread_of(&c, lane);
		struct range range = any_range(c.profile, d);
		struct slow s;

		slow_samples(&s, &c, lane, range);
		if (!spans)
			assert_int_equal(t.usual, s.usual);
		check_boxes(&c, &t, &s, range);
		check_cells(&c, &t, d);
	}
	tear_down(&c);
}

TEST(boxes_and_columns_are_those_of_a_naive_count)
{
	struct dice d = {7};

	for (uint64_t seed = 0; seed < 300; seed++)
		try_profile(seed, &d);
}

/* ---- fixed cases ---- */

static void check_box(const struct charting *c, const struct chart_box *b,
		      const char *name, uint32_t depth, uint64_t from, uint64_t to,
		      uint64_t samples)
{
	assert_true(text_equal(tree_label(c->tree, b->node), text_of(name)));
	assert_int_equal(b->depth, depth);
	assert_int_equal(b->from, from * MS);
	assert_int_equal(b->to, to * MS);
	assert_int_equal(b->samples, samples);
}

/*
 * Ticks every 10 ms from 0 on; the one at 40 is missing, and a tick of another thread does not
 * replace it. The origin has a resolution of a millisecond: times begin at a whole second.
 */
TEST(a_box_lasts_until_the_frame_is_another_or_a_sample_is_missing)
{
	const uint64_t s = NS_PER_SECOND;
	const struct made_sample samples[] = {
	    {.stack = "main;read", .time = s, .tid = 7},
	    {.stack = "main;read;copy", .time = s + 10 * MS, .tid = 7},
	    {.stack = "other", .time = s + 15 * MS, .tid = 8},
	    {.stack = "main;write;copy", .time = s + 20 * MS, .tid = 7},
	    {.stack = "main;write;copy", .time = s + 30 * MS, .tid = 7, .comm = "new"},
	    {.stack = "other", .time = s + 40 * MS, .tid = 8},
	    {.stack = "main;write;copy", .time = s + 50 * MS, .tid = 7},
	    {.stack = "main", .time = s + 60 * MS, .tid = 7},
	};
	struct error err = ERROR_INIT;
	struct thread_samples t;
	struct charting c;
	struct chart chart;

	set_up(&c, made_profile(samples, 8), false, ROOT_NONE, NULL);
	t = thread_of(&c, 0);
	assert_int_equal(t.usual, 10 * MS);
	assert_true(chart_build(&chart, &t, selection_of(&RANGE_ALL), &err));
	assert_int_equal(chart.count, 8);
	check_box(&c, &chart.list[0], "main", 0, 0, 40, 4);
	check_box(&c, &chart.list[1], "read", 1, 0, 20, 2);
	check_box(&c, &chart.list[2], "copy", 2, 10, 20, 1);
	check_box(&c, &chart.list[3], "write", 1, 20, 40, 2);
	check_box(&c, &chart.list[4], "copy", 2, 20, 40, 2);
	check_box(&c, &chart.list[5], "main", 0, 50, 70, 2);
	check_box(&c, &chart.list[6], "write", 1, 50, 60, 1);
	check_box(&c, &chart.list[7], "copy", 2, 50, 60, 1);
	assert_int_equal(chart.covered, 60 * MS);
	assert_int_equal(chart.deepest, 3);
	chart_release(&chart);
	tear_down(&c);
}

/* main(0..10) calls work(3..5) and, at 7, a function that takes no time. */
TEST(spans_in_each_other_are_the_boxes_they_were)
{
	const struct made_sample samples[] = {
	    {.stack = "main", .time = 0, .duration = 3 * MS, .span = true},
	    {.stack = "main;work", .time = 3 * MS, .duration = 2 * MS, .span = true},
	    {.stack = "main", .time = 5 * MS, .duration = 2 * MS, .span = true},
	    {.stack = "main;mark", .time = 7 * MS, .duration = 0, .span = true},
	    {.stack = "main", .time = 7 * MS, .duration = 3 * MS, .span = true},
	    {.stack = "main", .time = 12 * MS, .duration = 1 * MS, .span = true},
	};
	struct error err = ERROR_INIT;
	struct thread_samples t;
	struct charting c;
	struct chart chart;

	set_up(&c, made_profile(samples, 6), true, ROOT_NONE, NULL);
	t = thread_of(&c, 0);
	assert_true(chart_build(&chart, &t, selection_of(&RANGE_ALL), &err));
	assert_int_equal(chart.count, 4);
	check_box(&c, &chart.list[0], "main", 0, 0, 10, 5);
	check_box(&c, &chart.list[1], "work", 1, 3, 5, 1);
	check_box(&c, &chart.list[2], "mark", 1, 7, 7, 1);
	check_box(&c, &chart.list[3], "main", 0, 12, 13, 1);
	chart_release(&chart);
	tear_down(&c);
}

/* 3 ms of its own, 3 ms of one callee, 3 ms of another callee. */
TEST(of_equal_times_that_of_a_callee_is_drawn_and_of_callees_the_first)
{
	const struct made_sample samples[] = {
	    {.stack = "main", .time = 0, .duration = 3 * MS, .span = true},
	    {.stack = "main;zip", .time = 3 * MS, .duration = 3 * MS, .span = true},
	    {.stack = "main;add", .time = 6 * MS, .duration = 3 * MS, .span = true},
	};
	const struct chart_window w = {.period = 9 * MS, .columns = 1, .rows = 3};
	struct error err = ERROR_INIT;
	struct thread_samples t;
	struct chart_cells cells;
	struct charting c;

	set_up(&c, made_profile(samples, 3), true, ROOT_NONE, NULL);
	t = thread_of(&c, 0);
	assert_true(chart_cells_build(&cells, &t, &w, &err));
	assert_int_equal(cells.depths[0], 2);
	assert_int_equal(chart_cells_node(&cells, 0, 1), c.tree->leaf[1]);
	assert_int_equal(cells.time[1], 3 * MS);
	assert_int_equal(cells.covered[0], 9 * MS);
	chart_cells_release(&cells);
	tear_down(&c);
}
