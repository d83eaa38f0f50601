#include "lib/unit.h"

#include <stdio.h>
#include <stdlib.h>

#include "analysis/graph/layout.h"
#include "lib/made_profile.h"
#include "profile/builder.h"

struct picture {
	struct profile *profile;
	struct tree *tree;
	struct bits *which; /* owned: the flame graph points to it */
	struct flame flame;
};

static struct picture picture_of(struct profile *p, enum root_mode root)
{
	struct picture pic = {.profile = p};
	struct error err = ERROR_INIT;

	pic.tree = tree_new(p, root, &err);
	assert_non_null(pic.tree);
	pic.which = test_calloc(1, sizeof *pic.which);
	assert_true(bits_build(pic.which, p->samples.count, &err));
	for (uint64_t i = 0; i < p->samples.count; i++)
		bits_add(pic.which, i);
	assert_true(
	    flame_build(&pic.flame, pic.tree, pic.which, NULL, WEIGH_PERIOD, &err));
	flame_move(&pic.flame, 0, p->samples.count);
	return pic;
}

static void picture_close(struct picture *pic)
{
	flame_release(&pic->flame);
	bits_release(pic->which);
	test_free(pic->which);
	tree_free(pic->tree);
	profile_free(pic->profile);
}

static struct layout laid_out(const struct picture *pic, uint32_t zoom, int width,
			      enum sibling_order order)
{
	struct error err = ERROR_INIT;
	struct layout l;

	assert_true(layout_build(&l, &pic->flame, zoom, width,
				 &(struct layout_rules){.order = order}, &err));
	return l;
}

/* Boxes of a row follow one another, lie inside their parents, and are as wide as their share. */
static void check_boxes(const struct layout *l, const struct picture *pic)
{
	for (uint32_t i = 0; i < l->count; i++) {
		const struct box *b = &l->boxes[i], *up = &l->boxes[b->up];
		uint64_t scaled = b->value * (uint64_t)l->width;
		uint64_t total = l->boxes[0].value;

		assert_true(b->w > 0 && b->value > 0);
		assert_int_equal(layout_at(l, b->x, b->depth), i);
		assert_int_equal(layout_at(l, b->x + b->w - 1, b->depth), i);
		if (i && b->depth == l->boxes[i - 1].depth)
			assert_true(l->boxes[i - 1].x + l->boxes[i - 1].w <= b->x);
		if (!b->merged)
			assert_int_equal(b->value, pic->flame.total[b->node]);
		if (i == 0)
			continue;
		assert_int_equal(up->depth + 1, b->depth);
		assert_int_equal(up->merged, 0);
		assert_int_equal(pic->tree->parent[b->node], up->node);
		assert_true(up->x <= b->x && b->x + b->w <= up->x + up->w);
		if (b->depth == 1)
			assert_in_range((uint64_t)b->w * total + total, scaled + 1,
					scaled + 2 * total - 1);
	}
}

static bool is_ancestor_box(const struct layout *l, uint32_t node, uint32_t *box)
{
	for (uint32_t i = 0; i < l->count; i++) {
		if (l->boxes[i].node == node && !l->boxes[i].merged) {
			*box = i;
			return true;
		}
	}
	return false;
}

/* The box of a node or of the first one below it that has a box, searched one by one. */
static uint32_t slow_visible(const struct layout *l, const struct tree *t, uint32_t node)
{
	for (; node != l->zoom; node = t->parent[node]) {
		uint32_t box = layout_find(l, t, node);

		if (box != LAYOUT_NO_BOX || node == 0)
			return box;
	}
	return l->count ? 0 : LAYOUT_NO_BOX;
}

/* Every node is in a box of its own, in a merged box, or counted as hidden: none is lost. */
static void check_everyone_is_somewhere(const struct layout *l, const struct picture *pic)
{
	uint64_t hidden = 0, hidden_value = 0, merged = 0;
	uint64_t counted = 0, counted_value = 0, counted_merged = 0;

	for (uint32_t n = 0; n < pic->tree->count; n++) {
		uint32_t found = layout_find(l, pic->tree, n), own, parent;
		bool has_own = is_ancestor_box(l, n, &own);

		assert_int_equal(layout_find_visible(l, pic->tree, n),
				 slow_visible(l, pic->tree, n));
		if (!pic->flame.total[n] || n == l->zoom ||
		    !is_ancestor_box(l, pic->tree->parent[n], &parent)) {
			assert_true(n == l->zoom || found == LAYOUT_NO_BOX);
			continue;
		}
		if (found == LAYOUT_NO_BOX) {
			hidden++;
			hidden_value += pic->flame.total[n];
		} else if (has_own) {
			assert_int_equal(found, own);
		} else {
			assert_int_equal(l->boxes[found].up, parent);
			assert_true(l->boxes[found].merged > 1);
			merged++;
		}
	}
	for (uint32_t i = 0; i < l->count; i++)
		counted_merged += l->boxes[i].merged;
	for (uint32_t d = 0; d < l->depths; d++) {
		counted += l->hidden_nodes[d];
		counted_value += l->hidden_value[d];
	}
	assert_int_equal(hidden, counted);
	assert_int_equal(hidden_value, counted_value);
	assert_int_equal(merged, counted_merged);
	assert_int_equal(merged, l->merged_count);
}

/* The largest sibling is leftmost, and represents those it shares a box with. */
static void check_order_by_value(const struct layout *l, const struct picture *pic)
{
	const uint64_t *total = pic->flame.total;

	for (uint32_t b = 1; b < l->count; b++) {
		const struct box *left = &l->boxes[b - 1], *right = &l->boxes[b];

		if (left->depth == right->depth && left->up == right->up) {
			assert_false(left->merged);
			assert_true(total[left->node] >= total[right->node]);
		}
	}
	for (uint32_t n = 0; n < pic->tree->count; n++) {
		uint32_t box = layout_find(l, pic->tree, n);

		if (box != LAYOUT_NO_BOX && l->boxes[box].merged)
			assert_true(total[l->boxes[box].node] >= total[n]);
	}
}

TEST(every_frame_has_a_box_or_is_counted)
{
	struct dice d = {31};

	for (uint64_t seed = 0; seed < 60; seed++) {
		struct picture pic =
		    picture_of(random_profile(seed, 120), seed % ROOT_MODES);
		uint32_t zoom = seed % 2 ? dice_below(&d, pic.tree->count) : 0;
		int width = 1 + (int)dice_below(&d, seed % 3 ? 200 : 12);
		struct layout l = laid_out(&pic, zoom, width, seed % SIBLING_ORDERS);

		assert_int_equal(l.count == 0, pic.flame.total[zoom] == 0);
		check_boxes(&l, &pic);
		check_everyone_is_somewhere(&l, &pic);
		if (seed % SIBLING_ORDERS == ORDER_VALUE)
			check_order_by_value(&l, &pic);
		layout_release(&l);
		picture_close(&pic);
	}
}

/* ---- runs of frames ---- */

/* The next frame of a run as layout.h defines it, checked against all nodes. */
static bool goes_on(const struct picture *pic, const struct fold_run *run, uint32_t node,
		    uint32_t next, bool again)
{
	const struct tree *t = pic->tree;
	uint64_t first = 0, here = 0;

	if (t->parent[next] != node || t->frame[node] == 0 || !pic->flame.total[next])
		return false;
	if (again)
		return t->frame[next] == t->frame[node];
	for (uint64_t i = 0; i < t->profile->samples.count; i++) {
		first += tree_is_below(t, t->leaf[i], run->first);
		here += tree_is_below(t, t->leaf[i], next);
	}
	return here * 20 >= first * 19;
}

static void check_run(const struct picture *pic, const struct fold_run *run)
{
	bool again = fold_is_recursion(pic->tree, run);
	uint32_t frames = 1;

	for (uint32_t n = run->last; n != run->first; n = pic->tree->parent[n]) {
		assert_true(goes_on(pic, run, pic->tree->parent[n], n, again));
		frames++;
	}
	assert_int_equal(frames, run->frames);
	assert_true(frames == 1 || frames >= (again ? FOLD_RECURSION : FOLD_TRUNK));
}

/* What is drawn, merged, hidden, and spent in the frames themselves adds up to what lies below. */
static void check_sums(const struct layout *l, const struct picture *pic)
{
	for (uint32_t d = 0; d < l->depths; d++) {
		bool last = d + 1u == l->depths;
		uint64_t below = 0, above = last ? 0 : l->hidden_value[d + 1];

		for (uint32_t i = l->row[d]; i < l->row[d + 1]; i++) {
			const struct box *b = &l->boxes[i];

			if (b->merged)
				continue;
			below += b->value;
			for (uint32_t n = b->last;; n = pic->tree->parent[n]) {
				assert_int_equal(layout_find(l, pic->tree, n), i);
				above += pic->flame.self[n];
				if (n == b->node)
					break;
			}
		}
		for (uint32_t i = l->row[d + 1]; !last && i < l->row[d + 2]; i++)
			above += l->boxes[i].value;
		assert_int_equal(above, below);
	}
}

static void check_callers(const struct layout *l, const struct picture *pic)
{
	uint32_t node = pic->tree->parent[l->zoom];

	for (uint32_t i = l->caller_count; i > 0; i--) {
		const struct fold_run *run = &l->callers[i - 1];

		assert_int_equal(run->last, node);
		check_run(pic, run);
		for (uint32_t n = run->last;; n = pic->tree->parent[n]) {
			assert_int_equal(layout_caller(l, n), i - 1);
			if (n == run->first)
				break;
		}
		node = pic->tree->parent[run->first];
	}
	assert_true(l->caller_count > 0 || l->zoom == 0);
}

static void assert_same_boxes(const struct layout *a, const struct layout *b)
{
	assert_int_equal(a->count, b->count);
	assert_int_equal(a->depths, b->depths);
	for (uint32_t i = 0; i < a->count; i++) {
		const struct box *x = &a->boxes[i], *y = &b->boxes[i];

		assert_int_equal(x->node, y->node);
		assert_int_equal(x->merged, y->merged);
		assert_int_equal(x->up, y->up);
		assert_int_equal(x->x, y->x);
		assert_int_equal(x->w, y->w);
		assert_int_equal(x->value, y->value);
		assert_int_equal(x->frames, 1);
	}
}

/* Unfolding every frame separately gives the same picture as folding nothing. */
static void check_unfolded(const struct picture *pic, uint32_t zoom, int width,
			   struct layout_rules rules, struct fold fold)
{
	struct unfolded *all = test_calloc(pic->tree->count, sizeof *all);
	struct layout plain, unfolded;
	struct error err = ERROR_INIT;

	for (uint32_t n = 0; n < pic->tree->count; n++)
		all[n].node = n;
	fold.unfolded = all;
	fold.unfolded_count = pic->tree->count;
	rules.fold = &fold;
	assert_true(layout_build(&unfolded, &pic->flame, zoom, width, &rules, &err));
	rules.fold = NULL;
	assert_true(layout_build(&plain, &pic->flame, zoom, width, &rules, &err));
	assert_same_boxes(&unfolded, &plain);
	layout_release(&plain);
	layout_release(&unfolded);
	test_free(all);
}

/* For any range: trunks depend on the whole profile. */
TEST(folding_changes_no_number)
{
	struct dice d = {32};
	uint32_t folded = 0;

	for (uint64_t seed = 0; seed < 120; seed++) {
		struct picture pic =
		    picture_of(random_profile(seed, 60), seed % ROOT_MODES);
		uint32_t zoom = seed % 2 ? dice_below(&d, pic.tree->count) : 0;
		uint64_t count = pic.profile->samples.count;
		uint32_t from = dice_below(&d, (uint32_t)count + 1);
		int width = 1 + (int)dice_below(&d, 200);
		struct fold fold = {.unfolded_count = 0};
		struct layout_rules rules = {.order = seed % SIBLING_ORDERS,
					     .fold = &fold,
					     .least = seed % 5 ? 0 : seed};
		struct trunks trunks;
		struct error err = ERROR_INIT;
		struct layout l;

		assert_true(trunks_build(&trunks, &pic.flame, &err));
		fold.trunks = trunks.next;
		if (seed % 3)
			flame_move(&pic.flame, from / 2, count - from / 3);
		assert_true(layout_build(&l, &pic.flame, zoom, width, &rules, &err));
		for (uint32_t i = 0; i < l.count; i++) {
			struct fold_run run = layout_run(&l.boxes[i]);

			assert_true(l.boxes[i].merged ||
				    l.boxes[i].value >= rules.least || i == 0);
			check_run(&pic, &run);
			folded += run.frames > 1;
		}
		check_sums(&l, &pic);
		check_callers(&l, &pic);
		check_unfolded(&pic, zoom, width, rules, fold);
		layout_release(&l);
		trunks_release(&trunks);
		picture_close(&pic);
	}
	assert_true(folded > 60);
}

TEST(trunks_and_recursion_are_one_box_each)
{
	static const struct made_sample made[] = {
	    {.stack = "main;init;loop;poll;run;a", .time = 1},
	    {.stack = "main;init;loop;poll;run;b;walk;walk;walk;x", .time = 2},
	    {.stack = "main;init;loop;poll;run;b;walk;walk;y", .time = 3},
	    {.stack = "main;init;loop;poll;run;b;walk;z", .time = 4},
	};
	struct picture pic = picture_of(made_profile(made, 4), ROOT_COMM);
	struct trunks trunks;
	struct fold fold = {.unfolded_count = 0};
	const struct layout_rules rules = {.fold = &fold};
	struct error err = ERROR_INIT;
	struct layout l;
	uint32_t walk = tree_find(pic.tree, TEXT("app;main;init;loop;poll;run;b;walk"));

	assert_true(trunks_build(&trunks, &pic.flame, &err));
	fold.trunks = trunks.next;
	assert_true(layout_build(&l, &pic.flame, 0, 80, &rules, &err));
	/* all, app, main to poll, run, a and b, walk, leaves */
	assert_int_equal(l.depths, 7);
	assert_int_equal(l.boxes[2].frames, 4);
	assert_int_equal(l.boxes[2].node, tree_find(pic.tree, TEXT("app;main")));
	assert_int_equal(l.boxes[l.row[5]].node, walk);
	assert_int_equal(l.boxes[l.row[5]].frames, 3);
	assert_int_equal(l.boxes[l.row[5]].value, 3);
	assert_int_equal(l.row[7] - l.row[6], 3);
	for (uint32_t i = 0; i < 3; i++)
		assert_int_equal(tree_label(pic.tree, l.boxes[l.row[6] + i].node).at[0],
				 "zyx"[i]);
	layout_release(&l);
	trunks_release(&trunks);
	picture_close(&pic);
}

/* As deep as the trunk beside it, but with hardly any of the first frame's samples. */
TEST(a_branch_beside_a_trunk_is_none)
{
	static const char *const branches[] = {"T;x;p", "T;x;y;q", "T;x;y;z;r",
					       "T;x;y;z;w;v;u"};
	struct made_sample made[100];
	struct picture pic;
	struct trunks trunks;
	struct fold fold = {.unfolded_count = 0};
	const struct layout_rules rules = {.fold = &fold};
	struct error err = ERROR_INIT;
	struct layout l;

	for (uint64_t i = 0; i < 100; i++)
		made[i] = (struct made_sample){
		    .stack = i < 4 ? branches[i] : "T;A;B;C;D;E;F", .time = i};
	pic = picture_of(made_profile(made, 100), ROOT_COMM);
	assert_true(trunks_build(&trunks, &pic.flame, &err));
	fold.trunks = trunks.next;
	assert_true(layout_build(&l, &pic.flame,
				 tree_find(pic.tree, TEXT("app;T;x;y;z;w;v")), 80, &rules,
				 &err));
	for (uint32_t i = 0; i < l.caller_count; i++)
		assert_int_equal(l.callers[i].frames, 1);
	check_callers(&l, &pic);
	layout_release(&l);
	trunks_release(&trunks);
	picture_close(&pic);
}

static const struct made_sample three[] = {
    {.stack = "main;b", .time = 1, .weight = 50},
    {.stack = "main;a", .time = 2, .weight = 30},
    {.stack = "main;c", .time = 3, .weight = 10},
    {.stack = "main", .time = 4, .weight = 10},
};

static void print_row(const struct layout *l, const struct picture *pic, int depth,
		      char *out)
{
	memset(out, '.', (size_t)l->width);
	out[l->width] = '\0';
	for (uint32_t i = l->row[depth]; i < l->row[depth + 1]; i++)
		memset(out + l->boxes[i].x,
		       l->boxes[i].merged ? '+'
					  : tree_label(pic->tree, l->boxes[i].node).at[0],
		       (size_t)l->boxes[i].w);
}

TEST(siblings_come_by_name_and_self_is_at_the_right)
{
	struct picture pic = picture_of(made_profile(three, 4), ROOT_NONE);
	struct layout l = laid_out(&pic, 0, 20, ORDER_NAME);
	char row[21];

	assert_int_equal(l.depths, 3);
	print_row(&l, &pic, 1, row);
	assert_string_equal(row, "mmmmmmmmmmmmmmmmmmmm");
	print_row(&l, &pic, 2, row);
	assert_string_equal(row, "aaaaaabbbbbbbbbbcc..");
	assert_int_equal(layout_at(&l, 19, 2), LAYOUT_NO_BOX);
	layout_release(&l);
	picture_close(&pic);
}

TEST(siblings_come_by_value_when_asked)
{
	struct picture pic = picture_of(made_profile(three, 4), ROOT_NONE);
	struct layout l = laid_out(&pic, 0, 20, ORDER_VALUE);
	char row[21];

	print_row(&l, &pic, 2, row);
	assert_string_equal(row, "bbbbbbbbbbaaaaaacc..");
	layout_release(&l);
	picture_close(&pic);
}

TEST(siblings_come_by_their_first_sample_in_the_range_when_asked)
{
	static const struct made_sample made[] = {
	    {.stack = "c;x", .time = 1, .weight = 20},
	    {.stack = "b;y", .time = 2, .weight = 20},
	    {.stack = "a", .time = 3, .weight = 20},
	    {.stack = "b;x", .time = 4, .weight = 20},
	    {.stack = "c", .time = 5, .weight = 20},
	};
	struct picture pic = picture_of(made_profile(made, 5), ROOT_NONE);
	struct layout l = laid_out(&pic, 0, 10, ORDER_START);
	char row[11];

	print_row(&l, &pic, 1, row);
	assert_string_equal(row, "ccccbbbbaa");
	print_row(&l, &pic, 2, row);
	assert_string_equal(row, "xx..yyxx..");
	layout_release(&l);
	flame_move(&pic.flame, 2, 5);
	l = laid_out(&pic, 0, 6, ORDER_START);
	print_row(&l, &pic, 1, row);
	assert_string_equal(row, "aabbcc");
	layout_release(&l);
	bits_remove(pic.which, 2);
	flame_move(&pic.flame, 0, 0);
	flame_move(&pic.flame, 2, 5);
	l = laid_out(&pic, 0, 4, ORDER_START);
	print_row(&l, &pic, 1, row);
	assert_string_equal(row, "bbcc");
	layout_release(&l);
	picture_close(&pic);
}

/* The first row of each node, found by walking from each row up to the root. */
TEST(the_first_sample_of_a_node_is_the_first_below_it)
{
	for (uint64_t seed = 0; seed < 20; seed++) {
		struct picture pic = picture_of(random_profile(seed, 120), ROOT_COMM);
		struct error err = ERROR_INIT;
		uint64_t *firsts, rows = pic.profile->samples.count;

		for (uint64_t row = seed % 3; row < rows; row += 3)
			bits_remove(pic.which, row);
		flame_move(&pic.flame, rows / 4, rows);
		firsts = flame_first_rows(&pic.flame, &err);
		assert_non_null(firsts);
		for (uint32_t n = 0; n < pic.tree->count; n++) {
			uint64_t row = rows / 4;

			while (row < rows &&
			       (!bits_has(pic.which, row) ||
				!tree_is_below(pic.tree, pic.tree->leaf[row], n)))
				row++;
			assert_true(firsts[n] == (row < rows ? row : FLAME_NO_ROW));
		}
		free(firsts);
		picture_close(&pic);
	}
}

TEST(narrow_neighbours_share_a_box_and_the_narrowest_are_counted)
{
	static const struct made_sample made[] = {
	    {.stack = "a", .time = 1, .weight = 5},
	    {.stack = "b", .time = 2, .weight = 8},
	    {.stack = "c", .time = 3, .weight = 60},
	    {.stack = "d", .time = 4, .weight = 3},
	    {.stack = "e", .time = 5, .weight = 20},
	    {.stack = "f", .time = 6, .weight = 4},
	};
	struct picture pic = picture_of(made_profile(made, 6), ROOT_NONE);
	struct layout l = laid_out(&pic, 0, 10, ORDER_NAME);
	char row[11];

	print_row(&l, &pic, 1, row); /* edges at 0 .5 1.3 7.3 7.6 9.6 10 */
	assert_string_equal(row, "+cccccceef");
	assert_int_equal(l.boxes[1].merged, 2);
	assert_int_equal(l.boxes[1].value, 13);
	assert_int_equal(l.hidden_nodes[1], 1);
	assert_int_equal(l.hidden_value[1], 3);
	assert_int_equal(layout_find(&l, pic.tree, tree_find(pic.tree, TEXT("b"))), 1);
	layout_release(&l);
	picture_close(&pic);
}

static struct profile *deep_profile(uint32_t depth)
{
	struct error err = ERROR_INIT;
	struct builder *b = builder_new(&err);
	uint32_t frame = builder_frame(b, builder_string(b, TEXT("f")), 0, FRAME_USER);
	struct sample s = {.weight = 3, .timed = true};
	struct profile *p;

	s.thread = builder_thread(b, TEXT("deep"), 1, 1);
	s.event = builder_event(b, TEXT("e"), TEXT(""));
	for (uint32_t i = 0; i < depth; i++)
		s.stack = builder_stack(b, s.stack, frame);
	builder_add_sample(b, &s);
	p = builder_finish(b, &err);
	assert_non_null(p);
	builder_free(b);
	return p;
}

TEST(a_stack_deeper_than_any_screen_is_no_harm)
{
	struct picture pic = picture_of(deep_profile(300000), ROOT_COMM);
	struct layout l = laid_out(&pic, 0, 80, ORDER_NAME);

	assert_int_equal(pic.tree->count, 300002);
	assert_int_equal(pic.tree->deepest, UINT16_MAX);
	assert_int_equal(l.depths, UINT16_MAX);
	assert_int_equal(l.hidden_nodes[l.depths - 1], 1);
	assert_int_equal(tree_same_path(pic.tree, pic.tree, 300001), 300001);
	assert_true(tree_is_below(pic.tree, 300001, 1));
	layout_release(&l);
	l = laid_out(&pic, 290000, 80, ORDER_NAME);
	assert_int_equal(l.depths, 10002);
	layout_release(&l);
	picture_close(&pic);
}

TEST(a_picture_without_width_is_refused)
{
	struct picture pic = picture_of(made_profile(three, 4), ROOT_NONE);
	struct error err = ERROR_INIT;
	struct layout l;

	assert_false(layout_build(&l, &pic.flame, 0, 0, &(struct layout_rules){0}, &err));
	assert_int_equal(err.kind, ERROR_LIMIT);
	layout_release(&l);
	picture_close(&pic);
}
