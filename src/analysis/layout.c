#include "analysis/layout.h"

#include <stdlib.h>

#include "base/append.h"
#include "base/bisect.h"
#include "base/mem.h"
#include "base/number.h"

#define DEPTHS_MAX UINT16_MAX
#define ROOM_MAX   (LAYOUT_NO_BOX - 1)

const char *const sibling_order_names[SIBLING_ORDERS] = {"name", "value", "start"};

/* A node above the box that is being divided, in the order it is drawn in. */
struct child {
	uint64_t value;
	uint64_t place; /* among its siblings by name, or its first row */
	uint32_t node;
};

struct work {
	struct layout *l;
	const struct flame *flame;
	enum sibling_order order;
	uint64_t *first_rows; /* owned; NULL unless ordered by them */
	size_t box_room, row_room, hidden_room, value_room, merged_room;
	struct child *children; /* owned */
	size_t child_count, child_room;
};

static bool add_box(struct work *w, struct box b, struct error *err)
{
	struct layout *l = w->l;

	if (l->count == ROOM_MAX)
		return error_set(err, ERROR_LIMIT, "too many boxes in a flame graph");
	return APPEND(l->boxes, l->count, w->box_room, "boxes", err, b);
}

static bool add_row(struct work *w, struct error *err)
{
	struct layout *l = w->l;
	size_t wanted = (size_t)l->depths + 2;

	if (!mem_reserve(&l->row, &w->row_room, wanted, sizeof *l->row, "rows", err) ||
	    !mem_reserve(&l->hidden_nodes, &w->hidden_room, wanted,
			 sizeof *l->hidden_nodes, "rows", err) ||
	    !mem_reserve(&l->hidden_value, &w->value_room, wanted,
			 sizeof *l->hidden_value, "rows", err))
		return false;
	l->row[l->depths] = l->row[l->depths + 1] = l->count;
	l->hidden_nodes[l->depths] = 0;
	l->hidden_value[l->depths] = 0;
	l->depths++;
	return true;
}

/* The least value whose share of a box is a cell. */
static uint64_t cell_value(const struct box *b)
{
	uint64_t cells = (uint64_t)b->w;

	return b->value / cells + (b->value % cells != 0);
}

static int compare_children(const void *a, const void *b)
{
	const struct child *x = a, *y = b;

	if (x->value != y->value)
		return x->value > y->value ? -1 : 1;
	return x->place < y->place ? -1 : x->place > y->place;
}

/*
 * The largest first. Those less than `wide` share one box in the end: of them it only
 * matters which one is the first.
 */
static void sort_by_value(struct child *children, size_t count, uint64_t wide)
{
	size_t sorted = 0, first;

	for (size_t i = 0; i < count; i++) {
		struct child c = children[i];

		if (c.value < wide)
			continue;
		children[i] = children[sorted];
		children[sorted++] = c; /* room: sorted <= i */
	}
	if (sorted) /* else there may be no array */
		qsort(children, sorted, sizeof *children, compare_children);
	first = sorted;
	for (size_t i = sorted; i < count; i++)
		if (compare_children(&children[i], &children[first]) < 0)
			first = i;
	if (first > sorted) {
		struct child c = children[first];

		children[first] = children[sorted];
		children[sorted] = c;
	}
}

static int compare_places(const void *a, const void *b)
{
	const struct child *x = a, *y = b;

	return x->place < y->place ? -1 : x->place > y->place;
}

static bool collect_children(struct work *w, uint32_t parent, uint64_t wide,
			     struct error *err)
{
	const struct tree *t = w->flame->tree;
	uint64_t place = 0;

	w->child_count = 0;
	for (uint32_t n = t->first_child[parent]; n; n = t->next_sibling[n], place++) {
		if (!w->flame->total[n])
			continue;
		if (!APPEND(w->children, w->child_count, w->child_room, "boxes", err,
			    (struct child){w->flame->total[n],
					   w->first_rows ? w->first_rows[n] : place, n}))
			return false;
	}
	if (w->order == ORDER_VALUE)
		sort_by_value(w->children, w->child_count, wide);
	else if (w->first_rows && w->child_count)
		qsort(w->children, w->child_count, sizeof *w->children, compare_places);
	return true;
}

static bool add_merged(struct work *w, size_t from, size_t to, struct error *err)
{
	struct layout *l = w->l;
	for (size_t i = from; i < to; i++)
		if (!APPEND(l->merged_nodes, l->merged_count, w->merged_room, "boxes",
			    err, w->children[i].node))
			return false;
	return true;
}

/* A row's "+N": nodes that no cell was left for. */
static void hide(struct layout *l, uint32_t nodes, uint64_t value)
{
	l->hidden_nodes[l->depths - 1] += nodes;
	l->hidden_value[l->depths - 1] += value;
}

/*
 * Place the children [from, to), which begin at `*sum` of the parent's value: one child
 * that is wide enough, or neighbours that are not. Both edges are rounded down, so what
 * touches stays touching and nothing is wider than its share by a cell.
 */
static bool place(struct work *w, uint32_t up, size_t from, size_t to, uint64_t *sum,
		  struct error *err)
{
	struct box parent = w->l->boxes[up];
	uint32_t width = (uint32_t)parent.w;
	uint64_t left = number_share(*sum, parent.value, width), right, value = 0;
	struct box b = {
	    .node = w->children[from].node,
	    .up = up,
	    .depth = (uint16_t)(w->l->depths - 1),
	    .x = (int16_t)(parent.x + (int)left),
	};

	for (size_t i = from; i < to; i++)
		value += w->children[i].value;
	*sum += value;
	right = number_share(*sum, parent.value, width);
	if (right == left || b.depth == parent.depth) {
		hide(w->l, (uint32_t)(to - from), value);
		return true;
	}
	b.value = value;
	b.w = (int16_t)(right - left);
	b.merged = to - from > 1 ? (uint32_t)(to - from) : 0;
	return (!b.merged || add_merged(w, from, to, err)) && add_box(w, b, err);
}

static bool divide(struct work *w, uint32_t up, struct error *err)
{
	struct box parent = w->l->boxes[up];
	uint64_t sum = 0, wide = cell_value(&parent);
	size_t to;

	if (!collect_children(w, parent.node, wide, err))
		return false;
	for (size_t from = 0; from < w->child_count; from = to) {
		to = from + 1;
		if (w->children[from].value < wide)
			while (to < w->child_count && w->children[to].value < wide)
				to++;
		if (!place(w, up, from, to, &sum, err))
			return false;
	}
	return true;
}

/* Does any box of the last row have something above it? */
static bool has_more(const struct work *w)
{
	const struct layout *l = w->l;

	for (uint32_t i = l->row[l->depths - 1]; i < l->count; i++) {
		const struct box *b = &l->boxes[i];

		if (!b->merged && w->flame->self[b->node] < b->value)
			return true;
	}
	return false;
}

/* Row by row, each from the boxes of the row below. */
static bool fill(struct work *w, struct error *err)
{
	struct layout *l = w->l;

	while (has_more(w)) {
		uint32_t from = l->row[l->depths - 1], to = l->count;

		/* No screen is that high: what is above the last row is hidden in it. */
		if (l->depths < DEPTHS_MAX && !add_row(w, err))
			return false;
		for (uint32_t up = from; up < to; up++)
			if (!l->boxes[up].merged && !divide(w, up, err))
				return false;
		l->row[l->depths] = l->count;
		if (l->count == to)
			break;
	}
	return true;
}

bool layout_build(struct layout *l, const struct flame *f, uint32_t zoom, int width,
		  enum sibling_order order, struct error *err)
{
	struct work w = {.l = l, .flame = f, .order = order};
	struct box all = {.node = zoom, .up = LAYOUT_NO_BOX, .value = f->total[zoom]};
	bool ok = true;

	*l = (struct layout){.zoom = zoom, .width = width};
	if (width < 1 || width > INT16_MAX)
		return error_set(err, ERROR_LIMIT, "a picture %d wide cannot be drawn",
				 width);
	all.w = (int16_t)width;
	if (all.value && order == ORDER_START) {
		w.first_rows = flame_first_rows(f, err);
		ok = w.first_rows != NULL;
	}
	if (all.value && ok)
		ok = add_row(&w, err) && add_box(&w, all, err);
	if (all.value && ok) {
		l->row[1] = 1;
		ok = fill(&w, err);
	}
	mem_free(w.children);
	mem_free(w.first_rows);
	if (!ok)
		layout_release(l);
	return ok;
}

void layout_release(struct layout *l)
{
	mem_free(l->boxes);
	mem_free(l->row);
	mem_free(l->hidden_nodes);
	mem_free(l->hidden_value);
	mem_free(l->merged_nodes);
	*l = (struct layout){0};
}

struct cell {
	const struct box *boxes; /* borrowed: a row */
	int x;
};

static bool is_left_of(const void *cell, size_t i)
{
	const struct cell *c = cell;

	return c->boxes[i].x + c->boxes[i].w <= c->x;
}

uint32_t layout_at(const struct layout *l, int x, int depth)
{
	struct cell c = {.x = x};
	uint32_t first, count, i;

	if (depth < 0 || depth >= l->depths)
		return LAYOUT_NO_BOX;
	first = l->row[depth];
	count = l->row[depth + 1] - first;
	c.boxes = l->boxes + first;
	i = (uint32_t)bisect_first(count, is_left_of, &c);
	return i < count && c.boxes[i].x <= x ? first + i : LAYOUT_NO_BOX;
}

/* The merged box that stands for `node` among others. */
static uint32_t find_merged(const struct layout *l, uint32_t node)
{
	uint32_t end = 0, i = 0;

	while (i < l->merged_count && l->merged_nodes[i] != node)
		i++;
	if (i == l->merged_count)
		return LAYOUT_NO_BOX;
	for (uint32_t b = 0; b < l->count; b++) {
		end += l->boxes[b].merged;
		if (i < end)
			return b;
	}
	return LAYOUT_NO_BOX;
}

/* How far above the zoomed node a node is; false when it is not above it. */
static bool find_depth(const struct layout *l, const struct tree *t, uint32_t node,
		       uint32_t *depth)
{
	*depth = 0;
	for (; node > l->zoom; node = t->parent[node])
		++*depth;
	return node == l->zoom;
}

/* The box that a node is alone in, or the first of several. */
static uint32_t find_own(const struct layout *l, uint32_t depth, uint32_t node)
{
	for (uint32_t b = l->row[depth]; b < l->row[depth + 1]; b++)
		if (l->boxes[b].node == node)
			return b;
	return LAYOUT_NO_BOX;
}

uint32_t layout_find(const struct layout *l, const struct tree *t, uint32_t node)
{
	uint32_t depth, box;

	if (!find_depth(l, t, node, &depth) || depth >= l->depths)
		return LAYOUT_NO_BOX;
	box = find_own(l, depth, node);
	return box == LAYOUT_NO_BOX ? find_merged(l, node) : box;
}

/*
 * Up to the first caller with a box of its own, and then once more: what shares a box with
 * others has such a caller right below it.
 */
uint32_t layout_find_visible(const struct layout *l, const struct tree *t, uint32_t node)
{
	uint32_t depth, box = LAYOUT_NO_BOX, above = node;

	if (l->count == 0 || !find_depth(l, t, node, &depth))
		return LAYOUT_NO_BOX;
	for (;; depth--) {
		if (depth < l->depths)
			box = find_own(l, depth, node);
		if (box != LAYOUT_NO_BOX)
			break;
		above = node;
		node = t->parent[node];
	}
	if (above != node && !l->boxes[box].merged) {
		uint32_t shared = find_merged(l, above);

		box = shared == LAYOUT_NO_BOX ? box : shared;
	}
	return box;
}

/* ---- siblings ---- */

static int compare_siblings(const void *a, const void *b, void *context)
{
	const struct siblings *s = context;
	const struct flame *f = s->flame;
	uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;

	if (s->firsts && s->firsts[x] != s->firsts[y])
		return s->firsts[x] < s->firsts[y] ? -1 : 1;
	if (f->total[x] != f->total[y])
		return f->total[x] > f->total[y] ? -1 : 1;
	return text_compare(tree_label(f->tree, x), tree_label(f->tree, y));
}

static void sort_children(struct siblings *s, uint32_t node)
{
	const struct tree *t = s->flame->tree;
	size_t n = 0;

	for (uint32_t c = t->first_child[node]; c; c = t->next_sibling[c])
		s->scratch[n++] = c; /* room: for all nodes */
	if (n == 0)
		return;
	qsort_r(s->scratch, n, sizeof *s->scratch, compare_siblings, s);
	s->first[node] = s->scratch[0];
	for (size_t i = 0; i + 1 < n; i++)
		s->next[s->scratch[i]] = s->scratch[i + 1];
}

void siblings_release(struct siblings *s)
{
	if (!s->scratch)
		return;
	mem_free(s->first);
	mem_free(s->next);
	mem_free(s->scratch);
	mem_free(s->firsts);
}

bool siblings_build(struct siblings *s, const struct flame *f, enum sibling_order order,
		    struct error *err)
{
	uint32_t count = f->tree->count;

	*s =
	    (struct siblings){f, f->tree->first_child, f->tree->next_sibling, NULL, NULL};
	if (order == ORDER_NAME)
		return true;
	s->scratch = mem_array(count, sizeof *s->scratch, "nodes", err);
	if (!s->scratch)
		return false;
	s->first = mem_array(count, sizeof *s->first, "nodes", err);
	s->next = s->first ? mem_array(count, sizeof *s->next, "nodes", err) : NULL;
	s->firsts = s->next && order == ORDER_START ? flame_first_rows(f, err) : NULL;
	if (err->kind != ERROR_NONE) {
		siblings_release(s);
		return false;
	}
	for (uint32_t i = 0; i < count; i++)
		sort_children(s, i);
	return true;
}

/* The first of these siblings that has samples in the range; 0: none. */
static uint32_t counted(const struct siblings *s, uint32_t node)
{
	while (node && s->flame->total[node] == 0)
		node = s->next[node];
	return node;
}

uint32_t siblings_first(const struct siblings *s, uint32_t node)
{
	return counted(s, s->first[node]);
}

uint32_t siblings_next(const struct siblings *s, uint32_t node)
{
	return counted(s, s->next[node]);
}
