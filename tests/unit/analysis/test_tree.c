#include "lib/unit.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "analysis/path.h"
#include "base/mem.h"
#include "lib/made_profile.h"
#include "profile/builder.h"

static struct tree *tree_of(const struct profile *p, enum root_mode root)
{
	struct error err = ERROR_INIT;
	struct tree *t = tree_new(p, root, &err);

	assert_non_null(t);
	return t;
}

static void assert_label(const struct tree *t, uint32_t node, const char *label)
{
	struct text is = tree_label(t, node);

	if (!text_equal(is, text_of(label)))
		fail_msg("'%.*s' is not '%s'", (int)is.len, is.at, label);
}

TEST(siblings_differ_and_come_in_the_order_of_their_bytes)
{
	for (uint64_t seed = 0; seed < 40; seed++) {
		struct profile *p = random_profile(seed, 100);
		struct tree *t = tree_of(p, seed % ROOT_MODES);
		uint32_t linked = 0;

		for (uint32_t n = 0; n < t->count; n++) {
			for (uint32_t c = t->first_child[n]; c; c = t->next_sibling[c]) {
				uint32_t next = t->next_sibling[c];

				linked++;
				assert_int_equal(t->parent[c], n);
				assert_true(n < c);
				assert_int_equal(t->depth[c], t->depth[n] + 1);
				if (!next)
					continue;
				assert_true(text_compare(tree_label(t, c),
							 tree_label(t, next)) <= 0);
				assert_true(!t->frame[c] ||
					    t->frame[c] != t->frame[next]);
			}
		}
		assert_int_equal(linked, t->count - 1);
		tree_free(t);
		profile_free(p);
	}
}

TEST(a_samples_node_spells_its_stack)
{
	for (uint64_t seed = 0; seed < 40; seed++) {
		struct profile *p = random_profile(seed, 100);
		struct tree *t = tree_of(p, seed % ROOT_MODES);

		for (uint64_t i = 0; i < p->samples.count; i++) {
			uint32_t stack = p->samples.stack[i], node = t->leaf[i];

			for (; stack; stack = p->stacks[stack].parent) {
				assert_int_equal(t->frame[node], p->stacks[stack].frame);
				node = t->parent[node];
			}
			assert_int_equal(t->depth[node], t->root != ROOT_NONE);
			assert_int_equal(t->frame[node], 0);
		}
		tree_free(t);
		profile_free(p);
	}
}

static const struct made_sample made[] = {
    {.stack = "main;f", .comm = "web", .time = 1, .pid = 12, .tid = 34, .cpu = 3},
    {.stack = "main;f", .comm = "web", .time = 2, .pid = 12, .tid = 35, .cpu = -1},
    {.stack = "main;g", .comm = "db", .time = 3, .pid = -1, .tid = -1, .cpu = 12},
};

TEST(groups_are_called_after_what_they_hold)
{
	static const char *const labels[ROOT_MODES][4] = {
	    [ROOT_COMM] = {"db", "web"},
	    [ROOT_THREAD] = {"db-?/?", "web-12/34", "web-12/35"},
	    [ROOT_PID] = {"db-?", "web-12"},
	    [ROOT_CPU] = {"CPU 12", "CPU 3", "CPU ?"},
	    [ROOT_HOST] = {"[one host]"},
	    [ROOT_NONE] = {"main"},
	};
	struct profile *p = made_profile(made, 3);

	for (int root = 0; root < ROOT_MODES; root++) {
		struct tree *t = tree_of(p, (enum root_mode)root);
		uint32_t n = t->first_child[0];

		assert_label(t, 0, "all");
		for (int i = 0; labels[root][i]; i++, n = t->next_sibling[n])
			assert_label(t, n, labels[root][i]);
		assert_int_equal(n, 0);
		tree_free(t);
	}
	profile_free(p);
}

/* The threads have names of their own, and the leader has no sample. */
TEST(a_process_is_one_group_and_called_as_its_leader)
{
	static const struct made_sample crew[] = {
	    {.stack = "a",
	     .comm = "server",
	     .process = "burst",
	     .time = 1,
	     .pid = 12,
	     .tid = 34},
	    {.stack = "a",
	     .comm = "logger",
	     .process = "burst",
	     .time = 2,
	     .pid = 12,
	     .tid = 35},
	    {.stack = "a",
	     .comm = "server",
	     .process = "burst",
	     .time = 3,
	     .pid = 13,
	     .tid = 36},
	};
	struct profile *p = made_profile(crew, 3);
	struct tree *t = tree_of(p, ROOT_PID);
	uint32_t first = t->first_child[0], second = t->next_sibling[first];

	assert_label(t, first, "burst-12");
	assert_label(t, second, "burst-13");
	assert_int_equal(t->next_sibling[second], 0);
	tree_free(t);
	profile_free(p);
}

/* No builder makes such a profile, but a file may hold one. */
TEST(stacks_of_the_same_frames_are_one_path)
{
	static const struct stack stacks[] = {{0, 0}, {0, 1}, {1, 2}, {0, 1},
					      {3, 2}, {3, 1}, {1, 1}};
	static const uint32_t leaves[] = {2, 4, 5, 6, 1, 3};
	struct made_sample six[6];
	struct profile *p, copy;

	for (uint64_t i = 0; i < 6; i++)
		six[i] = (struct made_sample){.stack = "a;b", .time = i};
	p = made_profile(six, 6);
	copy = *p;
	copy.stacks = stacks;
	copy.stack_count = 7;
	copy.samples.stack = leaves;
	for (int root = 0; root < ROOT_MODES; root++) {
		struct tree *t = tree_of(&copy, (enum root_mode)root);

		assert_int_equal(t->count, 4u + (root != ROOT_NONE));
		for (int i = 0; i < 6; i += 2)
			assert_int_equal(t->leaf[i], t->leaf[i + 1]);
		assert_label(t, t->leaf[0], "b");
		assert_label(t, t->leaf[2], "a");
		assert_int_equal(t->parent[t->leaf[2]], t->leaf[4]);
		tree_free(t);
	}
	profile_free(p);
}

TEST(a_stack_has_a_node_in_each_group_however_they_take_turns)
{
	static const char *const stacks[] = {"a;b", "a", "a;b;c", ""};
	struct dice d = {3};

	for (int round = 0; round < 20; round++) {
		struct made_sample many[200];
		struct profile *p;
		struct tree *t;

		for (uint64_t i = 0; i < 200; i++)
			many[i] = (struct made_sample){.stack = stacks[dice_below(&d, 4)],
						       .time = i,
						       .cpu = (int)dice_below(&d, 5)};
		p = made_profile(many, 200);
		t = tree_of(p, ROOT_CPU);
		assert_true(t->count <= 1 + 5 + 5 * 3);
		for (uint64_t i = 0; i < 200; i++) {
			uint32_t node = t->leaf[i];
			char cpu[16];

			for (; t->depth[node] > 1; node = t->parent[node])
				continue;
			snprintf(cpu, sizeof cpu, "CPU %d", many[i].cpu);
			assert_label(t, node, cpu);
		}
		tree_free(t);
		profile_free(p);
	}
}

TEST(a_node_is_found_by_its_path_whatever_its_names_hold)
{
	static const struct made_sample tricky[] = {
	    {.stack = "a@one;x", .comm = "p;q", .time = 1},
	    {.stack = "a@two;y;z", .comm = "p;q", .time = 2},
	    {.stack = "q;k", .comm = "p", .time = 3},
	    {.stack = "", .comm = "", .time = 4},
	};
	struct profile *p = made_profile(tricky, 4);
	struct tree *t = tree_of(p, ROOT_COMM);
	uint32_t z = tree_find(t, TEXT("p;q;a;y;z"));

	assert_label(t, z, "z");
	assert_int_equal(t->depth[z], 4);
	assert_label(t, tree_find(t, TEXT("p;q;k")), "k");
	assert_int_equal(t->depth[tree_find(t, TEXT("p;q;a"))], 2);
	assert_int_equal(tree_find(t, TEXT("p;q;a;nothing")), 0);
	assert_int_equal(tree_find(t, TEXT("p;q;a;")), 0);
	assert_int_equal(t->depth[tree_find(t, TEXT(""))], 1);
	tree_free(t);
	profile_free(p);
}

TEST(a_zoom_is_kept_as_far_as_the_path_goes)
{
	struct profile *p = made_profile(made, 3);
	struct tree *comm = tree_of(p, ROOT_COMM), *none = tree_of(p, ROOT_NONE);
	struct tree *pid = tree_of(p, ROOT_PID);
	uint32_t f = tree_find(comm, TEXT("web;main;f"));

	assert_int_equal(tree_same_path(comm, comm, f), f);
	assert_int_equal(tree_same_path(none, comm, f), tree_find(none, TEXT("main;f")));
	assert_int_equal(tree_same_path(pid, comm, f), 0);
	assert_int_equal(tree_same_path(comm, none, tree_find(none, TEXT("main"))), 0);
	assert_true(tree_is_below(comm, f, tree_find(comm, TEXT("web"))));
	assert_false(tree_is_below(comm, f, tree_find(comm, TEXT("db"))));
	assert_true(tree_is_below(comm, f, f));
	tree_free(comm);
	tree_free(none);
	tree_free(pid);
	profile_free(p);
}

TEST(a_path_finds_its_node_when_its_tree_is_gone)
{
	for (uint64_t seed = 0; seed < 10; seed++) {
		struct profile *p = random_profile(seed, 100);
		struct tree *t = tree_of(p, seed % ROOT_MODES);
		struct tree *none = tree_of(p, ROOT_NONE);
		uint32_t count = t->count;
		struct path *paths = calloc(count, sizeof *paths);
		struct error err = ERROR_INIT;

		assert_non_null(paths);
		for (uint32_t n = 0; n < count; n++)
			assert_true(path_of(&paths[n], t, n, &err));
		tree_free(t);
		t = tree_of(p, seed % ROOT_MODES);
		for (uint32_t n = 0; n < count; n++) {
			assert_int_equal(path_find(&paths[n], t), n);
			assert_int_equal(path_equal(&paths[n], &paths[count - 1]),
					 n == count - 1);
			/* it has no groups */
			if (paths[n].group)
				assert_int_equal(path_find(&paths[n], none), 0);
			path_release(&paths[n]);
		}
		assert_int_equal(path_find(&paths[0], t), 0); /* all zero */
		free(paths);
		tree_free(none);
		tree_free(t);
		profile_free(p);
	}
}

/* A sample of each stack; frames that end in "?" are inlined. */
static struct profile *profile_of(const char *const *stacks, size_t n)
{
	struct error err = ERROR_INIT;
	struct builder *b = builder_new(&err);
	struct profile *p;

	assert_non_null(b);
	for (size_t i = 0; i < n; i++) {
		struct sample s = {.thread = builder_thread(b, TEXT("app"), 1, 1),
				   .event = builder_event(b, TEXT("cycles"), TEXT("")),
				   .time = i,
				   .timed = true,
				   .weight = 1};
		char names[100], *rest = names, *name;

		snprintf(names, sizeof names, "%s", stacks[i]);
		while ((name = strsep(&rest, ";"))) {
			size_t len = strcspn(name, "?");
			uint32_t text = builder_string(b, (struct text){name, len});

			s.stack = builder_stack(
			    b, s.stack,
			    builder_frame(b, text, 0,
					  name[len] ? FRAME_INLINED : FRAME_USER));
		}
		builder_add_sample(b, &s);
	}
	p = builder_finish(b, &err);
	builder_free(b);
	assert_non_null(p);
	return p;
}

/*
 * Where the position of `from` is found in a profile that was read again with different inlined
 * functions.
 */
static void assert_found(const struct profile *was, const struct profile *is,
			 const char *from, const char *to)
{
	struct tree *old = tree_of(was, ROOT_COMM), *new = tree_of(is, ROOT_COMM);
	struct error err = ERROR_INIT;
	uint32_t *frames = path_frame_map(was, is, &err);
	uint32_t node = tree_find(old, text_of(from));
	struct path path;

	assert_non_null(frames);
	assert_true(node);
	assert_true(path_of(&path, old, node, &err));
	path_translate(&path, frames);
	assert_int_equal(path_find(&path, new), tree_find(new, text_of(to)));
	path_release(&path);
	free(frames);
	tree_free(old);
	tree_free(new);
}

TEST(a_path_is_found_although_inlined_functions_come_and_go)
{
	static const char *const bare[] = {"main;outer;leaf", "other;leaf;x", "main;z"};
	static const char *const full[] = {"other;o?;leaf;x", "main;z",
					   "main;outer;in?;z",
					   "main;outer;in?;deep?;leaf", "in"};
	struct profile *without = profile_of(bare, 3), *with = profile_of(full, 5);

	assert_found(without, with, "app;main;outer", "app;main;outer");
	assert_found(without, with, "app;main;outer;leaf", "app;main;outer;in;deep;leaf");
	assert_found(without, with, "app;other;leaf;x", "app;other;o;leaf;x");
	assert_found(without, with, "app;main;z", "app;main;z");
	assert_found(with, without, "app;main;outer;in;deep;leaf", "app;main;outer;leaf");
	assert_found(with, without, "app;main;outer;in", "app;main;outer");
	assert_found(with, without, "app;other;o;leaf;x", "app;other;leaf;x");
	assert_found(with, with, "app;main;outer;in", "app;main;outer;in");
	assert_found(with, without, "app;in", "app");
	profile_free(without);
	profile_free(with);
}

TEST(a_path_that_ends_early_is_followed_as_far_as_it_goes)
{
	uint32_t frames[] = {0, 1000000};
	struct path beyond = {.frames = frames, .count = 2};
	struct profile *p = random_profile(1, 100);
	struct tree *t = tree_of(p, ROOT_NONE);

	frames[0] = t->frame[t->first_child[0]];
	assert_int_equal(path_find(&beyond, t), t->first_child[0]);
	tree_free(t);
	profile_free(p);
}

/*
 * A tree of transformed call paths has frames that stand for several, after those of the profile.
 */
TEST(frames_that_a_map_does_not_have_are_no_steps)
{
	uint32_t of_path[] = {1, 0, 1000000, UINT32_MAX};
	struct path path = {.frames = of_path, .count = 4};
	struct profile *p = random_profile(1, 100);
	struct error err = ERROR_INIT;
	uint32_t *frames = path_frame_map(p, p, &err);

	assert_non_null(frames);
	path_translate(&path, frames);
	assert_int_equal(path.count, 1);
	assert_int_equal(path.frames[0], 1);
	mem_free(frames);
	profile_free(p);
}
