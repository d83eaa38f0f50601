#include "lib/unit.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "analysis/transform/function_name.h"
#include "analysis/transform/derived_counts.h"
#include "base/mem.h"
#include "lib/made_profile.h"
#include "lib/slow_path.h"

#define ROWS_MOST 800
#define PATH_ROOM SLOW_PATH_ROOM

/* ---- a profile, and its samples as the reference implementation holds them ---- */

struct fixture {
	struct profile *profile;
	struct tree *tree;
	struct bits which;
	struct flame flame;
	struct slow_path slow[64];
	uint32_t count;
};

static void open_fixture(struct fixture *f, uint64_t seed, enum root_mode root)
{
	static const char *const comms[] = {"app", "db"};
	struct error err = ERROR_INIT;
	struct dice d = {seed};
	char stacks[64][128];
	struct made_sample made[64] = {{0}};

	*f = (struct fixture){.count = 1 + dice_below(&d, 60)};
	for (uint32_t i = 0; i < f->count; i++) {
		const char *comm = comms[dice_below(&d, 2)];

		slow_path_throw(&f->slow[i], &d, stacks[i], sizeof stacks[i]);
		snprintf(f->slow[i].group, sizeof f->slow[i].group, "%s",
			 root == ROOT_COMM ? comm : "");
		f->slow[i].weight = 1 + dice_below(&d, 9);
		made[i] = (struct made_sample){.stack = stacks[i],
					       .comm = comm,
					       .time = i * UINT64_C(1000000),
					       .weight = f->slow[i].weight};
	}
	f->profile = made_profile(made, f->count);
	f->tree = tree_new(f->profile, root, &err);
	assert_non_null(f->tree);
	assert_true(bits_build(&f->which, f->count, &err));
	bits_fill(&f->which);
	assert_true(flame_build(&f->flame, f->tree, &f->which, NULL, WEIGH_PERIOD, &err));
	flame_show(&f->flame, RANGE_ALL);
}

static void close_fixture(struct fixture *f)
{
	flame_release(&f->flame);
	bits_release(&f->which);
	tree_free(f->tree);
	profile_free(f->profile);
}

/* ---- comparison ---- */

struct row {
	char path[PATH_ROOM];
	uint64_t self;
};

struct rows {
	struct row rows[ROWS_MOST];
	size_t count;
};

static void add(struct rows *r, const char *path, uint64_t self)
{
	size_t i = 0;

	if (!self)
		return;
	while (i < r->count && strcmp(r->rows[i].path, path) != 0)
		i++;
	assert_true(i < ROWS_MOST);
	if (i == r->count)
		snprintf(r->rows[r->count++].path, PATH_ROOM, "%s", path);
	r->rows[i].self += self;
}

static void add_slow(struct rows *r, const struct slow_path *s)
{
	char path[PATH_ROOM];
	size_t len = (size_t)snprintf(path, sizeof path, "%s", s->group);

	for (int i = 0; i < s->count; i++)
		len +=
		    (size_t)snprintf(path + len, sizeof path - len, ";%s", s->names[i]);
	if (!s->dropped)
		add(r, path, s->weight);
}

/* "group;name@module;..." */
static void node_path(const struct tree *t, uint32_t node, bool modules, char *path)
{
	struct text label = tree_label(t, node), module = TEXT("");
	size_t len;

	path[0] = '\0';
	if (!node)
		return;
	node_path(t, t->parent[node], modules, path);
	if (t->frame[node] && modules)
		module = profile_frame_module(t->profile, t->frame[node]);
	len = strlen(path);
	snprintf(path + len, PATH_ROOM - len, "%s%.*s%s%.*s", t->frame[node] ? ";" : "",
		 (int)label.len, label.at, module.len ? "@" : "", (int)module.len,
		 module.at);
}

static int by_path(const void *a, const void *b)
{
	return strcmp(((const struct row *)a)->path, ((const struct row *)b)->path);
}

static void assert_same(struct rows *is, struct rows *expected)
{
	qsort(is->rows, is->count, sizeof *is->rows, by_path);
	qsort(expected->rows, expected->count, sizeof *expected->rows, by_path);
	assert_int_equal(is->count, expected->count);
	for (size_t i = 0; i < is->count; i++) {
		assert_string_equal(is->rows[i].path, expected->rows[i].path);
		assert_int_equal(is->rows[i].self, expected->rows[i].self);
	}
}

static void assert_totals(const struct flame *flame)
{
	const struct tree *t = flame->tree;

	for (uint32_t n = 0; n < t->count; n++) {
		uint64_t sum = flame->self[n];

		for (uint32_t c = t->first_child[n]; c; c = t->next_sibling[c]) {
			assert_int_equal(t->parent[c], n);
			sum += flame->total[c];
		}
		assert_int_equal(flame->total[n], sum);
	}
}

/* Compares what the flame graph shows: rows from flame.first to flame.last. */
static void assert_shape(const struct fixture *f, const struct derived_tree *s,
			 const struct slow_path *slow)
{
	static struct rows is, expected;
	struct error err = ERROR_INIT;
	struct flame flame;
	uint64_t samples = 0;
	char path[PATH_ROOM];

	is.count = expected.count = 0;
	memset(is.rows, 0, sizeof is.rows);
	memset(expected.rows, 0, sizeof expected.rows);
	assert_true(derived_tree_flame(s, &f->flame, &flame, &err));
	derived_tree_count_samples(s, &f->flame, &flame);
	for (uint32_t n = 0; n < s->tree->count; n++) {
		node_path(s->tree, n, true, path);
		add(&is, path, flame.self[n]);
	}
	for (uint64_t i = f->flame.first; i < f->flame.last; i++) {
		add_slow(&expected, &slow[i]);
		samples += !slow[i].dropped;
	}
	assert_same(&is, &expected);
	assert_totals(&flame);
	assert_int_equal(flame.samples, samples);
	assert_int_equal(flame.weight, flame.total[0]);
	flame_release(&flame);
}

/* ---- lists of transformations ---- */

/* If siblings share a name the path is ambiguous, and one of them is taken. */
static bool is_ambiguous(enum transform_kind kind)
{
	return kind == TRANSFORM_FOCUS_SUBTREE;
}

TEST(lists_do_what_is_done_name_by_name)
{
	int made = 0;

	for (uint64_t seed = 1; seed <= 3000; seed++) {
		enum tree_root root = seed % 3 ? TREE_ROOT_FIRST : TREE_LEAF_FIRST;
		struct dice d = {seed * 7919};
		static struct fixture f;
		static struct slow_path slow[64];
		struct error err = ERROR_INIT;
		struct derived_tree *s;
		char list[400] = "";
		size_t len = 0;
		bool skipped = false;

		open_fixture(&f, seed, seed % 2 ? ROOT_COMM : ROOT_NONE);
		memcpy(slow, f.slow, sizeof slow);
		for (uint32_t i = dice_below(&d, 4); i; i--) {
			enum transform_kind kind;
			char of[100];

			kind = slow_path_throw_transform(&f.slow[dice_below(&d, f.count)],
							 &d, of, sizeof of);
			skipped = skipped || is_ambiguous(kind);
			len += (size_t)snprintf(list + len, sizeof list - len, "%s=%s\n",
						transform_words[kind].name, of);
			for (uint32_t j = 0; j < f.count; j++)
				slow_path_change(&slow[j], kind, of);
		}
		for (uint32_t j = 0; j < f.count && root == TREE_LEAF_FIRST; j++)
			slow_path_turn(&slow[j]);
		s = derived_tree_new(f.tree, text_of(list), root, NULL, &err);
		if (!s)
			assert_int_equal(err.kind, ERROR_NOTHING);
		else if (!skipped)
			assert_shape(&f, s, slow);
		made += s && !skipped;
		derived_tree_free(s);
		close_fixture(&f);
	}
	assert_true(made > 1000);
}

/* ---- paths ---- */

TEST(a_path_is_below_one_root_frame_or_all)
{
	static const char *const lists[] = {"focus-subtree=main;f",
					    "focus-subtree=db;main;f"};
	const struct made_sample made[] = {
	    {.stack = "main;f;g", .comm = "app"},
	    {.stack = "main;f", .comm = "db"},
	    {.stack = "main;h", .comm = "db"},
	    {.stack = "f;main;f", .comm = "db"},
	};
	static const char *const expected[][4] = {{"app;f;g", "db;f", "", ""},
						  {"", "db;f", "", ""}};
	struct error err = ERROR_INIT;
	struct profile *p = made_profile(made, 4);
	struct tree *t = tree_new(p, ROOT_COMM, &err);
	struct derived_tree *s;
	char path[PATH_ROOM];

	for (int i = 0; i < 2; i++) {
		s = derived_tree_new(t, text_of(lists[i]), TREE_ROOT_FIRST, NULL, &err);
		assert_non_null(s);
		for (uint64_t row = 0; row < 4; row++) {
			uint32_t node = s->node[t->leaf[row]];

			path[0] = '\0';
			if (node != NODE_DROPPED)
				node_path(s->tree, node, true, path);
			assert_string_equal(path, expected[i][row]);
		}
		derived_tree_free(s);
	}
	tree_free(t);
	profile_free(p);
}

/* ---- paths through a function ---- */

static void assert_halves(const struct fixture *f, const char *function)
{
	struct error err = ERROR_INIT;
	static struct slow_path callees[64], callers[64];
	struct bits frames = {0};
	struct derived_tree *s;

	assert_true(bits_build(&frames, f->profile->frame_count, &err));
	if (function_name_find(f->profile, text_of(function), &frames, NULL, &err)) {
		memcpy(callees, f->slow, sizeof callees);
		memcpy(callers, f->slow, sizeof callers);
		for (uint32_t i = 0; i < f->count; i++) {
			int first = slow_path_first(&f->slow[i], function);

			callees[i].group[0] = callers[i].group[0] = '\0';
			callees[i].dropped = callers[i].dropped = first < 0;
			if (first < 0)
				continue;
			slow_path_leave_out(&callees[i], 0, first);
			callers[i].count = first + 1;
			slow_path_turn(&callers[i]);
			/* all its frames count as one: the first in the profile */
			for (uint32_t j = 1; j < f->profile->frame_count; j++) {
				struct text m = profile_frame_module(f->profile, j);

				if (!bits_has(&frames, j))
					continue;
				snprintf(callees[i].names[0], sizeof callees[i].names[0],
					 "%s%s%.*s", function, m.len ? "@" : "",
					 (int)m.len, m.at);
				memcpy(callers[i].names[0], callees[i].names[0],
				       sizeof callers[i].names[0]);
				break;
			}
		}
		s = derived_tree_of_callees(f->tree, &frames, &err);
		assert_non_null(s);
		assert_shape(f, s, callees);
		derived_tree_free(s);
		s = derived_tree_of_callers(f->tree, &frames, &err);
		assert_non_null(s);
		assert_shape(f, s, callers);
		derived_tree_free(s);
	}
	bits_release(&frames);
}

TEST(callers_and_callees_count_recursion_once)
{
	for (uint64_t seed = 1; seed <= 400; seed++) {
		static struct fixture f;

		open_fixture(&f, seed, seed % 2 ? ROOT_COMM : ROOT_NONE);
		assert_halves(&f, "f");
		assert_halves(&f, "loop");
		flame_show(&f.flame, (struct range){5000000, 20000000});
		assert_halves(&f, "main");
		close_fixture(&f);
	}
}

/* ---- two sides ---- */

/* Rows [first, last) of the reference implementation. */
static void assert_side(const struct side *side, const struct tree *t,
			const struct slow_path *slow, uint64_t first, uint64_t last,
			bool modules)
{
	static struct rows is, expected;
	uint64_t samples = 0, value = 0;
	char path[PATH_ROOM];

	is.count = expected.count = 0;
	memset(is.rows, 0, sizeof is.rows);
	memset(expected.rows, 0, sizeof expected.rows);
	for (uint32_t n = 0; n < t->count; n++) {
		node_path(t, n, modules, path);
		add(&is, path, side->self[n]);
		value += side->self[n];
	}
	for (uint64_t i = first; i < last; i++) {
		add_slow(&expected, &slow[i]);
		samples += !slow[i].dropped;
	}
	assert_same(&is, &expected);
	assert_int_equal(side->samples, samples);
	assert_int_equal(side->value, value);
	assert_int_equal(side->total[0], value);
}

/* What only the other side has, made comparable, is above what both have. */
static void assert_elided(const struct comparison *c)
{
	struct error err = ERROR_INIT;
	struct diff_flame shown;

	assert_true(shown_build(&shown, c, SHOWN_ELIDED, 0, &err));
	for (uint32_t n = 0; n < c->tree->count; n++) {
		double like =
		    c->subject.total[n] ? 0 : (double)c->baseline.self[n] * c->factor;
		double is = (double)shown.flame.self[n];

		assert_true(is - like <= 0.5 && like - is <= 0.5);
	}
	shown_release(&shown);
}

static void assert_nothing_changed(const struct comparison *c)
{
	for (uint32_t n = 0; n < c->tree->count; n++) {
		assert_true(comparison_total(c, n).delta == 0);
		assert_true(comparison_self(c, n).delta == 0);
	}
}

/* A random list of transformations; false if one of them has an ambiguous path. */
static bool throw_list(struct dice *d, const struct fixture *f, struct slow_path *slow,
		       struct slow_path *other, bool modules, char *list, size_t room)
{
	size_t len = 0;
	bool sure = true;

	list[0] = '\0';
	for (uint32_t i = dice_below(d, 4); i; i--) {
		enum transform_kind kind;
		char of[100];

		do
			kind = slow_path_throw_transform(
			    &f->slow[dice_below(d, f->count)], d, of, sizeof of);
		while (!modules && kind == TRANSFORM_COLLAPSE_MODULE);
		sure = sure && !is_ambiguous(kind);
		len += (size_t)snprintf(list + len, room - len, "%s=%s\n",
					transform_words[kind].name, of);
		for (uint32_t j = 0; j < 64; j++) {
			slow_path_change(&slow[j], kind, of);
			if (other)
				slow_path_change(&other[j], kind, of);
		}
	}
	return sure;
}

static void turn_all(struct slow_path *slow, enum tree_root root)
{
	for (uint32_t j = 0; j < 64 && root == TREE_LEAF_FIRST; j++)
		slow_path_turn(&slow[j]);
}

static struct range throw_rows(struct dice *d, uint32_t count, uint32_t *first,
			       uint32_t *last)
{
	*first = dice_below(d, count);
	*last = *first + 1 + dice_below(d, count - *first);
	return (struct range){*first * UINT64_C(1000000), *last * UINT64_C(1000000)};
}

/* Rows from at[0] up to at[1] against those from at[2] up to at[3]. */
static void assert_both(struct derived_counts *s, const struct tree_results *of,
			const struct slow_path *slow, const uint32_t at[4])
{
	bool swapped = of->comparison->swapped;
	const uint32_t *here = swapped ? at + 2 : at, *there = swapped ? at : at + 2;

	derived_counts_update(s, of);
	assert_int_equal(s->sides.swapped, swapped);
	assert_side(&s->sides.subject, s->derived->tree, slow, here[0], here[1], true);
	assert_side(&s->sides.baseline, s->derived->tree, slow, there[0], there[1], true);
	assert_elided(&s->sides);
}

static void assert_swapped_and_same(struct derived_counts *s,
				    const struct tree_results *of,
				    const struct slow_path *slow, const uint32_t at[4])
{
	struct comparison c = *of->comparison;
	const struct side *a = &of->comparison->subject;
	enum normalised how = c.wanted;
	struct tree_results other = *of;

	other.comparison = &c;
	comparison_swap(&c);
	assert_both(s, &other, slow, at);
	comparison_of_ranges(&c, a->flame, a->range, a->flame, a->range);
	comparison_normalise(&c, how);
	derived_counts_update(s, &other);
	assert_nothing_changed(&s->sides);
}

TEST(two_ranges_have_the_sides_of_each)
{
	int made = 0;

	for (uint64_t seed = 1; seed <= 1500; seed++) {
		enum tree_root root = seed % 3 ? TREE_ROOT_FIRST : TREE_LEAF_FIRST;
		struct dice d = {seed * 104729};
		static struct fixture f;
		static struct slow_path slow[64];
		struct error err = ERROR_INIT;
		uint32_t at[4];
		struct range a, b;
		struct flame other;
		struct comparison c;
		struct tree_results of = {.flame = &f.flame, .comparison = &c};
		struct derived_counts s;
		struct derived_tree *derived;
		char list[400];

		open_fixture(&f, seed, seed % 2 ? ROOT_COMM : ROOT_NONE);
		memcpy(slow, f.slow, sizeof slow);
		a = throw_rows(&d, f.count, &at[0], &at[1]);
		b = throw_rows(&d, f.count, &at[2], &at[3]);
		flame_show(&f.flame, a);
		assert_true(
		    flame_build(&other, f.tree, &f.which, NULL, WEIGH_PERIOD, &err));
		flame_show(&other, b);
		if (throw_list(&d, &f, slow, NULL, true, list, sizeof list) &&
		    (derived =
			 derived_tree_new(f.tree, text_of(list), root, NULL, &err))) {
			turn_all(slow, root);
			comparison_of_ranges(&c, &f.flame, a, &other, b);
			comparison_normalise(&c, seed % NORMALISED_WAYS);
			assert_true(derived_counts_build(&s, derived, &of, &err));
			assert_both(&s, &of, slow, at);
			assert_swapped_and_same(&s, &of, slow, at);
			derived_counts_release(&s);
			made++;
		}
		flame_release(&other);
		close_fixture(&f);
	}
	assert_true(made > 500);
}

/* Only names are compared. */
static void leave_modules_out(struct slow_path *slow)
{
	for (int i = 0; i < 64; i++)
		for (int j = 0; j < slow[i].count; j++)
			slow[i].names[j][strcspn(slow[i].names[j], "@")] = '\0';
}

/* A flame graph of the first file in the joint tree. */
static struct flame range_of_both(const struct flame *f, const struct comparison *c)
{
	struct flame graph = *f;

	graph.tree = c->tree;
	graph.self = (uint64_t *)c->subject.self;
	graph.total = (uint64_t *)c->subject.total;
	graph.first = graph.last = 0;
	return graph;
}

static void assert_files(const struct derived_counts *s, const struct slow_path *mine,
			 uint32_t count, const struct slow_path *others,
			 uint32_t other_count)
{
	const struct comparison *c = &s->sides;

	assert_side(&c->subject, c->tree, mine, 0, count, false);
	assert_side(&c->baseline, c->tree, others, 0, other_count, false);
	assert_int_equal(s->flame.samples, c->subject.samples);
	assert_int_equal(s->flame.weight, c->subject.value);
	assert_elided(c);
}

TEST(two_files_have_the_sides_of_each)
{
	int made = 0;

	for (uint64_t seed = 1; seed <= 1500; seed++) {
		enum tree_root root = seed % 3 ? TREE_ROOT_FIRST : TREE_LEAF_FIRST;
		enum root_mode groups = seed % 2 ? ROOT_COMM : ROOT_NONE;
		struct dice d = {seed * 1299709};
		static struct fixture f, g;
		static struct slow_path mine[64], others[64];
		struct error err = ERROR_INIT;
		struct joint_tree *j;
		struct comparison c;
		struct flame graph;
		struct tree_results of = {.flame = &graph, .comparison = &c};
		struct bits ends = {0};
		struct derived_counts s;
		struct derived_tree *derived;
		char list[400];

		open_fixture(&f, seed, groups);
		open_fixture(&g, seed + 5000, groups);
		leave_modules_out(memcpy(mine, f.slow, sizeof mine));
		leave_modules_out(memcpy(others, g.slow, sizeof others));
		j = joint_tree_new(f.tree, g.tree, NULL, &err);
		assert_non_null(j);
		assert_true(derived_counts_ends(j, &ends, &err));
		assert_true(comparison_of_files(&c, j, &f.flame, RANGE_ALL, &g.flame,
						RANGE_ALL, &err));
		graph = range_of_both(&f.flame, &c);
		if (throw_list(&d, &f, mine, others, false, list, sizeof list) &&
		    (derived =
			 derived_tree_new(j->tree, text_of(list), root, &ends, &err))) {
			turn_all(mine, root);
			turn_all(others, root);
			assert_true(derived_counts_build(&s, derived, &of, &err));
			derived_counts_update(&s, &of);
			assert_files(&s, mine, f.count, others, g.count);
			derived_counts_release(&s);
			made++;
		}
		comparison_release(&c);
		bits_release(&ends);
		joint_tree_free(j);
		close_fixture(&f);
		close_fixture(&g);
	}
	assert_true(made > 500);
}

/* drop=loop, merge=f, and then what main calls. */
static void go_on_from_main(struct slow_path *slow, uint32_t count)
{
	for (uint32_t i = 0; i < count; i++) {
		int first;

		slow_path_change(&slow[i], TRANSFORM_DROP, "loop");
		slow_path_change(&slow[i], TRANSFORM_MERGE, "f");
		first = slow_path_first(&slow[i], "main");
		slow[i].group[0] = '\0';
		slow[i].dropped = slow[i].dropped || first < 0;
		if (!slow[i].dropped)
			slow_path_leave_out(&slow[i], 0, first);
	}
}

/*
 * The share of the range that a function has on either side, and the factor, remain those of the
 * range.
 */
TEST(halves_of_what_was_transformed_have_two_sides)
{
	for (uint64_t seed = 1; seed <= 300; seed++) {
		static struct fixture f;
		static struct slow_path slow[64];
		struct error err = ERROR_INIT;
		struct tree_results of = {.flame = &f.flame};
		struct bits function = {0};
		struct flame other;
		struct comparison c;
		struct derived_counts s, half;
		struct derived_tree *derived;

		open_fixture(&f, seed, ROOT_COMM);
		memcpy(slow, f.slow, sizeof slow);
		assert_true(
		    flame_build(&other, f.tree, &f.which, NULL, WEIGH_PERIOD, &err));
		flame_show(&other, (struct range){3000000, 20000000});
		comparison_of_ranges(&c, &f.flame, RANGE_ALL, &other, RANGE_ALL);
		of.comparison = &c;
		derived = derived_tree_new(f.tree, TEXT("drop=loop\nmerge=f"),
					   TREE_ROOT_FIRST, NULL, &err);
		assert_true(bits_build(&function, f.profile->frame_count, &err));
		if (derived &&
		    function_name_find(f.profile, TEXT("main"), &function, NULL, &err)) {
			struct tree_results left;

			assert_true(derived_counts_build(&s, derived, &of, &err));
			derived_counts_update(&s, &of);
			left = (struct tree_results){.flame = &s.flame,
						     .comparison = &s.sides,
						     .derived = s.derived};
			assert_true(derived_counts_build_side(&half, &left, &function,
							      false, &err));
			derived_counts_update(&half, &left);
			go_on_from_main(slow, f.count);
			half.sides.subject.value = half.sides.subject.total[0];
			half.sides.baseline.value = half.sides.baseline.total[0];
			assert_side(&half.sides.subject, half.derived->tree, slow, 0,
				    f.count, true);
			assert_side(&half.sides.baseline, half.derived->tree, slow,
				    f.count < 3 ? f.count : 3,
				    f.count < 20 ? f.count : 20, true);
			assert_true(half.sides.factor == s.sides.factor);
			assert_int_equal(half.flame.samples, half.sides.subject.samples);
			derived_counts_release(&half);
			derived_counts_release(&s);
		} else {
			derived_tree_free(derived);
		}
		bits_release(&function);
		flame_release(&other);
		close_fixture(&f);
	}
}

/* ---- names ---- */

TEST(a_name_is_found_by_its_last_word_or_a_part)
{
	static const struct {
		const char *said, *is; /* NULL: refused, with ... */
		const char *words;
	} tries[] = {
	    {"alloc", "alloc", NULL},
	    {"push", "ns::list<int>::push(int)", NULL},
	    {"hidden", "(anonymous namespace)::hidden(char*)", NULL},
	    {"ns::list<int>::pop", "ns::list<int>::pop(ns::x)", NULL},
	    {"list", NULL,
	     "several functions match 'list': ns::list<int>::pop(ns::x), "
	     "ns::list<int>::push(int)"},
	    {"alloca", "my_alloca", NULL},
	    {"loca", NULL, "no function is called 'loca'"},
	    {"aloc", NULL, "did you mean 'alloc'?"},
	    {"hiden", NULL, "did you mean '(anonymous namespace)::hidden(char*)'?"},
	    {"spni_b", NULL, "did you mean 'spin_b.constprop.0'?"},
	    {"Job::rnu", NULL, "did you mean 'app::Job::run(int)'?"},
	    {"nothing like it", NULL, "'top' lists"},
	    {"alloc@[kernel]", "alloc", NULL},
	    {"alloc@elsewhere", NULL, "no function is called 'alloc@elsewhere'"},
	    {"", NULL, "no function is called ''"},
	};
	const struct made_sample made[] = {
	    {.stack = "ns::list<int>::pop(ns::x);ns::list<int>::push(int);alloc"},
	    {.stack = "(anonymous namespace)::hidden(char*);alloc@[kernel];my_alloca"},
	    {.stack = "spin_b.constprop.0;app::Job::run(int)"},
	};
	struct profile *p = made_profile(made, 3);

	for (size_t i = 0; i < sizeof tries / sizeof *tries; i++) {
		struct error err = ERROR_INIT;
		struct bits frames = {0};
		struct text name;
		char is[100];

		assert_true(bits_build(&frames, p->frame_count, &err));
		if (tries[i].is) {
			assert_true(function_name_find(p, text_of(tries[i].said), &frames,
						       &name, &err));
			snprintf(is, sizeof is, "%.*s", (int)name.len, name.at);
			assert_string_equal(is, tries[i].is);
			assert_int_equal(bits_population(&frames), i == 0 ? 2 : 1);
		} else {
			assert_false(function_name_find(p, text_of(tries[i].said),
							&frames, &name, &err));
			assert_non_null(strstr(err.message, tries[i].words));
			assert_int_equal(bits_population(&frames), 0);
		}
		bits_release(&frames);
	}
	profile_free(p);
}

/* Of functions with the same name in several modules, each can be selected. */
TEST(a_function_is_told_from_its_namesakes)
{
	const struct made_sample made[] = {{.stack = "main@/bin/a;spin@/lib/l1.so"},
					   {.stack = "main@/bin/a;spin@/lib/l2.so"},
					   {.stack = "spin@/old/l2.so;push@list"},
					   {.stack = "spin;odd@name@/bin/a"}};
	static const struct {
		const char *name, *module, *apart;
	} tries[] = {
	    {"main", "/bin/a", "main"},
	    {"spin", "/lib/l1.so", "spin@l1.so"},
	    {"spin", "/lib/l2.so", "spin@/lib/l2.so"},
	    {"spin", "/old/l2.so", "spin@/old/l2.so"},
	    {"spin", "", "spin"},
	    {"push", "list", "push"},
	};
	struct profile *p = made_profile(made, 4);
	char list[FUNCTION_NAMES_MAX];
	struct error err = ERROR_INIT;
	struct bits frames;

	for (size_t i = 0; i < sizeof tries / sizeof *tries; i++) {
		struct text name = text_of(tries[i].name),
			    module = text_of(tries[i].module);
		char *apart = function_name_unique(p, name, module, &err);

		assert_string_equal(apart, tries[i].apart);
		assert_true(bits_build(&frames, p->frame_count, &err));
		assert_true(function_name_find(p, text_of(apart), &frames, NULL, &err));
		for (uint32_t f = 1; f < p->frame_count; f++)
			assert_int_equal(
			    bits_has(&frames, f),
			    text_equal(profile_frame_name(p, f), name) &&
				(!module.len || !strchr(apart, '@') ||
				 text_equal(profile_frame_module(p, f), module)));
		assert_string_equal(function_name_several(p, &frames, list),
				    module.len ? ""
					       : "spin@l1.so, spin@/lib/l2.so, "
						 "spin@/old/l2.so");
		bits_release(&frames);
		mem_free(apart);
	}
	profile_free(p);
}

TEST(what_is_no_transformation_is_refused)
{
	static const char *const wrong[] = {
	    "", "focus", "focus=", "fokus=main", "=main", "focus =main"};
	struct transform t;

	for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
		struct error err = ERROR_INIT;

		assert_false(transform_parse(text_of(wrong[i]), &t, &err));
		assert_int_equal(err.kind, ERROR_USAGE);
		assert_non_null(strstr(err.message, "collapse-recursion, merge, cut"));
	}
}
