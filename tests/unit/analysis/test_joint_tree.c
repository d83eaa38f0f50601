#include "lib/unit.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "analysis/compare/comparison.h"
#include "base/mem.h"
#include "lib/made_profile.h"

#define PATH_ROOM 400
#define ROWS_MOST 2000

/* ---- a side, and its sums computed sample by sample ---- */

struct fixture {
	struct profile *profile;
	struct tree *tree;
	struct bits which;
	struct flame flame;
};

static void count(struct fixture *f, enum root_mode root)
{
	struct error err = ERROR_INIT;

	f->tree = tree_new(f->profile, root, &err);
	assert_non_null(f->tree);
	assert_true(bits_build(&f->which, f->profile->samples.count, &err));
	bits_fill(&f->which);
	assert_true(flame_build(&f->flame, f->tree, &f->which, NULL, WEIGH_PERIOD, &err));
	flame_show(&f->flame, RANGE_ALL);
}

static void fixture_close(struct fixture *f)
{
	flame_release(&f->flame);
	bits_release(&f->which);
	tree_free(f->tree);
	profile_free(f->profile);
}

static const char *const names[] = {
    "main", "f",    "f@other", "g",	"g 0x1f+0x2",  "g 0xff+0x3", "0xabc@lib",
    "0x12", "0xAb", "0xZ",     "00x1b", "h::operator", "k@[kernel]", "k@kernel.ko",
};

/* Samples of functions that both sides may have, some with names that end alike. */
static struct profile *throw_profile(uint64_t seed, uint32_t samples)
{
	static const char *const comms[] = {"app", "db", "web"};
	struct dice d = {seed};
	char stacks[64][128];
	struct made_sample made[64] = {{0}};

	assert_true(samples <= 64);
	for (uint32_t i = 0; i < samples; i++) {
		size_t len = 0;

		stacks[i][0] = '\0';
		for (uint32_t depth = dice_below(&d, 7); depth; depth--)
			len += (size_t)snprintf(
			    stacks[i] + len, sizeof stacks[i] - len, "%s%s",
			    len ? ";" : "",
			    names[dice_below(&d, sizeof names / sizeof *names)]);
		made[i] = (struct made_sample){.stack = stacks[i],
					       .comm = comms[dice_below(&d, 3)],
					       .time = i * UINT64_C(1000000),
					       .weight = 1 + dice_below(&d, 9),
					       .pid = 10 + (int)dice_below(&d, 2),
					       .tid = 20 + (int)dice_below(&d, 2),
					       .cpu = (int)dice_below(&d, 3)};
	}
	return made_profile(made, samples);
}

/* A path with its values on both sides. */
struct row {
	char path[PATH_ROOM];
	uint64_t self[2], total[2];
};

struct rows {
	struct row *rows;
	size_t count;
};

static struct row *row_of(struct rows *r, const char *path)
{
	for (size_t i = 0; i < r->count; i++)
		if (strcmp(r->rows[i].path, path) == 0)
			return &r->rows[i];
	assert_true(r->count < ROWS_MOST);
	snprintf(r->rows[r->count].path, PATH_ROOM, "%s", path);
	return &r->rows[r->count++];
}

/* Appends the normalised form of a name; reference implementation, one character at a time. */
static void append_plain(char *path, struct text name)
{
	size_t len = strlen(path);

	assert_true(len + 2 * name.len + 2 < PATH_ROOM);
	path[len++] = ';';
	for (size_t i = 0; i < name.len; i++) {
		size_t end = i + 2;

		path[len++] = name.at[i];
		if (name.at[i] != '0' || i + 1 >= name.len || name.at[i + 1] != 'x')
			continue;
		while (end < name.len && strchr("0123456789abcdefABCDEF", name.at[end]))
			end++;
		if (end == i + 2)
			continue;
		memcpy(path + len, "x...", 4);
		len += 4;
		i = end - 1;
	}
	path[len] = '\0';
}

static void append_stack(struct rows *r, char *path, const struct profile *p,
			 uint32_t stack, int side, uint64_t weight)
{
	if (!stack)
		return;
	append_stack(r, path, p, p->stacks[stack].parent, side, weight);
	append_plain(path, profile_frame_name(p, p->stacks[stack].frame));
	row_of(r, path)->total[side] += weight;
}

static void add_side(struct rows *r, const struct fixture *f, int side)
{
	for (uint64_t i = f->flame.first; i < f->flame.last; i++) {
		const struct profile *p = f->profile;
		uint64_t weight = p->samples.weight[i];
		char path[PATH_ROOM] = "all";
		uint32_t node = f->tree->leaf[i];

		row_of(r, path)->total[side] += weight;
		while (f->tree->parent[node])
			node = f->tree->parent[node];
		if (f->tree->root != ROOT_NONE) {
			struct text label = tree_label(f->tree, node);

			snprintf(path, sizeof path, "all;%.*s", (int)label.len, label.at);
			row_of(r, path)->total[side] += weight;
		}
		append_stack(r, path, p, p->samples.stack[i], side, weight);
		row_of(r, path)->self[side] += weight;
	}
}

/* ---- comparison ---- */

static void path_of(const struct tree *t, uint32_t node, char *path)
{
	struct text label = tree_label(t, node);
	size_t len;

	if (node)
		path_of(t, t->parent[node], path);
	else
		path[0] = '\0';
	len = strlen(path);
	assert_true(len + label.len + 2 < PATH_ROOM);
	snprintf(path + len, PATH_ROOM - len, "%s%.*s", node ? ";" : "", (int)label.len,
		 label.at);
}

static void assert_same(const struct joint_counts *counts, const struct rows *expected)
{
	const struct tree *t = counts[0].joint->tree;
	struct rows r = *expected;
	char path[PATH_ROOM];

	for (uint32_t n = 0; n < t->count; n++) {
		struct row *row;

		path_of(t, n, path);
		row = row_of(&r, path);
		for (int side = 0; side < 2; side++) {
			assert_int_equal(counts[side].self[n], row->self[side]);
			assert_int_equal(counts[side].total[n], row->total[side]);
		}
	}
}

static void assert_is_a_tree(const struct tree *t)
{
	uint32_t linked = 0;

	for (uint32_t n = 0; n < t->count; n++) {
		for (uint32_t c = t->first_child[n]; c; c = t->next_sibling[c]) {
			uint32_t next = t->next_sibling[c];

			linked++;
			assert_true(n < c);
			assert_int_equal(t->parent[c], n);
			assert_int_equal(t->depth[c], t->depth[n] + 1);
			assert_true(t->depth[c] <= t->deepest);
			if (next)
				assert_true(text_compare(tree_label(t, c),
							 tree_label(t, next)) < 0);
		}
	}
	assert_int_equal(linked, t->count - 1);
	/* siblings are adjacent and are read in order */
	for (uint32_t i = 1; i < t->count; i++)
		assert_true(t->next_sibling[i] == 0 || t->next_sibling[i] == i + 1);
}

static void assert_counts(struct fixture *sides, const struct joint_tree *j)
{
	struct joint_counts counts[2];
	struct rows expected = {.rows = calloc(ROWS_MOST, sizeof(struct row))};
	struct error err = ERROR_INIT;

	assert_non_null(expected.rows);
	for (int s = 0; s < 2; s++)
		assert_true(joint_counts_build(&counts[s], j, &sides[s].flame, &err));
	for (uint64_t from = 0; from < 3; from++) {
		memset(expected.rows, 0, ROWS_MOST * sizeof *expected.rows);
		expected.count = 0;
		for (int s = 0; s < 2; s++) {
			flame_move(&sides[s].flame, from,
				   sides[s].profile->samples.count - from);
			joint_counts_refresh(&counts[s], &sides[s].flame);
			add_side(&expected, &sides[s], s);
		}
		assert_same(counts, &expected);
	}
	for (int s = 0; s < 2; s++)
		joint_counts_release(&counts[s]);
	free(expected.rows);
}

TEST(both_sides_have_what_their_samples_have_under_equal_names)
{
	for (uint32_t seed = 0; seed < 1000; seed++) {
		enum root_mode root = seed % ROOT_MODES;
		struct fixture sides[2] = {
		    {.profile = throw_profile(seed, 6 + seed % 50)},
		    {.profile = throw_profile(~(uint64_t)seed, 6 + seed / 50 % 50)}};
		struct error err = ERROR_INIT;
		struct joint_tree *j;

		count(&sides[0], root);
		count(&sides[1], root);
		j = joint_tree_new(sides[0].tree, sides[1].tree, NULL, &err);
		assert_non_null(j);
		assert_is_a_tree(j->tree);
		assert_counts(sides, j);
		joint_tree_free(j);
		fixture_close(&sides[0]);
		fixture_close(&sides[1]);
	}
}

TEST(a_profile_and_itself_are_the_same_everywhere)
{
	for (uint64_t seed = 0; seed < 100; seed++) {
		struct fixture f = {.profile = random_profile(seed, 200)};
		struct fixture again = {.profile = random_profile(seed, 200)};
		struct error err = ERROR_INIT;
		struct joint_tree *j;
		struct comparison c;

		count(&f, seed % ROOT_MODES);
		count(&again, seed % ROOT_MODES);
		j = joint_tree_new(f.tree, again.tree, NULL, &err);
		assert_non_null(j);
		assert_true(comparison_of_files(&c, j, &f.flame, RANGE_ALL, &again.flame,
						RANGE_ALL, &err));
		assert_int_equal(c.subject.value, f.flame.total[0]);
		for (uint32_t n = 0; n < j->tree->count; n++) {
			assert_true(comparison_total(&c, n).delta == 0);
			assert_true(comparison_self(&c, n).delta == 0);
		}
		comparison_release(&c);
		joint_tree_free(j);
		fixture_close(&f);
		fixture_close(&again);
	}
}

TEST(a_function_is_one_for_its_name_and_known_by_the_first)
{
	static const struct made_sample first[] = {{.stack = "main;f@/old/lib.so"}};
	static const struct made_sample second[] = {
	    {.stack = "main@/new/app;f@/new/lib.so"},
	    {.stack = "main@/new/app;n@/new/x"}};
	struct fixture sides[2] = {{.profile = made_profile(first, 1)},
				   {.profile = made_profile(second, 2)}};
	static const char *const modules[] = {"",      "", "", "/new/app", "/old/lib.so",
					      "/new/x"};
	struct error err = ERROR_INIT;
	struct joint_tree *j;

	count(&sides[0], ROOT_COMM);
	count(&sides[1], ROOT_COMM);
	j = joint_tree_new(sides[0].tree, sides[1].tree, NULL, &err);
	assert_non_null(j);
	assert_int_equal(j->tree->count, 5); /* all;app;main;f, n */
	assert_int_equal(j->profile.frame_count, 5);
	for (uint32_t i = 2; i < 5; i++)
		if (!text_equal(profile_frame_module(&j->profile, i),
				text_of(modules[i + 1])))
			fail_msg("module of %u", i);
	joint_tree_free(j);
	fixture_close(&sides[0]);
	fixture_close(&sides[1]);
}

TEST(addresses_in_names_are_all_the_same)
{
	static const char *const pairs[][2] = {
	    {"0x7f12", "0x..."},
	    {"call 0x1+0x2f", "call 0x...+0x..."},
	    {"0xg 0x", "0xg 0x"},
	    {"00x1", "00x..."},
	    {"0x1X", "0x...X"},
	    {"0xABC", "0x..."},
	    {"", ""},
	    {"x0x0x0", "x0x...x0"},
	};
	struct text_buffer buffer = {0};
	struct error err = ERROR_INIT;

	for (size_t i = 0; i < sizeof pairs / sizeof *pairs; i++) {
		struct text is;

		assert_true(joint_name(text_of(pairs[i][0]), &buffer, &is, &err));
		if (!text_equal(is, text_of(pairs[i][1])))
			fail_msg("'%s' is '%.*s'", pairs[i][0], (int)is.len, is.at);
	}
	mem_free(buffer.at);
}
