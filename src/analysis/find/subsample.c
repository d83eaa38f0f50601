#include "analysis/find/subsample.h"

#include "base/mem.h"

void subsample_release(struct subsample *t)
{
	tree_free(t->tree);
	bits_release(&t->which);
	mem_free(t->time);
	mem_free(t->weight);
	mem_free(t->stack);
	mem_free(t->context);
	*t = (struct subsample){0};
}

static bool make_room(struct subsample *t, uint64_t count, struct error *err)
{
	size_t n = (size_t)count;

	t->time = mem_array(n, sizeof *t->time, "samples", err);
	t->weight = t->time ? mem_array(n, sizeof *t->weight, "samples", err) : NULL;
	t->stack = t->weight ? mem_array(n, sizeof *t->stack, "samples", err) : NULL;
	t->context = t->stack ? mem_array(n, sizeof *t->context, "samples", err) : NULL;
	return t->context && bits_build(&t->which, count, err);
}

/* Advance `*row` to the next row of `rows`; returns false after the last one. */
static bool next_row(const struct bits *rows, uint64_t *row)
{
	uint64_t w = ++*row / 64, word = rows->words[w] & UINT64_MAX << (*row & 63);

	while (!word && w < rows->count / 64)
		word = rows->words[++w];
	*row = w * 64 + (word ? (uint64_t)__builtin_ctzll(word) : 0);
	return word != 0;
}

#define BEFORE_ALL UINT64_MAX

/* Copy the samples. `leaf` has nodes of the original tree, for samples of `which`. */
static void take_samples(struct subsample *t, const struct tree *tree,
			 const struct bits *rows, const struct bits *which,
			 uint32_t *leaf)
{
	const struct samples *s = &tree->profile->samples;
	uint64_t n = 0;

	/* room: all rows were counted */
	for (uint64_t row = BEFORE_ALL; next_row(rows, &row); n++) {
		t->time[n] = s->time[row];
		t->weight[n] = s->weight[row];
		t->stack[n] = s->stack[row];
		t->context[n] = s->context[row];
		if (!bits_has(which, row))
			continue;
		bits_add(&t->which, n);
		leaf[n] = tree->leaf[row];
	}
	t->profile = *tree->profile;
	t->profile.samples = (struct samples){.count = n,
					      .time = t->time,
					      .stack = t->stack,
					      .context = t->context,
					      .weight = t->weight,
					      .end = s->end};
	t->profile.tallies = NULL; /* of all samples */
	t->profile.tally_count = 0;
}

/* Set met[node] to 1 for the nodes of the original tree with samples; returns their number. */
static uint32_t mark_nodes(uint8_t *met, const struct tree *tree, const uint32_t *leaf,
			   uint64_t count)
{
	uint32_t nodes = 1;

	met[0] = 1;
	for (uint64_t i = 0; i < count; i++)
		for (uint32_t n = leaf[i]; !met[n]; n = tree->parent[n]) {
			met[n] = 1;
			nodes++;
		}
	return nodes;
}

static bool number_nodes(struct tree_paths *paths, const uint8_t *met, uint32_t nodes,
			 const struct tree *tree, uint32_t *of_node, struct error *err)
{
	paths->parent = mem_array(nodes, sizeof *paths->parent, "call paths", err);
	if (!paths->parent)
		return false;
	paths->frame = mem_array(nodes, sizeof *paths->frame, "call paths", err);
	for (uint32_t i = 0; paths->frame && i < tree->count; i++) {
		if (!met[i])
			continue;
		of_node[i] = paths->count;
		paths->parent[paths->count] = of_node[tree->parent[i]];
		paths->frame[paths->count++] = tree->frame[i]; /* room: the marked ones */
	}
	if (!paths->frame)
		mem_free(paths->parent);
	return paths->frame != NULL;
}

/* Build the tree; it then owns `leaf`. */
static bool build_tree(struct subsample *t, const struct tree *tree, uint32_t *leaf,
		       struct error *err)
{
	struct tree_paths paths = {.any_order = true};
	uint64_t count = t->profile.samples.count;
	uint8_t *met = mem_array(tree->count, 1, "call paths", err);
	uint32_t *of_node =
	    met ? mem_array(tree->count, sizeof *of_node, "call paths", err) : NULL;

	if (of_node && number_nodes(&paths, met, mark_nodes(met, tree, leaf, count), tree,
				    of_node, err))
		t->tree = tree_of_paths(&t->profile, tree->root, &paths, err);
	for (uint64_t i = 0; t->tree && i < count; i++)
		leaf[i] = of_node[leaf[i]];
	if (t->tree)
		t->tree->leaf = leaf;
	mem_free(met);
	mem_free(of_node);
	return t->tree != NULL;
}

bool subsample_build(struct subsample *t, const struct tree *tree,
		     const struct bits *rows, const struct bits *which, struct error *err)
{
	uint64_t count = bits_population(rows);
	uint32_t *leaf = mem_array((size_t)count, sizeof *leaf, "samples", err);

	*t = (struct subsample){0};
	if (!leaf || !make_room(t, count, err)) {
		mem_free(leaf);
		return false;
	}
	take_samples(t, tree, rows, which, leaf);
	if (build_tree(t, tree, leaf, err))
		return true;
	mem_free(leaf);
	return false;
}
