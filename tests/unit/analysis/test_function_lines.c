/*
 * The lines of the top table, step by step and page by page, against sorting all rows of each range
 * from scratch.
 */

#include "lib/unit.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "analysis/functions/function_lines.h"
#include "lib/made_profile.h"
#include "profile/builder.h"

#define STACKS_MOST 4000

/*
 * A profile of `functions` functions, some of which share a name with a function in another module;
 * each sample lasts a second.
 */
static struct profile *profile_of(struct dice *d, uint32_t functions, uint32_t rows)
{
	struct error err = ERROR_INIT;
	struct builder *b = builder_new(&err);
	uint32_t thread = builder_thread(b, TEXT("app"), 1, 1);
	uint16_t event = builder_event(b, TEXT("clock"), TEXT(""));
	static uint32_t stacks[STACKS_MOST + 1]; /* the first stays 0 */
	struct profile *p;

	assert_true(rows <= STACKS_MOST);
	for (uint32_t i = 1; i <= rows; i++) {
		char name[20], module[2] = {"xyz"[dice_below(d, 3)], '\0'};
		uint32_t frame;

		snprintf(name, sizeof name, "function_%u", dice_below(d, functions));
		frame = builder_frame(b, builder_string(b, text_of(name)),
				      builder_string(b, text_of(module)), FRAME_USER);
		stacks[i] = builder_stack(b, stacks[dice_below(d, i) / 3], frame);
		builder_add_sample(b, &(struct sample){.stack = stacks[i],
						       .thread = thread,
						       .event = event,
						       .timed = true,
						       .time = (uint64_t)i * 1000000000,
						       .weight = 1 + dice_below(d, 3)});
	}
	p = builder_finish(b, &err);
	assert_non_null(p);
	builder_free(b);
	return p;
}

struct fixture {
	struct profile *p;
	struct tree *t;
	struct bits all;
	struct flame f;
};

static void start(struct fixture *x, struct dice *d, uint32_t functions, uint32_t rows)
{
	struct error err = ERROR_INIT;

	x->p = profile_of(d, functions, rows);
	x->t = tree_new(x->p, ROOT_COMM, &err);
	assert_non_null(x->t);
	assert_true(bits_build(&x->all, rows, &err));
	bits_fill(&x->all);
	assert_true(flame_build(&x->f, x->t, &x->all, NULL, WEIGH_PERIOD, &err));
}

static void stop(struct fixture *x)
{
	flame_release(&x->f);
	bits_release(&x->all);
	tree_free(x->t);
	profile_free(x->p);
}

/* Obviously correct: compares texts, without using what the tree knows about them. */
static int compare_slowly(const struct profile *p, const struct top_row *x,
			  const struct top_row *y, enum top_order by, bool reverse)
{
	struct text a = profile_frame_name(p, x->frame);
	struct text b = profile_frame_name(p, y->frame);
	uint64_t more = by == TOP_SELF ? x->self : x->total;
	uint64_t less = by == TOP_SELF ? y->self : y->total;
	int order = by == TOP_NAME ? text_compare(a, b) : (more < less) - (more > less);

	if (order)
		return reverse ? -order : order;
	if (x->total != y->total)
		return x->total > y->total ? -1 : 1;
	if (x->self != y->self)
		return x->self > y->self ? -1 : 1;
	order = text_compare(a, b);
	if (!order)
		order = text_compare(profile_frame_module(p, x->frame),
				     profile_frame_module(p, y->frame));
	return order ? order : x->frame < y->frame ? -1 : 1;
}

static void assert_sorted(const struct top *top, const struct profile *p,
			  enum top_order by, bool reverse)
{
	for (uint32_t i = 1; i < top->count; i++)
		assert_true(
		    compare_slowly(p, &top->rows[i - 1], &top->rows[i], by, reverse) < 0);
}

static void assert_line(const struct function_lines *l, const struct top *top,
			uint32_t line)
{
	uint32_t frame = function_lines_at(l, line);
	struct top_row row = function_lines_row(l, frame);

	assert_int_equal(frame, top->rows[line].frame);
	assert_int_equal(row.self, top->rows[line].self);
	assert_int_equal(row.total, top->rows[line].total);
}

/* Looks at any page, and at the line of one function. */
static void look(struct function_lines *l, const struct fixture *x, struct dice *d)
{
	struct error err = ERROR_INIT;
	struct top top;
	uint32_t first, last, line;

	assert_true(top_build(&top, &x->f, &err));
	top_sort(&top, x->t, l->by, l->reverse);
	assert_sorted(&top, x->p, l->by, l->reverse);
	assert_int_equal(l->count, top.count);
	for (int pages = 0; top.count && pages < 4; pages++) {
		first = dice_below(d, 2) ? dice_below(d, top.count) : dice_below(d, 3);
		last = first + 1 + dice_below(d, 50);
		function_lines_show(l, first, last);
		for (uint32_t i = first; i < last && i < top.count; i++)
			assert_line(l, &top, i);
		line = dice_below(d, top.count);
		assert_int_equal(function_lines_find(l, top.rows[line].frame), line);
		assert_true(function_lines_has(l, top.rows[line].frame));
	}
	function_lines_show(l, 0, dice_below(d, 9) ? 0 : top.count);
	for (uint32_t i = l->first; i < l->last; i++)
		assert_line(l, &top, i);
	top_release(&top);
}

/* Mostly small steps at either end, and occasionally a jump. */
static void step(struct fixture *x, struct dice *d)
{
	uint32_t rows = (uint32_t)x->all.count;
	uint64_t first = x->f.first + dice_below(d, 3),
		 last = x->f.last + dice_below(d, 4);

	if (dice_below(d, 5) == 0) {
		first = dice_below(d, rows);
		last = first + dice_below(d, rows);
	}
	last = last > rows ? rows : last;
	flame_move(&x->f, first < last ? first : last, last);
}

static void drag(struct dice *d, uint32_t functions, uint32_t rows, int steps)
{
	struct function_lines l = {.by = TOP_SELF};
	struct error err = ERROR_INIT;
	struct fixture x;

	start(&x, d, functions, rows);
	for (int i = 0; i < steps; i++) {
		step(&x, d);
		assert_true(function_lines_count(&l, &x.f, &err));
		if (dice_below(d, 3) == 0)
			function_lines_sort(&l, (enum top_order)dice_below(d, 3),
					    dice_below(d, 2));
		look(&l, &x, d);
	}
	function_lines_release(&l);
	stop(&x);
}

TEST(lines_of_each_step_are_those_of_sorting_all)
{
	struct dice d = {17};

	for (uint32_t seed = 0; seed < 60; seed++)
		drag(&d, 1 + dice_below(&d, 40), 1 + dice_below(&d, 300), 20);
}

/* So many functions that pages further down are found in another way than those at the top. */
TEST(lines_of_thousands_of_functions_are_those_of_sorting_all)
{
	struct dice d = {29};

	for (uint32_t seed = 0; seed < 4; seed++)
		drag(&d, 5000, STACKS_MOST, 25);
}

/* Another tree may be allocated at the same address. */
TEST(another_tree_is_counted_anew)
{
	struct function_lines l = {.by = TOP_TOTAL};
	struct error err = ERROR_INIT;
	struct dice d = {31};
	struct fixture x;

	for (uint32_t i = 0; i < 30; i++) {
		start(&x, &d, 10, 40);
		flame_move(&x.f, 0, 40);
		assert_true(function_lines_count(&l, &x.f, &err));
		look(&l, &x, &d);
		stop(&x);
	}
	function_lines_release(&l);
}
