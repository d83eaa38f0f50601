/*
 * Charts of transformed call paths, checked against samples whose paths are changed name by name.
 */

#include "lib/unit.h"

#include <stdio.h>
#include <string.h>

#include "analysis/chart/chart.h"
#include "analysis/chart/chart_cells.h"
#include "base/mem.h"
#include "lib/made_profile.h"
#include "lib/slow_path.h"

#define MS	   UINT64_C(1000000)
#define ROWS_MOST  60
#define BOXES_MOST (ROWS_MOST * SLOW_PATH_DEEPEST)

struct charting {
	struct profile *profile;
	struct tree *tree;
	struct bits which;
	struct span_index spans;
	struct flame flame;
	struct slow_path slow[ROWS_MOST];
	struct made_sample made[ROWS_MOST];
	uint32_t count;
	bool is_spans;
};

/* Times increase by a few milliseconds with few ticks missing; spans never overlap. */
static void throw_samples(struct charting *c, struct dice *d)
{
	static char stacks[ROWS_MOST][128];
	uint64_t time = 0;

	c->count = 1 + dice_below(d, ROWS_MOST);
	for (uint32_t i = 0; i < c->count; i++) {
		slow_path_throw(&c->slow[i], d, stacks[i], sizeof stacks[i]);
		c->made[i] = (struct made_sample){.stack = stacks[i],
						  .time = time,
						  .tid = 7 + (int)dice_below(d, 2),
						  .span = c->is_spans,
						  .duration = c->is_spans ? MS : 0,
						  .event = c->is_spans ? NULL : "cycles"};
		time += MS * (1 + (dice_below(d, 4) == 0) * dice_below(d, 5));
	}
}

static void set_up(struct charting *c, uint64_t seed, struct dice *d)
{
	struct error err = ERROR_INIT;

	*c = (struct charting){.is_spans = seed % 2};
	throw_samples(c, d);
	c->profile = made_profile(c->made, c->count);
	c->tree = tree_new(c->profile, seed % 3 ? ROOT_NONE : ROOT_COMM, &err);
	assert_non_null(c->tree);
	for (uint32_t i = 0; i < c->count; i++)
		snprintf(c->slow[i].group, sizeof c->slow[i].group, "%s",
			 seed % 3 ? "" : "app");
	assert_true(bits_build(&c->which, c->count, &err));
	bits_fill(&c->which);
	assert_true(span_index_build(&c->spans, c->profile, &err));
	assert_true(flame_build(&c->flame, c->tree, &c->which,
				c->is_spans ? &c->spans : NULL, WEIGH_SAMPLES, &err));
	flame_show(&c->flame, RANGE_ALL);
}

static void tear_down(struct charting *c)
{
	flame_release(&c->flame);
	span_index_release(&c->spans);
	bits_release(&c->which);
	tree_free(c->tree);
	profile_free(c->profile);
}

/* Applies some random transformations of existing paths; NULL if one of them changes nothing. */
static struct derived_tree *throw_shape(struct charting *c, struct dice *d)
{
	struct error err = ERROR_INIT;
	char list[400] = "";
	size_t len = 0;
	struct derived_tree *s;

	for (uint32_t n = 1 + dice_below(d, 2); n; n--) {
		char of[100];
		enum transform_kind kind = slow_path_throw_transform(
		    &c->slow[dice_below(d, c->count)], d, of, sizeof of);

		if (kind ==
		    TRANSFORM_FOCUS_SUBTREE) /* may be ambiguous: see test_shape */
			continue;
		len += (size_t)snprintf(list + len, sizeof list - len, "%s=%s\n",
					transform_words[kind].name, of);
		for (uint32_t i = 0; i < c->count; i++)
			slow_path_change(&c->slow[i], kind, of);
	}
	s = derived_tree_new(c->tree, text_of(list), TREE_ROOT_FIRST, NULL, &err);
	if (!s)
		assert_int_equal(err.kind, ERROR_NOTHING);
	return s;
}

/* ---- reference implementation: what remains of a thread, sample by sample ---- */

struct slow_sample {
	const struct slow_path *path;
	uint64_t from, to;
};

struct slow_thread {
	struct slow_sample list[ROWS_MOST];
	uint32_t count;
};

/* A moment lasts `usual`, or until the next one if that comes within 1.75 times `usual`. */
static void slow_times(struct slow_thread *t, const struct charting *c, uint64_t usual)
{
	for (uint32_t i = 0; i < t->count; i++) {
		uint64_t from = t->list[i].from;
		uint64_t next = i + 1 < t->count ? t->list[i + 1].from : UINT64_MAX;

		t->list[i].to = c->is_spans			       ? from + MS
				: next - from <= 2 * usual - usual / 4 ? next
								       : from + usual;
	}
}

static void slow_thread(struct slow_thread *t, const struct charting *c, int tid,
			uint64_t usual)
{
	t->count = 0;
	for (uint32_t i = 0; i < c->count; i++)
		if (c->made[i].tid == tid && !c->slow[i].dropped)
			t->list[t->count++] = (struct slow_sample){
			    .path = &c->slow[i], .from = c->made[i].time};
	slow_times(t, c, usual);
}

/* Is the frame at this depth the same call as in the previous sample? */
static bool goes_on(const struct slow_thread *t, uint32_t i, int depth)
{
	const struct slow_path *a = i ? t->list[i - 1].path : NULL;
	const struct slow_path *b = t->list[i].path;

	if (!a || t->list[i - 1].to != t->list[i].from || depth >= a->count)
		return false;
	for (int k = 0; k <= depth; k++)
		if (strcmp(a->names[k], b->names[k]) != 0)
			return false;
	return true;
}

struct slow_box {
	const char *name;
	uint64_t from, to, samples;
	uint32_t depth;
};

static uint32_t slow_boxes(const struct slow_thread *t, struct slow_box *list)
{
	uint32_t n = 0;

	for (uint32_t i = 0; i < t->count; i++) {
		const struct slow_path *path = t->list[i].path;

		for (int depth = 0; depth < path->count; depth++) {
			uint32_t end = i + 1;

			if (goes_on(t, i, depth))
				continue;
			while (end < t->count && depth < t->list[end].path->count &&
			       goes_on(t, end, depth))
				end++;
			list[n++] = (struct slow_box){.name = path->names[depth],
						      .from = t->list[i].from,
						      .to = t->list[end - 1].to,
						      .samples = end - i,
						      .depth = (uint32_t)depth};
		}
	}
	return n;
}

/* ---- comparison ---- */

static void check_name(const struct tree *t, uint32_t node, const char *name)
{
	struct text label = tree_label(t, node);
	struct text module = profile_frame_module(t->profile, t->frame[node]);
	char is[100];

	snprintf(is, sizeof is, "%.*s%s%.*s", (int)label.len, label.at,
		 module.len ? "@" : "", (int)module.len, module.at);
	assert_string_equal(is, name);
}

static void check_boxes(const struct charting *c, const struct thread_samples *t, int tid)
{
	static struct slow_box list[BOXES_MOST];
	struct slow_thread slow;
	struct error err = ERROR_INIT;
	struct chart chart;
	uint32_t n;

	slow_thread(&slow, c, tid, t->usual);
	n = slow_boxes(&slow, list);
	assert_true(chart_build(&chart, t, selection_of(&RANGE_ALL), &err));
	assert_int_equal(chart.samples, slow.count);
	assert_int_equal(chart.count, n);
	for (uint32_t i = 0; i < n; i++) {
		check_name(t->tree, chart.list[i].node, list[i].name);
		assert_int_equal(chart.list[i].depth, list[i].depth);
		assert_int_equal(chart.list[i].from, list[i].from);
		assert_int_equal(chart.list[i].to, list[i].to);
		assert_int_equal(chart.list[i].samples, list[i].samples);
	}
	chart_release(&chart);
}

/* Columns with at most one sample show its path. */
static void check_cells(const struct charting *c, const struct thread_samples *t, int tid)
{
	struct slow_thread slow;
	struct chart_window w = {.period = MS,
				 .columns =
				     (uint32_t)(c->made[c->count - 1].time / MS) + 1,
				 .rows = SLOW_PATH_DEEPEST};
	struct error err = ERROR_INIT;
	struct chart_cells cells;

	slow_thread(&slow, c, tid, t->usual);
	assert_true(chart_cells_build(&cells, t, &w, &err));
	for (uint32_t i = 0; i < slow.count; i++) {
		uint32_t column = (uint32_t)(slow.list[i].from / MS);
		const struct slow_path *path = slow.list[i].path;

		assert_int_equal(cells.depths[column], path->count);
		for (int depth = 0; depth < path->count; depth++)
			check_name(t->tree,
				   chart_cells_node(&cells, column, (uint32_t)depth),
				   path->names[depth]);
	}
	chart_cells_release(&cells);
}

/* Each thread has exactly what remains of it; a thread of which nothing remains is not listed. */
static uint64_t check_threads(const struct charting *c, const struct chart_threads *t)
{
	struct slow_thread slow;
	uint64_t left = 0;
	uint32_t some = 0;

	for (int tid = 7; tid < 9; tid++) {
		slow_thread(&slow, c, tid, 1);
		left += slow.count;
		some += slow.count > 0;
	}
	assert_int_equal(t->count, some);
	for (uint32_t i = 0; i < t->count; i++) {
		slow_thread(&slow, c, chart_threads_lane(t, i)->tid, 1);
		assert_int_equal(t->list[i].count, slow.count * (c->is_spans ? MS : 1));
	}
	assert_int_equal(t->all, left * (c->is_spans ? MS : 1));
	return left;
}

TEST(boxes_are_those_of_paths_that_are_changed_name_by_name)
{
	uint64_t dropped = 0, made = 0;

	for (uint64_t seed = 1; seed <= 1500; seed++) {
		struct dice d = {seed * 7919};
		struct error err = ERROR_INIT;
		static struct charting c;
		struct chart_threads threads;
		struct derived_tree *shape;

		set_up(&c, seed, &d);
		shape = throw_shape(&c, &d);
		if (shape) {
			assert_true(chart_threads_build(&threads, &c.flame, shape, &err));
			dropped += c.count - check_threads(&c, &threads);
			for (uint32_t i = 0; i < threads.count; i++) {
				int tid = chart_threads_lane(&threads, i)->tid;
				struct thread_samples t;

				assert_true(thread_samples_find(
				    &t, &c.flame, shape, &threads.lanes,
				    threads.list[i].lane, &err));
				check_boxes(&c, &t, tid);
				check_cells(&c, &t, tid);
				made++;
			}
			chart_threads_release(&threads);
		}
		derived_tree_free(shape);
		tear_down(&c);
	}
	assert_true(made > 1000);
	assert_true(dropped > 1000);
}
