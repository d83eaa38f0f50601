#include "export/flame_json.h"

#include <stdlib.h>

#include "analysis/firsts.h"
#include "base/mem.h"
#include "export/emit.h"

/* The children in the order they are written, linked as the tree links them by name. */
struct links {
	const struct flame *flame; /* borrowed */
	uint32_t *first, *next;	   /* owned, or by name the tree's own */
	uint32_t *scratch;	   /* owned, NULL when they are the tree's */
	uint64_t *firsts;	   /* owned, NULL unless sorted by start */
};

static int compare(const void *a, const void *b, void *context)
{
	const struct links *l = context;
	const struct flame *f = l->flame;
	uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;

	if (l->firsts && l->firsts[x] != l->firsts[y])
		return l->firsts[x] < l->firsts[y] ? -1 : 1;
	if (f->total[x] != f->total[y])
		return f->total[x] > f->total[y] ? -1 : 1;
	return text_compare(tree_label(f->tree, x), tree_label(f->tree, y));
}

static void sort_children(struct links *l, uint32_t node)
{
	const struct tree *t = l->flame->tree;
	size_t n = 0;

	for (uint32_t c = t->first_child[node]; c; c = t->next_sibling[c])
		l->scratch[n++] = c;
	if (n == 0)
		return;
	qsort_r(l->scratch, n, sizeof *l->scratch, compare, l);
	l->first[node] = l->scratch[0];
	for (size_t i = 0; i + 1 < n; i++)
		l->next[l->scratch[i]] = l->scratch[i + 1];
}

static void links_release(struct links *l)
{
	if (!l->scratch)
		return;
	free(l->first);
	free(l->next);
	free(l->scratch);
	free(l->firsts);
}

static bool links_build(struct links *l, const struct flame *f, enum sibling_order order,
			struct error *err)
{
	uint32_t count = f->tree->count;

	*l = (struct links){f, f->tree->first_child, f->tree->next_sibling, NULL, NULL};
	if (order == ORDER_NAME)
		return true;
	l->scratch = mem_array(count, sizeof *l->scratch, "nodes", err);
	if (!l->scratch)
		return false;
	l->first = mem_array(count, sizeof *l->first, "nodes", err);
	l->next = l->first ? mem_array(count, sizeof *l->next, "nodes", err) : NULL;
	l->firsts = l->next && order == ORDER_START ? firsts_of(f, err) : NULL;
	if (err->kind != ERROR_NONE) {
		links_release(l);
		return false;
	}
	for (uint32_t i = 0; i < count; i++)
		sort_children(l, i);
	return true;
}

/* The first of these siblings that has samples in the range; 0: none. */
static uint32_t counted(const struct links *l, uint32_t node)
{
	while (node && l->flame->total[node] == 0)
		node = l->next[node];
	return node;
}

static void write_root_facts(struct emit *e, const struct flame *f,
			     const struct flame_choice *choice)
{
	emit_key(e, "range");
	if (choice->timed) {
		emit_open(e, '[');
		emit_seconds(e, choice->range.from);
		emit_seconds(e, choice->range.to);
		emit_close(e, ']');
	} else {
		emit_null(e);
	}
	emit_key(e, "samples");
	emit_number(e, f->samples);
	emit_key(e, "weight");
	emit_text(e, flame_measure(f));
	if (choice->search) {
		emit_key(e, "matched");
		emit_number(e, search_value(choice->search, f, choice->zoom));
	}
}

/* Up to the bracket of its children. */
static void open_node(struct emit *e, const struct flame *f,
		      const struct flame_choice *choice, uint32_t node)
{
	const struct tree *t = f->tree;
	uint32_t frame = t->frame[node];

	emit_open(e, '{');
	emit_key(e, "name");
	emit_text(e, tree_label(t, node));
	emit_key(e, "value");
	emit_number(e, f->total[node]);
	emit_key(e, "self");
	emit_number(e, f->self[node]);
	emit_key(e, "module");
	emit_text(e, frame ? profile_frame_module(t->profile, frame) : TEXT(""));
	emit_key(e, "kind");
	emit_text(e, frame ? text_of(frame_kind_names[t->profile->frames[frame].kind])
			   : TEXT("group"));
	if (choice->search && bits_has(&choice->search->nodes, node)) {
		emit_key(e, "match");
		emit_bool(e, true);
	}
	if (node == choice->zoom)
		write_root_facts(e, f, choice);
	emit_key(e, "children");
	emit_open(e, '[');
}

static void close_node(struct emit *e)
{
	emit_close(e, ']');
	emit_close(e, '}');
}

/* Without recursion: the tree knows every node's parent, which is stack enough. */
static void walk(struct emit *e, const struct links *l, const struct flame_choice *choice)
{
	const struct tree *t = l->flame->tree;
	uint32_t node = choice->zoom;

	open_node(e, l->flame, choice, node);
	for (;;) {
		uint32_t next = counted(l, l->first[node]);

		while (!next) {
			close_node(e);
			if (node == choice->zoom)
				return;
			next = counted(l, l->next[node]);
			node = t->parent[node];
		}
		open_node(e, l->flame, choice, next);
		node = next;
	}
}

bool flame_json_write(const struct flame *f, const struct flame_choice *choice, FILE *out,
		      struct error *err)
{
	struct emit e = {.out = out};
	struct links l;

	if (!links_build(&l, f, choice->order, err))
		return false;
	walk(&e, &l, choice);
	links_release(&l);
	return emit_end(&e, err);
}
